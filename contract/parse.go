package contract

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
)

// ParseArgs reads the arguments of a tool strictly: CardArgs, RunArgs, StatusArgs, AskArgs or JournalArgs by value, with
// defaults filled in. Names are case-sensitive and given once; null for an optional argument counts as absent; 3.0 is an
// integer. Empty raw and null are no arguments. A fault, code invalid_argument, says what is wrong with the first argument
// that is wrong, and what would be right.
func ParseArgs(tool string, raw json.RawMessage) (any, *Fault) {
	i := slices.Index(ToolNames(), tool)
	if i < 0 {
		return nil, unknownTool(tool)
	}
	d := declarations()[i]
	v, fault := d.read(raw)
	if fault != nil {
		return nil, fault
	}
	switch tool {
	case ToolRun:
		return RunArgs{
			Script: v.text("script"), Mode: Mode(v.text("mode")), Wait: v.number("wait"), ID: v.text("id"), Name: v.text("name"),
		}, nil
	case ToolStatus:
		args := StatusArgs{Wait: v.number("wait")}
		if after, ok := v["after"].(int64); ok {
			args.After = &after
		}
		return args, nil
	case ToolAsk:
		return AskArgs{About: v.text("about")}, nil
	case ToolJournal:
		page, _ := v["page"].(int64)
		return JournalArgs{Page: int(page)}, nil
	default:
		return CardArgs{}, nil
	}
}

// values are arguments by name: string, float64 for a number, int64 for an integer.
type values map[string]any

func (v values) text(name string) string    { s, _ := v[name].(string); return s }
func (v values) number(name string) float64 { f, _ := v[name].(float64); return f }

// unknownTool is the fault for a tool that there is not.
func unknownTool(name string) *Fault {
	f := invalid(fmt.Sprintf("unknown tool %s", bare(name)), "the tools are "+strings.Join(ToolNames(), ", ")+"; verbs are called in a script")
	if near := Nearest(name, ToolNames()); near != "" {
		f.Message += fmt.Sprintf("; did you mean '%s'?", near)
	}
	return f
}

func invalid(message, hint string) *Fault {
	return &Fault{Code: InvalidArgument, Message: message, Hint: hint}
}

// bare shows a name that a caller made up.
func bare(name string) string {
	return "'" + Clean(name, 40) + "'"
}

// errShape says that raw is no JSON object at all.
var errShape = errors.New("not an object")

// read decodes and checks the arguments of one tool.
func (d *declaration) read(raw json.RawMessage) (values, *Fault) {
	given, err := members(raw)
	if err != nil {
		message := "the arguments are not valid JSON"
		if errors.Is(err, errShape) {
			message = "the arguments must be an object, not " + kindOf(raw)
		}
		return nil, invalid(message, d.usage())
	}
	v := values{}
	for i, m := range given {
		p := d.param(m.name)
		if p == nil {
			return nil, d.unknown(m.name, given)
		}
		if slices.ContainsFunc(given[:i], func(other member) bool { return other.name == m.name }) {
			return nil, invalid(fmt.Sprintf("argument '%s' is given twice", p.name), p.usage())
		}
		if !p.required && kindOf(m.value) == "null" {
			continue
		}
		value, problem := p.convert(m.value)
		if problem != "" {
			return nil, invalid(problem, p.usage())
		}
		v[p.name] = value
	}
	for _, p := range d.params {
		if _, ok := v[p.name]; ok {
			continue
		}
		if p.required {
			return nil, invalid(fmt.Sprintf("argument '%s' is missing", p.name), p.usage())
		}
		if p.fallback != nil {
			v[p.name] = p.fallback
		}
	}
	return v, nil
}

// unknown is the fault for an argument that the tool does not take. Where one is missing that it needs, that is meant.
func (d *declaration) unknown(name string, given []member) *Fault {
	f := invalid("unknown argument "+bare(name), d.usage())
	near := Nearest(name, d.names())
	for _, p := range d.params {
		if p.required && p.name != near && !slices.ContainsFunc(given, func(m member) bool { return m.name == p.name }) {
			f.Message += fmt.Sprintf("; argument '%s' is missing", p.name)
			return f
		}
	}
	if near != "" {
		f.Message += fmt.Sprintf("; did you mean '%s'?", near)
	}
	return f
}

func (d *declaration) param(name string) *param {
	for i := range d.params {
		if d.params[i].name == name {
			return &d.params[i]
		}
	}
	return nil
}

func (d *declaration) names() []string {
	names := make([]string, len(d.params))
	for i, p := range d.params {
		names[i] = p.name
	}
	return names
}

// usage says what the tool takes.
func (d *declaration) usage() string {
	if len(d.params) == 0 {
		return d.tool.Name + " takes no arguments"
	}
	var required, optional []string
	for _, p := range d.params {
		if p.required {
			required = append(required, p.name)
		} else {
			optional = append(optional, p.name)
		}
	}
	text := d.tool.Name + " takes " + strings.Join(required, ", ")
	switch {
	case len(optional) == 0:
		return text
	case len(required) == 0:
		return text + strings.Join(optional, ", ") + " (optional)"
	default:
		return text + "; optional: " + strings.Join(optional, ", ")
	}
}

// member is one name and value of a JSON object.
type member struct {
	name  string
	value json.RawMessage
}

// members splits a JSON object, in the order of its text, a name given twice included.
func members(raw json.RawMessage) ([]member, error) {
	if kind := kindOf(raw); kind == "nothing" || kind == "null" {
		return nil, nil
	}
	if !json.Valid(raw) {
		return nil, errors.New("not JSON")
	}
	if kindOf(raw) != "an object" {
		return nil, errShape
	}
	d := json.NewDecoder(bytes.NewReader(raw))
	if _, err := d.Token(); err != nil {
		return nil, err
	}
	var all []member
	for d.More() {
		name, err := d.Token()
		if err != nil {
			return nil, err
		}
		var m member
		m.name, _ = name.(string)
		if err := d.Decode(&m.value); err != nil {
			return nil, err
		}
		all = append(all, m)
	}
	return all, nil
}

// kindOf names the kind of a JSON value in a sentence.
func kindOf(raw json.RawMessage) string {
	raw = bytes.TrimLeft(raw, " \t\r\n")
	if len(raw) == 0 {
		return "nothing"
	}
	switch raw[0] {
	case '{':
		return "an object"
	case '[':
		return "an array"
	case '"':
		return "a string"
	case 't', 'f':
		return "a boolean"
	case 'n':
		return "null"
	default:
		return "a number"
	}
}
