package main

import (
	"context"
	"encoding/json"
	"fmt"
	"strconv"
	"strings"

	"mystic-sdk/contract"
	"mystic-sdk/sdk"
)

// world is all of Mystic but the transport: a world with the yard as its game, whose agents call tools. A script is checked
// before it starts, each of its actions is stepped by the world's ticks, and what it returned is read from a reply.
type world struct {
	prelude string
	world   *sdk.World
	next    int   // the number of the next agent
	turns   int   // of the next agent
	newest  *yard // of the player that joined last
	stand   bool  // actions do not end
}

// player is an agent's yard in a game.
type player struct {
	sdk.Agent
	*yard
}

type (
	number  struct{ N int }
	spoken  struct{ Text string }
	pending struct{ N int } // what an action under way remembers
)

func newWorld(prelude string) (engine, error) {
	e := &world{prelude: prelude}
	game := &sdk.Game[*player]{
		Name: "yard", Prelude: prelude,
		Join: func(id, name string) (*player, error) {
			e.newest = newYard(e.turns)
			return &player{sdk.NewAgentState(id, name), e.newest}, nil
		},
		Verbs: []sdk.Verb[*player]{
			sdk.Sense("ground", "What you stand on.", func(p *player, _ struct{}) string { return p.ground() }),
			sdk.Sense("title", "What n is called.", func(p *player, in number) string { return p.title(in.N) }),
			sdk.Sense("around", "The next n things.", func(p *player, in number) []thing { return p.around(in.N) }),
			sdk.Instant("report", "Tells.", func(p *player, in spoken) sdk.Outcome { return worldOutcome(p.report(in.Text)) }),
		},
	}
	for name, ask := range asks {
		game.Verbs = append(game.Verbs, sdk.Sense(name, "A number.", func(p *player, _ struct{}) int { return ask(p.yard) }))
	}
	for name, ask := range asksOf {
		game.Verbs = append(game.Verbs, sdk.Sense(name, "A number.", func(p *player, in number) int { return ask(p.yard, in.N) }))
	}
	for name, do := range actions {
		game.Verbs = append(game.Verbs, sdk.Action(name, "Takes a tick.", sdk.Steps[*player, number, pending]{
			Start: func(_ *player, in number) (pending, *sdk.Outcome) { return pending(in), nil },
			Step: func(p *player, a *pending) (sdk.Outcome, bool) {
				if e.stand {
					return sdk.Outcome{}, false
				}
				return worldOutcome(p.end(do, a.N)), true
			},
		}))
	}
	var err error
	e.world, err = sdk.NewWorld(game, nil)
	return e, err
}

func worldOutcome(o outcome) sdk.Outcome {
	if o.ok {
		return sdk.Did(o.n)
	}
	return sdk.Refuse(o.why, o.n)
}

// newAgent lets an agent join, by its first call.
func (e *world) newAgent(turns int) (agent, error) {
	e.turns = turns
	a := &worldAgent{engine: e, id: "a" + strconv.Itoa(e.next), turns: turns}
	e.next++
	if _, err := a.call("status", json.RawMessage("{}")); err != nil {
		return nil, err
	}
	return a, nil
}

type worldAgent struct {
	engine *world
	id     string
	turns  int
}

func (a *worldAgent) close() { a.engine.world.Remove(a.id) }

// call calls a tool, and says that its reply was read.
func (a *worldAgent) call(tool string, args json.RawMessage) (*contract.Reply, error) {
	gateway := a.engine.world.Gateway()
	reply := gateway.Call(context.Background(), a.id, tool, args, sdk.Meta{})
	if !reply.OK {
		return nil, fmt.Errorf("%s: %s", tool, reply.Text())
	}
	gateway.Ack(a.id, reply.Mark)
	return reply, nil
}

func (a *worldAgent) load(source string) (script, error) {
	args, err := json.Marshal(map[string]any{"script": source, "wait": 0})
	if err != nil {
		return nil, err
	}
	return &worldScript{a, args}, nil
}

// worldScript is the call that sends a script.
type worldScript struct {
	agent *worldAgent
	args  json.RawMessage
}

// play sends the script, plays a tick for each of its turns and the one before, and reads how it ended.
func (s *worldScript) play() (float64, error) {
	a := s.agent
	if _, err := a.call("run", s.args); err != nil {
		return 0, err
	}
	for range a.turns + 1 {
		a.engine.world.Tick()
	}
	reply, err := a.call("status", json.RawMessage("{}"))
	if err != nil {
		return 0, err
	}
	if reply.Run == nil || reply.Run.State != contract.RunDone || len(reply.Output) != 1 {
		return 0, fmt.Errorf("the run did not end with one number: %s", strings.ReplaceAll(reply.Text(), "\n", "; "))
	}
	return strconv.ParseFloat(reply.Output[0], 64)
}

// begin has all actions of the world stand, since the ticks that other agents begin with step this one's too.
func (s *worldScript) begin() error {
	s.agent.engine.stand = true
	_, err := s.agent.call("run", s.args)
	s.agent.engine.world.Tick()
	return err
}

// newCrowd makes a world of its own.
func (e *world) newCrowd(size int, source string) (crowd, error) {
	fresh, err := newWorld(e.prelude)
	if err != nil {
		return nil, err
	}
	c := &worldCrowd{engine: fresh.(*world)}
	for range size {
		one, err := c.engine.newAgent(1)
		if err != nil {
			return nil, err
		}
		ready, err := one.load(source)
		if err != nil {
			return nil, err
		}
		if _, err := one.(*worldAgent).call("run", ready.(*worldScript).args); err != nil {
			return nil, err
		}
		c.all = append(c.all, c.engine.newest)
	}
	return c, c.turn()
}

type worldCrowd struct {
	engine *world
	all    []*yard
}

func (c *worldCrowd) turn() error {
	c.engine.world.Tick()
	return nil
}

func (c *worldCrowd) yards() []*yard { return c.all }
