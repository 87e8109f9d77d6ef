// Package scapetest is a Scape world in memory, for tests of what plays in one: visitors come, talk and go as a test says, and it
// answers the tools to enter and to leave, to look, to talk, to walk, and to follow or approach somebody. It refuses the others.
//
//	village := scapetest.New()
//	village.Join("ann", "Ann")
//	world, first, err := scape.Enter(ctx, scape.MCPTools(village), nil)
//	…
//	village.Say("ann", "hello")
//
// A Village stands for a world with its adapter. Used as a scape.Client it is called directly; Village.Handler puts a real MCP
// server in front of it. It has no rules of its own: nobody is too far away to be seen, no rate is limited, a body that is told to
// walk does so when the test says Arrive, and what becomes of a pursuit the test says by Change.
//
// # Concurrency
//
// All methods may be called at the same time. No goroutine is started, so a Village works under testing/synctest.
package scapetest
