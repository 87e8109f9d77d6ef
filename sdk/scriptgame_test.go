package sdk_test

import (
	"context"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"mystic-sdk/contract"
	"mystic-sdk/sdk"
)

// bare is a ScriptGame and GameHost with nothing optional.
type bare struct{ players map[string]*soul }

type soul struct {
	sdk.Agent
	steps int
}

type left struct{ N int }

func newBare() *bare {
	return &bare{players: map[string]*soul{"max": {Agent: sdk.NewAgentState("max", "Max")}}}
}

func (b *bare) Verbs() []contract.VerbSpec {
	return []contract.VerbSpec{
		{Name: "step", Kind: contract.Action, Args: []contract.ArgSpec{{Name: "n", Type: contract.ArgCount}}, CountDefault: 1, Doc: "Steps n times."},
		{Name: "where", Kind: contract.Sense, Doc: "How far you came."},
	}
}
func (b *bare) Start(_ *soul, _ string, args sdk.Args) (left, *sdk.Outcome) {
	return left{args.Count(0, 9)}, nil
}
func (b *bare) Step(c *soul, a *left) (sdk.Outcome, bool) {
	c.steps++
	a.N--
	return sdk.Did(c.steps), a.N == 0
}
func (b *bare) Sense(c *soul, _ string, _ sdk.Args) any { return c.steps }
func (b *bare) Resolve(*soul, string, string) (string, bool) {
	return "", false
}
func (b *bare) Agent(id string) (*soul, bool)    { c, ok := b.players[id]; return c, ok }
func (b *bare) Agents() []*soul                  { return []*soul{b.players["max"]} }
func (b *bare) StatusLine(c *soul) sdk.StateLine { return sdk.StateLine{Where: "here"} }

// TestHandWired drives a host and a gateway without a World.
func TestHandWired(t *testing.T) {
	b := newBare()
	scripts, err := sdk.NewScriptHost[*soul, left](b, b.Agent, nil)
	require.NoError(t, err)
	gateway, err := sdk.NewGateway[*soul](scripts, b)
	require.NoError(t, err)
	ctx, cancel := context.WithCancel(t.Context())
	ended := make(chan error, 1)
	go func() {
		ended <- sdk.StartTickLoop(ctx, gateway, time.Millisecond, func() {
			for _, c := range b.Agents() {
				scripts.Tick(c)
			}
			gateway.OnTick()
		})
	}()
	reply := gateway.Call(ctx, "max", "run", []byte(`{"script":"step(2) return true, nil, where()"}`), sdk.Meta{})
	require.Contains(t, reply.Text(), "run 1 done: ok, n 2")
	require.Contains(t, reply.Text(), "here · idle")
	cancel()
	require.NoError(t, <-ended)

	unknown := gateway.Call(t.Context(), "bo", "status", nil, sdk.Meta{})
	require.Equal(t, contract.AgentUnknown, unknown.Error.Code)
}

type (
	badLabel   struct{ *bare }
	badMe      struct{ *bare }
	halfClock  struct{ *bare }
	badJournal struct{ *bare }
)

func (badLabel) Label(c *soul) string      { return "" }
func (badMe) MeFields() []string           { return nil }
func (badMe) Me(*soul, string, string) any { return nil }
func (halfClock) TicksPerSecond() float64  { return 2 }
func (badJournal) Journal() []string       { return nil }

// TestNearMisses refuses methods that bear an optional one's name and could never be called.
func TestNearMisses(t *testing.T) {
	host := func(g sdk.ScriptGame[*soul, left]) error {
		_, err := sdk.NewScriptHost(g, newBare().Agent, nil)
		return err
	}
	require.EqualError(t, host(badLabel{newBare()}),
		"method Label has the signature (*sdk_test.soul) string; Labeller wants (*sdk_test.soul, *sdk_test.left) string")
	require.ErrorContains(t, host(badMe{newBare()}), "method MeFields has the signature () []string; MeReader wants () []contract.FieldSpec")
	require.ErrorContains(t, host(halfClock{newBare()}), "method TicksPerSecond is there, but Clock also wants Seed() uint64 and Stamp() string and Tick() int64")

	b := newBare()
	scripts, err := sdk.NewScriptHost[*soul, left](b, b.Agent, nil)
	require.NoError(t, err)
	_, err = sdk.NewGateway[*soul](scripts, badJournal{b})
	require.EqualError(t, err, "method Journal has the signature () []string; Journaler wants (*sdk_test.soul) []string")
}

// muddled is a game with something wrong in every part that is declared by hand.
type muddled struct{ *bare }

func (muddled) Verbs() []contract.VerbSpec {
	n := []contract.ArgSpec{{Name: "n", Type: contract.ArgCount}, {Name: "to", Type: contract.ArgName}, {Name: "n", Type: "many"}}
	return []contract.VerbSpec{
		{Name: "wait", Kind: contract.Action, Doc: "Waits."},
		{Name: "fly", Kind: "stunt", Doc: "Flies.", Args: n, CountDefault: 1},
		{Name: "fly", Kind: contract.Action, Doc: "Flies\nagain.", Whys: []contract.WhySpec{{Word: "cancelled"}}},
	}
}
func (muddled) Events() []contract.EventSpec { return []contract.EventSpec{{Name: "heard"}} }
func (muddled) Refused() map[string]string   { return map[string]string{"swim": ""} }
func (muddled) Label(*soul) string           { return "" }

// TestScriptHostTellsAllAtOnce holds a game wired by hand to the rules of every game.
func TestScriptHostTellsAllAtOnce(t *testing.T) {
	_, err := sdk.NewScriptHost[*soul, left](muddled{newBare()}, newBare().Agent, nil)
	require.EqualError(t, err, `method Label has the signature (*sdk_test.soul) string; Labeller wants (*sdk_test.soul, *sdk_test.left) string
verb fly: argument to: it must be given but stands after one that may be left out; those come last
verb fly: argument to: it takes a name, but its kind is empty
verb fly: argument n: the argument n is there twice
verb fly: argument n: its type is "many"; it is one of name, count, number and text
verb wait: its name is a word of the SDK
verb fly: its kind is "stunt"; it is an action or a sense
verb fly: it is there twice
verb fly: its doc is missing or not one plain line
verb fly: the refusal word "cancelled" is one of the SDK's own, which need no declaration
event heard: its name is an event of the SDK
Refused has "swim" without what to use instead`)
}
