package vm

import (
	glua "github.com/yuin/gopher-lua"
)

// Holder is what a function of the library holds while it calls the script: work that lies in no register of the VM. Hold puts it
// on the stack, where the audit of the memory finds it for as long as the call lasts.
type Holder interface {
	// Held visits the values that are held, holds what visit returns in their place, and returns the accounted bytes of all
	// but them.
	Held(visit func(glua.LValue) glua.LValue) (bytes int64)
}

// Hold puts a holder on the stack of the function that runs.
func Hold(L *glua.LState, h Holder) { L.Push(&glua.LUserData{Value: h, Metatable: glua.LNil}) }

// HeldValues is a Holder of lists. Their places may be empty.
type HeldValues [][]glua.LValue

// Held visits the lists.
func (h HeldValues) Held(visit func(glua.LValue) glua.LValue) int64 {
	places := 0
	for _, list := range h {
		places += len(list)
		for i, v := range list {
			if v != nil {
				list[i] = visit(v)
			}
		}
	}
	return int64(places) * SlotBytes
}

// NewCaptured makes a captured variable that has to do with no stack.
func NewCaptured(v glua.LValue) *glua.Upvalue {
	captured := &glua.Upvalue{}
	captured.Close()
	captured.SetValue(v)
	return captured
}

// Fresh are the captured variables that take the place of others, by these: functions that shared one go on sharing it.
type Fresh map[*glua.Upvalue]*glua.Upvalue

// Of returns what takes the place of a captured variable.
func (f Fresh) Of(captured *glua.Upvalue) *glua.Upvalue {
	if f[captured] == nil {
		f[captured] = NewCaptured(captured.Value())
	}
	return f[captured]
}

// Own returns the value that is to be held in place of one, and whether that is another. The VM makes the results of its instructions
// on pages of 32 numbers, and one of them that a script holds keeps all of its page alive: 256 bytes for 8. A number that Own made
// keeps no others.
func Own(v glua.LValue) (own glua.LValue, other bool) {
	f, ok := v.(glua.LNumber)
	if !ok || f == 0 { // zero is on no page, and has two signs
		return v, false
	}
	return Number(float64(f)), true
}
