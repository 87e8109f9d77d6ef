package list

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/rogpeppe/go-internal/txtar"
)

// Mutation is one fault.
type Mutation struct {
	Name     string   // a word with dashes
	File     string   // that it is in, a path from where the list was read
	Cases    []string // that fail for it, "R5"; at least one
	Old, New string   // code, with their last newlines cut off
}

// Read returns the mutations of the package in a folder, in their order.
func Read(dir string) ([]Mutation, error) {
	name := filepath.Join(dir, "testdata", "mutations.txtar")
	text, err := os.ReadFile(name)
	if err != nil {
		return nil, fmt.Errorf("read mutations: %w", err)
	}
	var out []Mutation
	for _, f := range txtar.Parse(text).Files {
		fields := strings.Fields(f.Name)
		if len(fields) < 3 {
			return nil, fmt.Errorf("%s: %q is not a name, a file and at least one case", name, f.Name)
		}
		old, mutated, found := strings.Cut(string(f.Data), "\n====\n")
		if !found {
			return nil, fmt.Errorf("%s: %s has no line ====", name, fields[0])
		}
		out = append(out, Mutation{
			Name: fields[0], File: filepath.Join(dir, fields[1]), Cases: fields[2:],
			Old: old, New: strings.TrimSuffix(mutated, "\n"),
		})
	}
	return out, nil
}

// Apply returns the file with the fault in it. It is an error where the old code does not stand there exactly once.
func (m Mutation) Apply() ([]byte, error) {
	text, err := os.ReadFile(m.File)
	if err != nil {
		return nil, fmt.Errorf("apply %s: %w", m.Name, err)
	}
	if n := bytes.Count(text, []byte(m.Old)); n != 1 {
		return nil, fmt.Errorf("apply %s: its old code stands %d times in %s, not once", m.Name, n, m.File)
	}
	return bytes.Replace(text, []byte(m.Old), []byte(m.New), 1), nil
}
