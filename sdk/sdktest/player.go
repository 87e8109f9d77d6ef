package sdktest

import (
	"context"
	"encoding/json"
	"runtime"
	"testing"

	"mystic-sdk/contract"
	"mystic-sdk/sdk"
)

// maxWaitTicks bounds how long a waiting call is ticked for: more than the longest wait at a thousand ticks a second.
const maxWaitTicks = 50_000

// Player is one agent of a world under test. It acknowledges each reply, as a client that got it does. Not safe for
// concurrent use.
type Player struct {
	t     testing.TB
	world *sdk.World
	agent string
	last  *contract.Reply
}

// NewPlayer takes an agent's part in a world.
func NewPlayer(t testing.TB, world *sdk.World, agent string) *Player {
	return &Player{t: t, world: world, agent: agent}
}

// Play sends a script without waiting for it. The test ends where it does not start.
func Play(t testing.TB, world *sdk.World, agent, script string) *Player {
	t.Helper()
	p := NewPlayer(t, world, agent)
	if reply := p.Run(script); reply.Error != nil {
		t.Fatalf("the script did not start:\n%s", reply.Text())
	}
	return p
}

// Ticks plays n ticks of the world.
func (p *Player) Ticks(n int) *Player {
	for range n {
		p.world.Tick()
	}
	return p
}

// Run sends a script in mode run with wait 0.
func (p *Player) Run(script string) *contract.Reply {
	p.t.Helper()
	return p.Call("run", map[string]any{"script": script, "wait": 0})
}

// Look asks with a script in mode look.
func (p *Player) Look(script string) *contract.Reply {
	p.t.Helper()
	return p.Call("run", map[string]any{"script": script, "mode": "look"})
}

// Status calls status with wait 0 and returns its text.
func (p *Player) Status() string {
	p.t.Helper()
	return p.Call("status", nil).Text()
}

// Last returns the newest reply.
func (p *Player) Last() *contract.Reply { return p.last }

// Call calls a tool and acknowledges the reply. While the call waits the world is ticked. The test fails where the game broke,
// as by a panic.
func (p *Player) Call(tool string, args map[string]any) *contract.Reply {
	p.t.Helper()
	raw, err := json.Marshal(args)
	if err != nil {
		p.t.Fatalf("the arguments of %s: %v", tool, err)
	}
	reply := p.CallRaw(tool, raw, sdk.Meta{})
	if f := reply.Error; f != nil && f.Code == contract.Internal {
		p.t.Errorf("the game broke in a call of %s, ref %s: give the world an Options.Log to see how", tool, f.Ref)
	}
	return reply
}

// CallRaw is Call with the arguments as they came, which need not be valid.
func (p *Player) CallRaw(tool string, raw json.RawMessage, meta sdk.Meta) *contract.Reply {
	p.t.Helper()
	reply := p.CallUnheard(tool, raw, meta)
	if reply.Mark > 0 {
		p.world.Gateway().Ack(p.agent, reply.Mark)
	}
	return reply
}

// CallUnheard is CallRaw whose reply the client never got: nothing is acknowledged.
func (p *Player) CallUnheard(tool string, raw json.RawMessage, meta sdk.Meta) *contract.Reply {
	p.t.Helper()
	gateway := p.world.Gateway()
	before := gateway.Waiting()
	done := make(chan *contract.Reply, 1)
	go func() {
		done <- gateway.Call(context.Background(), p.agent, tool, raw, meta)
	}()
	for ticks := 0; ; {
		select {
		case p.last = <-done:
			return p.last
		default:
		}
		if gateway.Waiting() > before {
			if ticks++; ticks > maxWaitTicks {
				p.t.Fatalf("%s still waits after %d ticks", tool, maxWaitTicks)
			}
			p.world.Tick()
			continue
		}
		runtime.Gosched()
	}
}
