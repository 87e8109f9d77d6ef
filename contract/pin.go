package contract

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"reflect"
	"strings"

	"github.com/invopop/jsonschema"
)

// ReplySchema returns the JSON Schema of a reply's structured form. Objects are open: a later version may add fields.
func ReplySchema() json.RawMessage {
	enums := map[reflect.Type][]any{
		reflect.TypeFor[Severity](): {SeverityError, SeverityWarning},
		reflect.TypeFor[RunState](): {RunNone, RunRunning, RunDone, RunStopped, RunFailed, RunReplaced, RunInterrupted},
	}
	for _, info := range Codes() {
		t := reflect.TypeFor[Code]()
		enums[t] = append(enums[t], info.Code)
	}
	r := jsonschema.Reflector{
		Anonymous: true, ExpandedStruct: true, DoNotReference: true, AllowAdditionalProperties: true,
		Mapper: func(t reflect.Type) *jsonschema.Schema {
			if words, ok := enums[t]; ok {
				return &jsonschema.Schema{Type: "string", Enum: words}
			}
			return nil
		},
	}
	schema := r.Reflect(Reply{})
	schema.Version = ""
	return encode(schema)
}

// Canonical returns a JSON text in one form whatever its spaces, key order and escapes were: keys sorted, no spaces, no
// HTML escaping, number literals as they were written.
func Canonical(raw json.RawMessage) ([]byte, error) {
	if !json.Valid(raw) {
		return nil, errors.New("canonical JSON: the text is not one valid JSON value")
	}
	d := json.NewDecoder(bytes.NewReader(raw))
	d.UseNumber()
	var v any
	if err := d.Decode(&v); err != nil {
		return nil, fmt.Errorf("canonical JSON: %w", err)
	}
	return encode(v), nil
}

// Document returns all that the pin covers as one canonical JSON object: the tools as they came over the wire, the
// instructions, the reply's schema, the registry of codes, and the card's fixed lines.
func Document(toolsFromWire json.RawMessage, instructions string) ([]byte, error) {
	if !json.Valid(toolsFromWire) {
		return nil, errors.New("pin: the tools are not valid JSON")
	}
	return Canonical(encode(map[string]any{
		"tools":        toolsFromWire,
		"instructions": instructions,
		"reply":        ReplySchema(),
		"codes":        Codes(),
		"card":         CardLines(),
	}))
}

// Hash returns the SHA-256 of Document in hexadecimal. It equals PinnedHash as long as Version stands for what it covers.
func Hash(toolsFromWire json.RawMessage, instructions string) (string, error) {
	document, err := Document(toolsFromWire, instructions)
	if err != nil {
		return "", err
	}
	sum := sha256.Sum256(document)
	return hex.EncodeToString(sum[:]), nil
}

// PinnedHash is the Hash that belongs to Version.
const PinnedHash = "ef8c05b779dd6fe988c4e5c9aa3904782dd17878549be7336c30a884bd67204b"

// Diff compares two JSON texts and returns the lines that differ between their canonical, indented forms, - for want and +
// for got, each group under the line before it. It is empty when they say the same.
func Diff(want, got json.RawMessage) string {
	a, b := indented(want), indented(got)
	var out []string
	i, j := 0, 0
	for i < len(a) || j < len(b) {
		if i < len(a) && j < len(b) && a[i] == b[j] {
			i, j = i+1, j+1
			continue
		}
		if i > 0 {
			out = append(out, "  "+a[i-1])
		}
		// The nearest place where both go on alike ends the group.
		di, dj := resync(a[i:], b[j:])
		for _, line := range a[i : i+di] {
			out = append(out, "- "+line)
		}
		for _, line := range b[j : j+dj] {
			out = append(out, "+ "+line)
		}
		i, j = i+di, j+dj
	}
	return strings.Join(out, "\n")
}

// resync returns how many lines of each to skip until both go on with an equal line.
func resync(a, b []string) (di, dj int) {
	for total := 1; total < len(a)+len(b); total++ {
		for di := max(0, total-len(b)+1); di <= min(total, len(a)-1); di++ {
			if a[di] == b[total-di] {
				return di, total - di
			}
		}
	}
	return len(a), len(b)
}

// indented returns the lines of a JSON text in canonical form; a text that is no JSON as it is.
func indented(raw json.RawMessage) []string {
	text := raw
	if canonical, err := Canonical(raw); err == nil {
		var b bytes.Buffer
		if json.Indent(&b, canonical, "", "  ") == nil {
			text = b.Bytes()
		}
	}
	return strings.Split(string(text), "\n")
}
