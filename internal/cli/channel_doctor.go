package cli

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strconv"
	"strings"

	"mystic-sdk/channel"
	"mystic-sdk/contract"
)

// channelDoctorCommand is mystic channel doctor.
type channelDoctorCommand struct {
	JSON bool `help:"Print one JSON value."`
}

// Help is what --help says besides.
func (c *channelDoctorCommand) Help() string {
	return `It looks at what "mystic channel serve" would serve with the same environment, and changes nothing. Exit codes:

	0  every terminal that may be seen takes input
	1  something is in the way, and it is said what would help
	2  the command line was wrong`
}

// Run looks and tells.
func (c *channelDoctorCommand) Run(ctx context.Context, a *app) error {
	d, err := a.diagnosis(ctx)
	if err != nil {
		return err
	}
	if c.JSON {
		encoder := json.NewEncoder(a.Stdout)
		encoder.SetEscapeHTML(false)
		encoder.SetIndent("", "  ")
		if err := encoder.Encode(d); err != nil {
			return fmt.Errorf("write: %w", err)
		}
	} else {
		fmt.Fprint(a.Stdout, d.text(a.paint))
	}
	if !d.OK {
		return errSaid
	}
	return nil
}

// diagnosis looks at the terminals that the environment configures. A configuration that is wrong is trouble like any other.
func (a *app) diagnosis(ctx context.Context) (*diagnosis, error) {
	config, backend, err := a.terminals()
	if err != nil {
		return &diagnosis{Troubles: []trouble{{
			Problem: err.Error(), Remedy: "correct the variable where the server's environment is set", Code: channel.CodeInvalidArgument,
		}}}, nil
	}
	report, err := backend.Inspect(ctx)
	if errors.Is(err, context.Canceled) {
		return nil, errors.New("interrupted before tmux answered")
	}
	return diagnose(config, report, err, a.getenv), nil
}

// text is the diagnosis for people.
func (d *diagnosis) text(p paint) string {
	var b strings.Builder
	if d.Tmux != "" {
		fmt.Fprintf(&b, "tmux      %s\n", d.Tmux)
	}
	if d.Socket != "" {
		fmt.Fprintf(&b, "socket    %s\n", readable(d.Socket))
	}
	if d.Panes != nil {
		sessions := "all may be seen"
		if d.AllowedSessions != nil {
			sessions = quoted(d.AllowedSessions) + " may be seen"
		}
		fmt.Fprintf(&b, "sessions  %s\npanes     %d visible", sessions, d.Panes.Visible)
		if d.Panes.Hidden > 0 {
			fmt.Fprintf(&b, ", %d hidden: in no session that TMUX_ALLOWED_SESSIONS names", d.Panes.Hidden)
		}
		b.WriteByte('\n')
	}
	for _, t := range d.Troubles {
		fmt.Fprintf(&b, "\n%s %s\n  %s\n", p.with(red, "trouble:"), t.Problem, t.Remedy)
		if t.Command != "" {
			fmt.Fprintf(&b, "  $ %s\n", t.Command)
		}
	}
	for _, note := range d.Notes {
		fmt.Fprintf(&b, "\n%s %s\n", p.with(yellow, "note:"), note)
	}
	if d.OK {
		b.WriteString("\nall is well\n")
	}
	return strings.TrimPrefix(b.String(), "\n") // nothing stands above the first part where the configuration is wrong
}

// quoted lists names.
func quoted(names []string) string {
	all := make([]string, len(names))
	for i, name := range names {
		all[i] = contract.Quote(name, 0)
	}
	return strings.Join(all, ", ")
}

// readable is a path as it is, or quoted where a terminal would not show it as it is.
func readable(path string) string {
	if q := strconv.Quote(path); q != `"`+path+`"` {
		return q
	}
	return path
}
