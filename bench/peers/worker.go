package main

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"time"
)

// patience is how long a worker may take for one request.
const patience = 5 * time.Minute

// worker is the process of a peer. Not safe for concurrent use.
type worker struct {
	peer    *peer
	process *exec.Cmd
	in      io.WriteCloser
	out     *bufio.Reader
}

// startWorker starts the process of a peer, which ends with ctx at the latest.
func startWorker(ctx context.Context, p *peer) (*worker, error) {
	command := p.command
	if len(command) == 0 {
		self, err := os.Executable()
		if err != nil {
			return nil, err
		}
		command = []string{self, "-worker", p.name}
	}
	process := exec.CommandContext(ctx, command[0], command[1:]...)
	process.Stderr = os.Stderr
	// One core for all that a worker of this program does, its collector included.
	process.Env = append(os.Environ(), "GOMAXPROCS=1")
	in, err := process.StdinPipe()
	if err != nil {
		return nil, err
	}
	out, err := process.StdoutPipe()
	if err != nil {
		return nil, err
	}
	if err := process.Start(); err != nil {
		return nil, fmt.Errorf("start the worker of %s: %w", p.name, err)
	}
	return &worker{peer: p, process: process, in: in, out: bufio.NewReader(out)}, nil
}

// stop ends the process and waits for it.
func (w *worker) stop() error {
	_ = w.in.Close()
	if err := w.process.Wait(); err != nil {
		return fmt.Errorf("the worker of %s: %w", w.peer.name, err)
	}
	return nil
}

// ask sends a request and waits for its answer.
func (w *worker) ask(workload string, count int) (answer, error) {
	tooLong := time.AfterFunc(patience, func() { _ = w.process.Process.Kill() })
	defer tooLong.Stop()
	_, err := fmt.Fprintf(w.in, "%s %d\n", workload, count)
	line := ""
	if err == nil {
		line, err = w.out.ReadString('\n')
	}
	if err != nil {
		return answer{}, fmt.Errorf("%s gave no answer to %s %d: %w", w.peer.name, workload, count, err)
	}
	a, err := parseAnswer(line)
	if err != nil {
		return answer{}, fmt.Errorf("%s, %s %d: %w", w.peer.name, workload, count, err)
	}
	return a, nil
}

// answer is what a request came to.
type answer struct {
	elapsed time.Duration
	bytes   int64 // of live data that the request made; 0 where the worker does not know
	result  float64
}

// String returns the line that a worker writes.
func (a answer) String() string {
	return fmt.Sprintf("ok %d %d %s", a.elapsed.Nanoseconds(), a.bytes, strconv.FormatFloat(a.result, 'f', -1, 64))
}

// parseAnswer reads the line of a worker. The error is the worker's, where it answered with one.
func parseAnswer(line string) (answer, error) {
	line = strings.TrimSuffix(line, "\n")
	if message, failed := strings.CutPrefix(line, "error "); failed {
		return answer{}, errors.New(message)
	}
	fields := strings.Fields(line)
	if len(fields) != 4 || fields[0] != "ok" {
		return answer{}, fmt.Errorf("%q is no answer", line)
	}
	elapsed, errElapsed := strconv.ParseInt(fields[1], 10, 64)
	size, errSize := strconv.ParseInt(fields[2], 10, 64)
	result, errResult := strconv.ParseFloat(fields[3], 64)
	if err := errors.Join(errElapsed, errSize, errResult); err != nil {
		return answer{}, fmt.Errorf("%q is no answer: %w", line, err)
	}
	if elapsed < 0 || math.IsNaN(result) || math.IsInf(result, 0) {
		return answer{}, fmt.Errorf("%q is no answer", line)
	}
	return answer{time.Duration(elapsed), size, result}, nil
}

// resident returns the bytes of memory that the process holds.
func (w *worker) resident() (int64, error) {
	text, err := os.ReadFile(fmt.Sprintf("/proc/%d/statm", w.process.Process.Pid))
	if err != nil {
		return 0, fmt.Errorf("read how much memory %s holds: %w", w.peer.name, err)
	}
	fields := strings.Fields(string(text))
	if len(fields) < 2 {
		return 0, fmt.Errorf("read how much memory %s holds: %q", w.peer.name, text)
	}
	pages, err := strconv.ParseInt(fields[1], 10, 64)
	return pages * int64(os.Getpagesize()), err
}
