package sdk

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"mystic-sdk/contract"
	"mystic-sdk/lua"
)

// defaultPrelude is the helper library of every game.
const defaultPrelude = `function must(ok, why, ...)
  if type(ok) == "function" then error("must takes what a call gives, not the verb itself: must(dig(1))", 2) end
  if not ok then stop(why) end
  return ok, why, ...
end `

// What a call of one of the SDK's own words costs, in steps.
const (
	wordSteps  = 20
	printSteps = 50
	speakSteps = 200

	shownPerStep = 16 // bytes of text that are read, cleaned or shown for one step
	compileSteps = 2  // that each byte of a saved script costs, also where it is compiled already: that may show nowhere
)

// eventHeard is the event of another agent's speech.
const eventHeard = "heard"

// eventResumed comes first where a load began a script again.
const eventResumed = "resumed"

// ownWords are the SDK's own words.
func (h *ScriptHost) ownWords() map[string]lua.Word {
	return map[string]lua.Word{
		"wait":   {Steps: wordSteps, Func: h.wordWait},
		"say":    {Steps: speakSteps, Func: h.wordSay},
		"alert":  {Steps: speakSteps, Func: h.wordAlert},
		"stop":   {Steps: wordSteps, Func: h.wordStop},
		"on":     {Steps: wordSteps, Func: h.wordOn},
		"run":    {Steps: speakSteps, Func: h.wordRun},
		"forget": {Steps: wordSteps, Func: h.wordForget},
		"note":   {Steps: speakSteps, Func: h.wordNote},
		"print":  {Steps: printSteps, Func: h.wordPrint},
		"now":    {Steps: wordSteps, Func: h.wordNow},
	}
}

// doer gives the run that calls a word which a look may not use.
func doer(c *lua.Call, word string) (*run, error) {
	r := c.Data().(*run)
	if r.look {
		return nil, onlyLooks(word, "does something")
	}
	return r, nil
}

func misused(word, takes string, got lua.Value) error {
	return &lua.ScriptError{
		Code:    string(contract.ScriptFailed),
		Message: fmt.Sprintf("%s takes %s, got %s", word, takes, shown(got)),
	}
}

func (h *ScriptHost) wordWait(c *lua.Call) error {
	r, err := doer(c, "wait")
	if err != nil {
		return err
	}
	seconds := c.Arg(0)
	if seconds.Kind() != lua.KindNumber || !(seconds.Number() >= 0) {
		return misused("wait", "game seconds, 0 or more", seconds)
	}
	r.active.pause(c, waiting, h.clock.Tick()+h.clock.Ticks(seconds.Number()))
	return nil
}

func (h *ScriptHost) wordSay(c *lua.Call) error {
	r, err := doer(c, "say")
	if err != nil {
		return err
	}
	a := r.actor
	text, err := textOf(c, "say", contract.MaxSpeech)
	if err != nil {
		return err
	}
	text = clip(text)
	for h.clock.Tick() < a.nextSay { // more than once where a handler speaks meanwhile
		r.active.pause(c, held, a.nextSay)
	}
	a.nextSay = h.clock.Tick() + h.clock.Ticks(1)
	if h.rules.said != nil {
		h.rules.said(a.player, text)
	} else if h.stage != nil {
		h.stage.agents(func(p Player) bool {
			if other := h.attach(p); other != a && h.stage.hears(p, a.player) {
				other.hear(a.player.AgentState().Name(), text)
			}
			return true
		})
	}
	c.PushBool(true)
	return nil
}

func (h *ScriptHost) wordAlert(c *lua.Call) error {
	text, err := textOf(c, "alert", contract.MaxSpeech)
	if err != nil {
		return err
	}
	if r := c.Data().(*run); r.look {
		r.print("alert " + contract.Quote(text, contract.MaxSpeech))
	} else {
		r.actor.alert(contract.Quote(text, contract.MaxSpeech))
	}
	return nil
}

// textOf is the one argument of a word that says something; nil is none.
func textOf(c *lua.Call, word string, most int) (string, error) {
	v := c.Arg(0)
	if v.Kind() == lua.KindNil {
		return "", misused(word, "a text", v)
	}
	return v.Display(4 * most), nil
}

func (h *ScriptHost) wordStop(c *lua.Call) error {
	r := c.Data().(*run)
	r.stopping = &stopping{line: c.Line(), handler: r.active.handler}
	if why := c.Arg(0); why.Kind() != lua.KindNil {
		r.stopping.why = clip(why.Display(4 * contract.MaxSpeech))
	}
	return lua.ErrEnd
}

func (h *ScriptHost) wordOn(c *lua.Call) error {
	r, err := doer(c, "on")
	if err != nil {
		return err
	}
	name := c.Arg(0).Text()
	if !slices.Contains(h.events, name) {
		hint := ""
		if near := contract.Nearest(name, h.events); near != "" {
			hint = fmt.Sprintf("did you mean %q?", near)
		}
		return &lua.ScriptError{
			Code:    string(contract.ScriptFailed),
			Message: fmt.Sprintf("there is no event %s; the events are %s", shown(c.Arg(0)), strings.Join(h.events, ", ")), Hint: hint,
		}
	}
	switch fn := c.Arg(1); fn.Kind() {
	case lua.KindNil:
		r.watch(name, nil)
	case lua.KindFunc:
		r.watch(name, fn.Func())
	default:
		return misused("on", "an event and a function, or nil to drop the handler", fn)
	}
	return nil
}

// eventNames are the events that a game's scripts can handle: the SDK's own and the game's.
func eventNames(own []contract.EventSpec) []string {
	var names []string
	for _, e := range slices.Concat(contract.BuiltinEvents(), own) {
		names = append(names, e.Name)
	}
	return names
}

func (h *ScriptHost) wordRun(c *lua.Call) error {
	r := c.Data().(*run)
	name := c.Arg(0).Text()
	if kind := c.Arg(0).Kind(); kind != lua.KindText {
		return misused("run", "the name of a saved script as a text", c.Arg(0))
	}
	text := r.actor.doc.script(name)
	if text == "" {
		message, hint := r.actor.doc.notSaved(name)
		if near := contract.Nearest(name, r.actor.doc.savedNames()); near != "" {
			hint = fmt.Sprintf("did you mean %q?", near)
		} else if hint == "" {
			hint = "save one with the argument name of the tool run"
		}
		return &lua.ScriptError{Code: string(contract.ScriptFailed), Message: message, Hint: hint}
	}
	c.Charge(int64(compileSteps * len(text)))
	program, err := h.programs.Compile(name, text, nil)
	if err != nil {
		return err
	}
	c.Invoke(program)
	return nil
}

func (h *ScriptHost) wordForget(c *lua.Call) error {
	r, err := doer(c, "forget")
	if err != nil {
		return err
	}
	c.PushBool(r.actor.doc.forget(c.Arg(0).Text()))
	return nil
}

func (h *ScriptHost) wordNote(c *lua.Call) error {
	r, err := doer(c, "note")
	if err != nil {
		return err
	}
	text, err := textOf(c, "note", contract.MaxPrint)
	if err != nil {
		return err
	}
	d := &r.actor.doc
	d.Notes = keepNewest(d.Notes, contract.KeptNotes, h.clock.Stamp()+": "+contract.Clean(text, contract.MaxPrint))
	return nil
}

func (h *ScriptHost) wordPrint(c *lua.Call) error {
	parts := make([]string, c.Len())
	for i := range parts {
		parts[i] = c.Arg(i).Display(4 * contract.MaxPrint)
		c.Charge(int64(len(parts[i]) / shownPerStep))
	}
	c.Data().(*run).print(contract.Clean(strings.Join(parts, " "), contract.MaxPrint))
	return nil
}

func (h *ScriptHost) wordNow(c *lua.Call) error {
	c.PushText(h.clock.Stamp())
	return nil
}

// meFields are the fields of me: the game's, and id and name where the game has none of its own.
func (h *ScriptHost) meFields() []contract.FieldSpec {
	fields := slices.Clone(h.rules.meFields)
	for _, own := range []contract.FieldSpec{{Name: "id", Type: "text"}, {Name: "name", Type: "text"}} {
		if !slices.ContainsFunc(fields, func(f contract.FieldSpec) bool { return f.Name == own.Name }) {
			fields = append(fields, own)
		}
	}
	return fields
}

// meObject is me: read-only, every read asks the game.
func (h *ScriptHost) meObject() lua.Object {
	maps := map[string]*lua.Object{}
	names := make([]string, 0, len(h.rules.meFields)+2)
	own := map[string]bool{}
	for _, f := range h.meFields() {
		names = append(names, f.Name)
	}
	for _, f := range h.rules.meFields {
		own[f.Name] = true
		if f.Type == "map" {
			maps[f.Name] = h.mapObject(f.Name)
		}
	}
	return lua.Object{
		Index: func(c *lua.Call, key string) error {
			p := c.Data().(*run).actor.player
			if m := maps[key]; m != nil {
				c.PushObject(m)
				return nil
			}
			switch {
			case own[key]:
				return c.Push(h.rules.me(p, key, ""))
			case key == "id":
				c.PushText(p.AgentState().ID())
			case key == "name":
				c.PushText(p.AgentState().Name())
			}
			return nil
		},
		Keys: func(*lua.Call) []string { return names },
	}
}

// mapObject is a field of me whose entries are read one by one.
func (h *ScriptHost) mapObject(field string) *lua.Object {
	return &lua.Object{
		Index: func(c *lua.Call, key string) error {
			return c.Push(h.rules.me(c.Data().(*run).actor.player, field, key))
		},
		Keys: func(c *lua.Call) []string {
			entries, _ := h.rules.me(c.Data().(*run).actor.player, field, "").(map[string]any)
			return slices.Sorted(maps.Keys(entries))
		},
	}
}
