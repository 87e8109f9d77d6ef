package sdk

import (
	"encoding/json"
	"errors"
	"fmt"

	"mystic-sdk/contract"
	"mystic-sdk/sdk/internal/news"
)

// saveFormat is raised when a save's form changes.
const saveFormat = 1

// save is a world between two ticks, as JSON. The same world gives the same bytes.
type save struct {
	Format  int             `json:"format"`
	Version string          `json:"version"` // of the contract
	Tick    int64           `json:"tick"`
	Agents  []savedAgent    `json:"agents"`
	Game    json.RawMessage `json:"game,omitempty"`  // the game's bytes where they are JSON
	Bytes   []byte          `json:"bytes,omitempty"` // else these
}

// savedAgent is what the SDK keeps of one agent.
type savedAgent struct {
	ID      string          `json:"id"`
	Name    string          `json:"name"`
	Mem     json.RawMessage `json:"mem,omitempty"`
	Scripts []savedScript   `json:"scripts,omitempty"`
	Notes   []string        `json:"notes,omitempty"`
	Alerts  []string        `json:"alerts,omitempty"`
	Runs    int             `json:"runs,omitempty"`
	IDs     int             `json:"ids,omitempty"`
	Usage   contract.Usage  `json:"usage"`
	Run     *savedRun       `json:"run,omitempty"`
}

// savedRun is a run that was going on: after a load it is told as interrupted.
type savedRun struct {
	ID   string `json:"id"`
	Name string `json:"name,omitempty"`
	Line int    `json:"line,omitempty"`
}

// Save returns the world as bytes: each agent's document, and the game's own state where the game saves it.
func (w *World) Save() ([]byte, error) {
	var data []byte
	var err error
	w.Do(func() { data, err = w.save() })
	return data, err
}

func (w *World) save() ([]byte, error) {
	h := w.scripts
	s := save{Format: saveFormat, Version: contract.Version, Tick: h.clock.tick()}
	w.stage.agents(func(p Player) bool {
		a := h.attach(p)
		d := &a.doc
		one := savedAgent{
			ID: a.id, Name: p.AgentState().Name(), Mem: d.mem, Scripts: d.saved, Notes: d.notes, Alerts: d.alerts,
			Runs: d.runs, IDs: d.ids, Usage: a.usage,
		}
		if r := a.run; r.live() && r.state == contract.RunRunning {
			one.Run = &savedRun{ID: r.id, Name: r.name, Line: r.line()}
		}
		s.Agents = append(s.Agents, one)
		return true
	})
	if h.rules.save != nil {
		game, err := h.rules.save()
		if err != nil {
			return nil, fmt.Errorf("save the game: %w", err)
		}
		if json.Valid(game) {
			s.Game = game
		} else {
			s.Bytes = game
		}
	}
	return json.Marshal(s)
}

// ErrSave is what Load answers for bytes that are no save of this SDK.
var ErrSave = errors.New("this is no save of a world")

// Load brings a world that has not ticked yet to where a save left it. Agents of the save that are not in the world join.
// Scripts that were running end as interrupted. After an error the world is of no use.
func (w *World) Load(data []byte) error {
	var s save
	if err := json.Unmarshal(data, &s); err != nil || s.Format == 0 {
		return ErrSave
	}
	if s.Format > saveFormat {
		return fmt.Errorf("%w that this version can read: it was written by a newer one, contract %s", ErrSave, contract.Clean(s.Version, 20))
	}
	var err error
	w.Do(func() { err = w.load(&s) })
	return err
}

func (w *World) load(s *save) error {
	h := w.scripts
	for i := range s.Agents {
		one := &s.Agents[i]
		p, ok := h.lookup(one.ID)
		if !ok {
			if w.stage.join == nil {
				return fmt.Errorf("load agent %s: it is not in this world and may not join", contract.Quote(one.ID, contract.MaxAgentID))
			}
			var err error
			if p, err = w.stage.join(one.ID, one.Name); err != nil {
				return fmt.Errorf("load agent %s: %w", contract.Quote(one.ID, contract.MaxAgentID), err)
			}
		}
		a := h.attach(p)
		a.usage = one.Usage
		a.doc = document{mem: one.Mem, saved: one.Scripts, notes: one.Notes, alerts: one.Alerts, runs: one.Runs, ids: one.IDs}
		if r := one.Run; r != nil {
			a.log.Add(news.Line{Kind: news.Run, Ran: &contract.Run{ID: r.ID, Name: r.Name, State: contract.RunInterrupted, Line: r.Line}}, true)
		}
	}
	game := []byte(s.Game)
	if s.Bytes != nil {
		game = s.Bytes
	}
	if h.rules.load != nil && game != nil {
		if err := h.rules.load(game); err != nil {
			return fmt.Errorf("load the game: %w", err)
		}
	}
	h.clock.count = s.Tick
	for _, a := range h.actors {
		a.lastCall = h.clock.tick()
	}
	return nil
}
