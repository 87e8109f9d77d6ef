// Package cli is the command mystic: its flags, what it wires together, and what it prints.
//
//	code := cli.Main(ctx, &cli.Process{Args: []string{"run", "miners", "dig.lua"}, Stdout: &out, Stderr: &errs})
//
// Answers go to standard output, all else to standard error. The exit code is 0 when a command did what it was asked, 1 when
// it could not, when a script was refused or failed or when trouble was found, 2 when the command line was wrong; an error is
// one sentence. Colours and progress are for terminals alone, and there is no colour where NO_COLOR is set.
//
// Main reads and writes nothing but what its Process gives it and the files and addresses that the arguments name; the
// channel commands run tmux. It returns after everything that it started has ended: when ctx ends, calls that wait are
// answered first.
package cli
