// Command mystic serves, plays and checks games that are made with the Mystic SDK.
package main

import (
	"context"
	"os"
	"os/signal"
	"syscall"

	"mystic-sdk/internal/cli"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	context.AfterFunc(ctx, stop) // a second signal does not wait for the drain
	os.Exit(cli.Main(ctx, cli.OS()))
}
