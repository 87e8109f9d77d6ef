package rules

import (
	"fmt"
	"slices"
	"strings"

	"mystic-sdk/contract"
	"mystic-sdk/lua/syntax"
)

// arithmetic reports whether an operator takes numbers.
func arithmetic(op syntax.Op) bool {
	switch op {
	case syntax.Add, syntax.Sub, syntax.Mul, syntax.Div, syntax.IDiv, syntax.Mod, syntax.Pow:
		return true
	}
	return false
}

// reckoned finds arithmetic with a text that holds no number. Of a chain of operators, a + b + c, the first such text is
// told; told holds the chains that were looked through.
func reckoned(p *Pass, at *site, n *syntax.Binary, told map[*syntax.Binary]bool) {
	if told[n] {
		return
	}
	var text, other syntax.Expr
	first := n
	for next := n; next != nil && arithmetic(next.Op); {
		told[next] = true
		p.visits++
		switch {
		case noNumber(next.X):
			text, other, first = next.X, next.Y, next
		case noNumber(next.Y):
			text, other, first = next.Y, next.X, next
		}
		next, _ = next.X.(*syntax.Binary)
	}
	if text == nil {
		return
	}
	severity := p.certainty(at, p.isPlain(other))
	if severity == "" {
		return
	}
	what := "a text made with .."
	if literal, ok := bare(text).(*syntax.String); ok {
		what = quote(literal.Value)
	}
	p.Report(Finding{
		Span:     text.Range(),
		Severity: severity,
		Message:  fmt.Sprintf("%s is no number, and %s takes numbers only", what, first.Op),
		Suggest:  func() string { return instead(p.Script, n, first, text, other) },
	})
}

// instead returns what was meant by arithmetic with a text: most languages join with +, and some repeat with * and put
// values in with %.
func instead(s *Script, whole, first *syntax.Binary, text, other syntax.Expr) string {
	switch {
	case first.Op == syntax.Add:
		if chain := joinedChain(s, whole); chain != "" {
			return "use .. to join: " + chain
		}
		return "use .. to join texts"
	case first.Op == syntax.Mul:
		return fmt.Sprintf("write string.rep(%s, %s)", orDots(s.text(text)), orDots(s.text(other)))
	case first.Op == syntax.Mod && text == first.X:
		return fmt.Sprintf("write string.format(%s, %s)", orDots(s.text(text)), orDots(s.text(other)))
	}
	return "tonumber(text) makes a number of a text that holds one"
}

// joinedChain returns a chain of + as it is written with .. from where it is a text, or "" where it does not fit into a sentence.
func joinedChain(s *Script, whole *syntax.Binary) string {
	var chain []*syntax.Binary // the last operator first
	for next := whole; next != nil; next, _ = next.X.(*syntax.Binary) {
		if next.Op != syntax.Add {
			break
		}
		chain = append(chain, next)
	}
	if len(chain) == 0 {
		return ""
	}
	left := chain[len(chain)-1].X
	all, text := s.text(left), isText(s, left)
	if all == "" {
		return ""
	}
	for i := len(chain) - 1; i >= 0; i-- {
		right := s.text(chain[i].Y)
		if right == "" {
			return ""
		}
		op := " + "
		if text = text || isText(s, chain[i].Y); text {
			op = " .. "
		}
		if all += op + right; len(all) > maxText {
			return ""
		}
	}
	return all
}

func isText(s *Script, e syntax.Expr) bool { return noNumber(e) || s.kindOf(e) == kindText }

// noNumber reports whether an expression is a text that certainly holds no number: a literal, or a chain of .. with a
// literal in it that no numeral has.
func noNumber(e syntax.Expr) bool {
	if text, ok := bare(e).(*syntax.String); ok {
		return !ofNumeral(text.Value) || !strings.ContainsAny(text.Value, "0123456789")
	}
	return joinsForeign(e, maxDepth)
}

// joinsForeign reports whether an expression is a literal that is part of no numeral, or joins one.
func joinsForeign(e syntax.Expr, depth int) bool {
	switch e := bare(e).(type) {
	case *syntax.String:
		return !ofNumeral(e.Value)
	case *syntax.Binary:
		return e.Op == syntax.Concat && depth > 0 && (joinsForeign(e.X, depth-1) || joinsForeign(e.Y, depth-1))
	}
	return false
}

// ofNumeral reports whether all characters of a text may stand in a numeral, or around one.
func ofNumeral(text string) bool {
	return strings.Trim(text, "0123456789abcdefABCDEFxXpP.+- \t\r\n\v\f") == ""
}

// certainty returns how sure it is that an operator fails which does not take one of its operands. The metatable of the
// other may take both, unless it is plain, and a function that pcall calls may fail on purpose. Empty: it may well work.
func (s *Script) certainty(at *site, plain bool) contract.Severity {
	if !plain && s.metatables() {
		return ""
	}
	if at.Func != nil {
		if call, ok := at.Func.Parent.Node.(*syntax.Call); ok {
			switch s.globalName(call.Fn) {
			case "pcall", "xpcall":
				return contract.SeverityWarning
			}
		}
	}
	return contract.SeverityError
}

// isPlain reports whether an expression certainly has no metatable of the script's.
func (s *Script) isPlain(e syntax.Expr) bool {
	switch s.kindOf(e) {
	case kindNumber, kindText, kindBoolean, kindNil:
		return true
	}
	return false
}

// metatables reports whether a script may come by a value with a metatable: it uses one itself, or a saved script or the
// words of the game's prelude, which may.
func (s *Script) metatables() bool {
	if !s.metaAsked {
		s.metaAsked = true
		s.meta = s.saved || s.Scopes.Global("setmetatable") != nil || s.Scopes.Global("_G") != nil ||
			slices.ContainsFunc(s.Scopes.Globals, func(g *syntax.Global) bool {
				return s.World.Prelude[g.Name] && s.World.Words[g.Name] == nil
			})
	}
	return s.meta
}

// unjoinable finds booleans, tables and nils that are joined to a text.
func unjoinable(p *Pass, at *site, n *syntax.Binary) {
	for _, side := range [...][2]syntax.Expr{{n.X, n.Y}, {n.Y, n.X}} {
		e, k := side[0], p.kindOf(side[0])
		if k != kindBoolean && k != kindTable && k != kindNil || p.outcomeOf(e) != nil {
			continue // outcome-order tells of outcomes
		}
		severity := p.certainty(at, k != kindTable && p.isPlain(side[1]))
		if severity == "" {
			return
		}
		p.Report(Finding{
			Span:     e.Range(),
			Severity: severity,
			Message:  fmt.Sprintf("%s cannot be joined to a text", k),
			Suggest:  func() string { return joinable(k, orDots(p.text(bare(e)))) },
		})
		return
	}
}

func joinable(k kind, text string) string {
	switch k {
	case kindBoolean:
		return "write tostring(" + text + ")"
	case kindNil:
		return "give it a value first"
	}
	return "join what is in it, or hand it to print: print(" + text + ")"
}
