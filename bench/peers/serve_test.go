package main

import (
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// results are what Lua 5.4 answers, with the counts that are asked for here.
var results = map[string]string{
	"create 2": "19", "verb 300": "450", "agent 20": "809286", "fib 2": "6765", "loops 2": "51272", "sieve 2": "1013507",
	"tables 2": "279068", "text 2": "13946", "crowd 3": "12000",
}

func TestEnginesAnswerAsLuaDoes(t *testing.T) {
	for _, p := range peers {
		if len(p.programs()) > 0 {
			continue
		}
		t.Run(p.name, func(t *testing.T) {
			for request, want := range results {
				workload, _, _ := strings.Cut(request, " ")
				if !plays(&p, workload) {
					continue
				}
				var out strings.Builder
				require.NoError(t, serve(p.name, strings.NewReader(request+"\n"), &out))
				require.Regexp(t, `^ok \d+ 0 `+want+`\n$`, out.String(), request)
			}
		})
	}
}

// TestKeptAgents makes each kind of agent that is weighed, and reads how much each holds.
func TestKeptAgents(t *testing.T) {
	for _, p := range peers {
		if len(p.programs()) > 0 {
			continue
		}
		t.Run(p.name, func(t *testing.T) {
			var out strings.Builder
			require.NoError(t, serve(p.name, strings.NewReader("create 1\ncollect 1\nidle 20\nblocked 20\n"), &out))
			lines := strings.Split(out.String(), "\n")
			require.Len(t, lines, 5, out.String())
			idle, err := parseAnswer(lines[2])
			require.NoError(t, err)
			require.Equal(t, 19.0, idle.result)
			blocked, err := parseAnswer(lines[3])
			require.NoError(t, err)
			require.Positive(t, idle.bytes)
			require.Positive(t, blocked.bytes)
		})
	}
}

func TestServeAnswersMistakes(t *testing.T) {
	for request, want := range map[string]string{
		"":          `error "" is no request: it takes a workload and a count`,
		"fib":       `error "fib" is no request: it takes a workload and a count`,
		"fib 0":     `error "fib 0" is no request: it takes a workload and a count`,
		"fib x":     `error "fib x" is no request: it takes a workload and a count`,
		"fob 1":     `error no workload: open testdata/fob.lua: no such file or directory`,
		"prelude 1": `error the script returned [] instead of a number`,
	} {
		var out strings.Builder
		require.NoError(t, serve("mystic", strings.NewReader(request+"\n"), &out))
		require.Equal(t, want+"\n", out.String(), request)
	}
	require.EqualError(t, serve("mistyc", strings.NewReader(""), &strings.Builder{}), `there is no worker "mistyc"`)
}

// TestEveryWorkloadHasItsText holds the tables together: each text is a workload or what an agent is made with.
func TestEveryWorkloadHasItsText(t *testing.T) {
	// The size of the crowd and the names of requests stand in the other workers once more.
	for _, file := range []string{"worker.mjs", "worker.lua"} {
		text, err := os.ReadFile(file)
		require.NoError(t, err)
		require.Contains(t, string(text), strconv.Itoa(crowdSize), file)
		for _, name := range []string{createWork, idleWork, blockedWork, crowdWork, collectRequest} {
			require.Regexp(t, `["']`+name+`["']`, string(text), file)
		}
	}
	files, err := filepath.Glob(filepath.Join(texts, "*.lua"))
	require.NoError(t, err)
	want := []string{"prelude", "ready"}
	for _, one := range timed {
		if one.name != createWork {
			want = append(want, one.name)
		}
	}
	var got []string
	for _, file := range files {
		got = append(got, strings.TrimSuffix(filepath.Base(file), ".lua"))
	}
	require.ElementsMatch(t, want, got)
	for _, p := range peers {
		if len(p.programs()) == 0 {
			require.Contains(t, engines, p.name)
		}
	}
	require.Len(t, gopherHost(nil), 20, "an agent is made with twenty functions of the host")
}
