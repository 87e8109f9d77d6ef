package rules

import (
	"strconv"
	"strings"

	"mystic-sdk/contract"
	"mystic-sdk/lua/syntax"
)

// useVerb tells to call a verb.
func useVerb(v *contract.VerbSpec) string { return "use " + v.Signature() }

// usage returns the signature line of a verb: how it is called and what each argument takes.
func usage(v *contract.VerbSpec) string {
	if len(v.Args) == 0 {
		return "write " + v.Signature()
	}
	args := make([]string, len(v.Args))
	for i, a := range v.Args {
		args[i] = a.Name + " is " + takes(&a)
		if v.MayOmit(a) {
			args[i] += ", or left out"
		}
	}
	return v.Signature() + ": " + strings.Join(args, "; ")
}

// wants says what an argument takes, in two words.
func wants(a *contract.ArgSpec) string {
	switch a.Type {
	case contract.ArgName:
		return article(kindOfName(a))
	case contract.ArgCount:
		return "a count"
	}
	return takes(a)
}

// takes says what an argument takes.
func takes(a *contract.ArgSpec) string {
	switch a.Type {
	case contract.ArgName:
		return article(kindOfName(a)) + " that you know"
	case contract.ArgCount:
		return `a whole number from 1 or "all"`
	case contract.ArgNumber:
		return "a number"
	case contract.ArgText:
		return "a text"
	}
	return "a value"
}

// kindOfName returns the kind of name that an argument takes, for a sentence.
func kindOfName(a *contract.ArgSpec) string {
	if a.Kind == "" {
		return "name"
	}
	return a.Kind
}

// exampleCall returns how a script calls a verb: with the arguments that are at hand, as they are written, 1 for a count
// besides, and the names of the others that it needs.
func (s *Script) exampleCall(v *contract.VerbSpec, given []syntax.Expr) string {
	var args []string
	needed := 0
	for i, a := range v.Args {
		switch {
		case i < len(given):
			args = append(args, orDots(s.text(given[i])))
		case a.Type == contract.ArgCount:
			args = append(args, "1")
		default:
			args = append(args, a.Name)
		}
		if i < len(given) || !v.MayOmit(a) || a.Type == contract.ArgCount {
			needed = i + 1
		}
	}
	return v.Name + "(" + strings.Join(args[:needed], ", ") + ")"
}

// article puts a or an before a noun.
func article(noun string) string {
	if strings.ContainsAny(noun[:min(1, len(noun))], "aeiou") {
		return "an " + noun
	}
	return "a " + noun
}

// handler returns how a script handles an event.
func handler(e *contract.EventSpec) string {
	return "on(" + strconv.Quote(e.Name) + ", function(" + strings.Join(e.Args, ", ") + ") … end)"
}
