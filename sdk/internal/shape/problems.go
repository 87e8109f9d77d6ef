package shape

import (
	"errors"
	"fmt"

	"mystic-sdk/contract"
	"mystic-sdk/lua/syntax"
)

// Problems gathers sentences about what is wrong. The zero value is empty. Not safe for concurrent use.
type Problems struct {
	about string    // what the sentences are about, "verb dig: "; empty: the whole
	top   *Problems // the one that gathers; nil: this one
	found []error
}

// About returns a collector whose sentences begin with what they are about; they are gathered in p.
func (p *Problems) About(what string) *Problems {
	return &Problems{about: p.about + what + ": ", top: p.gatherer()}
}

// Add adds a sentence without an end.
func (p *Problems) Add(format string, args ...any) {
	g := p.gatherer()
	g.found = append(g.found, errors.New(p.about+fmt.Sprintf(format, args...)))
}

// Err returns all that was added to p and to what About made of it, a line each in the order in which it came; nil where
// there was nothing.
func (p *Problems) Err() error { return errors.Join(p.gatherer().found...) }

func (p *Problems) gatherer() *Problems {
	if p.top != nil {
		return p.top
	}
	return p
}

// ShownName is a name for a sentence: as it is where it can be one in Lua, quoted else.
func ShownName(name string) string {
	if syntax.IsName(name) {
		return name
	}
	return contract.Quote(name, contract.MaxName)
}

// DidYouMean ends a sentence about a misspelt word with the candidate that it is nearest to, if it is near to any.
func DidYouMean(word string, candidates []string) string {
	near := contract.Nearest(word, candidates)
	if near == "" {
		return ""
	}
	return "; did you mean " + near + "?"
}
