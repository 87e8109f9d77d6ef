package lower

import (
	"fmt"
	"slices"
	"strings"

	glua "github.com/yuin/gopher-lua"
	"github.com/yuin/gopher-lua/ast"

	"mystic-sdk/lua/internal/library"
	"mystic-sdk/lua/syntax"
)

func init() {
	// Otherwise the VM gives every function with `...` a local named arg, as Lua 5.0 did. It is a setting of the whole process.
	glua.CompatVarArg = false
}

// Compile compiles a tree that syntax.Parse gave without errors: it is lowered to the VM's own tree, which the VM
// compiles. Lowering keeps the lines, says with calls of helpers what the VM has no words for (`//`, bit operators) or does
// without counting (`..`, stores, `#`, tables), and goes round what the VM compiles wrongly.
func Compile(chunk *syntax.Chunk) (proto *glua.FunctionProto, err error) {
	l := &lowerer{scopes: syntax.Resolve(chunk)}
	stmts := l.function(nil, chunk.Body)
	fixed := l.name()
	defer func() {
		if r := recover(); r != nil {
			proto, err = nil, fmt.Errorf("compile %q: the VM's compiler panics: %v", chunk.Name, r)
		}
	}()
	if proto, err = glua.Compile(stmts, chunk.Name); err != nil {
		return nil, tooLarge(err)
	}
	spansOf(nil, stmts, chunk.Body.End.Line).mend(proto)
	finish(proto, fixed)
	limitVarargs(proto)
	return proto, nil
}

// tooLarge says where the VM's compiler ran out of room, which the limits of package syntax are there to prevent.
func tooLarge(err error) error {
	line := 1
	if compile, ok := err.(*glua.CompileError); ok && compile.Line > 0 {
		line = compile.Line
	}
	start := syntax.Pos{Line: line, Column: 1}
	return &syntax.Error{
		Span:    syntax.Span{Start: start, End: start},
		Code:    "too-long",
		Message: "a function of this script is too large",
		Hint:    "move a part of it into a function of its own",
	}
}

// lowerer turns one tree into the VM's. It makes new nodes only and keeps none of the old.
type lowerer struct {
	scopes *syntax.Scopes
	fn     *lowered // the function that is being lowered
	labels int      // made so far
	fixed  []fixedValue
	nul    map[string]bool // the script's own strings that begin as the names of fixed values do

	counters map[*syntax.Name]float64 // how far the variables of loops around count, see bound
}

// lowered is what is known of one function.
type lowered struct {
	info   *syntax.FuncInfo
	vararg bool
	jumps  bool     // it has a goto
	labels bool     // a label stands before what is being lowered, to which a goto may go back
	breaks []string // for each loop around, innermost last: the label behind it, "" where a plain break does
}

// fixedValue is a constant of the VM that no literal can say: a helper, or a number that the VM would confuse with another.
// It stands in the VM's tree as a string, and takes its place among the constants when they are made. So helpers are no
// variables: no script can name one or set it, and none takes up a register or an upvalue.
type fixedValue struct {
	literal *ast.StringExpr
	name    string
	value   glua.LValue
}

const fixedMark = "\x00"

// helper returns an expression that is a helper function.
func (l *lowerer) helper(name string, line int) ast.Expr {
	return l.fix(name, library.Operator(name), line)
}

func (l *lowerer) fix(name string, value glua.LValue, line int) ast.Expr {
	literal := at(&ast.StringExpr{}, line)
	l.fixed = append(l.fixed, fixedValue{literal, name, value})
	return literal
}

// name gives the fixed values names that no string of the script has, and returns them by name.
func (l *lowerer) name() map[glua.LString]glua.LValue {
	byName := map[glua.LString]glua.LValue{}
	salt := 0
	for {
		clash := false
		for _, f := range l.fixed {
			f.literal.Value = fmt.Sprintf("%s%d %s", fixedMark, salt, f.name)
			clash = clash || l.nul[f.literal.Value]
		}
		if !clash {
			break
		}
		salt++
	}
	for _, f := range l.fixed {
		byName[glua.LString(f.literal.Value)] = f.value
	}
	return byName
}

// finish puts the fixed values in their places, mends the jumps, and gives back what the compiler reserved.
//
// A goto is compiled to a jump behind an instruction that closes captured variables. Where it leaves none behind the
// compiler forgets to say from which register on, and all those of the function are closed: a counter that a closure counts
// would stand still. Such an instruction has register 0, which no other has, as function reserves that register.
func finish(proto *glua.FunctionProto, fixed map[glua.LString]glua.LValue) {
	for i, c := range proto.Constants {
		if s, ok := c.(glua.LString); ok && strings.HasPrefix(string(s), fixedMark) {
			if value, ok := fixed[s]; ok {
				proto.Constants[i] = value
			}
		}
	}
	if proto.NumParameters > 0 || len(proto.DbgLocals) > 0 && proto.DbgLocals[0].Name == reservedName {
		const closeRegister0 = uint32(glua.OP_CLOSE) << 26
		for i, inst := range proto.Code {
			if inst&^0x3ffff == closeRegister0 {
				proto.Code[i] = uint32(glua.OP_NOP) << 26
			}
		}
	}
	makeRoom(proto.Code)
	proto.Code = fitted(proto.Code)
	proto.Constants = fitted(proto.Constants)
	proto.FunctionPrototypes = fitted(proto.FunctionPrototypes)
	proto.DbgSourcePositions = fitted(proto.DbgSourcePositions)
	proto.DbgLocals = fitted(proto.DbgLocals)
	proto.DbgCalls = fitted(proto.DbgCalls)
	proto.DbgUpvalues = fitted(proto.DbgUpvalues)
	for _, inner := range proto.FunctionPrototypes {
		finish(inner, fixed)
	}
}

// fitted copies a list without the room that the compiler left behind it, which is most of a small function.
func fitted[T any](list []T) []T { return slices.Clip(slices.Clone(list)) }

// Hidden locals have names that no script can spell.
const (
	reservedName = "(reserved)"
	valueName    = "(value)"
)

// hidden names local i of a statement that needs several.
func hidden(kind string, i int) string { return fmt.Sprintf("(%s %d)", kind, i) }

// at gives a node its line.
func at[N ast.PositionHolder](n N, line int) N {
	n.SetLine(line)
	n.SetLastLine(line)
	return n
}

// to gives a node that spans lines its last.
func to[N ast.PositionHolder](n N, last int) N {
	n.SetLastLine(last)
	return n
}

// function lowers a function body; nil is the script itself.
func (l *lowerer) function(f *syntax.Function, body *syntax.Block) []ast.Stmt {
	outer := l.fn
	l.fn = &lowered{info: l.scopes.Func(f), vararg: f == nil || f.Vararg}
	stmts := l.stmts(body)
	if l.fn.jumps && (f == nil || len(f.Params) == 0) {
		reserve := at(&ast.LocalAssignStmt{Names: []string{reservedName}}, body.Start.Line)
		stmts = slices.Insert(stmts, 0, ast.Stmt(reserve))
	}
	l.fn = outer
	return stmts
}
