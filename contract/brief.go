package contract

import (
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"
)

// Brief is what a fresh context needs to take over an agent. It stands at the beginning of the journal's first page.
type Brief struct {
	Run      *Run     // the agent's current run; nil: none
	Script   string   // its text, whose line Run.Line is marked
	Saved    []string // names of saved scripts
	MemKeys  []string // keys of mem
	Handlers []string // events with a standing handler
	Alerts   []string // oldest first; the newest 5 are told
	Notes    []string // the agent's own notes, oldest first; the newest are told as far as there is room
}

// Room that the parts of a brief may take, in characters. What the short parts leave goes to the script, and what it
// leaves to the notes.
const (
	briefRoom  = BriefTokens * 4
	briefList  = 160 // a list of names
	briefAlert = 100 // an alert
	briefCode  = 90  // a line of the script
	briefNote  = 200 // a note
	briefKeep  = 200 // kept for notes while there are any
)

// Lines returns the brief as lines of at most 400 estimated tokens together.
func (b *Brief) Lines() []string {
	lines, _ := b.Split()
	return lines
}

// Split returns the brief's lines, and the notes that had no room in them, oldest first: a part of b.Notes.
func (b *Brief) Split() (lines, older []string) {
	var end []string
	end = appendList(end, "saved scripts", b.Saved)
	end = appendList(end, "mem has", b.MemKeys)
	if !b.toldHandlers() {
		end = appendList(end, "watching", b.Handlers)
	}
	if n := len(b.Alerts); n > 0 {
		end = append(end, "last alerts:")
		for _, alert := range b.Alerts[max(0, n-BriefAlerts):] {
			end = append(end, "! "+Clean(alert, briefAlert))
		}
	}
	room := briefRoom - size(end)
	notes := 0
	if len(b.Notes) > 0 {
		notes = briefKeep
	}
	out := append(b.running(room-notes), end...)
	shown, older := b.notes(briefRoom - size(out))
	return append(out, shown...), older
}

// toldHandlers says whether the line of the run names the standing handlers.
func (b *Brief) toldHandlers() bool {
	return b.Run != nil && b.Run.State == RunDone && len(b.Run.Watching) > 0
}

// running tells the current run, and its script around the line where it is, in at most so many characters.
func (b *Brief) running(room int) []string {
	if b.Run == nil || b.Run.State == RunNone {
		return []string{"no script is running"}
	}
	head := "run " + b.Run.title() + " " + b.Run.clause()
	head, _, _ = strings.Cut(head, "\n")
	out := []string{Clean(head, briefNote)}
	if b.Run.State != RunRunning || b.Script == "" {
		return out
	}
	all := sourceLines(b.Script)
	current := min(max(b.Run.Line, 1), len(all))
	code := func(n int) string {
		sign := "  "
		if n == b.Run.Line {
			sign = "->"
		}
		return strings.TrimRight(fmt.Sprintf("%s%3d %s", sign, n, Clean(all[n-1], briefCode)), " ")
	}
	shown := []string{code(current)}
	room -= size(out) + size(shown)
	first, last := current, current
	// The script grows around its line, downwards first: what comes is worth more than what was.
	for up, down := true, true; (up || down) && len(shown) < BriefLines; {
		if down = down && last < len(all); down {
			line := code(last + 1)
			if down = size1(line) <= room; down {
				shown, last, room = append(shown, line), last+1, room-size1(line)
			}
		}
		if up = up && first > 1 && len(shown) < BriefLines; up {
			line := code(first - 1)
			if up = size1(line) <= room; up {
				shown, first, room = slices.Insert(shown, 0, line), first-1, room-size1(line)
			}
		}
	}
	if len(shown) < len(all) {
		out[0] += fmt.Sprintf("; lines %d to %d of %d", first, last, len(all))
	}
	return append(out, shown...)
}

// notes tells the newest notes that fit, oldest first, and returns those before them.
func (b *Brief) notes(room int) (lines, older []string) {
	if len(b.Notes) == 0 {
		return nil, nil
	}
	const title = "your notes:"
	count := func(n int) string { return "(" + plural(n, "older note") + ")" }
	room -= size1(title) + size1(count(len(b.Notes)))
	var out []string
	first := len(b.Notes)
	for first > 0 {
		line := strings.TrimRight("- "+Clean(b.Notes[first-1], briefNote), " ")
		if size1(line) > room {
			break
		}
		out, first, room = append(out, line), first-1, room-size1(line)
	}
	if first > 0 {
		out = append(out, count(first))
	}
	slices.Reverse(out)
	return append([]string{title}, out...), b.Notes[:first]
}

// appendList appends a line that lists names, as many as have room.
func appendList(out []string, title string, names []string) []string {
	if len(names) == 0 {
		return out
	}
	line := title + ": "
	for i, name := range names {
		item := named(name, MaxName)
		if i > 0 {
			item = ", " + item
		}
		if utf8.RuneCountInString(line+item) > briefList {
			return append(out, line+fmt.Sprintf(" and %d more", len(names)-i))
		}
		line += item
	}
	return append(out, line)
}

// sourceLines splits a script at Lua's line ends; a line end at the very end starts no further line.
func sourceLines(source string) []string {
	var out []string
	for source != "" {
		end := strings.IndexAny(source, "\r\n")
		if end < 0 {
			return append(out, source)
		}
		out = append(out, source[:end])
		source = source[end+breakLen(source[end:]):]
	}
	return out
}

// size is the number of characters of lines with their line ends.
func size(lines []string) int {
	n := 0
	for _, line := range lines {
		n += size1(line)
	}
	return n
}

func size1(line string) int {
	return utf8.RuneCountInString(line) + 1
}
