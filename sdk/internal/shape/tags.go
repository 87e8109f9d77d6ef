package shape

import (
	"reflect"
	"strconv"
	"strings"

	"mystic-sdk/contract"
)

// The tags that say what of a type scripts see: TagMe names a field of me, TagDoc explains a field on the card.
const (
	TagMe  = "me"
	TagDoc = "doc"
)

// CheckTags looks for tags of a field that cannot be read, and for names that are near to one of ours but not it, since Go
// passes over both in silence.
func CheckTags(p *Problems, field reflect.StructField, ours ...string) {
	p = p.About("field " + field.Name)
	rest := string(field.Tag)
	for {
		rest = strings.TrimLeft(rest, " ")
		if rest == "" {
			return
		}
		name, quoted, ok := strings.Cut(rest, ":")
		value, err := strconv.QuotedPrefix(quoted)
		if !ok || err != nil || strings.ContainsAny(name, ` "`) {
			p.Add("its tags cannot be read from %q on; each is name:\"value\", with a space between two", rest)
			return
		}
		rest = quoted[len(value):]
		if near := contract.Nearest(name, ours); near != "" && near != name {
			p.Add("it has the tag %s; did you mean %s?", name, near)
		}
	}
}
