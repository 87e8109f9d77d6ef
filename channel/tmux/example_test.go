package tmux_test

import (
	"context"
	"fmt"

	"mystic-sdk/channel"
	"mystic-sdk/channel/tmux"
)

// A backend can be made before there is a server, and never starts one.
func ExampleNew() {
	config := channel.Config{SocketPath: "/nowhere/socket", AllowedSessions: []string{"demo"}}
	backend, err := tmux.New(config)
	if err != nil {
		fmt.Println(err)
		return
	}
	service, err := channel.NewService(backend, config)
	if err != nil {
		fmt.Println(err)
		return
	}
	defer service.Close()
	fmt.Println(service.Health(context.Background()))
	fmt.Println(tmux.ChannelID(config, "%10"))
	// Output:
	// {tmux false BACKEND_UNAVAILABLE}
	// tmux:fdfaa5c89c38:10
}
