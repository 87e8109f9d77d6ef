package programs_test

import (
	"fmt"
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"

	"mystic-sdk/lua"
	"mystic-sdk/lua/syntax"
	"mystic-sdk/sdk/internal/programs"
)

func compile(t *testing.T, c *programs.Cache, name, text string) *lua.Program {
	t.Helper()
	p, err := c.Compile(name, text, nil)
	require.NoError(t, err)
	return p
}

func TestTheSameTextIsCompiledOnce(t *testing.T) {
	c := programs.New()
	first := compile(t, c, "", "return 1")
	require.Same(t, first, compile(t, c, "", "return 1"))
	require.NotSame(t, first, compile(t, c, "", "return 2"))
	named := compile(t, c, "farm", "return 1")
	require.NotSame(t, first, named, "errors call it by its name")
	require.Equal(t, "farm", named.Name())

	chunk, errs := syntax.Parse("", "return 3")
	require.Empty(t, errs)
	parsed, err := c.Compile("", "return 3", chunk)
	require.NoError(t, err)
	require.Equal(t, "return 3", parsed.Source())
	require.Same(t, parsed, compile(t, c, "", "return 3"))
}

func TestWhatDoesNotCompileIsNotKept(t *testing.T) {
	c := programs.New()
	for range 2 {
		_, err := c.Compile("", "return +", nil)
		var syntax *lua.SyntaxError
		require.ErrorAs(t, err, &syntax)
	}
}

// TestTheLeastUsedGoes fills a cache and looks at what one more pushes out.
func TestTheLeastUsedGoes(t *testing.T) {
	c := programs.New()
	text := func(i int) string { return fmt.Sprintf("return %d", i) }
	kept := make([]*lua.Program, programs.Kept)
	for i := range kept {
		kept[i] = compile(t, c, "", text(i))
	}
	require.Same(t, kept[0], compile(t, c, "", text(0)), "all are kept, and this one was used by now")
	compile(t, c, "", "return 'one more'")
	require.Same(t, kept[0], compile(t, c, "", text(0)))
	require.Same(t, kept[2], compile(t, c, "", text(2)))
	require.NotSame(t, kept[1], compile(t, c, "", text(1)), "it was not used for longest")
	require.NotSame(t, kept[3], compile(t, c, "", text(3)), "then this one was, as 2 had been used")
}

// TestLargeOnesTakeTheirRoom sends scripts that are as large as may be.
func TestLargeOnesTakeTheirRoom(t *testing.T) {
	c := programs.New()
	large := func(i int) string { return fmt.Sprintf("x=%d ", i) + strings.Repeat("f()", 10_000) }
	first := compile(t, c, "", large(0))
	room := int(programs.KeptBytes / first.Bytes())
	require.Less(t, room, programs.Kept)
	for i := 1; i < room; i++ {
		compile(t, c, "", large(i))
	}
	require.Same(t, first, compile(t, c, "", large(0)))
	for i := range room {
		compile(t, c, "", large(room+i))
	}
	require.NotSame(t, first, compile(t, c, "", large(0)))
}

// TestManyAtOnce is for the race detector: all get a program, whoever compiled it.
func TestManyAtOnce(t *testing.T) {
	c := programs.New()
	var wg sync.WaitGroup
	for range 8 {
		wg.Go(func() {
			for i := range 50 {
				p, err := c.Compile("", fmt.Sprintf("return %d", i), nil)
				if err != nil || p.Source() != fmt.Sprintf("return %d", i) {
					t.Errorf("program %d is another one (%v)", i, err)
				}
			}
		})
	}
	wg.Wait()
}
