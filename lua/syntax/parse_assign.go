package syntax

import (
	"fmt"
	"strings"
)

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
	p.slip(t.Span, quoted(t.text)+" is not an operator of Lua", fmt.Sprintf("write %s = %s %s %s", name, orNothing(x, op, name), op, text))
	return &Assign{p.from(start.Start), []Expr{x}, []Expr{&Binary{p.from(start.Start), op, t.Start, x, y}}}
}

// orNothing is the value that a change begins with: of a field, which may not be there yet, what stands for nothing.
func orNothing(x Expr, op Op, name string) string {
	if _, field := x.(*Index); !field {
		return name
	}
	switch op {
	case Add, Sub:
		return "(" + name + " or 0)"
	case Concat:
		return "(" + name + ` or "")`
	}
	return name
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
			p.fail(n.Span, fmt.Sprintf("unexpected %s behind %s", n.describe(), quoted(name)), fmt.Sprintf("to call it write %s(%s)", name, p.dotted()))
		}
		p.unexpected(n, quoted(p.oneLine(x.Range())))
	}
	name := p.oneLine(x.Range())
	hint := fmt.Sprintf("to show it write print(%s), to set it %s = …; a function is called with %s()", name, name, name)
	if id, ok := x.(*Ident); ok {
		if hint = fmt.Sprintf("to call it write %s()", name); p.defines(id.Name) {
			hint = fmt.Sprintf("set it with %s = …, or give it to a function", name)
		}
	}
	p.fail(x.Range(), quoted(name)+" alone does nothing", hint)
	return nil
}

// dotted returns the name that comes next with the fields behind it.
func (p *parser) dotted() string {
	n := 0
	for p.ahead(n+1).kind == tokDot && p.ahead(n+2).kind == tokName {
		n += 2
	}
	return p.oneLine(Span{p.tok().Start, p.ahead(n).End})
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
		if i := p.i - 2; i >= 0 && !t.first && p.toks[i].kind == tokString {
			p.fail(t.Span, "two strings stand side by side", "join them with '..'")
		}
		p.fail(t.Span, "a string alone does nothing", "a comment begins with '--'; give a text to a function: say(\"…\")")
	case tokRBrace:
		p.next()
		if p.silent {
			panic(bailout{}) // the text with its braces was told of
		}
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
		if p.ahead(1).kind == tokString && p.ahead(2).kind == tokColon {
			p.fail(t.Span, "this is JSON, and no Lua", "send the script alone, as it is")
		}
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
	if isDeclaring(t.text) && (n.kind == tokLBrace || n.kind == tokLBracket) && !n.first {
		p.next()
		p.destructuring(t)
		p.i--
	}
	if n.kind == tokDot || n.kind == tokAssign || n.kind == tokComma || n.kind == tokLBracket {
		return nil, false
	}
	onLine := !n.first && n.kind != tokEOF
	name := onLine && n.kind == tokName
	switch {
	case p.defines(t.text):
		return nil, false
	case isDeclaring(t.text) && name && p.ahead(2).kind != tokLParen:
		p.mark(t.Span, quoted(t.text)+" does not declare a variable in Lua", "write 'local'")
		if n.text == "mut" && p.ahead(2).kind == tokName {
			p.next()
		}
		return p.localStmt(), true
	case isKeyword(strings.ToLower(t.text)) && (name || onLine && n.kind == tokNumber):
		p.silent = true
		p.fail(t.Span, quoted(t.text)+" is not a word of Lua", fmt.Sprintf("write '%s' in small letters", strings.ToLower(t.text)))
	case isFunctionWord(t.text) && (name || onLine && n.kind == tokFunction),
		(isDeclaring(t.text) || t.text == "void") && name && p.ahead(2).kind == tokLParen && p.bodyAhead():
		p.mark(t.Span, quoted(t.text)+" does not begin a function in Lua", "write 'function name(…) … end'")
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

// fromAhead reports whether the line goes on with 'from' behind a '}'.
func (p *parser) fromAhead() bool {
	for i := 1; !p.ahead(i).first && p.ahead(i).kind != tokEOF; i++ {
		if p.ahead(i).kind == tokRBrace {
			n := p.ahead(i + 1)
			return n.kind == tokName && n.text == "from" && !n.first
		}
	}
	return false
}

func isKeyword(word string) bool {
	_, ok := keywords[word]
	return ok
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
		if name || onLine && (n.kind == tokStar || n.kind == tokLBrace && t.text == "import" && p.fromAhead()) {
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
			return awaitHint
		}
	case "new", "del", "delete", "global", "nonlocal", "echo", "assert", "defer", "export", "public", "private", "static", "with":
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
	case "with":
		return "write what is inside of it alone"
	case "defer":
		return "call it at the end, and before each 'return'"
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
