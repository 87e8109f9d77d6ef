package contract

import "unicode"

// maxNearest is the number of characters past which a word is no misspelling of anything. It keeps the rows of the
// distance on the stack and a hostile 32 KiB identifier free.
const maxNearest = 64

// Nearest returns the candidate that a misspelt word most likely means, or "" when none is near.
//
// Near is an edit distance (insert, delete, replace, swap two neighbours; letters compared without case) of at most 1 for
// a word of 2 to 5 characters, 2 up to 8, 3 beyond, and 0 for a single character. Of candidates equally near the first
// wins, so a caller orders them by likelihood. A word longer than 64 characters is near nothing. Nearest is the one place
// of this rule: arguments, checker and run time answer alike.
func Nearest(word string, candidates []string) string {
	var buf, other [maxNearest]rune
	w := fold(buf[:0], word)
	if len(w) == 0 {
		return ""
	}
	limit := nearLimit(len(w))
	best := ""
	for _, candidate := range candidates {
		c := fold(other[:0], candidate)
		if len(c) == 0 {
			continue
		}
		if d := distance(w, c, limit); d <= limit {
			best, limit = candidate, d-1
			if d == 0 {
				break
			}
		}
	}
	return best
}

// nearLimit is the largest distance that still counts as near for a word of n characters.
func nearLimit(n int) int {
	switch {
	case n < 2:
		return 0
	case n <= 5:
		return 1
	case n <= 8:
		return 2
	default:
		return 3
	}
}

// fold appends the lower-case characters of s to buf, or nothing when there are more than maxNearest.
func fold(buf []rune, s string) []rune {
	for _, r := range s {
		if len(buf) == maxNearest {
			return nil
		}
		buf = append(buf, unicode.ToLower(r))
	}
	return buf
}

// distance is the optimal string alignment distance of a and b, or more than limit as soon as it must be.
func distance(a, b []rune, limit int) int {
	if diff := len(a) - len(b); diff > limit || -diff > limit {
		return limit + 1
	}
	var rows [3][maxNearest + 1]int
	before, prev, cur := &rows[0], &rows[1], &rows[2]
	for j := range len(b) + 1 {
		prev[j] = j
	}
	for i, x := range a {
		cur[0] = i + 1
		least := cur[0]
		for j, y := range b {
			cost := 1
			if x == y {
				cost = 0
			}
			d := min(prev[j]+cost, prev[j+1]+1, cur[j]+1)
			if i > 0 && j > 0 && x == b[j-1] && a[i-1] == y {
				d = min(d, before[j-1]+1)
			}
			cur[j+1] = d
			least = min(least, d)
		}
		if least > limit {
			return limit + 1
		}
		before, prev, cur = prev, cur, before
	}
	return prev[len(b)]
}
