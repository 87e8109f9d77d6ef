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

// operationList is the operation of a listing, in the details of its errors.
const operationList = "list-panes"

// listPanes prints a row of these variables for every pane of the server, once for each session that shows it, or nothing for
// a server without sessions.
func (b *Backend) listPanes(ctx context.Context, variables []string) (string, error) {
	in := invocation{operation: operationList, args: []string{"list-panes", "-a", "-F", template(variables...)}, head: maxList}
	out, err := b.invoke(ctx, in)
	if err != nil {
		// A listing names no pane, so what tmux cannot find is a session to begin with.
		if e := channel.AsError(err); e.Code == channel.CodeChannelNotFound {
			return "", nil
		}
		return "", err
	}
	if len(out.head) == 0 {
		return "", malformed(in.operation) // a server that has sessions has panes
	}
	return string(out.head), nil
}

// rows lists every pane of the server, once for each session that shows it. A server without sessions has none.
func (b *Backend) rows(ctx context.Context) ([]row, error) {
	text, err := b.listPanes(ctx, inventory)
	if err != nil || text == "" {
		return nil, err
	}
	rows, err := parseInventory(text)
	if err != nil {
		return nil, malformed(operationList)
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
