package cli

import (
	"context"
	"encoding/json"
	"fmt"
	"log/slog"
	"strings"

	"mystic-sdk/contract"
	"mystic-sdk/sdk"
)

// checkCommand is mystic check.
type checkCommand struct {
	gameArgument
	Files []string `arg:"" name:"file" help:"The scripts; - reads standard input."`
	Agent string   `placeholder:"ID" help:"For whom, since agents know different names; by default the first agent of the world."`
	JSON  bool     `help:"Print one JSON value for all files."`
}

// checked is what JSON says of one file.
type checked struct {
	File        string                `json:"file"`
	OK          bool                  `json:"ok"`
	Error       *contract.Fault       `json:"error,omitempty"`
	Diagnostics []contract.Diagnostic `json:"diagnostics,omitempty"`
	More        int                   `json:"more,omitempty"` // diagnostics past those that a reply shows
}

// Run checks each file as the tool run does in mode check.
func (c *checkCommand) Run(ctx context.Context, a *app) error {
	log := a.log(slog.LevelWarn)
	world, err := c.world(&sdk.Options{Seed: defaultSeed, Agents: joining(c.Agent), Log: log})
	if err != nil {
		return err
	}
	defer world.Close()
	agent, err := player(world, c.Agent)
	if err != nil {
		return err
	}
	h := &hand{world: world}
	shows := a.progress("%d of %d scripts")
	defer shows.end()
	all, sound := make([]checked, 0, len(c.Files)), true
	for i, name := range c.Files {
		script, err := a.source(name)
		if err != nil {
			return err
		}
		reply := h.call(ctx, agent, contract.ToolRun, &contract.RunArgs{Script: script, Mode: contract.ModeCheck})
		sound = sound && reply.Error == nil
		if c.JSON {
			all = append(all, checked{name, reply.Error == nil, reply.Error, reply.Diagnostics, reply.MoreDiagnostics})
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
