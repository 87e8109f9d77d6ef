package tmux

import (
	"context"
	"slices"
	"strconv"
	"time"

	"mystic-sdk/channel"
)

// The variables of a row of the inventory; row takes them apart in this order.
var inventory = []string{
	"pane_id", "session_name", "window_id", "window_index", "pane_index", "pane_title", "pane_current_path",
	"pane_current_command", "pane_dead", "pane_dead_status", "window_activity", "pid", "start_time", "pane_pid",
}

// row is one pane in one session.
type row struct {
	pane     string // with its sigil
	session  string
	window   string
	winIndex int
	index    int
	title    string
	cwd      string
	command  string
	dead     bool
	status   *int
	activity string
	instance instance
}

// parseInventory reads the rows of a listing. One that is not as it should be fails them all: what is not understood is not
// passed on in part.
func parseInventory(s string) ([]row, error) {
	var rows []row
	for s != "" {
		f, rest, err := parseRow(s, len(inventory))
		if err != nil {
			return nil, err
		}
		s = rest
		r := row{pane: f[0], session: f[1], window: f[2], title: f[5], cwd: f[6], command: f[7], dead: f[8] == "1", activity: activity(f[10])}
		var isPane, isWindow, hasWindowIndex, hasIndex bool
		_, isPane = parseID(f[0], "%")
		_, isWindow = parseID(f[2], "@")
		r.winIndex, hasWindowIndex = parseIndex(f[3])
		r.index, hasIndex = parseIndex(f[4])
		if !isPane || !isWindow || !hasWindowIndex || !hasIndex || r.session == "" {
			return nil, errRow
		}
		if r.instance, err = newInstance(f[11], f[12], f[13]); err != nil {
			return nil, err
		}
		if r.dead {
			r.status = exitStatus(f[9])
		}
		rows = append(rows, r)
	}
	if len(rows) == 0 {
		return nil, errRow // a server that has sessions has panes
	}
	return rows, nil
}

// activity writes a number of seconds since 1970 as a time, or nothing where it is none.
func activity(s string) string {
	n, err := strconv.ParseInt(s, 10, 64)
	if err != nil || n <= 0 || n > 1<<40 {
		return ""
	}
	return time.Unix(n, 0).UTC().Format(time.RFC3339)
}

// rows lists every pane of the server, once for each session that shows it. A server without sessions has none.
func (b *Backend) rows(ctx context.Context) ([]row, error) {
	in := invocation{operation: "list-panes", args: []string{"list-panes", "-a", "-F", template(inventory...)}, head: maxList}
	out, err := b.invoke(ctx, in)
	if err != nil {
		// A listing names no pane, so what tmux cannot find is a session to begin with.
		if e := channel.AsError(err); e.Code == channel.CodeChannelNotFound {
			return nil, nil
		}
		return nil, err
	}
	rows, err := parseInventory(string(out.head))
	if err != nil {
		return nil, malformed(in.operation)
	}
	return rows, nil
}

// List returns the visible panes, each once, in the order of the server: by the name of the first session that shows it, then
// by window and pane.
func (b *Backend) List(ctx context.Context) ([]channel.Channel, error) {
	rows, err := b.rows(ctx)
	if err != nil {
		return nil, err
	}
	out := []channel.Channel{}
	place := map[string]int{}
	for _, r := range rows {
		if !b.allows(r.session) {
			continue
		}
		if i, listed := place[r.pane]; listed {
			at := out[i].Metadata.Tmux
			if !slices.Contains(at.Sessions, r.session) {
				at.Sessions = append(at.Sessions, r.session)
			}
			continue
		}
		place[r.pane] = len(out)
		out = append(out, b.channel(r))
	}
	return out, nil
}

func (b *Backend) allows(session string) bool {
	return b.allowed == nil || slices.Contains(b.allowed, session)
}

func (b *Backend) channel(r row) channel.Channel {
	id := Kind + ":" + b.scope + ":" + r.pane[1:]
	state := channel.StateAvailable
	if r.dead {
		state = channel.StateUnavailable
	}
	return channel.Channel{
		ChannelID: id, BackendKind: Kind, BackendLocator: id, State: state,
		Capabilities: []channel.Capability{channel.CapabilityRead, channel.CapabilityWrite, channel.CapabilityControl},
		Title:        r.title, CWD: r.cwd, Instance: r.instance.String(), CurrentCommand: r.command, LastActivity: r.activity,
		Dead: r.dead, ExitStatus: r.status,
		Metadata: channel.Metadata{Tmux: &channel.TmuxPane{
			SessionName: r.session, WindowID: r.window, WindowIndex: r.winIndex, PaneID: r.pane, PaneIndex: r.index,
			Sessions: []string{r.session},
		}},
	}
}

// Report is what somebody who sets a server up wants to know.
type Report struct {
	Version string   // what the client says of itself, such as "tmux 3.3a"; "" where it could not be asked
	Visible int      // panes that can be reached
	Hidden  int      // panes of the server that only sessions show which are not allowed
	Dead    int      // of the visible panes, those whose program has ended
	Missing []string // allowed names that no session has now, in the order of the config
}

// Inspect looks at the whole server, the sessions that are not allowed too, and tells numbers only. The report holds what was
// found until an error came.
func (b *Backend) Inspect(ctx context.Context) (Report, error) {
	rows, err := b.rows(ctx)
	b.mu.Lock()
	report := Report{Version: b.version}
	b.mu.Unlock()
	if err != nil {
		return report, err
	}
	visible, all, sessions := map[string]bool{}, map[string]bool{}, map[string]bool{}
	for _, r := range rows {
		sessions[r.session] = true
		all[r.pane] = true
		if b.allows(r.session) && !visible[r.pane] {
			visible[r.pane] = true
			if r.dead {
				report.Dead++
			}
		}
	}
	report.Visible, report.Hidden = len(visible), len(all)-len(visible)
	for _, name := range b.allowed {
		if !sessions[name] {
			report.Missing = append(report.Missing, name)
		}
	}
	return report, nil
}
