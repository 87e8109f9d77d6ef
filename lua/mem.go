package lua

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strconv"

	glua "github.com/yuin/gopher-lua"
)

// decodeMem makes the table mem of a run from its JSON, the keys of its tables in sorted order.
func (s *Sandbox) decodeMem(text []byte) (*glua.LTable, error) {
	if len(text) == 0 {
		return newTable(), nil
	}
	var plain any
	if err := json.Unmarshal(text, &plain); err != nil {
		return nil, fmt.Errorf("mem is not JSON: %w", err)
	}
	lv, err := fromJSON(plain, border{maxText: s.maxString, longest: new(int)})
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
		return nil, memError(errors.New("is a "+typeName(lv)+" now"), "assign to its fields: mem.x = 1")
	}
	if k, _ := plain(mem).Next(glua.LNil); k == glua.LNil {
		return []byte("{}"), nil
	}
	e := memEncoder{max: max}
	if err := e.value(mem, 0); err != nil {
		if errors.Is(err, errMemSize) {
			return nil, memError(fmt.Errorf("is over %s bytes as JSON", grouped(int64(max))), "drop what is not needed: mem.x = nil")
		}
		return nil, memError(err, "keep numbers, strings, booleans and plain tables of these in mem")
	}
	return e.buf, nil
}

func memError(err error, hint string) *ScriptError {
	var path *pathError
	if errors.As(err, &path) {
		err = &pathError{path: "mem" + path.path, err: path.err}
	} else {
		err = &pathError{path: "mem", err: err}
	}
	return &ScriptError{Code: codeMemInvalid, Message: err.Error(), Hint: hint}
}

var errMemSize = errors.New("too large")

// memEncoder writes a Lua value as JSON, as encoding/json would write the same value.
type memEncoder struct {
	buf []byte
	max int
}

func (e *memEncoder) value(lv glua.LValue, depth int) error {
	if len(e.buf) > e.max {
		return errMemSize
	}
	switch v := lv.(type) {
	case *glua.LNilType:
		e.buf = append(e.buf, "null"...)
	case glua.LBool:
		e.buf = strconv.AppendBool(e.buf, bool(v))
	case glua.LNumber:
		return e.number(float64(v))
	case glua.LString:
		return e.text(string(v))
	case *glua.LTable:
		return e.table(v, depth)
	default:
		return errors.New("is a " + typeName(lv) + ", which JSON cannot say")
	}
	return nil
}

func (e *memEncoder) number(f float64) error {
	if err := finite(f); err != nil {
		return err
	}
	text, err := json.Marshal(f)
	e.buf = append(e.buf, text...)
	return err
}

func (e *memEncoder) text(s string) error {
	if err := validText(s); err != nil {
		return err
	}
	if len(s) > e.max {
		return errMemSize
	}
	text, err := json.Marshal(s)
	e.buf = append(e.buf, text...)
	return err
}

func (e *memEncoder) table(tb *glua.LTable, depth int) error {
	if depth >= maxDepth {
		return errDeep
	}
	hidden, n, keys, err := shape(tb)
	if err != nil {
		return err
	}
	if len(keys) == 0 {
		e.buf = append(e.buf, '[')
		for i := 1; i <= n; i++ {
			if i > 1 {
				e.buf = append(e.buf, ',')
			}
			if err := e.value(hidden.RawGetInt(i), depth+1); err != nil {
				return within(indexStep(i), err)
			}
		}
		e.buf = append(e.buf, ']')
		return e.sized()
	}
	slices.Sort(keys)
	e.buf = append(e.buf, '{')
	for i, key := range keys {
		if i > 0 {
			e.buf = append(e.buf, ',')
		}
		if err := e.text(key); err != nil {
			return err
		}
		e.buf = append(e.buf, ':')
		if err := e.value(hidden.RawGetString(key), depth+1); err != nil {
			return within(keyStep(key), err)
		}
	}
	e.buf = append(e.buf, '}')
	return e.sized()
}

func (e *memEncoder) sized() error {
	if len(e.buf) > e.max {
		return errMemSize
	}
	return nil
}
