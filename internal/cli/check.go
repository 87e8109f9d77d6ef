package cli

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"slices"
	"strings"

	"mystic-sdk/contract"
	"mystic-sdk/sdk"
)

// checkCommand is mystic check.
type checkCommand struct {
	gameArgument
	Files []string `arg:"" name:"file" help:"The scripts; - reads standard input."`
	Agent agentID  `placeholder:"ID" help:"For whom, since agents know different names; by default the first agent of the world."`
	JSON  bool     `help:"Print one JSON value for all files."`
}

// checked is what JSON says of one file.
type checked struct {
	File        string                `json:"file"`
	OK          bool                  `json:"ok"`
	Unread      string                `json:"unread,omitempty"` // why the file could not be read
	Error       *contract.Fault       `json:"error,omitempty"`
	Diagnostics []contract.Diagnostic `json:"diagnostics,omitempty"`
	More        int                   `json:"more,omitempty"` // diagnostics past those that a reply shows
}

// Help is what --help says besides.
func (c *checkCommand) Help() string {
	return `Exit codes:

	0  all scripts are sound, warnings aside
	1  one is not, or could not be read
	2  the command line was wrong`
}

// Validate is called by kong.
func (c *checkCommand) Validate() error {
	if first := slices.Index(c.Files, standardInput); first >= 0 && slices.Contains(c.Files[first+1:], standardInput) {
		return &usageError{err: errors.New("- is given twice, and standard input can be read once")}
	}
	return nil
}

// Run checks each file as the tool run does in mode check. A file that cannot be read keeps none of the others from being
// checked.
func (c *checkCommand) Run(ctx context.Context, a *app) error {
	log := a.log(slog.LevelWarn)
	world, err := c.world(&sdk.Options{Seed: defaultSeed, Agents: c.Agent.joining(), Log: log})
	if err != nil {
		return err
	}
	defer world.Close()
	agent, err := player(world, string(c.Agent))
	if err != nil {
		return err
	}
	h := &hand{world: world}
	shows := a.progress("%d of %d scripts")
	defer shows.end()
	all, sound := make([]checked, 0, len(c.Files)), true
	for i, name := range c.Files {
		if ctx.Err() != nil {
			return fmt.Errorf("interrupted after %d of %d scripts", i, len(c.Files))
		}
		script, err := a.source(name)
		if err != nil {
			shows.end()
			a.say("%s", err)
			all, sound = append(all, checked{File: name, Unread: err.Error()}), false
			continue
		}
		reply := h.call(ctx, agent, contract.ToolRun, &contract.RunArgs{Script: script, Mode: contract.ModeCheck})
		sound = sound && reply.Error == nil
		if c.JSON {
			all = append(all, checked{
				File: name, OK: reply.Error == nil, Error: reply.Error, Diagnostics: reply.Diagnostics, More: reply.MoreDiagnostics,
			})
		} else {
			fmt.Fprintln(a.Stdout, a.checkedText(name, reply))
		}
		shows.at(i+1, len(c.Files))
	}
	if c.JSON {
		encoder := json.NewEncoder(a.Stdout)
		encoder.SetEscapeHTML(false)
		encoder.SetIndent("", "  ")
		if err := encoder.Encode(all); err != nil {
			return fmt.Errorf("write: %w", err)
		}
	}
	if !sound {
		return errSaid
	}
	return nil
}

// checkedText is what is told of one file: the reply's text, each finding behind its place as editors and terminals know it.
func (a *app) checkedText(name string, reply *contract.Reply) string {
	if reply.Error != nil && len(reply.Diagnostics) == 0 {
		return name + ": " + reply.Text()
	}
	var b strings.Builder
	b.WriteString(name + ": " + strings.Join(reply.RunLines, "\n"))
	for i := range reply.Diagnostics {
		d := &reply.Diagnostics[i]
		text := strings.TrimPrefix(d.Text(reply.Script), fmt.Sprintf("%s %d:%d ", d.Severity, d.Line, d.Column))
		style := yellow
		if d.Severity == contract.SeverityError {
			style = red
		}
		fmt.Fprintf(&b, "\n%s:%d:%d: %s %s", name, d.Line, d.Column, a.paint.with(style, string(d.Severity)), text)
	}
	if reply.MoreDiagnostics > 0 {
		fmt.Fprintf(&b, "\nand %d more", reply.MoreDiagnostics)
	}
	return b.String()
}
