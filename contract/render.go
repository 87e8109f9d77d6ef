package contract

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// Text returns the text form of a reply, the one that a model reads, without a line end at its end. The order is fixed:
// older lines lost, alerts, runs, the fault, diagnostics, output, what was heard and the digest, the answer, lines left
// for the next call, and the state line with the revision that the reply reaches. Each is there only when it has something
// to say. World text in it is made one line here once more, so that no caller can forget to.
func (r *Reply) Text() string {
	if r.text != "" {
		return r.text
	}
	var t lines
	if r.Lost > 0 {
		t.add(plural(r.Lost, "older line") + " lost")
	}
	t.mark("! ", r.Alerts)
	for _, run := range r.RunLines {
		t.add(run)
	}
	if r.Error != nil && !r.faultTold() {
		t.add(r.Error.Text())
	}
	for _, text := range findings(r.Script, r.Diagnostics) {
		t.add(text)
	}
	if r.MoreDiagnostics > 0 {
		t.add("and " + plural(r.MoreDiagnostics, "more finding"))
	}
	t.mark("> ", r.Output)
	t.mark("* ", r.news())
	for _, line := range r.Answer {
		t = append(t, Clean(line, 0)) // an empty one is a line too
	}
	if r.More > 0 {
		t.add("and " + plural(r.More, "more line") + ": call status" + r.from())
	}
	t.add(r.stateLine())
	return strings.Join(t, "\n")
}

// Seal ends the making of a reply: it fixes what Text answers, and makes each piece of world text in the structured form one
// line, as it is in the text form. It returns the text.
func (r *Reply) Seal() string {
	r.text = r.Text()
	for i := range r.Heard {
		r.Heard[i].Text = Clean(r.Heard[i].Text, MaxSpeech)
	}
	if r.Run != nil {
		r.Run.Why = Clean(r.Run.Why, MaxSpeech)
	}
	return r.text
}

// faultTold says whether other lines of the reply say what its fault says: diagnostics name every error that the checker
// found, and the line of a failed run names why.
func (r *Reply) faultTold() bool {
	if r.Error.Code == CheckFailed {
		return len(r.Diagnostics) > 0
	}
	return r.Run != nil && r.Run.State == RunFailed && len(r.RunLines) > 0
}

// news returns the digest with what was heard at its places.
func (r *Reply) news() []string {
	news := make([]string, 0, len(r.Digest)+len(r.Heard))
	told := 0
	for _, h := range r.Heard {
		for ; told < min(h.After, len(r.Digest)); told++ {
			news = append(news, r.Digest[told])
		}
		news = append(news, h.Line())
	}
	return append(news, r.Digest[told:]...)
}

// Line returns what was heard as a line of the digest: heard Bo: "hello".
func (h Heard) Line() string {
	return "heard " + named(h.Who, MaxAgentID) + ": " + Quote(h.Text, MaxSpeech)
}

// from is how the next call asks for the lines that are left: a reply that moves no mark was asked for by a revision.
func (r *Reply) from() string {
	if r.Mark > 0 || r.Revision == 0 {
		return ""
	}
	return " with after = " + strconv.FormatInt(r.Revision, 10)
}

// stateLine ends a reply: where the agent is, and the revision.
func (r *Reply) stateLine() string {
	state := Clean(r.State, 0)
	switch {
	case r.Revision == 0:
		return state
	case state == "":
		return mark(r.Revision)
	default:
		return state + " · " + mark(r.Revision)
	}
}

func mark(revision int64) string {
	return "@" + strconv.FormatInt(revision, 10)
}

// lines gathers a text.
type lines []string

// add appends a line, or several that are joined already; an empty one is nothing.
func (t *lines) add(line string) {
	if line != "" {
		*t = append(*t, line)
	}
}

// mark appends lines of the world behind their mark, equal ones in a row as one.
func (t *lines) mark(mark string, world []string) {
	clean := make([]string, len(world))
	for i, line := range world {
		clean[i] = Clean(line, 0)
	}
	for _, line := range Collapse(clean) {
		*t = append(*t, strings.TrimRight(mark+line, " "))
	}
}

// In has the text of a fault show its line of source, the script that it names, and returns the fault. Source is not kept.
func (f *Fault) In(source string) *Fault {
	f.Shown = Snippet(source, f.Line, f.Column)
	return f
}

// Text returns a fault as a reply shows it: code, place and message; what is shown of the source; the hint.
func (f *Fault) Text() string {
	head := string(f.Code)
	if f.Line > 0 {
		head += " at line " + strconv.Itoa(f.Line) + inScript(f.Script)
	}
	return head + ": " + f.rest()
}

// rest is the text of a fault behind its code and place.
func (f *Fault) rest() string {
	text := Clean(f.Message, MaxPrint)
	if f.Ref != "" {
		text += "; ref " + named(f.Ref, MaxRunID)
	}
	if f.RetryAfterMs > 0 {
		text += "; retry in " + seconds(max(float64(f.RetryAfterMs)/1000, 0.1))
	}
	return text + before("\n", f.Shown) + hint(f.Hint)
}

// inScript names the saved script that a line is in; nothing for the script as sent.
func inScript(name string) string {
	if name == "" {
		return ""
	}
	return " of " + named(name, MaxName)
}

// Text returns a diagnostic as a reply shows it alone: severity, place, code and message; for an error the line of source
// with a caret; the hint.
func (d *Diagnostic) Text(source string) string {
	shows := ""
	if d.Severity == SeverityError {
		shows = before("\n", Snippet(source, d.Line, d.Column))
	}
	return d.text(shows)
}

// text is the text of a diagnostic with what it shows of the source.
func (d *Diagnostic) text(shows string) string {
	return fmt.Sprintf("%s %d:%d %s: %s", d.Severity, d.Line, d.Column, d.Code, Clean(d.Message, MaxPrint)) + shows + hint(d.Hint)
}

// findings returns the texts of diagnostics that a reply shows one after another. Of errors in the same line the first shows
// it, with a caret for each of them; a line that is too long for that is shown by each.
func findings(source string, all []Diagnostic) []string {
	texts := make([]string, len(all))
	for i := range all {
		texts[i] = all[i].Text(source)
	}
	for i := 0; i < len(all); {
		var same []int // errors in this line
		for line := all[i].Line; i < len(all) && all[i].Line == line; i++ {
			if all[i].Severity == SeverityError {
				same = append(same, i)
			}
		}
		if len(same) < 2 || !whole(source, all[same[0]].Line) {
			continue
		}
		columns := make([]int, len(same))
		for k, at := range same {
			columns[k] = all[at].Column
			texts[at] = all[at].text("")
		}
		slices.Sort(columns)
		first := &all[same[0]]
		texts[same[0]] = first.text(before("\n", snippet(source, first.Line, columns)))
	}
	return texts
}

// hint is a hint on lines of its own. A hint may hold code of several lines; they stand under its first.
func hint(text string) string {
	if text == "" {
		return ""
	}
	const lead, under = "\n  hint: ", "\n        "
	parts := strings.Split(strings.Trim(text, "\n"), "\n")
	for i, part := range parts {
		parts[i] = Clean(part, MaxPrint)
	}
	return lead + strings.Join(parts, under)
}

// plural counts things: 1 line, 2 lines.
func plural(n int, thing string) string {
	if n == 1 {
		return "1 " + thing
	}
	return strconv.Itoa(n) + " " + thing + "s"
}
