package cli

import "io"

// The configuration of clients, for the README.
var (
	ClaudeCommand = claudeCommand
	ClientConfig  = clientConfig
)

// Parse says what is wrong with a command line, and runs nothing.
func Parse(args []string) error {
	_, _, err := parse(args, io.Discard)
	return err
}
