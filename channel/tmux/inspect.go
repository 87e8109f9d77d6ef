package tmux

import (
	"context"
	"os"
	"path/filepath"
	"slices"
	"strconv"

	"mystic-sdk/channel"
)

// Report is what somebody who sets a server up wants to know.
type Report struct {
	Version string // what the client says of itself, such as "tmux 3.3a"; "" where it could not be asked
	Serves  bool   // whether a client of that version serves
	// Socket is the path on which the client looks for the server, whether there is one or not; "" where tmux has no folder
	// for sockets.
	Socket  string
	Visible int      // panes that can be reached
	Hidden  int      // panes of the server that only sessions show which are not allowed
	Missing []string // allowed names that no session has now, in the order of the config
	Blocked []Blocked
}

// Blocked is a visible pane that would refuse a text with an Enter now.
type Blocked struct {
	ChannelID string
	Pane      string // such as %10
	Session   string // the first visible one that shows it
	Reason    string // as in the details of the refusal: one of the reasons of channel.CodeChannelUnavailable
}

// The variables of a row of the inspection.
var inspection = []string{"pane_id", "session_name", "pane_dead", "pane_in_mode", "pane_input_off", "pane_synchronized"}

// inspectionReasons are the reasons that the variables from pane_dead on stand for.
var inspectionReasons = []string{channel.ReasonDead, channel.ReasonMode, channel.ReasonInputOff, channel.ReasonSynchronized}

// Inspect looks at the whole server, and tells of the sessions that are not allowed no more than how many panes they have. The
// report holds what was found until an error came.
func (b *Backend) Inspect(ctx context.Context) (Report, error) {
	text, err := b.listPanes(ctx, inspection)
	report := Report{Socket: b.socket()}
	b.mu.Lock()
	report.Version = b.version
	b.mu.Unlock()
	report.Serves = serves(report.Version)
	if err != nil {
		return report, err
	}
	visible, all, sessions := map[string]bool{}, map[string]bool{}, map[string]bool{}
	for text != "" {
		var f []string
		if f, text, err = parseRow(text, len(inspection)); err != nil {
			return report, malformed(operationList)
		}
		pane, session := f[0], f[1]
		number, isPane := parseID(pane, "%")
		if !isPane {
			return report, malformed(operationList)
		}
		sessions[session] = true
		all[pane] = true
		if !b.allows(session) || visible[pane] {
			continue
		}
		visible[pane] = true
		if at := slices.IndexFunc(f[2:], func(set string) bool { return set != "" && set != "0" }); at >= 0 {
			id := Kind + ":" + b.scope + ":" + number
			report.Blocked = append(report.Blocked, Blocked{ChannelID: id, Pane: pane, Session: session, Reason: inspectionReasons[at]})
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

// socket returns the path that the client derives from its options: it puts a name below the first of TMUX_TMPDIR and /tmp
// that is there, in the account's own folder.
func (b *Backend) socket() string {
	name := "default"
	for i, option := range b.client {
		switch option {
		case "-S":
			return b.client[i+1]
		case "-L":
			name = b.client[i+1]
		}
	}
	for _, dir := range []string{os.Getenv("TMUX_TMPDIR"), "/tmp"} {
		if dir == "" {
			continue
		}
		if real, err := filepath.EvalSymlinks(dir); err == nil {
			return filepath.Join(real, "tmux-"+strconv.Itoa(os.Getuid()), name)
		}
	}
	return ""
}
