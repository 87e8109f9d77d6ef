package vm

import (
	glua "github.com/yuin/gopher-lua"
)

// Holder is what a function of the library holds while it calls the script: work that lies in no register of the VM. Hold puts it
// on the stack, where the audit of the memory finds it for as long as the call lasts.
type Holder interface {
	// Held visits the values that are held, and returns the accounted bytes of all but them.
	Held(visit func(glua.LValue)) (bytes int64)
}

// Hold puts a holder on the stack of the function that runs.
func Hold(L *glua.LState, h Holder) { L.Push(&glua.LUserData{Value: h, Metatable: glua.LNil}) }

// HeldValues is a Holder of lists. Their places may be empty.
type HeldValues [][]glua.LValue

// Held visits the lists.
func (h HeldValues) Held(visit func(glua.LValue)) int64 {
	places := 0
	for _, list := range h {
		places += len(list)
		for _, v := range list {
			if v != nil {
				visit(v)
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
