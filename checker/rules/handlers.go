package rules

import (
	"fmt"
	"slices"
	"strings"

	"mystic-sdk/contract"
	"mystic-sdk/lua/syntax"
)

// handlerArguments looks at what on is given.
func handlerArguments(p *Pass, args []syntax.Expr) {
	var event *contract.EventSpec
	switch kind := literalKind(args[0]); kind {
	case "":
	case kindText:
		name := bare(args[0]).(*syntax.String).Value
		event = p.World.event(name)
		if event == nil {
			p.Report(Finding{
				Span:    args[0].Range(),
				Message: "there is no event " + quote(name),
				Suggest: func() string { return suggestEvent(p.World, name) },
			})
		}
	default:
		p.find(args[0], "on wants the name of an event, not "+written(args[0], kind), suggestEvent(p.World, ""))
	}
	if len(args) < 2 {
		return
	}
	hint := "write function() … end"
	if event != nil {
		hint = "write " + handler(event)
	}
	switch kind := literalKind(args[1]); kind {
	case "":
		if call, ok := bare(args[1]).(*syntax.Call); ok {
			if name := p.globalName(call.Fn); p.givesNoFunction(name) {
				p.find(args[1], fmt.Sprintf("this calls %s at once; on wants a function", name), hint)
			}
		}
	case kindFunction, kindNil:
	default:
		if text, ok := bare(args[1]).(*syntax.String); ok && event != nil && p.setsAnywhere(text.Value) {
			hint = fmt.Sprintf("write on(%q, %s)", event.Name, text.Value)
		}
		p.find(args[1], "on wants a function, not "+written(args[1], kind), hint)
	}
}

// setsAnywhere reports whether the script has a variable of a name.
func (s *Script) setsAnywhere(name string) bool {
	if g := s.Scopes.Global(name); g != nil && len(g.Writes) > 0 {
		return true
	}
	return slices.ContainsFunc(s.Scopes.Variables, func(v *syntax.Variable) bool { return v.Name.Text == name })
}

// givesNoFunction reports whether calling a global never gives a function: verbs do not, and words but for those that hand
// on what a script gave.
func (s *Script) givesNoFunction(name string) bool {
	word := s.World.word(name)
	return s.World.verb(name) != nil || word != nil && name != "run" && name != "must"
}

func suggestEvent(w *World, name string) string {
	all := make([]string, len(w.Events))
	for i, e := range w.Events {
		all[i] = e.Name
	}
	if near := contract.Nearest(name, all); near != "" {
		return "write " + handler(w.event(near))
	}
	return "the events are " + list(all, "and")
}

// eventMeant returns the event that a function of a name is meant for, or nil: heard, on_heard, onHeard, heard_handler.
func (w *World) eventMeant(name string) *contract.EventSpec {
	low := strings.ReplaceAll(strings.ToLower(name), "_", "")
	for _, known := range w.Events {
		event := strings.ReplaceAll(strings.ToLower(known.Name), "_", "")
		before, after, found := strings.Cut(low, event)
		if !found {
			continue
		}
		switch before + "…" + after {
		case "…", "on…", "handle…", "…handler", "on…handler", "when…", "…event", "on…event":
			return &known
		}
	}
	return nil
}

// neverCalled says what is wrong with a function that nothing calls, and what to do about it.
func (w *World) neverCalled(name, otherwise string) (message, hint string) {
	if event := w.eventMeant(name); event != nil {
		return fmt.Sprintf("nothing calls the function %s; a handler is given to on", show(name)),
			fmt.Sprintf("write on(%q, %s)", event.Name, contract.Clean(name, maxShown))
	}
	return fmt.Sprintf("the function %s is never called", show(name)), otherwise
}

// eventTable finds handlers that take their event for one table: function(e) … e.who.
func eventTable(p *Pass, call *syntax.Call) {
	if word := p.wordOf(call); word == nil || word.Name != "on" || len(call.Args) != 2 {
		return
	}
	name, ok := bare(call.Args[0]).(*syntax.String)
	if !ok {
		return
	}
	event, fn := p.World.event(name.Value), p.handlerOf(call.Args[1])
	if event == nil || fn == nil || len(fn.Params) == 0 {
		return
	}
	param := p.Scopes.Declared(fn.Params[0])
	if len(param.Writes) > 0 || slices.Contains(event.Args, param.Name.Text) && event.Name != "heard" {
		return
	}
	for _, id := range param.Reads {
		index, ok := p.siteOf(id).Parent.Node.(*syntax.Index)
		if !ok || index.X != syntax.Expr(id) {
			continue
		}
		key, ok := index.Key.(*syntax.String)
		if !ok || !p.World.lacksField(event, key.Value) {
			continue
		}
		gives := "no arguments"
		if len(event.Args) > 0 {
			gives = list(event.Args, "and")
		}
		p.find(index, fmt.Sprintf("%s gives its handler %s, not a table", event.Name, gives), "write function("+strings.Join(event.Args, ", ")+")")
		return
	}
}

// handlerOf returns the function that on is given, where the script uses it for nothing else; else nil.
func (s *Script) handlerOf(e syntax.Expr) *syntax.Function {
	e = bare(e)
	if fn, ok := e.(*syntax.Function); ok {
		return fn
	}
	v, defs, all := s.defsOf(e)
	if !all || len(defs) != 1 || len(v.reads()) != 1 {
		return nil
	}
	fn, _ := defs[0].Value.(*syntax.Function)
	return fn
}

// lacksField reports whether the first argument of an event certainly has no field of a name: heard gives texts, resumed
// nothing, and what a game's event gives has no field that is called like an argument.
func (w *World) lacksField(event *contract.EventSpec, key string) bool {
	switch event.Name {
	case "heard":
		return !slices.Contains(w.Tables["string"], key)
	case "resumed":
		return true
	}
	return slices.Contains(event.Args, key)
}
