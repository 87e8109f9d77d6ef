package main

import (
	"bufio"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"runtime/debug"
	"strconv"
	"strings"
	"syscall"
	"time"
)

// engine is a peer that is written in Go and runs in a worker process of this command.
type engine interface {
	// newAgent makes an agent that has the prelude and the host's functions; its turns() answers turns.
	newAgent(turns int) (agent, error)
	// newCrowd makes so many agents, all of which begin a script.
	newCrowd(size int, source string) (crowd, error)
}

// crowd are agents whose scripts go on together, each from one action to the next.
type crowd interface {
	// turn plays a tick: every agent's action ends, and its script goes on.
	turn() error
	// yards are those of the agents.
	yards() []*yard
}

// agent is one agent of an engine, with a yard of its own.
type agent interface {
	// load makes a script ready to be played, as often as one likes.
	load(source string) (script, error)
	// close drops the agent and what it holds.
	close()
}

// script is a script of one agent.
type script interface {
	// play plays it from its first line to its end, each action's tick at once, and returns the number that it returned.
	play() (float64, error)
	// begin plays it to its first action, in which it stays. No script of the engine is played after one has begun.
	begin() error
}

// engines makes the engines by their names.
var engines = map[string]func(prelude string) (engine, error){
	"mystic": newMystic,
	"world":  newWorld,
	"gopher": newGopher,
	"shared": newShared,
}

// server answers requests with an engine.
type server struct {
	engine engine
	held   []kept // what the requests idle and blocked made
	crowd  crowd  // made by the first request for it, and kept
}

// kept is an agent with its script, which may stand in an action.
type kept struct {
	agent  agent
	script script
}

// serve answers the requests of one peer until they end.
func serve(name string, in io.Reader, out io.Writer) error {
	prelude, err := os.ReadFile(filepath.Join(texts, "prelude.lua"))
	if err != nil {
		return err
	}
	build, ok := engines[name]
	if !ok {
		return fmt.Errorf("there is no worker %q", name)
	}
	e, err := build(string(prelude))
	if err != nil {
		return fmt.Errorf("build %s: %w", name, err)
	}
	s := &server{engine: e}
	requests := bufio.NewScanner(in)
	for requests.Scan() {
		a, err := s.request(requests.Text())
		if err != nil {
			_, err = fmt.Fprintf(out, "error %s\n", strings.ReplaceAll(err.Error(), "\n", " "))
		} else {
			_, err = fmt.Fprintln(out, a)
		}
		if err != nil {
			return err
		}
	}
	return requests.Err()
}

func (s *server) request(line string) (answer, error) {
	name, number, _ := strings.Cut(line, " ")
	count, err := strconv.Atoi(number)
	if err != nil || count < 1 {
		return answer{}, fmt.Errorf("%q is no request: it takes a workload and a count", line)
	}
	switch name {
	case collectRequest:
		collect()
		return answer{}, nil
	case createWork, idleWork, blockedWork:
		return s.agents(name, count)
	case crowdWork:
		return s.crowded(count)
	}
	return s.script(name, count)
}

// collect frees what can be freed, and gives it back to the system.
func collect() {
	runtime.GC()
	runtime.GC() // what a pool holds goes with the second one
	debug.FreeOSMemory()
}

// script plays a script: with count turns, if it asks for turns, or else count times.
func (s *server) script(name string, count int) (answer, error) {
	source, err := os.ReadFile(filepath.Join(texts, name+".lua"))
	if err != nil {
		return answer{}, fmt.Errorf("no workload: %w", err)
	}
	turns, times := 1, count
	if strings.Contains(string(source), "turns()") {
		turns, times = count, 1
	}
	one, err := s.engine.newAgent(turns)
	if err != nil {
		return answer{}, err
	}
	defer one.close()
	ready, err := one.load(string(source))
	if err != nil {
		return answer{}, err
	}
	runtime.GC()
	a, began := answer{}, processorTime()
	for range times {
		if a.result, err = ready.play(); err != nil {
			return answer{}, err
		}
	}
	a.elapsed = processorTime() - began
	return a, nil
}

// agents makes agents, each of which plays a line, and drops them or holds them until the worker ends.
func (s *server) agents(work string, count int) (answer, error) {
	file := "ready.lua"
	if work == blockedWork {
		file = "verb.lua"
	}
	source, err := os.ReadFile(filepath.Join(texts, file))
	if err != nil {
		return answer{}, err
	}
	collect()
	a, before, began := answer{}, inUse(), processorTime()
	for range count {
		one, err := s.engine.newAgent(1)
		if err != nil {
			return answer{}, err
		}
		ready, err := one.load(string(source))
		switch {
		case err != nil:
		case work == blockedWork:
			err = ready.begin()
		default:
			a.result, err = ready.play()
		}
		if err != nil {
			one.close()
			return answer{}, err
		}
		if work == createWork {
			one.close()
		} else {
			s.held = append(s.held, kept{one, ready})
		}
	}
	a.elapsed = processorTime() - began
	if work != createWork {
		collect()
		a.bytes = inUse() - before
	}
	return a, nil
}

// crowded has the crowd play turns, and answers where all agents are together.
func (s *server) crowded(turns int) (answer, error) {
	if s.crowd == nil {
		source, err := os.ReadFile(filepath.Join(texts, "crowd.lua"))
		if err != nil {
			return answer{}, err
		}
		if s.crowd, err = s.engine.newCrowd(crowdSize, string(source)); err != nil {
			return answer{}, err
		}
	}
	runtime.GC()
	began := processorTime()
	for range turns {
		if err := s.crowd.turn(); err != nil {
			return answer{}, err
		}
	}
	a := answer{elapsed: processorTime() - began}
	for _, y := range s.crowd.yards() {
		a.result += float64(y.at)
	}
	return a, nil
}

// processorTime is what this process has used, all of its threads together.
func processorTime() time.Duration {
	var used syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &used); err != nil {
		panic(err) // of a valid request for one's own process
	}
	return time.Duration(used.Utime.Nano() + used.Stime.Nano())
}

// inUse is the live heap and the stacks.
func inUse() int64 {
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return int64(m.HeapAlloc + m.StackInuse)
}
