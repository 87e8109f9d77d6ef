// Package channel reaches programs that live in terminals which already exist: it lists them, reads what they show, types
// text and presses three keys, and does nothing else. It starts, ends and renames nothing, and it never says what output
// means.
//
// A Service does the six operations over a Backend. Package channel/tmux is the backend for tmux panes:
//
//	config, err := channel.Load(os.LookupEnv)
//	…
//	backend, err := tmux.New(config)
//	…
//	service, err := channel.NewService(backend, config)
//	…
//	defer service.Close()
//	listing, err := service.List(ctx)
//
// A Service can be used by many goroutines. It runs goroutines only while a Read waits, one a channel, and Close waits for
// them. Every failure is an *Error with a Code, but for the error of a context that its owner cancelled.
//
// What a terminal shows is untrusted and can hold secrets. No text of a caller or of a terminal gets into an error.
package channel
