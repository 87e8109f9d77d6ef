package rules

import (
	"mystic-sdk/contract"
	"mystic-sdk/lua/syntax"
)

// actsBefore tells whether game time can pass before a call of a verb. It errs on the side of yes.
type actsBefore struct {
	script   *Script
	uses     int     // of the names of actions, wait, run and the game's prelude, in the whole script
	calls    []*site // in the main part, in the order of the text: what may let time pass
	handlers bool    // functions may run after the main part
	jumps    bool    // a goto or a metatable: the order of the text says nothing
}

func findActs(s *Script) *actsBefore {
	a := &actsBefore{script: s}
	for site := range every[syntax.Node](s) {
		switch n := site.Node.(type) {
		case *syntax.Ident:
			switch name := s.globalName(n); {
			case name == "on":
				a.handlers = true
			case name == "setmetatable":
				a.jumps = true
			case s.actsByName(name):
				a.uses++
			}
		case *syntax.Goto:
			a.jumps = true
		}
		if site.Func == nil && s.mayAct(site.Node) {
			a.calls = append(a.calls, site)
		}
	}
	return a
}

// before reports whether game time can pass before a call of a verb.
func (a *actsBefore) before(site *site, verb *contract.VerbSpec) bool {
	others := a.uses
	if verb.Kind == contract.Action {
		others--
		if site.Loop != nil || a.jumps {
			return true // its own refusals take time when they are repeated
		}
	}
	switch {
	case others == 0:
		return a.handlers && site.Func != nil
	case a.jumps, site.Func != nil:
		return true
	}
	end := site.first
	for loop := site.Loop; loop != nil; loop = loop.Loop {
		end = loop.last
	}
	for _, call := range a.calls {
		a.script.visits++
		if call.first >= end {
			return false
		}
		if call != site && (site.Loop != nil || !call.holds(site)) {
			return true
		}
	}
	return false
}

// actsByName reports whether calling a global of the world may let game time pass.
func (s *Script) actsByName(name string) bool {
	if verb := s.World.verb(name); verb != nil {
		return verb.Kind == contract.Action
	}
	if s.World.word(name) != nil {
		return name == "wait" || name == "run"
	}
	return s.World.Prelude[name]
}

// mayAct reports whether a node calls something that may let game time pass: everything but senses, the words that only
// tell, and the library where it calls nothing back.
func (s *Script) mayAct(n syntax.Node) bool {
	switch n := n.(type) {
	case *syntax.MethodCall:
		return literalKind(n.X) != kindText
	case *syntax.GenericFor:
		// An iterator that is no call of its own is called by the loop.
		return len(n.Values) == 0 || !multiple(n.Values[0])
	case *syntax.Call:
		fn := bare(n.Fn)
		if s.globalName(fn) == "on" {
			return false
		}
		if s.callsBack(n.Args) {
			return true
		}
		if index, ok := fn.(*syntax.Index); ok {
			table := s.globalName(index.X)
			return s.World.Tables[table] == nil || table == "coroutine"
		}
		name := s.globalName(fn)
		return name == "" || name == "pcall" || name == "xpcall" || s.actsByName(name) || !s.World.defines(name)
	}
	return false
}

// callsBack reports whether a call is given a function that is written there and then.
func (s *Script) callsBack(args []syntax.Expr) bool {
	for _, arg := range args {
		s.visits++
		if literalKind(arg) == kindFunction {
			return true
		}
	}
	return false
}
