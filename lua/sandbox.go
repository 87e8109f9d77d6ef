package lua

import (
	"cmp"
	"errors"
	"fmt"
	"maps"
	"slices"
	"sync"

	glua "github.com/yuin/gopher-lua"

	"mystic-sdk/lua/internal/vm"
)

// Options of a sandbox. The zero value works.
type Options struct {
	Words     map[string]Word   // functions that scripts call by name
	Objects   map[string]Object // read-only tables that Go answers, such as me
	Prelude   string            // Lua run once; the globals that it sets become words of every script
	MaxThink  int64             // steps without ResetThink that end a thread; 0: 1,000,000
	MaxBucket int64             // steps that a state's bucket holds; 0: 200,000
	MaxMemory int64             // accounted bytes of live Lua data of a state; 0: 4 MiB
	MaxString int               // bytes of one string; 0: 256 KiB
}

// Word is a function of the host. Func reads its arguments and pushes its results through Call; it runs on the script's
// coroutine, may block it with Call.Pause, and must not keep the Call. An error that it returns is raised in the script as
// a script error (a *ScriptError keeps its code); ErrEnd ends the thread and no pcall catches it; a panic ends the thread
// with code internal.
type Word struct {
	Steps int // charged before Func is called
	Func  func(c *Call) error
}

// Object is a read-only table answered by Go. Index pushes the one value of the field, or nothing for nil. To ask for a field,
// or for the keys, costs a script 10 steps.
type Object struct {
	Index func(c *Call, key string) error
	Keys  func(c *Call) []string // in the order of pairs; nil: pairs is an error
}

// ErrEnd is what a Word returns to end its thread, as stop() does.
var ErrEnd = errors.New("the run ends")

// Sandbox is what all scripts of one host share: words, library, prelude, pool of states. Safe for concurrent use.
type Sandbox struct {
	maxThink, maxBucket, maxMemory int64
	maxString                      int

	base        *glua.LTable // what the globals of every script fall back on; scripts never hold it
	globalsMeta *glua.LTable // the metatable of every script's globals
	prelude     *Program     // nil without a prelude
	pool        sync.Pool    // of *machine
}

// NewSandbox builds a sandbox; the error says what is wrong with the prelude or a word's name.
func NewSandbox(opts *Options) (*Sandbox, error) {
	if opts == nil {
		opts = &Options{}
	}
	if err := vm.CheckLayout(); err != nil {
		return nil, err
	}
	s := &Sandbox{
		maxThink:  cmp.Or(opts.MaxThink, 1_000_000),
		maxBucket: cmp.Or(opts.MaxBucket, 200_000),
		maxMemory: cmp.Or(opts.MaxMemory, 4<<20),
		maxString: cmp.Or(opts.MaxString, 256<<10),
		base:      &glua.LTable{Metatable: ownGlobals()},
	}
	lib := sharedLibrary()
	s.pool.New = func() any { return newMachine(lib.StringMeta) }
	for _, name := range lib.Globals {
		s.base.RawSetString(name, lib.Values[name])
	}
	for _, name := range slices.Sorted(maps.Keys(opts.Words)) {
		word := opts.Words[name]
		if err := s.checkName(name); err != nil {
			return nil, fmt.Errorf("word %q: %w", name, err)
		}
		if word.Func == nil {
			return nil, fmt.Errorf("word %q has no function", name)
		}
		s.base.RawSetString(name, bindWord(word))
	}
	for _, name := range slices.Sorted(maps.Keys(opts.Objects)) {
		object := opts.Objects[name]
		if err := s.checkName(name); err != nil {
			return nil, fmt.Errorf("object %q: %w", name, err)
		}
		if object.Index == nil {
			return nil, fmt.Errorf("object %q has no Index", name)
		}
		s.base.RawSetString(name, bindObject(&object))
	}
	s.globalsMeta = globalsMetatable(s.base)
	if opts.Prelude != "" {
		if err := s.loadPrelude(opts.Prelude); err != nil {
			return nil, fmt.Errorf("prelude: %w", err)
		}
	}
	return s, nil
}

// checkName refuses what cannot be called by its name or means something already.
func (s *Sandbox) checkName(name string) error {
	switch {
	case !vm.IsName(name):
		return errors.New("is no name in Lua")
	case name == "mem" || name == "_G":
		return errors.New("is taken")
	case s.base.RawGetString(name) != glua.LNil:
		return errors.New("is defined already")
	}
	return nil
}
