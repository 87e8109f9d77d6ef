package mcpserver

import (
	"context"
	"crypto/rand"
	"encoding/json"
	"fmt"
	"log/slog"
	"runtime/debug"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/mark3labs/mcp-go/server"

	"mystic-sdk/contract"
	"mystic-sdk/sdk"
)

// gateway is what a transport needs of an *sdk.Gateway.
type gateway interface {
	Call(ctx context.Context, agent, tool string, args json.RawMessage, meta sdk.Meta) *contract.Reply
	Ack(agent string, mark int64)
	Card() string
}

// desk takes the requests of one transport to the world: it limits the calls of tools, bounds their wait, catches what
// breaks, writes the audit lines, and sees to it that what was told is acknowledged. It is safe for concurrent use.
type desk struct {
	// Fixed at creation.
	world        gateway
	mcp          *server.MCPServer
	log          *slog.Logger
	rate         *limiter[string]
	waitingCalls int

	mu      sync.Mutex // guards what follows
	drained bool
	hurried bool
	waits   map[*wait]struct{} // at most waitingCalls of each agent; one more is refused
	waiting map[string]int     // how many those are, by agent

	// telling holds, by agent, the replies that are being written and then acknowledged; each is closed when that is done.
	telling map[string][]chan struct{}
}

// wait is one call that waits for the world.
type wait struct {
	agent string
	end   context.CancelFunc
}

func newDesk(world gateway, opts Options) *desk {
	d := &desk{
		world:        world,
		log:          opts.Log,
		rate:         newLimiter[string](opts.CallsPerMinute),
		waitingCalls: opts.WaitingCalls,
		waits:        map[*wait]struct{}{},
		waiting:      map[string]int{},
		telling:      map[string][]chan struct{}{},
	}
	d.mcp = newMCP(d)
	return d
}

// call answers one tool call and writes its audit line.
func (d *desk) call(ctx context.Context, x *exchange, tool string, args json.RawMessage, meta sdk.Meta) *contract.Reply {
	began := time.Now()
	reply := d.answer(ctx, x, tool, args, meta)

	code, run, ticks := "ok", "", int64(0)
	if reply.Error != nil {
		code = string(reply.Error.Code)
	}
	if reply.Run != nil {
		run, ticks = reply.Run.ID, reply.Run.Ticks
	}
	d.log.LogAttrs(ctx, slog.LevelInfo, "call",
		slog.String("agent", x.agent), slog.String("tool", tool), slog.String("run", run), slog.Int64("ticks", ticks),
		slog.String("code", code), slog.Duration("duration", time.Since(began)))
	return reply
}

// answer calls the gateway within the limits.
func (d *desk) answer(ctx context.Context, x *exchange, tool string, args json.RawMessage, meta sdk.Meta) (reply *contract.Reply) {
	defer func() {
		if broken := recover(); broken != nil {
			fault := contract.NewFault(contract.Internal, "something broke in the server")
			fault.Ref = d.report("a call of "+tool+" broke", broken)
			x.mark, reply = 0, &contract.Reply{Error: fault}
		}
	}()
	if pause := d.rate.take(x.agent, time.Now()); pause > 0 {
		return refused(contract.RateLimited, "too many calls in a minute", pause)
	}
	span := spanOf(tool, args)
	bounded, cancel := context.WithTimeout(ctx, span+waitGrace)
	defer cancel()
	w := &wait{agent: x.agent, end: cancel}
	if no := d.admit(w, span > 0); no != nil {
		return no
	}
	defer d.leave(w)
	d.settle(bounded, x.agent)
	reply = d.world.Call(bounded, x.agent, tool, args, meta)
	x.mark = reply.Mark
	return reply
}

// spanOf returns how long a call may wait for the world. One whose arguments are wrong waits for nothing: the gateway
// refuses it.
func spanOf(tool string, args json.RawMessage) time.Duration {
	if tool != contract.ToolRun && tool != contract.ToolStatus {
		return 0
	}
	parsed, fault := contract.ParseArgs(tool, args)
	if fault != nil {
		return 0
	}
	var seconds float64
	switch a := parsed.(type) {
	case contract.RunArgs:
		if a.Mode == contract.ModeRun {
			seconds = a.Wait
		}
	case contract.StatusArgs:
		seconds = a.Wait
	}
	return time.Duration(seconds * float64(time.Second))
}

// admit lets a call in, or returns why not. One that waits takes a seat, which leave gives back.
func (d *desk) admit(w *wait, waits bool) *contract.Reply {
	d.mu.Lock()
	defer d.mu.Unlock()
	switch {
	case d.drained:
		return refused(contract.Unavailable, "the server is shutting down", 5*time.Second)
	case !waits:
		return nil
	case d.waiting[w.agent] >= d.waitingCalls:
		return refused(contract.Unavailable, fmt.Sprintf("%d calls of yours are waiting already", d.waitingCalls), time.Second)
	}
	d.waits[w] = struct{}{}
	d.waiting[w.agent]++
	if d.hurried {
		w.end()
	}
	return nil
}

func (d *desk) leave(w *wait) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if _, seated := d.waits[w]; !seated {
		return
	}
	delete(d.waits, w)
	if d.waiting[w.agent]--; d.waiting[w.agent] == 0 {
		delete(d.waiting, w.agent)
	}
}

// drain ends the waits, whose calls answer with what there is to say, and refuses every later call.
func (d *desk) drain() {
	d.hurry()
	d.mu.Lock()
	defer d.mu.Unlock()
	d.drained = true
}

// hurry ends the waits, and those of later calls as they begin.
func (d *desk) hurry() {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.hurried = true
	for w := range d.waits {
		w.end()
	}
}

func (d *desk) isDrained() bool {
	d.mu.Lock()
	defer d.mu.Unlock()
	return d.drained
}

// tell has send write the reply of an exchange, and acknowledges it when send says that all of it was written to a client
// that is there. The agent's next call begins after that: a client that calls again at once is not told the same twice.
func (d *desk) tell(x *exchange, send func() bool) {
	if x.mark == 0 {
		send()
		return
	}
	told := make(chan struct{})
	d.mu.Lock()
	d.telling[x.agent] = append(d.telling[x.agent], told)
	d.mu.Unlock()
	defer func() {
		close(told)
		d.mu.Lock()
		defer d.mu.Unlock()
		rest := slices.DeleteFunc(d.telling[x.agent], func(c chan struct{}) bool { return c == told })
		if d.telling[x.agent] = rest; len(rest) == 0 {
			delete(d.telling, x.agent)
		}
	}()
	if send() {
		d.world.Ack(x.agent, x.mark)
	}
}

// settle waits until the replies that an agent may have read by now are acknowledged.
func (d *desk) settle(ctx context.Context, agent string) {
	d.mu.Lock()
	telling := slices.Clone(d.telling[agent])
	d.mu.Unlock()
	for _, told := range telling {
		select {
		case <-told:
		case <-ctx.Done():
			return
		}
	}
}

// report logs what broke, with where, and returns the reference that the caller is given in place of it.
func (d *desk) report(what string, broken any) (ref string) {
	ref = strings.ToLower(rand.Text()[:8])
	d.log.Error(what, slog.String("ref", ref), slog.Any("panic", broken), slog.String("stack", string(debug.Stack())))
	return ref
}

func refused(code contract.Code, message string, pause time.Duration) *contract.Reply {
	fault := contract.NewFault(code, message)
	fault.RetryAfterMs = int(max(pause, time.Millisecond).Milliseconds())
	return &contract.Reply{Error: fault}
}

// exchange is one message on its way: who sent it, and what the tool leaves behind for the transport.
type exchange struct {
	agent string
	mark  int64 // the reply's, to be acknowledged once it is written; 0: it moves no mark
}
