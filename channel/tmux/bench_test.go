package tmux_test

import (
	"os/exec"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"mystic-sdk/channel"
	"mystic-sdk/channel/channeltest"
	"mystic-sdk/channel/tmux"
)

// beside measures an operation of the service and the bare tmux commands for the same, in turn, so that what else the machine
// does falls on both. It reports the medians and how many times the second the first is.
func beside(b *testing.B, server *channeltest.Server, operation func() error, stdin string, bare ...string) {
	b.Helper()
	b.ReportAllocs()
	var service, alone []time.Duration
	for b.Loop() {
		begun := time.Now()
		if err := operation(); err != nil {
			b.Fatal(err)
		}
		between := time.Now()
		cmd := exec.Command("tmux", append([]string{"-u", "-S", server.Socket}, bare...)...)
		cmd.Stdin = strings.NewReader(stdin)
		if _, err := cmd.Output(); err != nil {
			b.Fatal(err)
		}
		service, alone = append(service, between.Sub(begun)), append(alone, time.Since(between))
	}
	slices.Sort(service)
	slices.Sort(alone)
	middle := len(service) / 2
	b.ReportMetric(float64(service[middle].Microseconds())/1000, "service-ms")
	b.ReportMetric(float64(alone[middle].Microseconds())/1000, "bare-ms")
	b.ReportMetric(float64(service[middle])/float64(alone[middle]), "times")
}

func BenchmarkList256(b *testing.B) {
	server := channeltest.Start(b)
	server.Session("live", "exec sleep 1000")
	for made := 1; made < 256; made += 51 {
		batch := []string{}
		for range 51 {
			batch = append(batch, "new-window", "-d", "-t", "live:", "exec sleep 1000", ";")
		}
		server.Run(batch[:len(batch)-1]...)
	}
	service := serve(b, server.Config("live"))
	beside(b, server, func() error { _, err := service.List(b.Context()); return err }, "", "list-panes", "-a", "-F",
		"#{pane_id}\t#{session_name}\t#{window_id}\t#{window_index}\t#{pane_index}\t#{pane_title}\t#{pane_current_path}")
}

func BenchmarkRead1000(b *testing.B) {
	server := channeltest.Start(b)
	pane := server.Session("live", "stty -echo; seq -f 'a line of output with some words in it: number %g' 2500; exec cat")
	pane.Shows("number 2500")
	service := serve(b, server.Config("live"))
	beside(b, server, func() error {
		_, err := service.Read(b.Context(), channel.ReadRequest{ChannelID: pane.Channel, Lines: 1000})
		return err
	}, "", "capture-pane", "-p", "-S", "-1001", "-t", pane.ID)
}

func BenchmarkWrite1KiB(b *testing.B) { benchmarkWrite(b, 1<<10) }

func BenchmarkWrite1MiB(b *testing.B) { benchmarkWrite(b, 1<<20) }

func benchmarkWrite(b *testing.B, size int) {
	server := channeltest.Start(b)
	pane := server.Session("live", "stty raw -echo; echo ready; exec cat >/dev/null")
	pane.Shows("ready")
	service := serve(b, server.Config("live"))
	text := mixed(size)
	beside(b, server, func() error {
		_, err := service.WriteText(b.Context(), channel.WriteRequest{ChannelID: pane.Channel, Text: text, Submit: true})
		return err
	}, text, "load-buffer", "-b", "bench", "-", ";", "paste-buffer", "-r", "-d", "-b", "bench", "-t", pane.ID, ";", "send-keys", "-t", pane.ID, "Enter")
}

// BenchmarkWait16 is what 16 reads cost that wait for 16 quiet panes: tmux processes, and CPU time of this process and of them,
// a second of waiting.
func BenchmarkWait16(b *testing.B) {
	server := channeltest.Start(b)
	backend, calls, err := tmux.NewCounted(server.Config("live"))
	require.NoError(b, err)
	service := over(b, backend, server.Config("live"))
	var requests []channel.ReadRequest
	server.Session("live", "exec cat")
	for range 15 {
		server.Run("new-window", "-d", "-t", "live:", "exec cat")
	}
	listing, err := service.List(b.Context())
	require.NoError(b, err)
	for _, c := range listing.Channels {
		first := read(b, service, channel.ReadRequest{ChannelID: c.ChannelID})
		requests = append(requests, channel.ReadRequest{ChannelID: c.ChannelID, After: first.Revision, Wait: 2 * time.Second})
	}
	before, cpu, begun := len(calls.All()), cpuTime(b), time.Now()
	for b.Loop() {
		done := make(chan error, len(requests))
		for _, r := range requests {
			go func() { _, err := service.Read(b.Context(), r); done <- err }()
		}
		for range requests {
			if err := <-done; err != nil {
				b.Fatal(err)
			}
		}
	}
	waited := time.Since(begun).Seconds()
	service.Close()
	b.ReportMetric(float64(len(calls.All())-before)/waited, "processes/s")
	b.ReportMetric((cpuTime(b)-cpu).Seconds()/waited*1000, "cpu-ms/s")
}

// cpuTime returns what this process and the children that it has waited for have used.
func cpuTime(b *testing.B) time.Duration {
	b.Helper()
	var sum time.Duration
	for _, who := range []int{syscall.RUSAGE_SELF, syscall.RUSAGE_CHILDREN} {
		var usage syscall.Rusage
		require.NoError(b, syscall.Getrusage(who, &usage))
		sum += time.Duration(usage.Utime.Nano() + usage.Stime.Nano())
	}
	return sum
}
