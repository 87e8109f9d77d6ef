package lower

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	glua "github.com/yuin/gopher-lua"
	"github.com/yuin/gopher-lua/ast"

	"mystic-sdk/lua/internal/library"
	"mystic-sdk/lua/internal/number"
	"mystic-sdk/lua/syntax"
)

// exprs lowers a list, whose last element may give any number of values.
func (l *lowerer) exprs(list []syntax.Expr) []ast.Expr {
	out := make([]ast.Expr, len(list))
	for i, e := range list {
		out[i] = l.expr(e)
	}
	return out
}

// single lowers an expression that gives one value.
func (l *lowerer) single(e syntax.Expr) ast.Expr { return cut(l.expr(e)) }

// cut cuts an expression to one value.
func cut(e ast.Expr) ast.Expr {
	switch e := e.(type) {
	case *ast.FuncCallExpr:
		e.AdjustRet = true
	case *ast.Comma3Expr:
		e.AdjustRet = true
	}
	return e
}

// isMulti reports whether an expression gives any number of values where it stands last.
func isMulti(e ast.Expr) bool {
	switch e := e.(type) {
	case *ast.FuncCallExpr:
		return !e.AdjustRet
	case *ast.Comma3Expr:
		return !e.AdjustRet
	}
	return false
}

func (l *lowerer) expr(e syntax.Expr) ast.Expr {
	line := e.Range().Start.Line
	switch e := e.(type) {
	case *syntax.Nil:
		return at(&ast.NilExpr{}, line)
	case *syntax.True:
		return at(&ast.TrueExpr{}, line)
	case *syntax.False:
		return at(&ast.FalseExpr{}, line)
	case *syntax.Vararg:
		return at(&ast.Comma3Expr{}, line)
	case *syntax.Number:
		return l.number(e.Value, line)
	case *syntax.String:
		return l.text(e.Value, line)
	case *syntax.Ident:
		return ident(e.Name, line)
	case *syntax.Paren:
		return l.single(e.X)
	case *syntax.Index:
		return at(&ast.AttrGetExpr{Object: l.single(e.X), Key: l.key(e.Key)}, e.Key.Range().Start.Line)
	case *syntax.Call:
		return at(&ast.FuncCallExpr{Func: l.single(e.Fn), Args: l.exprs(e.Args)}, e.Fn.Range().End.Line)
	case *syntax.MethodCall:
		return at(&ast.FuncCallExpr{Receiver: l.single(e.X), Method: e.Name.Text, Args: l.exprs(e.Args)}, e.Name.Start.Line)
	case *syntax.Function:
		return l.funcExpr(e)
	case *syntax.Binary:
		return l.binary(e)
	case *syntax.Unary:
		return l.unary(e)
	case *syntax.Table:
		return l.table(e)
	}
	panic(fmt.Sprintf("lower: unknown expression %T", e))
}

// number makes a numeral. The VM cannot tell 0 from -0 among its constants, so -0 is put there by itself.
func (l *lowerer) number(v float64, line int) ast.Expr {
	if v == 0 && math.Signbit(v) {
		return l.fix("-0", glua.LNumber(v), line)
	}
	return at(&ast.NumberExpr{Value: strconv.FormatFloat(v, 'g', -1, 64)}, line)
}

func (l *lowerer) text(s string, line int) ast.Expr {
	if strings.HasPrefix(s, fixedMark) {
		if l.nul == nil {
			l.nul = map[string]bool{}
		}
		l.nul[s] = true
	}
	return at(&ast.StringExpr{Value: s}, line)
}

// key lowers a key; as a key -0 is 0.
func (l *lowerer) key(e syntax.Expr) ast.Expr {
	key := l.single(e)
	if s, ok := key.(*ast.StringExpr); ok && l.isFixed(s) {
		return l.number(0, s.Line())
	}
	return key
}

// isFixed reports whether a literal stands for a fixed value that was made last.
func (l *lowerer) isFixed(s *ast.StringExpr) bool {
	return len(l.fixed) > 0 && l.fixed[len(l.fixed)-1].literal == s
}

// call is a call of a helper for its one result.
func (l *lowerer) call(name string, line int, args ...ast.Expr) ast.Expr {
	return at(&ast.FuncCallExpr{Func: l.helper(name, line), Args: args, AdjustRet: true}, line)
}

// funcExpr lowers a function. One that is made again and again and captures variables pays for that: the VM looks for each of
// them among all that are captured.
func (l *lowerer) funcExpr(f *syntax.Function) ast.Expr {
	captured := len(l.scopes.Func(f).Upvalues)
	again := l.fn.info.Func != nil || len(l.fn.breaks) > 0 || l.fn.labels
	expr := l.plainFunc(f)
	if captured == 0 || !again {
		return expr
	}
	return l.call("closure", f.Start.Line, l.number(float64(captured), f.Start.Line), expr)
}

func (l *lowerer) plainFunc(f *syntax.Function) ast.Expr {
	params := &ast.ParList{HasVargs: f.Vararg, Names: make([]string, len(f.Params))}
	for i, p := range f.Params {
		params.Names[i] = p.Text
	}
	return to(at(&ast.FunctionExpr{ParList: params, Stmts: l.function(f, f.Body)}, f.Start.Line), f.End.Line)
}

func (l *lowerer) unary(e *syntax.Unary) ast.Expr {
	line := e.Start.Line
	if n, ok := e.X.(*syntax.Number); ok && e.Op == syntax.Neg && n.Value == 0 && !strings.ContainsAny(n.Text, ".eEpP") {
		return l.number(0, line) // -0 is a whole number, and those have one zero
	}
	x := l.single(e.X)
	switch e.Op {
	case syntax.Not:
		switch truth(x) {
		case always:
			return at(&ast.FalseExpr{}, line)
		case never:
			return at(&ast.TrueExpr{}, line)
		}
		return at(&ast.UnaryNotOpExpr{Expr: x}, line)
	case syntax.Neg:
		if v, ok := numberOf(x); ok {
			return l.number(-v, line)
		}
		return at(&ast.UnaryMinusOpExpr{Expr: x}, line)
	case syntax.Len:
		return l.call("len", line, x)
	}
	if v, ok := numberOf(x); ok {
		if result, err := number.BitNot(v); err == nil {
			return l.number(result, line)
		}
	}
	return l.call("bnot", line, x)
}

func (l *lowerer) binary(e *syntax.Binary) ast.Expr {
	line := e.OpPos.Line
	switch e.Op {
	case syntax.Or, syntax.And:
		return l.logical(e)
	case syntax.Concat:
		return l.concat(e)
	case syntax.Eq, syntax.Ne, syntax.Lt, syntax.Le, syntax.Gt, syntax.Ge:
		return at(&ast.RelationalOpExpr{Operator: e.Op.String(), Lhs: l.single(e.X), Rhs: l.single(e.Y)}, line)
	}
	x, y := l.single(e.X), l.single(e.Y)
	a, aKnown := numberOf(x)
	b, bKnown := numberOf(y)
	if aKnown && bKnown {
		if v, err := number.Apply(e.Op, a, b); err == nil {
			return l.number(v, line)
		}
	}
	switch e.Op {
	case syntax.Add, syntax.Sub, syntax.Mul, syntax.Div, syntax.Pow:
		return at(&ast.ArithmeticOpExpr{Operator: e.Op.String(), Lhs: x, Rhs: y}, line)
	case syntax.Mod:
		if bKnown && b != 0 && l.bound(e.X) <= nearby*math.Abs(b) {
			return at(&ast.ArithmeticOpExpr{Operator: "%", Lhs: x, Rhs: y}, line)
		}
	}
	return l.call(operatorHelpers[e.Op], line, x, y)
}

// operatorHelpers names the helpers of operators that the VM lacks, or does not guard.
var operatorHelpers = map[syntax.Op]string{
	syntax.IDiv: "idiv", syntax.Mod: "mod",
	syntax.BAnd: "band", syntax.BOr: "bor", syntax.BXor: "bxor", syntax.Shl: "shl", syntax.Shr: "shr",
}

// concat lowers a chain of '..' to one call with all of its parts.
func (l *lowerer) concat(e *syntax.Binary) ast.Expr {
	line := e.OpPos.Line
	var parts []ast.Expr
	for {
		parts = append(parts, l.single(e.X))
		y, ok := e.Y.(*syntax.Binary)
		if !ok || y.Op != syntax.Concat {
			break
		}
		e = y
	}
	parts = append(parts, l.single(e.Y))
	if len(parts) <= library.ConcatParts {
		return l.call("concat", line, parts...)
	}
	all := at(&ast.TableExpr{}, line)
	for _, p := range parts {
		all.Fields = append(all.Fields, &ast.Field{Value: p})
	}
	return l.call("concatAll", line, l.number(float64(len(parts)), line), all)
}

// numberOf returns the value of a numeral.
func numberOf(e ast.Expr) (float64, bool) {
	n, ok := e.(*ast.NumberExpr)
	if !ok {
		return 0, false
	}
	v, err := strconv.ParseFloat(n.Value, 64)
	return v, err == nil
}

// constancy says what is known of an expression's truth.
type constancy uint8

const (
	sometimes constancy = iota
	always
	never
)

// truth says whether a constant counts as true.
func truth(e ast.Expr) constancy {
	switch e.(type) {
	case *ast.NilExpr, *ast.FalseExpr:
		return never
	case *ast.TrueExpr, *ast.NumberExpr, *ast.StringExpr, *ast.FunctionExpr:
		return always
	}
	return sometimes
}

// logical lowers 'and' and 'or'. A constant on the left decides now.
func (l *lowerer) logical(e *syntax.Binary) ast.Expr {
	x, y := l.single(e.X), l.single(e.Y)
	decided, other := never, always
	if e.Op == syntax.Or {
		decided, other = always, never
	}
	switch truth(x) {
	case decided:
		return x
	case other:
		return y
	}
	return at(&ast.LogicalOpExpr{Operator: e.Op.String(), Lhs: x, Rhs: y}, e.OpPos.Line)
}
