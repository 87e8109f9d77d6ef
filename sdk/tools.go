package sdk

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"mystic-sdk/checker"
	"mystic-sdk/contract"
	"mystic-sdk/lua"
)

// run checks a script and, as its mode says, plays it.
func (g *Gateway) run(ctx context.Context, a *actor, args *contract.RunArgs) *contract.Reply {
	var s started
	if args.Mode == contract.ModeRun {
		g.guard.do(func() { s = a.repeated(args) })
		if s.fault != nil || s.run != nil {
			return g.await(ctx, a, args, s, &contract.Reply{Script: args.Script})
		}
	}
	var env *checker.Env
	g.guard.do(func() { env = g.scripts.env(a, args) })
	checked := checker.Check(args.Script, env)
	reply := &contract.Reply{Script: args.Script, Diagnostics: checked.Diagnostics}
	reply.MoreDiagnostics = checked.Errors + checked.Warnings - len(checked.Diagnostics)
	if checked.Errors > 0 {
		return g.unsound(a, args, checked, reply)
	}
	if args.Mode == contract.ModeCheck {
		reply.RunLines = []string{contract.Sound(checked.Warnings)}
		return reply
	}
	program, err := g.scripts.programs.Compile("", args.Script, checked.Chunk)
	if err != nil {
		g.guard.do(func() { reply.Error = g.scripts.internal(a.id, err, nil) })
		return reply
	}
	if args.Mode == contract.ModeLook {
		g.guard.do(func() {
			reply.Output, reply.Error = g.scripts.look(a, program)
			if f := reply.Error; f != nil && f.Script != "" {
				reply.Script = a.doc.script(f.Script)
			}
		})
		return reply
	}
	g.guard.do(func() { s = a.start(program, args) })
	return g.await(ctx, a, args, s, reply)
}

// unsound answers a script that has errors: nothing starts, what was running goes on.
func (g *Gateway) unsound(a *actor, args *contract.RunArgs, checked *checker.Result, reply *contract.Reply) *contract.Reply {
	reply.Error = &contract.Fault{Code: contract.CheckFailed, Message: "the script has " + plural(checked.Errors, "error")}
	if args.Mode != contract.ModeRun {
		reply.RunLines = []string{contract.Unsound(checked.Errors, checked.Warnings)}
		return reply
	}
	g.guard.do(func() {
		a.usage.Refused++
		if a.run.live() {
			reply.Run = a.run.describe()
		}
		reply.RunLines = []string{contract.NotStarted(checked.Errors, reply.Run)}
	})
	return reply
}

// started is the run that a call starts, or would start again.
type started struct {
	run    *run
	repeat bool
	from   int64 // the revision after which its news comes
	fault  *contract.Fault
}

// repeated finds the run that a call would start again: one with the same id, or, without an id, the one that goes on when
// the identical script was sent a moment ago.
func (a *actor) repeated(args *contract.RunArgs) started {
	s := started{repeat: true, from: a.log.Revision()}
	if args.ID == "" {
		r := a.run
		if r != nil && r.state == contract.RunRunning && r.script == args.Script &&
			a.host.clock.tick()-r.sent <= a.host.ticksOf(contract.RepeatSeconds) {
			s.run = r
		}
		return s
	}
	s.run = a.doc.runByID(args.ID)
	if s.run != nil && s.run.script != args.Script {
		s.fault = &contract.Fault{
			Code: contract.IDReused, Message: "run " + args.ID + " had another script", Hint: "send this one with a new id, or with none",
		}
	}
	return s
}

// start replaces the agent's run by a new one, which begins on the next tick.
func (a *actor) start(program *lua.Program, args *contract.RunArgs) started {
	if s := a.repeated(args); s.run != nil {
		return s // the same call came twice at once, and the other was first
	}
	if args.Name != "" && !a.doc.save(args.Name, args.Script) {
		return started{fault: &contract.Fault{
			Code: contract.InvalidArgument, Message: fmt.Sprintf("%d scripts are saved already, so '%s' cannot be", contract.MaxSaved, args.Name),
			Hint: `drop one with forget("name") in Lua, or save under one of: ` + strings.Join(a.doc.savedNames(), ", "),
		}}
	}
	if a.run.live() {
		a.run.end(contract.RunReplaced)
	}
	r := &run{
		actor: a, id: args.ID, name: args.Name, program: program, script: program.Source(), state: contract.RunRunning,
		sent: a.host.clock.tick(),
	}
	for a.doc.runs++; r.id == ""; a.doc.ids++ {
		if id := strconv.Itoa(a.doc.ids + 1); a.doc.runByID(id) == nil {
			r.id = id
		}
	}
	a.usage.Started++
	a.run = r
	a.doc.remember(r)
	return started{run: r, from: a.log.Revision()}
}

// await waits for a run and answers how it stands.
func (g *Gateway) await(ctx context.Context, a *actor, args *contract.RunArgs, s started, reply *contract.Reply) *contract.Reply {
	if s.fault != nil {
		reply.Error = s.fault
		return reply
	}
	g.wait(ctx, a, s.run, s.from, args.Wait)
	g.guard.do(func() {
		switch {
		case s.repeat:
			reply.RunLines = append(reply.RunLines, contract.RepeatOf(s.run.id))
		case args.Name != "":
			reply.RunLines = append(reply.RunLines, contract.SavedAs(args.Name))
		}
		g.news(a, reply, -1)
		reply.Run = s.run.describe()
		reply.Run.Repeat = s.repeat
		if text := reply.Run.Text(); !slices.Contains(reply.RunLines, text) {
			reply.RunLines = append(reply.RunLines, text)
		}
		if s.run.state == contract.RunFailed {
			reply.Error = s.run.fault
		}
	})
	return reply
}

// status tells where the agent is, what its script does and what is new.
func (g *Gateway) status(ctx context.Context, a *actor, args *contract.StatusArgs, meta Meta) *contract.Reply {
	after, from := int64(-1), int64(0)
	g.guard.do(func() { from = a.log.Told() })
	if args.After != nil {
		after, from = *args.After, *args.After
	}
	g.wait(ctx, a, nil, from, args.Wait)
	reply := &contract.Reply{Run: &contract.Run{State: contract.RunNone}}
	g.guard.do(func() {
		news := g.news(a, reply, after)
		if after >= 0 || meta.Observe {
			reply.Mark = 0
		}
		r := a.run
		if r != nil {
			reply.Run = r.describe()
		}
		switch {
		case !news:
			reply.RunLines = append(reply.RunLines, contract.NothingNew(args.Wait, r.activity(), reply.Run.Line))
		case reply.Run.State == contract.RunRunning:
			reply.RunLines = append(reply.RunLines, reply.Run.Text())
		}
	})
	return reply
}

// look plays a script of senses beside the running one, in one tick's steps, and returns what it printed and returned.
func (h *ScriptHost) look(a *actor, program *lua.Program) ([]string, *contract.Fault) {
	r := &run{actor: a, program: program, script: program.Source(), state: contract.RunRunning, look: true}
	if err := r.begin(); err != nil {
		return nil, h.internal(a.id, err, nil)
	}
	defer r.close()
	r.vm.Grant(h.stepsPerTick)
	r.active = r.main
	thread := r.main.thread
	switch thread.Resume() {
	case lua.Failed:
		return r.printed, h.faultOf(a.id, thread.Err())
	case lua.Thinking:
		return r.printed, &contract.Fault{
			Code: contract.StepsExhausted, Message: "a look has the steps of one tick, and this one needs more", Line: thread.Line(),
			Hint: "ask less, or use mode run",
		}
	case lua.Done:
		if returned := shownResults(thread.Results()); returned != "" {
			r.print(contract.Clean(returned, contract.MaxPrint))
		}
	}
	return r.printed, nil
}

// shownResults is what a look returned as a line of its output: texts as they are, everything else as JSON.
func shownResults(values []any) string {
	parts := make([]string, len(values))
	for i, v := range values {
		text, ok := v.(string)
		if !ok {
			raw, _ := json.Marshal(v)
			text = string(raw)
		}
		parts[i] = text
	}
	return strings.Join(parts, " ")
}
