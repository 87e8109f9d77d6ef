package syntax

import "fmt"

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
	body := p.bodyAhead()
	name := onLine && n.kind == tokName
	switch t.text {
	case "switch", "match", "case", "when":
		if body || name {
			return "write if x == 1 then … elseif x == 2 then … end, or keep functions in a table"
		}
	case "default":
		if body {
			return "write 'else'"
		}
	case "try", "except", "catch", "finally":
		if body || name {
			return "write local ok, err = pcall(function() … end)"
		}
	case "throw", "raise":
		if name {
			return "write error(\"…\")"
		}
	case "class", "struct", "enum", "interface":
		if name || body {
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
		if body {
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
