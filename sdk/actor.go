package sdk

import (
	"slices"

	"mystic-sdk/contract"
	"mystic-sdk/sdk/internal/news"
)

// actor is all that a host keeps of one agent.
type actor struct {
	host   *ScriptHost
	id     string
	player Player
	doc    document
	log    news.Log
	run    *run // the newest one; nil before the first
	usage  contract.Usage

	lastCall int64 // the tick of the newest call that counts for autonomy
	resting  bool  // the leash ended; until the next call
	nextSay  int64 // the tick from which say is free again
	counted  int64 // the tick that instants counts in
	instants int

	outputLines, outputBytes int // printed since the last acknowledged reply
	outputFull               bool
	outputRev                int64 // the revision of the newest printed line
}

// document is what outlives an agent's runs.
type document struct {
	mem    []byte // JSON
	saved  []savedScript
	notes  []string
	alerts []string // the newest five
	runs   int      // scripts started, by which their random streams differ
	ids    int      // the highest id that was counted
	recent []*run   // the newest, whose ids are known, so that the same call again is no second start
}

type savedScript struct {
	Name string `json:"name"`
	Text string `json:"text"`
}

// script is the text of a saved script; empty where none is saved, for a saved one has text.
func (d *document) script(name string) string {
	for _, s := range d.saved {
		if s.Name == name {
			return s.Text
		}
	}
	return ""
}

func (d *document) savedNames() []string {
	names := make([]string, len(d.saved))
	for i, s := range d.saved {
		names[i] = s.Name
	}
	slices.Sort(names)
	return names
}

// save keeps a script under a name; false says that the library is full.
func (d *document) save(name, text string) bool {
	for i := range d.saved {
		if d.saved[i].Name == name {
			d.saved[i].Text = text
			return true
		}
	}
	if len(d.saved) == contract.MaxSaved {
		return false
	}
	d.saved = append(d.saved, savedScript{name, text})
	return true
}

func (d *document) forget(name string) bool {
	n := len(d.saved)
	d.saved = slices.DeleteFunc(d.saved, func(s savedScript) bool { return s.Name == name })
	return len(d.saved) < n
}

func (d *document) remember(r *run) {
	if len(d.recent) == contract.KeptRuns {
		d.recent = slices.Delete(d.recent, 0, 1)
	}
	d.recent = append(d.recent, r)
}

func (d *document) runByID(id string) *run {
	for _, r := range d.recent {
		if r.id == id {
			return r
		}
	}
	return nil
}

// alert tells the agent something that wakes it.
func (a *actor) alert(text string) {
	a.usage.Alerts++
	if len(a.doc.alerts) == contract.BriefAlerts {
		a.doc.alerts = slices.Delete(a.doc.alerts, 0, 1)
	}
	a.doc.alerts = append(a.doc.alerts, text)
	a.log.Add(news.Line{Kind: news.Alert, Text: text}, true)
}

// digest tells the agent what happened, when it next asks.
func (a *actor) digest(text string, urgent bool) {
	a.log.Add(news.Line{Kind: news.Digest, Text: text}, urgent)
}

// print keeps a line that a script printed, up to the limits.
func (a *actor) print(text string) {
	if a.outputRev <= a.log.Told() {
		a.outputLines, a.outputBytes, a.outputFull = 0, 0, false
	}
	if a.outputLines == contract.MaxPrintLines || a.outputBytes+len(text) > contract.MaxPrintBytes {
		if !a.outputFull {
			a.outputFull = true
			a.digest("more was printed than is kept between two replies: the rest is left out until you have read these", false)
		}
		return
	}
	a.outputLines++
	a.outputBytes += len(text)
	a.log.Add(news.Line{Kind: news.Output, Text: text}, false)
	a.outputRev = a.log.Revision()
}

// hear tells the agent what another said, and starts its handler where it has one.
func (a *actor) hear(who, text string) {
	handled := a.run != nil && a.run.emit(event{name: eventHeard, args: []any{who, text}})
	a.log.Add(news.Line{Kind: news.Heard, Said: contract.Heard{Who: who, Text: text}, Text: who + "\x00" + text}, !handled)
}

// emit queues an event for the agent's handler of it, if it has one.
func (a *actor) emit(e event) {
	if e.name == eventHeard && len(e.args) == 2 {
		who, _ := e.args[0].(string)
		text, _ := e.args[1].(string)
		a.hear(contract.Clean(who, contract.MaxAgentID), clip(text))
		return
	}
	if a.run != nil {
		a.run.emit(e)
	}
}
