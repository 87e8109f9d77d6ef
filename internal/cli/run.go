package cli

import (
	"context"
	"encoding/json"
	"fmt"
	"log/slog"
	"time"

	"mystic-sdk/contract"
	"mystic-sdk/sdk"
)

const (
	defaultTicks = 600
	maxTicks     = 1_000_000

	defaultSeed = 1 // the same for everybody: what a script does can be shown to others
)

// runCommand is mystic run.
type runCommand struct {
	gameArgument
	File  string  `arg:"" help:"The script; - reads standard input."`
	Agent agentID `placeholder:"ID" help:"Who plays; by default the first agent of the world."`
	Ticks int     `default:"${ticks}" placeholder:"N" help:"Stop looking after so many ticks, 1 to ${most}; by default ${ticks}."`
	Seed  uint64  `default:"1" placeholder:"N" help:"Seed of the world's randomness; by default 1."`
	JSON  bool    `help:"Print each reply's structured form, one a line."`
}

// Help is what --help says besides.
func (c *runCommand) Help() string {
	return `It prints what the agent would read. Exit codes:

	0  the script ended, whatever it returned, false too, or it still runs
	   after the last tick, which is then said
	1  it was refused, or failed while it ran, or could not be read
	2  the command line was wrong`
}

// Validate is called by kong.
func (c *runCommand) Validate() error {
	if c.Ticks < 1 || c.Ticks > maxTicks {
		return &usageError{err: fmt.Errorf("--ticks is 1 to %d", maxTicks)}
	}
	return nil
}

// Run sends the script as an agent would, waits for its end, and asks for the rest of the news.
func (c *runCommand) Run(ctx context.Context, a *app) error {
	log := a.log(slog.LevelWarn)
	world, err := c.world(&sdk.Options{
		Seed: c.Seed, Agents: c.Agent.joining(), Log: log,
		// The longest wait must last for all ticks; how long one is does not matter to a clock that is moved by hand.
		TickLength: contract.MaxWait * time.Second / time.Duration(c.Ticks),
	})
	if err != nil {
		return err
	}
	defer world.Close()
	agent, err := player(world, string(c.Agent))
	if err != nil {
		return err
	}
	script, err := a.source(c.File)
	if err != nil {
		return err
	}
	shows := a.progress("%d of %d ticks")
	h := &hand{world: world, most: c.Ticks, shows: shows}
	tell := func(r *contract.Reply) {
		shows.end()
		a.tell(r, c.JSON)
	}

	reply := h.call(ctx, agent, contract.ToolRun, &contract.RunArgs{Script: script, Wait: contract.MaxWait})
	tell(reply)
	for reply.More > 0 || goesOn(reply) && h.ticks < c.Ticks {
		if ctx.Err() != nil {
			return fmt.Errorf("interrupted after %d ticks", h.ticks)
		}
		args := &contract.StatusArgs{}
		if reply.More == 0 {
			args.Wait = contract.MaxWait
		}
		reply = h.call(ctx, agent, contract.ToolStatus, args)
		tell(reply)
	}
	switch {
	case goesOn(reply) && c.JSON: // where standard output is for replies alone
		a.say(stillRuns, h.ticks)
	case goesOn(reply):
		fmt.Fprintln(a.Stdout, a.paint.with(dim, fmt.Sprintf("("+stillRuns+")", h.ticks)))
	case reply.Error != nil, reply.Run.State == contract.RunFailed:
		return errSaid
	}
	return nil
}

const stillRuns = "the script still runs after %d ticks; --ticks N looks longer"

func goesOn(r *contract.Reply) bool { return r.Run != nil && r.Run.State == contract.RunRunning }

// tell prints a reply as its agent reads it, or its structured form on one line.
func (a *app) tell(r *contract.Reply, structured bool) {
	if structured {
		encoder := json.NewEncoder(a.Stdout)
		encoder.SetEscapeHTML(false)
		if err := encoder.Encode(r); err != nil {
			panic("cli: a reply that JSON cannot say: " + err.Error())
		}
		return
	}
	fmt.Fprintln(a.Stdout, a.paint.reply(r.Text()))
}
