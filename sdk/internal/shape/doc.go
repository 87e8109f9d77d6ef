// Package shape reads Go types by reflection: what a value of one is in Lua, what a save as JSON would lose of it, what the
// tags of its fields say, and which of its methods nearly are those of an interface. It knows nothing of games.
//
// What is wrong with a type is gathered in Problems, in sentences that name fields and tags, so that an author reads all of
// it in one go:
//
//	problems := &shape.Problems{}
//	answer := shape.Of(problems.About("verb look"), reflect.TypeFor[view](), "its answer")
//	err := problems.Err() // verb look: its answer.Ring: it is a func, which JSON cannot say
//
// Types are read once, when a world is made. The values that come of it are immutable and safe for concurrent use.
package shape
