package mcpserver_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/stretchr/testify/require"

	"mystic-sdk/channel"
	"mystic-sdk/channel/channeltest"
	"mystic-sdk/channel/tmux"
)

var contains = strings.Contains

// number is a number in JSON as it is written.
type number = json.Number

// offline serves where there is no tmux to run: what a call is answered before any tmux runs stands out, since what runs one
// is answered BACKEND_UNAVAILABLE. id is that of a channel that there could be.
func offline(t *testing.T) (u user, id string) {
	t.Helper()
	t.Setenv("PATH", t.TempDir())
	config := channel.Config{SocketPath: filepath.Join(t.TempDir(), "none")}
	u, id = serve(t, config), tmux.ChannelID(config, "%1")
	u.fails(channel.CodeBackendUnavailable, "read_channel", args{"channel_id": id})
	return u, id
}

// good are arguments that each tool takes.
func good(id string) map[string]args {
	return map[string]args{
		"list_channels": {},
		"get_channel":   {"channel_id": id},
		"read_channel":  {"channel_id": id},
		"write_text":    {"channel_id": id, "text": "x", "submit": false},
		"send_control":  {"channel_id": id, "control": "ENTER"},
		"health":        {},
	}
}

// with returns arguments with one of another value.
func with(a args, name string, value any) args {
	b := maps.Clone(a)
	b[name] = value
	return b
}

// without returns arguments but one.
func without(a args, name string) args {
	b := maps.Clone(a)
	delete(b, name)
	return b
}

// invalid requires that a call is refused because of one argument.
func (u user) invalid(field, tool string, a args) {
	u.t.Helper()
	require.Equal(u.t, field, u.fails(channel.CodeInvalidArgument, tool, a)["field"])
}

var argumentCases = []channeltest.Case{
	{Name: "A13: what cannot be an id", Run: func(t *testing.T) {
		u, id := offline(t)
		for tool, a := range good(id) {
			if a["channel_id"] == nil {
				continue
			}
			for _, none := range []string{"session:0.0", "%1", "tmux:zz:1", "tmux:000000000000:1", strings.Repeat("x", 128), strings.Repeat("é", 128)} {
				u.fails(channel.CodeChannelNotFound, tool, with(a, "channel_id", none))
			}
			for _, bad := range []any{"", strings.Repeat("x", 129), strings.Repeat("é", 129), 1, nil, []string{id}, true} {
				u.invalid("channel_id", tool, with(a, "channel_id", bad))
			}
			u.invalid("channel_id", tool, without(a, "channel_id"))
		}
	}},
	{Name: "B29: lines", Run: func(t *testing.T) {
		server := channeltest.Start(t)
		config := server.Config()
		config.ReadMaxLines = channel.MaxReadLines
		u, a := serve(t, config), args{"channel_id": server.Session("live").Channel}
		for _, bad := range []any{0, -1, number("1.5"), "5", 5001, number("1e99"), number("1e999"), nil, true, []int{5}} {
			u.invalid("lines", "read_channel", with(a, "lines", bad))
		}
		for _, fine := range []any{1, 5000, number("5.0"), number("5e0")} {
			u.does("read_channel", with(a, "lines", fine))
		}
	}},
	{Name: "B30: bytes", Run: func(t *testing.T) {
		server := channeltest.Start(t)
		config := server.Config()
		config.ReadMaxBytes = channel.MaxReadBytes
		u, a := serve(t, config), args{"channel_id": server.Session("live").Channel}
		for _, bad := range []any{0, -1, 1048577, "5", number("0.5")} {
			u.invalid("bytes", "read_channel", with(a, "bytes", bad))
		}
		for _, fine := range []any{1, 1048576} {
			u.does("read_channel", with(a, "bytes", fine))
		}
	}},
	{Name: "C56: submit", Run: func(t *testing.T) {
		server := channeltest.Start(t)
		recorder := server.Recorder("live")
		u := serve(t, server.Config())
		a := args{"channel_id": recorder.Channel, "text": "never", "submit": true}
		u.invalid("submit", "write_text", without(a, "submit"))
		for _, bad := range []any{"true", "", 1, 0, nil, []bool{true}} {
			u.invalid("submit", "write_text", with(a, "submit", bad))
		}
		require.Empty(t, recorder.TakeText())
		require.True(t, *u.does("write_text", with(a, "text", "now")).Submitted)
		require.False(t, *u.does("write_text", args{"channel_id": recorder.Channel, "text": "then", "submit": false}).Submitted)
		require.Equal(t, "now\rthen", recorder.TakeText())
	}},
	{Name: "C68: text that is no Unicode", Run: func(t *testing.T) {
		server := channeltest.Start(t)
		recorder := server.Recorder("live")
		c := open(t, server.Config())
		write := func(text string) message {
			return c.ask(callLine(1, "write_text", fmt.Sprintf(`{"channel_id":%q,"text":"%s","submit":false}`, recorder.Channel, text)))
		}
		for _, bad := range []string{`\ud83d`, `a\ude00b`, `\ud83d\ud83d`, `\ud83dx`, `\ude00\ud83d`, `\\\ud83d\n`, `\ud83d\\ude00`, "\xff", "a\xc3", "\xed\xa0\xbd", `\uD83D\u0041`} {
			failure := write(bad).failure(t)
			require.Equal(t, channel.CodeInvalidArgument, failure.Error.Code, bad)
			require.Equal(t, "text", failure.Error.Details["field"], bad)
		}
		require.Empty(t, recorder.TakeText())
		for _, fine := range []string{`\ud83d\ude00`, `\\ud83d`, `\uFFFD`, "😀", `\u00e9\uD83D\uDE00`} {
			require.False(t, write(fine).Result.IsError, fine)
		}
		require.Equal(t, "😀\\ud83d\uFFFD😀é😀", recorder.TakeText())
		// The same holds of every other string.
		for field, line := range map[string]string{
			"channel_id":      `{"channel_id":"\ud83d"}`,
			"after":           fmt.Sprintf(`{"channel_id":%q,"after":"\ud83d"}`, recorder.Channel),
			"expect_instance": fmt.Sprintf(`{"channel_id":%q,"control":"ENTER","expect_instance":"\ud83d"}`, recorder.Channel),
			"expect_command":  fmt.Sprintf(`{"channel_id":%q,"control":"ENTER","expect_command":["cat","\ud83d"]}`, recorder.Channel),
		} {
			tool := map[bool]string{true: "send_control", false: "read_channel"}[contains(line, "control")]
			require.Equal(t, field, c.ask(callLine(1, tool, line)).failure(t).Error.Details["field"])
		}
	}},
	{Name: "D70: other controls", Run: func(t *testing.T) {
		u, id := offline(t)
		for _, bad := range []any{"C-z", "enter", "CTRL_C", "", 13, nil, "ENTER ", []string{"ENTER"}} {
			u.invalid("control", "send_control", args{"channel_id": id, "control": bad})
		}
		u.invalid("control", "send_control", args{"channel_id": id})
	}},
	{Name: "I109: the bounds of waiting", Run: func(t *testing.T) {
		server := channeltest.Start(t)
		u, a := serve(t, server.Config()), args{"channel_id": server.Recorder("live").Channel}
		u.does("read_channel", with(a, "wait_ms", 0))
		u.invalid("wait_ms", "read_channel", with(a, "wait_ms", 1))
		u.invalid("after", "read_channel", with(a, "after", ""))
		a["after"] = u.does("read_channel", a).Read.Revision
		for _, bad := range []any{-1, 45001, number("1.5"), "0", 1 << 53} {
			u.invalid("wait_ms", "read_channel", with(a, "wait_ms", bad))
		}
		u.invalid("quiet_ms", "read_channel", with(a, "quiet_ms", 250))
		u.does("read_channel", with(a, "wait_ms", 0))
		a["wait_ms"] = 1
		for _, bad := range []any{0, 249, 10001, 1 << 53} {
			u.invalid("quiet_ms", "read_channel", with(a, "quiet_ms", bad))
		}
		for _, fine := range []any{250, 10000} {
			require.True(t, u.does("read_channel", with(a, "quiet_ms", fine)).Read.TimedOut)
		}
	}},
	{Name: "W17: whatever breaks a schema has a code and names its field", Run: func(t *testing.T) {
		u, id := offline(t)
		listed, err := u.ListTools(patience(t), mcp.ListToolsRequest{})
		require.NoError(t, err)
		for _, tool := range listed.Tools {
			a := good(id)[tool.Name]
			for name, schema := range tool.InputSchema.Properties {
				var wrong any = "text"
				if schema.(map[string]any)["type"] == "string" {
					wrong = 1
				}
				u.invalid(name, tool.Name, with(a, name, wrong))
				u.invalid(name, tool.Name, with(a, name, nil))
				u.invalid(name, tool.Name, with(a, name, map[string]any{}))
			}
			for _, name := range tool.InputSchema.Required {
				u.invalid(name, tool.Name, without(a, name))
			}
		}
	}},
	{Name: "G97: arguments that break the schema", Run: func(t *testing.T) {
		server := channeltest.Start(t)
		c := open(t, server.Config())
		for sent, field := range map[string]string{
			`{}`: "channel_id", `null`: "channel_id", `[]`: "arguments", `"x"`: "arguments", `7`: "arguments",
		} {
			failure := c.ask(callLine(1, "get_channel", sent)).failure(t)
			require.Equal(t, channel.CodeInvalidArgument, failure.Error.Code, sent)
			require.Equal(t, field, failure.Error.Details["field"], sent)
		}
		failure := c.ask(request(2, "tools/call", `{"name":"get_channel"}`)).failure(t)
		require.Equal(t, "channel_id", failure.Error.Details["field"])
		require.False(t, c.ask(request(3, "tools/call", `{"name":"health"}`)).Result.IsError)
	}},
	{Name: "G98: arguments that no schema knows", Run: func(t *testing.T) {
		server := channeltest.Start(t)
		u := serve(t, server.Config())
		for tool, a := range good(server.Recorder("live").Channel) {
			// Names count letter for letter, so a misspelt one is unknown, too.
			for name, value := range map[string]any{"extra": map[string]any{"a": []int{1}}, "Channel_ID": 7, "LINES": 0, "Text": 1, "Submit": "x", "Control": ""} {
				u.does(tool, with(a, name, value))
			}
		}
	}},
}

func TestArguments(t *testing.T) { channeltest.Run(t, argumentCases) }

// TestRefusals pins what an agent reads where its arguments are wrong. None of it needs tmux.
func TestRefusals(t *testing.T) {
	u, id := offline(t)
	var out bytes.Buffer
	ask := func(tool string, a args) {
		sent, err := json.Marshal(a)
		require.NoError(t, err)
		got := u.call(tool, a)
		require.NotNil(t, got.Error)
		fmt.Fprintf(&out, "%s %s\n%s\n\n", tool, strings.ReplaceAll(string(sent), id, "tmux:0123456789ab:1"), strings.ReplaceAll(got.text, id, "tmux:0123456789ab:1"))
	}
	all := good(id)
	for _, tool := range slices.Sorted(maps.Keys(all)) {
		if len(all[tool]) > 0 {
			ask(tool, args{})
			ask(tool, with(all[tool], "channel_id", "%1"))
			ask(tool, with(all[tool], "channel_id", 7))
			ask(tool, with(all[tool], "channel_id", ""))
		}
	}
	ask("list_channels", args{})
	ask("get_channel", args{"channel_id": id})
	for _, c := range []struct {
		tool, name string
		value      any
	}{
		{"read_channel", "lines", 0},
		{"read_channel", "lines", 1001},
		{"read_channel", "bytes", "5"},
		{"read_channel", "bytes", 262145},
		{"read_channel", "after", ""},
		{"read_channel", "after", "x"},
		{"read_channel", "wait_ms", 45001},
		{"read_channel", "wait_ms", 1},
		{"read_channel", "quiet_ms", 249},
		{"read_channel", "quiet_ms", 250},
		{"read_channel", "join", "yes"},
		{"write_text", "text", nil},
		{"write_text", "text", "a\rb"},
		{"write_text", "submit", 1},
		{"write_text", "mode", "paste"},
		{"write_text", "expect_instance", ""},
		{"write_text", "expect_instance", "other"},
		{"write_text", "expect_command", "bash"},
		{"write_text", "expect_command", []string{}},
		{"write_text", "expect_command", []any{1}},
		{"write_text", "expect_command", []string{"a b"}},
		{"write_text", "expect_command", strings.Fields(strings.Repeat("a ", 17))},
		{"send_control", "control", "enter"},
	} {
		ask(c.tool, with(all[c.tool], c.name, c.value))
	}
	golden(t, "refusals.txt", out.String())
}
