package cli

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"strings"

	"mystic-sdk/contract"
	"mystic-sdk/games"
	"mystic-sdk/sdk"
)

// gameArgument names a game.
type gameArgument struct {
	Game string `arg:"" help:"Name of a game; \"mystic games\" lists them."`
}

// find returns the game.
func (g *gameArgument) find() (games.Entry, error) {
	var names []string
	for _, entry := range games.All() {
		if entry.Name == g.Game {
			return entry, nil
		}
		names = append(names, entry.Name)
	}
	unknown := fmt.Errorf("there is no game %s", contract.Quote(g.Game, contract.MaxName))
	if near := contract.Nearest(g.Game, names); near != "" {
		unknown = fmt.Errorf("%w; did you mean %s?", unknown, near)
	}
	return games.Entry{}, &usageError{err: unknown, hint: "the games are: " + strings.Join(names, ", ")}
}

// world makes a world of the game.
func (g *gameArgument) world(opts *sdk.Options) (*sdk.World, error) {
	entry, err := g.find()
	if err != nil {
		return nil, err
	}
	world, err := entry.New(opts)
	if err != nil {
		return nil, fmt.Errorf("make a world of %s: %w", entry.Name, err)
	}
	return world, nil
}

// player returns the agent whose part is taken: the one that was asked for, else the first of the world.
func player(world *sdk.World, asked string) (string, error) {
	if asked != "" {
		return asked, nil
	}
	ids := world.AgentIDs()
	if len(ids) == 0 {
		return "", noAgent()
	}
	return ids[0], nil
}

func noAgent() error {
	return &usageError{err: errors.New("no agent is in the world"), hint: "--agent NAME brings one in"}
}

// maxFile is more than a script may have, so that what is too long is told by the tool and not by a cut.
const maxFile = 1 << 20

// standardInput stands for the file that everybody has.
const standardInput = "-"

// source reads a script.
func (a *app) source(name string) (string, error) {
	var from io.Reader = a.Stdin
	if name != standardInput {
		file, err := os.Open(name)
		if err != nil {
			return "", unread(name, err)
		}
		defer file.Close()
		from = file
	}
	text, err := io.ReadAll(io.LimitReader(from, maxFile))
	if err != nil {
		return "", unread(name, err)
	}
	return string(text), nil
}

// unread says why a file could not be read. An error of the system's names the file itself, which once is enough.
func unread(name string, err error) error {
	if in := (*fs.PathError)(nil); errors.As(err, &in) {
		err = in.Err
	}
	if name == standardInput {
		name = "standard input"
	}
	return fmt.Errorf("read %s: %w", name, err)
}

// gamesCommand is mystic games.
type gamesCommand struct{}

func (gamesCommand) Run(a *app) error {
	for _, entry := range games.All() {
		fmt.Fprintf(a.Stdout, "%-10s %s\n", entry.Name, entry.Doc)
	}
	return nil
}

// stubsCommand is mystic stubs.
type stubsCommand struct {
	gameArgument
}

// Help is what --help says besides.
func (c *stubsCommand) Help() string {
	return `Write it into a file beside your scripts, such as stubs/GAME.lua, and name its folder in .luarc.json as
"workspace.library": an editor with lua-language-server then knows the verbs.`
}

// Run prints the stubs.
func (c *stubsCommand) Run(a *app) error {
	world, err := c.world(nil)
	if err != nil {
		return err
	}
	defer world.Close()
	fmt.Fprint(a.Stdout, world.Stubs(c.Game))
	return nil
}

// cardCommand is mystic card.
type cardCommand struct {
	gameArgument
}

func (c *cardCommand) Run(a *app) error {
	world, err := c.world(nil)
	if err != nil {
		return err
	}
	defer world.Close()
	fmt.Fprintln(a.Stdout, world.Gateway().Card())
	return nil
}
