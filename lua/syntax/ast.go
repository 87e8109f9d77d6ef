package syntax

import "strings"

// Pos is a place in a script.
type Pos struct {
	Offset int // in bytes, from 0
	Line   int // from 1
	Column int // in characters (runes), from 1
}

// Span is the half-open stretch [Start, End) of a script.
type Span struct{ Start, End Pos }

// Range returns the span itself, so that every node that embeds one is a Node. (It cannot be called Span: the embedded
// field has that name.)
func (s Span) Range() Span { return s }

// Node is any piece of the tree.
type Node interface{ Range() Span }

// Expr is an expression.
type Expr interface {
	Node
	expr()
}

// Stmt is a statement.
type Stmt interface {
	Node
	stmt()
}

// Chunk is a whole script.
type Chunk struct {
	Name     string // how messages call it; may be empty
	Source   string // as sent
	Body     *Block
	Comments []Comment
	Partial  bool // the text has more than the tree: what made no sense was left out
}

// Range returns the stretch of the whole script.
func (c *Chunk) Range() Span { return c.Body.Span }

// Comment is one comment, its dashes included.
type Comment struct {
	Span
	Text string
}

// Block is a list of statements with a scope of its own.
type Block struct {
	Span
	Stmts []Stmt
}

// Name is an identifier where it is not an expression: a local, a parameter, a field after a dot, a label.
type Name struct {
	Span
	Text string
}

// Expressions.
type (
	// Nil is the literal nil.
	Nil struct{ Span }
	// True is the literal true.
	True struct{ Span }
	// False is the literal false.
	False struct{ Span }
	// Vararg is the expression `...`.
	Vararg struct{ Span }

	// Number is a numeral.
	Number struct {
		Span
		Value float64
		Text  string // as written
	}

	// String is a string literal.
	String struct {
		Span
		Value string // with escapes resolved
	}

	// Ident is a name used as an expression or as a target of an assignment.
	Ident struct {
		Span
		Name string
	}

	// Index is X[Key] or X.name.
	Index struct {
		Span
		X   Expr
		Key Expr // a *String for X.name
		Dot bool // written with a dot
	}

	// Call is Fn(Args...).
	Call struct {
		Span
		Fn   Expr
		Args []Expr
	}

	// MethodCall is X:Name(Args...).
	MethodCall struct {
		Span
		X    Expr
		Name *Name
		Args []Expr
	}

	// Function is a function body, named or not.
	Function struct {
		Span
		Params []*Name // "self" first where it was declared with a colon
		Vararg bool
		Body   *Block
		Name   string // as written for a function statement ("a.b:c", local or not), else ""
	}

	// Binary is X Op Y.
	Binary struct {
		Span
		Op    Op
		OpPos Pos
		X, Y  Expr
	}

	// Unary is Op X.
	Unary struct {
		Span
		Op Op
		X  Expr
	}

	// Paren is (X): it cuts X to one value.
	Paren struct {
		Span
		X Expr
	}

	// Table is a table constructor.
	Table struct {
		Span
		Fields []*Field
	}
)

// Field is one entry of a table constructor: Key is nil for a positional one.
type Field struct {
	Span
	Key   Expr // a *String for name = value
	Value Expr
}

// Statements.
type (
	// Local is `local a <const>, b = x, y`.
	Local struct {
		Span
		Names   []*Name
		Attribs []string // "", "const" or "close", one for each name
		Values  []Expr
	}

	// Assign is `a, b.c = x, y`.
	Assign struct {
		Span
		Targets []Expr // *Ident or *Index
		Values  []Expr
	}

	// CallStmt is a call for its effect.
	CallStmt struct {
		Span
		Call Expr // *Call or *MethodCall
	}

	// Do is `do … end`.
	Do struct {
		Span
		Body *Block
	}

	// While is `while Cond do … end`.
	While struct {
		Span
		Cond Expr
		Body *Block
	}

	// Repeat is `repeat … until Cond`; Cond sees the locals of Body.
	Repeat struct {
		Span
		Body *Block
		Cond Expr
	}

	// If is `if … then … elseif … else … end`.
	If struct {
		Span
		Clauses []*Clause
		Else    *Block // nil without an else
	}

	// NumericFor is `for Var = From, To, Step do … end`.
	NumericFor struct {
		Span
		Var      *Name
		From, To Expr
		Step     Expr // nil for 1
		Body     *Block
	}

	// GenericFor is `for Names in Values do … end`.
	GenericFor struct {
		Span
		Names  []*Name
		Values []Expr
		Body   *Block
	}

	// FunctionStmt is `function Target(…) … end`; for `a:m` Target is a.m and Func has "self" as first parameter.
	FunctionStmt struct {
		Span
		Target Expr // *Ident or *Index
		Func   *Function
	}

	// LocalFunction is `local function Name(…) … end`.
	LocalFunction struct {
		Span
		Name *Name
		Func *Function
	}

	// Return is `return …`.
	Return struct {
		Span
		Values []Expr
	}

	// Break is `break`.
	Break struct{ Span }

	// Goto is `goto Label`.
	Goto struct {
		Span
		Label *Name
	}

	// Label is `::Name::`.
	Label struct {
		Span
		Name *Name
	}
)

// Method reports whether the function was declared with a colon: its first parameter is then a self that the text has not.
func (f *Function) Method() bool { return strings.Contains(f.Name, ":") }

// DeclaredParams returns the parameters that stand in the text: all but the self of a method.
func (f *Function) DeclaredParams() []*Name {
	if f.Method() {
		return f.Params[1:]
	}
	return f.Params
}

// Clause is one `if` or `elseif` with its block.
type Clause struct {
	Span
	Cond Expr
	Body *Block
}

// Op is an operator, unary or binary.
type Op uint8

// The operators, by rising precedence of the binary ones; Neg to BNot are unary.
const (
	Or Op = iota + 1
	And
	Lt
	Gt
	Le
	Ge
	Ne
	Eq
	BOr
	BXor
	BAnd
	Shl
	Shr
	Concat
	Add
	Sub
	Mul
	Div
	IDiv
	Mod
	Pow
	Neg
	Not
	Len
	BNot
)

var opText = [...]string{
	Or: "or", And: "and", Lt: "<", Gt: ">", Le: "<=", Ge: ">=", Ne: "~=", Eq: "==",
	BOr: "|", BXor: "~", BAnd: "&", Shl: "<<", Shr: ">>", Concat: "..",
	Add: "+", Sub: "-", Mul: "*", Div: "/", IDiv: "//", Mod: "%", Pow: "^",
	Neg: "-", Not: "not", Len: "#", BNot: "~",
}

// String returns the operator as it is written.
func (o Op) String() string {
	if int(o) < len(opText) {
		return opText[o]
	}
	return "?"
}

func (*Nil) expr()        {}
func (*True) expr()       {}
func (*False) expr()      {}
func (*Vararg) expr()     {}
func (*Number) expr()     {}
func (*String) expr()     {}
func (*Ident) expr()      {}
func (*Index) expr()      {}
func (*Call) expr()       {}
func (*MethodCall) expr() {}
func (*Function) expr()   {}
func (*Binary) expr()     {}
func (*Unary) expr()      {}
func (*Paren) expr()      {}
func (*Table) expr()      {}

func (*Local) stmt()         {}
func (*Assign) stmt()        {}
func (*CallStmt) stmt()      {}
func (*Do) stmt()            {}
func (*While) stmt()         {}
func (*Repeat) stmt()        {}
func (*If) stmt()            {}
func (*NumericFor) stmt()    {}
func (*GenericFor) stmt()    {}
func (*FunctionStmt) stmt()  {}
func (*LocalFunction) stmt() {}
func (*Return) stmt()        {}
func (*Break) stmt()         {}
func (*Goto) stmt()          {}
func (*Label) stmt()         {}
