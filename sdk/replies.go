package sdk

import (
	"encoding/json"
	"fmt"
	"slices"
	"sort"
	"strings"

	"mystic-sdk/contract"
	"mystic-sdk/sdk/internal/news"
)

// news adds to a reply what the agent has not been told or, with after not negative, all that came after that revision. It
// says whether that was anything.
func (g *Gateway) news(a *actor, reply *contract.Reply, after int64) bool {
	for _, text := range g.stage.digest(a.player) {
		a.digest(contract.Clean(text, contract.MaxPrint), false)
	}
	state := g.stage.status(a.player)
	if state.Activity == "" {
		state.Activity = a.run.activity()
	}
	if state.Time == "" {
		state.Time = g.scripts.clock.stamp()
	}
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

// ask answers what the agent knows about something, its usage, or a saved script.
func (g *Gateway) ask(a *actor, about string) []string {
	about = strings.TrimSpace(about)
	if about == "usage" {
		usage := a.usage
		if a.run.live() && a.run.state == contract.RunRunning {
			usage.Steps += a.run.spent()
		}
		return append(usage.Lines(), usage.Autonomy(g.scripts.clock.tick()-a.lastCall).Lines()...)
	}
	if name, ok := strings.CutPrefix(about, "script "); ok {
		name = strings.TrimSpace(name)
		if text := a.doc.script(name); text != "" {
			return strings.Split(strings.TrimRight(text, "\r\n"), "\n")
		}
		names := a.doc.savedNames()
		if len(names) == 0 {
			return []string{"no script is saved; save one with the argument name of run"}
		}
		return []string{fmt.Sprintf("no script is saved as %s; saved are %s", contract.Quote(name, contract.MaxName), strings.Join(names, ", "))}
	}
	return strings.Split(g.stage.ask(a.player, about), "\n")
}

// journalPage is how many lines of the journal one page shows.
const journalPage = 40

// journal answers one page: the first begins with the brief, then come the game's journal and the notes that the brief had no
// room for.
func (g *Gateway) journal(a *actor, page int) *contract.Reply {
	reply := &contract.Reply{}
	g.guard.do(func() {
		brief := g.brief(a)
		rest := slices.Clone(g.stage.journal(a.player))
		if n := len(a.doc.notes); n > 0 && !slices.Contains(brief, "- "+a.doc.notes[0]) {
			rest = append(append(rest, "all your notes:"), a.doc.notes...)
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
	})
	return reply
}

// brief is what a fresh context needs to take over.
func (g *Gateway) brief(a *actor) []string {
	b := contract.Brief{
		Saved: a.doc.savedNames(), MemKeys: memKeys(a), Alerts: slices.Clone(a.doc.alerts), Notes: slices.Clone(a.doc.notes),
	}
	if r := a.run; r != nil {
		b.Run, b.Script, b.Handlers = r.describe(), r.script, r.watching()
	}
	return b.Lines()
}

// memKeys lists the keys of mem as it was kept last.
func memKeys(a *actor) []string {
	var mem map[string]json.RawMessage
	if json.Unmarshal(a.doc.mem, &mem) != nil {
		return nil
	}
	keys := make([]string, 0, len(mem))
	for k := range mem {
		keys = append(keys, contract.Clean(k, contract.MaxName))
	}
	sort.Strings(keys)
	return keys
}
