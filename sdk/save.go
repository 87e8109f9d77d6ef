package sdk

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"

	"mystic-sdk/contract"
)

// saveFormat is raised when a save's form changes.
const saveFormat = 1

// save is a world between two ticks, as JSON. The same world gives the same bytes.
type save struct {
	Format  int             `json:"format"`
	Version string          `json:"version"` // of the contract
	Tick    int64           `json:"tick"`
	Agents  []savedAgent    `json:"agents"`         // in the order of joining
	Game    json.RawMessage `json:"game,omitempty"` // the game's bytes where they are JSON
	Bytes   []byte          `json:"bytes,omitzero"` // else these; nil where the game saves nothing
}

// savedAgent is what a save keeps of one agent.
type savedAgent struct {
	ID   string `json:"id"`
	Name string `json:"name"`
	document
	Usage contract.Usage `json:"usage"`
	Run   *savedRun      `json:"run,omitempty"`
}

// savedRun is a run that went on, or whose end by World.Close the agent has not been told.
type savedRun struct {
	ID      string        `json:"id"`
	Name    string        `json:"name,omitempty"`
	Line    int           `json:"line,omitempty"`
	Script  string        `json:"script,omitempty"`  // of one that handles resumed, and so begins again
	Actions []savedAction `json:"actions,omitempty"` // what was being done, innermost first
}

// savedAction is an action in progress, which a load cancels.
type savedAction struct {
	Verb  string          `json:"verb"`
	State json.RawMessage `json:"state"`
}

// Save returns the world as bytes: each agent's document with mem as it is right now, and the game's own state where the game
// saves it. Of scripts that run only what Load needs to end them, or to begin them again, is in it.
func (w *World) Save() ([]byte, error) {
	var data []byte
	var err error
	if p := protected(func() { w.Do(func() { data, err = w.save() }) }); p != nil {
		return nil, fmt.Errorf("save the game: %w", p)
	}
	return data, err
}

func (w *World) save() ([]byte, error) {
	h := w.scripts
	s := save{Format: saveFormat, Version: contract.Version, Tick: h.clock.Tick()}
	w.stage.agents(func(p Player) bool {
		a := h.attach(p)
		a.run.snapshotMem()
		s.Agents = append(s.Agents, savedAgent{
			ID: a.id, Name: p.AgentState().Name(), document: a.doc, Usage: a.used(), Run: a.savedRun(),
		})
		return true
	})
	if h.rules.save != nil {
		game, err := h.rules.save()
		switch {
		case err != nil:
			return nil, fmt.Errorf("save the game: %w", err)
		case json.Valid(game):
			s.Game = game
		default:
			s.Bytes = append([]byte{}, game...)
		}
	}
	return json.Marshal(s)
}

// savedRun is the run that a load of this save is going to end; nil: none.
func (a *actor) savedRun() *savedRun {
	r := a.run
	if !r.live() && (r == nil || r.state != contract.RunInterrupted || a.log.Told() >= r.endRev) {
		return nil
	}
	s := &savedRun{ID: r.id, Name: r.name, Line: r.line()}
	if r.resumed || r.handlerOf(eventResumed) != nil {
		s.Script = r.script
	}
	for _, t := range []*task{r.top, r.main} {
		if t == nil || t.blocked != acting {
			continue
		}
		if state, err := json.Marshal(t.box); err == nil { // else it is no plain data, and the game loses it
			s.Actions = append(s.Actions, savedAction{Verb: a.host.rules.verbs[t.verb].Name, State: state})
		}
	}
	return s
}

// ErrSave is what Load answers for bytes that are no save of this SDK.
var ErrSave = errors.New("this is no save of a world")

// Load brings a world that has not ticked yet to where a save left it. Agents of the save that are not in the world join, also
// where the game is closed to newcomers. Where the save has the game's own state, those that the save does not have leave
// again, and the players are in the order of the save. Actions that went on are cancelled through the game. Scripts that went on
// end as interrupted; one that handles the event resumed begins again from line 1, with that event first. After an error, and
// in a world that has ticked, the world is of no use.
func (w *World) Load(data []byte) error {
	var s save
	if err := json.Unmarshal(data, &s); err != nil || s.Format == 0 {
		return ErrSave
	}
	if s.Format > saveFormat {
		return fmt.Errorf("%w that this version can read: it was written by a newer one, contract %s", ErrSave, contract.Clean(s.Version, 20))
	}
	var err error
	if p := protected(func() { w.Do(func() { err = w.load(&s) }) }); p != nil {
		return fmt.Errorf("load the game: %w", p)
	}
	return err
}

func (w *World) load(s *save) error {
	h := w.scripts
	game := []byte(s.Game)
	if game == nil {
		game = s.Bytes
	}
	saved := h.rules.load != nil && game != nil
	ids, there := make([]string, len(s.Agents)), make(map[string]bool, len(s.Agents))
	for i, one := range s.Agents {
		if there[one.ID] {
			return fmt.Errorf("%w: the agent %s is in it twice", ErrSave, contract.Quote(one.ID, contract.MaxAgentID))
		}
		ids[i], there[one.ID] = one.ID, true
	}
	if saved {
		w.keepOnly(there)
	}
	for i := range s.Agents {
		one := &s.Agents[i]
		a, err := h.enlist(one.ID, one.Name, true)
		if err != nil {
			return fmt.Errorf("load agent %s: %w", contract.Quote(one.ID, contract.MaxAgentID), err)
		}
		a.restore(one)
	}
	if saved {
		if w.stage.order != nil {
			w.stage.order(ids)
		}
		if err := h.rules.load(game); err != nil {
			return fmt.Errorf("load the game: %w", err)
		}
	}
	h.clock.Set(s.Tick)
	for i := range s.Agents {
		if one := &s.Agents[i]; one.Run != nil {
			h.actors[one.ID].resume(one.Run)
		}
	}
	for _, a := range h.actors {
		a.lastCall = h.clock.Tick()
	}
	return nil
}

// keepOnly takes all others out of the world.
func (w *World) keepOnly(there map[string]bool) {
	var others []string
	w.stage.agents(func(p Player) bool {
		if id := p.AgentState().ID(); !there[id] {
			others = append(others, id)
		}
		return true
	})
	for _, id := range others {
		w.remove(id)
	}
}

// restore puts an agent to where a save left it.
func (a *actor) restore(s *savedAgent) { a.doc, a.usage = s.document, s.Usage }

// resume cancels what a saved run was doing, and ends it or begins it again.
func (a *actor) resume(s *savedRun) {
	for _, action := range s.Actions {
		a.cancelSaved(&action)
	}
	if s.Script != "" {
		program, err := a.host.programs.Compile("", s.Script, nil)
		if err == nil {
			a.run = a.newRun(program)
			a.run.id, a.run.name, a.run.resumed = s.ID, s.Name, true
			a.recent = keepNewest(a.recent, contract.KeptRuns, a.run)
			return
		}
		a.host.log.Warn("a saved script does not compile any more", "agent", a.id, "error", err.Error())
	}
	a.run = &run{actor: a, id: s.ID, name: s.Name, last: s.Line, phase: over, started: -1}
	a.run.tell(contract.RunInterrupted)
}

// cancelSaved takes back what an action had not done. One of a verb that is gone, or that remembers other things now, is let be.
func (a *actor) cancelSaved(s *savedAction) {
	i := slices.IndexFunc(a.host.rules.verbs, func(v contract.VerbSpec) bool { return v.Name == s.Verb })
	if i < 0 || a.host.rules.bound[i].fresh == nil {
		return
	}
	verb := a.host.rules.bound[i]
	box := verb.fresh()
	if json.Unmarshal(s.State, box) == nil {
		a.host.protect(a.id, func() { verb.cancel(a.player, box) })
	}
}
