package syntax

import "fmt"

// statement parses one statement into b.
func (p *parser) statement(b *Block) {
	t := p.tok()
	switch t.kind {
	case tokSemicolon:
		p.next()
		return
	case tokIf, tokWhile, tokFor, tokRepeat, tokDo, tokFunction, tokLocal:
		b.Stmts = append(b.Stmts, p.compound(t.kind)...)
		return
	case tokReturn:
		b.Stmts = append(b.Stmts, p.returnStmt())
		return
	case tokBreak:
		p.next()
		if p.fn.loops == 0 {
			p.slip(t.Span, "'break' stands outside of a loop", "write 'return' to leave a function or the script")
		}
		b.Stmts = append(b.Stmts, &Break{t.Span})
		return
	case tokGoto:
		p.next()
		label := p.name("the name of a label")
		b.Stmts = append(b.Stmts, &Goto{p.from(t.Start), label})
		return
	case tokDoubleColon:
		p.next()
		label := p.name("the name of a label")
		if !p.accept(tokDoubleColon) {
			p.slip(p.behind(), "'::' is missing behind the label", fmt.Sprintf("write '::%s::'", label.Text))
		}
		b.Stmts = append(b.Stmts, &Label{p.from(t.Start), label})
		return
	}
	b.Stmts = append(b.Stmts, p.exprStmt()...)
}

// compound parses a statement that begins with a keyword and may hold others.
func (p *parser) compound(k kind) []Stmt {
	switch k {
	case tokIf:
		return []Stmt{p.ifStmt()}
	case tokWhile:
		return []Stmt{p.whileStmt()}
	case tokFor:
		return []Stmt{p.forStmt()}
	case tokRepeat:
		return []Stmt{p.repeatStmt()}
	case tokFunction:
		return p.functionStmt(p.next(), false)
	case tokLocal:
		return p.localStmt()
	}
	t := p.next()
	p.push(t)
	if p.tok().kind == tokLBrace {
		p.brace()
	}
	body := p.block()
	brace := p.top().brace
	p.close()
	if w := p.tok(); w.kind == tokWhile && !w.first && brace {
		p.slip(w.Span, "no 'while' stands behind a block in Lua", "a loop with its test at the end is 'repeat … until not (condition)'")
		p.next()
		p.expr()
	}
	return []Stmt{&Do{p.from(t.Start), body}}
}

// name passes over a name.
func (p *parser) name(what string) *Name {
	t := p.tok()
	if t.kind != tokName {
		at, found := t.Span, "here stands "+t.describe()
		if t.first || t.kind == tokEOF {
			at, found = p.behind(), "it is missing here"
		}
		hint := ""
		if _, keyword := keywords[t.text]; keyword && !t.first {
			hint = fmt.Sprintf("'%s' is a word of Lua; take another name", t.text)
			if t.kind == tokNil {
				hint = "write '== nil' to ask for nil"
			}
		}
		p.fail(at, what+" is expected: "+found, hint)
	}
	p.next()
	return &Name{t.Span, t.text}
}

func (p *parser) returnStmt() Stmt {
	t := p.next()
	var values []Expr
	if !p.blockEnd() && p.tok().kind != tokSemicolon {
		values = p.exprList()
	}
	s := &Return{p.from(t.Start), values}
	p.accept(tokSemicolon)
	if !p.blockEnd() && !p.silent && p.tok().kind != tokRBrace {
		p.slip(p.tok().Span, fmt.Sprintf("the 'return' of line %d must be the last statement of its block", t.Start.Line),
			"remove what follows, or write 'do return end'")
	}
	return s
}

func (p *parser) ifStmt() Stmt {
	start := p.tok().Start
	s := &If{}
	first := p.next()
	p.push(first)
	for t := first; ; {
		c := &Clause{Span: Span{Start: t.Start}}
		c.Cond = p.condition(t, tokThen)
		c.Body = p.block()
		c.End = c.Body.End
		s.Clauses = append(s.Clauses, c)
		if p.top().brace && p.tok().kind == tokRBrace && (p.ahead(1).kind == tokElse || p.ahead(1).kind == tokElseif) {
			p.next()
			p.top().brace = false
		}
		t = p.tok()
		if t.kind == tokElseif {
			p.next()
			continue
		}
		if t.kind == tokName && isElseif(t.text) && p.blockEnd() {
			p.slip(t.Span, quoted(t.text)+" is not a word of Lua", "write 'elseif'")
			p.next()
			continue
		}
		break
	}
	if p.tok().kind == tokElse {
		before := p.elseIf
		s.Else = p.elseBlock()
		if t := p.tok(); t.kind == tokEnd && (!t.first || t.Start.Column == p.top().indent) {
			p.elseIf = before // an 'if' behind the 'else' had its own 'end'
		}
	}
	p.close()
	s.Span = p.from(start)
	return s
}

// elseBlock parses 'else' and its block.
func (p *parser) elseBlock() *Block {
	p.next()
	t := p.tok()
	switch {
	case t.kind == tokIf && !t.first && p.elseIf == nil:
		p.elseIf = t
	case t.kind == tokThen && !t.first:
		p.slip(t.Span, "'else' has no 'then'", "remove 'then'")
		p.next()
	case t.kind == tokColon:
		p.colon()
	case t.kind == tokLBrace:
		p.brace()
	}
	body := p.block()
	if t = p.tok(); t.kind == tokElse || t.kind == tokElseif {
		if !p.silent {
			p.errs.add(t.Span, "syntax", fmt.Sprintf("'%s' follows the 'else' of the same 'if'", t.text), "an 'if' has one 'else', as its last part")
		}
		p.silent, p.chunk.Partial = true, true
	}
	return body
}

// condition parses the condition of 'if', 'elseif' and 'while'. A single = is read as the == that is meant.
func (p *parser) condition(first *token, last kind) Expr {
	var cond Expr
	p.header(first, last, func() { cond = p.test() })
	if cond == nil {
		cond = &Nil{Span{p.end(), p.end()}}
	}
	return cond
}

// test parses an expression that is asked for its truth.
func (p *parser) test() Expr {
	cond := p.expr()
	for p.tok().kind == tokAssign {
		t := p.next()
		p.mark(t.Span, "'=' sets a variable and cannot stand in a condition", "write '==' to compare")
		cond = &Binary{Span: Span{Start: cond.Range().Start}, Op: Eq, OpPos: t.Start, X: cond, Y: p.expr()}
		cond.(*Binary).End = p.end()
	}
	return cond
}

// loop parses the body of a loop.
func (p *parser) loop() *Block {
	p.fn.loops++
	body := p.block()
	p.fn.loops--
	return body
}

func (p *parser) whileStmt() Stmt {
	t := p.next()
	p.push(t)
	s := &While{}
	s.Cond = p.condition(t, tokDo)
	s.Body = p.loop()
	p.close()
	s.Span = p.from(t.Start)
	return s
}

const untilHint = "close it with 'until condition'; the loop goes on while that is false"

func (p *parser) repeatStmt() Stmt {
	t := p.next()
	p.push(t)
	if p.tok().kind == tokLBrace {
		p.brace()
	}
	s := &Repeat{Body: p.loop()}
	for p.tok().kind == tokEnd && !p.silent && p.lackUntils <= 0 { // the 'until' comes further down
		end := p.next()
		p.chunk.Partial = true
		p.errs.add(end.Span, "syntax", "this 'end' closes nothing", fmt.Sprintf("remove it; the 'repeat' of line %d is closed by its 'until'", t.Start.Line))
		p.fn.loops++
		p.stmts(s.Body)
		p.fn.loops--
		s.Body.End = p.tok().Start
	}
	if p.top().brace && p.tok().kind == tokRBrace {
		p.next()
	}
	p.opens = p.opens[:len(p.opens)-1]
	switch end := p.tok(); {
	case end.kind == tokUntil:
		p.next()
		s.Cond = p.test()
	case p.silent:
		panic(bailout{})
	case end.kind == tokWhile:
		p.slip(end.Span, fmt.Sprintf("the 'repeat' of line %d is closed by 'until', not by 'while'", t.Start.Line), "write 'until not (condition)'")
		p.next()
		cond := p.test()
		s.Cond = &Unary{cond.Range(), Not, cond}
	case end.kind == tokEOF:
		p.silent = true
		p.fail(t.Span, "this 'repeat' has no 'until'", untilHint)
	case bracket(end.kind) < 0:
		p.silent, p.chunk.Partial = true, true
		p.errs.addAnyway(t.Span, "syntax", "this 'repeat' has no 'until'", untilHint)
		s.Cond = &True{Span{end.Start, end.Start}}
	default:
		p.next()
		p.fail(end.Span, fmt.Sprintf("the 'repeat' of line %d is closed by 'until', not by '%s'", t.Start.Line, end.text), "write 'until condition'")
	}
	s.Span = p.from(t.Start)
	return s
}

func (p *parser) localStmt() []Stmt {
	t := p.next()
	if p.tok().kind == tokFunction {
		return p.functionStmt(t, true)
	}
	p.destructuring(t)
	s := &Local{}
	for {
		if p.tok().kind == tokLt && p.ahead(1).kind == tokName && p.ahead(2).kind == tokGt && p.ahead(3).kind == tokName {
			p.slip(p.tok().Span, "an attribute stands behind the name", fmt.Sprintf("write 'local %s <%s>'", p.ahead(3).text, p.ahead(1).text))
			p.i += 3
		}
		s.Names = append(s.Names, p.name("the name of a local"))
		s.Attribs = append(s.Attribs, p.attrib())
		p.annotation()
		if !p.accept(tokComma) {
			break
		}
	}
	switch t := p.tok(); {
	case t.kind == tokAssign:
		p.next()
		s.Values = p.values()
	case t.kind == tokWalrus || t.kind == tokEq:
		p.slip(t.Span, quoted(t.text)+" does not set a variable", "write '='")
		p.next()
		s.Values = p.values()
	case t.kind == tokCompound:
		p.fail(t.Span, "a new local has nothing yet to change", "write 'local x = …', or leave out 'local'")
	case (t.kind == tokDot || t.kind == tokColon || t.kind == tokLBracket) && !t.first:
		p.fail(t.Span, "only a plain name can be made local", "leave out 'local' to set a field")
	case !t.first && (t.kind == tokNumber || t.kind == tokString):
		p.unexpected(t, "the local")
	}
	s.Span = p.from(t.Start)
	return []Stmt{s}
}

// attrib parses <const>, if it stands here.
func (p *parser) attrib() string {
	if p.tok().kind != tokLt {
		return ""
	}
	start := p.next().Start
	word := p.name("'const'")
	switch t := p.tok(); t.kind {
	case tokGt:
		p.next()
	case tokGe:
		p.slip(t.Span, "'>' and '=' touch here", "put a space between them")
		t.kind = tokAssign // its other half
	default:
		p.fail(t.Span, "'>' is missing behind the attribute", fmt.Sprintf("write '<%s>'", word.Text))
	}
	switch word.Text {
	case "const":
	case "close":
		p.slip(p.from(start), "'<close>' does not work here", "leave it out; nothing a script holds must be closed")
	default:
		p.slip(word.Span, fmt.Sprintf("there is no attribute %s", quoted(word.Text)), "the one that works is '<const>'")
	}
	return word.Text
}

// annotation passes over a type as other languages write it behind a name.
func (p *parser) annotation() {
	if p.tok().kind != tokColon || p.tok().first {
		return
	}
	if k := p.ahead(1).kind; k != tokName && k != tokNil && k != tokFunction || p.ahead(2).kind == tokLParen {
		return
	}
	t := p.next()
	p.next()
	for p.tok().kind == tokQuestion || p.tok().kind == tokPipe {
		p.next()
		if p.tok().kind == tokName || p.tok().kind == tokNil {
			p.next()
		}
	}
	p.slip(p.from(t.Start), "Lua has no types behind names", "leave the type out")
}

const forHint = "write 'for i = 1, 10 do' or 'for k, v in pairs(t) do'"

// forHead is what stands between 'for' and 'do'.
type forHead struct {
	names   []*Name
	values  []Expr
	numeric bool
}

func (p *parser) forStmt() Stmt {
	t := p.next()
	p.push(t)
	var h forHead
	p.header(t, tokDo, func() { h = p.forHead() })
	body := p.loop()
	p.close()
	span := p.from(t.Start)
	for len(h.names) == 0 {
		h.names = append(h.names, &Name{t.Span, "_"})
	}
	if !h.numeric {
		return &GenericFor{span, h.names, h.values, body}
	}
	s := &NumericFor{Span: span, Var: h.names[0], From: h.values[0], To: h.values[1], Body: body}
	if len(h.values) > 2 {
		s.Step = h.values[2]
	}
	return s
}

// forHead parses names, '=' or 'in', and values.
func (p *parser) forHead() forHead {
	var h forHead
	switch t := p.tok(); {
	case t.kind == tokLParen:
		p.fail(t.Span, "the head of a 'for' has no brackets", forHint)
	case t.kind == tokLocal, t.kind == tokName && isDeclaring(t.text) && p.ahead(1).kind == tokName:
		p.slip(t.Span, "the names behind 'for' are local by themselves", fmt.Sprintf("leave out '%s'", t.text))
		p.next()
	}
	for {
		if t := p.tok(); t.kind == tokNumber {
			p.fail(t.Span, "a loop variable is expected behind 'for': here stands "+t.describe(), forHint)
		}
		h.names = append(h.names, p.name("the name of a loop variable"))
		p.annotation()
		if !p.accept(tokComma) {
			break
		}
	}
	switch t := p.tok(); {
	case t.kind == tokIn:
		p.next()
		h.values = p.exprList()
	case t.kind == tokName && t.text == "of":
		p.slip(t.Span, "'of' is not a word of Lua", "write 'in', with pairs(…) or ipairs(…) behind it")
		p.next()
		h.values = p.exprList()
	case t.kind == tokAssign && len(h.names) > 1: // as for k, v = pairs(t) do
		p.slip(t.Span, "several names go with 'in'", "write 'for k, v in pairs(t) do'")
		p.next()
		h.values = p.exprList()
	case t.kind == tokAssign || t.kind == tokWalrus:
		if t.kind == tokWalrus {
			if n := p.ahead(1); n.kind == tokName && n.text == "range" && !p.defines(n.text) {
				p.slip(t.Span, "':=' is not an operator of Lua", "write 'in', with pairs(…) or ipairs(…) behind it")
				p.next()
				p.next()
				h.values = p.exprList()
				break
			}
			p.slip(t.Span, "':=' is not an operator of Lua", forHint)
		}
		p.next()
		p.bounds(&h)
	default:
		p.fail(t.Span, "'=' or 'in' is expected behind the name: here stands "+t.describe(), forHint)
	}
	return h
}

// bounds parses the two or three values of a numeric for.
func (p *parser) bounds(h *forHead) {
	h.numeric = true
	h.values = p.exprList()
	if t := p.tok(); t.kind == tokName && (t.text == "to" || t.text == "downto" || t.text == "until") {
		hint := "write ','"
		if t.text == "downto" {
			hint = "write ',', and ', -1' behind the second number"
		}
		p.slip(t.Span, quoted(t.text)+" is not a word of Lua", hint)
		p.next()
		h.values = append(h.values, p.exprList()...)
	}
	if t := p.tok(); t.kind == tokSemicolon {
		h.numeric = false
		p.fail(t.Span, "the parts of a 'for' are not conditions and are parted by ','", "write 'for i = 1, 10 do'; a third number is the step")
	}
	switch n := len(h.values); {
	case n == 1:
		at := h.values[0].Range()
		hint := "write 'for i = 1, n do'"
		if _, call := h.values[0].(*Call); call {
			hint = "write 'for x in f() do' to loop over what a function gives, or 'for i = 1, n do' to count"
		}
		h.numeric = false
		p.errs.add(at, "syntax", "this 'for' counts, and has no number to count to", hint)
		p.chunk.Partial = true
	case n > 3:
		p.slip(h.values[3].Range(), "a 'for' that counts has at most three numbers: from, to, step", "remove the rest")
	}
}
