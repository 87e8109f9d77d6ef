package contract_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"mystic-sdk/contract"
)

// numbered makes n texts.
func numbered(format string, n int) []string {
	lines := make([]string, n)
	for i := range lines {
		lines[i] = fmt.Sprintf(format, i+1)
	}
	return lines
}

func TestBrief(t *testing.T) {
	g := newGolden(t, "brief.txtar", "Briefs.")
	long := strings.Join(numbered("dig(%d) -- ore", 200), "\n")
	running := func(line int) *contract.Run {
		return &contract.Run{ID: "7", Name: "farm", State: contract.RunRunning, Activity: "digging", Line: line}
	}
	tests := []struct {
		name  string
		brief contract.Brief
	}{
		{"nothing", contract.Brief{}},
		{"everything", contract.Brief{
			Run: running(2), Script: farm, Saved: []string{"farm", "home"}, MemKeys: []string{"seen", "the \"plan\""}, Handlers: []string{"heard"},
			Alerts: numbered("alert %d", 7), Notes: numbered("note %d", 3),
		}},
		{"a run that is over", contract.Brief{
			Run: &contract.Run{ID: "7", State: contract.RunDone, OK: ptr(true), Watching: []string{"heard"}}, Script: farm, Handlers: []string{"heard"},
		}},
		{"a run that failed", contract.Brief{
			Run: &contract.Run{ID: "7", State: contract.RunFailed, Fault: (&contract.Fault{Message: "no", Line: 2, Column: 3}).In(farm)}, Script: farm,
		}},
		{"the start of a long script", contract.Brief{Run: running(1), Script: long}},
		{"the middle of a long script", contract.Brief{Run: running(100), Script: long, Notes: numbered("note %d", 3)}},
		{"the end of a long script", contract.Brief{Run: running(200), Script: long}},
		{"a line that is not known", contract.Brief{Run: running(0), Script: farm}},
		{"a line that the script has not", contract.Brief{Run: running(99), Script: farm}},
		{"Windows line ends and long lines", contract.Brief{Run: running(1), Script: "dig(1)\r\n-- " + strings.Repeat("long ", 50) + "\r\n"}},
		{"more names than there is room for", contract.Brief{Saved: numbered("script_%d", 32), MemKeys: numbered("key_%d", 5000)}},
		{"more notes than there is room for", contract.Brief{Run: running(2), Script: farm, Notes: numbered("note %d "+strings.Repeat("text ", 20), 100)}},
	}
	for _, tt := range tests {
		text := strings.Join(tt.brief.Lines(), "\n")
		require.LessOrEqual(t, contract.Tokens(text), contract.BriefTokens, tt.name)
		g.add(tt.name, text)
	}
}

// TestBriefIsNeverTooLong fills every part with as much as it can hold, and more.
func TestBriefIsNeverTooLong(t *testing.T) {
	evil := strings.Repeat("\u00e9\n", 2000)
	for _, script := range []string{strings.Repeat(farm, 4), strings.Repeat(strings.Repeat("x", 200)+"\n", 100), strings.Repeat("\n", 30000), evil} {
		brief := contract.Brief{
			Run:    &contract.Run{ID: strings.Repeat("7", 64), State: contract.RunRunning, Activity: evil, Line: 20},
			Script: script, Saved: numbered(evil+"%d", 32), MemKeys: numbered(evil+"%d", 32), Handlers: numbered(evil+"%d", 32),
			Alerts: numbered(evil+"%d", 32), Notes: numbered(evil+"%d", 100),
		}
		lines := brief.Lines()
		require.LessOrEqual(t, contract.Tokens(strings.Join(lines, "\n")), contract.BriefTokens)
		for _, line := range lines {
			require.NotContains(t, line, "\n")
		}
		require.Contains(t, strings.Join(lines, "\n"), "-> 20", "the current line is there")
		require.Contains(t, strings.Join(lines, "\n"), "your notes:")
	}
}

func TestUsage(t *testing.T) {
	g := newGolden(t, "usage.txtar", "Usage and autonomy.")
	var u contract.Usage
	g.add("nothing yet", strings.Join(append(u.Lines(), u.Autonomy(0).Lines()...), "\n"))
	u.Call(contract.ToolCard, 0, 4000)
	for range 3 {
		u.Call(contract.ToolRun, 400, 120)
	}
	u.Call(contract.ToolStatus, 10, 120)
	u.Started, u.Failed, u.Refused, u.Steps, u.Alerts = 3, 1, 2, 120345, 4
	u.Acting, u.Waiting, u.Thinking, u.Resting, u.Idle = 300, 60, 5, 0, 35
	require.EqualValues(t, 5, u.TotalCalls())
	require.EqualValues(t, 400, u.Ticks())
	require.Equal(t, contract.Autonomy{SinceCall: 120, Acting: 0.75, TicksPerCall: 80}, u.Autonomy(120))
	g.add("in the middle of a game", strings.Join(append(u.Lines(), u.Autonomy(120).Lines()...), "\n"))
}
