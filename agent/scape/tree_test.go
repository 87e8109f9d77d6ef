package scape_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// tree is a document as package json reads it, for tests that change one thing in it.
type tree map[string]any

func parse(tb testing.TB, text []byte) tree {
	tb.Helper()
	d := json.NewDecoder(bytes.NewReader(text))
	d.UseNumber()
	var out tree
	require.NoError(tb, d.Decode(&out))
	return out
}

func (d tree) text(tb testing.TB) []byte {
	tb.Helper()
	text, err := json.Marshal(d)
	require.NoError(tb, err)
	return text
}

var step = regexp.MustCompile(`[^.\[\]]+`)

// place returns the object or list that holds what a path like players[1].x names, and its name or index there.
func (d tree) place(path string) (within any, last string) {
	within = map[string]any(d)
	steps := step.FindAllString(path, -1)
	for _, s := range steps[:len(steps)-1] {
		if list, is := within.([]any); is {
			i, _ := strconv.Atoi(s)
			within = list[i]
		} else {
			within = within.(map[string]any)[s]
		}
	}
	return within, steps[len(steps)-1]
}

func (d tree) set(path string, value any) {
	within, last := d.place(path)
	if list, is := within.([]any); is {
		i, _ := strconv.Atoi(last)
		list[i] = value
		return
	}
	within.(map[string]any)[last] = value
}

func (d tree) remove(path string) {
	within, last := d.place(path)
	delete(within.(map[string]any), last)
}

// paths calls visit with everything that a document holds, an object's members in the order of their names.
func (d tree) paths(visit func(path string, value any)) {
	var walk func(path string, value any)
	walk = func(path string, value any) {
		if path != "" {
			visit(path, value)
		}
		switch v := value.(type) {
		case map[string]any:
			for _, name := range slices.Sorted(maps.Keys(v)) {
				walk(strings.TrimPrefix(path+"."+name, "."), v[name])
			}
		case []any:
			for i := range v {
				walk(fmt.Sprintf("%s[%d]", path, i), v[i])
			}
		}
	}
	walk("", map[string]any(d))
}

// general returns a path without the numbers in it: players[1].x becomes players[].x.
func general(path string) string { return regexp.MustCompile(`\[\d+\]`).ReplaceAllString(path, "[]") }
