// Package tmux is the channel backend for panes of a tmux server, version 3.2 or newer, that runs already. Nothing in it can
// create, end, respawn or rename anything, and it never starts a server.
//
//	backend, err := tmux.New(channel.Config{SocketName: "agents", AllowedSessions: []string{"demo"}})
//
// Every operation is one tmux process; before the first, one more asks the version. Where sessions are restricted, the
// commands for each allowed session are rungs of one ladder inside the server: a rung is taken where the pane is in that
// session, and the commands on it name the session and the pane together, so that tmux itself refuses a pane that is
// elsewhere. What must hold for a pane to take input is compared in the same ladder, at the instant of the change. Where every
// session is allowed there is no session to name, and the pane's own id is the target. Only where the rungs do not fit into
// one command line, or a session's name begins with a dollar sign, more processes are run.
//
// The text of a write travels on standard input only, and all of it is there before the client begins, so that the end of this
// process in the middle of a write cuts none of it off; only where a pipe cannot hold it, which on Linux it can, is it handed
// over by and by. What is in an argument is an option, a number, a name of an allowed session, a name that this package made
// up, or an expected command's, whose letters are restricted.
//
// A Backend can be used by many goroutines and starts none that outlives a call; it needs no closing.
package tmux
