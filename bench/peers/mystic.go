package main

import (
	"fmt"

	"mystic-sdk/lua"
)

// What words cost in Mystic, and a budget that no workload spends, so that no script rests until its next tick.
const (
	verbSteps  = 200
	senseSteps = 50
	unspent    = 1 << 50
)

// mystic is package lua: the sandbox alone, with every step counted and all memory accounted for.
type mystic struct {
	box      *lua.Sandbox
	compiled map[string]*lua.Program // by the text, for agents share programs
}

func newMystic(prelude string) (engine, error) {
	words := map[string]lua.Word{}
	sense := func(name string, answer func(y *yard, c *lua.Call) error) {
		words[name] = lua.Word{Steps: senseSteps, Func: func(c *lua.Call) error { return answer(c.Data().(*yard), c) }}
	}
	for name, ask := range asks {
		sense(name, func(y *yard, c *lua.Call) error {
			c.PushNumber(float64(ask(y)))
			return nil
		})
	}
	for name, ask := range asksOf {
		sense(name, func(y *yard, c *lua.Call) error {
			c.PushNumber(float64(ask(y, whole(c))))
			return nil
		})
	}
	sense("ground", func(y *yard, c *lua.Call) error {
		c.PushText(y.ground())
		return nil
	})
	sense("title", func(y *yard, c *lua.Call) error {
		c.PushText(y.title(whole(c)))
		return nil
	})
	sense("around", func(y *yard, c *lua.Call) error { return c.Push(y.around(whole(c))) })
	for name, do := range actions {
		words[name] = lua.Word{Steps: verbSteps, Func: func(c *lua.Call) error {
			n := whole(c)
			c.Pause()
			c.Thread().ResetThink()
			pushOutcome(c, c.Data().(*yard).end(do, n))
			return nil
		}}
	}
	words["report"] = lua.Word{Steps: verbSteps, Func: func(c *lua.Call) error {
		pushOutcome(c, c.Data().(*yard).report(c.Arg(0).Text()))
		return nil
	}}
	box, err := lua.NewSandbox(&lua.Options{Words: words, Prelude: prelude, MaxThink: unspent, MaxBucket: unspent})
	if err != nil {
		return nil, err
	}
	return &mystic{box, map[string]*lua.Program{}}, nil
}

func whole(c *lua.Call) int { return int(c.Arg(0).Number()) }

func pushOutcome(c *lua.Call, o outcome) {
	c.PushBool(o.ok)
	if o.why == "" {
		c.PushNil()
	} else {
		c.PushText(o.why)
	}
	c.PushNumber(float64(o.n))
}

func (m *mystic) newAgent(turns int) (agent, error) {
	state, err := m.box.NewState(lua.StateConfig{Data: newYard(turns)})
	if err != nil {
		return nil, err
	}
	return &mysticAgent{m, state}, nil
}

type mysticAgent struct {
	engine *mystic
	state  *lua.State
}

func (a *mysticAgent) close() { a.state.Close() }

func (a *mysticAgent) load(source string) (script, error) {
	program := a.engine.compiled[source]
	if program == nil {
		var err error
		if program, err = lua.Compile("", source); err != nil {
			return nil, err
		}
		a.engine.compiled[source] = program
	}
	return &mysticScript{state: a.state, program: program}, nil
}

type mysticScript struct {
	state   *lua.State
	program *lua.Program
	thread  *lua.Thread // once it has begun
}

func (s *mysticScript) yard() *yard { return s.state.Data().(*yard) }

func (s *mysticScript) play() (float64, error) {
	thread := s.state.Start(s.program)
	for {
		s.state.Grant(unspent)
		switch status := thread.Resume(); status {
		case lua.Paused:
		case lua.Done:
			return onlyNumber(thread.Results())
		default:
			return 0, ended(status, thread)
		}
	}
}

func (s *mysticScript) begin() error {
	s.thread = s.state.Start(s.program)
	return s.goOn()
}

// goOn plays a script that has begun to its next action.
func (s *mysticScript) goOn() error {
	s.state.Grant(unspent)
	if status := s.thread.Resume(); status != lua.Paused {
		return ended(status, s.thread)
	}
	return nil
}

func (m *mystic) newCrowd(size int, source string) (crowd, error) { return newThreads(m, size, source) }

func ended(status lua.Status, thread *lua.Thread) error {
	if err := thread.Err(); err != nil {
		return err
	}
	return fmt.Errorf("the script is %s", status)
}

func onlyNumber(results []any) (float64, error) {
	if len(results) == 1 {
		if n, ok := results[0].(float64); ok {
			return n, nil
		}
	}
	return 0, fmt.Errorf("the script returned %v instead of a number", results)
}
