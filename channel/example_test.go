package channel_test

import (
	"fmt"

	"mystic-sdk/channel"
)

// A config is read from the environment; what is wrong with it is one clear sentence.
func ExampleLoad() {
	environment := map[string]string{"TMUX_SOCKET_NAME": "agents", "TMUX_ALLOWED_SESSIONS": `demo, with\,comma`}
	lookup := func(name string) (string, bool) { value, ok := environment[name]; return value, ok }
	config, err := channel.Load(lookup)
	fmt.Printf("%q %v\n", config.AllowedSessions, err)

	environment["TMUX_ALLOWED_SESSIONS"] = " , "
	_, err = channel.Load(lookup)
	fmt.Println(err)
	// Output:
	// ["demo" "with,comma"] <nil>
	// INVALID_ARGUMENT: TMUX_ALLOWED_SESSIONS names no session; unset it to see every session
}
