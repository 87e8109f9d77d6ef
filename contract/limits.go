package contract

import (
	"strings"
	"unicode/utf8"
)

// Version is the version of everything in this package together. The pin holds it to the texts and schemas: a change to
// one is a change to the other.
const Version = "4.2.0"

// Limits of the tools' arguments.
const (
	MaxScript   = 32768 // bytes of a script
	MaxWait     = 45    // real seconds that a call may wait
	DefaultWait = 20    // real seconds that run waits when it is not said
	MaxRunID    = 64    // characters of a run's id
	MaxName     = 32    // characters of a saved script's name
	MaxAbout    = 200   // characters of what ask is asked about
)

// Limits of world text, in characters.
const (
	MaxAgentID = 32  // an agent's name
	MaxSpeech  = 280 // say, alert and the why of a run or a refusal
	MaxPrint   = 500 // a printed line
)

// Limits of replies and of what is kept for an agent.
const (
	MaxReplyLines  = 20       // lines that one reply carries
	MaxReplyBytes  = 1536     // bytes of those lines
	KeptLines      = 200      // newest lines kept for an agent
	KeptRuns       = 64       // newest runs whose id is remembered
	RepeatSeconds  = 60       // real seconds in which the identical script without an id is a repeat
	MaxSaved       = 32       // saved scripts
	MaxMem         = 64 << 10 // bytes of mem as JSON
	KeptNotes      = 100      // newest notes in the journal
	MaxPrintLines  = 200      // printed lines between acknowledged replies
	MaxPrintBytes  = 16 << 10 // bytes of them
	MaxEvents      = 16       // queued events; the oldest is dropped with a line
	MaxInstant     = 10       // actions of an agent in one tick that end at once
	MaxErrors      = 20       // errors that a reply shows
	MaxWarnings    = 5        // warnings that a reply shows
	RefusalsAlert  = 50       // refusals of one verb with one word at one line that alert
	MaxReportLines = 3        // lines of a run's report
	BriefAlerts    = 5        // newest alerts in the brief
	BriefLines     = 30       // lines of the running script in the brief
	BriefTokens    = 400      // estimated tokens of the brief
)

// Tokens estimates how many tokens a model reads for a text: its characters divided by 4, rounded up.
func Tokens(text string) int {
	return (utf8.RuneCountInString(text) + 3) / 4
}

// ValidAgentID says whether id can name an agent: 1 to 32 of A-Z a-z 0-9 _ -.
func ValidAgentID(id string) bool {
	return within(id, MaxAgentID, "_-")
}

// ValidRunID says whether id can name a run: 1 to 64 of A-Z a-z 0-9 _ . -.
func ValidRunID(id string) bool {
	return within(id, MaxRunID, "_.-")
}

// ValidScriptName says whether name can name a saved script: a lower-case letter, then up to 31 of a-z 0-9 _.
func ValidScriptName(name string) bool {
	if !within(name, MaxName, "_") || name[0] < 'a' || name[0] > 'z' {
		return false
	}
	for i := range len(name) {
		if name[i] >= 'A' && name[i] <= 'Z' {
			return false
		}
	}
	return true
}

// within says whether s is 1 to most ASCII letters, digits and characters of extra.
func within(s string, most int, extra string) bool {
	if s == "" || len(s) > most {
		return false
	}
	for i := range len(s) {
		c := s[i]
		letter := c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9'
		if !letter && strings.IndexByte(extra, c) < 0 {
			return false
		}
	}
	return true
}
