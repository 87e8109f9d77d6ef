package sdk

import (
	"encoding/json"
	"fmt"
	"maps"
	"reflect"
	"slices"

	"mystic-sdk/contract"
)

// roster is who is in a game's world, in the order of joining. The world's lock guards it.
type roster[C Player] struct {
	game    *Game[C] // fixed at creation
	byID    map[string]C
	players []C // replaced when somebody leaves, so that a loop over it stays whole
}

// join makes a player and takes it in.
func (r *roster[C]) join(id, name string) (C, error) {
	var none C
	if !contract.ValidAgentID(id) {
		return none, fmt.Errorf("agent %q cannot join: an id is 1 to %d letters, digits, - and _", id, contract.MaxAgentID)
	}
	if _, ok := r.byID[id]; ok {
		return none, fmt.Errorf("agent %q cannot join: it is in the world", id)
	}
	if name == "" {
		name = id
	}
	c, err := r.game.Join(id, name)
	if err != nil {
		return none, fmt.Errorf("agent %q cannot join: %w", id, err)
	}
	if v := reflect.ValueOf(c); !v.IsValid() || v.IsNil() {
		return none, fmt.Errorf("agent %q cannot join: Join returned nil without an error", id)
	}
	if got := c.AgentState().ID(); got != id {
		return none, fmt.Errorf("agent %q cannot join: Join made a player with the id %q; its Agent is NewAgentState(id, name)",
			id, got)
	}
	r.byID[id] = c
	r.players = append(r.players, c)
	return c, nil
}

// leave takes a player out, and tells the game if it was in.
func (r *roster[C]) leave(id string) {
	c, ok := r.byID[id]
	if !ok {
		return
	}
	delete(r.byID, id)
	rest := make([]C, 0, len(r.players)-1)
	for _, other := range r.players {
		if other.AgentState().ID() != id {
			rest = append(rest, other)
		}
	}
	r.players = rest
	if r.game.Leave != nil {
		r.game.Leave(c)
	}
}

// each goes over the players that were in the world when it began.
func (r *roster[C]) each(yield func(Player) bool) {
	for _, c := range r.players {
		if !yield(c) {
			return
		}
	}
}

// gameSave is what a save keeps of a game: its players, whose order of joining is part of the world, and the game's bytes.
type gameSave struct {
	Players []member        `json:"players"`
	State   json.RawMessage `json:"state,omitempty"` // the game's bytes where they are JSON
	Bytes   []byte          `json:"bytes,omitempty"` // else these
}

// member is a player as a save names it.
type member struct {
	ID   string `json:"id"`
	Name string `json:"name"`
}

func (r *roster[C]) save() ([]byte, error) {
	s := gameSave{Players: make([]member, len(r.players))}
	for i, c := range r.players {
		s.Players[i] = member{ID: c.AgentState().ID(), Name: c.AgentState().Name()}
	}
	state, err := r.game.Save()
	switch {
	case err != nil:
		return nil, err
	case json.Valid(state):
		s.State = state
	default:
		s.Bytes = state
	}
	return json.Marshal(s)
}

// load makes the world hold the players of a save and no others, then hands the game its own bytes.
func (r *roster[C]) load(data []byte) error {
	var s gameSave
	if err := json.Unmarshal(data, &s); err != nil {
		return fmt.Errorf("players: %w", err)
	}
	for _, c := range r.players {
		id := c.AgentState().ID()
		if !slices.ContainsFunc(s.Players, func(m member) bool { return m.ID == id }) {
			r.leave(id)
		}
	}
	players := make([]C, 0, len(s.Players))
	for _, m := range s.Players {
		c, ok := r.byID[m.ID]
		if !ok {
			var err error
			if c, err = r.join(m.ID, m.Name); err != nil {
				return err
			}
		}
		players = append(players, c)
	}
	r.players = players
	if s.State != nil {
		return r.game.Load(s.State)
	}
	return r.game.Load(s.Bytes)
}

// LoadPlayers loads what json.Marshal made of a game's players, by id, into the players that are in the world: what most
// games' Load does. A plain json.Unmarshal would put others in their place, which no agent plays. The error names a player
// that is not in the world, or says what is wrong with the JSON.
func LoadPlayers[C Player](data []byte, players map[string]C) error {
	var saved map[string]json.RawMessage
	if err := json.Unmarshal(data, &saved); err != nil {
		return fmt.Errorf("load players: %w", err)
	}
	for _, id := range slices.Sorted(maps.Keys(saved)) {
		c, ok := players[id]
		if !ok {
			return fmt.Errorf("load players: %q is not in the world", id)
		}
		if err := json.Unmarshal(saved[id], c); err != nil {
			return fmt.Errorf("load player %s: %w", id, err)
		}
	}
	return nil
}
