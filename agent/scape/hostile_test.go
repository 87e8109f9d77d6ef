package scape_test

import (
	"encoding/json"
	"fmt"
	"math"
	"runtime"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"mystic-sdk/agent/scape"
)

// sound returns a sound document with something else in the place of a part of it, which is in it once.
func sound(tb testing.TB, part, other string) string {
	tb.Helper()
	text := string(document(tb, "connecting.json"))
	require.Equal(tb, 1, strings.Count(text, part))
	return strings.Replace(text, part, other, 1)
}

// repeated returns a list of n equal items, or of as many as the largest document has room for.
func repeated(item string, n int) string {
	n = min(n, (scape.MaxDocument-1000)/(len(item)+1))
	return "[" + strings.Repeat(item+",", n-1) + item + "]"
}

// A document cannot take much more memory than it has bytes, whatever it is filled with, whether or not it is refused for it.
func TestMemory(t *testing.T) {
	const (
		ceiling = 16<<20 + 64<<10
		thing   = `{"x":0,"y":0,"emoji":""}`
		body    = `{"x":0,"y":0,"floor":0,"id":"","name":"","text":"","textRevision":0,"settled":true}`
		guest   = `{"x":0,"y":0,"floor":0,"id":"","name":""}`
		many    = math.MaxInt
	)
	long := strings.Repeat("a", scape.MaxDocument-1000)
	instead := func(member, other string) string { return sound(t, member, other) }
	scene := func(blocked, objects string) string {
		return instead(`"limits"`, `"scene":{"blocked":`+blocked+`,"objects":`+objects+`},"limits"`)
	}
	looks := func(expressions string) string {
		return instead(`"limits"`, `"appearance":{"kind":"","emoji":"","model":null,"expressions":`+expressions+`},"limits"`)
	}
	later := func(value string) string { return instead(`"limits"`, `"later":`+value+`,"limits"`) }
	for name, c := range map[string]struct{ text, problem string }{
		"objects":                {scene("[]", repeated(thing, many)), "scene.objects: has too many items; at most 32768 in all lists"},
		"objects without end":    {scene("[]", strings.TrimSuffix(repeated(thing, many), "]")), "scene.objects: has too many items; at most 32768 in all lists"},
		"objects and a text":     {scene("[]", "["+strings.Repeat(thing+",", scape.MaxItems-1)+`{"x":0,"y":0,"emoji":"\n`+long[:3<<20]+`"}]`), ""},
		"two lists":              {scene(repeated("0", 1), repeated(thing, scape.MaxItems)), "scene.objects: has too many items; at most 32768 in all lists"},
		"cells":                  {scene(repeated("0", many), "[]"), "scene.blocked: has too many items; at most 32768 in all lists"},
		"commas":                 {scene("[]", repeated("", many)), "scene.objects: has too many items; at most 32768 in all lists"},
		"numbers with fractions": {scene(repeated("1.0", scape.MaxItems), "[]"), ""},
		"numbers with exponents": {scene(repeated("1e0", scape.MaxItems), "[]"), ""},
		"players":                {instead(`"players":[]`, `"players":`+repeated(body, many)), "players: has too many items; at most 32768 in all lists"},
		"roster":                 {instead(`"limits"`, `"roster":`+repeated(guest, many)+`,"limits"`), "roster: has too many items; at most 32768 in all lists"},
		"empty texts":            {looks(repeated(`""`, many)), "appearance.expressions: has too many items; at most 32768 in all lists"},
		"escaped texts":          {looks(repeated(`"\n"`, scape.MaxItems)), ""},
		"escape in front":        {instead(`"harbour"`, `"\n`+long+`"`), ""},
		"escape at the end":      {instead(`"harbour"`, `"`+long+`\n"`), ""},
		"unknown escapes":        {later(repeated(`"\n"`, many)), ""},
		"unknown numbers":        {later(repeated("0", many)), ""},
		"unknown lists":          {later(repeated(strings.Repeat("[", 60)+strings.Repeat("]", 60), many)), ""},
		"unknown name":           {instead(`"limits"`, `"`+long+`":1,"limits"`), ""},
		"digits":                 {instead(`"revision":0`, `"revision":`+strings.Repeat("1", len(long))), "revision: want a whole number from 0 to 9007199254740991"},
		"digits of a fraction":   {instead(`"revision":0`, `"revision":0.`+strings.Repeat("0", len(long))), ""},
	} {
		document := []byte(c.text)
		require.LessOrEqual(t, len(document), scape.MaxDocument, name)
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		_, err := scape.Decode(document)
		runtime.ReadMemStats(&after)
		if c.problem == "" {
			require.NoError(t, err, name)
		} else {
			require.EqualError(t, err, "observation: "+c.problem, name)
		}
		require.LessOrEqual(t, after.TotalAlloc-before.TotalAlloc, uint64(ceiling), name)
		require.LessOrEqual(t, after.Mallocs-before.Mallocs, uint64(scape.MaxItems+100), name)
	}
}

// The largest floors that there are can be read: an object with a long message in every cell of both, everything blocked.
func TestWholeGrid(t *testing.T) {
	s := base(1, "hello", true)
	scene := scape.Scene{}
	for i := range scape.Width * scape.Height {
		x, y := i%scape.Width, i/scape.Width
		s.Blocked, scene.Blocked = append(s.Blocked, scape.Cell{X: x, Y: y}), append(scene.Blocked, i)
		for floor := range 2 {
			scene.Objects = append(scene.Objects, scape.SceneObject{
				ID: scape.Some(fmt.Sprintf("%064x", i)), X: x, Y: y, Floor: scape.Some(floor), Emoji: "🪧",
				Message: scape.Some(strings.Repeat("m", scape.MaxSpeech)),
			})
		}
	}
	s.Scene = scape.Some(scene)
	checkView(t, observe(t, s))
}

// The rules of coordinates are those of the grid.
func TestGrid(t *testing.T) {
	for path, spoil := range map[string]func(*scape.Snapshot, *scape.Scene){
		"self.x":             func(s *scape.Snapshot, _ *scape.Scene) { s.Self.X = scape.Width },
		"self.y":             func(s *scape.Snapshot, _ *scape.Scene) { s.Self.Y = scape.Height },
		"blocked[1].x":       func(s *scape.Snapshot, _ *scape.Scene) { s.Blocked[1].X = scape.Width },
		"blocked[1].y":       func(s *scape.Snapshot, _ *scape.Scene) { s.Blocked[1].Y = scape.Height },
		"scene.objects[1].x": func(_ *scape.Snapshot, scene *scape.Scene) { scene.Objects[1].X = scape.Width },
		"scene.objects[1].y": func(_ *scape.Snapshot, scene *scape.Scene) { scene.Objects[1].Y = scape.Height },
		"scene.blocked[1]":   func(_ *scape.Snapshot, scene *scape.Scene) { scene.Blocked[1] = scape.Width * scape.Height },
	} {
		o, err := scape.Decode(document(t, "full.json"))
		require.NoError(t, err)
		s := o.Snapshot
		scene, _ := s.Scene.Get()
		spoil(&s, &scene)
		s.Scene = scape.Some(scene)
		_, err = scape.New(s)
		require.ErrorContains(t, err, "observation: "+path+": want a whole number from 0 to ")
	}
}

// A number is what it stands for, however it is written.
func TestNumbers(t *testing.T) {
	read := func(number string) (int64, error) {
		o, err := scape.Decode([]byte(sound(t, `"revision":0`, `"revision":`+number)))
		if err != nil {
			return 0, err
		}
		require.Contains(t, o.Document(), `"revision":`+number)
		return o.Revision(), nil
	}
	for number, want := range map[string]int64{
		"0": 0, "-0": 0, "-0.0": 0, "0e5": 0, "-0E-5": 0, "1.0": 1, "1e2": 100, "1E+2": 100, "100e-2": 1, "1.5e1": 15, "0.000": 0,
		"9007199254740991": 1<<53 - 1, "9007199254740991.0": 1<<53 - 1, "9.007199254740991e15": 1<<53 - 1, "1e-999": 0,
	} {
		got, err := read(number)
		require.NoError(t, err, number)
		require.Equal(t, want, got, number)
	}
	for _, number := range []string{
		"9007199254740992", "9007199254740993", "9007199254740993.0", "9.007199254740992e15", "9223372036854775808", "-9223372036854775809",
		"9223372036854775808.0", "1e19", "1e999", "-1", "-1.0", "-1e-1", "0.5", "1e-1", "-1e999", strings.Repeat("9", 5000),
	} {
		_, err := read(number)
		require.EqualError(t, err, "observation: revision: want a whole number from 0 to 9007199254740991", number)
	}
	for _, number := range []string{"+1", ".5", "0x10", "1_0", "NaN", "Infinity", "-", "00", "-01", "1.", "1e", "1e+", "１", "\"1\"", "null", "true", "[1]", "{}"} {
		_, err := read(number)
		require.Error(t, err, number)
		require.NotContains(t, err.Error(), number+"\"")
	}
}

// Texts say what package json reads in them, and what it refuses is refused.
func TestTexts(t *testing.T) {
	texts := []string{
		``, `a`, `\u0041`, `\u0000`, `\"\\\/\b\f\n\r\t`, `\\u0041`, `\\\u0041\\`, `\ud83d\ude00`, `\uD83D\uDE00`, `x\uD83d\uDe00y`,
		`\ud83d`, `\ude00`, `\ud83d\ud83d\ude00`, `\ude00\ud83d`, `\ud83d\u0041`, `\ud83d\n`, `\ud83dx`, `\ud83d\\ude00`, `\ufeff`,
		`\uffff`, `\u2028` + "\u2028", `<b>&amp;`, "\u007f\u0085\u202e", `\ud83d\ude0`, `\u`, `\u12`, `\u00g0`, `\u+041`, `\u 041`,
		`\u-041`, `\u1_23`, `\u004１`, `\U0041`, `\x41`, `\'`, `\a`, `\0`, `\` + "\n", "\n", "\x00", "\x1f", `\` + "\x00", `\u00` + "\x30\x10",
	}
	for _, text := range texts {
		var want string
		failed := json.Unmarshal([]byte(`"`+text+`"`), &want)
		o, err := scape.Decode([]byte(sound(t, `"harbour"`, `"`+text+`","\u006cater\ud83d":["`+text+`",{"`+text+`":0}]`)))
		if failed != nil {
			require.Error(t, err, "%q", text)
			continue
		}
		require.NoError(t, err, "%q", text)
		require.Equal(t, want, o.Room)
		checkView(t, o)
	}
}

// A document is the whole of what was sent, and its errors show nothing of that: no name, no value, no type of Go.
func TestSilentErrors(t *testing.T) {
	const secret = "hunter2"
	names := "\x1b[31m" + secret + strings.Repeat("very long ", 10000)
	quoted, err := json.Marshal(names)
	require.NoError(t, err)
	whole := sound(t, `"limits"`, `"limits"`)
	for _, text := range []string{
		"\ufeff" + whole, "\x00" + whole, whole + "\x00", whole + whole, whole + ",", whole + "]", whole + secret, whole + "\ufeff", "\u00a0" + whole,
		sound(t, `"limits"`, string(quoted)+`:`+secret+`,"limits"`),
		sound(t, `"limits"`, string(quoted)+`:{`+string(quoted)+`:`+repeated("[", 70)+`},"limits"`),
		sound(t, `"limits"`, `"`+names+`":0,"limits"`),
		sound(t, `"limits"`, `"room":`+string(quoted)+`,"limits"`),
		sound(t, `"limits"`, `"r\u006fom":"`+secret+`","limits"`),
		sound(t, `"limits"`, `"`+secret+`":0`),
		sound(t, `"movement":null`, `"movement":`+string(quoted)),
		sound(t, `"movement":null`, `"movement":{"status":`+string(quoted)+`}`),
		sound(t, `"players":[]`, `"players":[{`+string(quoted)+`:0}]`),
		sound(t, `"players":[]`, `"players":{`+string(quoted)+`:0}`),
		sound(t, `"revision":0`, `"revision":`+string(quoted)),
		sound(t, `"revision":0`, `"revision":71717171717171717171`),
		sound(t, `"revision":0`, `"Revision":0`),
		sound(t, `"status":"connecting"`, `"status":"`+secret+"\xff\""),
	} {
		_, err := scape.Decode([]byte(text))
		require.Error(t, err, "%.200q", text)
		require.NotContains(t, err.Error(), secret)
		require.NotContains(t, err.Error(), "7171")
		require.Regexp(t, `^observation: [ -~]{1,120}$`, err.Error())
		require.NotRegexp(t, `json:|scape\.|int64|string|struct|strconv`, err.Error())
		checkRefusal(t, text, err)
	}
}

// What is empty is not absent and not null, wherever it is.
func TestEmptyEverywhere(t *testing.T) {
	full := document(t, "full.json")
	parse(t, full).paths(func(path string, value any) {
		var nothing any
		switch value.(type) {
		case string:
			nothing = ""
		case []any:
			nothing = []any{}
		case map[string]any:
			nothing = map[string]any{}
		default:
			return
		}
		d := parse(t, full)
		d.set(path, nothing)
		o, err := scape.Decode(d.text(t))
		if err == nil {
			checkView(t, o)
			return
		}
		if _, is := nothing.(map[string]any); is {
			require.Regexp(t, `^observation: `+strings.NewReplacer("[", `\[`, "]", `\]`, ".", `\.`).Replace(path)+`\.[a-zA-Z]+: is missing$`, err.Error())
			return
		}
		require.Contains(t, []string{
			"scene.editing", "movement.status", "pursuit.mode", "pursuit.status", "scene.objects[2].conveyorEmoji",
		}, path, "these are one of some words")
	})
}

// A byte that is no text, which no document can hold, becomes what package json writes for it.
func TestNewText(t *testing.T) {
	s := base(1, "a\xffb\xed\xa0\x80", true)
	o := observe(t, s)
	require.Equal(t, "a\ufffdb\ufffd\ufffd\ufffd", o.Players[0].Text)
	checkView(t, o)
}

// Package json writes an observation without its spaces and with what could be taken for HTML escaped, and says the same.
func TestMarshalObservation(t *testing.T) {
	o, err := scape.Decode([]byte(sound(t, `"harbour"`, "  \"<&>\u2028\u2029\"  ")))
	require.NoError(t, err)
	text, err := json.Marshal(map[string]any{"observation": o, "value": *o})
	require.NoError(t, err)
	require.Equal(t, 2, strings.Count(string(text), `"\u003c\u0026\u003e\u2028\u2029",`))
	var back struct{ Observation, Value scape.Observation }
	require.NoError(t, json.Unmarshal(text, &back))
	require.Equal(t, o.Snapshot, back.Observation.Snapshot)
	require.Equal(t, o.Snapshot, back.Value.Snapshot)
}

// A part that is read again by package json is a new one: what was read before stays, and a value that is refused changes nothing.
func TestOptionalReadAgain(t *testing.T) {
	var list scape.Optional[[]string]
	require.NoError(t, json.Unmarshal([]byte(`["a","b"]`), &list))
	before := list
	require.NoError(t, json.Unmarshal([]byte(`["c"]`), &list))
	require.Equal(t, scape.Some([]string{"a", "b"}), before)
	require.Equal(t, scape.Some([]string{"c"}), list)
	var text scape.Optional[string]
	require.Error(t, json.Unmarshal([]byte(`7`), &text))
	require.True(t, text.IsZero())
}

// A member that the contract does not name may be there thousands of times. One that it names may not be there twice.
func TestRepeatedMembers(t *testing.T) {
	var members strings.Builder
	for i := range 20000 {
		members.WriteString(`"later` + strconv.Itoa(i%3) + `":{"room":1},`)
	}
	o, err := scape.Decode([]byte(sound(t, `"limits"`, members.String()+`"limits"`)))
	require.NoError(t, err)
	require.Contains(t, o.Document(), members.String())
	_, err = scape.Decode([]byte(sound(t, `"limits"`, members.String()+`"room":"harbour","limits"`)))
	require.EqualError(t, err, "observation: room: is there twice")
}
