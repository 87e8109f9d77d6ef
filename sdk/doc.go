// Package sdk is what the author of a game imports: an agent's model sends Lua, and the game's verbs act on its world.
//
// A game is a Game value: a struct of funcs with typed verbs. NewWorld makes a World of it, which a caller ticks, serves
// (package mcpserver) or tests (package sdktest):
//
//	world, err := sdk.NewWorld(game, nil)
//	defer world.Close()
//	go world.Run(ctx, 0)                       // one tick every 1/Rate seconds
//	server, err := mcpserver.HTTP(world, tokens, nil)
//	err = server.Serve(ctx, listener)
//
// Underneath lie the parts, for those who wire by hand: a ScriptGame is the verbs and how they act, a ScriptHost plays the
// agents' scripts on it, a GameHost is the rest of what the tools read, a Gateway is the five tools as plain Go calls, and
// WorldFrom makes a World of them.
//
// # Concurrency
//
// A World owns one lock. World.Tick and World.Do are the only doors to the game's state; tool calls take the lock briefly and
// never while they wait; scripts are checked and compiled outside it. All funcs of a game are called with the lock held, one
// at a time; they may call what only queues, World.Emit, World.Notify and World.Dismiss, and no other method of the World.
// Worlds are independent.
//
// # Panics
//
// A panic of the game's code ends what it was called for: the handler or the run of one agent, one tool call, one save. The
// agent gets a fault with the code internal and a ref, which leads to the stack in Options.Log. Only in what concerns all
// agents, as Advance, it comes out of World.Tick, and ends World.Run.
//
// # Determinism
//
// The same seed and the same calls at the same ticks give the same bytes of replies. So a game does no I/O, reads no clock and
// draws from Agent.Rand and Turn.Rand alone.
package sdk
