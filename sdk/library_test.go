package sdk_test

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"mystic-sdk/contract"
	"mystic-sdk/lua"
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
