package syntax

// The limits of a script. They keep every later stage flat and quick, and below what the virtual machine can hold; a script
// that is over one gets a diagnostic, "too-deep" or "too-long".
const (
	MaxSource      = 32768 // bytes of a script
	MaxNesting     = 100   // blocks, functions, brackets and signs inside each other
	MaxOperators   = 200   // operators, calls and indexes on top of each other in one expression: a+b+c has two
	MaxUpvalues    = 60    // locals of outer functions that one function uses
	MaxRegisters   = 198   // locals and intermediate values of one function at one place: what 200 registers hold
	MaxConstants   = 1000  // different names, numbers and texts in one function: the VM's compiler compares each with all
	MaxSearched    = 10e6  // comparisons by which the names of a script are found: those of constants count for constantCompared
	MaxFarNumerals = 100   // numerals with an exponent from 290 on, or to -290 and below, each of which takes long to read
	MaxLongLevel   = 64    // '=' in a long bracket
)

// constantCompared is how many names are compared in the time in which one constant is.
const constantCompared = 3

// The virtual machine keeps the locals and the intermediate values of a function in registers, and its compiler goes wrong
// when they run out. The functions here say how many registers a piece of a tree needs beside the locals: never too few for
// what package lua makes of the tree, and sometimes a few too many.

const (
	loopRegisters   = 3  // that a for keeps for itself
	tableBatch      = 50 // entries of a table that are held before they are stored
	concatArguments = 50 // parts of one concatenation that are held side by side
)

func stmtRegisters(s Stmt) int {
	switch s := s.(type) {
	case *Local:
		return max(listRegisters(s.Values), len(s.Names))
	case *Assign:
		return assignRegisters(s)
	case *CallStmt:
		return registers(s.Call)
	case *While:
		return registers(s.Cond)
	case *If:
		n := 0
		for _, c := range s.Clauses {
			n = max(n, registers(c.Cond))
		}
		return n
	case *NumericFor:
		n := max(registers(s.From), 1+registers(s.To), loopRegisters+2)
		if s.Step != nil {
			n = max(n, 3+registers(s.Step))
		}
		return n
	case *GenericFor:
		return max(listRegisters(s.Values), 2*loopRegisters) + len(s.Names)
	case *FunctionStmt:
		return registers(s.Target) + 2
	case *Return:
		return listRegisters(s.Values)
	}
	return 1
}

// assignRegisters counts two for each target that is a field, which are its table and its key, one for each value, and four
// for the call that stores.
func assignRegisters(s *Assign) int {
	n, held := 0, 0
	for _, t := range s.Targets {
		n = max(n, held+registers(t))
		if _, field := t.(*Index); field {
			held += 2
		}
	}
	return max(n, held+max(listRegisters(s.Values), len(s.Targets))+4)
}

// listRegisters is for expressions whose values stand side by side.
func listRegisters(list []Expr) int {
	n := 0
	for i, e := range list {
		n = max(n, i+registers(e))
	}
	return n
}

func registers(e Expr) int {
	switch e := e.(type) {
	case *Paren:
		return registers(e.X)
	case *Index:
		return max(registers(e.X), 1+registers(e.Key))
	case *Call:
		return max(registers(e.Fn), 1+listRegisters(e.Args))
	case *MethodCall:
		return max(registers(e.X), 2+listRegisters(e.Args))
	case *Unary:
		return 1 + registers(e.X)
	case *Binary:
		switch e.Op {
		case Concat:
			return concatRegisters(e)
		case IDiv, Mod, BAnd, BOr, BXor, Shl, Shr: // calls of helpers
			return max(1+registers(e.X), 2+registers(e.Y))
		}
		return max(registers(e.X), 1+registers(e.Y))
	case *Table:
		return tableRegisters(e)
	}
	return 1
}

func concatRegisters(e *Binary) int {
	n := 0
	for i := 0; ; i++ {
		n = max(n, 3+i%concatArguments+registers(e.X))
		y, ok := e.Y.(*Binary)
		if !ok || y.Op != Concat {
			return max(n, 4+i%concatArguments+registers(e.Y))
		}
		e = y
	}
}

func tableRegisters(t *Table) int {
	n, held := 3, 0
	for _, f := range t.Fields {
		if f.Key == nil {
			n = max(n, 3+held+registers(f.Value))
			held = (held + 1) % tableBatch
		} else {
			n = max(n, 3+held+registers(f.Key), 4+held+registers(f.Value))
		}
	}
	return n
}
