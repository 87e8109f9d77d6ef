package sdk_test

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"mystic-sdk/contract"
	"mystic-sdk/sdk"
	"mystic-sdk/sdk/sdktest"
)

// attempts are scripts that try a name: "LITERAL" stands for it as Lua writes it. In turn they are refused by the checker, ask
// with the name in the text, and ask with a name that only the run makes.
var attempts = [...]struct{ mode, script string }{
	{"check", `go(LITERAL)
give(LITERAL, "bo")
give("rope", LITERAL)
if find(LITERAL) then print(count(LITERAL)) end`},
	{"run", `print(count(LITERAL))
run(LITERAL)`},
	{"run", `wait(1)
print(go(LITERAL))
print(give(LITERAL, "max"))
print(give("lamp", LITERAL, 2))
print(find(LITERAL), count(LITERAL))
print(forget(LITERAL))
say(LITERAL)`},
	{"run", `local name = tostring(LITERAL)
print(go(name))
print(give(name, "max"))
print(give("lamp", name, 2))
print(give(name, name))
print(find(name), count(name))
print(pcall(go, name, name))
print(pcall(give, "rope", name, 0.5))
print(pcall(function() return find(name).coves end))
print(pcall(run, name))
must(go(name))`},
	{"run", `local name = tostring(LITERAL)
return find(name).coves`},
	{"run", `return run(tostring(LITERAL))`},
	{"look", `if find(LITERAL) then print("it is there") end
return count(tostring(LITERAL)), find(tostring(LITERAL))`},
	{"look", `return find(LITERAL).coves, go(LITERAL)`},
	{"look", `return run(tostring(LITERAL))`},
}

// persistent is a script that is refused until that alerts.
const persistent = `local name = tostring(LITERAL)
for _ = 1, 50 do go(name) end
print(now())`

// thinking is a look that ends at the line at which its steps are spent, so that the line tells what a sense costs.
var thinking = "local name = tostring(LITERAL)\n" + strings.Repeat("find(name) count(name)\n", 300)

// answer is one reply: what the agent reads, and the structured form with its steps and ticks.
type answer struct{ text, structured string }

// exchange is all that ann is answered about one name. No call waits, so that all of it happens in one goroutine.
func exchange(w *sdk.World, name string, thorough bool) []answer {
	var answers []answer
	send := func(tool string, args map[string]any) *contract.Reply {
		reply := call(w, "ann", tool, args)
		w.Gateway().Ack("ann", reply.Mark)
		structured, err := json.Marshal(reply)
		if err != nil {
			panic(err)
		}
		answers = append(answers, answer{reply.Text(), string(structured)})
		return reply
	}
	try := func(mode, script string, ticks int) {
		reply := send("run", map[string]any{"mode": mode, "script": strings.ReplaceAll(script, "LITERAL", literalOf(name)), "wait": 0})
		if reply.Error == nil && mode == "run" {
			for range ticks {
				w.Tick()
			}
			send("status", nil)
		}
	}
	for _, a := range attempts {
		try(a.mode, a.script, 4)
	}
	for _, about := range []string{name, "script " + name} {
		send("ask", map[string]any{"about": about})
	}
	if thorough {
		try("look", thinking, 0)
		try("run", persistent, 60)
		send("journal", nil)
	}
	send("ask", map[string]any{"about": "usage"})
	return answers
}

// literalOf writes a text of any bytes as Lua does, in ASCII and on one line.
func literalOf(text string) string {
	var b strings.Builder
	for i := range len(text) {
		if c := text[i]; c < ' ' || c > '~' || c == '"' || c == '\\' {
			fmt.Fprintf(&b, `\%03d`, c)
		} else {
			b.WriteByte(c)
		}
	}
	return `"` + b.String() + `"`
}

// voyage is what ann is answered about each of some names, one after the other, in a new world.
type voyage [][]answer

// sail plays a world that has the hidden ones of some names and not the others. Bo saves a script under each that can be a
// script's name.
func sail(t *testing.T, names, hidden []string) voyage {
	t.Helper()
	w, err := sdk.NewWorld(isles(hidden), &sdk.Options{Seed: 1})
	require.NoError(t, err)
	defer w.Close()
	for _, name := range hidden {
		call(w, "bo", "run", map[string]any{"script": `print("a script of bo's")`, "name": name, "wait": 0})
	}
	w.Tick()
	var v voyage
	for i, name := range names {
		v = append(v, exchange(w, name, i == 0))
	}
	return v
}

const (
	batch   = 20 // names tried in one world
	batches = 50 // of names
	plainly = 25 // batches of names that are like no known one
)

// TestNoOracle tries a thousand names in pairs of worlds: what one of them has hidden from ann, the other does not have at all,
// and each has half of the names. Every reply must be the same byte by byte, with the steps and the ticks that it tells.
func TestNoOracle(t *testing.T) {
	random := rand.New(rand.NewPCG(4, 2))
	tried := map[string]bool{}
	var first voyage
	for n := range batches {
		pick := plainName
		if n >= plainly {
			pick = oddName
		}
		var names []string
		for len(names) < batch {
			if name := pick(random); !tried[name] && !slices.Contains(slices.Concat(common()["place"], common()["thing"], common()["person"]), name) {
				tried[name] = true
				names = append(names, name)
			}
		}
		here, there := sail(t, names, names[:batch/2]), sail(t, names, names[batch/2:])
		for i, name := range names {
			for j := range here[i] {
				require.Equal(t, here[i][j].text, there[i][j].text, "answer %d about %q", j, name)
				require.Equal(t, here[i][j].structured, there[i][j].structured, "answer %d about %q", j, name)
			}
		}
		if n >= plainly {
			continue
		}
		// Such names have no likeness to known ones that a hint could tell, so that all answers are the same but for the name.
		anonymous(here, names)
		if first == nil {
			first = here
		}
		require.Equal(t, first, here)
	}
	require.Len(t, tried, batch*batches)
	pinOracle(t, first[0])
}

// anonymous writes NAME for each name in what was answered about it.
func anonymous(v voyage, names []string) {
	for i, name := range names {
		for j := range v[i] {
			a := &v[i][j]
			a.text, a.structured = strings.ReplaceAll(a.text, name, "NAME"), strings.ReplaceAll(a.structured, name, "NAME")
		}
	}
}

// pinOracle compares what is answered about any unknown name with a golden file.
func pinOracle(t *testing.T, answers []answer) {
	t.Helper()
	const file = "testdata/oracle.golden"
	var b strings.Builder
	for _, a := range answers {
		fmt.Fprintf(&b, "%s\n\n", a.text)
	}
	if sdktest.Update() {
		require.NoError(t, os.WriteFile(file, []byte(b.String()), 0o644))
	}
	want, err := os.ReadFile(file)
	require.NoError(t, err, "run the test with -update")
	require.Equal(t, string(want), b.String(), "run the test with -update and look at the difference")
}

// plainName makes a name of ten letters that no known one has, fit for a script as well.
func plainName(r *rand.Rand) string {
	name := make([]byte, 10)
	for i := range name {
		name[i] = "jqvxyz"[r.IntN(6)]
	}
	return string(name)
}

// oddName makes a name that is near to a known one, or that some part of the way to the reply could stumble over.
func oddName(r *rand.Rand) string {
	one := func(list ...string) string { return list[r.IntN(len(list))] }
	near := one("camp", "mine", "Old Well", "rope", "lamp", "bo", "max")
	at := r.IntN(len(near))
	letter := string(rune('a' + r.IntN(26)))
	switch r.IntN(9) {
	case 0: // in other letters, with blanks around
		near = near[:at] + strings.ToUpper(near[at:])
		return one("", " ", "\t", "\n", "\u00a0") + near + one("", " ", "  ", "\n")
	case 1: // one letter too many, one wrong, one missing
		return near[:at] + one(letter, letter+near[at:at+1], "") + near[at+1:]
	case 2: // what stands for something elsewhere
		return one("go", "give", "find", "nil", "true", "all", "usage", "ann", "me", "heard", "script", "%s", "NAME") + one("", "_", " ", ".", "(") + one("", letter)
	case 3: // marks of Lua, JSON and replies
		return near[:at] + one(`"`, `'`, `\`, "]]", "--", "{", "<", ">", "&", "! ", "* ", "@9", "%d", "\x00") + near[at:] + one("", letter)
	case 4: // letters that look alike, are made of two, or change the direction
		return near[:at] + one("а", "е", "о", "é", "e\u0301", "ß", "ı", "K", "\u202e", "\u200b", "\ufeff", "🏝") + near[at:] + one("", letter)
	case 5: // other alphabets
		runes := make([]rune, 1+r.IntN(12))
		for i := range runes {
			runes[i] = []rune{'α', 'д', 'ش', 'ก', '中', 'あ', '한', '🙂'}[r.IntN(8)] + rune(r.IntN(8))
		}
		return string(runes)
	case 6: // bytes that are no text
		return near[:at] + string([]byte{byte(128 + r.IntN(128))}) + near[at:]
	case 7: // long ones
		return strings.Repeat(one(letter, near+" ", "é"), 30+r.IntN(300))
	}
	return fmt.Sprint(r.IntN(100000) - 50000)
}
