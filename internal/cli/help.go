package cli

import "fmt"

// helpCommand is mystic help.
type helpCommand struct {
	Command []string `arg:"" optional:"" help:"A command, such as check or channel serve; without one, all of them."`
}

// Run prints what --help prints.
func (c *helpCommand) Run(a *app) error {
	_, _, err := parse(append(c.Command, "--help"), a.Stdout)
	return err
}

// versionCommand is mystic version.
type versionCommand struct{}

// Run prints what --version prints.
func (versionCommand) Run(a *app) error {
	fmt.Fprintln(a.Stdout, version())
	return nil
}
