package miners

import (
	"encoding/json"
	"fmt"

	"mystic-sdk/sdk"
)

// Miner is a player: the SDK's part of it, and what the game keeps. Scripts read me.gold.
type Miner struct {
	sdk.Agent
	Gold int `me:"gold" doc:"what you carry"`
}

// amount is the argument n of both verbs, digging what a dig in progress remembers.
type amount struct {
	N sdk.Count `default:"1"`
}
type digging struct{ Of, Seconds int }

// New makes a mine with max in it. A nil opts means the zero Options.
func New(opts *sdk.Options) (*sdk.World, error) {
	miners := map[string]*Miner{}
	dig := sdk.Action("dig", `Digs n gold, two seconds each; "all" digs 99.`, sdk.Steps[*Miner, amount, digging]{
		Start: func(_ *Miner, in amount) (digging, *sdk.Outcome) { return digging{Of: in.N.Or(99)}, nil },
		Step: func(m *Miner, d *digging) (sdk.Outcome, bool) {
			if d.Seconds++; d.Seconds%2 == 0 {
				m.Gold++
			}
			return sdk.Did(d.Of), d.Seconds == 2*d.Of
		},
		Label: func(_ *Miner, d *digging) string { return fmt.Sprintf("digging %d of %d", d.Seconds/2+1, d.Of) },
	})
	drop := sdk.Instant("drop", "Drops n gold.", func(m *Miner, in amount) sdk.Outcome {
		n := in.N.Or(m.Gold)
		if n > m.Gold {
			return sdk.Refuse("short", 0)
		}
		m.Gold -= n
		return sdk.Did(n)
	}).Refuses("short", "you carry less than n")
	return sdk.NewWorld(&sdk.Game[*Miner]{
		Name: "miners", Intro: "You are a miner: you dig gold and carry it with you.",
		Verbs: []sdk.Verb[*Miner]{dig, drop}, Start: []string{"max"},
		Join: func(id, name string) (*Miner, error) {
			miners[id] = &Miner{Agent: sdk.NewAgentState(id, name)}
			return miners[id], nil
		},
		Leave: func(m *Miner) { delete(miners, m.ID()) },
		Hears: func(_, _ *Miner) bool { return true },
		Status: func(m *Miner) sdk.StateLine {
			return sdk.StateLine{Where: "mine", Fields: []string{fmt.Sprint("gold ", m.Gold)}}
		},
		Journal: func(m *Miner) []string { return []string{fmt.Sprint("Gold: ", m.Gold)} },
		Save:    func() ([]byte, error) { return json.Marshal(miners) },
		Load:    func(data []byte) error { return sdk.LoadPlayers(data, miners) },
	}, opts)
}
