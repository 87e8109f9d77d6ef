// Package channeltest runs real tmux for tests: servers on private sockets in temporary folders, which are gone when the test
// ends, and programs in their panes that write down every byte they get.
//
//	server := channeltest.Start(t)
//	recorder := server.Recorder("demo")
//	… write to recorder.Pane …
//	got := recorder.Take()
//
// A test that uses it fails where tmux is not installed. It needs a Unix shell and stty, and nothing of the caller's tmux: no
// configuration file is read and no environment of an outer tmux is used. The functions are for the goroutine of the test,
// but for Run, Bytes and Eventually's condition, which can be used by several.
package channeltest
