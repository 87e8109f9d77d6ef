package lua

import (
	"errors"

	"mystic-sdk/lua/syntax"
)

// The exported face of this package, agreed with package sdk. Whoever builds it moves each piece to the file that it
// belongs to and deletes this one.

// Compile parses, lowers and compiles a script. The error is a *SyntaxError.
func Compile(name, source string) (*Program, error) { panic("being built") }

// CompileChunk is Compile of a tree that syntax.Parse gave without errors.
func CompileChunk(chunk *syntax.Chunk) (*Program, error) { panic("being built") }

// Program is a compiled script. It is immutable, belongs to no state and may be shared by goroutines.
type Program struct{}

// Name returns the name that errors call it by; empty for the script as sent.
func (p *Program) Name() string { panic("being built") }

// Source returns the text.
func (p *Program) Source() string { panic("being built") }

// Options of a sandbox. The zero value works.
type Options struct {
	Words     map[string]Word   // functions that scripts call by name
	Objects   map[string]Object // read-only tables that Go answers, such as me
	Prelude   string            // Lua run once; the globals that it sets become words of every script
	MaxThink  int64             // steps without ResetThink that end a thread; 0: 1,000,000
	MaxBucket int64             // steps that a state's bucket holds; 0: 200,000
	MaxMemory int64             // accounted bytes of live Lua data of a state; 0: 4 MiB
	MaxString int               // bytes of one string; 0: 256 KiB
}

// Word is a function of the host. Func reads its arguments and pushes its results through Call; it runs on the script's
// coroutine, may block it with Call.Pause, and must not keep the Call. An error that it returns is raised in the script as
// a script error (a *ScriptError keeps its code); ErrEnd ends the thread and no pcall catches it; a panic ends the thread
// with code internal.
type Word struct {
	Steps int // charged before Func is called
	Func  func(c *Call) error
}

// Object is a read-only table answered by Go. Index pushes the one value of the field, or nothing for nil.
type Object struct {
	Index func(c *Call, key string) error
	Keys  func(c *Call) []string // in the order of pairs; nil: pairs is an error
}

// ErrEnd is what a Word returns to end its thread, as stop() does.
var ErrEnd = errors.New("the run ends")

// Sandbox is what all scripts of one host share: words, library, prelude, pool of states. Safe for concurrent use.
type Sandbox struct{}

// NewSandbox builds a sandbox; the error says what is wrong with the prelude or a word's name.
func NewSandbox(opts *Options) (*Sandbox, error) { panic("being built") }

// NewState takes a state from the pool and gives it fresh globals.
func (s *Sandbox) NewState(cfg StateConfig) (*State, error) { panic("being built") }

// StateConfig says what one run starts with.
type StateConfig struct {
	Data    any    // the host's own, handed back by Call.Data
	Mem     []byte // JSON of the table mem; empty: {}
	FixMem  bool   // writing to mem is an error ("a look only asks")
	Seed    uint64 // of math.random
	OnWatch func() // may be nil; reserved
}

// State is the Lua state of one run: its globals, mem, and threads. Not safe for concurrent use, but it may be driven by
// different goroutines one after the other.
type State struct{}

// Data returns StateConfig.Data.
func (st *State) Data() any { panic("being built") }

// Grant adds steps to the bucket, up to its size.
func (st *State) Grant(steps int64) { panic("being built") }

// Balance returns the steps in the bucket; negative while a large charge is being paid off.
func (st *State) Balance() int64 { panic("being built") }

// Steps returns all steps spent by all threads.
func (st *State) Steps() int64 { panic("being built") }

// MemJSON returns the JSON of mem, keys sorted; the error is a *ScriptError with code mem_invalid and the path.
func (st *State) MemJSON(max int) ([]byte, error) { panic("being built") }

// Start makes a thread that runs a program from its first line at the first Resume.
func (st *State) Start(p *Program) *Thread { panic("being built") }

// StartFunc makes a thread that calls a function with arguments that Call.Push accepts.
func (st *State) StartFunc(f *Func, args ...any) (*Thread, error) { panic("being built") }

// Close ends every thread and gives the state back. Further calls panic.
func (st *State) Close() { panic("being built") }

// Status says why Resume came back.
type Status uint8

// The statuses.
const (
	Paused   Status = iota // a word called Pause
	Thinking               // the bucket is empty; Resume goes on once there are steps again
	Done                   // the function returned
	Failed                 // Err says why
	Ended                  // a word returned ErrEnd, or Stop was called
)

// Thread is one coroutine of a state: the main script or a handler. Lua-level coroutines are part of their thread.
type Thread struct{}

// Resume lets it run until the next Status. Only one thread of a state runs at a time.
func (t *Thread) Resume() Status { panic("being built") }

// Status returns what the last Resume returned; Paused before the first.
func (t *Thread) Status() Status { panic("being built") }

// Stop unwinds it; no code of the script runs any more. Safe in every status, and from within a word of another thread.
func (t *Thread) Stop() { panic("being built") }

// Steps returns the steps spent by this thread; Think those since ResetThink.
func (t *Thread) Steps() int64 { panic("being built") }

// ResetThink says that the thread got somewhere.
func (t *Thread) ResetThink() { panic("being built") }

// Line returns the line where the thread stands, in the main script or the handler's script; lines of the prelude and of
// saved scripts count as the line that called them. After its end: the last line.
func (t *Thread) Line() int { panic("being built") }

// Err returns why it failed.
func (t *Thread) Err() *ScriptError { panic("being built") }

// Results returns what the function returned, as Value.Go gives it; what does not convert is its Display string.
func (t *Thread) Results() []any { panic("being built") }

// Call is one call of a Word or an Object's Index by a script. Valid until it returns.
type Call struct{}

// Data returns the state's StateConfig.Data.
func (c *Call) Data() any { panic("being built") }

// State returns the state.
func (c *Call) State() *State { panic("being built") }

// Thread returns the thread that calls.
func (c *Call) Thread() *Thread { panic("being built") }

// Len returns the number of arguments.
func (c *Call) Len() int { panic("being built") }

// Arg returns argument i, from 0; a nil Value past the end.
func (c *Call) Arg(i int) Value { panic("being built") }

// Line returns the line of the call, as Thread.Line.
func (c *Call) Line() int { panic("being built") }

// Charge takes steps, pausing as often as the bucket asks.
func (c *Call) Charge(steps int64) { panic("being built") }

// Pause hands control back to whoever called Resume, until the next Resume.
func (c *Call) Pause() { panic("being built") }

// Invoke calls a program as a function; its results become results of this call.
func (c *Call) Invoke(p *Program) { panic("being built") }

// PushNil, PushBool, PushNumber and PushText add a result without allocating.
func (c *Call) PushNil()             { panic("being built") }
func (c *Call) PushBool(b bool)      { panic("being built") }
func (c *Call) PushNumber(f float64) { panic("being built") }
func (c *Call) PushText(s string)    { panic("being built") }

// PushObject adds a read-only table answered by Go as a result.
func (c *Call) PushObject(o *Object) { panic("being built") }

// Push adds any value that JSON can say, by copy: nil, bool, numbers, strings, slices, maps with string keys (in sorted
// order), structs by their json tags, and pointers to these.
func (c *Call) Push(v any) error { panic("being built") }

// Value is one Lua value, valid while its state is open.
type Value struct{}

// Kind of a Value.
type Kind uint8

// The kinds.
const (
	KindNil Kind = iota
	KindBool
	KindNumber
	KindText
	KindTable
	KindFunc
	KindOther // a coroutine
)

// String returns the kind as Lua's type() says it.
func (k Kind) String() string { panic("being built") }

func (v Value) Kind() Kind      { panic("being built") }
func (v Value) Bool() bool      { panic("being built") } // truth, as `if` sees it
func (v Value) Number() float64 { panic("being built") } // 0 unless KindNumber
func (v Value) Text() string    { panic("being built") } // "" unless KindText
func (v Value) Func() *Func     { panic("being built") } // nil unless KindFunc

// Go returns the value as JSON would say it (nil, bool, float64, string, []any, map[string]any); the error names the path.
func (v Value) Go() (any, error) { panic("being built") }

// Display returns the value as print shows it: strings as they are, tables on one line, at most max bytes.
func (v Value) Display(max int) string { panic("being built") }

// Func is a function of a state.
type Func struct{}

// SyntaxError is what Compile answers for a text that does not parse.
type SyntaxError struct{ Errors []*syntax.Error }

func (e *SyntaxError) Error() string { panic("being built") }

// ScriptError is the end of a thread that failed.
type ScriptError struct {
	Code    string // as in contract's registry: script_error, steps_exhausted, memory_exhausted, mem_invalid, internal
	Message string // without position
	Script  string // the saved script or "prelude" that Line is in; empty: the script as sent
	Line    int
	Column  int      // 0 where it is not known
	Stack   []string // innermost first, "function 'dig_all', line 3"
	Hint    string
	Panic   any    // for internal: what a word panicked with
	Trace   []byte // for internal: the Go stack, for the log
}

func (e *ScriptError) Error() string { panic("being built") }

// Library lists what scripts find without any word of the host: global names, and for each library table its functions.
func Library() (globals []string, tables map[string][]string) { panic("being built") }
