// Command scout keeps an agent without a model in a Scape world. It answers who speaks to it, says hello and goodbye to who
// comes and goes, takes a step when nothing happens for a while, falls silent when asked to, and leaves when sent away.
//
//	go run ./examples/scout COMMAND ARGUMENT...
//
// The command is the MCP server of the world, which the owner has paired.
package main

import (
	"context"
	"errors"
	"log"
	"os"
	"os/signal"

	"mystic-sdk/agent"
	"mystic-sdk/agent/mcpclient"
	"mystic-sdk/agent/scape"
)

// run plays one session, and ends the connection.
func run(ctx context.Context, client *mcpclient.Client) (err error) {
	defer func() { err = errors.Join(err, client.Close()) }()
	world, first, err := scape.Enter(ctx, scape.MCPTools(client), nil)
	if err != nil {
		return err
	}
	return agent.RunSession(ctx, world, first, newScout, nil)
}

func main() {
	if len(os.Args) < 2 {
		log.Fatal("usage: scout COMMAND ARGUMENT...")
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	client, err := mcpclient.Command(ctx, os.Args[1], os.Args[2:], &mcpclient.CommandOptions{Stderr: os.Stderr})
	if err == nil {
		err = run(ctx, client)
	}
	if err != nil {
		log.Fatal(err)
	}
}
