package rules

import (
	"slices"

	"mystic-sdk/contract"
	"mystic-sdk/lua/syntax"
)

// The results of an action.
const (
	resultOK = iota
	resultWhy
	resultN
)

// outcome is what is known of an expression that always is the same result of actions.
type outcome struct {
	result int                  // resultOK, resultWhy or resultN
	verbs  []*contract.VerbSpec // the actions that it may come from, each once
}

// outcomeOf returns which result of which actions an expression is, or nil where it can be anything else. A variable that
// is declared without a value counts as what it is given later.
func (s *Script) outcomeOf(e syntax.Expr) *outcome {
	s.visits++
	if call, ok := bare(e).(*syntax.Call); ok {
		if verb := s.verbOf(call); verb != nil && verb.Kind == contract.Action {
			return &outcome{verbs: []*contract.VerbSpec{verb}}
		}
		return nil
	}
	v, defs, all := s.defsOf(bare(e))
	if !all {
		return nil
	}
	if !v.resulting {
		v.resulting, v.outcome = true, s.outcomeOfDefs(defs)
	}
	return v.outcome
}

func (s *Script) outcomeOfDefs(defs []def) *outcome {
	var o *outcome
	for _, d := range defs {
		s.visits++
		if d.Value == nil && d.Kind == kindNil {
			continue
		}
		call, ok := d.Value.(*syntax.Call)
		if !ok {
			return nil
		}
		verb := s.verbOf(call)
		if verb == nil || verb.Kind != contract.Action {
			return nil
		}
		if o == nil {
			o = &outcome{result: d.Result}
		}
		if o.result != d.Result {
			return nil
		}
		if !slices.Contains(o.verbs, verb) {
			o.verbs = append(o.verbs, verb)
		}
	}
	return o
}

// whys returns the refusal words that may come, and false where any may.
func (o *outcome) whys() (words []string, all bool) {
	for _, v := range o.verbs {
		if len(v.Whys) == 0 {
			return nil, false
		}
		for _, w := range v.Whys {
			words = append(words, w.Word)
		}
	}
	slices.Sort(words)
	return slices.Compact(append(words, contract.OwnWhys()...)), true
}
