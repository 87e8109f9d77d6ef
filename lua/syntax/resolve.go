package syntax

// Variable is one local of a script: a `local`, a parameter or a loop variable.
type Variable struct {
	Name     *Name     // where it is declared
	Kind     VarKind   // how
	Attrib   string    // "", "const" or "close"
	Owner    *Function // the function that it is a local of; nil for the script itself
	Visible  Span      // where the name means this variable, unless another one shadows it
	Reads    []*Ident  // in the order of the text
	Writes   []*Ident  // assignments, in the order of the text; the declaration is not one
	Captured bool      // a function inside Owner uses it
	Shadows  *Variable // what the name meant before; nil: no local
}

// VarKind says how a variable is declared.
type VarKind uint8

// The kinds of variable.
const (
	LocalVar    VarKind = iota // local x
	FunctionVar                // local function x
	ParamVar                   // function (x)
	SelfVar                    // the undeclared self of function a:m()
	LoopVar                    // for x
)

// Global is a name that no local declares, with all its uses.
type Global struct {
	Name   string
	Reads  []*Ident // in the order of the text
	Writes []*Ident // assignments and function statements, in the order of the text
}

// FuncInfo is what Resolve knows of one function, or of the script itself.
type FuncInfo struct {
	Func      *Function   // nil for the script itself
	Outer     *FuncInfo   // nil for the script itself
	Variables []*Variable // its own, in the order of declaration
	Upvalues  []*Variable // those of outer functions that it or a function inside it uses, in the order of first use
}

// Scopes tells what the names of one script mean.
type Scopes struct {
	Main      *FuncInfo   // the script itself
	Funcs     []*FuncInfo // all functions in the order of the text, Main first
	Variables []*Variable // in the order of declaration
	Globals   []*Global   // in the order of first use

	idents map[*Ident]*Variable
	decls  map[*Name]*Variable
	global map[string]*Global
	funcs  map[*Function]*FuncInfo
	labels map[*Goto]*Label
}

// Local returns the local that a name means where it stands, nil where it is a global.
func (s *Scopes) Local(id *Ident) *Variable { return s.idents[id] }

// Declared returns the variable that a name declares, nil where it declares none (a label, a method).
func (s *Scopes) Declared(n *Name) *Variable { return s.decls[n] }

// Global returns the uses of a global, nil if the script never uses it.
func (s *Scopes) Global(name string) *Global { return s.global[name] }

// Func returns what is known of a function; of the script itself for nil.
func (s *Scopes) Func(f *Function) *FuncInfo {
	if f == nil {
		return s.Main
	}
	return s.funcs[f]
}

// Target returns the label that a goto jumps to, nil where there is none.
func (s *Scopes) Target(g *Goto) *Label { return s.labels[g] }

// Resolve finds out what each name of a tree means, in one pass and in time linear in its size.
func Resolve(chunk *Chunk) *Scopes {
	s := &Scopes{
		Main:   &FuncInfo{},
		idents: map[*Ident]*Variable{},
		decls:  map[*Name]*Variable{},
		global: map[string]*Global{},
		funcs:  map[*Function]*FuncInfo{},
		labels: map[*Goto]*Label{},
	}
	s.Funcs = append(s.Funcs, s.Main)
	r := &resolver{scopes: s, fn: s.Main, owner: map[*Variable]*FuncInfo{}, now: map[string]*Variable{}}
	r.block(chunk.Body)
	return s
}

// resolver walks a tree. now maps each name to the innermost local that bears it; what that one shadows is kept in the
// variable, so entering and leaving a scope costs nothing but its own variables.
type resolver struct {
	scopes *Scopes
	fn     *FuncInfo
	owner  map[*Variable]*FuncInfo
	now    map[string]*Variable
	open   []*Variable // in scope, innermost last
	seen   map[*FuncInfo]map[*Variable]bool
	labels labelScopes
}

// block resolves a block with a scope of its own.
func (r *resolver) block(b *Block) {
	mark := r.enter(b)
	r.stmts(b)
	r.leave(mark, b.End)
}

// enter opens a scope; its mark is for leave.
func (r *resolver) enter(b *Block) int {
	r.labels.enter(b)
	return len(r.open)
}

// leave closes the scope that was opened with mark; its variables were visible to end.
func (r *resolver) leave(mark int, end Pos) {
	for i := len(r.open) - 1; i >= mark; i-- {
		v := r.open[i]
		v.Visible.End = end
		if v.Shadows == nil {
			delete(r.now, v.Name.Text)
		} else {
			r.now[v.Name.Text] = v.Shadows
		}
	}
	r.open = r.open[:mark]
	r.labels.leave()
}

func (r *resolver) stmts(b *Block) {
	for _, s := range b.Stmts {
		r.stmt(s)
	}
}

// declare brings a variable into the open scope, visible from the end of n or, if later, from `from`.
func (r *resolver) declare(n *Name, kind VarKind, attrib string, from Pos) *Variable {
	v := &Variable{Name: n, Kind: kind, Attrib: attrib, Owner: r.fn.Func, Shadows: r.now[n.Text]}
	v.Visible = Span{Start: from, End: from}
	r.now[n.Text] = v
	r.open = append(r.open, v)
	r.owner[v] = r.fn
	r.fn.Variables = append(r.fn.Variables, v)
	r.scopes.Variables = append(r.scopes.Variables, v)
	r.scopes.decls[n] = v
	return v
}

func (r *resolver) stmt(s Stmt) {
	switch s := s.(type) {
	case *Local:
		r.exprs(s.Values)
		for i, n := range s.Names {
			r.declare(n, LocalVar, s.Attribs[i], s.End)
		}
	case *Assign:
		// The targets are read first, as the text has them, and counted as writes where they are plain names.
		for _, t := range s.Targets {
			r.target(t)
		}
		r.exprs(s.Values)
	case *CallStmt:
		r.expr(s.Call)
	case *Do:
		r.block(s.Body)
	case *While:
		r.expr(s.Cond)
		r.block(s.Body)
	case *Repeat:
		mark := r.enter(s.Body)
		r.stmts(s.Body)
		r.expr(s.Cond)
		r.leave(mark, s.End)
	case *If:
		for _, c := range s.Clauses {
			r.expr(c.Cond)
			r.block(c.Body)
		}
		if s.Else != nil {
			r.block(s.Else)
		}
	case *NumericFor:
		r.expr(s.From)
		r.expr(s.To)
		if s.Step != nil {
			r.expr(s.Step)
		}
		r.loop(s.Body, s.Var)
	case *GenericFor:
		r.exprs(s.Values)
		r.loop(s.Body, s.Names...)
	case *FunctionStmt:
		r.target(s.Target)
		r.function(s.Func)
	case *LocalFunction:
		r.declare(s.Name, FunctionVar, "", s.Name.End)
		r.function(s.Func)
	case *Return:
		r.exprs(s.Values)
	case *Goto:
		r.labels.use(r.scopes, s)
	case *Label:
	}
}

func (r *resolver) loop(body *Block, names ...*Name) {
	mark := r.enter(body)
	for _, n := range names {
		r.declare(n, LoopVar, "", body.Start)
	}
	r.stmts(body)
	r.leave(mark, body.End)
}

func (r *resolver) exprs(list []Expr) {
	for _, e := range list {
		r.expr(e)
	}
}

func (r *resolver) target(e Expr) {
	if id, ok := e.(*Ident); ok {
		r.use(id, true)
		return
	}
	r.expr(e)
}

func (r *resolver) expr(e Expr) {
	switch e := e.(type) {
	case *Ident:
		r.use(e, false)
	case *Index:
		r.expr(e.X)
		r.expr(e.Key)
	case *Call:
		r.expr(e.Fn)
		r.exprs(e.Args)
	case *MethodCall:
		r.expr(e.X)
		r.exprs(e.Args)
	case *Function:
		r.function(e)
	case *Binary:
		r.expr(e.X)
		r.expr(e.Y)
	case *Unary:
		r.expr(e.X)
	case *Paren:
		r.expr(e.X)
	case *Table:
		for _, f := range e.Fields {
			if f.Key != nil {
				r.expr(f.Key)
			}
			r.expr(f.Value)
		}
	}
}

func (r *resolver) function(f *Function) {
	info := &FuncInfo{Func: f, Outer: r.fn}
	r.scopes.Funcs = append(r.scopes.Funcs, info)
	r.scopes.funcs[f] = info
	r.fn = info
	outer := r.labels
	r.labels = labelScopes{}
	mark := r.enter(f.Body)
	for i, p := range f.Params {
		kind := ParamVar
		if i == 0 && f.Method() {
			kind = SelfVar
		}
		r.declare(p, kind, "", f.Body.Start)
	}
	r.stmts(f.Body)
	r.leave(mark, f.Body.End)
	r.labels = outer
	r.fn = info.Outer
}

// use notes one use of a name.
func (r *resolver) use(id *Ident, write bool) {
	v := r.now[id.Name]
	if v == nil {
		g := r.scopes.global[id.Name]
		if g == nil {
			g = &Global{Name: id.Name}
			r.scopes.global[id.Name] = g
			r.scopes.Globals = append(r.scopes.Globals, g)
		}
		if write {
			g.Writes = append(g.Writes, id)
		} else {
			g.Reads = append(g.Reads, id)
		}
		return
	}
	r.scopes.idents[id] = v
	if write {
		v.Writes = append(v.Writes, id)
	} else {
		v.Reads = append(v.Reads, id)
	}
	r.capture(v)
}

// capture notes v as an upvalue of every function between its use and its owner. A function that has it already got it
// together with those around it, so the walk ends there.
func (r *resolver) capture(v *Variable) {
	owner := r.owner[v]
	for f := r.fn; f != owner; f = f.Outer {
		v.Captured = true
		if r.seen[f][v] {
			return
		}
		if r.seen == nil {
			r.seen = map[*FuncInfo]map[*Variable]bool{}
		}
		if r.seen[f] == nil {
			r.seen[f] = map[*Variable]bool{}
		}
		r.seen[f][v] = true
		f.Upvalues = append(f.Upvalues, v)
	}
}

// labelScopes are the blocks around a place, innermost last, within one function.
type labelScopes []labelScope

// labelScope is one block; its labels are looked up at the first goto inside it.
type labelScope struct {
	block *Block
	names map[string]*Label
}

func (l *labelScopes) enter(b *Block) { *l = append(*l, labelScope{block: b}) }
func (l *labelScopes) leave()         { *l = (*l)[:len(*l)-1] }

// use finds the label of a goto: the innermost block around it that has one of that name. Whether the jump is allowed is
// for the parser to say.
func (l labelScopes) use(s *Scopes, g *Goto) {
	for i := len(l) - 1; i >= 0; i-- {
		if l[i].names == nil {
			l[i].names = labelsOf(l[i].block)
		}
		if label := l[i].names[g.Label.Text]; label != nil {
			s.labels[g] = label
			return
		}
	}
}

// labelsOf returns the labels that stand directly in a block.
func labelsOf(b *Block) map[string]*Label {
	names := map[string]*Label{}
	for _, stmt := range b.Stmts {
		if label, ok := stmt.(*Label); ok && names[label.Name.Text] == nil {
			names[label.Name.Text] = label
		}
	}
	return names
}
