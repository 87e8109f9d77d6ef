package lua

import (
	"errors"
	"runtime/debug"

	glua "github.com/yuin/gopher-lua"

	"mystic-sdk/lua/internal/border"
	"mystic-sdk/lua/internal/vm"
)

// Call is one call of a Word or an Object's Index by a script. Valid until it returns.
type Call struct {
	t    *Thread
	s    *strand
	L    *glua.LState
	args int
	base int    // the height of the stack before the results
	key  string // the field that an Object is asked for
	made int64  // accounted bytes of what Push made
	up   *Call  // the call around this one on its strand, where a word runs Lua
	free *Call  // a spare for calls inside this one
}

// bindWord makes the function that scripts call. It is shared by all states and finds the thread through the context.
func bindWord(word Word) *glua.LFunction {
	steps := int64(word.Steps)
	return vm.GoFunc(func(L *glua.LState) int {
		t := threadOf(L)
		t.charge(steps)
		c := t.openCall(L, L.GetTop())
		n := c.finish(c.run(word.Func))
		t.receive(c.made, steps)
		return n
	})
}

// receive pays for what a word gave to the script, beyond what the steps of the word pay for.
func (t *Thread) receive(bytes, paid int64) {
	t.st.made += bytes
	if more := bytes/vm.BytesPerStep - paid; more > 0 {
		t.charge(more)
	}
	if t.st.made >= t.st.box.maxMemory/2 {
		t.audit()
	}
}

// openCall reuses the calls of the strand, which nest, so that calling a word allocates nothing.
func (t *Thread) openCall(L *glua.LState, args int) *Call {
	s := t.top
	spare := &s.spareCall
	if s.call != nil {
		spare = &s.call.free
	}
	if *spare == nil {
		*spare = &Call{s: s, up: s.call}
	}
	c := *spare
	c.t, c.L, c.args, c.base, c.made = t, L, args, L.GetTop(), 0
	s.call = c
	return c
}

// run calls the host's function and turns its panic into the end of the thread. What the sandbox itself raises on the way
// (the end of the thread, an error of Lua code that the word runs) passes through.
func (c *Call) run(fn func(c *Call) error) error {
	t := c.t
	returned := false
	defer func() {
		c.s.call = c.up
		if returned {
			return
		}
		r := recover()
		if _, ours := r.(*glua.ApiError); ours {
			panic(r)
		}
		if r == nil { // runtime.Goexit
			return
		}
		t.finish(Failed, t.blame(c.L, internal(r, debug.Stack())))
		panic(t.unwinding)
	}()
	err := fn(c)
	returned = true
	return err
}

// finish raises what the word answered, or returns the number of its results.
func (c *Call) finish(err error) int {
	t, L := c.t, c.L
	if t.over() {
		t.unwind()
	}
	if err == nil {
		return L.GetTop() - c.base
	}
	if errors.Is(err, ErrEnd) {
		t.finish(Ended, nil)
		t.unwind()
	}
	var script *ScriptError
	if errors.As(err, &script) {
		copied := *script
		t.raiseError(L, &copied)
	}
	t.raisef(L, "%s", err.Error())
	return 0
}

// Data returns the state's StateConfig.Data.
func (c *Call) Data() any { return c.t.st.data }

// State returns the state.
func (c *Call) State() *State { return c.t.st }

// Thread returns the thread that calls.
func (c *Call) Thread() *Thread { return c.t }

// Len returns the number of arguments.
func (c *Call) Len() int { return c.args }

// Arg returns argument i, from 0; a nil Value past the end.
func (c *Call) Arg(i int) Value {
	if i < 0 || i >= c.args {
		return Value{lv: glua.LNil, st: c.t.st, call: c}
	}
	return Value{lv: c.L.Get(i + 1), st: c.t.st, call: c}
}

// Line returns the line of the call, as Thread.Line.
func (c *Call) Line() int { return c.t.Line() }

// Charge takes steps, pausing as often as the bucket asks. A negative number is none.
func (c *Call) Charge(steps int64) { c.t.charge(max(0, steps)) }

// Pause hands control back to whoever called Resume, until the next Resume.
func (c *Call) Pause() { c.t.pause(Paused) }

// Invoke calls a program as a function; its results become results of this call. An error in it ends the word, too.
func (c *Call) Invoke(p *Program) {
	c.t.st.keep(p)
	c.L.Push(c.t.st.closure(p))
	c.L.Call(0, glua.MultRet)
}

// PushNil adds nil as a result.
func (c *Call) PushNil() { c.L.Push(glua.LNil) }

// PushBool adds a boolean as a result; it does not allocate.
func (c *Call) PushBool(b bool) { c.L.Push(vm.Boolean(b)) }

// PushNumber adds a number as a result; whole numbers up to 1,000 do not allocate.
func (c *Call) PushNumber(f float64) { c.L.Push(vm.Number(f)) }

// PushText adds a string as a result; short strings that came before do not allocate. One that is longer than
// Options.MaxString is an error of the script instead, which unwinds the word.
func (c *Call) PushText(s string) {
	if len(s) > cachedText {
		c.t.meter.ChargeText(c.L, len(s))
	}
	c.L.Push(c.t.st.text(s))
}

// PushObject adds a read-only table answered by Go as a result. It charges for the table, and may pause until that is paid.
func (c *Call) PushObject(o *Object) {
	c.t.allocate(objectBytes)
	c.L.Push(bindObject(o))
}

// Push adds any value that JSON can say, by copy: nil, bool, numbers, strings, slices, maps with string keys (in sorted
// order), structs by their json tags, and pointers to these. A nil slice or map is an empty table. The error says what
// does not convert and where it stands.
func (c *Call) Push(v any) error {
	lv, made, err := c.t.st.fromGo(v)
	if err != nil {
		return err
	}
	c.made += made
	c.L.Push(lv)
	return nil
}

// text makes a Lua string of one of the host.
func (st *State) text(s string) glua.LValue { return st.machine.texts.value(s) }

// fromGo makes a Lua value of a Go value that JSON can say, and returns its accounted bytes; those of a small one are 0.
func (st *State) fromGo(v any) (lv glua.LValue, bytes int64, err error) {
	switch v := v.(type) {
	case nil:
		return glua.LNil, 0, nil
	case bool:
		return vm.Boolean(v), 0, nil
	case string:
		if len(v) <= cachedText {
			return st.text(v), 0, nil
		}
	case float64:
		return vm.Number(v), 0, border.Finite(v)
	case int:
		return vm.Number(float64(v)), 0, nil
	case Value:
		return nil, 0, errors.New("is a value of a script; convert it with Go first")
	}
	lv, made, err := border.ToLua(v, st.box.maxString, st.box.maxMemory)
	st.noteText(made.Longest)
	return lv, made.Bytes, err
}

// textCache keeps short strings in the form that the VM takes, so that the refusal words of a game cost nothing.
type textCache [32]glua.LValue

const cachedText = 32

func (c *textCache) value(s string) glua.LValue {
	if len(s) > cachedText {
		return border.Cloned(s)
	}
	h := uint(len(s))
	for i := range len(s) {
		h = h*31 + uint(s[i])
	}
	slot := &c[h%uint(len(c))]
	if known, ok := (*slot).(glua.LString); ok && string(known) == s {
		return *slot
	}
	*slot = glua.LString(s)
	return *slot
}
