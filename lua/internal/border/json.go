package border

import (
	"encoding/json"
	"errors"
	"slices"
	"strconv"

	glua "github.com/yuin/gopher-lua"

	"mystic-sdk/lua/internal/vm"
)

// ToJSON writes a Lua value as JSON, as encoding/json would write the same value, keys sorted. The error is ErrSize where the
// text would be longer than max bytes.
func ToJSON(lv glua.LValue, max int) ([]byte, error) {
	e := jsonEncoder{max: max, left: MaxCrossing}
	if err := e.value(lv, 0); err != nil {
		return nil, err
	}
	return e.buf, nil
}

// ErrSize says that a text is too large.
var ErrSize = errors.New("too large")

// jsonEncoder writes a Lua value as JSON, as encoding/json would write the same value.
type jsonEncoder struct {
	buf  []byte
	max  int
	left int // what may yet be gone through, see shape
}

func (e *jsonEncoder) value(lv glua.LValue, depth int) error {
	if len(e.buf) > e.max {
		return ErrSize
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
		return errors.New("is a " + vm.TypeName(lv) + ", which JSON cannot say")
	}
	return nil
}

func (e *jsonEncoder) number(f float64) error {
	if err := Finite(f); err != nil {
		return err
	}
	text, err := json.Marshal(f)
	e.buf = append(e.buf, text...)
	return err
}

func (e *jsonEncoder) text(s string) error {
	if err := validText(s); err != nil {
		return err
	}
	if len(s) > e.max {
		return ErrSize
	}
	text, err := json.Marshal(s)
	e.buf = append(e.buf, text...)
	return err
}

func (e *jsonEncoder) table(tb *glua.LTable, depth int) error {
	if depth >= maxDepth {
		return ErrDeep
	}
	hidden, n, keys, err := shape(tb, &e.left)
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
				return Within(indexStep(i), err)
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
			return Within(KeyStep(key), err)
		}
	}
	e.buf = append(e.buf, '}')
	return e.sized()
}

func (e *jsonEncoder) sized() error {
	if len(e.buf) > e.max {
		return ErrSize
	}
	return nil
}
