package sdk

import (
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"mystic-sdk/checker"
	"mystic-sdk/contract"
	"mystic-sdk/lua"
	"mystic-sdk/sdk/internal/news"
)

// run checks a script and, as its mode says, plays it.
func (g *Gateway) run(ctx context.Context, a *actor, args *contract.RunArgs, reply *contract.Reply) {
	reply.Script = args.Script
	var s started
	if args.Mode == contract.ModeRun {
		if !g.with(a, reply, func() { s, reply.Error = a.repeated(args) }) || reply.Error != nil {
			return
		}
	}
	if s.run == nil {
		if s = g.begin(a, args, reply); s.run == nil {
			return
		}
	}
	g.wait(ctx, a, s.run, s.from, args.Wait)
	g.with(a, reply, func() {
		switch {
		case s.repeat:
			reply.RunLines = append(reply.RunLines, contract.RepeatOf(s.run.id))
		case args.Name != "":
			reply.RunLines = append(reply.RunLines, contract.SavedAs(args.Name, s.over))
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
}

// begin checks a script and starts it. Where it starts no run, because of the script or its mode, the reply says all.
func (g *Gateway) begin(a *actor, args *contract.RunArgs, reply *contract.Reply) (s started) {
	var env *checker.Env
	if !g.with(a, reply, func() { env = g.scripts.env(a, args) }) {
		return s
	}
	checked := checker.Check(args.Script, env)
	reply.Diagnostics = checked.Diagnostics
	reply.MoreDiagnostics = checked.Errors + checked.Warnings - len(checked.Diagnostics)
	if checked.Errors > 0 {
		g.with(a, reply, func() {
			a.dropKnownWarnings(args, reply)
			a.unsound(args.Mode, checked, reply)
		})
		return s
	}
	if args.Mode == contract.ModeCheck {
		reply.RunLines = []string{contract.Sound(checked.Warnings)}
		return s
	}
	program, err := g.scripts.programs.Compile("", args.Script, checked.Chunk)
	g.with(a, reply, func() {
		a.dropKnownWarnings(args, reply)
		switch {
		case err != nil:
			reply.Error = g.scripts.internal(a.id, err, nil)
		case args.Mode == contract.ModeLook:
			a.look(program, reply)
		default:
			s, reply.Error = a.start(program, args)
		}
	})
	return s
}

// dropKnownWarnings leaves out of a reply the warnings that the agent's last script had as well, about the same line: an agent
// that sends its script again has read them. A check that was asked for tells all.
func (a *actor) dropKnownWarnings(args *contract.RunArgs, reply *contract.Reply) {
	if args.Mode == contract.ModeCheck {
		return
	}
	known := a.warned
	a.warned = map[warning]bool{}
	lines := strings.Split(args.Script, "\n")
	reply.Diagnostics = slices.DeleteFunc(reply.Diagnostics, func(d contract.Diagnostic) bool {
		if d.Severity != contract.SeverityWarning {
			return false
		}
		w := warning{code: d.Code, message: d.Message}
		if 0 < d.Line && d.Line <= len(lines) {
			w.line = strings.TrimSpace(lines[d.Line-1])
		}
		a.warned[w] = true
		return known[w]
	})
}

// unsound answers a script that has errors: nothing starts, what was running goes on.
func (a *actor) unsound(mode contract.Mode, checked *checker.Result, reply *contract.Reply) {
	reply.Error = &contract.Fault{Code: contract.CheckFailed, Message: "the script has " + plural(checked.Errors, "error")}
	if mode != contract.ModeRun {
		reply.RunLines = []string{contract.Unsound(checked.Errors, checked.Warnings)}
		return
	}
	a.usage.Refused++
	if a.run.live() {
		reply.Run = a.run.describe()
	}
	reply.RunLines = []string{contract.NotStarted(checked.Errors, reply.Run)}
}

// started is the run that a call started, or would have started again.
type started struct {
	run    *run // nil: none
	repeat bool
	over   bool  // its name was another script's before
	from   int64 // the revision after which its news comes
}

// repeated finds the run that a call would start again: one with the same id, or, without an id, the one that goes on when
// the identical script was sent a moment ago.
func (a *actor) repeated(args *contract.RunArgs) (started, *contract.Fault) {
	r, clock := a.run, a.host.clock
	switch {
	case args.ID != "":
		r = a.runByID(args.ID)
		if r != nil && !r.isOf(args.Script) {
			return started{}, &contract.Fault{
				Code: contract.IDReused, Message: "run " + args.ID + " had another script", Hint: "send this one with a new id, or with none",
			}
		}
	case r != nil && (r.state != contract.RunRunning || r.script != args.Script ||
		clock.Tick()-r.sent > clock.RealTicks(contract.RepeatSeconds)):
		r = nil
	}
	if r == nil {
		return started{}, nil
	}
	return started{run: r, repeat: true, from: a.log.Revision()}, nil
}

// start replaces the agent's run by a new one, which begins on the next tick.
func (a *actor) start(program *lua.Program, args *contract.RunArgs) (started, *contract.Fault) {
	if s, fault := a.repeated(args); s.run != nil || fault != nil {
		return s, fault // another call with the same script or id came meanwhile
	}
	before := a.doc.script(args.Name)
	if args.Name != "" && !a.doc.save(args.Name, args.Script) {
		return started{}, &contract.Fault{
			Code: contract.InvalidArgument, Message: fmt.Sprintf("%d scripts are saved already, so '%s' cannot be", contract.MaxSaved, args.Name),
			Hint: `drop one with forget("name") in Lua, or save under one of: ` + strings.Join(a.doc.savedNames(), ", "),
		}
	}
	if a.run.live() {
		a.run.end(contract.RunReplaced, nil)
	}
	a.run.makeOld()
	r := a.newRun(program)
	r.name, r.id = args.Name, args.ID
	for a.doc.Runs++; r.id == ""; a.doc.IDs++ {
		if id := strconv.Itoa(a.doc.IDs + 1); a.runByID(id) == nil {
			r.id = id
		}
	}
	a.usage.Started++
	a.newOutput()
	a.run = r
	a.recent = keepNewest(a.recent, contract.KeptRuns, r)
	return started{run: r, from: a.log.Revision(), over: before != "" && before != args.Script}, nil
}

// look plays a script of senses beside the running one, in one tick's steps, and answers what it printed and returned.
func (a *actor) look(program *lua.Program, reply *contract.Reply) {
	a.run.snapshotMem() // a look sees mem as the running script has it
	r := a.newRun(program)
	r.look = true
	defer r.free()
	if err := r.begin(); err != nil {
		reply.Error = a.host.internal(a.id, err, nil)
		return
	}
	r.vm.Grant(a.host.pool.Own())
	r.active = r.main
	thread := r.main.thread
	switch thread.Resume() {
	case lua.Failed:
		reply.Error = a.host.faultOf(a.id, thread.Err())
	case lua.Thinking:
		reply.Error = &contract.Fault{
			Code: contract.StepsExhausted, Message: "a look has the steps of one tick, and this one needs more", Line: thread.Line(),
			Hint: "ask less, or use mode run",
		}
	case lua.Done:
		if returned := shownResults(thread.Results()); returned != "" {
			r.print(contract.Clean(returned, contract.MaxPrint))
		}
	}
	if reply.Error != nil {
		reply.Error.In(r.scriptOf(reply.Error))
	}
	if reply.Output = r.printed; len(r.printed) == 0 && reply.Error == nil {
		reply.RunLines = []string{contract.NothingShown()}
	}
}

// shownResults is what a script returned as a line of its output.
func shownResults(values []any) string {
	parts := make([]string, len(values))
	for i, v := range values {
		parts[i] = shownValue(v)
	}
	return strings.Join(parts, " ")
}

// status tells where the agent is, what its script does and what is new.
func (g *Gateway) status(ctx context.Context, a *actor, args *contract.StatusArgs, meta Meta, reply *contract.Reply) {
	after, from := int64(-1), int64(0)
	if args.After != nil {
		after, from = *args.After, *args.After
	} else {
		g.guard.do(func() { from = a.log.Told() })
	}
	g.wait(ctx, a, nil, from, args.Wait)
	g.with(a, reply, func() {
		news := g.news(a, reply, after)
		if after >= 0 || meta.Observe {
			reply.Mark = 0
		}
		reply.Run = &contract.Run{State: contract.RunNone}
		if a.run != nil {
			reply.Run = a.run.describe()
		}
		switch {
		case !news:
			activity, line := a.run.activity(), 0
			if reply.Run.State == contract.RunRunning {
				line = reply.Run.Line
			}
			if args.Wait == 0 { // asked where it is: the state line says what it does
				reply.State, activity = g.state(a).String(), ""
			}
			reply.RunLines = append(reply.RunLines, contract.NothingNew(args.Wait, activity, line))
		case reply.Run.State == contract.RunRunning:
			reply.RunLines = append(reply.RunLines, reply.Run.Text())
		}
	})
}

// news adds to a reply what the agent has not been told or, with after not negative, all that came after that revision. It
// says whether that was anything.
func (g *Gateway) news(a *actor, reply *contract.Reply, after int64) bool {
	for _, text := range g.stage.digest(a.player) {
		a.digest(contract.Clean(text, contract.MaxPrint), false)
	}
	a.tellLeftOut()
	state := g.state(a)
	known := after
	if after < 0 {
		known = a.log.Told()
	}
	moved := a.log.See(state.butTime(), known)
	p := a.log.Page(after)
	for i := range p.Lines {
		show(&p.Lines[i], reply)
	}
	reply.Alerts, reply.Output = contract.Collapse(reply.Alerts), contract.Collapse(reply.Output)
	reply.More, reply.Lost = p.More, p.Lost
	reply.Revision, reply.Mark = p.Revision, p.Revision
	if moved {
		reply.State = state.String()
	}
	return moved || len(p.Lines) > 0 || p.Lost > 0
}

// state is where the agent stands, with what the game left out filled in.
func (g *Gateway) state(a *actor) StateLine {
	state := g.stage.status(a.player)
	if state.Activity == "" {
		state.Activity = a.run.activity()
	}
	if state.Time == "" {
		state.Time = g.scripts.clock.Stamp()
	}
	return state
}

// show puts a line of news where a reply shows its kind.
func show(n *news.Line, reply *contract.Reply) {
	switch n.Kind {
	case news.Alert:
		reply.Alerts = append(reply.Alerts, n.Text)
	case news.Run:
		reply.RunLines = append(reply.RunLines, n.Ran.Text())
	case news.Output:
		reply.Output = append(reply.Output, n.Text)
	case news.Digest:
		reply.Digest = append(reply.Digest, n.Text)
	case news.Heard:
		said := n.Said
		said.After = len(reply.Digest)
		reply.Heard = append(reply.Heard, said)
	}
}

// ask answers what the agent knows about something: its usage, its saved scripts, what the game says of it, or else what the
// card says of the word.
func (g *Gateway) ask(a *actor, about string) []string {
	about = strings.TrimSpace(about)
	if about == "usage" {
		usage := a.used()
		return append(usage.Lines(), usage.Autonomy(g.scripts.clock.Tick()-a.lastCall).Lines()...)
	}
	if name, ok := strings.CutPrefix(about, "script "); ok {
		return a.askScript(strings.TrimSpace(name))
	}
	if answer := g.stage.ask(a.player, about); answer != "" && answer != nothingKnown {
		return strings.Split(answer, "\n")
	}
	if a.doc.script(about) != "" {
		return a.askScript(about)
	}
	if line := g.cardLine(about); line != "" {
		return []string{line}
	}
	return []string{nothingKnown}
}

// nothingKnown is the answer about what nobody knows.
const nothingKnown = "Nothing you know of."

func (a *actor) askScript(name string) []string {
	if text := a.doc.script(name); text != "" {
		return strings.Split(strings.TrimRight(text, "\r\n"), "\n")
	}
	message, saved := a.doc.notSaved(name)
	if saved == "" {
		return []string{"no script is saved; save one with the argument name of run"}
	}
	return []string{message + "; " + saved}
}

// journalPage is how many lines of the journal one page shows.
const journalPage = 40

// journal answers one page: the first begins with the brief, then come the game's journal and the notes that the brief had no
// room for.
func (g *Gateway) journal(a *actor, page int, reply *contract.Reply) {
	brief, older := a.brief()
	rest := slices.Clone(g.stage.journal(a.player))
	if len(older) > 0 {
		rest = append(append(rest, "your older notes:"), older...)
	}
	pages := max(1, (len(rest)+journalPage-1)/journalPage)
	if page > pages {
		reply.Error = &contract.Fault{
			Code: contract.InvalidArgument, Message: fmt.Sprintf("'page' is %d, the journal has %s", page, plural(pages, "page")),
		}
		return
	}
	if page == 1 {
		reply.Answer = brief
	}
	reply.Answer = append(reply.Answer, rest[min(len(rest), (page-1)*journalPage):min(len(rest), page*journalPage)]...)
	if pages > 1 {
		reply.Answer = append(reply.Answer, fmt.Sprintf("page %d of %d", page, pages))
	}
}

// brief is what a fresh context needs to take over, and the notes that had no room in it.
func (a *actor) brief() (lines, older []string) {
	a.run.snapshotMem()
	b := contract.Brief{Saved: a.doc.savedNames(), MemKeys: a.doc.memKeys(), Alerts: a.doc.Alerts, Notes: a.doc.Notes}
	if r := a.run; r != nil {
		b.Run, b.Script, b.Handlers = r.describe(), r.script, r.watching()
	}
	return b.Split()
}
