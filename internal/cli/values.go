package cli

import (
	"errors"
	"fmt"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/alecthomas/kong"

	"mystic-sdk/contract"
)

// readers read the values of the command line in the place of kong's own, which take an empty text for none, 010 for eight,
// and refuse in words of Go.
func readers() []kong.Option {
	return []kong.Option{
		kong.KindMapper(reflect.String, kong.MapperFunc(readText)),
		kong.KindMapper(reflect.Int, kong.MapperFunc(readInt)),
		kong.KindMapper(reflect.Uint64, kong.MapperFunc(readUint)),
		kong.KindMapper(reflect.Bool, boolReader{}),
		kong.TypeMapper(reflect.TypeFor[time.Duration](), kong.MapperFunc(readDuration)),
	}
}

// wrong is a usageError about the value that is being read.
func wrong(in *kong.DecodeContext, format string, args ...any) error {
	name := "<" + in.Value.Name + ">"
	if in.Value.Flag != nil {
		name = "--" + in.Value.Name
	}
	return &usageError{err: fmt.Errorf(name+" "+format, args...)}
}

// word takes the next word of the command line as a value.
func word(in *kong.DecodeContext) (string, error) {
	next := in.Scan.Pop()
	text := next.String()
	// What begins with - is a flag, but no flag is called by a digit: that is a number below zero, refused for what it is.
	below := len(text) > 1 && text[0] == '-' && text[1] >= '0' && text[1] <= '9'
	if flag := in.Value.Flag; flag != nil && !next.IsValue() && !below {
		return "", wrong(in, "needs a value: --%s=%s", flag.Name, flag.PlaceHolder)
	}
	if text == "" {
		return "", wrong(in, "is empty")
	}
	return text, nil
}

func readText(in *kong.DecodeContext, target reflect.Value) error {
	text, err := word(in)
	if err != nil {
		return err
	}
	target.SetString(text)
	return nil
}

// readInt leaves a number that is too large or too small for an int at the nearest that is not, which whoever knows the
// bounds refuses with them.
func readInt(in *kong.DecodeContext, target reflect.Value) error {
	text, err := word(in)
	if err != nil {
		return err
	}
	n, err := strconv.ParseInt(text, 10, target.Type().Bits())
	if err != nil && !errors.Is(err, strconv.ErrRange) {
		return wrong(in, "takes a whole number, not %s", contract.Quote(text, contract.MaxName))
	}
	target.SetInt(n)
	return nil
}

func readUint(in *kong.DecodeContext, target reflect.Value) error {
	text, err := word(in)
	if err != nil {
		return err
	}
	n, err := strconv.ParseUint(text, 10, 64)
	if err != nil {
		return wrong(in, "takes a whole number from 0 to %d, not %s", uint64(1<<64-1), contract.Quote(text, contract.MaxName))
	}
	target.SetUint(n)
	return nil
}

func readDuration(in *kong.DecodeContext, target reflect.Value) error {
	text, err := word(in)
	if err != nil {
		return err
	}
	d, err := time.ParseDuration(text)
	if err != nil {
		return wrong(in, "takes a length of time such as 250ms or 1.5s, not %s", contract.Quote(text, contract.MaxName))
	}
	target.SetInt(int64(d))
	return nil
}

// boolReader reads flags that stand without a value.
type boolReader struct{}

// IsBool tells kong so.
func (boolReader) IsBool() bool { return true }

func (boolReader) Decode(in *kong.DecodeContext, target reflect.Value) error {
	if in.Scan.Peek().Type != kong.FlagValueToken {
		target.SetBool(true)
		return nil
	}
	switch text := in.Scan.Pop().String(); text {
	case "true", "false":
		target.SetBool(text == "true")
		return nil
	default:
		return wrong(in, "is true or false, not %s", contract.Quote(text, contract.MaxName))
	}
}

// agentID is an agent's name.
type agentID string

// Decode is called by kong.
func (id *agentID) Decode(in *kong.DecodeContext) error {
	text, err := word(in)
	if err != nil {
		return err
	}
	return id.set(in, text)
}

func (id *agentID) set(in *kong.DecodeContext, text string) error {
	if !contract.ValidAgentID(text) {
		return wrong(in, "takes an agent's name, 1 to %d letters, digits, - and _, not %s",
			contract.MaxAgentID, contract.Quote(text, contract.MaxAgentID))
	}
	*id = agentID(text)
	return nil
}

// joining is the list of agents that join at the start because this one was asked for.
func (id agentID) joining() []string {
	if id == "" {
		return nil
	}
	return []string{string(id)}
}

// agentIDs are names of agents, each once, from a flag that may be repeated and whose values may have commas.
type agentIDs []string

// Decode is called by kong, for each time that the flag is given.
func (ids *agentIDs) Decode(in *kong.DecodeContext) error {
	text, err := word(in)
	if err != nil {
		return err
	}
	for part := range strings.SplitSeq(text, ",") {
		var id agentID
		if err := id.set(in, part); err != nil {
			return err
		}
		if slices.Contains(*ids, part) {
			return wrong(in, "names %s twice", part)
		}
		*ids = append(*ids, part)
	}
	return nil
}

// first is the agent that was asked for first; empty for none.
func (ids agentIDs) first() string {
	if len(ids) == 0 {
		return ""
	}
	return ids[0]
}

// repeated finds a flag that was given more than once although it takes one value, of which kong would keep the last.
func repeated(commands *kong.Context) error {
	seen := map[*kong.Flag]bool{}
	for _, part := range commands.Path {
		flag := part.Flag
		if flag == nil || flag.IsBool() || flag.Target.Kind() == reflect.Slice {
			continue
		}
		if seen[flag] {
			return fmt.Errorf("--%s is given twice", flag.Name)
		}
		seen[flag] = true
	}
	return nil
}
