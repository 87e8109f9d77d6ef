package main

import (
	"encoding/json"
	"fmt"
	"io"
	"strings"
	"unicode/utf8"
)

// report is all that a run measured, in the form of -json.
type report struct {
	Machine string `json:"machine"`
	With    string `json:"with"` // the versions of what took part
	plan
	Missing []string  `json:"missing,omitempty"` // peers that did not take part
	Figures []*figure `json:"figures"`
}

func (r *report) writeJSON(w io.Writer) error {
	e := json.NewEncoder(w)
	e.SetIndent("", "  ")
	return e.Encode(r)
}

// block is a part of the report: two tables with a line for each workload and a column for each peer.
type block struct {
	title     string
	workloads []workload
	unit      string
}

var blocks = []block{
	{"processor time of one turn", timed, nanoseconds},
	{"memory of an agent, resident", sized, residentBytes},
	{"memory of an agent, live data", sized, liveBytes},
}

// writeText writes tables of medians, and below each how many times the first peer's figures the others' are: the median of
// what it is in each round, so that a machine that is busier in one round than in another changes it little.
func (r *report) writeText(out io.Writer) error {
	var b strings.Builder
	fmt.Fprintf(&b, "%s\n%s\n", r.Machine, r.With)
	fmt.Fprintf(&b, "rounds: %d, each peer %v at a time; agents where bytes are counted: %d; figures are medians\n\n", r.Rounds, r.Batch, r.Agents)
	columns := r.columns()
	for _, p := range columns {
		fmt.Fprintf(&b, "%-8s %s\n", p.name, p.what)
	}
	for _, name := range r.Missing {
		fmt.Fprintf(&b, "%-8s did not take part: its program is missing\n", name)
	}
	for _, one := range blocks {
		b.WriteString("\n" + aligned(r.medians(one, columns)))
		b.WriteString("\n" + aligned(r.ratios(one, columns)))
	}
	_, err := io.WriteString(out, b.String())
	return err
}

// columns are the peers that have figures.
func (r *report) columns() []peer {
	var all []peer
	for _, p := range peers {
		for _, f := range r.Figures {
			if f.Peer == p.name {
				all = append(all, p)
				break
			}
		}
	}
	return all
}

func (r *report) medians(b block, columns []peer) [][]string {
	return r.table(b, b.title, columns, func(f *figure) string { return amount(f.Median, b.unit) })
}

func (r *report) ratios(b block, columns []peer) [][]string {
	if len(columns) == 0 {
		return nil
	}
	first := columns[0].name
	return r.table(b, "the same, times "+first, columns, func(f *figure) string {
		base := find(r.Figures, f.Workload, first, b.unit)
		if base == nil {
			return ""
		}
		var times []float64
		for round, sample := range base.Samples {
			if sample > 0 && round < len(f.Samples) {
				times = append(times, f.Samples[round]/sample)
			}
		}
		if times == nil {
			return ""
		}
		return digits(median(times)) + "x"
	})
}

// table makes the cells of a block, with a dash where a peer has no figure.
func (r *report) table(b block, title string, columns []peer, cell func(f *figure) string) [][]string {
	head := []string{title}
	for _, p := range columns {
		head = append(head, p.name)
	}
	rows := [][]string{head}
	for _, one := range b.workloads {
		row := []string{one.name + ": " + one.what}
		for _, p := range columns {
			text := ""
			if f := find(r.Figures, one.name, p.name, b.unit); f != nil {
				text = cell(f)
			}
			if text == "" {
				text = "-"
			}
			row = append(row, text)
		}
		rows = append(rows, row)
	}
	return rows
}

// aligned writes rows with the first column to the left and the others to the right.
func aligned(rows [][]string) string {
	var widths []int
	for _, row := range rows {
		for i, cell := range row {
			if i == len(widths) {
				widths = append(widths, 0)
			}
			widths[i] = max(widths[i], utf8.RuneCountInString(cell))
		}
	}
	var b strings.Builder
	for _, row := range rows {
		for i, cell := range row {
			fill := strings.Repeat(" ", widths[i]-utf8.RuneCountInString(cell))
			if i == 0 {
				b.WriteString(cell + fill)
			} else {
				b.WriteString("  " + fill + cell)
			}
		}
		b.WriteString("\n")
	}
	return b.String()
}

// amount writes a figure with three digits and the unit that suits it.
func amount(v float64, unit string) string {
	steps, by := []string{"ns", "µs", "ms", "s"}, 1000.0
	if unit != nanoseconds {
		steps, by = []string{"B", "KiB", "MiB"}, 1024
	}
	i := 0
	for ; v >= by && i < len(steps)-1; i++ {
		v /= by
	}
	return digits(v) + " " + steps[i]
}

func digits(v float64) string {
	switch {
	case v < 10:
		return fmt.Sprintf("%.2f", v)
	case v < 100:
		return fmt.Sprintf("%.1f", v)
	}
	return fmt.Sprintf("%.0f", v)
}
