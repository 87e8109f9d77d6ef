package mcpserver

import (
	"context"
	"time"

	"mystic-sdk/channel"
)

// tool is one of the six.
type tool struct {
	name        string
	title       string
	description string
	readOnly    bool // it changes nothing, so it can be called again; one that is not read-only must not be
	fields      []field
	run         func(context.Context, arguments) (outcome, error)
}

// tools are the six tools in the order in which they are listed.
func tools(s *server) []tool {
	id := field{name: "channel_id", about: "The id of a channel, as list_channels tells it.", kind: text, required: true, min: 1, max: channel.MaxIDLength}
	expectInstance := field{name: "expect_instance", about: "Do it only while the channel has this instance.", kind: text, min: 1, max: channel.MaxInstanceLength}
	expectCommand := field{name: "expect_command", about: "Do it only while one of these is the channel's current_command.", kind: list, min: 1, max: channel.MaxCommands,
		pattern: "^[A-Za-z0-9._+-]{1,64}$"}
	return []tool{
		{
			name: "list_channels", title: "List channels", readOnly: true,
			description: "Lists the terminals that can be reached, with what identifies each. truncated says that there are more.",
			run:         s.listChannels,
		},
		{
			name: "get_channel", title: "Get a channel", readOnly: true,
			description: "Returns one channel as it is now.",
			fields:      []field{id},
			run:         s.getChannel,
		},
		{
			name: "read_channel", title: "Read a channel", readOnly: true,
			description: "Returns the newest output of a terminal. With after only what is new, and with wait_ms when something new was there and then the output stood still.",
			fields: []field{id,
				{name: "lines", about: "How many lines at most; the server can be set to allow fewer.", kind: number, min: 1, max: channel.MaxReadLines},
				{name: "bytes", about: "How many bytes of text at most; the server can be set to allow fewer.", kind: number, min: 1, max: channel.MaxReadBytes},
				{name: "after", about: "The revision of an earlier read of this channel.", kind: text, min: 1, max: channel.MaxRevisionLength},
				{name: "wait_ms", about: "How long to wait for output after that revision.", kind: number, min: 0, max: int(channel.MaxWait.Milliseconds())},
				{name: "quiet_ms", about: "How long the output must then have stood still; 1000 where it is not given. It needs wait_ms.", kind: number,
					min: int(channel.MinQuiet.Milliseconds()), max: int(channel.MaxQuiet.Milliseconds())},
				{name: "join", about: "Put rows together that the terminal wrapped.", kind: flag},
				{name: "alternate", about: "Above a program that fills the screen, also return what was there before it.", kind: flag},
			},
			run: s.readChannel,
		},
		{
			name: "write_text", title: "Write text",
			description: "Types a text into a terminal as it is, and with submit one Enter after it. Line feed and tab are the only control characters it may hold. A shell runs each complete line of it at once.",
			fields: []field{id,
				{name: "text", about: "At most 1048576 bytes in UTF-8.", kind: text, required: true, max: channel.MaxTextBytes},
				{name: "submit", about: "Press Enter after the text.", kind: flag, required: true},
				{name: "mode", about: "exact, where it is not given, types the text alone; bracketed marks it as pasted for programs that asked for that.", kind: choice,
					choices: []string{string(channel.ModeExact), string(channel.ModeBracketed)}},
				expectInstance, expectCommand,
			},
			run: s.writeText,
		},
		{
			name: "send_control", title: "Send a control",
			description: "Presses one key in a terminal: Enter, Ctrl-C or Escape.",
			fields: []field{id,
				{name: "control", kind: choice, required: true,
					choices: []string{string(channel.ControlEnter), string(channel.ControlInterrupt), string(channel.ControlEscape)}},
				expectInstance, expectCommand,
			},
			run: s.sendControl,
		},
		{
			name: "health", title: "Health", readOnly: true,
			description: "Says whether the terminals' server answers, and by which code not. It says nothing about a channel or a program.",
			run:         s.health,
		},
	}
}

func (s *server) listChannels(ctx context.Context, _ arguments) (outcome, error) {
	listing, err := s.service.List(ctx)
	return outcome{payload: listing}, err
}

func (s *server) getChannel(ctx context.Context, a arguments) (outcome, error) {
	got, err := s.service.Get(ctx, a.text("channel_id"))
	return outcome{payload: struct {
		Channel channel.Channel `json:"channel"`
	}{got}}, err
}

func (s *server) readChannel(ctx context.Context, a arguments) (outcome, error) {
	r := channel.ReadRequest{
		ChannelID: a.text("channel_id"), Lines: a.number("lines"), Bytes: a.number("bytes"), After: a.text("after"),
		Wait: milliseconds(a.number("wait_ms")), Quiet: milliseconds(a.number("quiet_ms")), Join: a.flag("join"), Alternate: a.flag("alternate"),
	}
	waiting, end := context.WithCancelCause(ctx)
	defer end(nil)
	if r.Wait > 0 {
		defer context.AfterFunc(s.leaving, func() { end(context.Cause(s.leaving)) })()
	}
	got, err := s.service.Read(waiting, r)
	if err != nil && ctx.Err() == nil && waiting.Err() != nil {
		err = context.Cause(waiting)
	}
	return outcome{payload: struct {
		Read channel.Read `json:"read"`
	}{got}, out: got.ByteCount}, err
}

func milliseconds(n int) time.Duration { return time.Duration(n) * time.Millisecond }

func (s *server) writeText(ctx context.Context, a arguments) (outcome, error) {
	got, err := s.service.WriteText(ctx, channel.WriteRequest{
		ChannelID: a.text("channel_id"), Text: a.text("text"), Submit: a.flag("submit"), Mode: channel.Mode(a.text("mode")), Expect: expectation(a),
	})
	return outcome{payload: got}, err
}

func (s *server) sendControl(ctx context.Context, a arguments) (outcome, error) {
	got, err := s.service.SendControl(ctx, channel.ControlRequest{
		ChannelID: a.text("channel_id"), Control: channel.Control(a.text("control")), Expect: expectation(a),
	})
	return outcome{payload: got}, err
}

func expectation(a arguments) channel.Expectation {
	return channel.Expectation{Instance: a.text("expect_instance"), Commands: a.list("expect_command")}
}

func (s *server) health(ctx context.Context, _ arguments) (outcome, error) {
	return outcome{payload: struct {
		Health channel.Health `json:"health"`
	}{s.service.Health(ctx)}}, nil
}
