package tmux

import (
	"errors"
	"strconv"
	"strings"

	"mystic-sdk/channel"
)

// A row of output is fields, and then LF. A field has the form LENGTH:BYTES, and so can hold anything, without passing for
// another. That asks tmux for a variable twice, and of what the system tells of a foreground program it can get two answers:
// such a variable is asked for once, as ~TEXT, in which ~1 stands for a comma and ~0 for a tilde. A comma ends every field.

// live are the variables that can change while tmux prints them.
func live(variable string) bool {
	return variable == "pane_current_command" || variable == "pane_current_path"
}

// template returns the format that prints a row of these tmux variables. It holds no percent sign, which tmux gives to
// strftime in some places.
func template(variables ...string) string {
	var b strings.Builder
	for _, v := range variables {
		if live(v) {
			b.WriteString("~#{s/~/~0/;s/,/~1/:" + v + "},")
		} else {
			b.WriteString("#{n:" + v + "}:#{" + v + "},")
		}
	}
	return b.String()
}

var errRow = errors.New("a row has not the expected form")

// parseRow reads one row of n fields from the beginning of s, and returns what follows it.
func parseRow(s string, n int) (fields []string, rest string, err error) {
	fields = make([]string, n)
	for i := range fields {
		var ok bool
		if fields[i], s, ok = parseField(s); !ok {
			return nil, "", errRow
		}
	}
	rest, found := strings.CutPrefix(s, "\n")
	if !found {
		return nil, "", errRow
	}
	return fields, rest, nil
}

// parseField reads one field, of either form, from the beginning of s.
func parseField(s string) (field, rest string, ok bool) {
	if escaped, isLive := strings.CutPrefix(s, "~"); isLive {
		escaped, rest, ok = strings.Cut(escaped, ",")
		ok = ok && strings.Count(escaped, "~") == strings.Count(escaped, "~0")+strings.Count(escaped, "~1")
		return strings.NewReplacer("~1", ",", "~0", "~").Replace(escaped), rest, ok
	}
	digits, after, found := strings.Cut(s, ":")
	length, ok := parseIndex(digits)
	if !found || !ok || length >= len(after) || after[length] != ',' {
		return "", "", false
	}
	return after[:length], after[length+1:], true
}

// parseIndex reads a number without sign, at most 2^53-1.
func parseIndex(s string) (int, bool) {
	n, err := strconv.ParseUint(s, 10, 53)
	return int(n), err == nil
}

// parseID reads a tmux id: a sigil and digits.
func parseID(s, sigil string) (number string, ok bool) {
	digits, found := strings.CutPrefix(s, sigil)
	if _, isNumber := parseIndex(digits); !found || !isNumber {
		return "", false
	}
	return digits, true
}

// instance names the process that a pane began with and the server: its process id, its start and the pane's process id.
type instance struct{ server, start, pane string }

const instancePrefix = "i1"

func (i instance) String() string {
	out := instancePrefix
	for _, digits := range []string{i.server, i.start, i.pane} {
		n, _ := strconv.ParseUint(digits, 10, 64)
		out += "-" + strconv.FormatUint(n, 36)
	}
	return out
}

// parseInstance reads what String wrote, in that form only: its parts become part of a command.
func parseInstance(s string) (i instance, ok bool) {
	parts := strings.Split(s, "-")
	if len(parts) != 4 || parts[0] != instancePrefix {
		return i, false
	}
	var digits [3]string
	for j, part := range parts[1:] {
		n, err := strconv.ParseUint(part, 36, 64)
		if err != nil {
			return i, false
		}
		digits[j] = strconv.FormatUint(n, 10)
	}
	i = instance{digits[0], digits[1], digits[2]}
	return i, i.String() == s
}

// newInstance checks what tmux printed.
func newInstance(server, start, pane string) (instance, error) {
	for _, digits := range []string{server, start, pane} {
		if _, ok := parseIndex(digits); !ok {
			return instance{}, errRow
		}
	}
	return instance{server, start, pane}, nil
}

// exitStatus reads pane_dead_status, which is empty where a signal ended the program.
func exitStatus(s string) *int {
	n, err := strconv.Atoi(s)
	if err != nil {
		return nil
	}
	return &n
}

func malformed(operation string) error {
	return &channel.Error{
		Code: channel.CodeBackendOperationFailed, Message: "tmux printed something other than what was asked for",
		Details: channel.Details{"operation": operation}, Err: errRow,
	}
}
