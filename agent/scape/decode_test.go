package scape_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"os"
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"

	"mystic-sdk/agent"
	"mystic-sdk/agent/scape"
)

// documents returns the sound documents of testdata by their names.
func documents(tb testing.TB) map[string][]byte {
	tb.Helper()
	entries, err := os.ReadDir("testdata/documents")
	require.NoError(tb, err)
	require.NotEmpty(tb, entries)
	out := map[string][]byte{}
	for _, e := range entries {
		out[e.Name()] = document(tb, e.Name())
	}
	return out
}

// What a document says comes out again to the byte, and the fields say the same as the document.
func TestRoundTrip(t *testing.T) {
	for name, text := range documents(t) {
		t.Run(name, func(t *testing.T) {
			o, err := scape.Decode(text)
			require.NoError(t, err)
			require.Equal(t, string(text), o.Document())
			checkView(t, o)

			var compact bytes.Buffer
			require.NoError(t, json.Compact(&compact, text))
			marshalled, err := json.Marshal(o)
			require.NoError(t, err)
			require.JSONEq(t, compact.String(), string(marshalled))
			var entry struct{ Observation *scape.Observation }
			require.NoError(t, json.Unmarshal([]byte(`{"observation":`+string(text)+`}`), &entry))
			require.Equal(t, o.Snapshot, entry.Observation.Snapshot)
			require.Equal(t, strings.TrimSpace(string(text)), entry.Observation.Document())
		})
	}
}

// checkView requires the fields of an observation to say what its document says, as package json reads it, and the observation
// that New makes of them to be the same.
func checkView(t *testing.T, o *scape.Observation) {
	t.Helper()
	built, err := scape.New(o.Snapshot)
	require.NoError(t, err)
	require.Equal(t, o.Snapshot, built.Snapshot)
	var sent, seen any
	require.NoError(t, json.Unmarshal([]byte(o.Document()), &sent))
	require.NoError(t, json.Unmarshal([]byte(built.Document()), &seen))
	requireSame(t, "", sent, seen)
}

// requireSame requires all that was seen to be as it was sent. Members that were sent and not seen are those that the contract
// does not name.
func requireSame(t *testing.T, path string, sent, seen any) {
	t.Helper()
	switch seen := seen.(type) {
	case map[string]any:
		sent, is := sent.(map[string]any)
		require.True(t, is, path)
		for name := range seen {
			require.Contains(t, sent, name, path)
			requireSame(t, path+"."+name, sent[name], seen[name])
		}
		for name := range sent {
			if known(general(strings.TrimPrefix(path+"."+name, "."))) {
				require.Contains(t, seen, name, path)
			}
		}
	case []any:
		require.Len(t, sent, len(seen), path)
		for i := range seen {
			requireSame(t, fmt.Sprintf("%s[%d]", path, i), sent.([]any)[i], seen[i])
		}
	default:
		require.Equal(t, sent, seen, path)
	}
}

// known tells whether the contract names a path, by the list that TestContract holds.
func known(path string) bool { return contract()[path] }

var contract = sync.OnceValue(func() map[string]bool {
	text, err := os.ReadFile("testdata/contract.golden")
	if err != nil {
		panic(err)
	}
	out := map[string]bool{}
	for line := range strings.Lines(string(text)) {
		path, _, _ := strings.Cut(line, " ")
		out[path] = true
	}
	return out
})

// Every member of the contract is tried: left out, null, and of a wrong type. The list of what that shows is the contract.
func TestContract(t *testing.T) {
	full := document(t, "full.json")
	probe := func(path string, change func(tree)) string {
		d := parse(t, full)
		change(d)
		_, err := scape.Decode(d.text(t))
		if err == nil {
			return ""
		}
		var field *scape.FieldError
		require.ErrorAs(t, err, &field)
		require.Equal(t, path, field.Path)
		require.Equal(t, "observation: "+path+": "+field.Problem, err.Error())
		return field.Problem
	}
	var list strings.Builder
	done := map[string]bool{}
	parse(t, full).paths(func(path string, value any) {
		if done[general(path)] {
			return
		}
		done[general(path)] = true
		var wrong any = "something else"
		if _, is := value.(string); is {
			wrong = 7
		}
		problem := probe(path, func(d tree) { d.set(path, wrong) })
		require.NotEmpty(t, problem, path)
		presence := "required"
		switch missing := ""; {
		case strings.HasSuffix(path, "]"):
			presence = "element"
		default:
			missing = probe(path, func(d tree) { d.remove(path) })
			if missing == "" {
				presence = "optional"
			} else {
				require.Equal(t, "is missing", missing)
			}
		}
		if null := probe(path, func(d tree) { d.set(path, nil) }); null != "" {
			require.Equal(t, problem, null, "%s: null", path)
		} else {
			presence += ", null"
		}
		fmt.Fprintf(&list, "%-34s %-15s %s\n", general(path), presence, problem)
	})
	golden(t, "contract.golden", list.String())
}

// What is wrong is said with the place where it is.
func TestRefused(t *testing.T) {
	for _, c := range []struct {
		path  string
		value any
		want  string
	}{
		{"players[1].x", 64, "observation: players[1].x: want a whole number from 0 to 63"},
		{"players[1].x", -1, "observation: players[1].x: want a whole number from 0 to 63"},
		{"players[0].x", 1.5, "observation: players[0].x: want a whole number from 0 to 63"},
		{"players[0].x", 1e300, "observation: players[0].x: want a whole number from 0 to 63"},
		{"players[0].x", json.Number("1e999"), "observation: players[0].x: want a whole number from 0 to 63"},
		{"players[0].y", 40, "observation: players[0].y: want a whole number from 0 to 39"},
		{"self.floor", 2, "observation: self.floor: want 0 or 1"},
		{"blocked[1].y", 40, "observation: blocked[1].y: want a whole number from 0 to 39"},
		{"scene.blocked[2]", 2560, "observation: scene.blocked[2]: want a whole number from 0 to 2559"},
		{"scene.objects[1].floor", 7, "observation: scene.objects[1].floor: want 0 or 1"},
		{"scene.gameFacts.gemRefundHours", json.Number("-1e999"), "observation: scene.gameFacts.gemRefundHours: want a number"},
		{"scene.editing", "nobody", "observation: scene.editing: want everyone or owner"},
		{"scene.objects[2].conveyorEmoji", "⬅", "observation: scene.objects[2].conveyorEmoji: want ➡️, ⬇️, ⬅️ or ⬆️"},
		{"protocol", 2, "observation: protocol: want 1"},
		{"revision", json.Number("9007199254740992"), "observation: revision: want a whole number from 0 to 9007199254740991"},
		{"revision", json.Number("18446744073709551616"), "observation: revision: want a whole number from 0 to 9007199254740991"},
		{"revision", -1, "observation: revision: want a whole number from 0 to 9007199254740991"},
		{"movement.status", "holding", "observation: movement.status: want moving, arrived, stopped, blocked, timed_out or disconnected"},
		{"pursuit.mode", "chase", "observation: pursuit.mode: want follow or approach"},
		{"self", []any{}, "observation: self: want an object or null"},
		{"appearance.model", 7, "observation: appearance.model: want text or null"},
	} {
		d := parse(t, document(t, "full.json"))
		d.set(c.path, c.value)
		_, err := scape.Decode(d.text(t))
		require.EqualError(t, err, c.want)
	}
}

// What no JSON object is, or too much of one, is refused as well.
func TestNoDocument(t *testing.T) {
	sound := string(document(t, "connecting.json"))
	with := func(member string) string { return `{"later":` + member + `,` + sound[1:] }
	for _, c := range []struct{ text, want string }{
		{"", "observation: want an object"},
		{"null", "observation: want an object"},
		{"[]", "observation: want an object"},
		{"{", "observation: is no JSON at byte 1"},
		{"{}", "observation: protocol: is missing"},
		{`{"protocol":1`, "observation: is no JSON at byte 13"},
		{`{"protocol":-`, "observation: protocol: is no JSON at byte 13"},
		{`{"players":[ `, "observation: players: is no JSON at byte 13"},
		{`{"protocol":1,}`, "observation: is no JSON at byte 14"},
		{`{"protocol" 1}`, "observation: is no JSON at byte 12"},
		{`{"protocol":1 "sessionId":"a"}`, "observation: is no JSON at byte 14"},
		{`{"revision":01}`, "observation: is no JSON at byte 13"},
		{`{"protocol":1.}`, "observation: protocol: is no JSON at byte 14"},
		{`{"protocol":1e}`, "observation: protocol: is no JSON at byte 14"},
		{`{"protocol":-}`, "observation: protocol: is no JSON at byte 13"},
		{`{"protocol":1,"protocol":1}`, "observation: protocol: is there twice"},
		{`{"players":[{"x":1,"x":1}]}`, "observation: players[0].x: is there twice"},
		{`{"players":[{}]}`, "observation: players[0].x: is missing"},
		{`{"players":[1]}`, "observation: players[0]: want an object"},
		{`{"room":"a` + "\n" + `"}`, "observation: room: is no JSON at byte 10"},
		{`{"room":"\u12"}`, "observation: room: is no JSON at byte 9"},
		{`{"room":"\x"}`, "observation: room: is no JSON at byte 9"},
		{`{"room":"\"`, "observation: room: is no JSON at byte 11"},
		{`{"room":"\u0000` + "\x01", "observation: room: is no JSON at byte 15"},
		{`{"room":"`, "observation: room: is no JSON at byte 9"},
		{`{"interacting":tru}`, "observation: interacting: is no JSON at byte 15"},
		{"{\"room\":\"\xff\"}", "observation: is no UTF-8"},
		{sound + " x", fmt.Sprintf("observation: is no JSON at byte %d", len(sound)+1)},
		{with("nul"), "observation: is no JSON at byte 9"},
		{with(`"`), "observation: is no JSON at byte 12"},
		{with(`[1,]`), "observation: is no JSON at byte 12"},
		{with(`{"a":{1:2}}`), "observation: is no JSON at byte 15"},
		{with(strings.Repeat("[", 64) + strings.Repeat("]", 64)), "observation: lies deeper than 64 levels"},
		{sound + strings.Repeat(" ", scape.MaxDocument), fmt.Sprintf("observation: has %d bytes; at most 4194304", scape.MaxDocument+len(sound))},
	} {
		_, err := scape.Decode([]byte(c.text))
		require.EqualError(t, err, c.want, "%.200q", c.text)
		var field *scape.FieldError
		require.True(t, errors.As(err, &field))
	}
	for _, text := range []string{
		with(strings.Repeat("[", 63) + strings.Repeat("]", 63)),
		sound + strings.Repeat(" ", scape.MaxDocument-len(sound)),
	} {
		_, err := scape.Decode([]byte(text))
		require.NoError(t, err)
	}
}

// Null, absent and empty are three things.
func TestNullAbsentEmpty(t *testing.T) {
	decode := func(change func(tree)) *scape.Observation {
		d := parse(t, document(t, "full.json"))
		change(d)
		o, err := scape.Decode(d.text(t))
		require.NoError(t, err)
		return o
	}
	pursuit, there := decode(func(d tree) { d.remove("pursuit") }).Pursuit.Get()
	require.False(t, there)
	require.Nil(t, pursuit)
	pursuit, there = decode(func(d tree) { d.set("pursuit", nil) }).Pursuit.Get()
	require.True(t, there)
	require.Nil(t, pursuit)
	pursuit, there = decode(func(tree) {}).Pursuit.Get()
	require.True(t, there)
	require.Equal(t, scape.PursuitHolding, pursuit.Status)

	roster, there := decode(func(d tree) { d.remove("roster") }).Roster.Get()
	require.False(t, there)
	require.Nil(t, roster)
	roster, there = decode(func(d tree) { d.set("roster", []any{}) }).Roster.Get()
	require.True(t, there)
	require.NotNil(t, roster)
	require.Empty(t, roster)

	require.Nil(t, decode(func(d tree) { d.set("self", nil) }).Self)
	require.Empty(t, decode(func(d tree) { d.set("self.text", "") }).Self.Text)
	label := decode(func(d tree) { d.set("objects[1].text", "") }).Objects
	require.Equal(t, scape.Some(""), label[1].Text)
	require.Equal(t, scape.Optional[string]{}, label[0].Text)
	require.Equal(t, "none", label[0].Text.Or("none"))
	require.Empty(t, label[1].Text.Or("none"))
}

// An observation that is made here is like one that was read: whole, checked, and nobody else's.
func TestNew(t *testing.T) {
	s := scape.Snapshot{Protocol: scape.Protocol, SessionID: "s", Status: scape.Connected, Players: []scape.Player{{ID: "ann", Text: "<b>"}}}
	s.Scene, s.Roster = scape.Some(scape.Scene{}), scape.Some[[]scape.Participant](nil)
	o, err := scape.New(s)
	require.NoError(t, err)
	require.Equal(t, `{"protocol":1,"sessionId":"s","revision":0,"observedAt":0,"room":"","status":"connected","self":null,`+
		`"players":[{"x":0,"y":0,"floor":0,"id":"ann","name":"","text":"<b>","textRevision":0,"settled":false}],"objects":[],`+
		`"blocked":[],"movement":null,"scene":{"blocked":[],"objects":[]},"roster":[],`+
		`"limits":{"radius":0,"heartbeatMs":0,"idleTimeoutMs":0,"maxSpeechLength":0}}`, o.Document())
	s.Players[0].ID = "bob"
	require.Equal(t, "ann", o.Players[0].ID)

	s.Players[0].Y = scape.Height
	_, err = scape.New(s)
	require.EqualError(t, err, "observation: players[0].y: want a whole number from 0 to 39")
	_, err = scape.New(scape.Snapshot{})
	require.EqualError(t, err, "observation: protocol: want 1")
	s.Players[0].Y = 0
	s.Scene = scape.Some(scape.Scene{GameFacts: scape.Some(scape.GameFacts{GemRefundHours: math.NaN()})})
	_, err = scape.New(s)
	require.EqualError(t, err, "observation: scene.gameFacts.gemRefundHours: want a number")
}

// What the runtime needs to know of an observation.
func TestObservation(t *testing.T) {
	o, err := scape.Decode(document(t, "full.json"))
	require.NoError(t, err)
	require.Equal(t, "session-7", o.Session())
	require.EqualValues(t, 41, o.Revision())
	ann, visible := o.Player("ann")
	require.True(t, visible)
	require.Equal(t, "hello Scout", ann.Text)
	_, visible = o.Player("eve")
	require.False(t, visible, "who is on the roster only cannot be seen")

	self := &scape.Self{ID: "agent"}
	for _, c := range []struct {
		status scape.Status
		self   *scape.Self
		phase  agent.Phase
		canAct bool
	}{
		{scape.Connected, self, agent.Ready, true},
		{scape.Connected, nil, agent.Ready, false},
		{scape.Connecting, self, agent.Joining, false},
		{"reconnecting", self, agent.Gone, false},
		{"", self, agent.Gone, false},
	} {
		o, err := scape.New(scape.Snapshot{Protocol: scape.Protocol, Status: c.status, Self: c.self})
		require.NoError(t, err)
		require.Equal(t, c.phase, o.Phase(), c.status)
		require.Equal(t, c.canAct, o.CanAct(), c.status)
	}

	player, guest := []scape.Player{{ID: "ann"}}, []scape.Participant{{ID: "eve"}}
	require.True(t, (&scape.Snapshot{}).Alone())
	require.False(t, (&scape.Snapshot{Players: player}).Alone())
	require.True(t, (&scape.Snapshot{Players: player, Roster: scape.Some([]scape.Participant{})}).Alone())
	require.False(t, (&scape.Snapshot{Roster: scape.Some(guest)}).Alone())
}

// Package json reads and writes parts of an observation by the same names.
func TestParts(t *testing.T) {
	o, err := scape.Decode(document(t, "full.json"))
	require.NoError(t, err)
	scene, _ := o.Scene.Get()
	text, err := json.Marshal(scene)
	require.NoError(t, err)
	var again scape.Scene
	require.NoError(t, json.Unmarshal(text, &again))
	require.Equal(t, scene, again)
	var s scape.Snapshot
	require.NoError(t, json.Unmarshal(document(t, "full.json"), &s))
	require.Equal(t, o.Snapshot, s)
	require.EqualError(t, json.Unmarshal([]byte(`{}`), &s), "observation: protocol: is missing")
	require.EqualError(t, json.Unmarshal([]byte(`{}`), o), "observation: protocol: is missing")
	require.Equal(t, "session-7", o.Session(), "what is refused changes nothing")

	text, err = json.Marshal([]scape.Optional[string]{{}, scape.Some(""), scape.Some("a")})
	require.NoError(t, err)
	require.Equal(t, `[null,"","a"]`, string(text), "in a list there is no way to leave something out")
}
