package mcpserver

import (
	"bytes"
	"encoding/json"
)

// field is one argument of a tool: its schema is made from it, and what is sent is read by it.
type field struct {
	name     string
	about    string
	kind     kind
	required bool

	// The bounds of a number, and how many characters a text or names a list has. For a text and a list the upper bound is
	// only told; package channel holds to it.
	min, max int
	choices  []string // of a choice
	pattern  string   // of each name in a list; package channel holds to it
}

// kind says what an argument may be.
type kind int

const (
	text   kind = iota // a string
	choice             // one of some strings
	number             // a whole number
	flag               // true or false
	list               // an array of strings
)

// property is a field as JSON Schema says it.
type property struct {
	Type        string    `json:"type"`
	Description string    `json:"description,omitempty"`
	Enum        []string  `json:"enum,omitempty"`
	Minimum     *int      `json:"minimum,omitempty"`
	Maximum     *int      `json:"maximum,omitempty"`
	MinLength   *int      `json:"minLength,omitempty"`
	MaxLength   *int      `json:"maxLength,omitempty"`
	MinItems    *int      `json:"minItems,omitempty"`
	MaxItems    *int      `json:"maxItems,omitempty"`
	Items       *property `json:"items,omitempty"`
	Pattern     string    `json:"pattern,omitempty"`
}

func (f *field) property() property {
	p := property{Description: f.about}
	switch f.kind {
	case text:
		p.Type, p.MinLength, p.MaxLength = "string", &f.min, &f.max
	case choice:
		p.Type, p.Enum = "string", f.choices
	case number:
		p.Type, p.Minimum, p.Maximum = "integer", &f.min, &f.max
	case flag:
		p.Type = "boolean"
	case list:
		p.Type, p.MinItems, p.MaxItems = "array", &f.min, &f.max
		p.Items = &property{Type: "string", Pattern: f.pattern}
	}
	return p
}

// schema is the tool's arguments as a JSON Schema. The properties stand in the order of the fields. It does not forbid others,
// which are passed over.
func (t *tool) schema() json.RawMessage {
	var properties bytes.Buffer
	properties.WriteByte('{')
	var required []string
	for i := range t.fields {
		f := &t.fields[i]
		if i > 0 {
			properties.WriteByte(',')
		}
		properties.Write(encode(f.name))
		properties.WriteByte(':')
		properties.Write(encode(f.property()))
		if f.required {
			required = append(required, f.name)
		}
	}
	properties.WriteByte('}')
	return encode(struct {
		Type       string          `json:"type"`
		Properties json.RawMessage `json:"properties"`
		Required   []string        `json:"required,omitempty"`
	}{"object", properties.Bytes(), required})
}
