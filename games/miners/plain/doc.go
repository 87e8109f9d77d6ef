// Package plain is the game of package miners in plain-interface style: the seed of the SDK's page "Writing a game", word
// for word, as a ScriptGame and a GameHost that are wired by hand. It shows what lies underneath sdk.Game, and how a game
// whose own types have methods already becomes a world. Max is alone in it.
//
//	world, err := plain.New(nil)
package plain
