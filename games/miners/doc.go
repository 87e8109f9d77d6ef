// Package miners is the smallest whole game, and the file to start one's own from: miners dig gold and drop it.
//
//	world, err := miners.New(nil)
//
// The world starts with the miner max and takes newcomers. One tick is one game second. The same game written with the
// SDK's interfaces, as the page "Writing a game" has it, is in package plain.
package miners
