package sdk

import (
	"cmp"
	"fmt"
	"math"
	"strings"

	"mystic-sdk/contract"
	"mystic-sdk/lua"
	"mystic-sdk/lua/syntax"
)

// What a call of a verb costs, in steps, where its spec does not say.
const (
	actionSteps = 200
	senseSteps  = 50
)

// luaWords are the functions that scripts find: the game's verbs and the SDK's own words.
func (h *ScriptHost) luaWords() map[string]lua.Word {
	words := h.ownWords()
	for i, v := range h.rules.verbs {
		call, usual := h.action, actionSteps
		if v.Kind == contract.Sense {
			call, usual = h.sense, senseSteps
		}
		words[v.Name] = lua.Word{Steps: cmp.Or(v.Steps, usual), Func: func(c *lua.Call) error { return call(c, i) }}
	}
	for name, word := range words {
		if name != "print" { // which pays for what it shows
			words[name] = lua.Word{Steps: word.Steps, Func: payForTexts(word.Func)}
		}
	}
	return words
}

// payForTexts has a word pay for the texts that it is given: whatever it does with them, it reads them.
func payForTexts(word func(*lua.Call) error) func(*lua.Call) error {
	return func(c *lua.Call) error {
		for i := range c.Len() {
			if arg := c.Arg(i); arg.Kind() == lua.KindText {
				c.Charge(int64(len(arg.Text()) / shownPerStep))
			}
		}
		return word(c)
	}
}

func (h *ScriptHost) sense(c *lua.Call, verb int) error {
	r := c.Data().(*run)
	args, refusal, err := h.readArgs(c, r, verb)
	if err != nil {
		return err
	}
	if refusal != nil {
		c.PushNil()
		return nil
	}
	return c.Push(h.rules.bound[verb].sense(r.actor.player, args))
}

func (h *ScriptHost) action(c *lua.Call, verb int) error {
	r := c.Data().(*run)
	if r.look {
		return onlyLooks(h.rules.verbs[verb].Name, "is an action")
	}
	args, refusal, err := h.readArgs(c, r, verb)
	if err != nil {
		return err
	}
	var o Outcome
	if refusal != nil {
		o = *refusal
	} else {
		o = h.act(c, r, verb, args)
	}
	if r.count(c, verb, o) {
		r.active.hold(c)
	}
	c.PushBool(o.OK)
	if o.Why == "" {
		c.PushNil()
	} else {
		c.PushText(o.Why)
	}
	c.PushNumber(float64(o.N))
	return nil
}

// act begins an action and, unless it ended at once, blocks the script until it did.
func (h *ScriptHost) act(c *lua.Call, r *run, verb int, args Args) Outcome {
	a, t := r.actor, r.active
	for now := h.clock.Tick(); ; now = h.clock.Tick() {
		if a.counted != now {
			a.counted, a.instants = now, 0
		}
		if a.instants < contract.MaxInstant {
			break
		}
		t.hold(c)
	}
	box, ended := h.rules.bound[verb].start(a.player, args, t.box)
	if ended != nil {
		a.instants++
		return *ended
	}
	t.box, t.verb = box, verb
	t.pause(c, acting, 0)
	return t.outcome
}

func onlyLooks(word, what string) error {
	return &lua.ScriptError{
		Code: string(contract.ScriptFailed), Message: fmt.Sprintf("%s %s; a look only asks", word, what),
		Hint: "ask only, or use mode run",
	}
}

// readArgs checks the arguments of a call against the verb's specs and resolves names. A name that this agent does not
// know is a refusal, everything else that is wrong an error of the script.
func (h *ScriptHost) readArgs(c *lua.Call, r *run, verb int) (Args, *Outcome, error) {
	spec := &h.rules.verbs[verb]
	args := r.active.args[:0]
	var refusal *Outcome
	for i := range spec.Args {
		arg, refused, err := h.readArg(c.Arg(i), r, spec, &spec.Args[i])
		if err != nil {
			return nil, nil, err
		}
		if refused != nil && refusal == nil {
			refusal = refused
		}
		args = append(args, arg)
	}
	r.active.args = args
	if n := c.Len(); n > len(spec.Args) {
		return nil, nil, wrongArgument(spec, fmt.Sprintf("%s takes %s, got %d", spec.Name, plural(len(spec.Args), "argument"), n))
	}
	return args, refusal, nil
}

func (h *ScriptHost) readArg(v lua.Value, r *run, verb *contract.VerbSpec, spec *contract.ArgSpec) (Arg, *Outcome, error) {
	kind := v.Kind()
	if kind == lua.KindNil {
		switch {
		case spec.Type == contract.ArgCount && verb.CountDefault > 0:
			return Arg{Count: Count(verb.CountDefault)}, nil, nil
		case spec.Optional:
			return Arg{}, nil, nil
		}
		return Arg{}, nil, wrongArgument(verb, fmt.Sprintf("%s wants %s for '%s', got nil", verb.Name, wants(spec), spec.Name))
	}
	switch spec.Type {
	case contract.ArgCount:
		if kind == lua.KindText && v.Text() == "all" {
			return Arg{Given: true, Count: All}, nil, nil
		}
		if n := v.Number(); kind == lua.KindNumber && n >= 1 && n == math.Trunc(n) {
			return Arg{Given: true, Count: Count(min(n, float64(All)-1))}, nil, nil
		}
	case contract.ArgNumber:
		if kind == lua.KindNumber {
			return Arg{Given: true, Number: v.Number()}, nil, nil
		}
	case contract.ArgText:
		if kind == lua.KindText {
			return Arg{Given: true, Text: v.Text()}, nil, nil
		}
	case contract.ArgName:
		if kind == lua.KindText {
			raw := v.Text()
			name, ok := h.rules.resolve(r.actor.player, spec.Kind, raw)
			if !ok {
				return Arg{}, &Outcome{Why: contract.WhyUnknown, Hint: r.unknownHint(spec.Kind, raw)}, nil
			}
			return Arg{Given: true, Text: name}, nil, nil
		}
	}
	wrong := wrongArgument(verb, fmt.Sprintf("%s wants %s for '%s', got %s", verb.Name, wants(spec), spec.Name, shown(v)))
	if hint := argumentHint(verb, spec, v); hint != "" {
		wrong.Hint = hint
	}
	return Arg{}, nil, wrong
}

// argumentHint says how a value that does not fit is made to fit, where that is known.
func argumentHint(verb *contract.VerbSpec, spec *contract.ArgSpec, v lua.Value) string {
	numeric := spec.Type == contract.ArgCount || spec.Type == contract.ArgNumber
	switch {
	case v.Kind() == lua.KindTable:
		names := make([]string, len(verb.Args))
		for i, a := range verb.Args {
			names[i] = a.Name
		}
		return fmt.Sprintf("the arguments stand in a row, not in a table: %s(%s)", verb.Name, strings.Join(names, ", "))
	case numeric && v.Kind() == lua.KindText && isNumeral(v.Text()):
		return "this is a text: leave the quotes out, or make a number of it with tonumber(…)"
	case spec.Type == contract.ArgCount && v.Kind() == lua.KindNumber && v.Number() > 1:
		return "cut it to a whole number: write … // 1"
	}
	return ""
}

// isNumeral says whether a text of a script is a number in quotes.
func isNumeral(text string) bool {
	const longest = 40
	if len(text) > longest {
		return false
	}
	_, ok := syntax.ToNumber(text)
	return ok
}

// nearAsked bounds how often a run is told the known name that is nearest to an unknown one, for which all of them are compared.
const nearAsked = 20

// unknownHint is what is told of a name that the agent does not know.
func (r *run) unknownHint(kind, raw string) string {
	rules := r.actor.host.rules
	hint := rules.unknown(kind, raw)
	if r.neared++; r.neared > nearAsked {
		return hint
	}
	if near := contract.Nearest(raw, rules.known(r.actor.player, kind)); near != "" {
		hint += ": did you mean " + contract.Quote(near, shownName) + "?"
	}
	return hint
}

func wants(spec *contract.ArgSpec) string {
	switch spec.Type {
	case contract.ArgCount:
		return `a count (a whole number from 1, or "all")`
	case contract.ArgNumber:
		return "a number"
	case contract.ArgText:
		return "a text"
	}
	return "the name of a " + spec.Kind + " as a text"
}

func shown(v lua.Value) string {
	switch v.Kind() {
	case lua.KindNumber, lua.KindBool:
		return v.Display(40)
	case lua.KindText:
		return contract.Quote(v.Text(), 40)
	case lua.KindNil:
		return "nil"
	}
	return "a " + v.Kind().String()
}

func plural(n int, what string) string {
	if n == 1 {
		return "1 " + what
	}
	return fmt.Sprintf("%d %ss", n, what)
}

func wrongArgument(verb *contract.VerbSpec, message string) *lua.ScriptError {
	return &lua.ScriptError{Code: string(contract.ScriptFailed), Message: message, Hint: verb.Signature()}
}
