package syntax

import "fmt"

// functionStmt parses a function statement; start is its first word, 'function' or 'local'.
func (p *parser) functionStmt(start *token, local bool) []Stmt {
	t := start
	if local {
		t = p.next()
	}
	p.push(t)
	if p.tok().kind == tokLParen {
		p.slip(t.Span, "a function that is a statement needs a name", "write 'function name(…)', or 'local name = function(…)'")
		p.chunk.Partial = true
		p.function(t, "")
		return nil
	}
	var target Expr
	name := &Name{t.Span, "?"}
	full := name.Text
	method := false
	named := p.try(func() {
		name = p.name("the name of the function")
		full = name.Text
		target = &Ident{name.Span, name.Text}
		for p.tok().kind == tokDot || p.tok().kind == tokColon {
			if local {
				p.slip(p.tok().Span, "a local function has a plain name", "leave out 'local'")
			}
			mark := p.next()
			key := p.name("the name of a field")
			target = &Index{p.from(name.Start), target, &String{key.Span, key.Text}, true}
			full += mark.text + key.Text
			if mark.kind == tokColon {
				method = true
				if k := p.tok().kind; k == tokDot || k == tokColon {
					p.fail(p.tok().Span, "the name of a method ends behind ':'", "write 'function a.b:c(…)'")
				}
				break
			}
		}
	})
	if !named {
		p.skipTo(tokLParen)
	}
	fn := p.function(t, full)
	_, plain := target.(*Ident)
	switch {
	case target == nil:
		return nil
	case local && plain && !method:
		return []Stmt{&LocalFunction{p.from(start.Start), name, fn}}
	}
	return []Stmt{&FunctionStmt{p.from(start.Start), target, fn}}
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
	p.resultType()
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

// resultType passes over the type of what a function gives, as other languages write it before the body.
func (p *parser) resultType() {
	t, n := p.tok(), p.ahead(1)
	switch {
	case t.kind == tokArrow && n.kind == tokName && p.ahead(2).kind == tokLBrace:
		p.next()
	case t.kind == tokName && isType(t.text) && !t.first && n.kind == tokLBrace && p.ahead(2).first && !p.defines(t.text):
	default:
		return
	}
	p.next()
	p.slip(p.from(t.Start), "Lua has no types behind functions", "leave the type out")
}

// isType reports whether a word is a type in languages that write it behind the name.
func isType(word string) bool {
	switch word {
	case "int", "i32", "u32", "f64", "string", "bool", "boolean", "number", "void", "float64", "float32", "int64", "error", "any":
		return true
	}
	return false
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
		t := p.tok()
		if t.kind == tokStar {
			p.fail(t.Span, "'*' gathers no values in Lua", "write '...' as the last parameter, and begin the body with 'local args = {...}'")
		}
		n := p.ahead(1)
		typed := t.kind == tokName && n.kind == tokName && !n.first
		if typed && !isType(n.text) {
			p.slip(t.Span, "Lua has no types before names", "leave the type out")
			p.next()
		}
		f.Params = append(f.Params, p.name("the name of a parameter"))
		if typed && isType(n.text) {
			p.slip(n.Span, "Lua has no types behind names", "leave the type out")
			p.next()
		}
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
