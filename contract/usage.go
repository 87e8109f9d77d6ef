package contract

import "fmt"

// Usage counts what an agent and its scripts did. It is plain data, kept across restarts; it has no lock of its own.
type Usage struct {
	Calls    map[string]int64 `json:"calls,omitempty"` // by tool
	CharsIn  int64            `json:"charsIn,omitempty"`
	CharsOut int64            `json:"charsOut,omitempty"`

	Started int64 `json:"started,omitempty"` // scripts that started
	Failed  int64 `json:"failed,omitempty"`  // runs that failed
	Refused int64 `json:"refused,omitempty"` // scripts that the checker refused
	Steps   int64 `json:"steps,omitempty"`
	Alerts  int64 `json:"alerts,omitempty"`

	// Ticks by what the agent did in them.
	Acting   int64 `json:"acting,omitempty"`
	Waiting  int64 `json:"waiting,omitempty"`
	Thinking int64 `json:"thinking,omitempty"`
	Resting  int64 `json:"resting,omitempty"`
	Idle     int64 `json:"idle,omitempty"`
}

// Call counts one call of a tool with the characters that came in and went out.
func (u *Usage) Call(tool string, in, out int) {
	if u.Calls == nil {
		u.Calls = make(map[string]int64, len(ToolNames()))
	}
	u.Calls[tool]++
	u.CharsIn += int64(in)
	u.CharsOut += int64(out)
}

// TotalCalls returns the calls of all tools.
func (u *Usage) TotalCalls() int64 {
	var n int64
	for _, calls := range u.Calls {
		n += calls
	}
	return n
}

// Ticks returns all ticks that were counted.
func (u *Usage) Ticks() int64 {
	return u.Acting + u.Waiting + u.Thinking + u.Resting + u.Idle
}

// Lines returns the counters as ask shows them.
func (u *Usage) Lines() []string {
	calls := fmt.Sprintf("calls %d", u.TotalCalls())
	lead := ": "
	for _, tool := range ToolNames() {
		if n := u.Calls[tool]; n > 0 {
			calls += fmt.Sprintf("%s%s %d", lead, tool, n)
			lead = ", "
		}
	}
	return []string{
		calls,
		fmt.Sprintf("characters in %d, out %d (about %d and %d tokens)", u.CharsIn, u.CharsOut, (u.CharsIn+3)/4, (u.CharsOut+3)/4),
		fmt.Sprintf("scripts started %d, failed %d, refused by the checker %d; steps %d", u.Started, u.Failed, u.Refused, u.Steps),
		fmt.Sprintf("ticks acting %d, waiting %d, thinking %d, resting %d, idle %d; alerts %d",
			u.Acting, u.Waiting, u.Thinking, u.Resting, u.Idle, u.Alerts),
	}
}

// Autonomy says how far an agent goes without being called.
type Autonomy struct {
	SinceCall    int64   `json:"sinceCall"`    // ticks since the last call
	Acting       float64 `json:"acting"`       // share of all ticks spent acting, 0 to 1
	TicksPerCall float64 `json:"ticksPerCall"` // ticks per call; 0 before the first call
}

// Autonomy returns the agent's autonomy, given the ticks since its last call.
func (u *Usage) Autonomy(sinceCall int64) Autonomy {
	a := Autonomy{SinceCall: sinceCall}
	ticks := float64(u.Ticks())
	if ticks > 0 {
		a.Acting = float64(u.Acting) / ticks
	}
	if calls := u.TotalCalls(); calls > 0 {
		a.TicksPerCall = ticks / float64(calls)
	}
	return a
}

// Lines returns the autonomy as ask shows it.
func (a Autonomy) Lines() []string {
	return []string{fmt.Sprintf("autonomy: %d ticks since the last call, acting %.0f %% of ticks, %.1f ticks a call",
		a.SinceCall, 100*a.Acting, a.TicksPerCall)}
}
