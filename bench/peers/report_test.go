package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

func sample(workload, peer, unit string, samples ...float64) *figure {
	return &figure{Workload: workload, Peer: peer, Unit: unit, Median: median(samples), Samples: samples}
}

func TestReport(t *testing.T) {
	r := &report{
		Machine: "2 cores of a processor, linux/amd64", With: "go1.26.8, gopher-lua v1.1.2",
		plan: plan{Rounds: 3, Batch: 200 * time.Millisecond, Agents: 500}, Missing: []string{"wasmoon", "await"},
		Figures: []*figure{
			sample("verb", "mystic", nanoseconds, 400, 450, 500), sample("verb", "lua5.4", nanoseconds, 47.5, 48.04, 90),
			sample("fib", "lua5.4", nanoseconds, 450_000), sample("fib", "mystic", nanoseconds, 2_996_000),
			sample("text", "lua5.4", nanoseconds, 5e9), sample(idleWork, "mystic", residentBytes, 0),
			sample(idleWork, "lua5.4", residentBytes, 15<<10), sample(blockedWork, "mystic", liveBytes, 900),
			sample(blockedWork, "lua5.4", liveBytes, 3<<20),
		},
	}
	var text, json strings.Builder
	require.NoError(t, r.writeText(&text))
	require.NoError(t, r.writeJSON(&json))
	golden(t, "report.txt", text.String())
	golden(t, "report.json", json.String())
}

func golden(t *testing.T, name, got string) {
	t.Helper()
	file := filepath.Join(texts, name)
	if *update {
		require.NoError(t, os.WriteFile(file, []byte(got), 0o644))
	}
	want, err := os.ReadFile(file)
	require.NoError(t, err)
	require.Equal(t, string(want), got)
}

func TestTake(t *testing.T) {
	names := func(all []peer) string {
		var list []string
		for _, p := range all {
			list = append(list, p.name)
		}
		return strings.Join(list, " ")
	}
	for _, c := range []struct{ missing, there, gone, err string }{
		{"", "mystic world gopher shared wasmoon await lua5.4", "", ""},
		{
			"lua5.4", "mystic world gopher shared wasmoon await", "lua5.4",
			"lua5.4 is missing; install it from Debian: apt-get install lua5.4",
		},
		{
			"npm", "mystic world gopher shared lua5.4", "wasmoon await", "npm is missing; install it from Debian: apt-get install npm",
		},
		{
			"node npm lua5.4", "mystic world gopher shared", "wasmoon await lua5.4",
			"node is missing; install it with npm, version 20 or newer, from Debian: apt-get install nodejs npm\n" +
				"npm is missing; install it from Debian: apt-get install npm\n" +
				"lua5.4 is missing; install it from Debian: apt-get install lua5.4",
		},
	} {
		there, gone, err := take(peers, func(program string) bool { return !strings.Contains(c.missing, program) })
		require.Equal(t, c.there, names(there))
		require.Equal(t, c.gone, names(gone))
		if c.err == "" {
			require.NoError(t, err)
			continue
		}
		require.EqualError(t, err, c.err)
	}
}
