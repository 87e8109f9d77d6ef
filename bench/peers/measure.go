package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"time"
)

// plan says how much is measured.
type plan struct {
	Rounds int           `json:"rounds"`
	Batch  time.Duration `json:"batch_ns"` // how long a worker is timed at a time
	Agents int           `json:"agents"`   // that are made where bytes are counted
}

// The counts with which the results of the peers are compared before anything is timed.
const (
	checkedTurns = 100
	checkedTimes = 2
)

// figure is what a peer took for one turn of a workload, or an agent's bytes: the samples, one a round.
type figure struct {
	Workload string    `json:"workload"`
	Peer     string    `json:"peer"`
	Unit     string    `json:"unit"` // ns; B resident and B live are an agent's bytes
	Median   float64   `json:"median"`
	Samples  []float64 `json:"samples"`
}

// The units.
const (
	nanoseconds   = "ns"
	residentBytes = "B resident"
	liveBytes     = "B live"
)

// bench measures peers.
type bench struct {
	plan
	peers    []peer
	progress io.Writer
	figures  []*figure
}

// run compares the results of the peers, and then measures all of them round by round.
func (b *bench) run(ctx context.Context) (err error) {
	workers := make([]*worker, 0, len(b.peers))
	defer func() {
		for _, w := range workers {
			if stopped := w.stop(); err == nil {
				err = stopped
			}
		}
	}()
	for i := range b.peers {
		w, err := startWorker(ctx, &b.peers[i])
		if err != nil {
			return err
		}
		workers = append(workers, w)
	}
	b.say("comparing the results")
	for _, one := range timed {
		if err := b.compare(workers, one.name); err != nil {
			return err
		}
	}
	b.say("finding how often each workload fits into %v", b.Batch)
	counts := map[*worker]map[string]int{}
	for _, w := range workers {
		counts[w] = map[string]int{}
		for _, one := range playedBy(w.peer, timed) {
			if counts[w][one.name], err = b.fit(w, one.name); err != nil {
				return err
			}
		}
	}
	for round := range b.Rounds {
		b.say("round %d of %d: times", round+1, b.Rounds)
		for _, one := range timed {
			for _, w := range rotated(workers, round) {
				count := counts[w][one.name]
				if count == 0 {
					continue
				}
				a, err := w.ask(one.name, count)
				if err != nil {
					return err
				}
				b.add(one.name, w.peer, nanoseconds, float64(a.elapsed.Nanoseconds())/float64(one.turns(count)))
			}
		}
		b.say("round %d of %d: memory", round+1, b.Rounds)
		for _, one := range sized {
			for _, w := range rotated(workers, round) {
				if plays(w.peer, one.name) {
					if err := b.weigh(ctx, w.peer, one.name); err != nil {
						return err
					}
				}
			}
		}
	}
	for _, f := range b.figures {
		f.Median = median(f.Samples)
	}
	return nil
}

func (b *bench) say(format string, args ...any) { _, _ = fmt.Fprintf(b.progress, format+"\n", args...) }

// compare has every peer play a workload equally often and refuses results that differ.
func (b *bench) compare(workers []*worker, name string) error {
	count := checkedTimes
	if name == "verb" || name == "agent" {
		count = checkedTurns
	}
	var errs []error
	var first *worker
	var want answer
	for _, w := range workers {
		if !plays(w.peer, name) {
			continue
		}
		got, err := w.ask(name, count)
		switch {
		case err != nil:
			errs = append(errs, err)
		case first == nil:
			first, want = w, got
		case got.result != want.result:
			errs = append(errs, fmt.Errorf("%s: %s answers %v, and %s %v", name, first.peer.name, want.result, w.peer.name, got.result))
		}
	}
	return errors.Join(errs...)
}

// fit finds how many turns take about as long as a batch. It warms the worker up.
func (b *bench) fit(w *worker, name string) (int, error) {
	count := 1
	for {
		a, err := w.ask(name, count)
		if err != nil {
			return 0, err
		}
		if a.elapsed >= b.Batch/2 {
			return max(1, int(float64(count)*float64(b.Batch)/float64(a.elapsed))), nil
		}
		// At most ten times as many as before: the first turns say little about the later ones.
		wanted := float64(count) * float64(b.Batch) / float64(max(a.elapsed, time.Microsecond))
		count = min(10*count, int(wanted)+1)
	}
}

// weigh makes agents in a fresh worker and divides what it grew by among them.
func (b *bench) weigh(ctx context.Context, p *peer, name string) (err error) {
	w, err := startWorker(ctx, p)
	if err != nil {
		return err
	}
	defer func() {
		if stopped := w.stop(); err == nil {
			err = stopped
		}
	}()
	// The first agent brings what all share.
	for _, request := range []string{createWork, collectRequest} {
		if _, err := w.ask(request, 1); err != nil {
			return err
		}
	}
	before, err := w.resident()
	if err != nil {
		return err
	}
	a, err := w.ask(name, b.Agents)
	if err != nil {
		return err
	}
	after, err := w.resident()
	if err != nil {
		return err
	}
	b.add(name, p, residentBytes, float64(after-before)/float64(b.Agents))
	if a.bytes != 0 {
		b.add(name, p, liveBytes, float64(a.bytes)/float64(b.Agents))
	}
	return nil
}

// add notes a sample.
func (b *bench) add(workload string, p *peer, unit string, sample float64) {
	f := find(b.figures, workload, p.name, unit)
	if f == nil {
		f = &figure{Workload: workload, Peer: p.name, Unit: unit}
		b.figures = append(b.figures, f)
	}
	f.Samples = append(f.Samples, sample)
}

// find returns a figure, nil where there is none.
func find(figures []*figure, workload, peer, unit string) *figure {
	for _, f := range figures {
		if f.Workload == workload && f.Peer == peer && f.Unit == unit {
			return f
		}
	}
	return nil
}

func plays(p *peer, workload string) bool { return !slices.Contains(p.lacks, workload) }

func playedBy(p *peer, all []workload) []workload {
	var mine []workload
	for _, w := range all {
		if plays(p, w.name) {
			mine = append(mine, w)
		}
	}
	return mine
}

// rotated begins with another one each round, so that none always comes behind the same.
func rotated[T any](all []T, round int) []T {
	first := round % len(all)
	return slices.Concat(all[first:], all[:first])
}

func median(samples []float64) float64 {
	sorted := slices.Sorted(slices.Values(samples))
	middle := len(sorted) / 2
	if len(sorted)%2 == 1 {
		return sorted[middle]
	}
	return (sorted[middle-1] + sorted[middle]) / 2
}
