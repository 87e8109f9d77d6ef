package list_test

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"mystic-sdk/internal/mutate/list"
)

// write makes a package with a file and a list of mutations.
func write(t *testing.T, mutations string) (dir string) {
	t.Helper()
	dir = t.TempDir()
	require.NoError(t, os.Mkdir(filepath.Join(dir, "testdata"), 0o755))
	require.NoError(t, os.WriteFile(filepath.Join(dir, "testdata", "mutations.txtar"), []byte(mutations), 0o644))
	require.NoError(t, os.WriteFile(filepath.Join(dir, "a.go"), []byte("one\ntwo\ntwo\nthree\n"), 0o644))
	return dir
}

func TestRead(t *testing.T) {
	dir := write(t, "-- no-one a.go R1 R2 --\none\ntwo\n====\nnone\n-- gone a.go T1 --\nthree\n====\n")
	got, err := list.Read(dir)
	require.NoError(t, err)
	require.Equal(t, []list.Mutation{
		{Name: "no-one", File: filepath.Join(dir, "a.go"), Cases: []string{"R1", "R2"}, Old: "one\ntwo", New: "none"},
		{Name: "gone", File: filepath.Join(dir, "a.go"), Cases: []string{"T1"}, Old: "three", New: ""},
	}, got)
	mutated, err := got[0].Apply()
	require.NoError(t, err)
	require.Equal(t, "none\ntwo\nthree\n", string(mutated))
}

func TestRefused(t *testing.T) {
	for mutations, want := range map[string]string{
		"-- no-one a.go --\none\n====\nnone\n": "at least one case",
		"-- no-one a.go R1 --\none\n":          "no line ====",
	} {
		_, err := list.Read(write(t, mutations))
		require.ErrorContains(t, err, want)
	}
	for old, want := range map[string]string{"two": "2 times", "four": "0 times"} {
		got, err := list.Read(write(t, "-- m a.go R1 --\n"+old+"\n====\nfive\n"))
		require.NoError(t, err)
		_, err = got[0].Apply()
		require.ErrorContains(t, err, want)
	}
	_, err := list.Read(t.TempDir())
	require.ErrorIs(t, err, os.ErrNotExist)
}
