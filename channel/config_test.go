package channel_test

import (
	"maps"
	"slices"
	"strconv"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"mystic-sdk/channel"
	"mystic-sdk/channel/channeltest"
)

func TestConfiguration(t *testing.T) { channeltest.Run(t, configuration) }

// load reads a config from these variables.
func load(variables map[string]string) (channel.Config, error) {
	return channel.Load(func(name string) (string, bool) { v, ok := variables[name]; return v, ok })
}

// refused requires that a variable's value is refused with a message that names the variable and not the value.
func refused(t *testing.T, name, value string) {
	t.Helper()
	_, err := load(map[string]string{name: value})
	e := fails(t, err, channel.CodeInvalidArgument)
	require.Equal(t, name, e.Details["field"])
	require.Contains(t, e.Message, name)
}

var standard = channel.Config{Timeout: 3 * time.Second, MaxChannels: 256, ReadDefaultLines: 200, ReadMaxLines: 1000, ReadMaxBytes: 262144}

var configuration = []channeltest.Case{
	{Name: "F84: both sockets", Run: func(t *testing.T) {
		_, err := load(map[string]string{"TMUX_SOCKET_NAME": "a", "TMUX_SOCKET_PATH": "/b"})
		e := fails(t, err, channel.CodeInvalidArgument)
		require.Contains(t, e.Message, "TMUX_SOCKET_NAME")
		require.Contains(t, e.Message, "TMUX_SOCKET_PATH")
		c, err := load(map[string]string{"TMUX_SOCKET_NAME": " a "})
		require.NoError(t, err)
		require.Equal(t, "a", c.SocketName)
	}},
	{Name: "F85: blank is unset", Run: func(t *testing.T) {
		variables := map[string]string{}
		for _, v := range channel.Variables() {
			if v.Name != "TMUX_ALLOWED_SESSIONS" {
				variables[v.Name] = " \t"
			}
		}
		require.Len(t, variables, 7)
		for _, set := range []map[string]string{variables, {}} {
			c, err := load(set)
			require.NoError(t, err)
			require.Equal(t, standard, c)
		}
	}},
	{Name: "F86: the time limit", Run: func(t *testing.T) {
		for _, value := range []string{"0", "-5", "1.5", "abc", "60001"} {
			refused(t, "TMUX_TIMEOUT_MS", value)
		}
		for _, ms := range []int{1, 60000} {
			c, err := load(map[string]string{"TMUX_TIMEOUT_MS": strconv.Itoa(ms)})
			require.NoError(t, err)
			require.Equal(t, time.Duration(ms)*time.Millisecond, c.Timeout)
		}
	}},
	{Name: "F87: default lines", Run: func(t *testing.T) {
		_, err := load(map[string]string{"TMUX_READ_DEFAULT_LINES": "51", "TMUX_READ_MAX_LINES": "50"})
		require.Equal(t, "TMUX_READ_DEFAULT_LINES", fails(t, err, channel.CodeInvalidArgument).Details["field"])
		refused(t, "TMUX_READ_DEFAULT_LINES", "1001")
		c, err := load(map[string]string{"TMUX_READ_MAX_LINES": "50"})
		require.NoError(t, err)
		require.Equal(t, 50, c.ReadDefaultLines)
		c, err = load(map[string]string{"TMUX_READ_DEFAULT_LINES": "7"})
		require.NoError(t, err)
		require.Equal(t, 7, c.ReadDefaultLines)
	}},
	{Name: "F88: ceilings", Run: func(t *testing.T) {
		for name, most := range map[string]int{"TMUX_READ_MAX_BYTES": 1048576, "TMUX_MAX_CHANNELS": 5000, "TMUX_READ_MAX_LINES": 5000} {
			refused(t, name, strconv.Itoa(most+1))
			_, err := load(map[string]string{name: strconv.Itoa(most)})
			require.NoError(t, err)
		}
	}},
	{Name: "F89 W16: the allowlist", Run: func(t *testing.T) {
		for _, value := range []string{"", " ", ",", " , ,, ", `a\`, `a\b`} {
			refused(t, "TMUX_ALLOWED_SESSIONS", value)
		}
		for value, names := range map[string][]string{
			"a":               {"a"},
			" a , b c ,,d":    {"a", "b c", "d"},
			`a\,b,c`:          {"a,b", "c"},
			`\ a\ , b`:        {" a ", "b"},
			`a\\b`:            {`a\b`},
			`\ `:              {" "},
			"世界,$1,%1,-x,*":   {"世界", "$1", "%1", "-x", "*"},
			"a b\\  ,c\u00a0": {"a b ", "c"},
		} {
			c, err := load(map[string]string{"TMUX_ALLOWED_SESSIONS": value})
			require.NoError(t, err, value)
			require.Equal(t, names, c.AllowedSessions, value)
		}
		_, err := channel.NewService(nil, channel.Config{AllowedSessions: []string{}})
		fails(t, err, channel.CodeInvalidArgument)
	}},
	{Name: "F90: numbers are decimal digits", Run: func(t *testing.T) {
		for _, v := range channel.Variables() {
			if _, err := strconv.Atoi(v.Default); err != nil && v.Name != "TMUX_READ_DEFAULT_LINES" {
				continue
			}
			for _, value := range []string{"1e3", "0x10", "5.0", "+5", "1_000", "٥", "5 5"} {
				refused(t, v.Name, value)
			}
		}
	}},
}

// TestVariables holds the table to what is read: each variable of it changes a config, and no other is asked for.
func TestVariables(t *testing.T) {
	asked := map[string]bool{}
	_, err := channel.Load(func(name string) (string, bool) { asked[name] = true; return "", false })
	require.NoError(t, err)
	var names []string
	for _, v := range channel.Variables() {
		names = append(names, v.Name)
		require.NotEmpty(t, v.Default)
		require.NotEmpty(t, v.Valid)
		require.NotEmpty(t, v.Meaning)
		c, err := load(map[string]string{v.Name: "7"})
		require.NoError(t, err)
		require.NotEqual(t, standard, c, v.Name)
	}
	slices.Sort(names)
	require.Equal(t, slices.Sorted(maps.Keys(asked)), names)
}

// TestCodes holds the table of codes to being whole: each has its line once.
func TestCodes(t *testing.T) {
	seen := map[channel.Code]bool{}
	for _, c := range channel.Codes() {
		require.False(t, seen[c.Code])
		seen[c.Code] = true
		require.NotEmpty(t, c.Meaning)
		require.NotEmpty(t, c.Remedy)
	}
	require.Len(t, seen, 11)
	require.Equal(t, channel.CodeInternalError, channel.AsError(errOther).Code)
	require.ErrorIs(t, channel.AsError(errOther), errOther)
	require.NotContains(t, channel.AsError(errOther).Error(), errOther.Error())
	require.Nil(t, channel.AsError(nil))
}
