package lua

import (
	glua "github.com/yuin/gopher-lua"

	"mystic-sdk/lua/internal/vm"
)

// Sizes of one stack of the VM. The call stack is fixed: the growing one answers wrong after an overflow that was caught.
const (
	callFrames   = 100
	registrySize = 256
	registryMax  = 8192
	registryStep = 256
)

// strand is one stack of the VM with the coroutine that runs on it: the root of a thread, or a coroutine of a script.
type strand struct {
	L        *glua.LState
	frames   frames
	handlers []glua.LValue       // of the protected calls under way, outermost first; nil for pcall
	guarded  int                 // the frame of the innermost protected call; 0 where none is under way
	yield    func(struct{}) bool // hands control to whoever resumed this strand
	up       *strand             // the strand that resumed this one; nil for the root of a thread
	co       *coroutine          // nil for the root of a thread
	told     int                 // registers beyond the first registrySize that growth has told

	call, spareCall *Call // the innermost call of a word, and where the outermost one is kept
}

// grown returns how many registers the stack has got beyond those that it was made with.
func (s *strand) grown() int { return vm.RegistryLen(s.L) - registrySize }

// growth returns the accounted bytes by which the stack has grown since it was asked last, and those that were copied on the way:
// the VM makes the stack a little larger each time, and copies it.
func (s *strand) growth() (more, copied int64) {
	grown := s.grown()
	for at := s.told; at < grown; at += registryStep {
		copied += int64(registrySize+at+registryStep) * registerBytes
	}
	more = int64(grown-s.told) * registerBytes
	s.told = grown
	return more, copied
}

// machine is what a state takes from the pool: a VM with its strands, without anything of a run.
type machine struct {
	global *glua.Global
	spare  []*strand
	texts  textCache
}

func newMachine(stringMeta *glua.LTable) *machine {
	m := &machine{}
	s := m.newStrand()
	m.global = s.L.G
	m.global.MainThread, m.global.CurrentThread = s.L, s.L
	m.global.Registry = &glua.LTable{Metatable: glua.LNil}
	s.L.SetMetatable(glua.LString(""), stringMeta)
	m.spare = append(m.spare, s)
	return m
}

// take returns a clean strand whose globals are env.
func (m *machine) take(env *glua.LTable) *strand {
	var s *strand
	if n := len(m.spare); n > 0 {
		s, m.spare = m.spare[n-1], m.spare[:n-1]
	} else {
		s = m.newStrand()
	}
	s.L.Env = env
	return s
}

// spareStrands is how many strands a machine keeps for the coroutines to come: they are no memory that the audit counts.
const spareStrands = 32

// give takes a strand back after its last use.
func (m *machine) give(s *strand) {
	if !s.scrub() || len(m.spare) >= spareStrands {
		return
	}
	m.spare = append(m.spare, s)
}

func (m *machine) newStrand() *strand {
	L := glua.NewState(glua.Options{
		CallStackSize:    callFrames,
		RegistrySize:     registrySize,
		RegistryMaxSize:  registryMax,
		RegistryGrowStep: registryStep,
		SkipOpenLibs:     true,
	})
	if m.global != nil {
		L.G = m.global
	} else {
		L.G.MainThread = L
	}
	L.Env = nil
	return &strand{L: L, frames: captureFrames(L)}
}

// scrub removes every value of the last run from the stack, which the VM leaves behind above its top, and says whether the
// strand is fit for another run: one whose stack has grown is not, for the next run would not have to make it grow again.
func (s *strand) scrub() bool {
	if s.grown() > 0 {
		return false
	}
	s.L.RemoveContext()
	s.L.SetTop(registrySize)
	s.L.SetTop(0)
	s.L.Env = nil
	s.frames.clear()
	clear(s.handlers)
	s.handlers = s.handlers[:0]
	s.yield, s.up, s.co, s.call, s.guarded = nil, nil, nil, nil, 0
	for c := s.spareCall; c != nil; c = c.free {
		c.t = nil
	}
	return true
}

// frames reaches the call frames of one stack of the VM, whose type has no name outside it, through closures. Frame 0 is
// the outermost.
type frames struct {
	// at returns the function of a frame, the instruction after the one that it is at, and its first register.
	at func(i int) (fn *glua.LFunction, pc, base int)
	// cut hides the frames below frame i from those above it, so that an error raised above does not close the captured
	// variables of functions that go on living; join undoes it.
	cut, join func(i int)
	// clear forgets the functions of all frames.
	clear func()
}

// framesKnown is how many frames captureFrames reaches: all but the last, in which nothing can be protected.
const framesKnown = callFrames - 1

// captureFrames fills a stack once, so that each frame's parent pointer leads to the one below.
func captureFrames(L *glua.LState) frames {
	var captured frames
	depth := 0
	var dive *glua.LFunction
	dive = L.NewFunction(func(L *glua.LState) int {
		if depth++; depth < callFrames {
			L.Push(dive)
			L.Call(0, 0)
			return 0
		}
		frame := L.RemoveCallerFrame()
		slots := repeat(frame, framesKnown)
		for i := framesKnown - 1; i >= 0; i-- {
			slots[i] = frame
			frame = frame.Parent
		}
		captured = frames{
			at:  func(i int) (*glua.LFunction, int, int) { return slots[i].Fn, slots[i].Pc, slots[i].LocalBase },
			cut: func(i int) { slots[i].Parent = nil },
			join: func(i int) {
				if i > 0 {
					slots[i].Parent = slots[i-1]
				}
			},
			clear: func() {
				for _, slot := range slots {
					slot.Fn, slot.Parent = nil, nil
				}
			},
		}
		panic(&glua.ApiError{Type: glua.ApiErrorRun, Object: glua.LNil, StackTrace: "-"})
	})
	L.Push(dive)
	_ = L.PCall(0, 0, nil) // the panic above restores the stack
	captured.clear()
	return captured
}

func repeat[T any](v T, n int) []T {
	all := make([]T, n)
	for i := range all {
		all[i] = v
	}
	return all
}

// depth returns which frame the innermost function has; -1 where none is under way.
func (s *strand) depth() int { return vm.FrameDepth(s.L) }

// luaFrame returns the function of the script that a frame is of, and the instruction after the one that it is at; false
// for a Go function and for what is out of reach.
func (s *strand) luaFrame(i int) (fn *glua.LFunction, pc int, ok bool) {
	if i < 0 || i >= framesKnown {
		return nil, 0, false
	}
	fn, pc, _ = s.frames.at(i)
	return fn, pc, fn != nil && !fn.IsG
}

// register reads a register of a frame.
func (s *strand) register(frame, n int) glua.LValue {
	base := s.firstRegister(frame)
	innermost, ok := vm.LocalBase(s.L)
	dbg, under := s.L.GetStack(0)
	if !ok || !under {
		return glua.LNil
	}
	// The VM finds registers by their distance from the innermost function's, also those below it.
	if _, lv := s.L.GetLocal(dbg, base+n-innermost+1); lv != nil {
		return lv
	}
	return glua.LNil
}

// values visits everything that lies on the stack, what is a local of a function under way with its name, and puts what visit returns
// in its place where that is another value. It returns how many names it has gone through: those of each function, and the VM looks
// through all those of the innermost one for each value.
func (s *strand) values(visit func(name string, lv glua.LValue) (own glua.LValue, other bool)) int {
	base, ok := vm.LocalBase(s.L)
	dbg, under := s.L.GetStack(0)
	if !ok || !under {
		return 0
	}
	frame, depth := 0, min(s.depth(), framesKnown-1)
	names, passed := s.localNames(frame)
	each := 0
	if fn, _, ok := s.luaFrame(s.depth()); ok {
		each = len(fn.Proto.DbgLocals)
	}
	for register := 0; ; register++ {
		name, lv := s.L.GetLocal(dbg, register-base+1)
		if name == "" {
			return passed
		}
		passed += each
		for frame < depth && s.firstRegister(frame+1) <= register {
			frame++
			var more int
			names, more = s.localNames(frame)
			passed += more
		}
		if lv == nil {
			continue
		}
		name = ""
		if n := register - s.firstRegister(frame); 0 <= n && n < len(names) {
			name = names[n]
		}
		if own, other := visit(name, lv); other {
			s.L.SetLocal(dbg, register-base+1, own)
		}
	}
}

func (s *strand) firstRegister(frame int) int {
	_, _, base := s.frames.at(frame)
	return base
}

// localNames are what the function of a frame calls its first registers, and how many names it has; nothing for one of the host.
func (s *strand) localNames(frame int) (names []string, passed int) {
	if fn, pc, ok := s.luaFrame(frame); ok && pc > 0 {
		return vm.LocalNames(fn.Proto, pc-1), len(fn.Proto.DbgLocals)
	}
	return nil, 0
}
