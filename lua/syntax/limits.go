package syntax

// The limits of a script. They keep every later stage flat and quick, and below what the virtual machine can hold; a script
// that is over one gets a diagnostic, "too-deep" or "too-long".
const (
	MaxSource    = 32768 // bytes of a script
	MaxNesting   = 100   // blocks, functions, brackets and signs inside each other
	MaxOperators = 200   // operators, calls and indexes on top of each other in one expression: a+b+c has two
	MaxUpvalues  = 60    // locals of outer functions that one function uses
	MaxRegisters = 198   // locals and intermediate values of one function at one place: what 200 registers hold
	MaxLongLevel = 64    // '=' in a long bracket
)
