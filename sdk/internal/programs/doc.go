// Package programs remembers compiled scripts, so that the same text is compiled once for all agents of a world.
//
//	cache := programs.New()
//	program, err := cache.Compile("", source, nil)
//
// A Cache is bounded and safe for concurrent use. Two goroutines that ask for a text that is not in it may both compile it.
package programs
