package plain

import (
	"encoding/json"
	"fmt"
	"strconv"

	"mystic-sdk/contract"
	"mystic-sdk/sdk"
)

// Miner is a player.
type Miner struct {
	sdk.Agent
	Gold int
}

// Dig is what a dig in progress remembers.
type Dig struct{ Left, Timer, Done int }

// Mine is the whole game: an sdk.ScriptGame and an sdk.GameHost in one. The world's lock guards it.
type Mine struct {
	max  Miner
	tick int64
	seed uint64
}

// New makes a mine with max in it. A nil opts means the zero Options; their zero Seed stands for 1.
func New(opts *sdk.Options) (*sdk.World, error) {
	m := &Mine{max: Miner{Agent: sdk.NewAgentState("max", "Max")}, seed: 1}
	if opts != nil && opts.Seed != 0 {
		m.seed = opts.Seed
	}
	scripts, err := sdk.NewScriptHost(m, m.Agent, opts)
	if err != nil {
		return nil, err
	}
	return sdk.WorldFrom(scripts, m, opts)
}

// Verbs declares dig and drop.
func (m *Mine) Verbs() []contract.VerbSpec {
	n := []contract.ArgSpec{{Name: "n", Type: contract.ArgCount}}
	return []contract.VerbSpec{
		{Name: "dig", Kind: contract.Action, Args: n, CountDefault: 1, Doc: "Digs n gold, two seconds each."},
		{
			Name: "drop", Kind: contract.Action, Instant: true, Args: n, CountDefault: 1, Doc: "Drops n gold.",
			Whys: []contract.WhySpec{{Word: "short", Meaning: "you carry less than n"}},
		},
	}
}

// Start drops at once, or begins a dig.
func (m *Mine) Start(c *Miner, verb string, args sdk.Args) (Dig, *sdk.Outcome) {
	if verb == "drop" {
		n := args.Count(0, c.Gold)
		if c.Gold < n {
			return Dig{}, sdk.Refuse("short", 0).AtOnce()
		}
		c.Gold -= n
		return Dig{}, sdk.Did(n).AtOnce()
	}
	return Dig{Left: args.Count(0, 99), Timer: 2}, nil
}

// Step digs.
func (m *Mine) Step(c *Miner, d *Dig) (sdk.Outcome, bool) {
	if d.Timer--; d.Timer > 0 {
		return sdk.Outcome{}, false
	}
	d.Timer = 2
	c.Gold++
	d.Done++
	d.Left--
	return sdk.Did(d.Done), d.Left == 0
}

// Label says that a miner is digging.
func (m *Mine) Label(*Miner, *Dig) string { return "digging" }

// Sense is never called: there are no senses.
func (m *Mine) Sense(*Miner, string, sdk.Args) any { return nil }

// Resolve knows no names: no verb takes one.
func (m *Mine) Resolve(*Miner, string, string) (string, bool) { return "", false }

// MeFields declares me.gold.
func (m *Mine) MeFields() []contract.FieldSpec {
	return []contract.FieldSpec{{Name: "gold", Type: "number", Doc: "what you carry"}}
}

// Me answers me.gold.
func (m *Mine) Me(c *Miner, field, _ string) any {
	if field == "gold" {
		return c.Gold
	}
	return nil
}

// Prelude is the seed's must, which the SDK has too.
func (m *Mine) Prelude() string {
	return "function must(ok, why) if not ok then stop(why) end return ok end\n"
}

// TicksPerSecond is 1.
func (m *Mine) TicksPerSecond() float64 { return 1 }

// Tick counts the ticks.
func (m *Mine) Tick() int64 { return m.tick }

// Stamp is the tick's number.
func (m *Mine) Stamp() string { return strconv.FormatInt(m.tick, 10) }

// Seed seeds the random streams.
func (m *Mine) Seed() uint64 { return m.seed }

// Agent finds max.
func (m *Mine) Agent(id string) (*Miner, bool) { return &m.max, id == m.max.ID() }

// Agents lists max.
func (m *Mine) Agents() []*Miner { return []*Miner{&m.max} }

// StatusLine says where a miner stands; what it does is filled in by the SDK.
func (m *Mine) StatusLine(c *Miner) sdk.StateLine {
	return sdk.StateLine{Time: m.Stamp(), Where: "mine", Fields: []string{fmt.Sprintf("gold %d", c.Gold)}}
}

// Advance counts a tick.
func (m *Mine) Advance() { m.tick++ }

// Ask knows nothing.
func (m *Mine) Ask(*Miner, string) string { return "Nothing you know of." }

// Journal has one line.
func (m *Mine) Journal(c *Miner) []string { return []string{fmt.Sprintf("Gold: %d", c.Gold)} }

// SameLocation is always true: there is one mine.
func (m *Mine) SameLocation(_, _ *Miner) bool { return true }

// saved is the game's own state as JSON.
type saved struct {
	Tick int64 `json:"tick"`
	Gold int   `json:"gold"`
}

// Save keeps the tick and the gold.
func (m *Mine) Save() ([]byte, error) { return json.Marshal(saved{Tick: m.tick, Gold: m.max.Gold}) }

// Load is the reverse of Save.
func (m *Mine) Load(data []byte) error {
	var s saved
	if err := json.Unmarshal(data, &s); err != nil {
		return err
	}
	m.tick, m.max.Gold = s.Tick, s.Gold
	return nil
}
