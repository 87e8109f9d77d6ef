package cli

import (
	"context"
	"encoding/json"
	"time"

	"mystic-sdk/contract"
	"mystic-sdk/sdk"
)

// hand moves a world's clock: only while a call waits for the world, so that the same calls get the same replies, and take
// as long, on any machine.
type hand struct {
	world *sdk.World
	most  int       // ticks after which a call waits no longer; 0: no end
	shows *progress // nil: nobody looks

	ticks int
}

// pollEvery is how often the hand looks whether a call waits.
const pollEvery = 100 * time.Microsecond

// tick plays n ticks.
func (h *hand) tick(n int) {
	for range n {
		h.world.Tick()
		h.ticks++
		if h.shows != nil {
			h.shows.at(h.ticks, h.most)
		}
	}
}

// during calls f on a goroutine of its own and ticks while a call waits, until f returns. The context of f ends when there
// are no ticks left; a call to the gateway then answers at once.
func (h *hand) during(ctx context.Context, f func(context.Context)) {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	done := make(chan struct{})
	go func() {
		defer close(done)
		f(ctx)
	}()
	poll := time.NewTicker(pollEvery)
	defer poll.Stop()
	for {
		for ctx.Err() == nil && h.world.Gateway().Waiting() > 0 {
			if h.most > 0 && h.ticks >= h.most {
				cancel()
				break
			}
			h.tick(1)
		}
		select {
		case <-done:
			return
		case <-poll.C:
		}
	}
}

// call calls a tool for an agent, ticks while it waits, and acknowledges the reply.
func (h *hand) call(ctx context.Context, agent, tool string, args any) *contract.Reply {
	raw, err := json.Marshal(args)
	if err != nil {
		panic("cli: arguments that JSON cannot say: " + err.Error())
	}
	gateway := h.world.Gateway()
	var reply *contract.Reply
	h.during(ctx, func(ctx context.Context) { reply = gateway.Call(ctx, agent, tool, raw, sdk.Meta{}) })
	gateway.Ack(agent, reply.Mark)
	return reply
}
