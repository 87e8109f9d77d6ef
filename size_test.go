package mystic_test

import (
	"bytes"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"
)

// Files stay readable in one sitting and packages in one look.
const (
	maxFileLines    = 600
	maxPackageFiles = 20
)

// manyFiles are packages that may have more files: one file a rule is the point of checker/rules.
var manyFiles = map[string]int{"checker/rules": 60}

func TestSizes(t *testing.T) {
	files := map[string]int{}
	docs := map[string]bool{}
	eachGoFile(t, func(file string) {
		text, err := os.ReadFile(file)
		require.NoError(t, err)
		if n := bytes.Count(text, []byte("\n")); n > maxFileLines {
			t.Errorf("%s has %d lines; at most %d: split it by subject", file, n, maxFileLines)
		}
		dir, name := filepath.ToSlash(filepath.Dir(file)), filepath.Base(file)
		if filepath.Ext(name) == ".go" && !bytes.HasSuffix([]byte(name), []byte("_test.go")) {
			files[dir]++
			docs[dir] = docs[dir] || name == "doc.go"
		}
	})
	for dir, n := range files {
		if limit := max(maxPackageFiles, manyFiles[dir]); n > limit {
			t.Errorf("%s has %d files; at most %d: split it by subject", dir, n, limit)
		}
		if !docs[dir] && !withinAny(dir, "cmd", "examples", "internal") {
			t.Errorf("%s has no doc.go", dir)
		}
	}
}

func withinAny(dir string, roots ...string) bool {
	for _, root := range roots {
		if within(dir, root) {
			return true
		}
	}
	return false
}
