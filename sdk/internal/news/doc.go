// Package news keeps what happened to one agent until its client has it: lines with rising revisions, and the mark up to
// which the agent was told them.
//
// A Log is not safe for concurrent use; its owner's lock guards it. The rules are those of the contract's "Lines, waiting
// and acknowledgement".
package news
