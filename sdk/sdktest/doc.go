// Package sdktest is the kit for authors of games: it plays scripts against a world whose clock it moves by hand, and
// replays scenarios, files that hold scripts and the replies that they must get.
//
//	func TestDig(t *testing.T) {
//		world, err := miners.New(nil)
//		require.NoError(t, err)
//		p := sdktest.Play(t, world, "max", `dig(3)`).Ticks(7)
//		require.Contains(t, p.Status(), "gold 3")
//	}
//
// Nothing here reads a clock: the same world and the same scenario give the same bytes.
package sdktest
