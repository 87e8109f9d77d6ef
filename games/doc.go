// Package games lists the games that come with the SDK, for programs that offer a choice: mystic serve, the docs, tests
// that hold every game to the same laws.
//
//	for _, g := range games.All() {
//		world, err := g.New(nil)
//		…
//	}
//
// A game is a package of its own with a New; the list here is explicit, so that importing a game registers nothing. Each
// call of New makes an independent world.
package games
