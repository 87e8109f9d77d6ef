package sdk_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"mystic-sdk/contract"
	"mystic-sdk/lua"
	"mystic-sdk/sdk/sdktest"
)

// TestLibraryIsOneList: what the checker takes for the library, which contract lists, is what scripts find.
func TestLibraryIsOneList(t *testing.T) {
	globals, tables := lua.Library()
	require.Equal(t, contract.LibraryTables(), tables)
	known := append(contract.LibraryGlobals(), "mem")
	for table := range tables {
		known = append(known, table)
	}
	slices.Sort(known)
	require.Equal(t, known, globals)
}

// TestSavedScriptsCostTheirLength: run(name) pays for the text, whether it is compiled already or not.
func TestSavedScriptsCostTheirLength(t *testing.T) {
	w, _ := openYard(t, nil)
	p := sdktest.NewPlayer(t, w, "ann")
	spent := func(script string) int64 {
		before := stepsOf(t, w)["ann"]
		require.Nil(t, p.Run(script).Error)
		p.Ticks(2)
		return stepsOf(t, w)["ann"] - before
	}
	for name, text := range map[string]string{"short": "local x = 1", "long": "local x = 1 --" + strings.Repeat("-", 8000)} {
		require.Nil(t, p.Call("run", map[string]any{"script": text, "name": name, "wait": 0}).Error)
		p.Ticks(2)
	}
	short, long := spent(`run("short")`), spent(`run("long")`)
	require.GreaterOrEqual(t, long-short, int64(2*8000))
	require.Equal(t, long, spent(`run("long")`))
}
