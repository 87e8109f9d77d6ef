package syntax

import (
	"fmt"
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
	p.slip(t.Span, quoted(t.text)+" is not a word of Lua", fmt.Sprintf("write '%s'", word))
	return e
}

// formatted reports a string of another language that has values inside: f"gold {n}".
func (p *parser) formatted(c *Call, fn *token) {
	if fn.text != "f" && fn.text != "F" || len(c.Args) != 1 || p.defines(fn.text) {
		return
	}
	s, ok := c.Args[0].(*String)
	if !ok || s.Start != fn.End || !strings.Contains(s.Value, "{") {
		return
	}
	p.slip(c.Span, "Lua puts no values into a string by itself", `join the parts: "gold " .. n`)
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
	if p.head == 0 || t.first || !p.ahead(1).first && p.ahead(1).kind != tokRBrace && !p.oneLineBody() {
		return false
	}
	depth := 0
	for i := p.i; i < len(p.toks)-1; i++ {
		switch p.toks[i].kind {
		case tokLBrace:
			depth++
		case tokRBrace:
			depth--
		}
		if depth == 0 {
			n := &p.toks[i+1]
			return n.first || n.kind == tokEOF || n.kind == tokElse || n.kind == tokElseif || n.kind == tokEnd
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

// statementAhead reports whether the next tokens begin a statement rather than a value.
func (p *parser) statementAhead() bool {
	if p.tok().kind != tokName {
		return false
	}
	i := 1
	for p.ahead(i).kind == tokDot && p.ahead(i+1).kind == tokName {
		i += 2
	}
	switch p.ahead(i).kind {
	case tokAssign, tokCompound, tokIncrement:
		return true
	}
	return false
}

// isDeclaring reports whether a word declares a variable in other languages.
func isDeclaring(word string) bool {
	switch word {
	case "var", "let", "const", "auto", "int", "float", "double", "string", "bool", "boolean", "my", "dim":
		return true
	}
	return false
}

// foreignStmt reads a statement that begins with a word of another language. It answers false where the word means nothing
// special, among them where the script declares or sets it.
func (p *parser) foreignStmt(t *token) ([]Stmt, bool) {
	n := p.ahead(1)
	if n.kind == tokDot || n.kind == tokAssign || n.kind == tokComma || n.kind == tokLBracket {
		return nil, false
	}
	onLine := !n.first && n.kind != tokEOF
	name := onLine && n.kind == tokName
	switch {
	case p.defines(t.text):
		return nil, false
	case isDeclaring(t.text) && name && p.ahead(2).kind != tokLParen:
		p.slip(t.Span, quoted(t.text)+" does not declare a variable in Lua", "write 'local'")
		return p.localStmt(), true
	case isFunctionWord(t.text) && (name || onLine && n.kind == tokFunction):
		p.slip(t.Span, quoted(t.text)+" does not begin a function in Lua", "write 'function name(…) … end'")
		p.next()
		if p.tok().kind == tokFunction {
			p.next()
		}
		t.kind = tokFunction
		return p.functionStmt(t, false), true
	case t.text == "continue" && (!onLine || endsStatement(n.kind)):
		p.next()
		p.slip(t.Span, "Lua has no 'continue'", "write 'goto continue', and '::continue::' before the loop's 'end'")
		p.chunk.Partial = true
		return nil, true
	case isElseif(t.text):
		p.next()
		p.silent = true
		p.fail(t.Span, quoted(t.text)+" is not a word of Lua", "write 'elseif' inside an 'if'")
	case t.text == "pass" && (!onLine || endsStatement(n.kind)):
		p.next()
		p.slip(t.Span, "Lua has no 'pass'", "leave the block empty")
		return nil, true
	}
	hint := p.foreignBlock(t, n, onLine)
	if hint == "" {
		return nil, false
	}
	p.silent = true
	p.fail(t.Span, fmt.Sprintf("Lua has no '%s'", t.text), hint)
	return nil, true
}

func isFunctionWord(word string) bool {
	switch word {
	case "def", "func", "fn", "fun", "proc", "sub":
		return true
	}
	return false
}

func endsStatement(k kind) bool {
	switch k {
	case tokEnd, tokElse, tokElseif, tokUntil, tokSemicolon, tokRBrace:
		return true
	}
	return false
}

// foreignBlock is what to write instead of a statement of another language that t begins, "" if it begins none.
func (p *parser) foreignBlock(t, n *token, onLine bool) string {
	name := onLine && n.kind == tokName
	switch t.text {
	case "switch", "match", "case", "when":
		if name || p.bodyAhead() {
			return "write if x == 1 then … elseif x == 2 then … end, or keep functions in a table"
		}
	case "default":
		if p.bodyAhead() {
			return "write 'else'"
		}
	case "try", "except", "catch", "finally":
		if name || p.bodyAhead() {
			return "write local ok, err = pcall(function() … end)"
		}
	case "throw", "raise":
		if name {
			return "write error(\"…\")"
		}
	case "class", "struct", "enum", "interface":
		if name || p.bodyAhead() {
			return "keep data and functions in a table: local Miner = {}, function Miner.new() … end"
		}
	case "import", "from", "using", "include":
		if name {
			return "nothing has to be imported: verbs and libraries are there by themselves"
		}
	case "foreach":
		return forHint
	case "unless":
		return "write 'if not (condition) then … end'"
	case "loop", "forever":
		if p.bodyAhead() {
			return "write 'while true do … end'"
		}
	case "async", "await", "yield":
		if name || onLine && n.kind == tokFunction {
			return "call it plainly: a verb returns when it is done"
		}
	case "new", "del", "delete", "global", "nonlocal", "echo", "assert", "export", "public", "private", "static", "with":
		if onLine && n.kind == tokName {
			return newHint(t.text)
		}
	case "lambda":
		return "write 'function(x) return … end'"
	}
	return ""
}

func newHint(word string) string {
	switch word {
	case "new":
		return "call a function that makes it: Miner.new()"
	case "del", "delete":
		return "write x = nil"
	case "global", "nonlocal":
		return "leave it out: a name without 'local' is global"
	case "echo":
		return "write print(x)"
	case "assert":
		return "write assert(condition, \"message\")"
	}
	return "leave the word out"
}

// bodyAhead reports whether the line of the next token ends with '{' or ':', as a block of another language begins.
func (p *parser) bodyAhead() bool {
	i := 1
	for ; !p.ahead(i).first && p.ahead(i).kind != tokEOF; i++ {
	}
	k := p.ahead(i - 1).kind
	return i > 1 && (k == tokLBrace || k == tokColon)
}
