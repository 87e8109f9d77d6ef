package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/signal"
	"time"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	if err := command(ctx, os.Args[1:], os.Stdin, os.Stdout); err != nil && !errors.Is(err, flag.ErrHelp) {
		fmt.Fprintln(os.Stderr, "peers:", err)
		stop()
		os.Exit(1)
	}
}

// command is the program: it measures, or with -worker it is a worker.
func command(ctx context.Context, args []string, in io.Reader, out io.Writer) error {
	flags := flag.NewFlagSet("peers", flag.ContinueOnError)
	rounds := flags.Int("rounds", 5, "how many `rounds` the medians are of")
	batch := flags.Duration("batch", 200*time.Millisecond, "how `long` a peer is timed at a time")
	agents := flags.Int("agents", 500, "how many agents are made where bytes are counted")
	asJSON := flags.Bool("json", false, "write JSON, with every sample")
	without := flags.Bool("allow-missing", false, "measure without the peers whose programs are missing")
	as := flags.String("worker", "", "answer the requests of one peer; for this program itself")
	if err := flags.Parse(args); err != nil {
		return err
	}
	if flags.NArg() > 0 {
		return fmt.Errorf("what is %q? Only flags are taken", flags.Arg(0))
	}
	if *as != "" {
		return serve(*as, in, out)
	}
	if *rounds < 1 || *agents < 1 || *batch <= 0 {
		return errors.New("rounds, agents and batch are at least one")
	}
	if _, err := os.Stat(texts); err != nil {
		return errors.New("there is no folder testdata here: run this in bench/peers, as make bench-peers does")
	}
	taking, gone, err := take(peers, installed)
	if err != nil {
		if !*without {
			return fmt.Errorf("%w\nor give -allow-missing (make bench-peers PEERS=-allow-missing) to measure without", err)
		}
		fmt.Fprintln(os.Stderr, err)
	}
	r := &report{Machine: machine(), plan: plan{Rounds: *rounds, Batch: *batch, Agents: *agents}}
	for _, p := range gone {
		r.Missing = append(r.Missing, p.name)
	}
	if neededBy(taking, npm) {
		if err := npmCI(ctx); err != nil {
			return err
		}
	}
	if r.With, err = versions(ctx, taking); err != nil {
		return err
	}
	b := &bench{plan: r.plan, peers: taking, progress: os.Stderr}
	if err := b.run(ctx); err != nil {
		return err
	}
	r.Figures = b.figures
	if *asJSON {
		return r.writeJSON(out)
	}
	return r.writeText(out)
}
