package cli

import (
	"fmt"
	"io"
	"strings"
)

// argument is one argument of a call, in the order in which it is shown.
type argument struct {
	name  string
	value any
}

// transcript shows calls and replies: a call behind an arrow, a script behind bars, a reply as it is.
type transcript struct {
	to    io.Writer
	paint paint
	begun bool
}

func (t *transcript) call(tool string, args []argument) {
	if t.begun {
		fmt.Fprintln(t.to)
	}
	t.begun = true
	line, script := "--> "+tool, ""
	for _, arg := range args {
		if arg.name == "script" {
			script = fmt.Sprint(arg.value)
			continue
		}
		line += fmt.Sprintf(" %s=%v", arg.name, arg.value)
	}
	fmt.Fprintln(t.to, t.paint.with(bold, line))
	if script == "" {
		return
	}
	for line := range strings.Lines(script) {
		fmt.Fprintln(t.to, t.paint.with(dim, "  | "+strings.TrimSuffix(line, "\n")))
	}
}

func (t *transcript) reply(text string) {
	fmt.Fprintln(t.to, t.paint.reply(text))
}

func (t *transcript) note(text string) {
	fmt.Fprintln(t.to, t.paint.with(dim, "\n    ("+text+")"))
}

// excerpt is what a first look takes from the card of the miners: how it begins, and the verbs.
func excerpt(card string) string {
	lines := strings.Split(card, "\n")
	shown := []string{lines[0], "…"}
	for _, line := range lines {
		if strings.HasPrefix(line, "dig(") || strings.HasPrefix(line, "drop(") {
			shown = append(shown, line)
		}
	}
	return strings.Join(append(shown, "… (mystic card miners prints all of it)"), "\n")
}
