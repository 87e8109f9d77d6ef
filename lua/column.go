package lua

import (
	"regexp"

	"mystic-sdk/lua/syntax"
)

var (
	namesOperand = regexp.MustCompile(`\((local|global|upvalue|field|method|constant) '([^']+)'\)$`)
	namesCallee  = regexp.MustCompile(`^bad argument #\d+ to '(\w+)'`)
)

// locate gives an error the column of what its message names, where the line has that only once.
func (st *State) locate(err *ScriptError) {
	if err.Column > 0 || err.Line == 0 {
		return
	}
	p := st.programNamed(err.Script)
	if p == nil {
		return
	}
	f := finder{line: err.Line}
	if m := namesOperand.FindStringSubmatch(err.Message); m != nil {
		f.name, f.field = m[2], m[1] == "field" || m[1] == "method"
		f.variable = !f.field
	} else if m := namesCallee.FindStringSubmatch(err.Message); m != nil {
		f.name, f.called = m[1], true
	} else {
		return
	}
	syntax.Walk(p.chunk, f.visit)
	if f.found == 1 {
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

// finder looks for a name on one line of a script.
type finder struct {
	line                    int
	name                    string
	variable, field, called bool // what the name is
	found, column           int
}

func (f *finder) visit(n syntax.Node) bool {
	switch n := n.(type) {
	case *syntax.Ident:
		if f.variable {
			f.note(n.Name, n.Start)
		}
	case *syntax.Index:
		if key, ok := n.Key.(*syntax.String); ok && f.field {
			f.note(key.Value, key.Start)
		}
	case *syntax.MethodCall:
		if f.field || f.called {
			f.note(n.Name.Text, n.Name.Start)
		}
	case *syntax.Call:
		if f.called {
			switch fn := n.Fn.(type) {
			case *syntax.Ident:
				f.note(fn.Name, fn.Start)
			case *syntax.Index:
				if key, ok := fn.Key.(*syntax.String); ok {
					f.note(key.Value, key.Start)
				}
			}
		}
	}
	return true
}

func (f *finder) note(name string, at syntax.Pos) {
	if name == f.name && at.Line == f.line {
		f.found++
		f.column = at.Column
	}
}
