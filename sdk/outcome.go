package sdk

import "math"

// Outcome is how an action ended: what Lua gets as ok, why, n.
type Outcome struct {
	OK   bool
	Why  string // for a refusal: any short word that the game picks; Lua gets nil where it is empty
	N    int    // how much was done, after a refusal too
	Hint string // for the reply only: what would work now
}

// Did is the outcome of an action that worked and did n of whatever it counts.
func Did(n int) Outcome { return Outcome{OK: true, N: n} }

// Refuse is the outcome of an action that the game refuses with a word, after n of it were done.
func Refuse(why string, n int) Outcome { return Outcome{Why: why, N: n} }

// AtOnce is the outcome as Start returns it for an action that ends before its first step.
func (o Outcome) AtOnce() *Outcome { return &o }

// Count is how many an agent asked for: a whole number from 1, or All.
type Count int

// All is the count of a script that said "all".
const All Count = math.MaxInt32

// Or returns the count, and for All what the game takes "all" to mean.
func (n Count) Or(all int) int {
	if n == All {
		return all
	}
	return int(n)
}

// Arg is one argument of a verb, checked against its ArgSpec and resolved. The zero value is an argument that was left out.
type Arg struct {
	Given  bool
	Text   string  // of ArgText; the resolved name of ArgName
	Number float64 // of ArgNumber
	Count  Count   // of ArgCount
}

// Args are the arguments of one call, in the order of the verb's specs and always as many. They are reused after the call.
type Args []Arg

// Count returns argument i as a number, and all where the script said "all".
func (a Args) Count(i, all int) int { return a[i].Count.Or(all) }

// Number returns argument i.
func (a Args) Number(i int) float64 { return a[i].Number }

// Text returns argument i: a text or a resolved name.
func (a Args) Text(i int) string { return a[i].Text }

// Given says whether argument i was given.
func (a Args) Given(i int) bool { return a[i].Given }
