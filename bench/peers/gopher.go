package main

import (
	"fmt"

	vm "github.com/yuin/gopher-lua"
)

// gopher is gopher-lua as its README has it: each agent a state of its own with all libraries, nothing counted. What is
// compiled is shared, as the README advises.
type gopher struct {
	prelude  string
	compiled protos
}

func newGopher(prelude string) (engine, error) { return &gopher{prelude, protos{}}, nil }

func (g *gopher) newAgent(turns int) (agent, error) {
	L := vm.NewState()
	a := &gopherAgent{L: L, yard: newYard(turns), compiled: g.compiled}
	for name, fn := range gopherHost(func(*vm.LState) *gopherAgent { return a }) {
		L.SetGlobal(name, L.NewFunction(fn))
	}
	fn, err := g.compiled.function(L, g.prelude)
	if err == nil {
		L.Push(fn)
		err = L.PCall(0, 0, nil)
	}
	if err != nil {
		L.Close()
		return nil, err
	}
	return a, nil
}

// protos are compiled scripts by their texts.
type protos map[string]*vm.FunctionProto

// function makes the function of a state that a script is.
func (p protos) function(L *vm.LState, source string) (*vm.LFunction, error) {
	proto := p[source]
	if proto == nil {
		fn, err := L.LoadString(source)
		if err != nil {
			return nil, err
		}
		proto = fn.Proto
		p[source] = proto
	}
	return L.NewFunctionFromProto(proto), nil
}

// shared is gopher-lua as a host would use it that counts nothing: the libraries, the host's functions and the prelude are
// made once, and every state finds them through its globals' metatable. Scripts could write to them; nothing guards that.
type shared struct {
	globals    *vm.LTable // the metatable of every agent's globals
	stringMeta vm.LValue
	compiled   protos
}

// agentKey is where a state's registry keeps its agent for the shared functions.
const agentKey = "agent"

func newShared(prelude string) (engine, error) {
	L := vm.NewState() // stays open: its libraries are those of all
	find := func(L *vm.LState) *gopherAgent {
		return L.G.Registry.RawGetString(agentKey).(*vm.LUserData).Value.(*gopherAgent)
	}
	for name, fn := range gopherHost(find) {
		L.SetGlobal(name, L.NewFunction(fn))
	}
	if err := L.DoString(prelude); err != nil {
		return nil, err
	}
	globals := L.NewTable()
	globals.RawSetString("__index", L.G.Global)
	return &shared{globals: globals, stringMeta: L.GetMetatable(vm.LString("")), compiled: protos{}}, nil
}

func (s *shared) newAgent(turns int) (agent, error) {
	L := vm.NewState(vm.Options{
		CallStackSize: 200, MinimizeStackMemory: true, SkipOpenLibs: true,
		RegistrySize: 128, RegistryMaxSize: 4096, RegistryGrowStep: 128,
	})
	a := &gopherAgent{L: L, yard: newYard(turns), compiled: s.compiled}
	L.G.Global = &vm.LTable{Metatable: s.globals}
	L.G.Registry = &vm.LTable{Metatable: vm.LNil}
	L.G.Registry.RawSetString(agentKey, &vm.LUserData{Value: a})
	L.Env = L.G.Global
	L.SetMetatable(vm.LString(""), s.stringMeta)
	return a, nil
}

// gopherAgent is an agent of both.
type gopherAgent struct {
	L        *vm.LState
	yard     *yard
	compiled protos

	action action // that the script is blocked in
	n      int
}

// gopherHost are the host's functions. Find tells whose call it is.
func gopherHost(find func(L *vm.LState) *gopherAgent) map[string]vm.LGFunction {
	all := map[string]vm.LGFunction{
		"ground": func(L *vm.LState) int {
			L.Push(vm.LString(find(L).yard.ground()))
			return 1
		},
		"title": func(L *vm.LState) int {
			L.Push(vm.LString(find(L).yard.title(L.CheckInt(1))))
			return 1
		},
		"around": func(L *vm.LState) int {
			things := find(L).yard.around(L.CheckInt(1))
			list := L.CreateTable(len(things), 0)
			for _, t := range things {
				one := L.CreateTable(0, 3)
				one.RawSetString("kind", vm.LString(t.Kind))
				one.RawSetString("far", vm.LNumber(t.Far))
				one.RawSetString("gold", vm.LNumber(t.Gold))
				list.Append(one)
			}
			L.Push(list)
			return 1
		},
		"report": func(L *vm.LState) int {
			values := gopherOutcome(find(L).yard.report(L.CheckString(1)))
			for _, v := range values {
				L.Push(v)
			}
			return len(values)
		},
	}
	for name, ask := range asks {
		all[name] = func(L *vm.LState) int {
			L.Push(vm.LNumber(ask(find(L).yard)))
			return 1
		}
	}
	for name, ask := range asksOf {
		all[name] = func(L *vm.LState) int {
			L.Push(vm.LNumber(ask(find(L).yard, L.CheckInt(1))))
			return 1
		}
	}
	for name, do := range actions {
		all[name] = func(L *vm.LState) int {
			a := find(L)
			a.action, a.n = do, L.CheckInt(1)
			return L.Yield()
		}
	}
	return all
}

func gopherOutcome(o outcome) []vm.LValue {
	why := vm.LValue(vm.LNil)
	if o.why != "" {
		why = vm.LString(o.why)
	}
	return []vm.LValue{vm.LBool(o.ok), why, vm.LNumber(o.n)}
}

func (a *gopherAgent) close() { a.L.Close() }

func (a *gopherAgent) load(source string) (script, error) {
	fn, err := a.compiled.function(a.L, source)
	if err != nil {
		return nil, err
	}
	return &gopherScript{agent: a, fn: fn}, nil
}

type gopherScript struct {
	agent  *gopherAgent
	fn     *vm.LFunction
	thread *vm.LState // once it has begun
}

func (s *gopherScript) yard() *yard { return s.agent.yard }

func (s *gopherScript) play() (float64, error) {
	a := s.agent
	thread, _ := a.L.NewThread()
	state, err, values := a.L.Resume(thread, s.fn)
	for state == vm.ResumeYield {
		state, err, values = a.L.Resume(thread, s.fn, gopherOutcome(a.yard.end(a.action, a.n))...)
	}
	if err != nil {
		return 0, err
	}
	if len(values) == 1 {
		if n, ok := values[0].(vm.LNumber); ok {
			return float64(n), nil
		}
	}
	return 0, fmt.Errorf("the script returned %v instead of a number", values)
}

func (s *gopherScript) begin() error {
	s.thread, _ = s.agent.L.NewThread()
	return s.resume()
}

// goOn plays a script that has begun to its next action.
func (s *gopherScript) goOn() error {
	a := s.agent
	return s.resume(gopherOutcome(a.yard.end(a.action, a.n))...)
}

func (s *gopherScript) resume(values ...vm.LValue) error {
	if state, err, _ := s.agent.L.Resume(s.thread, s.fn, values...); state != vm.ResumeYield {
		return fmt.Errorf("the script did not block: %v", err)
	}
	return nil
}

func (g *gopher) newCrowd(size int, source string) (crowd, error) { return newThreads(g, size, source) }

func (s *shared) newCrowd(size int, source string) (crowd, error) { return newThreads(s, size, source) }
