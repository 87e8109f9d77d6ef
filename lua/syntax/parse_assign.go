package syntax

import "fmt"

// exprStmt parses a statement that begins with a name or a bracket: a call or an assignment.
func (p *parser) exprStmt() []Stmt {
	t := p.tok()
	if t.kind == tokName {
		if s, ok := p.foreignStmt(t); ok {
			return s
		}
	}
	if t.kind != tokName && t.kind != tokLParen {
		return p.noStatement(t)
	}
	x, _ := p.suffixed()
	n := p.tok()
	switch {
	case n.kind == tokAssign || n.kind == tokComma:
		return []Stmt{p.assign(t, x)}
	case n.kind == tokCompound || n.kind == tokIncrement && !n.first:
		return []Stmt{p.change(t, x)}
	case n.kind == tokEq || n.kind == tokWalrus:
		return []Stmt{p.assign(t, x)}
	}
	switch x := x.(type) {
	case *Call, *MethodCall:
		if n.kind == tokThen && !n.first {
			p.unexpected(n, "the call")
		}
		return []Stmt{&CallStmt{p.from(t.Start), x}}
	case *Ident, *Index:
		return p.valueStmt(t, x)
	}
	if n.kind != tokEOF && !n.first {
		if op, _ := binary(n.kind); op == 0 {
			p.unexpected(n, "the expression")
		}
	}
	p.fail(t.Span, "a statement cannot be a value alone", "set a variable to it, or give it to a function")
	return nil
}

// assign parses what follows the first target of an assignment.
func (p *parser) assign(start *token, x Expr) Stmt {
	s := &Assign{Targets: []Expr{x}}
	for p.accept(tokComma) {
		if k := p.tok().kind; k != tokName && k != tokLParen {
			p.noValue(p.tok())
		}
		x, _ := p.suffixed()
		s.Targets = append(s.Targets, x)
	}
	for _, x := range s.Targets {
		switch x.(type) {
		case *Ident, *Index:
		case *Call, *MethodCall:
			p.fail(x.Range(), "what a call gives cannot be set", "set a variable or a field: x = …, t.x = …")
		default:
			p.fail(x.Range(), "only a variable or a field can be set", "write x = … or t.x = …")
		}
	}
	switch t := p.tok(); t.kind {
	case tokAssign:
	case tokEq:
		p.slip(t.Span, "'==' compares and is no statement", "write '=' to set a variable")
	case tokWalrus:
		p.slip(t.Span, "':=' is not an operator of Lua", "write 'local x = …' for a new variable, 'x = …' for one that is there")
	default:
		if t.first || t.kind == tokEOF {
			p.fail(p.behind(), "'=' is missing behind the names", "write a, b = x, y")
		}
		p.unexpected(t, "the names")
	}
	p.next()
	s.Values = p.values()
	s.Span = p.from(start.Start)
	return s
}

// change reads += and its like, and ++, as the assignment that they mean.
func (p *parser) change(start *token, x Expr) Stmt {
	t := p.next()
	switch x.(type) {
	case *Ident, *Index:
	default:
		p.fail(x.Range(), "only a variable or a field can be set", "write x = x + 1")
	}
	name := p.oneLine(x.Range())
	op, y, text := Add, Expr(&Number{t.Span, 1, "1"}), "1"
	if t.kind == tokCompound {
		mark := t.text[:len(t.text)-1]
		op = compoundOp(mark)
		y = p.expr()
		text = p.oneLine(y.Range())
		if _, is := y.(*Binary); is {
			text = "(" + text + ")"
		}
	}
	p.slip(t.Span, quoted(t.text)+" is not an operator of Lua", fmt.Sprintf("write %s = %s %s %s", name, name, op, text))
	return &Assign{p.from(start.Start), []Expr{x}, []Expr{&Binary{p.from(start.Start), op, t.Start, x, y}}}
}

func compoundOp(mark string) Op {
	for op := BOr; op <= Pow; op++ {
		if opText[op] == mark {
			return op
		}
	}
	return Pow // ^= is the only one that no other operator has the text of
}

// oneLine returns the text of a short span on one line, … for any other.
func (p *parser) oneLine(s Span) string {
	text := p.src[s.Start.Offset:s.End.Offset]
	const most = 40
	if len(text) > most || s.Start.Line != s.End.Line {
		return "…"
	}
	return text
}

// valueStmt reports a variable or field that stands alone.
func (p *parser) valueStmt(t *token, x Expr) []Stmt {
	n := p.tok()
	for i := range p.chunk.Comments {
		if c := &p.chunk.Comments[i]; c.Start == p.end() && len(c.Text) <= 3 {
			name := p.oneLine(x.Range())
			p.slip(Span{c.Start, c.Start.plus(2)}, "'--' begins a comment", fmt.Sprintf("write %s = %s - 1", name, name))
			return []Stmt{&Assign{p.from(t.Start), []Expr{x}, []Expr{&Binary{p.from(t.Start), Sub, c.Start, x, &Number{c.Span, 1, "1"}}}}}
		}
	}
	if n.kind == tokBad {
		panic(bailout{})
	}
	if !n.first && n.kind != tokEOF && n.kind != tokEnd && n.kind != tokElse && n.kind != tokElseif && n.kind != tokUntil && n.kind != tokSemicolon {
		if op, _ := binary(n.kind); op != 0 {
			p.fail(t.Span, "a statement cannot be a value alone", "set a variable to it, or give it to a function")
		}
		if tip := betweenTip(n, p.ahead(1)); tip == "" && (n.kind == tokName || n.kind == tokNumber) {
			name := p.oneLine(x.Range())
			p.fail(n.Span, fmt.Sprintf("unexpected %s behind %s", n.describe(), quoted(name)), fmt.Sprintf("to call it write %s(%s)", name, cut(n.text)))
		}
		p.unexpected(n, quoted(p.oneLine(x.Range())))
	}
	name := p.oneLine(x.Range())
	p.fail(x.Range(), quoted(name)+" alone does nothing", fmt.Sprintf("call it: %s(), or set it: %s = …", name, name))
	return nil
}

// noStatement reports a token that cannot begin a statement; a comment of another language is passed over.
func (p *parser) noStatement(t *token) []Stmt {
	switch t.kind {
	case tokBad:
		p.next()
		panic(bailout{})
	case tokHash:
		p.comment(t, "'#'")
		return nil
	case tokIDiv:
		p.comment(t, "'//'")
		return nil
	case tokString:
		if p.ahead(1).kind == tokColon && p.ahead(2).kind == tokName && p.ahead(3).kind == tokLParen {
			x, _ := p.suffixed()
			return []Stmt{&CallStmt{p.from(t.Start), x}}
		}
		p.next()
		p.fail(t.Span, "a string alone does nothing", "a comment begins with '--'; give a text to a function: say(\"…\")")
	case tokRBrace:
		p.next()
		p.fail(t.Span, "this '}' closes nothing", "blocks end with 'end' in Lua")
	case tokRParen, tokRBracket:
		p.next()
		p.fail(t.Span, fmt.Sprintf("this '%s' closes nothing", t.text), "remove it, or open a bracket before it")
	case tokThen:
		p.next()
		p.fail(t.Span, "this 'then' has no 'if'", "")
	case tokIncrement:
		p.next()
		p.fail(t.Span, "'++' is not an operator of Lua", "write x = x + 1")
	case tokLBrace:
		p.fail(t.Span, "a statement cannot begin with '{'", "a block of statements is written 'do … end'")
	}
	p.next()
	p.fail(t.Span, "a statement cannot begin with "+t.describe(), "a statement sets a variable, calls a function or begins with a word such as 'if'")
	return nil
}

// comment passes over the rest of a line that is a comment in other languages.
func (p *parser) comment(t *token, mark string) {
	p.slipOnce(t.Span, mark+" does not begin a comment", "write '--'")
	for p.next(); !p.tok().first && p.tok().kind != tokEOF; {
		p.next()
	}
}
