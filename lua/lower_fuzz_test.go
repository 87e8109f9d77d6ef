package lua_test

import (
	"testing"

	"github.com/rogpeppe/go-internal/txtar"
	"github.com/stretchr/testify/require"

	"mystic-sdk/lua"
	"mystic-sdk/lua/syntax"
)

// FuzzLower compiles whatever the parser accepts: no tree is beyond the lowering, or more than the VM's compiler can hold.
func FuzzLower(f *testing.F) {
	for seed := range uint64(20) {
		f.Add(program(seed))
	}
	for _, name := range []string{"errors.txtar", "sound/miner.lua", "sound/shapes.lua"} {
		archive, err := txtar.ParseFile("syntax/testdata/" + name)
		require.NoError(f, err)
		f.Add(string(archive.Comment)) // all of a file that is no archive
		for _, file := range archive.Files {
			f.Add(string(file.Data))
		}
	}
	f.Fuzz(func(t *testing.T, source string) {
		chunk, errs := syntax.Parse("", source)
		if len(errs) == 0 {
			_, err := lua.CompileChunk(chunk)
			require.NoError(t, err)
		}
	})
}
