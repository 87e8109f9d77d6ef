package rules

import "mystic-sdk/lua/syntax"

// flow is what is known of the ways through a script: its functions, what calls call, and, once asked, what the analyses
// found. It belongs to one check.
type flow struct {
	script    *Script
	main      *function
	functions map[*syntax.Function]*function
	all       []*function // main first, then in the order of the text
	calls     []*site     // in the order of the text
	targets   map[syntax.Expr]*target
	free      []target             // room for targets
	metas     map[syntax.Expr]bool // operators and accesses that a metatable can turn into a call
	methods   map[string]method    // by name
	gotos     map[*syntax.Label]*site
	still     map[syntax.Expr]bool // conditions that were looked through
	terms     map[*variable]term   // of variables, once asked
	readOnly  map[*variable]bool   // variables whose tables are only read, once asked
	conds     map[syntax.Node]*condition

	past *past
	life *life
	idle *idle
}

// function is a function of the script, or its main part.
type function struct {
	site *site // of the body's function; of the whole script for main
	node *syntax.Function
	body *syntax.Block

	acts    bool    // game time may pass in it
	callers []*site // of the calls that call it by its name, or where it stands
	loose   bool    // something else may call it too
	handles bool    // on is given it

}

// flow returns what is known of the ways through the script.
func (s *Script) flow() *flow {
	if s.ways == nil {
		s.ways = newFlow(s)
	}
	return s.ways
}

func newFlow(s *Script) *flow {
	calls := len(s.sorted[classCall]) + len(s.sorted[classMethod])
	f := &flow{
		script:    s,
		functions: make(map[*syntax.Function]*function, len(s.sorted[classFunction])),
		all:       make([]*function, 0, 1+len(s.sorted[classFunction])),
		calls:     make([]*site, 0, calls),
		targets:   make(map[syntax.Expr]*target, calls),
		free:      make([]target, calls),
		methods:   map[string]method{},
		gotos:     map[*syntax.Label]*site{},
		still:     map[syntax.Expr]bool{},
		terms:     map[*variable]term{},
		readOnly:  map[*variable]bool{},
		conds:     map[syntax.Node]*condition{},
	}
	functions := make([]function, cap(f.all))
	f.main = &functions[0]
	*f.main = function{site: s.sites[0], body: s.Chunk.Body}
	f.all = append(f.all, f.main)
	for site, n := range every[*syntax.Function](s) {
		fn := &functions[len(f.all)]
		*fn = function{site: site, node: n, body: n.Body}
		f.functions[n] = fn
		f.all = append(f.all, fn)
	}
	f.findMethods()
	f.findGotos()
	f.findCallers()
	return f
}

// around returns the function that a site is in.
func (f *flow) around(at *site) *function {
	if at.Func == nil {
		return f.main
	}
	return f.all[1+at.Func.nth]
}

// findGotos notes for each label the last goto behind it that jumps to it.
func (f *flow) findGotos() {
	for at, n := range every[*syntax.Goto](f.script) {
		if label := f.script.Scopes.Target(n); label != nil && label.Start.Offset < n.Start.Offset {
			f.gotos[label] = at
		}
	}
}

// lastGoto returns the last goto that jumps back to a label, or nil.
func (f *flow) lastGoto(n *syntax.Label) *site { return f.gotos[n] }

// findCallers notes which calls call each function, and where game time may pass.
func (f *flow) findCallers() {
	calledBy := map[*function][]*function{}
	var acting []*function
	mark := func(fn *function) {
		if !fn.acts {
			fn.acts = true
			acting = append(acting, fn)
		}
	}
	meta := f.script.metatables()
	if meta {
		f.metas = map[syntax.Expr]bool{}
	}
	for _, site := range f.script.all() {
		switch n := site.Node.(type) {
		case *syntax.Call:
			f.findCall(site, n, calledBy, mark)
			f.findHandler(n)
		case *syntax.MethodCall:
			f.findCall(site, n, calledBy, mark)
		case *syntax.GenericFor:
			if f.foreignRounds(n) {
				mark(f.around(site))
			}
		case *syntax.Index, *syntax.Unary, *syntax.Binary:
			if e := n.(syntax.Expr); meta && f.mayRunMeta(e) {
				f.metas[e] = true
				mark(f.around(site))
			}
		}
	}
	for len(acting) > 0 {
		fn := acting[len(acting)-1]
		acting = acting[:len(acting)-1]
		for _, caller := range calledBy[fn] {
			f.script.visits++
			mark(caller)
		}
	}
	for _, fn := range f.all[1:] {
		fn.loose = len(fn.callers) != f.uses(fn)
	}
}

// findCall notes what one call calls.
func (f *flow) findCall(at *site, n syntax.Expr, calledBy map[*function][]*function, mark func(*function)) {
	f.calls = append(f.calls, at)
	here, t := f.around(at), f.target(n)
	if t.effect == acts || t.effect == foreign {
		mark(here)
	}
	if t.fn != nil {
		t.fn.callers = append(t.fn.callers, at)
		calledBy[t.fn] = append(calledBy[t.fn], here)
	}
	for _, back := range t.back {
		calledBy[back] = append(calledBy[back], here)
	}
}

// findHandler notes what on is given.
func (f *flow) findHandler(call *syntax.Call) {
	if len(call.Args) < 2 {
		return
	}
	if word := f.script.wordOf(call); word == nil || word.Name != "on" {
		return
	}
	if t := f.value(call.Args[1], maxDepth); t.fn != nil {
		t.fn.handles = true
	}
}

// uses returns how often the script uses a function, be it to call it or for something else; -1 where that is not known.
func (f *flow) uses(fn *function) int {
	s := f.script
	up := fn.site.Parent
	for {
		if _, ok := up.Node.(*syntax.Paren); !ok {
			break
		}
		up = up.Parent
	}
	switch n := up.Node.(type) {
	case *syntax.LocalFunction:
		return len(s.Scopes.Declared(n.Name).Reads)
	case *syntax.FunctionStmt:
		return f.reads(n.Target)
	case *syntax.Local:
		for i, value := range n.Values {
			if value == syntax.Expr(fn.node) && i < len(n.Names) {
				return len(s.Scopes.Declared(n.Names[i]).Reads)
			}
		}
	case *syntax.Assign:
		for i, value := range n.Values {
			if value == syntax.Expr(fn.node) && i < len(n.Targets) {
				return f.reads(n.Targets[i])
			}
		}
	case *syntax.Call:
		return 1 // where it stands
	}
	return -1
}

// reads returns how often a variable is read, by one of its names; -1 where that is not known.
func (f *flow) reads(name syntax.Expr) int {
	v, _, all := f.script.defsOf(name)
	if !all {
		return -1
	}
	return len(v.reads())
}

// foreignRounds reports whether the rounds of a loop call what the tree does not show: an iterator that is not the
// library's.
func (f *flow) foreignRounds(n syntax.Stmt) bool {
	loop, ok := n.(*syntax.GenericFor)
	if !ok || len(loop.Values) == 0 {
		return false
	}
	if f.script.globalName(loop.Values[0]) == "next" {
		return false
	}
	var name string
	var over syntax.Expr
	switch n := loop.Values[0].(type) {
	case *syntax.Call:
		if name = f.value(n.Fn, maxDepth).library; len(n.Args) > 0 {
			over = n.Args[0]
		}
	case *syntax.MethodCall:
		if t := f.target(n); t.effect == quiet && n.Name.Text == "gmatch" {
			name = "string.gmatch"
		}
	}
	switch name {
	case "string.gmatch", "utf8.codes":
		return false
	case "ipairs", "pairs": // __pairs and __index
		return f.script.metatables() && (over == nil || f.script.shapeOf(over) == nil)
	}
	return true
}

// unbounded reports whether a for counts up without an end.
func (f *flow) unbounded(n syntax.Stmt) bool {
	loop, ok := n.(*syntax.NumericFor)
	if !ok {
		return false
	}
	if loop.Step != nil {
		if step, known := numberOf(loop.Step); !known || step <= 0 {
			return false
		}
	}
	table, name := f.script.libraryFunction(loop.To)
	return table == "math" && name == "huge"
}

// runsMeta reports whether evaluating an operator or an access may call a metamethod, and so anything.
func (f *flow) runsMeta(e syntax.Expr) bool { return f.metas[e] }

// mayRunMeta is runsMeta for a script that may come by a value with a metatable.
func (f *flow) mayRunMeta(e syntax.Expr) bool {
	s := f.script
	switch e := e.(type) {
	case *syntax.Index:
		if name := s.globalName(e.X); name == "mem" || name == "me" || name != "" && s.World.Tables[name] != nil {
			return false
		}
		return !s.isPlain(e.X) && s.shapeOf(e.X) == nil
	case *syntax.Unary:
		return e.Op != syntax.Not && !s.isPlain(e.X) && s.shapeOf(e.X) == nil
	case *syntax.Binary:
		switch e.Op {
		case syntax.And, syntax.Or:
			return false
		case syntax.Eq, syntax.Ne:
			return !s.isPlain(e.X) && !s.isPlain(e.Y)
		}
		return !s.isPlain(e.X) || !s.isPlain(e.Y)
	}
	return false
}

// quiet reports whether evaluating an expression takes no time, whatever its parts give.
func (f *flow) quiet(e syntax.Expr) bool {
	if c := classOf(e); c == classLeaf || c == classIdent || c == classFunction {
		return true
	}
	if known, ok := f.still[e]; ok {
		return known
	}
	f.script.visits++
	still := true
	switch e.(type) {
	case *syntax.Call, *syntax.MethodCall:
		t := f.target(e)
		still = t.effect == quiet && t.back == nil
	}
	if still && !f.runsMeta(e) {
		syntax.Children(e, func(child syntax.Node) {
			if field, ok := child.(*syntax.Field); ok {
				if field.Key != nil {
					still = still && f.quiet(field.Key)
				}
				still = still && f.quiet(field.Value)
			} else if child, ok := child.(syntax.Expr); ok {
				still = still && f.quiet(child)
			}
		})
	} else {
		still = false
	}
	f.still[e] = still
	return still
}
