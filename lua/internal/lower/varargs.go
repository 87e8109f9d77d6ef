package lower

import (
	"slices"

	glua "github.com/yuin/gopher-lua"

	"mystic-sdk/lua/internal/number"
	"mystic-sdk/lua/internal/vm"
)

// limitVarargs has every function with `...` begin with a look at how many values it was given. The instructions are put
// before its own, whose jumps are relative.
func limitVarargs(proto *glua.FunctionProto) {
	for _, inner := range proto.FunctionPrototypes {
		limitVarargs(inner)
		if inner.IsVarArg&glua.VarArgIsVarArg != 0 {
			limitVararg(inner)
		}
	}
}

func limitVararg(proto *glua.FunctionProto) {
	register := int(proto.NumUsedRegisters)
	if register+2 > 0xff {
		return // so many locals that the compiler has refused it
	}
	proto.Constants = append(proto.Constants, varargsFunc)
	look := []uint32{
		vm.Abx(glua.OP_LOADK, register, len(proto.Constants)-1),
		vm.Abc(glua.OP_VARARG, register+1, 0, 0),
		vm.Abc(glua.OP_CALL, register, 0, 1),
	}
	proto.NumUsedRegisters += 2
	proto.Code = slices.Concat(look, proto.Code)
	line := proto.LineDefined
	proto.DbgSourcePositions = slices.Concat([]int{line, line, line}, proto.DbgSourcePositions)
	for _, local := range proto.DbgLocals {
		if local.StartPc > 0 { // parameters are there from the start
			local.StartPc += len(look)
		}
		local.EndPc += len(look)
	}
	for i := range proto.DbgCalls {
		proto.DbgCalls[i].Pc += len(look)
	}
}

var varargsFunc = vm.GoFunc(func(L *glua.LState) int {
	if n := L.GetTop(); n > vm.MaxValues {
		vm.MeterOf(L).Raisef(L, "a function is called with %s values: at most %d are allowed", number.Grouped(int64(n)), vm.MaxValues)
	}
	return 0
})

// fewItems is the room that a list is made with whose only items are what a call gives.
const fewItems = 4

// makeRoom has the VM make such a list with little room, where it would make one for 32 items.
func makeRoom(code []uint32) {
	made := map[int]int{} // where the table in a register was made
	for pc, c := range code {
		switch i := vm.Instruction(c); i.Op() {
		case glua.OP_NEWTABLE:
			made[i.A()] = pc
		case glua.OP_SETLIST:
			at, ok := made[i.A()]
			if table := vm.Instruction(code[at]); ok && i.B() == 0 && table.B() == 0 {
				code[at] = vm.Abc(glua.OP_NEWTABLE, table.A(), fewItems, table.C())
			}
		}
	}
}
