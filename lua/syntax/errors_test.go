package syntax_test

import (
	"flag"
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"
	"github.com/stretchr/testify/require"

	"mystic-sdk/lua/syntax"
)

var update = flag.Bool("update", false, "write the golden files anew")

const errorsFile = "testdata/errors.txtar"

// told writes what Parse answers for a script.
func told(source string) string {
	var b strings.Builder
	chunk, errs := syntax.Parse("", source)
	for _, e := range errs {
		fmt.Fprintf(&b, "%d:%d-%d:%d %s: %s", e.Start.Line, e.Start.Column, e.End.Line, e.End.Column, e.Code, e.Message)
		if e.Hint != "" {
			fmt.Fprintf(&b, " (%s)", e.Hint)
		}
		b.WriteByte('\n')
	}
	if chunk == nil {
		b.WriteString("no tree\n")
	} else if chunk.Partial {
		b.WriteString("partial\n")
	}
	return b.String()
}

// TestErrors pins every text that a mistake is answered with.
func TestErrors(t *testing.T) {
	archive, err := txtar.ParseFile(errorsFile)
	require.NoError(t, err)
	require.Zero(t, len(archive.Files)%2)
	for i := 0; i < len(archive.Files); i += 2 {
		script, want := &archive.Files[i], &archive.Files[i+1]
		name := strings.TrimSuffix(script.Name, ".lua")
		require.Equal(t, name+".want", want.Name)
		// The last line end is the archive's, not the script's.
		got := told(strings.TrimSuffix(string(script.Data), "\n"))
		if *update {
			want.Data = []byte(got)
			continue
		}
		t.Run(name, func(t *testing.T) { require.Equal(t, string(want.Data), got) })
	}
	if *update {
		require.NoError(t, os.WriteFile(errorsFile, txtar.Format(archive), 0o644))
	}
}
