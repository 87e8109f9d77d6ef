package syntax

import "fmt"

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
	case t.kind == tokAssign && len(h.names) > 1:
		p.slip(t.Span, "several names go with 'in'", "write 'for k, v in pairs(t) do'")
		p.next()
		h.values = p.exprList()
	case t.kind == tokAssign || t.kind == tokWalrus:
		if t.kind == tokWalrus {
			p.slip(t.Span, "':=' is not an operator of Lua", "write '='")
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

// function parses parameters and body behind 'function'; the block was pushed.
func (p *parser) function(start *token, name string) *Function {
	f := &Function{Name: name}
	outer, head := p.fn, p.head
	p.fn, p.head = &function{}, 0
	if f.Method() {
		f.Params = append(f.Params, &Name{Span{p.end(), p.end()}, "self"})
	}
	if !p.try(func() { p.params(f) }) {
		p.skipTo(tokRParen)
		p.accept(tokRParen)
	}
	p.fn.vararg = f.Vararg
	if t := p.tok(); t.kind == tokColon && p.ahead(1).kind == tokName && !p.ahead(1).first {
		p.annotation()
	}
	switch t := p.tok(); t.kind {
	case tokColon:
		p.colon()
	case tokLBrace:
		p.brace()
	case tokFatArrow, tokArrow:
		p.slip(t.Span, quoted(t.text)+" does not begin a body", "write 'function(x) return … end'")
		p.next()
		if p.tok().kind == tokLBrace {
			p.brace()
		}
	case tokThen:
		p.slip(t.Span, "a function has no 'then'", "remove 'then'")
		p.next()
	}
	f.Body = p.block()
	p.close()
	p.fn, p.head = outer, head
	f.Span = p.from(start.Start)
	return f
}

// params parses the parameters in their brackets.
func (p *parser) params(f *Function) {
	t := p.tok()
	if t.kind != tokLParen {
		if t.first || t.kind == tokEOF {
			p.fail(p.behind(), "the brackets of the parameters are missing", "write '()' where a function takes nothing")
		}
		p.fail(t.Span, "'(' is expected behind the name: here stands "+t.describe(), "write 'function name(a, b)'")
	}
	p.next()
	if p.accept(tokRParen) {
		return
	}
	for {
		if p.tok().kind == tokDots {
			p.next()
			f.Vararg = true
			break
		}
		if t := p.tok(); t.kind == tokName && p.ahead(1).kind == tokName && !p.ahead(1).first {
			p.slip(t.Span, "Lua has no types before names", "leave the type out")
			p.next()
		}
		f.Params = append(f.Params, p.name("the name of a parameter"))
		p.annotation()
		if t := p.tok(); t.kind == tokAssign {
			param := f.Params[len(f.Params)-1].Text
			p.slip(t.Span, "a parameter has no value of its own in Lua", fmt.Sprintf("begin the body with 'if %s == nil then %s = … end'", param, param))
			p.next()
			p.enter(t)
			p.expr()
			p.leave()
		}
		if !p.accept(tokComma) {
			break
		}
	}
	switch t := p.tok(); {
	case t.kind == tokRParen:
		p.next()
	case f.Vararg && t.kind == tokComma:
		p.fail(t.Span, "'...' is the last parameter", "move it to the end")
	case f.Vararg && t.kind == tokName:
		p.slip(t.Span, "'...' has no name in Lua", fmt.Sprintf("begin the body with 'local %s = {...}'", t.text))
		p.next()
		p.accept(tokRParen)
	case t.first || t.kind == tokEOF:
		p.slip(p.behind(), "')' is missing behind the parameters", "add ')' here")
	default:
		p.fail(t.Span, "')' is expected behind the parameters: here stands "+t.describe(), "parameters are names, parted by ','")
	}
}
