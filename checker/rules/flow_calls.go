package rules

import (
	"slices"

	"mystic-sdk/contract"
	"mystic-sdk/lua/syntax"
)

// effect is what a call does to the way of a script.
type effect uint8

const (
	quiet   effect = iota // it goes on at once, and nothing of the world has changed
	speaks                // say: the second one in a second waits
	acts                  // an action, or a wait
	foreign               // what the tree does not show: a saved script, the prelude, a value
	own                   // a function of the script
	musts                 // must: the run goes on only where its argument holds
	asserts               // assert: likewise, and raises an error besides
	raises                // error
	ends                  // stop
)

// target is what a call calls.
type target struct {
	effect effect
	fn     *function   // of own
	caught bool        // an error goes no further: pcall is between
	back   []*function // what a function of the library may call back, any number of times

	library string // the name of the library's function that it is; not for those who ask what a call does
}

// call is one call on the way, or another node that may run anything.
type call struct {
	target
	node syntax.Node
}

// target returns what a call calls.
func (f *flow) target(node syntax.Expr) target {
	if t, known := f.targets[node]; known {
		return *t
	}
	f.script.visits++
	var t target
	switch n := node.(type) {
	case *syntax.Call:
		t = f.called(n)
	case *syntax.MethodCall:
		t = f.method(n)
	}
	f.free[0] = t
	f.targets[node], f.free = &f.free[0], f.free[1:]
	return t
}

func (f *flow) called(n *syntax.Call) target {
	t := f.value(n.Fn, maxDepth)
	switch t.library {
	case "pcall", "xpcall":
		return f.protected(t.library, n.Args)
	case "table.sort":
		return f.callsBack(n.Args, 1)
	case "string.gsub":
		return f.callsBack(n.Args, 2)
	}
	return t
}

// protected returns what a pcall or xpcall calls.
func (f *flow) protected(name string, args []syntax.Expr) target {
	if len(args) == 0 {
		return target{}
	}
	t := f.value(args[0], maxDepth)
	switch t.effect {
	case raises, musts, asserts:
		t = target{} // pcall(must, x) may end the run, but then nothing follows
	case quiet:
		t = t.handedOn()
	case own:
		t.caught = true
	}
	if name == "xpcall" && len(args) > 1 {
		switch handler := f.value(args[1], maxDepth); handler.effect {
		case own:
			t.back = []*function{handler.fn}
		case acts, foreign:
			t = target{effect: foreign}
		}
	}
	return t
}

// callsBack returns what a function of the library does that may be given a function.
func (f *flow) callsBack(args []syntax.Expr, at int) target {
	if at >= len(args) {
		if n := len(args); n > 0 && multiple(args[n-1]) {
			return target{effect: foreign}
		}
		return target{}
	}
	switch f.script.kindOf(args[at]) {
	case kindText, kindTable, kindNil:
		return target{}
	}
	switch t := f.value(args[at], maxDepth); t.effect {
	case own:
		return target{back: []*function{t.fn}}
	case quiet:
		return t.handedOn()
	}
	return target{effect: foreign}
}

// handedOn returns what a call does that another function makes: with which arguments nobody knows.
func (t target) handedOn() target {
	switch t.library {
	case "pcall", "xpcall", "table.sort", "string.gsub":
		return target{effect: foreign}
	}
	return t
}

// method returns what a method call calls: a method of texts, or one that the script gives one of its tables.
func (f *flow) method(n *syntax.MethodCall) target {
	_, methods := f.methods[n.Name.Text]
	if slices.Contains(f.script.World.Tables["string"], n.Name.Text) &&
		(f.script.kindOf(n.X) == kindText || !methods && !f.script.stores(n.Name.Text)) {
		if n.Name.Text == "gsub" {
			return f.callsBack(n.Args, 1)
		}
		return target{}
	}
	return f.member(n.X, n.Name.Text)
}

// value returns what calling the value of an expression calls.
func (f *flow) value(e syntax.Expr, depth int) target {
	f.script.visits++
	switch e := bare(e).(type) {
	case *syntax.Function:
		return target{effect: own, fn: f.functions[e]}
	case *syntax.Ident:
		if v := f.script.uses[e].of; v.defined {
			return target{effect: v.effect, library: v.name}
		}
		if value := f.onlyValue(e); value != nil && depth > 0 {
			return f.value(value, depth-1)
		}
	case *syntax.Index:
		if table, name := f.script.libraryFunction(e); table != "" {
			if table == "coroutine" || !slices.Contains(f.script.World.Tables[table], name) {
				return target{effect: foreign}
			}
			return target{library: table + "." + name}
		}
		if key, ok := e.Key.(*syntax.String); ok {
			return f.member(e.X, key.Value)
		}
	}
	return target{effect: foreign}
}

// onlyValue returns the one value that a variable is ever given, a declaration without a value apart, or nil.
func (f *flow) onlyValue(id *syntax.Ident) syntax.Expr {
	_, defs, all := f.script.defsOf(id)
	if !all {
		return nil
	}
	var value syntax.Expr
	for _, d := range defs {
		f.script.visits++
		switch {
		case d.Value == nil && d.Kind == kindNil:
		case d.Value == nil, d.Result > 0, value != nil:
			return nil
		default:
			value = d.Value
		}
	}
	return value
}

// effect returns what calling a global of the world does.
func (w *World) effect(name string) effect {
	if verb := w.verb(name); verb != nil {
		if verb.Kind == contract.Action {
			return acts
		}
		return quiet
	}
	if word := w.word(name); word != nil {
		switch name {
		case "wait":
			return acts
		case "say":
			return speaks
		case "must":
			return musts
		case "stop":
			return ends
		case "run":
			return foreign
		}
		return quiet
	}
	switch {
	case w.Prelude[name] || !w.Library[name]:
		return foreign
	case name == "error":
		return raises
	case name == "assert":
		return asserts
	}
	return quiet
}

// method is a function under a name in a table of the script.
type method struct {
	table   *variable // the one that holds the table; nil where it is not known
	fn      syntax.Expr
	several bool // the script puts other things under this name too
}

// findMethods lists what the script puts under names into tables.
func (f *flow) findMethods() {
	add := func(table, key, value syntax.Expr) {
		name, text := key.(*syntax.String)
		if !text {
			return
		}
		v, _, _ := f.script.defsOf(bare(table))
		f.addMethod(name.Value, v, value)
	}
	for _, n := range every[*syntax.FunctionStmt](f.script) {
		if index, ok := n.Target.(*syntax.Index); ok {
			add(index.X, index.Key, n.Func)
		}
	}
	for _, n := range every[*syntax.Assign](f.script) {
		for i, t := range n.Targets {
			index, ok := t.(*syntax.Index)
			if !ok {
				continue
			}
			var value syntax.Expr
			if i < len(n.Values) {
				value = n.Values[i]
			}
			add(index.X, index.Key, value)
		}
	}
	holder := map[*syntax.Table]*variable{}
	for _, n := range every[*syntax.Local](f.script) {
		for i, name := range n.Names[:min(len(n.Names), len(n.Values))] {
			if t, ok := n.Values[i].(*syntax.Table); ok {
				holder[t] = f.script.locals[name]
			}
		}
	}
	for _, n := range every[*syntax.Table](f.script) {
		for _, field := range n.Fields {
			if name, text := field.Key.(*syntax.String); text {
				f.addMethod(name.Value, holder[n], field.Value)
			}
		}
	}
}

// addMethod notes one thing that the script puts under a name into a table.
func (f *flow) addMethod(name string, table *variable, value syntax.Expr) {
	_, several := f.methods[name]
	f.methods[name] = method{table: table, fn: value, several: several}
}

// member returns what calling a field of a table calls, where the script puts only one thing under that name anywhere, and
// puts it into this table.
func (f *flow) member(table syntax.Expr, name string) target {
	unknown := target{effect: foreign}
	m := f.methods[name]
	if m.several || m.fn == nil {
		return unknown
	}
	id, ok := bare(table).(*syntax.Ident)
	if !ok {
		return unknown
	}
	v, defs, all := f.script.defsOf(id)
	if !all || v != m.table || len(defs) != 1 || f.script.metatables() {
		return unknown
	}
	if f.script.stores(name); f.script.storesAny {
		return unknown
	}
	if _, ok := defs[0].Value.(*syntax.Table); !ok {
		return unknown
	}
	if fn, ok := m.fn.(*syntax.Function); ok {
		return target{effect: own, fn: f.functions[fn]}
	}
	return unknown
}
