package syntax

import (
	"fmt"
	"strings"
)

// Print writes a tree as text, one statement a line, indented by two blanks, without comments. Parsing that gives an equal
// tree, as long as every numeral has its text, brackets stand as Paren where priorities need them, and no statement follows a
// Return in its block: Parse makes only such trees.
func Print(chunk *Chunk) string {
	p := &printer{}
	p.block(chunk.Body)
	return p.String()
}

type printer struct {
	strings.Builder
	indent int
}

// line begins a new line of the current indent.
func (p *printer) line() { p.WriteString(strings.Repeat("  ", p.indent)) }

func (p *printer) printf(format string, args ...any) { fmt.Fprintf(p, format, args...) }

func (p *printer) block(b *Block) {
	for i, s := range b.Stmts {
		p.line()
		if i > 0 && beginsWithBracket(s) {
			p.WriteByte(';') // or the bracket would call what stands in the line above
		}
		p.stmt(s)
		p.WriteByte('\n')
	}
}

// inner writes a block one step further in.
func (p *printer) inner(b *Block) {
	p.WriteByte('\n')
	p.indent++
	p.block(b)
	p.indent--
	p.line()
}

// beginsWithBracket reports whether the text of a statement begins with '('.
func beginsWithBracket(s Stmt) bool {
	var e Expr
	switch s := s.(type) {
	case *CallStmt:
		e = s.Call
	case *Assign:
		e = s.Targets[0]
	}
	for {
		switch x := e.(type) {
		case *Call:
			e = x.Fn
		case *MethodCall:
			e = x.X
		case *Index:
			e = x.X
		case *Paren:
			return true
		default:
			return false
		}
	}
}

func (p *printer) stmt(s Stmt) {
	switch s := s.(type) {
	case *Local:
		p.WriteString("local ")
		for i, n := range s.Names {
			p.comma(i)
			p.WriteString(n.Text)
			if s.Attribs[i] != "" {
				p.printf(" <%s>", s.Attribs[i])
			}
		}
		if len(s.Values) > 0 {
			p.WriteString(" = ")
			p.exprs(s.Values)
		}
	case *Assign:
		p.exprs(s.Targets)
		p.WriteString(" = ")
		p.exprs(s.Values)
	case *CallStmt:
		p.expr(s.Call)
	case *Do:
		p.WriteString("do")
		p.inner(s.Body)
		p.WriteString("end")
	case *While:
		p.WriteString("while ")
		p.expr(s.Cond)
		p.WriteString(" do")
		p.inner(s.Body)
		p.WriteString("end")
	case *Repeat:
		p.WriteString("repeat")
		p.inner(s.Body)
		p.WriteString("until ")
		p.expr(s.Cond)
	case *If:
		p.ifStmt(s)
	case *NumericFor, *GenericFor:
		p.forStmt(s)
	case *FunctionStmt:
		p.printf("function %s", s.Func.Name)
		p.function(s.Func)
	case *LocalFunction:
		p.printf("local function %s", s.Name.Text)
		p.function(s.Func)
	case *Return:
		p.WriteString("return")
		if len(s.Values) > 0 {
			p.WriteByte(' ')
			p.exprs(s.Values)
		}
	case *Break:
		p.WriteString("break")
	case *Goto:
		p.printf("goto %s", s.Label.Text)
	case *Label:
		p.printf("::%s::", s.Name.Text)
	}
}

func (p *printer) ifStmt(s *If) {
	word := "if "
	for _, c := range s.Clauses {
		p.WriteString(word)
		p.expr(c.Cond)
		p.WriteString(" then")
		p.inner(c.Body)
		word = "elseif "
	}
	if s.Else != nil {
		p.WriteString("else")
		p.inner(s.Else)
	}
	p.WriteString("end")
}

func (p *printer) forStmt(s Stmt) {
	p.WriteString("for ")
	body := (*Block)(nil)
	switch s := s.(type) {
	case *NumericFor:
		p.printf("%s = ", s.Var.Text)
		values := []Expr{s.From, s.To}
		if s.Step != nil {
			values = append(values, s.Step)
		}
		p.exprs(values)
		body = s.Body
	case *GenericFor:
		p.names(s.Names)
		p.WriteString(" in ")
		p.exprs(s.Values)
		body = s.Body
	}
	p.WriteString(" do")
	p.inner(body)
	p.WriteString("end")
}

// function writes parameters, body and end.
func (p *printer) function(f *Function) {
	p.WriteByte('(')
	params := f.DeclaredParams()
	p.names(params)
	if f.Vararg {
		p.comma(len(params))
		p.WriteString("...")
	}
	p.WriteByte(')')
	p.inner(f.Body)
	p.WriteString("end")
}

// comma parts element i of a list from the one before it.
func (p *printer) comma(i int) {
	if i > 0 {
		p.WriteString(", ")
	}
}

func (p *printer) names(list []*Name) {
	for i, n := range list {
		p.comma(i)
		p.WriteString(n.Text)
	}
}

func (p *printer) exprs(list []Expr) {
	for i, e := range list {
		p.comma(i)
		p.expr(e)
	}
}

func (p *printer) expr(e Expr) {
	switch e := e.(type) {
	case *Nil:
		p.WriteString("nil")
	case *True:
		p.WriteString("true")
	case *False:
		p.WriteString("false")
	case *Vararg:
		p.WriteString("...")
	case *Number:
		p.WriteString(e.Text)
	case *String:
		p.WriteString(Quote(e.Value))
	case *Ident:
		p.WriteString(e.Name)
	case *Index:
		p.expr(e.X)
		if e.Dot {
			p.printf(".%s", e.Key.(*String).Value)
			return
		}
		p.WriteByte('[')
		p.expr(e.Key)
		p.WriteByte(']')
	case *Call:
		p.expr(e.Fn)
		p.args(e.Args)
	case *MethodCall:
		p.expr(e.X)
		p.printf(":%s", e.Name.Text)
		p.args(e.Args)
	case *Function:
		p.WriteString("function")
		p.function(e)
	case *Binary:
		p.expr(e.X)
		p.printf(" %s ", e.Op)
		p.expr(e.Y)
	case *Unary:
		p.WriteString(e.Op.String())
		if _, again := e.X.(*Unary); again || e.Op == Not {
			p.WriteByte(' ') // two signs in a row would be a comment
		}
		p.expr(e.X)
	case *Paren:
		p.WriteByte('(')
		p.expr(e.X)
		p.WriteByte(')')
	case *Table:
		p.table(e)
	}
}

func (p *printer) args(list []Expr) {
	p.WriteByte('(')
	p.exprs(list)
	p.WriteByte(')')
}

func (p *printer) table(t *Table) {
	p.WriteByte('{')
	for i, f := range t.Fields {
		p.comma(i)
		key, named := f.Key.(*String)
		switch {
		case f.Key == nil:
		case named && IsName(key.Value):
			p.printf("%s = ", key.Value)
		default:
			p.WriteByte('[')
			p.expr(f.Key)
			p.WriteString("] = ")
		}
		p.expr(f.Value)
	}
	p.WriteByte('}')
}

// IsName reports whether a text can stand as a name: letters, digits and '_', no digit first, and no word of Lua.
func IsName(text string) bool {
	if text == "" || isDigit(text[0]) || keywords[text] != tokEOF {
		return false
	}
	for i := range len(text) {
		if !isNameByte(text[i]) {
			return false
		}
	}
	return true
}

// Quote returns a string literal, in double quotes and on one line, that Lua reads as text. Bytes that are no printable
// ASCII are written as they are where they are valid UTF-8 above U+007F, and as decimal escapes otherwise.
func Quote(text string) string {
	var b strings.Builder
	b.WriteByte('"')
	for i, r := range text {
		switch {
		case r == '"' || r == '\\':
			b.WriteByte('\\')
			b.WriteRune(r)
		case r == '\n':
			b.WriteString(`\n`)
		case r == '\r':
			b.WriteString(`\r`)
		case r == '\t':
			b.WriteString(`\t`)
		case r < ' ' || r == 0x7F || r == '\uFFFD':
			// U+FFFD may stand for one byte that is no UTF-8, so the bytes themselves are written.
			n := 1
			if r == '\uFFFD' && strings.HasPrefix(text[i:], "\uFFFD") {
				n = 3
			}
			for _, c := range []byte(text[i : i+n]) {
				fmt.Fprintf(&b, `\%03d`, c)
			}
		default:
			b.WriteRune(r)
		}
	}
	b.WriteByte('"')
	return b.String()
}
