package sdk

import (
	"slices"
	"strings"
)

// Kind is a kind of name that arguments take, such as "place": a string field of a verb's input with the tag
// `kind:"place"` takes one. Everything about names follows from what an agent knows: they resolve among those alone, and
// an unknown name and one that does not exist are answered with the same line, so that a script learns nothing by trying.
type Kind[C Player] struct {
	// Name is the word that replies call it by, "no place you know called 'Oz'"; required.
	Name string
	// Known lists the names that a player knows, in an order that depends on nothing but the world; required. The slice is
	// only read, and not kept.
	Known func(c C) []string
}

// resolve finds the known name that raw means: the very name, or without regard to case where one alone is meant.
func (k *Kind[C]) resolve(c C, raw string) (string, bool) {
	known := k.Known(c)
	if slices.Contains(known, raw) {
		return raw, true
	}
	found, ok := "", false
	for _, name := range known {
		if !strings.EqualFold(name, raw) || ok && name == found {
			continue
		}
		if ok {
			return "", false
		}
		found, ok = name, true
	}
	return found, ok
}
