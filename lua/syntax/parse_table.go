package syntax

import "fmt"

// table parses a table constructor; lists of other languages, in square brackets, come here too.
func (p *parser) table(closing kind) (Expr, int) {
	t := p.next()
	p.enter(t)
	defer p.leave()
	x := &Table{}
	height := 0
	for p.tok().kind != closing {
		f, h := p.field()
		x.Fields, height = append(x.Fields, f), max(height, h)
		if p.accept(tokComma) || p.accept(tokSemicolon) {
			continue
		}
		if p.tok().kind == tokLBracket && p.tok().first {
			p.slip(p.behind(), "',' is missing between two entries of the table", "add ',' here")
			continue
		}
		if !p.parted(t, closing) {
			break
		}
	}
	p.closing(t, closing)
	x.Span = p.from(t.Start)
	return x, p.higher(t, height)
}

// field parses one entry of a table constructor.
func (p *parser) field() (*Field, int) {
	t := p.tok()
	f := &Field{}
	var height, h int
	switch k := p.ahead(1).kind; {
	case t.kind == tokName && k == tokAssign:
		p.next()
		p.next()
		f.Key = &String{t.Span, t.text}
		f.Value, height = p.operators(0)
	case t.kind == tokLBracket:
		p.next()
		f.Key, h = p.operators(0)
		p.closing(t, tokRBracket)
		if c := p.tok(); c.kind == tokColon {
			p.slip(c.Span, "':' does not set an entry", "write '='")
			p.next()
		} else if !p.accept(tokAssign) {
			p.fail(c.Span, "'=' is expected behind the key in '[…]'", "write '[key] = value'")
		}
		f.Value, height = p.operators(0)
		height = max(height, h)
	case t.kind == tokName && k == tokColon && !p.methodAhead():
		p.slipOnce(p.ahead(1).Span, "':' does not set an entry of a table", fmt.Sprintf("write '%s = …'", cut(t.text)))
		p.next()
		p.next()
		f.Key = &String{t.Span, t.text}
		f.Value, height = p.operators(0)
	case (t.kind == tokString || t.kind == tokNumber) && (k == tokColon || k == tokAssign):
		p.slipOnce(t.Span, "a key that is no plain name stands in '[…]'", "write '["+cut(p.src[t.Start.Offset:t.End.Offset])+"] = …'")
		p.next()
		p.next()
		f.Key = &String{t.Span, t.text}
		if t.kind == tokNumber {
			f.Key = &Number{t.Span, t.num, t.text}
		}
		f.Value, height = p.operators(0)
	case t.kind == tokComma:
		p.fail(t.Span, "an entry of the table is missing before ','", "remove the ',', or write nil")
	case t.kind == tokDots && k == tokName:
		p.fail(t.Span, "'...' spreads only the values that a function was given", "copy entries in a loop: for k, v in pairs(t) do new[k] = v end")
	default:
		f.Value, height = p.operators(0)
		if c := p.tok(); c.kind == tokAssign {
			p.fail(c.Span, "only a name or '[key]' can stand before '=' in a table", "write '[key] = value'")
		}
	}
	f.Span = p.from(t.Start)
	return f, height
}

// methodAhead reports whether `name:name` is a method call.
func (p *parser) methodAhead() bool {
	if p.ahead(2).kind != tokName {
		return false
	}
	switch p.ahead(3).kind {
	case tokLParen, tokString, tokLBrace:
		return true
	}
	return false
}
