package contract

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"
)

// Text returns a run as a reply shows it: its line; for a failed one the source with a caret and the hint; then its report,
// indented by two spaces. It is empty for no run. Repeat is not told here: RepeatOf is.
func (r *Run) Text() string {
	if r.State == RunNone || r.State == "" {
		return ""
	}
	text := "run " + r.title() + " " + r.clause()
	for _, line := range ReportLines(r.Report) {
		text += "\n  " + line
	}
	return text
}

// title names a run: by the name that it was saved under, else by its id.
func (r *Run) title() string {
	if r.Name != "" {
		return named(r.Name, MaxName)
	}
	return named(r.ID, MaxRunID)
}

// clause is what a run's line says of it.
func (r *Run) clause() string {
	switch r.State {
	case RunRunning:
		return "running" + before(": ", standing(r.Activity, r.Line))
	case RunDone:
		return "done" + before(": ", r.result()) + before("; still watching ", r.watching())
	case RunFailed:
		return r.failed()
	case RunStopped:
		if r.Handler != "" {
			text := "stopped by handler " + named(r.Handler, MaxName) + before(", ", atLine(r.HandlerLine)) + r.because()
			return text + before("; main was at ", atLine(r.Line))
		}
	}
	return string(r.State) + before(" at ", atLine(r.Line)) + r.because()
}

// failed says why and where a run failed.
func (r *Run) failed() string {
	if r.Fault == nil {
		return "failed" + before(" at ", atLine(r.Line))
	}
	line := r.Fault.Line
	if line == 0 && r.Fault.Code != MemInvalid { // which shows at the end of a run, and was made anywhere before
		line = r.Line
	}
	place := atLine(line)
	if place != "" {
		place += inScript(r.Fault.Script)
	}
	return "failed" + before(" at ", place) + ": " + r.Fault.rest()
}

// because is the why that the script gave when it stopped.
func (r *Run) because() string {
	if r.Why == "" {
		return ""
	}
	return ": " + Quote(r.Why, MaxSpeech)
}

// result is what a script returned and how long it took: ok, n 31, 16 s.
func (r *Run) result() string {
	var parts []string
	if r.OK != nil {
		word := "ok"
		if !*r.OK {
			word = "refused"
		}
		if r.Why != "" {
			word += " " + Quote(r.Why, MaxSpeech)
		}
		parts = append(parts, word)
		if r.N != nil {
			parts = append(parts, "n "+number(*r.N))
		}
	}
	if took := seconds(r.Seconds); took != "" {
		parts = append(parts, took)
	}
	return strings.Join(parts, ", ")
}

func (r *Run) watching() string {
	names := make([]string, len(r.Watching))
	for i, name := range r.Watching {
		names[i] = named(name, MaxName)
	}
	return strings.Join(names, ", ")
}

// NotStarted tells that a script with errors did not start, and what goes on untouched: the agent's current run, nil for
// none.
func NotStarted(errors int, current *Run) string {
	text := "not started, " + plural(errors, "error")
	switch {
	case current == nil:
	case current.State == RunRunning:
		text += "; run " + current.title() + " goes on"
		if where := standing(current.Activity, current.Line); where != "" {
			text += " (" + where + ")"
		}
	case current.State == RunDone && len(current.Watching) > 0:
		text += "; run " + current.title() + " is still watching " + current.watching()
	}
	return text
}

// NothingNew tells that a status waited in vain for so many seconds, and what the script does meanwhile: its activity and
// line, 0 for none.
func NothingNew(waited float64, activity string, line int) string {
	return "nothing new" + before(" in ", seconds(waited)) + before("; ", standing(activity, line))
}

// SavedAs tells that a script was saved, and whether another one had that name.
func SavedAs(name string, another bool) string {
	text := "saved as " + named(name, MaxName)
	if another {
		text += ", in place of another script"
	}
	return text
}

// NothingShown tells that a look printed and returned nothing.
func NothingShown() string {
	return "nothing was printed or returned"
}

// NoLongerWatching tells that the handlers which a run had left behind are gone.
func NoLongerWatching(r *Run) string {
	return "run " + r.title() + " no longer watches " + r.watching()
}

// RepeatOf tells that a script was sent before and was not started again.
func RepeatOf(id string) string {
	return "repeat of run " + named(id, MaxRunID)
}

// Sound tells that a checked script has no errors.
func Sound(warnings int) string {
	if warnings == 0 {
		return "sound"
	}
	return "sound, " + plural(warnings, "warning")
}

// Unsound tells that a checked script, or a look that was not played, has errors.
func Unsound(errors, warnings int) string {
	text := "not sound, " + plural(errors, "error")
	if warnings > 0 {
		text += ", " + plural(warnings, "warning")
	}
	return text
}

// RefusedOften is the alert for a verb that was refused again and again at one line with one word.
func RefusedOften(verb string, times int, why string, line int) string {
	return fmt.Sprintf("%s refused %d times: %s (line %d)", named(verb, MaxName), times, Quote(why, MaxSpeech), line)
}

// CardChanged tells, once, that the card is not the one that the agent read.
func CardChanged() string {
	return "the card changed since you read it: call card"
}

// standing says what a script does and where: digging, line 3.
func standing(activity string, line int) string {
	activity, at := Clean(activity, MaxSpeech), atLine(line)
	if activity == "" || at == "" {
		return activity + at
	}
	return activity + ", " + at
}

// atLine names a line; nothing for 0.
func atLine(line int) string {
	if line <= 0 {
		return ""
	}
	return "line " + strconv.Itoa(line)
}

// before puts a lead before a text that is not empty.
func before(lead, text string) string {
	if text == "" {
		return ""
	}
	return lead + text
}

// seconds says a duration with at most one decimal; nothing when there is nothing to say.
func seconds(s float64) string {
	rounded := math.Round(s*10) / 10
	if rounded <= 0 || math.IsNaN(rounded) || math.IsInf(rounded, 0) {
		return ""
	}
	return number(rounded) + " s"
}

const (
	reportWidth = 96 // characters after which a report goes on in its next line
	reportHint  = 60 // characters of a hint in it
)

// finding is one item of a report: the successes of a verb, or its refusals with one word.
type finding struct {
	verb    string
	refused bool
	why     string
	hint    string
	n       int
	at      []int // lines of refusals, without the ones not known
}

// ReportLines tells the outcomes of a run, verb by verb in the order of the tallies: successes of all lines together,
// refusals by word with their lines, as in
//
//	dig 31 ok · drop 12 refused "short" (line 4)
//
// at most 3 lines; what does not fit is counted in the last.
func ReportLines(tallies []Tally) []string {
	findings := gather(tallies)
	var out []string
	for i, f := range findings {
		item := f.text()
		switch {
		case len(out) == 0:
			out = append(out, item)
		case joins(out, item, findings[i+1:]):
			out[len(out)-1] += separator + item
		case len(out) < MaxReportLines:
			out = append(out, item)
		default:
			out[len(out)-1] += separator + remainder(findings[i:])
			return out
		}
	}
	return out
}

const separator = " · "

// joins says whether an item fits behind the last line. The last of all lines keeps room for the count of what comes after.
func joins(out []string, item string, after []finding) bool {
	room := reportWidth
	if len(out) == MaxReportLines && len(after) > 0 {
		room -= utf8.RuneCountInString(separator + remainder(after))
	}
	return utf8.RuneCountInString(out[len(out)-1]+separator+item) <= room
}

// gather adds tallies up: by verb, the verbs in order of appearance, successes first.
func gather(tallies []Tally) []finding {
	var order []string
	for _, t := range tallies {
		if !slices.Contains(order, t.Verb) {
			order = append(order, t.Verb)
		}
	}
	var all []finding
	for _, verb := range order {
		ok := finding{verb: verb}
		var refusals []finding
		for _, t := range tallies {
			if t.Verb != verb {
				continue
			}
			ok.n += t.OK
			if t.Refused > 0 {
				refusals = refuse(refusals, t)
			}
		}
		if ok.n > 0 {
			all = append(all, ok)
		}
		all = append(all, refusals...)
	}
	return all
}

// refuse adds a tally's refusals to those with the same word.
func refuse(refusals []finding, t Tally) []finding {
	i := slices.IndexFunc(refusals, func(f finding) bool { return f.why == t.Why })
	if i < 0 {
		refusals = append(refusals, finding{verb: t.Verb, refused: true, why: t.Why})
		i = len(refusals) - 1
	}
	refusals[i].n += t.Refused
	if t.Hint != "" {
		refusals[i].hint = t.Hint
	}
	if t.Line > 0 && !slices.Contains(refusals[i].at, t.Line) {
		refusals[i].at = append(refusals[i].at, t.Line)
	}
	return refusals
}

// text is a finding as the report shows it.
func (f finding) text() string {
	verb := named(f.verb, MaxName)
	if !f.refused {
		return fmt.Sprintf("%s %d ok", verb, f.n)
	}
	text := fmt.Sprintf("%s %d refused", verb, f.n)
	if f.why != "" {
		text += " " + Quote(f.why, 40)
	}
	switch len(f.at) {
	case 0:
		return text + f.advice()
	case 1:
		return text + " (line " + strconv.Itoa(f.at[0]) + ")" + f.advice()
	}
	shown := make([]string, 0, 4)
	for i, line := range f.at {
		if i == 3 {
			shown = append(shown, "…")
			break
		}
		shown = append(shown, strconv.Itoa(line))
	}
	return text + " (lines " + strings.Join(shown, ", ") + ")" + f.advice()
}

// advice is what would work now, where the game said it.
func (f finding) advice() string {
	return before(": ", Clean(f.hint, reportHint))
}

// remainder counts what a report does not show.
func remainder(findings []finding) string {
	ok, refused := 0, 0
	for _, f := range findings {
		if f.refused {
			refused += f.n
		} else {
			ok += f.n
		}
	}
	switch {
	case refused == 0:
		return fmt.Sprintf("and %d ok", ok)
	case ok == 0:
		return fmt.Sprintf("and %d refused", refused)
	default:
		return fmt.Sprintf("and %d ok, %d refused", ok, refused)
	}
}
