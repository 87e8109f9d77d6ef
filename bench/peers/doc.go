// Command peers measures what playing agents' Lua costs here and elsewhere, in one run and interleaved round by round:
// Mystic's sandbox and a whole Mystic world, plain gopher-lua, wasmoon under Node, and Debian's lua5.4 as the limit of what
// an interpreter can do.
//
//	make bench-peers            # from the root of the checkout
//	go run . -rounds 5 -json    # from this folder, which it must run in
//
// Each peer is a process of its own that reads requests on its standard input, "WORKLOAD COUNT", and answers each with a line:
// "ok NANOSECONDS BYTES RESULT" or "error MESSAGE". All of them play the Lua files of testdata, in the same world: yard.go, and
// the same again in worker.mjs and worker.lua. The results of every workload are compared before anything is timed.
//
// A worker measures its own processor time, all of its threads together: collectors of garbage and compilers count, the pipe
// and the neighbours on a busy machine do not.
//
// The command is a module of its own, so that the peers are no dependencies of the SDK. Memory is read from Linux's /proc.
package main
