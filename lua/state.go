package lua

import (
	"fmt"
	"math/rand/v2"
	"slices"

	glua "github.com/yuin/gopher-lua"

	"mystic-sdk/lua/internal/library"
	"mystic-sdk/lua/internal/vm"
)

// StateConfig says what one run starts with.
type StateConfig struct {
	Data   any    // the host's own, handed back by Call.Data
	Mem    []byte // JSON of the table mem; empty: {}
	FixMem bool   // writing to mem is an error ("a look only asks")
	Seed   uint64 // of math.random
}

// State is the Lua state of one run: its globals, mem, and threads. Not safe for concurrent use, but it may be driven by
// different goroutines one after the other.
type State struct {
	box     *Sandbox
	machine *machine
	data    any
	globals *glua.LTable
	random  *rand.PCG
	names   objectNames

	programs []*Program    // whose functions may run here
	kept     map[*Func]int // what the host holds on to

	threads []*Thread
	running *Thread
	bred    []*coroutine // the coroutines of scripts that hold a stack

	bucket     int64
	steps      int64
	sinceAudit int64 // steps since the memory was looked at
	repaged    int64 // what steps was when the numbers that it holds were made anew
	made       int64 // bytes made since then
	past       int64 // bytes made before
	held       int64 // bytes that it held when it was last measured
	heldAt     int64 // all bytes made until then

	long   bool // a string may be long, see longText
	closed bool
	odd    bool // the machine is not fit for another run
}

// NewState takes a state from the pool and gives it fresh globals. The error says what is wrong with cfg.Mem.
func (s *Sandbox) NewState(cfg StateConfig) (*State, error) {
	mem, err := s.decodeMem(cfg.Mem)
	if err != nil {
		return nil, err
	}
	if cfg.FixMem {
		vm.Freeze(mem, fixedMem, true)
	}
	st := &State{
		box:     s,
		machine: s.pool.Get().(*machine),
		data:    cfg.Data,
		random:  library.NewRandom(cfg.Seed),
		held:    strandBytes,
	}
	st.noteText(len(cfg.Mem))
	st.globals = vm.MakeTable(0, 8)
	st.globals.Metatable = s.globalsMeta
	st.globals.RawSetString("mem", mem)
	st.globals.RawSetString("_G", st.globals)
	st.machine.global.Global = st.globals
	return st, nil
}

// Data returns StateConfig.Data.
func (st *State) Data() any { return st.data }

// Grant adds steps to the bucket, up to its size; a negative number takes them back.
func (st *State) Grant(steps int64) {
	if t := st.running; t != nil {
		t.settle()
		defer t.reload()
	}
	st.bucket = min(st.bucket+steps, st.box.maxBucket)
}

// Balance returns the steps in the bucket; negative while a large charge is being paid off.
func (st *State) Balance() int64 { return st.bucket - st.unsettled() }

// Steps returns all steps spent by all threads.
func (st *State) Steps() int64 { return st.steps + st.unsettled() }

func (st *State) unsettled() int64 {
	if t := st.running; t != nil {
		return t.meter.Given - t.meter.Fuel
	}
	return 0
}

// Start makes a thread that runs a program from its first line at the first Resume.
func (st *State) Start(p *Program) *Thread {
	st.mustBeOpen()
	st.keep(p)
	return st.newThread(st.closure(p), nil)
}

// closure makes the function that a program is, with the globals of this state.
func (st *State) closure(p *Program) *glua.LFunction {
	if p.long {
		st.noteText(vm.LongText)
	}
	return &glua.LFunction{Env: st.globals, Proto: p.proto, Upvalues: []*glua.Upvalue{}}
}

// StartFunc makes a thread that calls a function with arguments that Call.Push accepts.
func (st *State) StartFunc(f *Func, args ...any) (*Thread, error) {
	st.mustBeOpen()
	if f.st != st {
		return nil, fmt.Errorf("the function belongs to another state")
	}
	values := make([]glua.LValue, len(args))
	for i, arg := range args {
		lv, made, err := st.fromGo(arg)
		if err != nil {
			return nil, fmt.Errorf("argument %d: %w", i+1, err)
		}
		values[i] = lv
		st.made += made
	}
	return st.newThread(f.fn, values), nil
}

// Close ends every thread and gives the state back. Further calls panic.
func (st *State) Close() {
	st.mustBeOpen()
	if st.running != nil {
		panic("lua: Close while a thread of the state is running")
	}
	for len(st.threads) > 0 {
		st.threads[len(st.threads)-1].Stop()
	}
	st.closed = true
	m := st.machine
	st.machine = nil
	if st.odd {
		return
	}
	m.global.Global = nil
	st.box.pool.Put(m)
}

func (st *State) mustBeOpen() {
	if st.closed {
		panic("lua: the state is closed")
	}
}

func (st *State) drop(t *Thread) {
	st.threads = slices.DeleteFunc(st.threads, func(other *Thread) bool { return other == t })
}
