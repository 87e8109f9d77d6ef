// Package contract is what agents rely on: the five tools and their schemas, the replies and their text form, the fault
// codes, the declaration of verbs, the SDK's own words and the card. It holds data and thin types; it runs nothing, keeps
// nothing and imports nothing of this module. Everything in it is versioned together as [Version], and [PinnedHash] holds
// that version to the texts: a test prints what changed and asks for a new version.
//
// A host parses arguments, plays, and answers with a [Reply], whose Text is what a model reads:
//
//	args, fault := contract.ParseArgs(contract.ToolRun, raw)
//	…
//	reply := &contract.Reply{OK: true, RunLines: []string{run.Text()}, Output: printed, State: state, Revision: revision}
//	text := reply.Text()
//
// The same rules that other packages need stand here once: [Nearest] finds what a misspelt word meant, [Clean] and [Quote]
// make one line of text that scripts and players wrote, [Snippet] shows a line of source with a caret.
//
// All functions are safe for concurrent use and return fresh values. The types are plain data without locks.
package contract
