package main

import "strconv"

// yard is the world of one agent: whole numbers only, so that Go, JavaScript and Lua play it alike. The workers worker.mjs
// and worker.lua hold the same.
type yard struct {
	turns  int // how many turns its script is to play
	at     int
	gold   int
	health int
	ticks  int // of the actions that ended
	told   int // bytes reported
}

func newYard(turns int) *yard { return &yard{turns: turns, at: 1, health: 20} }

const maxGold = 40

// A thing is an entry of what around answers.
type thing struct {
	Kind string `json:"kind"`
	Far  int    `json:"far"`
	Gold int    `json:"gold"`
}

// outcome is how an action ended: ok, why, n.
type outcome struct {
	ok  bool
	why string // empty: nil in Lua
	n   int
}

// asks are the senses that take nothing and answer a number.
var asks = map[string]func(y *yard) int{
	"turns":  func(y *yard) int { return y.turns },
	"pos":    func(y *yard) int { return y.at },
	"gold":   func(y *yard) int { return y.gold },
	"room":   func(y *yard) int { return maxGold - y.gold },
	"health": func(y *yard) int { return y.health },
	"depth":  func(y *yard) int { return y.at % 8 },
	"light":  func(y *yard) int { return y.ticks * 7 % 12 },
	"home":   func(*yard) int { return 3 },
	"danger": func(y *yard) int { return (y.at*5 + y.ticks) % 9 },
}

// asksOf are the senses that take a number and answer one.
var asksOf = map[string]func(y *yard, n int) int{
	"price":  func(y *yard, n int) int { return (n*13+y.ticks)%17 + 1 },
	"ore":    func(y *yard, n int) int { return (y.at + n) * 7 % 5 },
	"weight": func(_ *yard, n int) int { return n%4 + 1 },
}

var grounds = [...]string{"rock", "sand", "clay"}

func (y *yard) ground() string     { return grounds[y.at%3] }
func (y *yard) title(n int) string { return "item-" + strconv.Itoa(n) }
func (y *yard) around(n int) []thing {
	all := make([]thing, n)
	for i := range all {
		all[i] = thing{Kind: grounds[(y.at+i+1)%3], Far: (y.at*(i+1)+y.ticks)%6 + 1, Gold: (y.at+(i+1)*3)%9 + 1}
	}
	return all
}

// An action is a verb that blocks for a tick, as it ends.
type action func(y *yard, n int) outcome

var actions = map[string]action{
	"dig": func(y *yard, n int) outcome {
		if y.gold+n > maxGold {
			return outcome{why: "full"}
		}
		y.gold += n
		y.health--
		return outcome{ok: true, n: n}
	},
	"step": func(y *yard, n int) outcome {
		y.at = (y.at + n) % 97
		return outcome{ok: true, n: n}
	},
	"drop": func(y *yard, n int) outcome {
		if n > y.gold {
			return outcome{why: "short"}
		}
		y.gold -= n
		return outcome{ok: true, n: n}
	},
	"rest": func(y *yard, n int) outcome {
		y.health = min(20, y.health+n)
		return outcome{ok: true, n: n}
	},
}

// end plays an action's tick.
func (y *yard) end(do action, n int) outcome {
	y.ticks++
	return do(y, n)
}

// report is the one action that ends at once.
func (y *yard) report(text string) outcome {
	y.told += len(text)
	return outcome{ok: true, n: len(text)}
}
