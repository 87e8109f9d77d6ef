package main

// texts is the folder of the Lua files that all peers play.
const texts = "testdata"

// collectRequest has a worker free what it can.
const collectRequest = "collect"

// The workloads that are about agents and not about one script.
const (
	createWork  = "create"
	idleWork    = "idle"
	blockedWork = "blocked"
	crowdWork   = "crowd"
)

// crowdSize is how many agents play at the same time in the workload crowd: more than a processor's nearer caches hold.
const crowdSize = 2000

// workload is one thing that is measured. Its name is the request's, and that of the Lua file that is played.
type workload struct {
	name string
	what string // in the report
}

// timed are the workloads of which one turn is timed, in the order of the report.
var timed = []workload{
	{createWork, "an agent is made, plays a line, is dropped"},
	{"verb", "a blocking verb: called, resumed, answered"},
	{"agent", "a turn of an agent's script"},
	{crowdWork, "a sense and a verb of one agent among 2,000"},
	{"fib", "calls"},
	{"loops", "arithmetic in nested loops"},
	{"sieve", "list stores and reads"},
	{"tables", "records by field and name, sorted"},
	{"text", "strings built and searched"},
}

// sized are those of which agents are made and kept, and their bytes counted.
var sized = []workload{
	{idleWork, "an agent that runs nothing"},
	{blockedWork, "an agent whose script is blocked in a verb"},
}

// turns says how many turns a request for so many is.
func (w workload) turns(count int) int {
	if w.name == crowdWork {
		return count * crowdSize
	}
	return count
}

// peer is one of those that are compared.
type peer struct {
	name    string
	what    string   // in the report
	command []string // of the worker; empty: this program itself
	lacks   []string // workloads that it does not play
}

// programs are those that the peer cannot do without; none for those of this program itself.
func (p *peer) programs() []string {
	switch {
	case len(p.command) == 0:
		return nil
	case p.command[0] == "node":
		return []string{"node", npm}
	}
	return p.command[:1]
}

var peers = []peer{
	{name: "mystic", what: "package lua: the sandbox, counted and accounted for"},
	{
		name: "world", what: "sdk.World: the tools, the checker and the ticks around it",
		lacks: []string{"fib", "loops", "sieve", "tables", "text"}, // as the sandbox
	},
	{
		name: "gopher", what: "gopher-lua, stock: a state with all libraries for each agent",
		lacks: []string{crowdWork}, // a gigabyte; shared stands for both
	},
	{
		name: "shared", what: "gopher-lua with libraries and prelude shared, unguarded",
		lacks: []string{"verb", "agent", "fib", "loops", "sieve", "tables", "text"}, // as gopher
	},
	{name: "wasmoon", what: "wasmoon: an engine for each agent; a verb is a yield", command: []string{"node", "--expose-gc", "worker.mjs"}},
	{
		name: "await", what: "wasmoon whose verbs are promises", command: []string{"node", "--expose-gc", "worker.mjs", "await"},
		lacks: []string{createWork, idleWork, blockedWork, crowdWork, "fib", "loops", "sieve", "tables", "text"}, // as wasmoon
	},
	{name: "lua5.4", what: "the C interpreter: a table of globals for each agent", command: []string{"lua5.4", "worker.lua"}},
}
