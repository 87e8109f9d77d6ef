package lua_test

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"mystic-sdk/lua"
	"mystic-sdk/lua/syntax"
	"mystic-sdk/sdk/sdktest"
)

// skipsFile lists what of the VM's own test suites does not run here; its head says how it is read.
const skipsFile = "testdata/suites.txt"

// suiteSkip is a part of a file that does not run here.
type suiteSkip struct {
	from, to int    // lines, both included
	why      string // a reason of skipReasons, and what it is about
	fails    string // how the file ends when this part of it is not left out
}

var skipReasons = []string{"absent", "5.1", "limit", "design", "words", "defect"}

var (
	skipFile = regexp.MustCompile(`^(\S+\.lua)$`)
	skipPart = regexp.MustCompile(`^  (\d+)-(\d+) +(\S+): (.*?)(?:  +(\S.*))?$`)
)

// readSkips returns the parts by file, and the comment that the list begins with.
func readSkips(t *testing.T) (skips map[string][]suiteSkip, head string) {
	t.Helper()
	text, err := os.ReadFile(skipsFile)
	require.NoError(t, err)
	skips = map[string][]suiteSkip{}
	file := ""
	for line := range strings.Lines(string(text)) {
		if strings.HasPrefix(line, "#") {
			head += line
			continue
		}
		line = strings.TrimSuffix(line, "\n")
		if m := skipFile.FindStringSubmatch(line); m != nil {
			require.NotContains(t, skips, m[1])
			file = m[1]
		} else if m := skipPart.FindStringSubmatch(line); m != nil {
			from, _ := strconv.Atoi(m[1])
			to, _ := strconv.Atoi(m[2])
			require.Contains(t, skipReasons, m[3], line)
			skips[file] = append(skips[file], suiteSkip{from, to, m[3] + ": " + m[4], m[5]})
		} else {
			require.Empty(t, line, "this is no part of a list of skips")
		}
	}
	return skips, head
}

func writeSkips(t *testing.T, skips map[string][]suiteSkip, head string, files []string) {
	t.Helper()
	text := head
	for _, file := range files {
		if len(skips[file]) == 0 {
			continue
		}
		text += "\n" + file + "\n"
		for _, s := range skips[file] {
			text += fmt.Sprintf("  %-8s %-44s  %s\n", fmt.Sprintf("%d-%d", s.from, s.to), s.why, s.fails)
		}
	}
	require.NoError(t, os.WriteFile(skipsFile, []byte(text), 0o644))
}

// suites finds the suites where the go command keeps the VM's module.
func suites(t *testing.T) (dir string, files []string) {
	t.Helper()
	out, err := exec.Command("go", "list", "-m", "-f", "{{.Dir}}", "github.com/yuin/gopher-lua").Output()
	require.NoError(t, err)
	dir = strings.TrimSpace(string(out))
	for _, suite := range []string{"_lua5.1-tests", "_glua-tests"} {
		found, err := filepath.Glob(filepath.Join(dir, suite, "*.lua"))
		require.NoError(t, err)
		require.NotEmpty(t, found, suite)
		for _, file := range found {
			files = append(files, suite+"/"+filepath.Base(file))
		}
	}
	return dir, files
}

// adapted says what 5.1 has by another name, where a message tells its place, and what asks the debug library in the middle
// of something else; and it makes smaller what this sandbox refuses, or what takes long, where less of it shows the same.
var adapted = strings.NewReplacer(
	"table.getn", "rawlen",
	"table.foreach(", "each(",
	"table.foreachi(", "each_of_list(",
	"table.maxn", "largest_index",
	"math.mod(", "math.fmod(",
	"string.gfind", "string.gmatch",
	`":(%d+):"`, `"line (%d+):"`,
	`string.find(b, "syntax levels")`, `string.find(b, "more than %d+")`,
	`assert(debug.getinfo(1, "n").name == 'F')`, "",
	`require "checktable"`, "local function stat() end",
	"limit = 30000", "limit = 5000",
	"limit = 5000\n", "limit = 100\n",
	"local step = 1\n", "local step = 29\n",
	"for i = 1,200000 do", "for i = 1,2000 do",
	"i = i+1\nuntil i==c", "i = i+97\nuntil i>=c",
	"i=1,10000 do", "i=1,1000 do",
	"i=0,10000 do", "i=0,1000 do",
	"n.n == 9000", "n.n == 900",
	"lim = 1000\n", "lim = 50\n",
	"lim = 2000", "lim = 250",
	"string.char(range(0, 255))", "every_byte()",
	"string.rep('a', 300000)", "string.rep('a', 10000)",
)

// suitePrelude has what the suites use besides: load, which goes through the host, what 5.1 has in its tables, and stand-ins
// for what has nothing to say.
const suitePrelude = `
T = {}
os = {clock = function() return 0 end}
function print() end
function collectgarbage() return 0 end
function loadstring(text)
	local id, problem = compile(text)
	if not id then return nil, problem end
	return invoke(id)
end
function load(reader)
	local parts = {}
	while true do
		local part = reader()
		if part == nil or part == "" then return loadstring(table.concat(parts)) end
		if type(part) ~= "string" then return nil, "reader function must return a string" end
		parts[#parts + 1] = part
	end
end
function each(t, f)
	for k, v in pairs(t) do
		local result = f(k, v)
		if result ~= nil then return result end
	end
end
function each_of_list(t, f)
	for i = 1, #t do
		local result = f(i, t[i])
		if result ~= nil then return result end
	end
end
function largest_index(t)
	local largest = 0
	for k in pairs(t) do
		if type(k) == "number" and k > largest then largest = k end
	end
	return largest
end
function every_byte()
	local parts = {}
	for i = 0, 255 do parts[i] = string.char(i) end
	return table.concat(parts, "", 0, 255)
end
`

// suiteRun is what the words of a suite know.
type suiteRun struct {
	loaded   []*lua.Program
	finished bool
}

// suiteSandbox has room for what the suites make. Its compile answers a number for a text that parses, and its invoke the
// function that this text is; finished stands at a file's end.
func suiteSandbox(t *testing.T) *lua.Sandbox {
	return newBox(t, func(o *lua.Options) {
		o.MaxThink, o.MaxMemory, o.Prelude = 20_000_000, 64<<20, suitePrelude
		o.Words = map[string]lua.Word{
			"compile": {Func: func(c *lua.Call) error {
				text := c.Arg(0).Text()
				if _, err := lua.Compile("", text); err != nil {
					c.PushNil()
					c.PushText(err.Error())
					return nil
				}
				p, err := lua.Compile("", "return function(...) "+text+"\nend")
				if err != nil {
					return err
				}
				run := c.Data().(*suiteRun)
				c.PushNumber(float64(len(run.loaded)))
				run.loaded = append(run.loaded, p)
				return nil
			}},
			"invoke": {Func: func(c *lua.Call) error {
				c.Invoke(c.Data().(*suiteRun).loaded[int(c.Arg(0).Number())])
				return nil
			}},
			"finished": {Func: func(c *lua.Call) error {
				c.Data().(*suiteRun).finished = true
				return nil
			}},
		}
	})
}

// without returns the lines of a file, empty where they are skipped.
func without(lines []string, skips []suiteSkip) []string {
	kept := slices.Clone(lines)
	for _, s := range skips {
		for i := s.from; i <= s.to; i++ {
			kept[i-1] = ""
		}
	}
	return kept
}

// runSuite runs a file and returns the first line of the error that it ends with; "" where it runs to its end.
func runSuite(t *testing.T, box *lua.Sandbox, lines []string) string {
	t.Helper()
	firstLine := func(err error) string { return strings.SplitN(err.Error(), "\n", 2)[0] }
	program, err := lua.Compile("", withEnd(adapted.Replace(strings.Join(lines, "\n"))))
	if err != nil {
		return firstLine(err)
	}
	var run suiteRun
	state, err := box.NewState(lua.StateConfig{Data: &run})
	require.NoError(t, err)
	defer state.Close()
	thread := state.Start(program)
	for state.Grant(200_000); thread.Resume() == lua.Thinking; {
		state.Grant(200_000)
	}
	if err := thread.Err(); err != nil {
		return firstLine(err)
	}
	if !run.finished {
		return "it returns before its end"
	}
	return ""
}

// withEnd has a file call finished as its last statement, or before the value that it returns.
func withEnd(text string) string {
	at := len(text)
	if chunk, _ := syntax.Parse("", text); len(chunk.Body.Stmts) > 0 {
		if last, ok := chunk.Body.Stmts[len(chunk.Body.Stmts)-1].(*syntax.Return); ok {
			at = last.Range().Start.Offset
		}
	}
	return text[:at] + "\nfinished()\n" + text[at:]
}

// isCode says whether a line of a file has a statement, or a part of one.
func isCode(line string) bool {
	line = strings.TrimSpace(line)
	return line != "" && !strings.HasPrefix(line, "--")
}

// suiteFigures is where docs/lua.md tells how much of the suites runs.
var suiteFigures = regexp.MustCompile(`\d+ lines of them run here and \d+ do not`)

// TestSuites runs the test suites that the VM brings along, those of Lua 5.1 and its own, without the parts that
// testdata/suites.txt names. Each of these parts must fail, and as the list says; -update writes anew how.
func TestSuites(t *testing.T) {
	dir, files := suites(t)
	box := suiteSandbox(t)
	skips, head := readSkips(t)
	ran, left := 0, 0
	for _, file := range files {
		t.Run(file, func(t *testing.T) {
			text, err := os.ReadFile(filepath.Join(dir, file))
			require.NoError(t, err)
			lines := strings.Split(string(text), "\n")
			own := skips[file]
			kept := without(lines, own)
			require.Empty(t, runSuite(t, box, kept))
			for i := range own {
				others := slices.Delete(slices.Clone(own), i, i+1)
				fails := runSuite(t, box, without(lines, others))
				require.NotEmpty(t, fails, "lines %d to %d run now: take them off the list", own[i].from, own[i].to)
				if sdktest.Update() {
					own[i].fails = fails
				}
				require.Equal(t, own[i].fails, fails, "lines %d to %d", own[i].from, own[i].to)
			}
			for i := range lines {
				if isCode(kept[i]) {
					ran++
				} else if isCode(lines[i]) {
					left++
				}
			}
		})
	}
	for file := range skips {
		require.Contains(t, files, file)
	}
	if sdktest.Update() {
		writeSkips(t, skips, head, files)
	}
	sentence := fmt.Sprintf("%d lines of them run here and %d do not", ran, left)
	text := readLuaDocument(t)
	if sdktest.Update() {
		text = suiteFigures.ReplaceAllString(text, sentence)
		updateLuaDocument(t, text)
	}
	require.Contains(t, strings.Join(strings.Fields(text), " "), sentence)
}
