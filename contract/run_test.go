package contract_test

import (
	"fmt"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/stretchr/testify/require"

	"mystic-sdk/contract"
)

func TestRunText(t *testing.T) {
	g := newGolden(t, "run.txtar", "Runs as a reply tells them.")
	fault := func(f contract.Fault) *contract.Fault {
		f.Code = contract.ScriptFailed
		return f.In(farm)
	}
	tests := []struct {
		name string
		run  contract.Run
	}{
		{"running", contract.Run{ID: "7", State: contract.RunRunning, Activity: "digging", Line: 3}},
		{"running, thinking", contract.Run{ID: "7", State: contract.RunRunning, Activity: "thinking", Line: 3, Steps: 20000}},
		{"running, activity alone", contract.Run{ID: "7", State: contract.RunRunning, Activity: "restoring"}},
		{"running, line alone", contract.Run{ID: "7", State: contract.RunRunning, Line: 3}},
		{"running, nothing known", contract.Run{ID: "7", State: contract.RunRunning}},
		{"running with a report", contract.Run{
			ID: "7", State: contract.RunRunning, Activity: "digging", Line: 3, Report: []contract.Tally{{Verb: "dig", Line: 3, OK: 2}},
		}},
		{"done, named", contract.Run{ID: "7", Name: "farm", State: contract.RunDone, OK: ptr(true), Seconds: 16}},
		{"done with n", contract.Run{ID: "7", State: contract.RunDone, OK: ptr(true), N: ptr(31.0), Seconds: 62.04}},
		{"done with a word", contract.Run{ID: "7", State: contract.RunDone, OK: ptr(true), Why: "rich", Seconds: 0.25}},
		{"done, refused", contract.Run{ID: "7", State: contract.RunDone, OK: ptr(false), Why: "short", N: ptr(0.0), Seconds: 16}},
		{"done, refused without a word", contract.Run{ID: "7", State: contract.RunDone, OK: ptr(false)}},
		{"done without an outcome", contract.Run{ID: "7", State: contract.RunDone, Seconds: 4}},
		{"done at once", contract.Run{ID: "7", State: contract.RunDone}},
		{"done and watching", contract.Run{ID: "7", State: contract.RunDone, Watching: []string{"heard"}}},
		{"done with an outcome and watching", contract.Run{
			ID: "7", State: contract.RunDone, OK: ptr(true), Seconds: 16, Watching: []string{"heard", "night fall"},
		}},
		{"stopped", contract.Run{ID: "7", State: contract.RunStopped, Line: 3, Why: "told to"}},
		{"stopped without a why", contract.Run{ID: "7", State: contract.RunStopped, Line: 3}},
		{"stopped by a handler", contract.Run{ID: "7", State: contract.RunStopped, Handler: "heard", HandlerLine: 1, Line: 2}},
		{"stopped by a handler with a why", contract.Run{ID: "7", State: contract.RunStopped, Handler: "heard", HandlerLine: 1, Line: 2, Why: "told to"}},
		{"stopped by a handler after main had ended", contract.Run{ID: "7", State: contract.RunStopped, Handler: "heard", HandlerLine: 1}},
		{"stopped by nobody in particular", contract.Run{ID: "7", State: contract.RunStopped, Why: "kicked"}},
		{"replaced", contract.Run{ID: "6", State: contract.RunReplaced, Line: 1}},
		{"replaced with a report", contract.Run{ID: "6", State: contract.RunReplaced, Line: 1, Report: []contract.Tally{{Verb: "dig", Line: 1, OK: 4}}}},
		{"replaced after main had ended", contract.Run{ID: "6", State: contract.RunReplaced}},
		{"failed", contract.Run{
			ID: "7", State: contract.RunFailed, Line: 3,
			Fault: fault(contract.Fault{Message: "attempt to compare number with nil (me.gold)", Line: 3, Column: 14, Hint: "test me.gold first"}),
		}},
		{"failed with a report", contract.Run{
			ID: "7", State: contract.RunFailed, Report: []contract.Tally{{Verb: "dig", Line: 2, OK: 4}},
			Fault: fault(contract.Fault{Message: "attempt to compare number with nil (me.gold)", Line: 3, Column: 14}),
		}},
		{"failed without a column", contract.Run{
			ID: "7", State: contract.RunFailed, Fault: fault(contract.Fault{Message: "out of memory", Line: 3}),
		}},
		{"failed in a saved script", contract.Run{
			ID: "7", State: contract.RunFailed, Fault: fault(contract.Fault{Message: "no", Line: 2, Column: 3, Script: "farm"}),
		}},
		{"failed at the run's line", contract.Run{ID: "7", State: contract.RunFailed, Line: 5, Fault: fault(contract.Fault{Message: "no"})}},
		{"failed by a bug", contract.Run{
			ID: "7", State: contract.RunFailed, Fault: (&contract.Fault{
				Code: contract.Internal, Message: "a bug in the game", Line: 2, Column: 3, Ref: "r-4f2a", Hint: "tell the operator the ref",
			}).In(farm),
		}},
		{"failed, nobody knows why", contract.Run{ID: "7", State: contract.RunFailed, Line: 5}},
		{"interrupted", contract.Run{ID: "7", State: contract.RunInterrupted, Line: 12}},
		{"interrupted with a reason", contract.Run{ID: "7", State: contract.RunInterrupted, Line: 12, Why: "the game has no verb dig any more"}},
		{"an id and a name that need quotes", contract.Run{ID: "a b", State: contract.RunDone}},
		{"a long why", contract.Run{ID: "7", State: contract.RunStopped, Line: 1, Why: strings.Repeat("why ", 100)}},
	}
	for _, tt := range tests {
		g.add(tt.name, tt.run.Text())
	}
	require.Empty(t, (&contract.Run{}).Text())
	require.Empty(t, (&contract.Run{ID: "7", State: contract.RunNone}).Text())
}

func TestRunPhrases(t *testing.T) {
	g := newGolden(t, "phrases.txtar", "Lines about runs that are no state of a run.")
	running := &contract.Run{ID: "6", State: contract.RunRunning, Activity: "digging", Line: 1}
	g.add("not started", contract.NotStarted(2, nil))
	g.add("not started, one error", contract.NotStarted(1, nil))
	g.add("not started, a run goes on", contract.NotStarted(2, running))
	g.add("not started, a run goes on somewhere", contract.NotStarted(2, &contract.Run{ID: "6", State: contract.RunRunning}))
	g.add("not started, a run is watching", contract.NotStarted(2, &contract.Run{ID: "6", State: contract.RunDone, Watching: []string{"heard"}}))
	g.add("not started, the last run is over", contract.NotStarted(2, &contract.Run{ID: "6", State: contract.RunDone}))
	g.add("nothing new", contract.NothingNew(45, "digging", 2))
	g.add("nothing new, no script", contract.NothingNew(0.5, "idle", 0))
	g.add("nothing new, at once", contract.NothingNew(0, "digging", 2))
	g.add("saved", contract.SavedAs("farm", false))
	g.add("repeat", contract.RepeatOf("7"))
	g.add("sound", contract.Sound(0))
	g.add("sound, one warning", contract.Sound(1))
	g.add("sound, two warnings", contract.Sound(2))
	g.add("not sound", contract.Unsound(2, 0))
	g.add("not sound, with a warning", contract.Unsound(1, 1))
	g.add("refused often", contract.RefusedOften("gather", contract.RefusalsAlert, "none", 2))
	g.add("card changed", contract.CardChanged())
}

func TestReportLines(t *testing.T) {
	g := newGolden(t, "report.txtar", "Reports of runs.")
	many := func(n int) (all []contract.Tally) {
		for i := range n {
			verb := fmt.Sprintf("verb_%d", i)
			all = append(all, contract.Tally{Verb: verb, Line: i + 1, OK: 10}, contract.Tally{Verb: verb, Line: i + 1, Refused: 3, Why: "short"})
		}
		return all
	}
	tests := []struct {
		name    string
		tallies []contract.Tally
	}{
		{"two verbs", []contract.Tally{{Verb: "dig", Line: 2, OK: 31}, {Verb: "drop", Line: 4, Refused: 12, Why: "short"}}},
		{"successes of several lines are one", []contract.Tally{{Verb: "dig", Line: 2, OK: 3}, {Verb: "dig", Line: 9, OK: 4}}},
		{"successes stand before refusals", []contract.Tally{{Verb: "dig", Line: 2, Refused: 1, Why: "none"}, {Verb: "drop", Line: 3, OK: 1}, {Verb: "dig", Line: 2, OK: 4}}},
		{"a tally of both", []contract.Tally{{Verb: "dig", Line: 2, OK: 3, Refused: 2, Why: "none"}}},
		{"one word at several lines", []contract.Tally{
			{Verb: "dig", Line: 2, Refused: 3, Why: "none"}, {Verb: "dig", Line: 9, Refused: 4, Why: "none"}, {Verb: "dig", Line: 9, Refused: 1, Why: "none"},
		}},
		{"one word at many lines", []contract.Tally{
			{Verb: "dig", Line: 1, Refused: 1, Why: "none"}, {Verb: "dig", Line: 2, Refused: 1, Why: "none"},
			{Verb: "dig", Line: 3, Refused: 1, Why: "none"}, {Verb: "dig", Line: 4, Refused: 1, Why: "none"},
		}},
		{"several words", []contract.Tally{{Verb: "dig", Line: 2, Refused: 3, Why: "none"}, {Verb: "dig", Line: 2, Refused: 1, Why: "interrupted"}}},
		{"what would work now", []contract.Tally{
			{Verb: "drop", Line: 4, Refused: 12, Why: "short", Hint: "you have 3"}, {Verb: "drop", Line: 9, Refused: 1, Why: "full", Hint: strings.Repeat("wait ", 30)},
		}},
		{"no word, no line", []contract.Tally{{Verb: "dig", Refused: 3}}},
		{"a word that needs clipping", []contract.Tally{{Verb: "dig", Line: 2, Refused: 3, Why: strings.Repeat("no ", 30)}}},
		{"three lines", many(6)},
		{"more than three lines", many(30)},
	}
	for _, tt := range tests {
		g.add(tt.name, strings.Join(contract.ReportLines(tt.tallies), "\n"))
	}
	require.Empty(t, contract.ReportLines(nil))
	require.Empty(t, contract.ReportLines([]contract.Tally{{Verb: "dig", Line: 1}}))
}

// TestReportCountsEverything adds up what reports of growing runs show: nothing may go missing.
func TestReportCountsEverything(t *testing.T) {
	for n := 1; n <= 40; n++ {
		var tallies []contract.Tally
		for i := range n {
			verb := fmt.Sprintf("v%d", i)
			tallies = append(tallies, contract.Tally{Verb: verb, Line: i + 1, OK: 7}, contract.Tally{Verb: verb, Line: i + 1, Refused: 5, Why: "no"})
		}
		out := contract.ReportLines(tallies)
		require.LessOrEqual(t, len(out), contract.MaxReportLines)
		ok, refused := 0, 0
		for _, line := range out {
			require.LessOrEqual(t, utf8.RuneCountInString(line), 110)
			for item := range strings.SplitSeq(line, " · ") {
				var verb string
				var a, b int
				if k, _ := fmt.Sscanf(item, "and %d ok, %d refused", &a, &b); k == 2 {
					ok, refused = ok+a, refused+b
				} else if k, _ := fmt.Sscanf(item, "and %d refused", &b); k == 1 && !strings.HasSuffix(item, "ok") {
					refused += b
				} else if strings.HasSuffix(item, " ok") {
					fmt.Sscanf(item, "%s %d", &verb, &a)
					ok += a
				} else {
					fmt.Sscanf(item, "%s %d", &verb, &a)
					refused += a
				}
			}
		}
		require.Equal(t, 7*n, ok, "%d verbs:\n%s", n, strings.Join(out, "\n"))
		require.Equal(t, 5*n, refused)
	}
}
