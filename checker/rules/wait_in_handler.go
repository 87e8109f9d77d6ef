package rules

import (
	"fmt"

	"mystic-sdk/contract"
	"mystic-sdk/lua/syntax"
)

// WaitInHandler finds handlers that hold the main script for long.
func WaitInHandler() *Rule {
	return &Rule{
		Code:     "wait-in-handler",
		Severity: contract.SeverityWarning,
		Summary:  "a handler that can hold the main script for long",
		Doc: `
The main script stands still while a handler runs, with its action in the middle, and no other event is handled. A handler is
for what is short: a word, an action or two. What takes longer belongs into the main script:

` + "```lua" + `
on("hurt", function() wait(60) end)                       -- main stands still for a minute
on("heard", function() while me.hp < 20 do wait(1) end end)    -- and here for as long as it takes
while me.gold < 10 do if not dig(1) then break end end
` + "```" + `

Rather let main look between its actions: ` + "`on(\"hurt\", function() tired = true end)`" + ` and ` + "`if tired then …`" + ` in its loop.

Counted as long are an action or ` + "`wait`" + ` in a loop of more than three rounds, a ` + "`wait`" + ` of ten seconds and more, and a count of
ten and more, or of "all". Let be are handlers of a script whose main part does not act, handlers of ` + "`resumed`" + `, before which main has done
nothing, and those that end with ` + "`stop`" + `.
`,
		Run: func(p *Pass) {
			f := p.flow()
			if p.Chunk.Partial || !f.main.acts {
				return
			}
			var slow *slowness
			for _, call := range every[*syntax.Call](p.Script) {
				fn := p.holdsMain(call)
				if fn == nil {
					continue
				}
				if slow == nil {
					slow = f.findSlow()
				}
				if what := slow.long[fn]; what != nil {
					p.find(what.at, "the main script is held while this handler "+what.does, "set a local here, and let the main script do it between its own actions")
					delete(slow.long, fn) // it may handle several events
				}
			}
		},
	}
}

// holdsMain returns the function that a call of on sets as a handler which may hold the main script, or nil.
func (p *Pass) holdsMain(call *syntax.Call) *function {
	word := p.wordOf(call)
	if word == nil || word.Name != "on" || len(call.Args) < 2 {
		return nil
	}
	if name, ok := bare(call.Args[0]).(*syntax.String); ok && name.Value == "resumed" {
		return nil
	}
	fn := p.flow().value(call.Args[1], maxDepth).fn
	if fn == nil || p.flow().endsRun(fn) {
		return nil
	}
	return fn
}

// endsRun reports whether the last statement of a function stops the run.
func (f *flow) endsRun(fn *function) bool {
	n := len(fn.body.Stmts)
	if n == 0 {
		return false
	}
	last, ok := fn.body.Stmts[n-1].(*syntax.CallStmt)
	return ok && f.target(last.Call).effect == ends
}

const (
	longWait   = 10 // seconds
	longCount  = 10
	longRounds = 4
)

// slowness is which functions take time.
type slowness struct {
	*flow
	timed map[*function]bool     // one that does an action which is not at once, or waits
	long  map[*function]*lasting // one that can take long
}

// lasting is the first thing in a function that can take long.
type lasting struct {
	at   *site
	does string
}

// findSlow looks at all calls, and follows those of the script's functions back.
func (f *flow) findSlow() *slowness {
	s := &slowness{flow: f, timed: map[*function]bool{}, long: map[*function]*lasting{}}
	var found []*function
	for site, call := range every[*syntax.Call](f.script) {
		if here := f.around(site); s.takesTime(call) && !s.timed[here] {
			s.timed[here] = true
			found = append(found, here)
		}
	}
	f.spread(found, func(caller *function, _ *site, _ *function) bool {
		isNew := !s.timed[caller]
		s.timed[caller] = true
		return isNew
	})
	found = nil
	for site, call := range every[*syntax.Call](f.script) {
		if does := s.lasts(site, call); does != "" && s.long[f.around(site)] == nil {
			s.long[f.around(site)] = &lasting{site, does}
			found = append(found, f.around(site))
		}
	}
	f.spread(found, func(caller *function, at *site, fn *function) bool {
		if s.long[caller] != nil {
			return false
		}
		s.long[caller] = &lasting{at, fmt.Sprintf("calls what can take long (line %d)", s.long[fn].at.Range().Start.Line)}
		return true
	})
	return s
}

// spread goes from functions to their callers, and on from those of which add says so.
func (f *flow) spread(from []*function, add func(caller *function, at *site, fn *function) bool) {
	for len(from) > 0 {
		fn := from[len(from)-1]
		from = from[:len(from)-1]
		for _, at := range fn.callers {
			f.script.visits++
			if caller := f.around(at); add(caller, at, fn) {
				from = append(from, caller)
			}
		}
	}
}

// takesTime reports whether a call is of an action that is not at once, or of wait.
func (s *slowness) takesTime(call *syntax.Call) bool {
	if s.target(call).effect != acts {
		return false
	}
	verb := s.script.verbOf(call)
	return verb == nil || !verb.Instant
}

// lasts says how a call takes long, or "".
func (s *slowness) lasts(at *site, call *syntax.Call) string {
	acting := s.takesTime(call)
	if fn := s.target(call).fn; !acting && (fn == nil || !s.timed[fn]) {
		return ""
	}
	what := orDots(s.script.text(call.Fn))
	for loop := at.Loop; loop != nil; loop = loop.Loop {
		s.script.visits++
		if !fewRounds(loop.Node) && !s.lifeOf().leaves(at, loop) {
			return fmt.Sprintf("calls %s again and again in the loop of line %d", what, loop.Range().Start.Line)
		}
	}
	if !acting || len(call.Args) == 0 {
		return ""
	}
	verb := s.script.verbOf(call)
	if verb == nil {
		if seconds, ok := numberOf(call.Args[0]); ok && seconds >= longWait {
			return fmt.Sprintf("waits %s seconds", s.script.text(call.Args[0]))
		}
		return ""
	}
	for i, arg := range call.Args[:min(len(call.Args), len(verb.Args))] {
		if verb.Args[i].Type == contract.ArgCount && manyOf(arg) {
			return fmt.Sprintf("calls %s with a count of %s", what, s.script.text(arg))
		}
	}
	return ""
}

// manyOf reports whether a count is certainly a large one: ten and more, or all that there is.
func manyOf(count syntax.Expr) bool {
	if n, ok := numberOf(count); ok {
		return n >= longCount
	}
	text, ok := bare(count).(*syntax.String)
	return ok && text.Value == "all"
}

// fewRounds reports whether a loop certainly has so few rounds that an action in each is short.
func fewRounds(n syntax.Node) bool {
	loop, ok := n.(*syntax.NumericFor)
	if !ok || loop.Step != nil {
		return false
	}
	from, known := numberOf(loop.From)
	to, ends := numberOf(loop.To)
	return known && ends && to-from+1 < longRounds
}
