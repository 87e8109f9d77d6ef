package cli

import (
	"io"
	"time"
)

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

// Progress is what is shown of long work, for a screen of the test's.
type Progress struct{ p *progress }

// ShowProgress begins work.
func ShowProgress(to io.Writer, what string) *Progress {
	return &Progress{&progress{to: to, what: what, next: time.Now().Add(patience)}}
}

func (p *Progress) At(done, all int) { p.p.at(done, all) }
func (p *Progress) End()             { p.p.end() }
