package lua

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	glua "github.com/yuin/gopher-lua"

	"mystic-sdk/lua/internal/vm"
	"mystic-sdk/lua/syntax"
)

// Operand says what the script calls an operand or an argument of the function of the host that is running.
func (h *host) Operand(L *glua.LState, i int, use vm.Use) vm.Operand {
	s, ok := (*Thread)(h).callScene()
	if !ok {
		return vm.Operand{}
	}
	register, ok := s.argument(i)
	if !ok {
		return vm.Operand{}
	}
	return vm.Operand{
		Name: s.origin(register).String(), Hint: s.advice(register, L.Get(i), use), Method: vm.CalledWithColon(s.fn, s.pc-1),
	}
}

// callScene is the place in the script that the function of the host which is running was called from.
func (t *Thread) callScene() (scene, bool) {
	s := scene{t: t, s: t.top, frame: t.top.depth() - 1}
	ok := false
	s.fn, s.pc, ok = s.s.luaFrame(s.frame)
	return s, ok && s.pc > 0
}

// argument returns the register of argument i of the call that the scene is at; of an operator that a metamethod was called
// for, that of operand i.
func (s scene) argument(i int) (register int, ok bool) {
	switch in := s.instruction(); in.Op() {
	case glua.OP_CALL, glua.OP_TAILCALL, glua.OP_TFORLOOP:
		return in.A() + i, true
	case glua.OP_ADD, glua.OP_SUB, glua.OP_MUL, glua.OP_DIV, glua.OP_MOD, glua.OP_POW, glua.OP_UNM:
		if i == 1 {
			return in.B(), true
		}
		return in.C(), true
	}
	return 0, false
}

func (s scene) instruction() vm.Instruction { return vm.Instruction(s.fn.Proto.Code[s.pc-1]) }

func (s scene) origin(register int) vm.Origin { return vm.OriginOf(s.fn, s.pc-1, register) }

// advice says what to write instead where a value is not fit for a use; nothing where that cannot be known.
func (s scene) advice(register int, lv glua.LValue, use vm.Use) string {
	return s.adviceOn(s.origin(register), lv, use)
}

func (s scene) adviceOn(o vm.Origin, lv glua.LValue, use vm.Use) string {
	if !s.t.advises() {
		return ""
	}
	if hint := s.calledWrongly(o, lv); hint != "" {
		return hint
	}
	if lv == glua.LNil {
		return s.absent(o, use)
	}
	return s.unfit(o, lv, use)
}

// absent is advice about nil.
func (s scene) absent(o vm.Origin, use vm.Use) string {
	why := ""
	switch o.Kind {
	case "":
		return ""
	case "result":
		return s.gaveNil(o)
	case "global":
		if hint := s.global(o.Name); hint != "" {
			return hint
		}
	case "field", "method":
		hint := ""
		if hint, why = s.member(o, use); hint != "" {
			return hint
		}
	case "entry":
		hint := ""
		if hint, why = s.entry(o); hint != "" {
			return hint
		}
	case "local":
		why = s.given(o)
	}
	if o.Kind == "method" && o.Of != "" {
		o.Path = o.Of + "." + o.Name
	}
	if why == "" {
		return quoted(o.Path, o.Name) + " is nil here; " + remedy(o, use, "give it a value first")
	}
	return why + "; " + remedy(o, use, "test it first")
}

// gaveNil is advice about what a call gave.
func (s scene) gaveNil(o vm.Origin) string {
	if o.Name == "tonumber" {
		return "'tonumber' gave nil here, for what is no number; keep what it gives in a local and test that first"
	}
	return fmt.Sprintf("'%s' gave nil here; keep what it gives in a local and test that first", vm.Clipped(o.Name))
}

// remedy is what to do about a value that is nil; first is what to do where it may not be so.
func remedy(o vm.Origin, use vm.Use, first string) string {
	x := o.Path
	if x == "" || len(x) > 40 || strings.Contains(x, "(") {
		return "keep it in a local, and test that first"
	}
	instead := ""
	switch use {
	case vm.UseIndex:
		return fmt.Sprintf("test it first: if %s then … end", x)
	case vm.UseStore:
		return fmt.Sprintf("make the table first: %s = %s or {}", x, x)
	case vm.UseCall, vm.UseFunction:
		return "give it a function first"
	case vm.UseArith, vm.UseBits, vm.UseCompare, vm.UseBound, vm.UseNumber:
		instead = "(%s or 0)"
	case vm.UseStep:
		instead = "(%s or 1)"
	case vm.UseConcat:
		instead = "tostring(%s)"
	case vm.UseOrder, vm.UseText:
		instead = "(%s or \"\")"
	case vm.UseIterate:
		instead = "pairs(%s or {})"
	case vm.UseLength, vm.UseTable:
		instead = "(%s or {})"
	default:
		return first
	}
	return first + ", or write " + fmt.Sprintf(instead, x)
}

// quoted writes a path in quotes, or where that is not known or long a name.
func quoted(path, name string) string {
	if path == "" || len(path) > 60 {
		path = vm.Clipped(name)
	}
	return "'" + path + "'"
}

// global is advice about a global that is nil.
func (s scene) global(name string) string {
	p := s.t.st.programOf(s.fn.Proto)
	if p == nil {
		return s.t.nearestGlobal(name)
	}
	if line := setAt(p.chunk, name); line > s.mainLine() {
		return fmt.Sprintf("'%s' gets its value in line %d, which has not run yet: move that up", vm.Clipped(name), line)
	}
	return s.t.nearestGlobal(name)
}

// setAt returns the first line in which the main part of a script sets a global; 0: it does not.
func setAt(chunk *syntax.Chunk, name string) int {
	for _, stmt := range chunk.Body.Stmts {
		var targets []syntax.Expr
		switch stmt := stmt.(type) {
		case *syntax.Assign:
			targets = stmt.Targets
		case *syntax.FunctionStmt:
			targets = append(targets, stmt.Target)
		}
		for _, target := range targets {
			if id, ok := target.(*syntax.Ident); ok && id.Name == name {
				return id.Start.Line
			}
		}
	}
	return 0
}

// mainLine returns the line that the main part of the script is at; a large one where it is not under way.
func (s scene) mainLine() int {
	line := math.MaxInt
	s.t.walk(func(at site) bool {
		if at.fn.Proto.LineDefined == 0 && at.fn.Proto.SourceName == s.fn.Proto.SourceName {
			line = at.line
		}
		return true
	})
	return line
}

// given says where a local has its nil from, where all of its values come from one place.
func (s scene) given(o vm.Origin) string {
	from, line := s.giver(o)
	switch from.Kind {
	case "":
	case "parameter":
		return fmt.Sprintf("'%s' was called without a value for '%s' in line %d", vm.Clipped(from.Name), o.Name, line)
	case "result":
		if from.Nth > 1 {
			return fmt.Sprintf("'%s' is value %d of what '%s' gave in line %d, and nil", o.Name, from.Nth, vm.Clipped(from.Name), line)
		}
		return fmt.Sprintf("'%s' gave nil in line %d", vm.Clipped(from.Name), line)
	case "field", "entry", "global", "upvalue":
		return fmt.Sprintf("'%s' is nil, as %s was in line %d", o.Name, quoted(from.Path, from.Name), line)
	}
	return ""
}

// giver finds where a local has its value from, and in which line it got it. The kind is "parameter" where the caller of the
// function gave it, with the name of the function; empty where there is more than one place.
func (s scene) giver(o vm.Origin) (from vm.Origin, line int) {
	local := vm.LocalAt(s.fn.Proto, s.pc-1, o.Local)
	if o.Kind != "local" || local == nil || vm.SetWithin(s.fn.Proto, local.StartPc, local.EndPc, o.Local) {
		return vm.Origin{}, 0
	}
	if o.Local < int(s.fn.Proto.NumParameters) {
		at := site{s: s.s, frame: s.frame, fn: s.fn}
		caller, ok := s.s.siteAt(s.frame - 1)
		if from.Name = at.name(); from.Name != "" && ok {
			from.Kind = "parameter"
		}
		return from, caller.line
	}
	set := vm.SetterOf(s.fn.Proto, local.StartPc, o.Local)
	if set < 0 {
		return vm.Origin{}, 0
	}
	return vm.OriginOfSet(s.fn, set, o.Local), s.fn.Proto.DbgSourcePositions[set]
}

// entry is advice about an entry that a table does not have; else why says which key was asked for, and which there are.
func (s scene) entry(o vm.Origin) (hint, why string) {
	key, ok := s.evaluate(o.Set, o.Key, maxEvaluated)
	if !ok {
		return "", ""
	}
	why = quoted(o.Path, o.Name) + " is nil here"
	if by := vm.OriginOf(s.fn, o.Set, o.Key); by.Kind != "constant" && by.Kind != "" {
		why += fmt.Sprintf(", %s is %s", vm.Clipped(by.Path), s.shown(key))
	}
	table := s.table(o)
	if table == nil {
		return "", why
	}
	path := vm.OriginOf(s.fn, o.Set, o.Table).Path
	name := quoted(path, "the table")
	switch key := key.(type) {
	case glua.LNumber:
		if n := vm.TableLen(table); n > 0 && key < 0 {
			return fmt.Sprintf("the last entry of a list is %s[#%s]", path, path), ""
		} else if n > 0 && key == 0 {
			return fmt.Sprintf("%s, and %s has %s: lists begin at 1, as in for i = 1, #%s do", why, name, entries(n), path), ""
		} else if n > 0 {
			return "", fmt.Sprintf("%s, and %s has %s", why, name, entries(n))
		}
	case glua.LString:
		if best := s.nearestMember(table, string(key)); best != "" {
			return fmt.Sprintf("%s: did you mean '%s'?", why, best), ""
		}
	}
	if names := s.fieldsOf(table); names != "" {
		return "", fmt.Sprintf("%s, and %s has %s", why, name, names)
	}
	if k, _ := table.Next(glua.LNil); k == glua.LNil {
		return "", fmt.Sprintf("%s, and %s is empty", why, name)
	}
	return "", why
}

// entries says how long a list is.
func entries(n int) string {
	if n == 1 {
		return "one entry"
	}
	return fmt.Sprintf("entries 1 to %d", n)
}

// shown writes a value into a hint.
func (s scene) shown(v glua.LValue) string {
	text := Value{lv: v, st: s.t.st}.Display(40)
	if _, ok := v.(glua.LString); ok {
		return strconv.Quote(text)
	}
	return text
}

// member is advice about a field that a table does not have; else why says what it has.
func (s scene) member(o vm.Origin, use vm.Use) (hint, why string) {
	holder, ok := s.evaluate(o.Set, o.Table, maxEvaluated)
	if !ok && o.Kind == "method" {
		holder = s.value(s.instruction().A() + 1) // the object that the call gives on
	}
	name := vm.OriginOf(s.fn, o.Set, o.Table).Path
	if name == "" || len(name) > 40 {
		name = "t"
	}
	table := tableOf(holder)
	if best := s.nearestMember(holder, o.Name); best != "" {
		return fmt.Sprintf("did you mean '%s'?", best), ""
	}
	if known := foreignMember(holder, o.Name, use); known != "" {
		return "write " + strings.ReplaceAll(known, "@", receiver(name)), ""
	}
	if use == vm.UseCall {
		if word, ok := s.t.global(o.Name).(*glua.LFunction); ok && word.IsG {
			return fmt.Sprintf("'%s' is a word of its own: write %s(…)", o.Name, o.Name), ""
		}
		if meta, ok := metaOf(holder); ok && meta.RawGetString(o.Name) != glua.LNil && meta.RawGetString("__index") == glua.LNil {
			return fmt.Sprintf("its metatable has '%s' but no __index: with a metatable M write M.__index = M", vm.Clipped(o.Name)), ""
		}
	}
	if table == nil {
		return "", ""
	}
	if names := s.fieldsOf(table); names != "" {
		return "", fmt.Sprintf("'%s' has %s", name, names)
	}
	return "", ""
}

// unfit is advice about a value of the wrong kind.
func (s scene) unfit(o vm.Origin, lv glua.LValue, use vm.Use) string {
	x := o.Path
	if x == "" || len(x) > 40 {
		x = "x"
	}
	switch lv := lv.(type) {
	case *glua.LFunction:
		if o.Path != "" && use != vm.UseTable {
			return fmt.Sprintf("'%s' is a function; what it gives comes from a call: %s(…)", x, x)
		}
	case *glua.LTable:
		return s.unfitTable(o, x, lv, use)
	case glua.LString:
		if o.Kind == "constant" {
			x = ""
		}
		return s.unfitText(x, string(lv), use)
	case glua.LBool:
		return s.unfitTruth(o, x, lv, use)
	case glua.LNumber:
		return s.unfitNumber(o, x, use)
	case *glua.LUserData:
		if use == vm.UseCall {
			return fmt.Sprintf("write coroutine.resume(%s)", x)
		}
	}
	return ""
}

func (s scene) unfitTable(o vm.Origin, x string, table *glua.LTable, use vm.Use) string {
	if o.Path == "" && use != vm.UseIterate {
		return ""
	}
	switch use {
	case vm.UseCall:
		return fmt.Sprintf("an entry of a table is written in square brackets: %s[…]", x)
	case vm.UseIterate:
		return fmt.Sprintf("write: for k, v in pairs(%s) do", x)
	case vm.UseConcat:
		if names := s.fieldsOf(tableOf(table)); names != "" {
			return fmt.Sprintf("take one of its fields: %s; print(%s) shows all of it", names, x)
		}
		return fmt.Sprintf("table.concat(%s, \", \") joins a list of texts, print(%s) shows all of it", x, x)
	case vm.UseArith, vm.UseBits, vm.UseCompare, vm.UseOrder, vm.UseBound, vm.UseStep, vm.UseNumber:
		plain := tableOf(table)
		if plain == nil {
			return fmt.Sprintf("take one of its fields: %s.…", x)
		}
		if names := s.fieldsOf(plain); names != "" {
			return "take one of its fields: " + names
		}
		return fmt.Sprintf("#%s is how many entries it has", x)
	}
	return ""
}

func (s scene) unfitText(x, text string, use vm.Use) string {
	switch use {
	case vm.UseStore:
		return "a text cannot be changed: make a new one, or keep values in a table"
	case vm.UseIterate:
		if x == "" {
			x = "s"
		}
		return fmt.Sprintf("for each letter write: for c in %s:gmatch(\".\") do", x)
	case vm.UseArith:
		if s.instruction().Op() == glua.OP_ADD {
			return "'+' adds numbers, '..' joins texts; tonumber(x) makes a number of a text such as \"12\""
		}
		return fmt.Sprintf("only a text that holds a number counts as one, and this is %s", shortened(text))
	case vm.UseBits, vm.UseCompare, vm.UseBound, vm.UseStep:
		if x == "" {
			return "a number stands without quotes"
		}
		return fmt.Sprintf("make a number of the text first: tonumber(%s)", x)
	case vm.UseCall:
		return "a text is no function: functions of texts are called like s:upper()"
	}
	return ""
}

func shortened(text string) string {
	if len(text) > 24 {
		text = text[:24] + "…"
	}
	return fmt.Sprintf("%q", text)
}

func (s scene) unfitTruth(o vm.Origin, x string, lv glua.LBool, use vm.Use) string {
	switch use {
	case vm.UseConcat:
		return fmt.Sprintf("write tostring(%s)", x)
	case vm.UseCall:
		return fmt.Sprintf("leave out the brackets, or call what '%s' came from", x)
	case vm.UseTable, vm.UseFunction, vm.UseText, vm.UseAny, vm.UseKey:
		return ""
	}
	if from, line := s.giver(o); from.Kind == "result" && from.Nth == 1 {
		return fmt.Sprintf("'%s' gave %s first in line %d; keep all that it gives: local a, b, c = %s", vm.Clipped(from.Name), lv, line, vm.Clipped(from.Path))
	}
	if o.Kind == "result" {
		return fmt.Sprintf("'%s' gave %s first; keep all that it gives: local a, b, c = %s", vm.Clipped(o.Name), lv, vm.Clipped(o.Path))
	}
	if o.Path == "" {
		return fmt.Sprintf("this is %s, as a comparison gives it; of two bounds write a < b and b < c", lv)
	}
	return fmt.Sprintf("'%s' is %s, and neither a number nor a table: ask if %s then … end", x, lv, x)
}

func (s scene) unfitNumber(o vm.Origin, x string, use vm.Use) string {
	switch use {
	case vm.UseIndex, vm.UseStore:
		if s.instruction().Op() == glua.OP_SELF {
			return fmt.Sprintf("'%s' is a number, and has no methods; tostring(%s) is a text", x, x)
		}
		return fmt.Sprintf("'%s' is a number, and has no fields", x)
	case vm.UseLength:
		return fmt.Sprintf("'%s' is a number already: leave out '#'", x)
	case vm.UseIterate:
		return fmt.Sprintf("to count write: for i = 1, %s do", x)
	case vm.UseCall:
		return fmt.Sprintf("'%s' is a number: leave out the brackets", x)
	case vm.UseOrder:
		return fmt.Sprintf("compare numbers with numbers: tonumber(…) makes one of a text, tostring(%s) the other way round", x)
	}
	return ""
}

// calledWrongly is advice where '.' and ':' were mixed up in the call of the function that the scene is in: self is then no
// table, or the table is taken for the first argument.
func (s scene) calledWrongly(o vm.Origin, lv glua.LValue) string {
	self := o.Of == "self" || o.Kind == "local" && o.Name == "self"
	if s.fn.Proto.NumParameters == 0 || !self && o.Kind != "local" {
		return ""
	}
	caller, pc, ok := s.s.luaFrame(s.frame - 1)
	if !ok || pc == 0 {
		return ""
	}
	line := caller.Proto.DbgSourcePositions[pc-1]
	colon := vm.CalledWithColon(caller, pc-1)
	called := "the function"
	if name := (site{s: s.s, frame: s.frame, fn: s.fn}).name(); name != "" {
		called = "'" + name + "'"
	}
	first, name := s.value(0), ""
	if local := vm.LocalAt(s.fn.Proto, s.pc-1, 0); local != nil {
		name = local.Name
	}
	_, object := first.(*glua.LTable)
	switch {
	case self && name == "self" && !colon && !object:
		callee := vm.OriginOf(caller, pc-1, vm.Instruction(caller.Proto.Code[pc-1]).A())
		if callee.Kind == "field" {
			return fmt.Sprintf("line %d calls %s without an object for self: write ':' instead of '.' before its name", line, called)
		}
		return fmt.Sprintf("line %d calls a method without an object for self: hand it on as function(x) return object:method(x) end", line)
	case o.Name == name && name != "self" && colon && object && lv == first:
		return fmt.Sprintf("line %d calls %s with ':', which gives the table first: write '.' there", line, called)
	}
	return ""
}
