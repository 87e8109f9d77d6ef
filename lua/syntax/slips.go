package syntax

import (
	"fmt"
	"strconv"
	"strings"
)

// foreignWord returns the constant that a word of another language stands for, nil for any other name. A script that
// declares or sets the word means its own.
func (p *parser) foreignWord(t *token) Expr {
	var e Expr
	var word string
	switch t.text {
	case "lambda":
		if n := p.tok(); !n.first && (n.kind == tokName || n.kind == tokColon) && !p.defines(t.text) {
			p.fail(t.Span, "Lua has no 'lambda'", "write 'function(x) return … end'")
		}
		return nil
	case "new", "await", "async", "typeof":
		return p.foreignOperator(t)
	case "null", "None", "undefined", "NULL", "nullptr", "Nil", "NIL":
		e, word = &Nil{t.Span}, "nil"
	case "True", "TRUE":
		e, word = &True{t.Span}, "true"
	case "False", "FALSE":
		e, word = &False{t.Span}, "false"
	default:
		return nil
	}
	if p.defines(t.text) || p.tok().kind == tokAssign || p.tok().kind == tokLParen {
		return nil
	}
	p.mark(t.Span, quoted(t.text)+" is not a word of Lua", fmt.Sprintf("write '%s'", word))
	return e
}

// foreignOperator reads a word that stands before a value in other languages; it answers nil where it is a name.
func (p *parser) foreignOperator(t *token) Expr {
	n := p.tok()
	if n.first || n.kind != tokName && n.kind != tokFunction || p.defines(t.text) {
		return nil
	}
	message := fmt.Sprintf("Lua has no '%s'", t.text)
	switch t.text {
	case "new":
		p.fail(t.Span, message, newHint(t.text))
	case "typeof":
		p.mark(t.Span, message, "write type(x)")
		x, _ := p.suffixed()
		return &Call{p.from(t.Start), &Ident{t.Span, "type"}, []Expr{x}}
	}
	p.mark(t.Span, message, awaitHint)
	x, _ := p.suffixed()
	return x
}

const awaitHint = "call it plainly: a verb returns when it is done"

// formatted reads a string of another language that has values inside, f"gold {n}", as a string; any other call is given back.
func (p *parser) formatted(c *Call, fn *token) Expr {
	if fn.text != "f" && fn.text != "F" || len(c.Args) != 1 || p.defines(fn.text) {
		return c
	}
	s, ok := c.Args[0].(*String)
	if !ok || s.Start != fn.End || !strings.Contains(s.Value, "{") {
		return c
	}
	p.mark(c.Span, "Lua puts no values into a string by itself", "join the parts: "+joinedParts(s.Value, "{"))
	return s
}

// joinedParts writes a text with values between open and } as parts that '..' joins. Where they are not plain names an example
// stands for them.
func joinedParts(text, open string) string {
	const example = `"gold " .. n`
	var parts []string
	for text != "" {
		before, rest, more := strings.Cut(text, open)
		if before != "" {
			parts = append(parts, strconv.Quote(before))
		}
		if !more {
			break
		}
		value, after, closed := strings.Cut(rest, "}")
		for part := range strings.SplitSeq(value, ".") {
			if !closed || !IsName(part) {
				return example
			}
		}
		parts, text = append(parts, value), after
	}
	if joined := strings.Join(parts, " .. "); len(parts) > 1 && len(joined) <= 80 {
		return joined
	}
	return example
}

// quoteInside leaves the statement where a word touches the argument before it, a string, and another string follows: a quote
// that was meant to stand inside closed the string.
func (p *parser) quoteInside(t *token) {
	prev := &p.toks[max(p.i-1, 0)]
	if t.kind != tokName || prev.kind != tokString || !t.follows(prev) {
		return
	}
	for i := 1; !p.ahead(i).first && p.ahead(i).kind != tokEOF; i++ {
		if p.ahead(i).kind == tokString && p.ahead(i).follows(p.ahead(i-1)) {
			quote := p.src[prev.End.Offset-1]
			p.fail(Span{prev.End.plus(-1), prev.End}, "this quote closes the string", fmt.Sprintf("write \\%c for a quote inside it", quote))
		}
	}
}

// destructuring leaves a declaration that takes a table apart, as other languages do.
func (p *parser) destructuring(t *token) {
	closing := tokRBrace
	switch p.tok().kind {
	case tokLBrace:
	case tokLBracket:
		closing = tokRBracket
	default:
		return
	}
	var names []string
	i := 1
	for ; p.ahead(i).kind == tokName || p.ahead(i).kind == tokComma; i++ {
		if p.ahead(i).kind == tokName {
			names = append(names, p.ahead(i).text)
		}
	}
	if closing == tokRBracket && len(names) < 2 || p.ahead(i).kind != closing || p.ahead(i+1).kind != tokAssign {
		return // an entry of a table that is called like the word
	}
	hint := "write local a, b = t.a, t.b"
	if closing == tokRBracket {
		hint = fmt.Sprintf("write local %s = …: a call gives several values without brackets", strings.Join(names[:min(len(names), 5)], ", "))
	}
	if from := p.ahead(i + 2); closing == tokRBrace && len(names) > 0 && len(names) < 5 && from.kind == tokName {
		all := strings.Join(names, ", ")
		if hint = fmt.Sprintf("write local %s = %s", all, from.text+"."+strings.Join(names, ", "+from.text+".")); p.ahead(i+3).kind == tokLParen {
			hint = fmt.Sprintf("write local %s = %s(…): a call gives several values without brackets", all, from.text)
		}
	}
	p.fail(p.from(t.Start), "a declaration takes no table apart in Lua", hint)
}

// comprehension reports whether the square brackets that open here hold a 'for'.
func (p *parser) comprehension() bool {
	for i := 1; !p.ahead(i).first && p.ahead(i).kind != tokRBracket && p.ahead(i).kind != tokEOF; i++ {
		if p.ahead(i).kind == tokFor {
			return true
		}
	}
	return false
}

// foreignColon reports whether a ':' behind the condition of a header ends it, as in other languages: nothing follows on
// its line, and the next line does not end the header.
func (p *parser) foreignColon(t *token) bool {
	n := p.ahead(1)
	if p.head == 0 || !n.first || t.first {
		return false
	}
	for i := 1; p.ahead(i).Start.Line == n.Start.Line && p.ahead(i).kind != tokEOF; i++ {
		if p.ahead(i).kind == p.head {
			return false
		}
	}
	return true
}

// bodyBrace reports whether a '{' behind the condition of a header begins the body, as in other languages, and no table:
// it ends its line, and nothing follows on the line of the '}' that closes it.
func (p *parser) bodyBrace(t *token) bool {
	if p.head == 0 || t.first || !p.ahead(1).first && p.ahead(1).kind != tokRBrace && !p.oneLineBody() && p.toks[p.i-1].kind != tokRParen {
		return false
	}
	return p.endsLine()
}

// endsLine reports whether what the last '{' opens, which is the next token or stands before it, ends with its line.
func (p *parser) endsLine() bool {
	depth := 0
	if p.tok().kind != tokLBrace {
		depth = 1
	}
	for i := p.i; i < len(p.toks)-1; i++ {
		switch p.toks[i].kind {
		case tokLBrace:
			depth++
		case tokRBrace:
			depth--
		}
		if depth == 0 {
			n := &p.toks[i+1]
			op, _ := binary(n.kind)
			return n.first && n.kind != p.head && op == 0 && !goesOn(n.kind) || n.kind == tokEOF || n.kind == tokElse || n.kind == tokElseif || n.kind == tokEnd
		}
	}
	return true
}

// oneLineBody reports whether the braces that open here hold a statement: a word that begins one follows.
func (p *parser) oneLineBody() bool {
	switch p.ahead(1).kind {
	case tokBreak, tokReturn, tokGoto, tokLocal, tokIf, tokFor, tokWhile, tokRepeat:
		return true
	}
	return false
}

// literalSuffix reports whether a method or a call follows a literal, which needs brackets around it for that, and says so.
func (p *parser) literalSuffix(x Expr) bool {
	t := p.tok()
	if t.first {
		return false
	}
	switch x.(type) {
	case *String:
		if t.kind != tokColon || !p.ahead(1).follows(t) || p.ahead(1).kind != tokName || p.ahead(2).kind != tokLParen {
			return false
		}
	case *Table:
		if t.kind != tokDot && t.kind != tokLBracket {
			return false
		}
	case *Function:
		if t.kind != tokLParen {
			return false
		}
	default:
		return false
	}
	hint := "write (…)" + t.text
	if p.ahead(1).kind == tokName {
		hint += cut(p.ahead(1).text)
	}
	p.slip(t.Span, fmt.Sprintf("'%s' cannot follow a literal that has no brackets around it", t.text), hint)
	return true
}

// follows reports whether t stands right behind prev, without a blank.
func (t *token) follows(prev *token) bool { return t.Start == prev.End }

// foreignSuffix reads ->, :: and ?. of other languages; it answers false where the token is none of them but belongs to what
// follows the expression.
func (p *parser) foreignSuffix(t *token) bool {
	n := p.ahead(1)
	method := n.kind == tokName && p.ahead(2).kind == tokLParen
	switch {
	case t.kind == tokArrow && n.kind == tokName && n.follows(t) && t.follows(&p.toks[p.i-1]):
		p.slip(t.Span, "'->' is not an operator of Lua", "write '.' for a field, ':' for a method")
	case t.kind == tokDoubleColon && n.kind == tokName && n.follows(t) && t.follows(&p.toks[p.i-1]) && p.ahead(2).kind != tokDoubleColon:
		p.slip(t.Span, "'::' marks a label and no field", "write '.' for a field, ':' for a method")
		method = false
	case t.kind == tokQuestion && t.text == "??":
		p.slip(t.Span, "'??' is not an operator of Lua", "write 'or' for a value in place of nil")
		t.kind = tokOr
		return false
	case t.kind == tokQuestion && t.text == "?.":
		p.fail(t.Span, "'?.' is not an operator of Lua", "write 'a and a.b' where a may be nil")
	case t.kind == tokQuestion:
		p.fail(t.Span, "'?' is not an operator of Lua", "write 'condition and x or y', or use 'if'")
	default:
		return false
	}
	t.kind = tokDot
	if method {
		t.kind = tokColon
	}
	return true
}

// betweenTip is what to write instead of a word that stands where an operator could.
func betweenTip(t, next *token) string {
	if t.kind == tokIn {
		return "Lua has no 'in' to search a list: loop over it, or keep a table with the words as keys and ask set[x]"
	}
	if t.kind == tokNot && next.kind == tokIn {
		return "Lua has no 'not in': loop over the list, or keep a table with the words as keys and ask not set[x]"
	}
	if t.kind == tokAssign {
		return "'=' only sets a variable, as a statement of its own; '==' compares"
	}
	if t.kind == tokIf {
		return "Lua's 'if' is a statement; a value is chosen with 'condition and x or y'"
	}
	if t.kind == tokQuestion {
		return "a value is chosen with 'condition and x or y', or with 'if'"
	}
	if t.kind == tokWalrus {
		return "set the variable first, in a statement of its own"
	}
	if t.kind == tokDo {
		return "a loop is written 'for k, v in pairs(t) do … end'"
	}
	if t.kind == tokFor {
		return "Lua builds a list in a loop: for i = 1, n do t[#t + 1] = … end"
	}
	if t.kind == tokFatArrow || t.kind == tokArrow {
		return "a function is written 'function(x) return … end'; 'at least' is '>='"
	}
	if t.kind != tokName {
		return ""
	}
	switch t.text {
	case "is", "equals", "eq":
		if next.kind == tokNot {
			return "write '~=' for 'not equal'"
		}
		return "write '==' for 'equal'"
	case "isnt", "isnot", "ne", "neq":
		return "write '~=' for 'not equal'"
	case "lt":
		return "write '<'"
	case "gt":
		return "write '>'"
	case "le", "lte":
		return "write '<='"
	case "ge", "gte":
		return "write '>='"
	case "mod":
		return "write '%'"
	case "div":
		return "write '//'"
	case "xor":
		return "write '~=' between truth values, '~' between numbers"
	case "contains", "includes", "has":
		return "loop over the list, or keep a table with the words as keys and ask set[x]"
	case "as":
		return "Lua has no types: leave it out"
	case "instanceof", "typeof":
		return "ask type(x) == \"table\""
	case "AND", "And":
		return "write 'and'"
	case "OR", "Or":
		return "write 'or'"
	case "THEN", "Then":
		return "write 'then' in small letters"
	case "DO", "Do":
		return "write 'do' in small letters"
	}
	return ""
}

// noValue leaves a statement that has no value where one must stand.
func (p *parser) noValue(t *token) {
	switch t.kind {
	case tokBad:
		panic(bailout{}) // it was reported
	case tokEOF:
		p.fail(p.behind(), "the script ends where a value is expected", "")
	case tokIf:
		p.fail(t.Span, "an 'if' has no value in Lua", "write 'condition and x or y', or set a local inside the 'if'")
	case tokIncrement:
		p.fail(t.Span, "'++' is not an operator of Lua", "write x = x + 1 as a statement")
	case tokFor:
		p.fail(t.Span, "a 'for' has no value in Lua", "build a list in a loop: for i = 1, n do t[#t + 1] = … end")
	case tokPipe:
		p.fail(t.Span, "a value is missing before '|'", "a function is written 'function(x) return … end'")
	case tokArrow, tokFatArrow:
		p.fail(t.Span, quoted(t.text)+" is not an operator of Lua", "a function is written 'function(x) return … end'")
	}
	hint := ""
	if op, _ := binary(t.kind); op != 0 && p.i > 0 {
		if prev, _ := binary(p.toks[p.i-1].kind); prev != 0 {
			hint = "two operators stand in a row"
		}
	}
	if t.first {
		p.fail(p.behind(), "a value is missing behind "+p.toks[max(p.i-1, 0)].describe(), hint)
	}
	p.fail(t.Span, "a value is missing before "+t.describe(), hint)
}

// unexpected leaves a statement at a token that cannot stand there.
func (p *parser) unexpected(t *token, behind string) {
	hint := "one statement ends where the next begins: put a line end or ';' between them"
	if tip := betweenTip(t, p.ahead(1)); tip != "" {
		hint = tip
	}
	p.fail(t.Span, fmt.Sprintf("unexpected %s behind %s", t.describe(), behind), hint)
}
