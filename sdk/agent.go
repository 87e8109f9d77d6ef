package sdk

import (
	"encoding/json"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"mystic-sdk/contract"
	"mystic-sdk/sdk/internal/news"
)

// Player is what a game knows of an agent. Embedding Agent makes a type one.
type Player interface{ AgentState() *Agent }

// Agent is the SDK's part of a player: embed it in the game's own type, by value. It has no exported field and no
// marshaller, so a game's saves hold the game's fields alone; the SDK keeps its own document.
type Agent struct {
	id, name string
	actor    *actor // the newest that a host kept of it; nil before the first
}

// NewAgentState makes the SDK's part of a player. The id is [A-Za-z0-9_-]{1,32}; an empty name is the id.
func NewAgentState(id, name string) Agent {
	if name == "" {
		name = id
	}
	return Agent{id: id, name: name}
}

// AgentState returns the agent itself: what makes every type that embeds Agent a Player.
func (a *Agent) AgentState() *Agent { return a }

// ID returns the agent's id, under which credentials and replies know it.
func (a *Agent) ID() string { return a.id }

// Name returns the name that other agents see.
func (a *Agent) Name() string { return a.name }

// Rand returns the world's random stream of this tick: seeded by the world and the tick, so that a replay draws the same
// numbers. Call it only from the game's own functions, while the world plays them, and not before a player's Join returned;
// it panics for a player that the world has not met.
func (a *Agent) Rand() *rand.Rand { return a.inWorld("Rand").host.clock.Rand() }

// Emit tells the agent's handlers of an event that something happened, as World.Emit does, but at once. Call it only from the
// game's own functions, as Rand.
func (a *Agent) Emit(name string, args ...any) {
	known := a.inWorld("Emit")
	known.host.mustEvent(name)
	known.emit(event{name, slices.Clone(args)})
}

// Notify adds a line to what the agent reads next, and wakes a call of it that waits. Call it only from the game's own
// functions, as Rand.
func (a *Agent) Notify(text string) {
	a.inWorld("Notify").digest(contract.Clean(text, contract.MaxPrint), true)
}

// inWorld is what a host keeps of the agent. That none does yet is a mistake of whoever called the method.
func (a *Agent) inWorld(method string) *actor {
	if a.actor == nil {
		panic("sdk: Agent." + method + " of a player that is in no world yet")
	}
	return a.actor
}

// actor is all that a host keeps of one agent. The world's lock guards it.
type actor struct {
	host    *ScriptHost
	id      string
	player  Player
	doc     document
	log     news.Log
	run     *run   // the newest one; nil before the first
	recent  []*run // the newest, whose ids are known, so that the same call again is no second start
	usage   contract.Usage
	removed bool // the host forgot it; whoever still holds it lets go

	lastCall int64 // the tick of the newest call that counts for autonomy
	resting  bool  // the leash ended; until the next call
	nextSay  int64 // the tick from which say is free again
	counted  int64 // the tick that instants counts in
	instants int

	warned map[warning]bool // of the last script that was sent to play

	// What the newest run printed since it began, or since all of it was told.
	outputLines, outputBytes int
	outputRev                int64 // the revision of the newest printed line
	leftOut                  int   // printed lines that were past the limits, until a reply says so
}

// warning is what the checker said of a line, wherever the line stands.
type warning struct{ code, message, line string }

// document is what a save keeps of an agent: what outlives its runs.
type document struct {
	Mem     json.RawMessage `json:"mem,omitempty"`
	Scripts []savedScript   `json:"scripts,omitempty"`
	Notes   []string        `json:"notes,omitempty"`
	Alerts  []string        `json:"alerts,omitempty"` // the newest, for the brief
	Runs    int             `json:"runs,omitempty"`   // scripts started, by which their random streams differ
	IDs     int             `json:"ids,omitempty"`    // the highest id that was counted
}

type savedScript struct {
	Name string `json:"name"`
	Text string `json:"text"`
}

// script is the text of a saved script; empty where none is saved, for a saved one has text.
func (d *document) script(name string) string {
	for _, s := range d.Scripts {
		if s.Name == name {
			return s.Text
		}
	}
	return ""
}

func (d *document) savedNames() []string {
	names := make([]string, len(d.Scripts))
	for i, s := range d.Scripts {
		names[i] = s.Name
	}
	slices.Sort(names)
	return names
}

// notSaved says that no script is saved under a name, and which ones are; empty: none.
func (d *document) notSaved(name string) (message, saved string) {
	if names := d.savedNames(); len(names) > 0 {
		saved = "saved are " + strings.Join(names, ", ")
	}
	return "no script is saved as " + contract.Quote(name, contract.MaxName), saved
}

// save keeps a script under a name; false says that the library is full.
func (d *document) save(name, text string) bool {
	for i := range d.Scripts {
		if d.Scripts[i].Name == name {
			d.Scripts[i].Text = text
			return true
		}
	}
	if len(d.Scripts) == contract.MaxSaved {
		return false
	}
	d.Scripts = append(d.Scripts, savedScript{name, text})
	return true
}

func (d *document) forget(name string) bool {
	n := len(d.Scripts)
	d.Scripts = slices.DeleteFunc(d.Scripts, func(s savedScript) bool { return s.Name == name })
	return len(d.Scripts) < n
}

// memKeys lists the keys of mem as it was kept last.
func (d *document) memKeys() []string {
	var mem map[string]json.RawMessage
	if json.Unmarshal(d.Mem, &mem) != nil {
		return nil // none was kept yet
	}
	keys := make([]string, 0, len(mem))
	for key := range mem {
		keys = append(keys, contract.Clean(key, contract.MaxName))
	}
	slices.Sort(keys)
	return keys
}

// keepNewest appends to a list of at most so many, from which the oldest falls out.
func keepNewest[T any](list []T, most int, one T) []T {
	if len(list) == most {
		list = slices.Delete(list, 0, 1)
	}
	return append(list, one)
}

// used is the agent's usage, what its run has spent by now included.
func (a *actor) used() contract.Usage {
	usage := a.usage
	if a.run.live() {
		usage.Steps += a.run.spent()
	}
	return usage
}

func (a *actor) runByID(id string) *run {
	for _, r := range a.recent {
		if r.id == id {
			return r
		}
	}
	return nil
}

// alert tells the agent something that wakes it.
func (a *actor) alert(text string) {
	a.usage.Alerts++
	a.doc.Alerts = keepNewest(a.doc.Alerts, contract.BriefAlerts, a.host.clock.Stamp()+": "+text)
	a.log.Add(news.Line{Kind: news.Alert, Text: text}, true)
}

// digest tells the agent what happened, when it next asks.
func (a *actor) digest(text string, urgent bool) {
	a.log.Add(news.Line{Kind: news.Digest, Text: text}, urgent)
}

// print keeps a line that a script printed, up to the limits.
func (a *actor) print(text string) {
	if a.outputRev <= a.log.Told() {
		a.outputLines, a.outputBytes = 0, 0
	}
	if a.outputLines == contract.MaxPrintLines || a.outputBytes+len(text) > contract.MaxPrintBytes {
		a.leftOut++
		return
	}
	a.outputLines++
	a.outputBytes += len(text)
	a.log.Add(news.Line{Kind: news.Output, Text: text}, false)
	a.outputRev = a.log.Revision()
}

// newOutput makes room for what another run prints.
func (a *actor) newOutput() {
	a.log.NewRun()
	a.outputLines, a.outputBytes = 0, 0
}

// tellLeftOut tells how much was printed past the limits.
func (a *actor) tellLeftOut() {
	if a.leftOut > 0 {
		a.digest(plural(a.leftOut, "printed line")+" left out: a script may print "+strconv.Itoa(contract.MaxPrintLines)+" between two replies", false)
		a.leftOut = 0
	}
}

// missed hears that older events of a kind were dropped before they came here.
func (a *actor) missed(e event, n int) {
	if e.speech() {
		a.log.Miss(n) // each would have been a line
	}
	if a.run.live() && a.run.handlerOf(e.name) != nil {
		a.digest(droppedEvents(e.name, n), false)
	}
}

// emit queues an event for the agent's handler of it, if it has one. Speech is told in any case.
func (a *actor) emit(e event) {
	if e.speech() {
		who, _ := e.args[0].(string)
		text, _ := e.args[1].(string)
		a.hear(contract.Clean(who, contract.MaxAgentID), clip(text))
		return
	}
	if a.run.live() {
		a.run.emit(e)
	}
}

// hear tells the agent what another said, and starts its handler where it has one.
func (a *actor) hear(who, text string) {
	handled := a.run.live() && a.run.emit(event{name: eventHeard, args: []any{who, text}})
	a.log.Add(news.Line{Kind: news.Heard, Said: contract.Heard{Who: who, Text: text}, Text: who + "\x00" + text}, !handled)
}

// clip cuts text of a script to what a reply can show of it, and leaves it raw: the reply quotes it.
func clip(text string) string {
	const most = utf8.UTFMax * contract.MaxSpeech
	if len(text) <= most {
		return text
	}
	end := most
	for end > most-utf8.UTFMax && !utf8.RuneStart(text[end]) {
		end--
	}
	return strings.Clone(text[:end]) // the rest is let go
}
