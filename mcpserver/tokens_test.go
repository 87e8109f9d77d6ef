package mcpserver_test

import (
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"

	"mystic-sdk/mcpserver"
)

func agentOf(t *testing.T, tokens *mcpserver.Tokens, token string) string {
	t.Helper()
	agent, ok := tokens.Agent(token)
	require.Equal(t, agent != "", ok)
	return agent
}

func TestParseTokens(t *testing.T) {
	tokens, err := mcpserver.ParseTokens(" max=0123456789abcdef, ann=AZaz09_.~-AZaz09 ,,max=another-0123456789")
	require.NoError(t, err)
	require.Equal(t, "max", agentOf(t, tokens, "0123456789abcdef"))
	require.Equal(t, "max", agentOf(t, tokens, "another-0123456789"))
	require.Equal(t, "ann", agentOf(t, tokens, "AZaz09_.~-AZaz09"))
	require.Equal(t, []string{"ann", "max"}, tokens.Agents())
	for _, unknown := range []string{"", "0123456789abcdeF", "0123456789abcde", "0123456789abcdef0", strings.Repeat("x", 300), "0123456789abcde\x00"} {
		require.Empty(t, agentOf(t, tokens, unknown))
	}
}

func TestParseTokensNeverShowsOne(t *testing.T) {
	for list, want := range map[string]string{
		"max=0123456789abcdef,secret-secret-secret":         "token 2 of the list: it must be AGENT=TOKEN",
		"max=secret-secret":                                 "token 1 of the list: a token is 16 to 256 characters of A-Z a-z 0-9 _ . ~ -",
		"max=secret-secret-secret!":                         "token 1 of the list: a token is 16 to 256 characters of A-Z a-z 0-9 _ . ~ -",
		"max=" + strings.Repeat("secret", 50):               "token 1 of the list: a token is 16 to 256 characters of A-Z a-z 0-9 _ . ~ -",
		"secret secret=0123456789abcdef":                    "token 1 of the list: an agent's name is 1 to 32 characters of A-Z a-z 0-9 _ -",
		"max=secret-secret-secret,ann=secret-secret-secret": "token 2 of the list: the token already belongs to another agent",
	} {
		_, err := mcpserver.ParseTokens(list)
		require.EqualError(t, err, want)
	}
}

func TestNewToken(t *testing.T) {
	seen := map[string]bool{}
	for range 100 {
		token := mcpserver.NewToken()
		require.Regexp(t, `^[A-Za-z0-9_-]{43}$`, token)
		seen[token] = true
		require.NoError(t, new(mcpserver.Tokens).Add("max", token))
	}
	require.Len(t, seen, 100)
}

func TestTokensAreRevokedWhileServing(t *testing.T) {
	h := open(t, nil)
	tokens := testTokens(t)
	server, err := mcpserver.NewHTTP(h.game, tokens, nil)
	require.NoError(t, err)
	defer server.Drain()

	var group sync.WaitGroup
	for range 4 {
		group.Go(func() {
			for range 100 {
				_, _ = tokens.Agent(maxToken)
				_ = tokens.Agents()
			}
		})
	}
	require.NoError(t, tokens.Add("max", mcpserver.NewToken()))
	require.Equal(t, 2, tokens.Revoke("max"))
	group.Wait()
	require.Zero(t, tokens.Revoke("max"))
	require.Empty(t, agentOf(t, tokens, maxToken))
	require.Equal(t, "ann", agentOf(t, tokens, annToken))
}

func TestTokensFile(t *testing.T) {
	path := filepath.Join(t.TempDir(), "tokens")
	require.NoError(t, mcpserver.AppendToken(path, "max", maxToken))
	require.NoError(t, mcpserver.AppendToken(path, "ann", annToken))
	info, err := os.Stat(path)
	require.NoError(t, err)
	require.Equal(t, os.FileMode(0o600), info.Mode().Perm())

	text, err := os.ReadFile(path)
	require.NoError(t, err)
	require.NotContains(t, string(text), "0123456789abcdef\n")
	require.Regexp(t, `^max sha256:[0-9a-f]{64}\nann sha256:[0-9a-f]{64}\n$`, string(text))

	tokens, err := mcpserver.ReadTokens(path)
	require.NoError(t, err)
	require.Equal(t, "max", agentOf(t, tokens, maxToken))
	require.Equal(t, "ann", agentOf(t, tokens, annToken))

	// By hand: comments, and no break at the end of the last line.
	lines := strings.SplitAfter(string(text), "\n")
	require.NoError(t, os.WriteFile(path, []byte("# who plays\n\n\t"+strings.TrimSuffix(lines[0], "\n")), 0o600))
	require.NoError(t, tokens.Reload(path))
	require.Equal(t, []string{"max"}, tokens.Agents())
	require.Empty(t, agentOf(t, tokens, annToken))
	require.NoError(t, mcpserver.AppendToken(path, "ann", annToken))
	require.NoError(t, tokens.Reload(path))
	require.Equal(t, []string{"ann", "max"}, tokens.Agents())
}

func TestTokensFileThatIsWrong(t *testing.T) {
	dir := t.TempDir()
	hash := strings.Repeat("ab", 32)
	for name, c := range map[string]struct {
		text string
		mode os.FileMode
		want string
	}{
		"a token":      {"# x\nmax secret-secret-secret\n", 0o600, ": line 2: it must be AGENT sha256:HASH, the hash in 64 hexadecimal digits; the token itself is never stored"},
		"a short hash": {"max sha256:abcd\n", 0o600, ": line 1: it must be AGENT sha256:HASH, the hash in 64 hexadecimal digits; the token itself is never stored"},
		"no hash":      {"max sha256:" + strings.Repeat("xy", 32) + "\n", 0o600, ": line 1: it must be AGENT sha256:HASH, the hash in 64 hexadecimal digits; the token itself is never stored"},
		"three words":  {"max sha256:" + hash + " secret\n", 0o600, ": line 1: it must be AGENT sha256:HASH, the hash in 64 hexadecimal digits; the token itself is never stored"},
		"no agent":     {"ma/x sha256:" + hash + "\n", 0o600, ": line 1: an agent's name is 1 to 32 characters of A-Z a-z 0-9 _ -"},
		"one for two":  {"max sha256:" + hash + "\nann sha256:" + hash + "\n", 0o600, ": line 2: the token already belongs to another agent"},
		"open to all":  {"max sha256:" + hash + "\n", 0o644, " is open to others (mode 0644); chmod 600 it"},
	} {
		t.Run(name, func(t *testing.T) {
			path := filepath.Join(dir, "tokens")
			require.NoError(t, os.RemoveAll(path))
			require.NoError(t, os.WriteFile(path, []byte(c.text), c.mode))
			_, err := mcpserver.ReadTokens(path)
			require.EqualError(t, err, "read tokens: "+path+c.want)

			// A server goes on with what it knew.
			tokens := testTokens(t)
			require.Error(t, tokens.Reload(path))
			require.Equal(t, "max", agentOf(t, tokens, maxToken))
		})
	}
	_, err := mcpserver.ReadTokens(filepath.Join(dir, "none"))
	require.ErrorIs(t, err, os.ErrNotExist)
	for _, mode := range []os.FileMode{0o700, 0o777} {
		require.NoError(t, os.Chmod(dir, mode))
		_, err = mcpserver.ReadTokens(dir)
		require.EqualError(t, err, "read tokens: "+dir+" is a directory, not a file")
	}
	require.ErrorContains(t, mcpserver.AppendToken(filepath.Join(dir, "new"), "max", "short"), "16 to 256")
	require.NoFileExists(t, filepath.Join(dir, "new"))
}
