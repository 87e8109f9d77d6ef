// Package syntax reads the Lua that agents write: the whole grammar of Lua 5.4, by hand, with positions and comments kept,
// and with errors that say what to write instead.
//
//	chunk, errs := syntax.Parse("", "if me.gold != 3 then dig(1) end")
//	// errs[0]: line 1, column 12, "'!=' is not an operator of Lua", hint "write '~=' for 'not equal'"
//
// Parse gives a tree. Walk visits its nodes in the order of the text, Resolve tells which local each name means, Print
// writes a tree as text that parses to the same tree. Everything that would make a later stage deep or slow is refused
// here: the limits are the constants that begin with Max.
//
// All functions are pure, and a tree is not changed by them, so any number of goroutines may share one.
package syntax
