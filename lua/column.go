package lua

import (
	"regexp"
	"strconv"

	"mystic-sdk/lua/internal/number"
	"mystic-sdk/lua/internal/vm"
	"mystic-sdk/lua/syntax"
)

var (
	namesOperand = regexp.MustCompile(`\((local|global|upvalue|field|method|entry) '([^']+)'(?: of '([^']+)')?\)$`)
	namesResult  = regexp.MustCompile(`\(result (?:\d+ )?of '([^']+)'\)$`)
	namesCallee  = regexp.MustCompile(`^(?:bad argument #\d+ to )?'(\w+)' (?:is called on a value that does not fit )?\(`)
)

// locate gives an error the column of what its message names, where the line has that only once or each time as the same.
func (st *State) locate(err *ScriptError) {
	if err.Column == noColumn {
		err.Column = 0
		return
	}
	if err.Column > 0 || err.Line == 0 {
		return
	}
	p := st.programNamed(err.Script)
	if p == nil {
		return
	}
	f := finder{line: err.Line, set: map[syntax.Expr]bool{}}
	if m := namesOperand.FindStringSubmatch(err.Message); m != nil {
		f.kind, f.name, f.path = m[1], m[2], m[2]
		if m[3] != "" {
			f.path = m[3] + "." + m[2]
		}
		f.same = m[3] != "" || m[1] != "field" && m[1] != "method"
	} else if m := namesResult.FindStringSubmatch(err.Message); m != nil {
		f.kind, f.path = "result", m[1]
	} else if m := namesCallee.FindStringSubmatch(err.Message); m != nil {
		f.kind, f.name = "callee", m[1]
	} else {
		return
	}
	syntax.Walk(p.chunk, f.visit)
	if f.found == 1 || f.found > 1 && f.same {
		err.Column = f.column
	}
}

func (st *State) programNamed(script string) *Program {
	for _, p := range st.programs {
		if scriptName(p.Name()) == script {
			return p
		}
	}
	if p := st.box.prelude; p != nil && script == scriptName(preludeName) {
		return p
	}
	return nil
}

// finder looks for what a message names on one line of a script.
type finder struct {
	line   int
	kind   string // "local", "global", "upvalue", "field", "method", "entry", "result" or "callee"
	name   string
	path   string // the name with those before it: "me.load"
	same   bool   // all that has this path is the same
	set    map[syntax.Expr]bool
	found  int
	column int // of the first that was found
}

func (f *finder) visit(n syntax.Node) bool {
	switch n := n.(type) {
	case *syntax.Assign: // what is set is not what is missing
		for _, target := range n.Targets {
			f.set[target] = true
		}
	case *syntax.Ident:
		if f.kind == "local" || f.kind == "global" || f.kind == "upvalue" {
			f.note(n.Name == f.name && !f.set[n], n.Start)
		}
	case *syntax.Index:
		key, named := n.Key.(*syntax.String)
		switch {
		case f.set[n]:
		case f.kind == "field" && named:
			f.note(key.Value == f.name && (!f.same || pathOf(n) == f.path), key.Start)
		case f.kind == "entry":
			f.note(pathOf(n) == f.path, n.Key.Range().Start)
		}
	case *syntax.MethodCall:
		switch f.kind {
		case "method", "callee":
			f.note(n.Name.Text == f.name, n.Name.Start)
		case "result":
			f.note(pathOf(n.X)+":"+n.Name.Text == f.path, n.Name.Start)
		}
	case *syntax.Call:
		name, at := lastName(n.Fn)
		switch f.kind {
		case "callee":
			f.note(name == f.name, at)
		case "result":
			f.note(pathOf(n.Fn) == f.path, at)
		}
	}
	return true
}

func (f *finder) note(found bool, at syntax.Pos) {
	if !found || at.Line != f.line {
		return
	}
	if f.found++; f.found == 1 {
		f.column = at.Column
	}
}

// lastName is the last name of what a call calls, and where it stands.
func lastName(fn syntax.Expr) (name string, at syntax.Pos) {
	switch fn := fn.(type) {
	case *syntax.Ident:
		return fn.Name, fn.Start
	case *syntax.Index:
		if key, ok := fn.Key.(*syntax.String); ok {
			return key.Value, key.Start
		}
		return "", fn.Key.Range().Start
	}
	return "", fn.Range().Start
}

// pathOf writes an expression as messages do; nothing for one that they do not write.
func pathOf(e syntax.Expr) string {
	switch e := e.(type) {
	case *syntax.Ident:
		return e.Name
	case *syntax.Number:
		return number.Text(e.Value)
	case *syntax.String:
		return strconv.Quote(e.Value)
	case *syntax.Unary:
		if n, ok := e.X.(*syntax.Number); ok && e.Op == syntax.Neg {
			return number.Text(-n.Value)
		}
	case *syntax.Paren:
		return pathOf(e.X)
	case *syntax.Index:
		x, key := pathOf(e.X), pathOf(e.Key)
		if s, ok := e.Key.(*syntax.String); ok && vm.IsName(s.Value) {
			return x + "." + s.Value
		}
		return x + "[" + key + "]"
	case *syntax.Call:
		return pathOf(e.Fn) + brackets(e.Args)
	case *syntax.MethodCall:
		return pathOf(e.X) + ":" + e.Name.Text + brackets(e.Args)
	}
	return ""
}

func brackets(args []syntax.Expr) string {
	if len(args) == 0 {
		return "()"
	}
	return "(…)"
}
