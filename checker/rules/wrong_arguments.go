package rules

import (
	"fmt"
	"math"
	"strings"

	"mystic-sdk/contract"
	"mystic-sdk/lua/syntax"
)

// WrongArguments finds calls of verbs and words with arguments that they do not take.
func WrongArguments() *Rule {
	return &Rule{
		Code:     "wrong-arguments",
		Severity: contract.SeverityError,
		Summary:  "too few or too many arguments for a verb or a word, or a literal of the wrong kind",
		Doc: `
The card says what each verb takes. Arguments that stand in the script as literals are checked, others when the script
runs:

` + "```lua" + `
go()                  -- go takes a place
dig(0.5)              -- a count is a whole number from 1, or "all"
on("herd", f)         -- heard is meant
on("heard", say("hi"))    -- says hi now; a handler is a function
must(dig, 3)          -- takes what a call gives: must(dig(3))
` + "```" + `
`,
		Run: func(p *Pass) {
			for _, call := range every[*syntax.Call](p.Script) {
				if verb := p.verbOf(call); verb != nil {
					verbArguments(p, call, verb)
				} else if word := p.wordOf(call); word != nil {
					wordArguments(p, call, word)
				}
			}
		},
	}
}

// counted returns how many arguments a call certainly has, and whether that is all: a call or ... in last place gives any
// number.
func counted(args []syntax.Expr) (n int, exact bool) {
	n = len(args)
	if n > 0 && multiple(args[n-1]) {
		return n - 1, false
	}
	return n, true
}

// given returns how many of n arguments there are without the literal nils at their end, which count as left out.
func given(args []syntax.Expr, n int) int {
	for n > 0 && literalKind(args[n-1]) == kindNil {
		n--
	}
	return n
}

func verbArguments(p *Pass, call *syntax.Call, verb *contract.VerbSpec) {
	n, exact := counted(call.Args)
	low, high := verb.Arity()
	if n > high {
		p.find(call.Args[high], fmt.Sprintf("%s takes %s, not %d", verb.Name, amount(low, high), n), usage(verb))
		return
	}
	if exact {
		if n = given(call.Args, n); n < low {
			p.find(call, fmt.Sprintf("%s needs %s", verb.Name, missing(verb, n)), usage(verb))
			return
		}
	}
	for i, arg := range call.Args[:n] {
		if it := p.itselfOf(arg); it != nil {
			p.find(arg, fmt.Sprintf("%s wants %s for %s, not %s", verb.Name, wants(&verb.Args[i]), verb.Args[i].Name, it.shown()), "call it: "+it.call)
			continue
		}
		if wrong := mismatch(arg, &verb.Args[i], verb.MayOmit(verb.Args[i])); wrong != "" {
			p.find(arg, fmt.Sprintf("%s wants %s for %s, not %s", verb.Name, wants(&verb.Args[i]), verb.Args[i].Name, wrong), unquoted(arg, &verb.Args[i])+usage(verb))
		}
	}
}

// unquoted tells that a number was written as a text, or nothing.
func unquoted(arg syntax.Expr, spec *contract.ArgSpec) string {
	if spec.Type != contract.ArgCount && spec.Type != contract.ArgNumber || !numeral(arg) {
		return ""
	}
	return "leave the quotes out; "
}

// numeral reports whether an expression is a number in quotes.
func numeral(e syntax.Expr) bool {
	text, ok := bare(e).(*syntax.String)
	if !ok {
		return false
	}
	_, is := syntax.ToNumber(text.Value)
	return is
}

// missing names the arguments that a call with n of them lacks.
func missing(verb *contract.VerbSpec, n int) string {
	var all []string
	for _, a := range verb.Args[n:] {
		if !verb.MayOmit(a) {
			all = append(all, "'"+a.Name+"'")
		}
	}
	return list(all, "and")
}

// amount says how many arguments are taken.
func amount(low, high int) string {
	switch {
	case high == 0:
		return "no argument"
	case low == high && high == 1:
		return "1 argument"
	case low == high:
		return fmt.Sprintf("%d arguments", high)
	case low == 0 && high == 1:
		return "at most 1 argument"
	case low == 0:
		return fmt.Sprintf("at most %d arguments", high)
	}
	return fmt.Sprintf("%d to %d arguments", low, high)
}

// mismatch says what an argument is, if by its form alone it is none of what its place takes; else it is empty. Conditions
// in place of a count are for condition-as-count.
func mismatch(arg syntax.Expr, spec *contract.ArgSpec, optional bool) string {
	kind := literalKind(arg)
	switch {
	case kind == "", kind == kindNil && optional:
		return ""
	case spec.Type == contract.ArgCount && (kind == kindBoolean || kind == kindFunction):
		return ""
	}
	text, _ := bare(arg).(*syntax.String)
	switch spec.Type {
	case contract.ArgCount:
		if v, ok := numberOf(arg); ok {
			if v >= 1 && v == math.Trunc(v) {
				return ""
			}
			return written(arg, kind)
		}
		if text != nil && text.Value == "all" {
			return ""
		}
	case contract.ArgNumber:
		if kind == kindNumber {
			return ""
		}
	case contract.ArgText, contract.ArgName:
		if kind == kindText {
			return ""
		}
	}
	return written(arg, kind)
}

// written names a literal: as it stands in the script where that is short, else by its kind.
func written(e syntax.Expr, kind kind) string {
	switch e := bare(e).(type) {
	case *syntax.Number:
		return contract.Clean(e.Text, maxShown)
	case *syntax.String:
		return quote(e.Value)
	case *syntax.Unary:
		if n, ok := e.X.(*syntax.Number); ok && e.Op == syntax.Neg {
			return "-" + contract.Clean(n.Text, maxShown)
		}
	}
	return string(kind)
}

func wordArguments(p *Pass, call *syntax.Call, word *contract.WordSpec) {
	if word.Value {
		p.find(call, word.Name+" is a table, not a function", "write "+word.Name+".name")
		return
	}
	if word.Name == "must" && mustArgument(p, call) {
		return
	}
	n, exact := counted(call.Args)
	if word.Max >= 0 && given(call.Args, n) > word.Max {
		hint := "write " + word.Signature
		if strings.HasSuffix(word.Signature, "(text)") {
			hint += ", with one text: " + word.Name + "(a .. b)"
		}
		p.find(call.Args[word.Max], fmt.Sprintf("%s takes %s, not %d", word.Name, amount(word.Min, word.Max), n), hint)
		return
	}
	if exact && n < word.Min {
		p.find(call, fmt.Sprintf("%s needs %s", word.Name, amount(word.Min, max(word.Min, word.Max))), "write "+word.Signature)
		return
	}
	if n == 0 {
		return
	}
	switch word.Name {
	case "wait":
		waitArgument(p, call.Args[0], word)
	case "run", "forget":
		if kind := literalKind(call.Args[0]); kind != "" && kind != kindText {
			p.find(call.Args[0], word.Name+" wants the name of a saved script, not "+written(call.Args[0], kind), "write "+word.Signature)
		}
	case "on":
		handlerArguments(p, call.Args)
	}
}

// waitArgument leaves conditions to condition-as-count.
func waitArgument(p *Pass, arg syntax.Expr, word *contract.WordSpec) {
	if it := p.itselfOf(arg); it != nil {
		p.find(arg, "wait wants game seconds, 0 or more, not "+it.shown(), "call it: "+it.call)
		return
	}
	kind := literalKind(arg)
	if kind == "" || kind == kindBoolean || kind == kindFunction {
		return
	}
	if seconds, ok := numberOf(arg); ok && seconds >= 0 {
		return
	}
	hint := "write " + word.Signature
	if numeral(arg) {
		hint = "leave the quotes out"
	}
	p.find(arg, "wait wants game seconds, 0 or more, not "+written(arg, kind), hint)
}
