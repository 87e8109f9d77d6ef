package contract

// Reply is what one tool call answers: the structured form, and with Text the text form.
type Reply struct {
	OK          bool         `json:"ok"`
	Error       *Fault       `json:"error,omitempty"`
	Diagnostics []Diagnostic `json:"diagnostics,omitempty"`
	Run         *Run         `json:"run,omitempty"`
	Alerts      []string     `json:"alerts,omitempty"`
	Output      []string     `json:"output,omitempty"`
	Digest      []string     `json:"digest,omitempty"`
	Heard       []Heard      `json:"heard,omitempty"`
	Answer      []string     `json:"answer,omitempty"` // lines of card, ask and journal, one each
	State       string       `json:"state,omitempty"`
	More        int          `json:"more,omitempty"` // lines left for the next call
	Lost        int          `json:"lost,omitempty"` // lines that fell out before they were told
	Tick        int64        `json:"tick,omitempty"`
	Revision    int64        `json:"revision,omitempty"`
	Epoch       string       `json:"epoch,omitempty"`

	text string // the text form, once the reply is sealed

	// Mark is what to acknowledge once the reply was written to the client; 0: the reply moves no mark.
	Mark int64 `json:"-"`

	// RunLines are the text form's lines about runs, oldest first, reports included, made by the functions of this package
	// (Run.Text, NotStarted, SavedAs and the like), which alone may have line ends in them.
	RunLines []string `json:"-"`
	// MoreDiagnostics counts the diagnostics that the caps cut.
	MoreDiagnostics int `json:"-"`
	// Script is the text that diagnostics point into, for snippets.
	Script string `json:"-"`
}

// Heard is one thing that another agent said.
type Heard struct {
	Who  string `json:"who"`
	Text string `json:"text"`

	// After is the number of lines of Reply.Digest that came before it, for the order of the text form.
	After int `json:"-"`
}

// Fault is a failed call with a code. Message is one sentence without an end; whoever makes it puts world text into it with
// Quote.
type Fault struct {
	Code         Code   `json:"code"`
	Message      string `json:"message"`
	Hint         string `json:"hint,omitempty"`
	Line         int    `json:"line,omitempty"`
	Column       int    `json:"column,omitempty"`
	Script       string `json:"script,omitempty"` // the saved script that the line is in; empty: the script as sent
	RetryAfterMs int    `json:"retryAfterMs,omitempty"`
	Ref          string `json:"ref,omitempty"`

	Shown string `json:"-"` // the line of the source with a caret, as Snippet gives it; see In
}

// Severity of a diagnostic.
type Severity string

// The severities.
const (
	SeverityError   Severity = "error"
	SeverityWarning Severity = "warning"
)

// Diagnostic is one finding of the checker. Lines and columns count from 1, columns in characters; the end is exclusive.
type Diagnostic struct {
	Code      string   `json:"code"`
	Severity  Severity `json:"severity"`
	Line      int      `json:"line"`
	Column    int      `json:"column"`
	EndLine   int      `json:"endLine"`
	EndColumn int      `json:"endColumn"`
	Message   string   `json:"message"`
	Hint      string   `json:"hint,omitempty"`
}

// RunState says how a run stands.
type RunState string

// The states of a run.
const (
	RunNone        RunState = "none"
	RunRunning     RunState = "running"
	RunDone        RunState = "done"
	RunStopped     RunState = "stopped"
	RunFailed      RunState = "failed"
	RunReplaced    RunState = "replaced"
	RunInterrupted RunState = "interrupted"
)

// Run is one execution of a script as a reply tells it.
type Run struct {
	ID       string   `json:"id,omitempty"`
	State    RunState `json:"state"`
	Activity string   `json:"activity,omitempty"`
	Line     int      `json:"line,omitempty"`
	Ticks    int64    `json:"ticks,omitempty"`
	Steps    int64    `json:"steps,omitempty"`
	OK       *bool    `json:"ok,omitempty"`
	Why      string   `json:"why,omitempty"`
	N        *float64 `json:"n,omitempty"`
	Repeat   bool     `json:"repeat,omitempty"`
	Watching []string `json:"watching,omitempty"`
	Report   []Tally  `json:"report,omitempty"`

	Seconds     float64 `json:"-"` // game seconds that it took
	Name        string  `json:"-"` // the saved name, which the text form shows in place of the id
	Handler     string  `json:"-"` // the handler that stopped it, whose line is HandlerLine; Line is then main's
	HandlerLine int     `json:"-"`
	Fault       *Fault  `json:"-"` // why it failed
}

// Tally counts the outcomes of one verb at one line: all its successes, or its refusals with one word.
type Tally struct {
	Verb    string `json:"verb"`
	Line    int    `json:"line"`
	OK      int    `json:"ok"`
	Refused int    `json:"refused"`
	Why     string `json:"why,omitempty"`

	Hint string `json:"-"` // what would work now, as the game said it with the last such refusal
}

// Code names a fault; the registry in Codes describes each.
type Code string

// The codes.
const (
	InvalidArgument Code = "invalid_argument"
	CheckFailed     Code = "check_failed"
	ScriptFailed    Code = "script_error"
	StepsExhausted  Code = "steps_exhausted"
	MemoryExhausted Code = "memory_exhausted"
	MemInvalid      Code = "mem_invalid"
	IDReused        Code = "id_reused"
	RateLimited     Code = "rate_limited"
	AgentUnknown    Code = "agent_unknown"
	Unauthorized    Code = "unauthorized"
	Unavailable     Code = "unavailable"
	Internal        Code = "internal"
)
