package tmux

import (
	"context"
	"fmt"
	"strings"

	"mystic-sdk/channel"
)

// tmux refuses commands that are longer than 16 KiB in all. A ladder stays below that with room for what stands around it.
const maxLadder = 12 << 10

// rung is one way in which a pane can be reached.
type rung struct {
	target string // names the pane, and the session too where sessions are restricted
	holds  string // a format that is true exactly where the target is that pane
}

// rungs returns the ways to reach a pane: one for each allowed session, or one for the whole server.
//
// In a guard, tmux takes a target whose session exists for good even where the pane is in another session, and then shows the
// facts of that pane. Its window is that of the session though: so the guard asks for the pane among the panes of the window,
// which is ids only and cannot be forged. It also compares the session's name, because tmux takes a name that it does not
// find for a client's. The percent sign of the pane is not written out, since tmux gives formats to strftime.
func (b *Backend) rungs(ctx context.Context, pane string) ([]rung, error) {
	member := fmt.Sprintf("#{m:* ?%s *, #{P:#{pane_id} }}", pane)
	if b.allowed == nil {
		return []rung{{"%" + pane, member}}, nil
	}
	ids, err := b.dollarSessions(ctx)
	if err != nil {
		return nil, err
	}
	var out []rung
	for _, name := range b.allowed {
		target := "=" + name
		if strings.HasPrefix(name, "$") {
			if target = ids[name]; target == "" {
				continue
			}
		}
		named := isText("session_name", name)
		out = append(out, rung{target + ":.%" + pane, "#{&&:" + named + "," + member + "}"})
	}
	return out, nil
}

// dollarSessions returns the ids of the allowed sessions whose names begin with a dollar sign: tmux takes such a name for the
// id of a session, even of another one. It asks tmux only where there is such a name.
func (b *Backend) dollarSessions(ctx context.Context) (map[string]string, error) {
	ids := map[string]string{}
	needed := false
	for _, name := range b.allowed {
		needed = needed || strings.HasPrefix(name, "$")
	}
	if !needed {
		return ids, nil
	}
	in := invocation{operation: "list-sessions", args: []string{"list-sessions", "-F", template("session_id", "session_name")}, head: maxList}
	out, err := b.invoke(ctx, in)
	if err != nil {
		return nil, err
	}
	for rest := string(out.head); rest != ""; {
		var fields []string
		if fields, rest, err = parseRow(rest, 2); err != nil {
			return nil, malformed(in.operation)
		}
		if _, ok := parseID(fields[0], "$"); !ok {
			return nil, malformed(in.operation)
		}
		ids[fields[1]] = fields[0]
	}
	return ids, nil
}

// absent is what a ladder prints where no rung holds.
const absent = "absent"

// climb writes the command that runs what act says on the first rung that holds, and otherwise prints absent and runs
// otherwise, which can be "". It uses as many of the rungs as fit, at least one, and returns the others.
func climb(rungs []rung, act func(r rung) string, otherwise string) (command []string, left []rung) {
	last := "display-message -p " + absent
	if otherwise != "" {
		last += " ; " + otherwise
	}
	n, size := 0, len(last)
	for n < len(rungs) {
		size += len(guard(rungs[n], act(rungs[n]), ""))
		if n > 0 && size > maxLadder {
			break
		}
		n++
	}
	inner := last
	for i := n - 1; i > 0; i-- {
		inner = guard(rungs[i], act(rungs[i]), inner)
	}
	r := rungs[0]
	return []string{"if-shell", "-F", "-t", r.target, r.holds, act(r), inner}, rungs[n:]
}

// guard writes a condition in tmux's command language.
func guard(r rung, then, otherwise string) string {
	return choose(r.target, r.holds, then, otherwise)
}

// choose writes a condition in tmux's command language, which the server decides at the target.
func choose(target, condition, then, otherwise string) string {
	return "if-shell -F -t " + quote(target) + " " + quote(condition) + " { " + then + " } { " + otherwise + " }"
}

// quote writes a word of tmux's command language that stands for itself.
func quote(s string) string { return "'" + strings.ReplaceAll(s, "'", `'\''`) + "'" }

// isText writes the format that is true where a variable is that text. Only some versions of tmux give the formats of guards
// to strftime, so a percent sign is written in both ways.
func isText(variable, text string) string {
	text = strings.NewReplacer("#", "##", ",", "#,", "}", "#}").Replace(text)
	plain := "#{==:#{" + variable + "}," + text + "}"
	if !strings.Contains(text, "%") {
		return plain
	}
	return "#{||:" + plain + ",#{==:#{" + variable + "}," + strings.ReplaceAll(text, "%", "%%") + "}}"
}

// The facts that decide whether a pane takes input, as a row that a refusal prints.
var facts = []string{"pane_dead", "pane_in_mode", "pane_input_off", "pane_synchronized", "pid", "start_time", "pane_pid"}

// refused begins the row of facts.
const refused = "refused "

// takesInput writes the format that is true where a pane takes what is to be sent.
func takesInput(key bool, expect channel.Expectation) (string, error) {
	have := "#{?pane_dead,1,0} #{?pane_in_mode,1,0} #{?pane_input_off,1,0}"
	want := "0 0 0"
	if key {
		have, want = have+" #{?pane_synchronized,1,0}", want+" 0"
	}
	if expect.Instance != "" {
		i, ok := parseInstance(expect.Instance)
		if !ok {
			return "", channel.Invalid("expect_instance", "expect_instance is not the instance of a channel")
		}
		have, want = have+" #{pid} #{start_time} #{pane_pid}", want+" "+i.server+" "+i.start+" "+i.pane
	}
	condition := "#{==:" + have + "," + want + "}"
	if len(expect.Commands) > 0 {
		any := "0"
		for _, name := range expect.Commands {
			any = "#{||:#{==:#{pane_current_command}," + name + "}," + any + "}"
		}
		condition = "#{&&:" + condition + "," + any + "}"
	}
	return condition, nil
}

// refusal reads the row of facts that a guard printed, and says as an error what did not hold.
func refusal(row, id string, key bool, expect channel.Expectation) error {
	fields, rest, err := parseRow(row, len(facts))
	if err != nil || rest != "" {
		return malformed("guard")
	}
	details := channel.Details{"channel_id": id}
	now, err := newInstance(fields[4], fields[5], fields[6])
	if err != nil {
		return malformed("guard")
	}
	if expect.Instance != "" && now.String() != expect.Instance {
		return &channel.Error{Code: channel.CodeChannelInstanceChanged, Message: "the channel is not the expected one", Details: details}
	}
	reasons := []struct{ reason, message string }{
		{channel.ReasonDead, "the program in the channel has ended"},
		{channel.ReasonMode, "the channel is in a mode that takes its keys, such as copy mode"},
		{channel.ReasonInputOff, "the channel's input is switched off"},
		{channel.ReasonSynchronized, "a key would reach the other panes of the window too, which are synchronized"},
	}
	if !key {
		reasons = reasons[:3]
	}
	for i, r := range reasons {
		if fields[i] != "" && fields[i] != "0" {
			details["reason"] = r.reason
			return &channel.Error{Code: channel.CodeChannelUnavailable, Message: r.message, Details: details}
		}
	}
	if len(expect.Commands) > 0 {
		return &channel.Error{Code: channel.CodeChannelCommandChanged, Message: "the channel's program is not the expected one", Details: details}
	}
	return malformed("guard")
}
