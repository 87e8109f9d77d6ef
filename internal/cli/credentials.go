package cli

import (
	"errors"
	"fmt"
	"io/fs"
	"slices"
	"strings"

	"mystic-sdk/contract"
	"mystic-sdk/mcpserver"
	"mystic-sdk/sdk"
)

// tokenLines is what somebody must know to write a tokens file.
const tokenLines = `a tokens file has mode 600 and lines such as "max sha256:HASH"; printf %s TOKEN | sha256sum prints HASH`

// credentials say who may call.
type credentials struct {
	tokens *mcpserver.Tokens
	minted []token // those of tokens that were made here; nil: none was
}

// token is a credential that was made here, to be shown once.
type token struct{ agent, text string }

// credentials finds who may call. There is always a token: from the file, from the environment, or made for each agent of
// the world.
func (c *serveCommand) credentials(a *app, world *sdk.World) (*credentials, error) {
	const variable = "MYSTIC_TOKENS"
	list := a.getenv(variable)
	var tokens *mcpserver.Tokens
	var err error
	switch {
	case c.Tokens != "" && list != "":
		return nil, errors.New(variable + " and --tokens are both given; tokens come from one of them")
	case c.Tokens != "":
		tokens, err = mcpserver.ReadTokens(c.Tokens)
	case list != "":
		if tokens, err = mcpserver.ParseTokens(list); err != nil {
			err = fmt.Errorf("%s: %w", variable, err)
		}
	default:
		return mint(world)
	}
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil, fmt.Errorf("%w; %s", err, tokenLines)
	case err != nil:
		return nil, err
	case len(tokens.Agents()) == 0 && c.Tokens == "":
		return nil, errors.New(variable + " holds no token, so nobody could call; it takes max=TOKEN, and more of them behind commas")
	case len(tokens.Agents()) == 0:
		return nil, fmt.Errorf("%s holds no token, so nobody could call; %s", c.Tokens, tokenLines)
	}
	return &credentials{tokens: tokens}, nil
}

// mint makes a token for each agent of the world.
func mint(world *sdk.World) (*credentials, error) {
	c := &credentials{tokens: &mcpserver.Tokens{}}
	for _, id := range world.AgentIDs() {
		made := token{agent: id, text: mcpserver.NewToken()}
		if err := c.tokens.Add(id, made.text); err != nil {
			return nil, fmt.Errorf("make a token for %s: %w", contract.Quote(id, contract.MaxAgentID), err)
		}
		c.minted = append(c.minted, made)
	}
	if c.minted == nil {
		return nil, noAgent()
	}
	return c, nil
}

// announce says where the tools are and how a client is told of them. A token that somebody else made is not shown.
func (c *serveCommand) announce(a *app, url string, creds *credentials) {
	a.say("MCP at %s, for this machine only", url)
	for _, t := range creds.minted {
		a.say("a client of %s is told, with a token that is shown only this once:", t.agent)
		fmt.Fprintf(a.Stderr, "\n%s\n\n", clientConfig(c.Game, url, t.text))
	}
	if creds.minted != nil {
		return
	}
	known := creds.tokens.Agents()
	a.say("there are tokens for %s; a client is told, with its own in the place of TOKEN:", strings.Join(known, ", "))
	fmt.Fprintf(a.Stderr, "\n%s\n\n", clientConfig(c.Game, url, "TOKEN"))
	for _, id := range c.Agent {
		if !slices.Contains(known, id) {
			a.say("%s has no token and cannot call", id)
		}
	}
}
