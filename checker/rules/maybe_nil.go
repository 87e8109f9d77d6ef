package rules

import (
	"fmt"
	"strings"

	"mystic-sdk/contract"
	"mystic-sdk/lua/syntax"
)

// MaybeNil finds what may be nil and is used before it is tested.
func MaybeNil() *Rule {
	return &Rule{
		Code:     "maybe-nil",
		Severity: contract.SeverityWarning,
		Summary:  "a field of, or arithmetic with, what may be nil, before it is tested",
		Doc: `
The card says what may be nil: a sense whose answer is "or nil", a field of ` + "`me`" + ` likewise. An element of a list is nil where the
list is empty. A field of nil, arithmetic with it and joining it to a text end the run:

` + "```lua" + `
print(find("mine").x)                -- local spot = find("mine") if spot then print(spot.x) end
print("target: " .. me.target)       -- (me.target or "none")
go(scan()[1].name)                   -- local t = scan()[1] if t then go(t.name) end
` + "```" + `

A test is a condition, an ` + "`and` or `or`" + `, a comparison with ` + "`nil`" + `, a call that is given it, and for a list also a look at its length.
Once something was tested, the rule says no more of it, but in the branch where it is nil, and behind a test that only tells so.
`,
		Run: func(p *Pass) {
			if p.Chunk.Partial {
				return // what is missing may test it
			}
			m := &maybes{Pass: p, tested: map[string]bool{}, missing: map[string]*absence{}, values: map[*variable]string{}}
			for _, site := range p.all() {
				switch e := site.Node.(type) {
				case *syntax.Ident:
					m.variable(site, e)
				case *syntax.Index:
					m.value(site, e)
				case *syntax.Call:
					m.value(site, e)
				}
			}
		},
	}
}

// maybes goes through a script from its start.
type maybes struct {
	*Pass
	tested  map[string]bool      // terms, and variables with '=' before
	missing map[string]*absence  // likewise: what their last test told
	values  map[*variable]string // variables: why they may be nil; empty: they are not known to
}

// absence is where something that was tested is nil.
type absence struct {
	where syntax.Span
	after *site // the block of the test, where it only told so and went on; else nil
}

// value looks at an expression that is no name.
func (m *maybes) value(at *site, e syntax.Expr) {
	shape := m.shapeOf(e)
	why := m.whyOf(e, shape)
	if why == "" && (shape == nil || shape.Type != "list") {
		return
	}
	key := m.flow().term(e).key
	if key == "" {
		return
	}
	if why == "" { // a list: whoever looks at it otherwise than at one element may know that it has one
		if index, ok := at.Parent.Node.(*syntax.Index); !ok || index.X != e || literalKind(index.Key) != kindNumber {
			m.tested[key] = true
		}
		return
	}
	if index, ok := e.(*syntax.Index); ok {
		base := m.flow().term(index.X).key
		if m.why(index.X) == "" && m.tested[base] {
			return // a list that is known to have it
		}
		if _, name := bare(index.X).(*syntax.Ident); name {
			base = "=" + base
		}
		if m.why(index.X) != "" && !m.tested[base] {
			return // what it is a field of is told
		}
	}
	m.used(at, key, why, orDots(m.text(e)))
}

// why says why an expression that is no name may be nil; "" where it is not known to be.
func (m *maybes) why(e syntax.Expr) string { return m.whyOf(e, m.shapeOf(e)) }

// whyOf is why for an expression of which is known what is declared of it.
func (m *maybes) whyOf(e syntax.Expr, shape *contract.FieldSpec) string {
	if shape != nil && shape.Maybe {
		return "may be nil"
	}
	index, ok := e.(*syntax.Index)
	if !ok || literalKind(index.Key) != kindNumber {
		return ""
	}
	if list := m.shapeOf(index.X); list != nil && list.Type == "list" {
		return "is nil where the list is empty"
	}
	return ""
}

// variable looks at a use of a name whose only value may be nil.
func (m *maybes) variable(at *site, id *syntax.Ident) {
	if at.Target {
		return
	}
	v, defs, all := m.defsOf(id)
	if !all || len(defs) != 1 || defs[0].Value == nil || defs[0].Result > 0 {
		return
	}
	why, known := m.values[v]
	if !known {
		why = m.why(bare(defs[0].Value))
		if index, ok := bare(defs[0].Value).(*syntax.Index); ok && why != "" && m.tested[m.flow().term(index.X).key] {
			why = ""
		}
		m.values[v] = why
	}
	if why == "" {
		m.list(at, id)
		return
	}
	own := fmt.Sprintf("=%s@%d", id.Name, defs[0].At.first)
	if at.Func != defs[0].At.Func || at.before(defs[0].At) {
		m.tested[own] = true // who knows what was tested before it got here
		return
	}
	m.used(at, own, why, m.text(id))
}

// list hears of a use of a name that holds a list.
func (m *maybes) list(at *site, id *syntax.Ident) {
	if shape := m.shapeOf(id); shape == nil || shape.Type != "list" {
		return
	}
	if index, ok := at.Parent.Node.(*syntax.Index); !ok || index.X != syntax.Expr(id) || literalKind(index.Key) != kindNumber {
		m.tested[m.flow().term(id).key] = true
	}
}

// used looks at what is done with something that may be nil.
func (m *maybes) used(at *site, key, why, shown string) {
	for at.Parent != nil {
		if _, ok := at.Parent.Node.(*syntax.Paren); !ok {
			break
		}
		at = at.Parent
	}
	does, hint := m.does(at, shown)
	switch {
	case does == "" && m.tests(at):
		m.test(at, key)
	case does == "" || m.guarded(at, key):
	case m.mayFail(at):
		m.tested[key] = true
	default:
		m.tested[key] = true
		m.find(at, fmt.Sprintf("%s %s, and this %s", shown, why, does), hint)
	}
}

// does says what is done at a place that fails with nil, and what to write; "" for all else.
func (m *maybes) does(at *site, shown string) (does, hint string) {
	test := "test it first: if " + shown + " then … end"
	if strings.Contains(shown, "(") {
		test = "keep it and test it first: local x = " + shown + " if x then … end"
	}
	switch n := at.Parent.Node.(type) {
	case *syntax.Index:
		if n.X == at.Node {
			return "looks for a field of it", test
		}
	case *syntax.MethodCall:
		if n.X == at.Node {
			return "calls a method of it", test
		}
	case *syntax.Binary:
		switch {
		case n.Op == syntax.Concat:
			return "joins it to a text", "write (" + shown + ` or "none")`
		case arithmetic(n.Op):
			return "reckons with it", "write (" + shown + " or 0)"
		case comparison(n.Op) && n.Op != syntax.Eq && n.Op != syntax.Ne:
			return "compares it", test
		}
	case *syntax.Unary:
		switch n.Op {
		case syntax.Len:
			return "asks for its length", test
		case syntax.Neg:
			return "reckons with it", "write (" + shown + " or 0)"
		}
	case *syntax.NumericFor:
		return "counts with it", "write (" + shown + " or 0)"
	case *syntax.GenericFor:
		return "goes through it", test
	case *syntax.Call:
		if name := m.globalName(n.Fn); (name == "pairs" || name == "ipairs") && n.Args[0] == at.Node {
			return "goes through it", test
		}
	}
	return "", ""
}

// tests reports whether a use that does not fail with nil may be a test. Copying something and telling it are none.
func (m *maybes) tests(at *site) bool {
	if at.Logic != at {
		return true
	}
	switch n := at.Parent.Node.(type) {
	case *syntax.Local, *syntax.Assign, *syntax.Field:
		return false
	case *syntax.Call:
		name := m.globalName(n.Fn)
		return name != "print" && !showsText(name)
	}
	return true
}

// test notes what a test tells.
func (m *maybes) test(at *site, key string) {
	if m.tested[key] {
		return
	}
	a := m.absence(at)
	if a == nil {
		m.tested[key] = true
		return
	}
	m.missing[key] = a
	if !strings.HasPrefix(key, "=") {
		a.after = nil // what the world answers may be another thing by then
	}
	m.tested[key] = a.after == nil
}

// guarded reports whether something is known to be there at a place, or tested in a way that may tell so.
func (m *maybes) guarded(at *site, key string) bool {
	a := m.missing[key]
	switch {
	case a == nil:
		return m.tested[key]
	case inSpan(at, a.where):
		delete(m.missing, key) // told once
		return false
	case a.after != nil && straight(at, a.after):
		delete(m.missing, key)
		return false
	}
	return true
}

// absence returns where something is nil by a test that is all of an if's only condition; nil where it is not, or where the
// test is another.
func (m *maybes) absence(at *site) *absence {
	negative := false
	test := at
	if equals, ok := at.Parent.Node.(*syntax.Binary); ok && (equals.Op == syntax.Eq || equals.Op == syntax.Ne) {
		if literalKind(equals.X) != kindNil && literalKind(equals.Y) != kindNil {
			return nil
		}
		negative = equals.Op == syntax.Eq
		test = at.Parent
	}
	top := test.Logic
	clause, ok := top.Parent.Node.(*syntax.Clause)
	if !ok {
		return nil
	}
	for up := test; up != top; up = up.Parent {
		switch up.Parent.Node.(type) {
		case *syntax.Unary:
			negative = !negative
		case *syntax.Binary:
			return nil
		}
	}
	branch := top.Parent.Parent
	n := branch.Node.(*syntax.If)
	switch {
	case len(n.Clauses) > 1:
		return nil
	case negative && n.Else == nil && m.onlyTells(clause.Body):
		return &absence{where: clause.Body.Span, after: branch.Parent}
	case negative:
		return &absence{where: clause.Body.Span}
	case n.Else != nil:
		return &absence{where: n.Else.Span}
	}
	return nil
}

func inSpan(n syntax.Node, outer syntax.Span) bool {
	at := n.Range().Start.Offset
	return outer.Start.Offset <= at && at < outer.End.Offset
}

// onlyTells reports whether a block does nothing but call words that take no time.
func (m *maybes) onlyTells(b *syntax.Block) bool {
	for _, stmt := range b.Stmts {
		call, ok := stmt.(*syntax.CallStmt)
		if !ok {
			return false
		}
		n, ok := call.Call.(*syntax.Call)
		if !ok || m.wordOf(n) == nil || m.flow().target(n).effect != quiet {
			return false
		}
	}
	return true
}

// straight reports whether a place in a block is reached whatever is decided behind the block's start.
func straight(at, block *site) bool {
	for up := at; up != nil; up = up.Parent {
		switch n := up.Node.(type) {
		case *syntax.If, *syntax.While, *syntax.Repeat, *syntax.NumericFor, *syntax.GenericFor, *syntax.Function:
			return false
		case *syntax.Binary:
			if n.Op == syntax.And || n.Op == syntax.Or {
				return false
			}
		case *syntax.Block:
			return up == block
		}
	}
	return false
}

// mayFail reports whether a failure at a place is caught: the function is called by pcall.
func (m *maybes) mayFail(at *site) bool {
	if at.Func == nil {
		return false
	}
	for _, caller := range m.flow().around(at).callers {
		m.visits++
		if m.flow().target(caller.Node.(syntax.Expr)).caught {
			return true
		}
	}
	return false
}
