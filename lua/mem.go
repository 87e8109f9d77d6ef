package lua

import (
	"errors"
	"fmt"

	glua "github.com/yuin/gopher-lua"

	"mystic-sdk/lua/internal/border"
	"mystic-sdk/lua/internal/number"
	"mystic-sdk/lua/internal/vm"
)

var fixedMem = vm.Refusing("a look only asks: mem.%s cannot be set here", "send it with mode run")

// decodeMem makes the table mem of a run from its JSON, the keys of its tables in sorted order.
func (s *Sandbox) decodeMem(text []byte) (*glua.LTable, error) {
	if len(text) == 0 {
		return vm.NewTable(), nil
	}
	lv, err := border.FromJSON(text, s.maxString)
	if err != nil {
		return nil, fmt.Errorf("mem %w", err)
	}
	tb, ok := lv.(*glua.LTable)
	if !ok {
		return nil, errors.New("mem is JSON, but not an object")
	}
	return tb, nil
}

// MemJSON returns the JSON of mem, keys sorted; the error is a *ScriptError with code mem_invalid and the path. An empty mem
// is {}, an empty table inside it is []. The text has at most max bytes.
func (st *State) MemJSON(max int) ([]byte, error) {
	st.mustBeOpen()
	lv := st.globals.RawGetString("mem")
	mem, ok := lv.(*glua.LTable)
	if !ok {
		return nil, memError(errors.New("is a "+vm.TypeName(lv)+" now"), "assign to its fields: mem.x = 1")
	}
	hidden := vm.Plain(mem)
	if hidden == nil {
		return nil, memError(errors.New("is a table that the game answers"), "assign to its fields: mem.x = 1")
	}
	if k, _ := hidden.Next(glua.LNil); k == glua.LNil {
		return []byte("{}"), nil
	}
	text, err := border.ToJSON(mem, max)
	if err != nil {
		if errors.Is(err, border.ErrSize) {
			return nil, memError(fmt.Errorf("is over %s bytes as JSON", number.Grouped(int64(max))), "drop what is not needed: mem.x = nil")
		}
		return nil, memError(err, "keep numbers, strings, booleans and plain tables of these in mem")
	}
	return text, nil
}

func memError(err error, hint string) *ScriptError {
	return &ScriptError{Code: codeMemInvalid, Message: border.Within("mem", err).Error(), Hint: hint}
}
