package main

import (
	"bytes"
	"context"
	"io"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// TestBenchMeasuresAll runs the whole of it with the peers of this program, as small as it goes.
func TestBenchMeasuresAll(t *testing.T) {
	taking, _, err := take(peers, func(string) bool { return false })
	require.Error(t, err)
	require.Len(t, taking, 4)
	var progress bytes.Buffer
	b := &bench{plan: plan{Rounds: 2, Batch: time.Millisecond, Agents: 5}, peers: taking, progress: &progress}
	require.NoError(t, b.run(context.Background()))
	for _, p := range taking {
		for _, one := range timed {
			f := find(b.figures, one.name, p.name, nanoseconds)
			if !plays(&p, one.name) {
				require.Nil(t, f, "%s %s", p.name, one.name)
				continue
			}
			require.NotNil(t, f, "%s %s", p.name, one.name)
			require.Len(t, f.Samples, 2)
			require.Equal(t, (f.Samples[0]+f.Samples[1])/2, f.Median)
		}
		for _, one := range sized {
			require.NotNil(t, find(b.figures, one.name, p.name, residentBytes), "%s %s", p.name, one.name)
			require.Positive(t, find(b.figures, one.name, p.name, liveBytes).Median, "%s %s", p.name, one.name)
		}
	}
	require.Equal(t, `comparing the results
finding how often each workload fits into 1ms
round 1 of 2: times
round 1 of 2: memory
round 2 of 2: times
round 2 of 2: memory
`, progress.String())
}

// shell is a peer whose worker is a line of shell.
func shell(name, line string) peer { return peer{name: name, command: []string{"sh", "-c", line}} }

func TestBenchRefuses(t *testing.T) {
	says := func(answer string) string { return "while read -r workload count; do echo '" + answer + "'; done" }
	for name, c := range map[string]struct {
		peers []peer
		want  string
	}{
		"results that differ": {
			[]peer{shell("one", says("ok 1 0 7")), shell("two", says("ok 1 0 8"))}, "create: one answers 7, and two 8",
		},
		"a worker's error": {[]peer{shell("one", says("error no more memory"))}, "one, create 2: no more memory"},
		"no answer":        {[]peer{shell("one", "read -r request")}, "one gave no answer to create 2: EOF"},
		"nonsense":         {[]peer{shell("one", says("good"))}, `one, create 2: "good" is no answer`},
		"no program":       {[]peer{{name: "one", command: []string{"./no-such-program"}}}, "start the worker of one"},
	} {
		t.Run(name, func(t *testing.T) {
			b := &bench{plan: plan{Rounds: 1, Batch: time.Millisecond, Agents: 1}, peers: c.peers, progress: io.Discard}
			require.ErrorContains(t, b.run(context.Background()), c.want)
		})
	}
}

func TestParseAnswer(t *testing.T) {
	a, err := parseAnswer("ok 1500 0 -2.5\n")
	require.NoError(t, err)
	require.Equal(t, answer{elapsed: 1500, result: -2.5}, a)
	again, err := parseAnswer(a.String())
	require.NoError(t, err)
	require.Equal(t, a, again)
	for _, line := range []string{"", "ok", "ok 1 2", "ok 1 2 3 4", "ok x 0 1", "ok -1 0 1", "ok 1 0 nan", "ok 1 0 inf", "okay 1 0 1"} {
		_, err := parseAnswer(line)
		require.ErrorContains(t, err, "is no answer", line)
	}
	_, err = parseAnswer("error it broke\n")
	require.EqualError(t, err, "it broke")
}

func TestFitStaysNearTheBatch(t *testing.T) {
	// Each turn of this worker takes 100,000 ns, so a batch of 10 ms is a hundred.
	p := shell("even", `while read -r workload count; do echo "ok $((count * 100000)) 0 1"; done`)
	w, err := startWorker(context.Background(), &p)
	require.NoError(t, err)
	count, err := (&bench{plan: plan{Batch: 10 * time.Millisecond}}).fit(w, "fib")
	require.NoError(t, err)
	require.Equal(t, 100, count)
	require.NoError(t, w.stop())
}

func TestMedian(t *testing.T) {
	require.Equal(t, 3.0, median([]float64{9, 3, 1}))
	require.Equal(t, 2.5, median([]float64{1, 4, 2, 3}))
	require.Equal(t, "cab", strings.Join(rotated([]string{"a", "b", "c"}, 5), ""))
}
