package vm

// Instruction is one instruction of the VM, as its opcode.go lays it out.
type Instruction uint32

// Op returns the opcode, one of the VM's OP_ constants.
func (i Instruction) Op() int { return int(i >> 26) }

// A returns the first operand, a register.
func (i Instruction) A() int { return int(i>>18) & 0xff }

// B returns the second operand, a register or with ConstantBit a constant.
func (i Instruction) B() int { return int(i & 0x1ff) }

// C returns the third operand, as B.
func (i Instruction) C() int { return int(i>>9) & 0x1ff }

// Bx returns the long second operand, the index of a constant or a function.
func (i Instruction) Bx() int { return int(i & 0x3ffff) }

func (i Instruction) jump() int { return int(i&0x3ffff) - 0x1ffff }

// ConstantBit marks an operand that is a constant and not a register.
const ConstantBit = 1 << 8

// Abc encodes an instruction with three operands.
func Abc(op, a, b, c int) uint32 { return uint32(op)<<26 | uint32(a)<<18 | uint32(c)<<9 | uint32(b) }

// Abx encodes an instruction with a register and an index.
func Abx(op, a, bx int) uint32 { return uint32(op)<<26 | uint32(a)<<18 | uint32(bx) }
