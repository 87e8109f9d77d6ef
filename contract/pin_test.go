package contract_test

import (
	"bytes"
	"encoding/json"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"mystic-sdk/contract"
)

// TestPin fails when anything that an agent relies on changed, and says what.
func TestPin(t *testing.T) {
	document, err := contract.Document(contract.ToolsJSON(), contract.Instructions)
	require.NoError(t, err)
	var indented bytes.Buffer
	require.NoError(t, json.Indent(&indented, document, "", "  "))
	indented.WriteByte('\n')
	if *update {
		goldenFile(t, "contract.json", indented.String())
	}
	golden, err := os.ReadFile(filepath.Join("testdata", "contract.json"))
	require.NoError(t, err)
	if diff := contract.Diff(golden, document); diff != "" {
		t.Fatalf("the contract changed:\n%s\nBump Version, then re-pin: go test ./contract -update, and PinnedHash", diff)
	}
	hash, err := contract.Hash(contract.ToolsJSON(), contract.Instructions)
	require.NoError(t, err)
	require.Equal(t, contract.PinnedHash, hash, "the golden file was renewed, the pin not: bump Version, then set PinnedHash to %s", hash)
}

func TestHashCoversTools(t *testing.T) {
	hash := func(tools json.RawMessage, instructions string) string {
		h, err := contract.Hash(tools, instructions)
		require.NoError(t, err)
		return h
	}
	tools := contract.ToolsJSON()
	require.Equal(t, contract.PinnedHash, hash(indent(t, tools), contract.Instructions), "spaces do not count")
	require.NotEqual(t, contract.PinnedHash, hash(bytes.Replace(tools, []byte("45"), []byte("46"), 1), contract.Instructions))
	require.NotEqual(t, contract.PinnedHash, hash(bytes.Replace(tools, []byte(`:45`), []byte(`:45.0`), 1), contract.Instructions), "number literals count")
	require.NotEqual(t, contract.PinnedHash, hash(tools, contract.Instructions+" "))
	for _, bad := range []string{"", "[", "[] []"} {
		_, err := contract.Hash(json.RawMessage(bad), contract.Instructions)
		require.Error(t, err)
	}
}

func indent(t *testing.T, raw json.RawMessage) json.RawMessage {
	var b bytes.Buffer
	require.NoError(t, json.Indent(&b, raw, " ", "\t"))
	return b.Bytes()
}

func TestCanonical(t *testing.T) {
	tests := []struct{ name, in, want string }{
		{"keys", `{"b":1,"a":{"d":[],"c":null}}`, `{"a":{"c":null,"d":[]},"b":1}`},
		{"spaces", " [ 1 ,\n2 ] ", `[1,2]`},
		{"number literals", `[1.0,1e3,0.10,-0,12345678901234567890]`, `[1.0,1e3,0.10,-0,12345678901234567890]`},
		{"no HTML escapes", `"\u003cb\u003e&"`, `"<b>&"`},
		{"escapes", `"\u0041\n\u00e9"`, "\"A\\n\u00e9\""},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got, err := contract.Canonical(json.RawMessage(tt.in))
			require.NoError(t, err)
			require.Equal(t, tt.want, string(got))
		})
	}
	for _, bad := range []string{"", "{", "1 2", "nul", "[]]"} {
		_, err := contract.Canonical(json.RawMessage(bad))
		require.Error(t, err, bad)
	}
}

func TestDiff(t *testing.T) {
	g := newGolden(t, "diff.txtar", "Differences of JSON texts.")
	want := `{"a":1,"b":[1,2,3],"c":{"d":"x","e":"y"},"z":true}`
	require.Empty(t, contract.Diff(json.RawMessage(want), json.RawMessage(`{ "z":true,"c":{"e":"y","d":"x"}, "b":[1,2,3],"a":1}`)))
	for _, tt := range []struct{ name, got string }{
		{"a value changed", `{"a":2,"b":[1,2,3],"c":{"d":"x","e":"y"},"z":true}`},
		{"lines came", `{"a":1,"b":[1,2,3],"c":{"d":"x","dd":"new","ddd":"new","e":"y"},"z":true}`},
		{"lines went", `{"a":1,"b":[3],"c":{"d":"x","e":"y"},"z":true}`},
		{"two places", `{"a":0,"b":[1,2,3],"c":{"d":"x","e":"y"},"z":false}`},
		{"everything", `[]`},
		{"no JSON", `{"a":`},
	} {
		g.add(tt.name, contract.Diff(json.RawMessage(want), json.RawMessage(tt.got)))
	}
}

func TestToolsOnTheWire(t *testing.T) {
	wire := contract.ToolsJSON()
	require.LessOrEqual(t, contract.Tokens(string(wire)), 700, "what every client of every agent pays")
	goldenFile(t, "tools.json", string(indent(t, wire))+"\n")

	var tools []struct {
		Name, Title, Description string
		InputSchema              map[string]any
		Annotations              map[string]bool
	}
	require.NoError(t, json.Unmarshal(wire, &tools))
	type hints struct{ readOnly, destructive, idempotent, openWorld bool }
	want := map[string]hints{
		"card":    {readOnly: true, idempotent: true},
		"run":     {},
		"status":  {readOnly: true},
		"ask":     {readOnly: true, idempotent: true},
		"journal": {readOnly: true, idempotent: true},
	}
	var names []string
	for _, tool := range tools {
		names = append(names, tool.Name)
		require.NotEmpty(t, tool.Title)
		require.NotEmpty(t, tool.Description)
		a := tool.Annotations
		require.Len(t, a, 4)
		require.Equal(t, want[tool.Name], hints{a["readOnlyHint"], a["destructiveHint"], a["idempotentHint"], a["openWorldHint"]}, tool.Name)
		require.Equal(t, "object", tool.InputSchema["type"])
		require.Equal(t, false, tool.InputSchema["additionalProperties"])
		onlyAllowedKeywords(t, tool.InputSchema)
	}
	require.Equal(t, []string{"card", "run", "status", "ask", "journal"}, names)
	require.Equal(t, names, contract.ToolNames())
}

// onlyAllowedKeywords holds a schema to the keywords that every client is known to read.
func onlyAllowedKeywords(t *testing.T, schema map[string]any) {
	t.Helper()
	allowed := []string{
		"type", "properties", "required", "description", "enum", "items", "minimum", "maximum", "minLength", "maxLength",
		"maxItems", "additionalProperties",
	}
	for key := range schema {
		require.Contains(t, allowed, key)
	}
	properties, _ := schema["properties"].(map[string]any)
	for _, p := range properties {
		onlyAllowedKeywords(t, p.(map[string]any))
	}
}

func TestToolsAreFresh(t *testing.T) {
	tools := contract.Tools()
	require.Len(t, tools, 5)
	tools[1].Name = "dig"
	copy(tools[1].InputSchema, "overwritten")
	again := contract.Tools()
	require.Equal(t, contract.ToolRun, again[1].Name)
	require.True(t, json.Valid(again[1].InputSchema))
}

// TestSchemaBoundsAreTheLimits ties the numbers in the schemas' tags to the constants.
func TestSchemaBoundsAreTheLimits(t *testing.T) {
	bound := func(tool int, param, keyword string) int {
		var schema struct {
			Properties map[string]map[string]any `json:"properties"`
		}
		require.NoError(t, json.Unmarshal(contract.Tools()[tool].InputSchema, &schema))
		n, ok := schema.Properties[param][keyword].(float64)
		require.True(t, ok, "%s of %s", keyword, param)
		return int(n)
	}
	require.Equal(t, contract.MaxScript, bound(1, "script", "maxLength"))
	require.Equal(t, contract.MaxWait, bound(1, "wait", "maximum"))
	require.Equal(t, contract.MaxRunID, bound(1, "id", "maxLength"))
	require.Equal(t, contract.MaxName, bound(1, "name", "maxLength"))
	require.Equal(t, contract.MaxWait, bound(2, "wait", "maximum"))
	require.Equal(t, contract.MaxAbout, bound(3, "about", "maxLength"))
	args, fault := contract.ParseArgs(contract.ToolRun, json.RawMessage(`{"script":"x"}`))
	require.Nil(t, fault)
	require.EqualValues(t, contract.DefaultWait, args.(contract.RunArgs).Wait)
}

// TestReplySchema holds the structured form to the fields that the specification lists.
func TestReplySchema(t *testing.T) {
	var schema map[string]any
	require.NoError(t, json.Unmarshal(contract.ReplySchema(), &schema))
	require.NotContains(t, string(contract.ReplySchema()), "$")
	fields := func(path ...string) []string {
		at := schema
		for _, name := range path {
			at = at["properties"].(map[string]any)[name].(map[string]any)
			if items, ok := at["items"].(map[string]any); ok {
				at = items
			}
		}
		return slices.Sorted(maps.Keys(at["properties"].(map[string]any)))
	}
	sorted := func(names string) []string { return slices.Sorted(slices.Values(strings.Fields(names))) }
	require.Equal(t, sorted("ok error diagnostics run alerts output digest heard answer state more lost tick revision epoch"), fields())
	require.Equal(t, sorted("code message hint line column script retryAfterMs ref"), fields("error"))
	require.Equal(t, sorted("code severity line column endLine endColumn message hint"), fields("diagnostics"))
	require.Equal(t, sorted("id state activity line ticks steps ok why n repeat watching report"), fields("run"))
	require.Equal(t, sorted("verb line ok refused why"), fields("run", "report"))
	require.Equal(t, sorted("who text"), fields("heard"))
}

func TestCodes(t *testing.T) {
	codes := contract.Codes()
	var names []string
	for _, info := range codes {
		names = append(names, string(info.Code))
		require.NotEmpty(t, info.Summary)
		require.NotEmpty(t, info.Since)
		require.Equal(t, info.Code == contract.RateLimited || info.Code == contract.Unavailable, info.Retry, info.Code)
		found, ok := contract.LookupCode(info.Code)
		require.True(t, ok)
		require.Equal(t, info, found)
		require.Equal(t, &contract.Fault{Code: info.Code, Message: "x", Hint: info.Hint}, contract.NewFault(info.Code, "x"))
	}
	require.Equal(t, strings.Fields("invalid_argument check_failed script_error steps_exhausted memory_exhausted mem_invalid "+
		"id_reused rate_limited agent_unknown unauthorized unavailable internal"), names)
	_, ok := contract.LookupCode("nonsense")
	require.False(t, ok)
	require.Empty(t, contract.NewFault("nonsense", "x").Hint)
}
