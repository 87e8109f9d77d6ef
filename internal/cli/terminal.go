package cli

import (
	"fmt"
	"io"
	"os"
	"strings"
	"time"
)

// terminal says whether somebody looks at what is written to w.
func terminal(w io.Writer) bool {
	file, ok := w.(*os.File)
	if !ok {
		return false
	}
	info, err := file.Stat()
	return err == nil && info.Mode()&os.ModeCharDevice != 0
}

// paint colours texts, or leaves them as they are.
type paint struct{ on bool }

const (
	bold   = "1"
	red    = "31"
	yellow = "33"
	dim    = "2"
)

func (p paint) with(style, text string) string {
	if !p.on || text == "" {
		return text
	}
	return "\x1b[" + style + "m" + text + "\x1b[0m"
}

// reply colours a reply's text: what an agent should not read past stands out.
func (p paint) reply(text string) string {
	if !p.on {
		return text
	}
	lines := strings.Split(text, "\n")
	for i, line := range lines {
		switch {
		case strings.HasPrefix(line, "! "), strings.HasPrefix(line, "warning "):
			lines[i] = p.with(yellow, line)
		case strings.HasPrefix(line, "error "), strings.HasPrefix(line, "not started"), failedRun(line):
			lines[i] = p.with(red, line)
		}
	}
	return strings.Join(lines, "\n")
}

// failedRun says whether a line tells that a run failed. A run's title is one word.
func failedRun(line string) bool {
	words := strings.Fields(line)
	return len(words) > 2 && words[0] == "run" && strings.HasPrefix(words[2], "failed")
}

const (
	patience    = 2 * time.Second        // work that takes longer shows how far it is
	refreshment = 200 * time.Millisecond // between two looks at the progress
)

// progress shows on a terminal how far work is that takes longer than patience. It decides nothing else.
type progress struct {
	to    io.Writer // nil: nobody looks
	what  string    // "%d of %d ticks"
	next  time.Time // when it is shown next
	shown bool
}

func (a *app) progress(what string) *progress {
	p := &progress{what: what, next: time.Now().Add(patience)}
	if terminal(a.Stderr) {
		p.to = a.Stderr
	}
	return p
}

// at says how much is done of all.
func (p *progress) at(done, all int) {
	if p.to == nil {
		return
	}
	if now := time.Now(); now.After(p.next) {
		p.next, p.shown = now.Add(refreshment), true
		fmt.Fprintf(p.to, "\r"+p.what, done, all)
	}
}

// end takes the progress off the screen.
func (p *progress) end() {
	if p.shown {
		fmt.Fprint(p.to, "\r\x1b[K")
		p.shown = false
	}
}
