package cli

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"strings"
	"time"

	"github.com/mark3labs/mcp-go/client"
	"github.com/mark3labs/mcp-go/client/transport"
	"github.com/mark3labs/mcp-go/mcp"

	"mystic-sdk/contract"
	"mystic-sdk/games/miners"
	"mystic-sdk/mcpserver"
	"mystic-sdk/sdk"
)

const (
	demoAgent = "max"
	demoLimit = 30 * time.Second // after which something is wrong
)

// The scripts of the demo: one with a slip, the right one, and a question beside it.
const (
	demoSlip = `while me.gold < 10 do
  digg(2)
end`
	demoScript = `while me.gold < 10 do
  dig(2)
end
print("ten gold, time to go home")
return true, "rich", me.gold`
	demoLook = `print(me.gold .. " gold at second " .. now())`
)

// demoCommand is mystic demo.
type demoCommand struct{}

// Run plays the miners over real HTTP with a real MCP client. The world's clock is moved by hand, so that what is printed is
// the same bytes every time.
func (demoCommand) Run(ctx context.Context, a *app) error {
	ctx, cancel := context.WithTimeout(ctx, demoLimit)
	defer cancel()
	log := a.log(slog.LevelWarn)
	world, err := miners.New(&sdk.Options{Seed: defaultSeed, Log: log})
	if err != nil {
		return fmt.Errorf("make a world of miners: %w", err)
	}
	defer world.Close()
	tokens, secret := &mcpserver.Tokens{}, mcpserver.NewToken()
	if err := tokens.Add(demoAgent, secret); err != nil {
		return fmt.Errorf("make a token: %w", err)
	}
	server, err := mcpserver.HTTP(world, tokens, &mcpserver.Options{Log: log})
	if err != nil {
		return fmt.Errorf("make the server: %w", err)
	}
	listener, err := new(net.ListenConfig).Listen(ctx, "tcp", "127.0.0.1:0")
	if err != nil {
		return err
	}
	return together(ctx, []func(context.Context) error{
		func(ctx context.Context) error { return server.Serve(ctx, listener) },
		func(ctx context.Context) error {
			url := "http://" + listener.Addr().String() + mcpserver.ToolsPath
			return playDemo(ctx, a, &hand{world: world}, url, secret)
		},
	})
}

// playDemo connects as an agent's client does, and plays until there are ten gold.
func playDemo(ctx context.Context, a *app, h *hand, url, secret string) (err error) {
	c, err := client.NewStreamableHttpClient(url, transport.WithHTTPHeaders(map[string]string{"Authorization": "Bearer " + secret}))
	if err != nil {
		return fmt.Errorf("make a client: %w", err)
	}
	defer func() { err = errors.Join(err, c.Close()) }()
	if err := c.Start(ctx); err != nil {
		return fmt.Errorf("start the client: %w", err)
	}
	hello := mcp.InitializeRequest{}
	hello.Params.ProtocolVersion = mcp.LATEST_PROTOCOL_VERSION
	hello.Params.ClientInfo = mcp.Implementation{Name: "mystic-demo", Version: contract.Version}
	if _, err := c.Initialize(ctx, hello); err != nil {
		return fmt.Errorf("connect the client: %w", err)
	}

	t := &transcript{to: a.Stdout, paint: a.paint}
	agent := &demoPlayer{client: c, hand: h, transcript: t}
	agent.call(ctx, contract.ToolCard)
	agent.call(ctx, contract.ToolRun, argument{"script", demoSlip})
	agent.call(ctx, contract.ToolRun, argument{"script", demoScript}, argument{"wait", 3})
	agent.pass(4)
	agent.call(ctx, contract.ToolRun, argument{"script", demoLook}, argument{"mode", contract.ModeLook})
	last := agent.call(ctx, contract.ToolStatus, argument{"wait", contract.MaxWait})
	if agent.err == nil && !strings.Contains(last, "run 1 done") {
		return errors.New("the demo did not end with ten gold")
	}
	return agent.err
}

// demoPlayer calls tools over MCP and writes down what an agent sees. After an error it does nothing more.
type demoPlayer struct {
	client     *client.Client
	hand       *hand
	transcript *transcript
	err        error
}

// call calls a tool, ticks while it waits, and returns the reply's text.
func (p *demoPlayer) call(ctx context.Context, tool string, args ...argument) string {
	if p.err != nil {
		return ""
	}
	request := mcp.CallToolRequest{}
	request.Params.Name = tool
	named := map[string]any{}
	for _, arg := range args {
		named[arg.name] = arg.value
	}
	request.Params.Arguments = named
	p.transcript.call(tool, args)
	var result *mcp.CallToolResult
	p.hand.during(ctx, func(ctx context.Context) { result, p.err = p.client.CallTool(ctx, request) })
	if p.err != nil {
		p.err = fmt.Errorf("call %s: %w", tool, p.err)
		return ""
	}
	var text strings.Builder
	for _, content := range result.Content {
		if block, ok := content.(mcp.TextContent); ok {
			text.WriteString(block.Text)
		}
	}
	shown := text.String()
	if tool == contract.ToolCard {
		shown = excerpt(shown)
	}
	p.transcript.reply(shown)
	return text.String()
}

// pass lets the world go on without a call.
func (p *demoPlayer) pass(ticks int) {
	if p.err == nil {
		p.hand.tick(ticks)
		p.transcript.note(fmt.Sprintf("%d seconds of the game go by", ticks))
	}
}
