package lua_test

import (
	"encoding/json"
	"math"
	"slices"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"github.com/stretchr/testify/require"

	"mystic-sdk/lua"
)

// parcel is a struct of the host. Its names are in the order of the alphabet, as the paths of what is refused expect.
type parcel struct {
	A any     `json:"a"`
	B any     `json:"b,omitempty"`
	C any     `json:"-"`
	D *parcel `json:"d,omitempty"`
	E float32 `json:"e"`
	F [2]any  `json:"f"`
}

// hostReader makes a value of the host of bytes.
type hostReader struct {
	data     []byte
	odd      bool // there is a text in it that is not UTF-8
	pointers int  // in an interface, which count as levels of depth
}

func (r *hostReader) byte() byte {
	if len(r.data) == 0 {
		return 0
	}
	b := r.data[0]
	r.data = r.data[1:]
	return b
}

func (r *hostReader) uint64() (u uint64) {
	for range 8 {
		u = u<<8 | uint64(r.byte())
	}
	return u
}

func (r *hostReader) text() string {
	n := min(int(r.byte()), len(r.data))
	s := string(r.data[:n])
	r.data = r.data[n:]
	r.odd = r.odd || !utf8.ValidString(s)
	return s
}

func (r *hostReader) list() []any {
	list := []any{}
	for range r.byte() % 8 {
		list = append(list, r.value())
	}
	return list
}

func (r *hostReader) object() map[string]any {
	object := map[string]any{}
	for range r.byte() % 8 {
		object[r.text()] = r.value()
	}
	return object
}

func (r *hostReader) parcel() parcel {
	return parcel{A: r.value(), B: r.value(), C: strings.ToUpper, E: float32(r.byte()) / 8, F: [2]any{r.value(), r.value()}}
}

// nest wraps a value in as many tables as it is told.
func (r *hostReader) nest() any {
	depth := r.byte() % 40
	inner := r.value()
	for range depth {
		if depth%2 == 0 {
			inner = []any{inner}
		} else {
			inner = map[string]any{"n": inner}
		}
	}
	return inner
}

// value makes one value. Its kind is the first byte, so that the seeds can name it.
func (r *hostReader) value() any {
	switch r.byte() % 28 {
	case 1:
		return r.byte()%2 == 0
	case 2:
		return int8(r.byte())
	case 3:
		return int64(r.uint64())
	case 4:
		return r.uint64()
	case 5:
		return math.Float64frombits(r.uint64())
	case 6:
		return float32(r.byte()) / 8
	case 7:
		return r.text()
	case 8:
		return r.list()
	case 9:
		return r.object()
	case 10:
		return r.nest()
	case 11:
		return r.parcel()
	case 12:
		p := r.parcel()
		if r.pointers += 2; r.pointers > 8 { // package json writes what is shared each time
			return &p
		}
		return &parcel{A: &p, D: &p}
	case 13:
		return []int8{int8(r.byte()), int8(r.byte())}
	case 14:
		return map[kind]level{kind(r.text()): level(r.byte())}
	case 15:
		return map[int]any{int(int8(r.byte())): r.value(), 3: nil}
	case 16:
		return [3]byte{r.byte(), r.byte(), r.byte()}
	case 17:
		return []byte(r.text())
	case 18:
		return json.RawMessage(r.text())
	case 19:
		return json.Number(r.text())
	case 20:
		return time.Unix(int64(r.uint64()), 0).UTC()
	case 21:
		return embeds{place: place{Name: r.text(), X: int(r.byte()), Exits: []string{r.text()}}, Extra: true}
	case 22:
		return marshals{}
	case 23:
		return failing{}
	case 24:
		return []any{strings.ToUpper, make(chan int), 1i, (func())(nil)}[r.byte()%4]
	case 25:
		self := &parcel{}
		self.D = self
		return self
	case 26:
		self := map[string]any{}
		self["self"] = []any{self}
		return self
	case 27:
		return []*parcel{nil}
	}
	return nil
}

// FuzzBorderGo has any value of the host cross, with encoding/json as the peer: what that cannot say is refused, and what it
// says is what the script sees and hands back.
func FuzzBorderGo(f *testing.F) {
	for kind := range byte(28) {
		f.Add([]byte{kind, 5, 'h', 'e', 'l', 'l', 'o', 7, 3, 'a', 'b', 'c', 2, 200})
		f.Add([]byte{8, 3, kind, 2, '1', '2', 0, kind})
		f.Add([]byte{9, 2, 1, 'a', 0, 3, 'a', ' ', 'b', kind, 3, '1', 'e', '5', 8, 2, 0, 1})
		f.Add([]byte{10, 31, kind, 1, 0xff, 8, 7, 6, 5, 4, 3, 2, 1})
	}
	for _, bits := range []float64{math.NaN(), math.Inf(1), math.Inf(-1), math.MaxFloat64, math.SmallestNonzeroFloat64, math.Copysign(0, -1), 1 << 53, 1<<53 + 2, 1e21} {
		u := math.Float64bits(bits)
		number := []byte{5, byte(u >> 56), byte(u >> 48), byte(u >> 40), byte(u >> 32), byte(u >> 24), byte(u >> 16), byte(u >> 8), byte(u)}
		f.Add(number)
		f.Add(slices.Concat([]byte{9, 1, 1, 'x', 8, 2, 1, 0}, number))
	}
	for _, text := range []string{"[1,2]", "{", "null", "1e999", "-0", "[null,1]"} {
		f.Add(append([]byte{18, byte(len(text))}, text...))
		f.Add(append([]byte{19, byte(len(text))}, text...))
	}
	f.Add([]byte("\b\x94\x94\x02\x002\x00\x06")) // a list with a hole in one with a hole
	f.Add([]byte("B````````````````````````` 0"))
	b := newBorder(f)
	f.Fuzz(func(t *testing.T, data []byte) {
		if len(data) > 180 { // so no text is longer than may cross
			return
		}
		r := &hostReader{data: data}
		given := r.value()
		x := b.cross(t, given)
		text, err := json.Marshal(given)
		var plain any
		if err == nil {
			err = json.Unmarshal(text, &plain)
		}
		switch {
		case r.odd: // which JSON replaces: a text that a script holds may be any bytes, but cannot leave it
			require.True(t, x.refused != nil || x.pushed != nil || validTexts(x.came), "%#v", x.came)
			require.True(t, x.memErr != nil || json.Valid(x.mem))
		case err != nil:
			require.Error(t, x.pushed, "%v", err)
			require.Equal(t, lua.Failed, x.status)
			require.Equal(t, "script_error", x.err.Code)
		case x.pushed != nil && depthOf(plain) <= borderDepth:
			require.ErrorContains(t, x.pushed, "is nested deeper than 32 levels")
			require.Greater(t, depthOf(plain)+r.pointers, borderDepth)
		default:
			x.check(t, plain)
		}
	})
}

func validTexts(v any) bool {
	switch v := v.(type) {
	case string:
		return utf8.ValidString(v)
	case []any:
		return !slices.ContainsFunc(v, func(inner any) bool { return !validTexts(inner) })
	case map[string]any:
		for key, inner := range v {
			if !utf8.ValidString(key) || !validTexts(inner) {
				return false
			}
		}
	}
	return true
}
