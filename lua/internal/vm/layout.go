package vm

import (
	"errors"
	"fmt"
	"reflect"
	"sync"

	glua "github.com/yuin/gopher-lua"
)

// layout says where the VM keeps the lengths that its exported face does not tell. They are only read, and only lengths, and
// whether something is there.
type layout struct {
	reg, regArray           int
	frame, localBase, index int
	array, keys, dict, text int
	capturedReg             int
	captured, capturedNext  int
	err                     error
}

// CheckLayout returns an error where the VM that was built in keeps its lengths elsewhere than is known here.
func CheckLayout() error { return known().err }

var known = sync.OnceValue(func() *layout {
	l := &layout{}
	field := func(t reflect.Type, name string, kind reflect.Kind) int {
		f, ok := t.FieldByName(name)
		if !ok || len(f.Index) != 1 || f.Type.Kind() != kind {
			l.err = errors.Join(l.err, fmt.Errorf("the VM has no field %s as it is known", name))
			return 0
		}
		return f.Index[0]
	}
	state, table := reflect.TypeFor[glua.LState](), reflect.TypeFor[glua.LTable]()
	l.reg = field(state, "reg", reflect.Pointer)
	if l.err == nil {
		l.regArray = field(state.Field(l.reg).Type.Elem(), "array", reflect.Slice)
	}
	l.frame = field(state, "currentFrame", reflect.Pointer)
	if l.err == nil {
		frame := state.Field(l.frame).Type.Elem()
		l.localBase = field(frame, "LocalBase", reflect.Int)
		l.index = field(frame, "Idx", reflect.Int)
	}
	l.array = field(table, "array", reflect.Slice)
	l.keys = field(table, "keys", reflect.Slice)
	l.dict = field(table, "dict", reflect.Map)
	l.text = field(table, "strdict", reflect.Map)
	l.capturedReg = field(reflect.TypeFor[glua.Upvalue](), "reg", reflect.Pointer)
	l.captured = field(state, "uvcache", reflect.Pointer)
	l.capturedNext = field(reflect.TypeFor[glua.Upvalue](), "next", reflect.Pointer)
	return l
})

// slotsOf returns how long the list part of a table is, empty places included.
func slotsOf(tb *glua.LTable) int { return reflect.ValueOf(tb).Elem().Field(known().array).Len() }

// RegistryLen returns how many values a stack has room for now.
func RegistryLen(L *glua.LState) int {
	l := known()
	return reflect.ValueOf(L).Elem().Field(l.reg).Elem().Field(l.regArray).Len()
}

// LocalBase returns where the registers of the innermost function begin; false where none is under way.
func LocalBase(L *glua.LState) (int, bool) {
	l := known()
	frame := reflect.ValueOf(L).Elem().Field(l.frame)
	if frame.IsNil() {
		return 0, false
	}
	return int(frame.Elem().Field(l.localBase).Int()), true
}

// FrameDepth returns which frame the innermost function of a stack has; -1 where none is under way.
func FrameDepth(L *glua.LState) int {
	l := known()
	frame := reflect.ValueOf(L).Elem().Field(l.frame)
	if frame.IsNil() {
		return -1
	}
	return int(frame.Elem().Field(l.index).Int())
}

// Extent is what a table holds: the slots of its list part, nils included; the keys that it ever had outside of it; and
// those of them that are there.
type Extent struct{ Slots, Keys, Live int }

// ExtentOf measures a table.
func ExtentOf(tb *glua.LTable) Extent {
	l := known()
	v := reflect.ValueOf(tb).Elem()
	return Extent{
		Slots: v.Field(l.array).Len(),
		Keys:  v.Field(l.keys).Len(),
		Live:  v.Field(l.dict).Len() + v.Field(l.text).Len(),
	}
}

// PinsStack says whether a captured variable has left its stack and still keeps it alive, with all the room that it ever had, as
// the VM lets it. What NewCaptured makes of its value is to take its place.
func PinsStack(captured *glua.Upvalue) bool {
	return captured.IsClosed() && !reflect.ValueOf(captured).Elem().Field(known().capturedReg).IsNil()
}

// OpenCaptured returns how many captured variables of a stack belong to functions that are under way.
func OpenCaptured(L *glua.LState) int {
	l, n := known(), 0
	for one := reflect.ValueOf(L).Elem().Field(l.captured); !one.IsNil(); one = one.Elem().Field(l.capturedNext) {
		n++
	}
	return n
}
