package contract

import (
	"encoding/json"
	"fmt"
	"math"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/invopop/jsonschema"
)

// param is one argument of a tool, as its schema declares it.
type param struct {
	name     string
	kind     string // "string", "number" or "integer"
	about    string // the schema's description
	required bool
	fallback any // the value when absent, as convert returns it; nil: none

	enum              []string
	shortest, longest int // characters of a string; longest 0: any number
	bytes             int // bytes of a string; 0: any number
	least, most       float64
	valid             func(string) bool // whether a string's characters are right; nil: any are
	form              string            // what valid asks for
}

// newParam reads an argument out of the schema that was reflected from the tool's struct.
func newParam(name string, s *jsonschema.Schema, required bool) param {
	p := param{name: name, kind: s.Type, about: s.Description, required: required, least: math.Inf(-1), most: math.Inf(1)}
	for _, word := range s.Enum {
		p.enum = append(p.enum, fmt.Sprint(word))
	}
	if s.MinLength != nil {
		p.shortest = int(*s.MinLength)
	}
	if s.MaxLength != nil {
		p.longest = int(*s.MaxLength)
	}
	if s.Minimum != "" {
		p.least = asFloat(s.Minimum)
	}
	if s.Maximum != "" {
		p.most = asFloat(s.Maximum)
	}
	switch name { // what the schema's keywords cannot say
	case "script":
		p.bytes = MaxScript
	case "id":
		p.valid, p.form = ValidRunID, "made of A-Z a-z 0-9 _ . -"
	case "name":
		p.valid, p.form = ValidScriptName, "a letter of a-z, then a-z 0-9 _"
	}
	if s.Default != nil {
		p.fallback, _ = p.convert(encode(s.Default))
	}
	return p
}

func asFloat(n json.Number) float64 {
	f, err := n.Float64()
	if err != nil {
		panic("contract: the bound " + n.String() + " of an argument is no number")
	}
	return f
}

// usage says what the argument takes, in one phrase.
func (p *param) usage() string {
	kind := p.kind
	switch {
	case p.kind != "string":
		kind += ", " + p.bounds()
	case p.bytes == 0 && p.longest > 0:
		kind += fmt.Sprintf(" of %d to %d characters", p.shortest, p.longest)
	}
	return p.name + ", " + kind + ": " + p.about
}

// convert checks one value. The problem is a sentence about the argument, empty when the value is right.
func (p *param) convert(raw json.RawMessage) (value any, problem string) {
	if p.kind == "string" {
		return p.convertText(raw)
	}
	return p.convertNumber(raw)
}

func (p *param) convertText(raw json.RawMessage) (any, string) {
	if kind := kindOf(raw); kind != "a string" {
		return nil, fmt.Sprintf("'%s' must be a string, not %s", p.name, kind)
	}
	var text string
	if err := json.Unmarshal(raw, &text); err != nil {
		return nil, fmt.Sprintf("'%s' is no valid string", p.name)
	}
	n := utf8.RuneCountInString(text)
	switch {
	case len(p.enum) > 0:
		return text, p.outside(text)
	case n < p.shortest:
		return nil, fmt.Sprintf("'%s' is empty", p.name)
	case p.bytes > 0 && len(text) > p.bytes:
		return nil, fmt.Sprintf("'%s' has %d bytes; at most %d are allowed", p.name, len(text), p.bytes)
	case p.longest > 0 && n > p.longest:
		return nil, fmt.Sprintf("'%s' has %d characters; at most %d are allowed", p.name, n, p.longest)
	case p.valid != nil && !p.valid(text):
		return nil, fmt.Sprintf("'%s' must be %s, not %s", p.name, p.form, Quote(text, 40))
	}
	return text, ""
}

// outside is the problem of a text that is none of the allowed words; empty when it is one.
func (p *param) outside(text string) string {
	for _, word := range p.enum {
		if word == text {
			return ""
		}
	}
	last := len(p.enum) - 1
	problem := fmt.Sprintf("'%s' must be %s or %s, not %s", p.name, strings.Join(p.enum[:last], ", "), p.enum[last], Quote(text, 40))
	if near := Nearest(text, p.enum); near != "" {
		problem += fmt.Sprintf("; did you mean '%s'?", near)
	}
	return problem
}

func (p *param) convertNumber(raw json.RawMessage) (any, string) {
	if kind := kindOf(raw); kind != "a number" {
		return nil, fmt.Sprintf("'%s' must be a number, not %s%s", p.name, kind, unquoted(raw))
	}
	literal := strings.TrimSpace(string(raw))
	f, err := strconv.ParseFloat(literal, 64)
	if err != nil || f < p.least || f > p.most {
		return nil, fmt.Sprintf("'%s' must be %s, not %s", p.name, p.bounds(), Clean(literal, 40))
	}
	if p.kind == "number" {
		return f, ""
	}
	if n, err := strconv.ParseInt(literal, 10, 64); err == nil {
		return n, ""
	}
	// Beyond 2^53 a double stands for more than one whole number, so only a plain literal is exact there.
	if f != math.Trunc(f) || math.Abs(f) > 1<<53 {
		return nil, fmt.Sprintf("'%s' must be a whole number, %s, not %s", p.name, p.bounds(), Clean(literal, 40))
	}
	return int64(f), ""
}

// unquoted is the advice for a number that was written as a string.
func unquoted(raw json.RawMessage) string {
	var text string
	if json.Unmarshal(raw, &text) != nil {
		return ""
	}
	if _, err := strconv.ParseFloat(text, 64); err != nil {
		return ""
	}
	return ": write " + Clean(text, 40) + " without quotes"
}

// bounds says the range of a number.
func (p *param) bounds() string {
	if math.IsInf(p.most, 1) {
		return "at least " + number(p.least)
	}
	return "from " + number(p.least) + " to " + number(p.most)
}

// number writes a number without exponent or needless zeros.
func number(f float64) string {
	return strconv.FormatFloat(f, 'f', -1, 64)
}
