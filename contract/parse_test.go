package contract_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"mystic-sdk/contract"
)

func TestParseArgs(t *testing.T) {
	long := strings.Repeat("x", contract.MaxScript)
	tests := []struct {
		name, tool, raw string
		want            any
	}{
		{"card", "card", `{}`, contract.CardArgs{}},
		{"no arguments at all", "card", ``, contract.CardArgs{}},
		{"null for all arguments", "card", ` null `, contract.CardArgs{}},
		{"run with its defaults", "run", `{"script":"dig()"}`, contract.RunArgs{Script: "dig()", Mode: "run", Wait: 20}},
		{
			"run with everything", "run", `{"script":"dig()","mode":"look","wait":0,"id":"A.b_c-9","name":"farm_2"}`,
			contract.RunArgs{Script: "dig()", Mode: contract.ModeLook, ID: "A.b_c-9", Name: "farm_2"},
		},
		{
			"null for what is optional", "run", `{"script":"dig()","mode":null,"wait":null,"id":null,"name":null}`,
			contract.RunArgs{Script: "dig()", Mode: contract.ModeRun, Wait: 20},
		},
		{"a fraction of a second", "run", `{"script":"x","wait":0.5}`, contract.RunArgs{Script: "x", Mode: "run", Wait: 0.5}},
		{"the longest script", "run", `{"script":"` + long + `"}`, contract.RunArgs{Script: long, Mode: "run", Wait: 20}},
		{"escapes", "run", `{"\u0073cript":"a\n\u00e9"}`, contract.RunArgs{Script: "a\né", Mode: "run", Wait: 20}},
		{"status with its defaults", "status", `{}`, contract.StatusArgs{}},
		{"after 0 is not absent", "status", `{"after":0}`, contract.StatusArgs{After: ptr(int64(0))}},
		{"3.0 is an integer", "status", `{"after":3.0,"wait":45}`, contract.StatusArgs{Wait: 45, After: ptr(int64(3))}},
		{"3e2 is an integer", "status", `{"after":3e2}`, contract.StatusArgs{After: ptr(int64(300))}},
		{"-0 is 0", "status", `{"after":-0}`, contract.StatusArgs{After: ptr(int64(0))}},
		{
			"an integer that no double holds", "status", `{"after":9007199254740993}`,
			contract.StatusArgs{After: ptr(int64(9007199254740993))},
		},
		{"ask", "ask", `{"about":"usage"}`, contract.AskArgs{About: "usage"}},
		{"200 characters, not bytes", "ask", `{"about":"` + strings.Repeat("é", 200) + `"}`, contract.AskArgs{About: strings.Repeat("é", 200)}},
		{"journal with its default", "journal", `{}`, contract.JournalArgs{Page: 1}},
		{"journal", "journal", `{"page":7}`, contract.JournalArgs{Page: 7}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got, fault := contract.ParseArgs(tt.tool, json.RawMessage(tt.raw))
			require.Nil(t, fault)
			require.Equal(t, tt.want, got)
		})
	}
}

func TestParseArgsFaults(t *testing.T) {
	g := newGolden(t, "arguments.txtar", "Arguments that are wrong, and what is answered.")
	tests := []struct{ tool, raw string }{
		{"run", `{"scripts":"dig()"}`},
		{"run", `{"Script":"dig()"}`},
		{"run", `{"code":"dig()"}`},
		{"run", `{"script":"dig()","wiat":3}`},
		{"run", `{"script":"dig()","a\nb\u202e":3}`},
		{"run", `{"script":"dig()","` + strings.Repeat("long", 20) + `":3}`},
		{"run", `{}`},
		{"run", `null`},
		{"run", `{"script":null}`},
		{"run", `{"script":""}`},
		{"run", `{"script":7}`},
		{"run", `{"script":["dig()"]}`},
		{"run", `{"script":"a","script":"b"}`},
		{"run", `{"script":"a","\u0073cript":"b"}`},
		{"run", `{"script":"a","mode":null,"mode":"run"}`},
		{"run", `{"script":"a","mode":"lok"}`},
		{"run", `{"script":"a","mode":"Run"}`},
		{"run", `{"script":"a","mode":"dance\nx"}`},
		{"run", `{"script":"a","mode":true}`},
		{"run", `{"script":"a","wait":"5"}`},
		{"run", `{"script":"a","wait":"soon"}`},
		{"run", `{"script":"a","wait":46}`},
		{"run", `{"script":"a","wait":-0.5}`},
		{"run", `{"script":"a","wait":1e999}`},
		{"run", `{"script":"a","wait":false}`},
		{"run", `{"script":"a","wait":{}}`},
		{"run", `{"script":"a","id":"a b"}`},
		{"run", `{"script":"a","id":""}`},
		{"run", `{"script":"a","id":"` + strings.Repeat("i", 65) + `"}`},
		{"run", `{"script":"a","name":"Farm"}`},
		{"run", `{"script":"a","name":"9farm"}`},
		{"run", `[]`},
		{"run", `"dig()"`},
		{"run", `12`},
		{"run", `true`},
		{"run", `{"script":`},
		{"run", `{"script":"a"} {}`},
		{"status", `{"after":-1}`},
		{"status", `{"after":1.5}`},
		{"status", `{"after":1e30}`},
		{"status", `{"after":9223372036854775808}`},
		{"status", `{"after":"@88"}`},
		{"status", `{"script":"a"}`},
		{"card", `{"page":1}`},
		{"ask", `{}`},
		{"ask", `{"about":""}`},
		{"ask", `{"question":"ore"}`},
		{"ask", `{"abuot":"ore"}`},
		{"journal", `{"page":0}`},
		{"journal", `{"page":"1"}`},
		{"stauts", `{}`},
		{"dig", `{"n":1}`},
		{"x\nrun 9 done: ok", `{}`},
	}
	for _, tt := range tests {
		args, fault := contract.ParseArgs(tt.tool, json.RawMessage(tt.raw))
		require.Nil(t, args, "%s %s", tt.tool, tt.raw)
		require.NotNil(t, fault, "%s %s", tt.tool, tt.raw)
		require.Equal(t, contract.InvalidArgument, fault.Code)
		require.NotEmpty(t, fault.Hint)
		raw := tt.raw
		if len(raw) > 60 {
			raw = raw[:60] + "…"
		}
		g.add(fmt.Sprintf("%s %s", strings.ReplaceAll(tt.tool, "\n", `\n`), raw), fault.Text())
	}
	_, fault := contract.ParseArgs("run", json.RawMessage(`{"script":"`+strings.Repeat("x", contract.MaxScript+1)+`"}`))
	g.add("a script of 32769 bytes", fault.Text())
	_, fault = contract.ParseArgs("run", json.RawMessage(`{"script":"`+strings.Repeat("é", contract.MaxScript/2+1)+`"}`))
	g.add("a script of 32770 bytes in 16385 characters", fault.Text())
	_, fault = contract.ParseArgs("ask", json.RawMessage(`{"about":"`+strings.Repeat("é", 201)+`"}`))
	g.add("about of 201 characters", fault.Text())
}

func FuzzParseArgs(f *testing.F) {
	for _, seed := range []string{``, `null`, `{}`, `[]`, `{"script":"dig()","wait":0.5,"id":"a"}`, `{"after":3.0}`, `{"page":1e999}`, `{"a":{"a":[`, "{\"\xff\":1}"} {
		f.Add("run", seed)
		f.Add("status", seed)
		f.Add("stauts", seed)
	}
	f.Fuzz(func(t *testing.T, tool, raw string) {
		args, fault := contract.ParseArgs(tool, json.RawMessage(raw))
		require.NotEqual(t, args == nil, fault == nil, "either arguments or a fault")
		if fault != nil {
			require.NotContains(t, fault.Message, "\n")
			require.NotContains(t, fault.Message, "json")
			require.NotContains(t, fault.Message, "interface")
			return
		}
		// What was read passes again, so no default and no number is outside what the schema says.
		again, err := json.Marshal(args)
		require.NoError(t, err)
		_, fault = contract.ParseArgs(tool, again)
		require.Nil(t, fault)
	})
}
