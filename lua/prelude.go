package lua

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	glua "github.com/yuin/gopher-lua"

	"mystic-sdk/lua/internal/border"
	"mystic-sdk/lua/internal/library"
	"mystic-sdk/lua/internal/vm"
)

var fixedPrelude = vm.Refusing("what the game defines cannot be changed: %s", "make a local of your own")

// loadPrelude runs the prelude once. Its globals become words of every script: its functions are shared by all states, so
// nothing that they can reach may change any more.
func (s *Sandbox) loadPrelude(source string) error {
	program, err := Compile(preludeName, source)
	if err != nil {
		return err
	}
	if err := writesOutside(program.proto); err != nil {
		return err
	}
	env := vm.NewTable()
	meta := vm.MakeTable(0, 3)
	meta.RawSetString("__metatable", vm.LockedText)
	meta.RawSetString("__index", s.loadingBase())
	env.Metatable = meta
	if err := s.runPrelude(program, env); err != nil {
		return err
	}
	f := freezer{seen: map[any]bool{}, fresh: vm.Fresh{}}
	for k, v := env.Next(glua.LNil); k != glua.LNil; k, v = env.Next(k) {
		name, ok := k.(glua.LString)
		if !ok {
			return errors.New("a global has a name that is no string")
		}
		if err := s.checkName(string(name)); err != nil {
			return fmt.Errorf("global %q: %w", string(name), err)
		}
		if err := f.visit(v, string(name)); err != nil {
			return err
		}
	}
	for _, tb := range f.tables {
		vm.FreezeOne(tb, fixedPrelude, false)
	}
	for k, v := env.Next(glua.LNil); k != glua.LNil; k, v = env.Next(k) {
		s.base.RawSet(k, v)
	}
	// From here on the functions find their globals as scripts find them, and can set none.
	meta.RawSetString("__index", s.base)
	meta.RawSetString("__newindex", fixedPrelude)
	*env = glua.LTable{Metatable: meta}
	s.prelude = program
	return nil
}

// loadingBase is what the prelude finds while it is loaded: the library, and for each word a function that says that it is
// too early.
func (s *Sandbox) loadingBase() *glua.LTable {
	lib := sharedLibrary()
	base := vm.NewTable()
	for k, v := s.base.Next(glua.LNil); k != glua.LNil; k, v = s.base.Next(k) {
		name := string(k.(glua.LString))
		if lib.Values[name] == nil {
			v = vm.GoFunc(func(L *glua.LState) int {
				threadOf(L).raisef(L, "'%s' cannot be used while the prelude is loaded, only in its functions", name)
				return 0
			})
		}
		base.RawSetString(name, v)
	}
	return base
}

func (s *Sandbox) runPrelude(program *Program, env *glua.LTable) error {
	st := &State{box: s, machine: newMachine(sharedLibrary().StringMeta), globals: env, random: library.NewRandom(0), odd: true}
	defer st.Close()
	st.bucket = s.maxThink + 1
	t := st.Start(program)
	if t.Resume() == Done {
		return nil
	}
	if err := t.Err(); err != nil {
		return err
	}
	return errors.New("it takes too many steps")
}

// writesOutside refuses functions that assign what all states would share: a global, or a local of the prelude itself.
func writesOutside(main *glua.FunctionProto) error {
	return checkInner(main, nil)
}

// checkInner looks at the functions inside one. shared says which of its captured variables belong to the prelude itself;
// for the prelude, all of whose locals do, it is nil.
func checkInner(proto *glua.FunctionProto, shared []bool) error {
	for at := 0; at < len(proto.Code); at++ {
		i := vm.Instruction(proto.Code[at])
		if i.Op() != glua.OP_CLOSURE {
			continue
		}
		inner := proto.FunctionPrototypes[i.Bx()]
		captured := make([]bool, inner.NumUpvalues) // never nil, as the prelude's own is
		for n := range captured {
			at++
			switch from := vm.Instruction(proto.Code[at]); from.Op() {
			case glua.OP_MOVE:
				captured[n] = proto.LineDefined == 0 && shared == nil
			case glua.OP_GETUPVAL:
				captured[n] = from.B() < len(shared) && shared[from.B()]
			}
		}
		for pc, code := range inner.Code {
			line := inner.DbgSourcePositions[pc]
			switch set := vm.Instruction(code); {
			case set.Op() == glua.OP_SETGLOBAL:
				return fmt.Errorf("line %d: a function sets the global '%s', which all scripts would share",
					line, vm.ConstantText(inner, set.Bx()))
			case set.Op() == glua.OP_SETUPVAL && captured[set.B()]:
				return fmt.Errorf("line %d: a function sets '%s', a local of the prelude, which all scripts would share",
					line, inner.DbgUpvalues[set.B()])
			}
		}
		if err := checkInner(inner, captured); err != nil {
			return err
		}
	}
	return nil
}

// freezer collects the tables that the prelude's globals lead to.
type freezer struct {
	seen   map[any]bool
	fresh  vm.Fresh // what takes the place of a captured variable, so that the audit of no state has to do that
	tables []*glua.LTable
}

func (f *freezer) visit(v glua.LValue, path string) error {
	switch v := v.(type) {
	case *glua.LFunction:
		if v.IsG || f.seen[v] {
			return nil
		}
		f.seen[v] = true
		for i, captured := range v.Upvalues {
			if captured == nil {
				continue
			}
			v.Upvalues[i] = f.fresh.Of(captured)
			name := path
			if i < len(v.Proto.DbgUpvalues) {
				name = v.Proto.DbgUpvalues[i]
			}
			if err := f.visit(captured.Value(), name); err != nil {
				return err
			}
		}
	case *glua.LTable:
		if vm.ProxyOf(v) != nil || f.seen[v] {
			return nil
		}
		f.seen[v] = true
		if v.Metatable != glua.LNil {
			return fmt.Errorf("%s has a metatable, which a table that all scripts share cannot have", path)
		}
		for k, inner := v.Next(glua.LNil); k != glua.LNil; k, inner = v.Next(k) {
			step := "[…]"
			if s, ok := k.(glua.LString); ok {
				if strings.HasPrefix(string(s), "__") {
					return fmt.Errorf("%s has the field %s, and a table that all scripts share can be no metatable", path, string(s))
				}
				step = border.KeyStep(string(s))
			}
			if err := f.visit(inner, path+step); err != nil {
				return err
			}
		}
		f.tables = append(f.tables, v)
	case *glua.LUserData:
		return fmt.Errorf("%s holds a coroutine, which scripts cannot share", path)
	}
	return nil
}

// keep remembers a program whose functions may run in this state, for the places of errors.
func (st *State) keep(p *Program) {
	if !slices.Contains(st.programs, p) {
		st.programs = append(st.programs, p)
		st.held += p.bytes
	}
}
