package outbox_test

import (
	"fmt"
	"slices"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"

	"mystic-sdk/sdk/internal/outbox"
)

func TestPostsComeInTheirOrder(t *testing.T) {
	var box outbox.Box[string]
	require.Empty(t, box.Empty())
	for i := range 50 {
		to := fmt.Sprint("agent ", i*7%10)
		box.Add(outbox.Lane{To: to, Kind: fmt.Sprint(i % 3)}, 100, fmt.Sprint(to, " gets ", i))
	}
	posts := box.Empty()
	require.Len(t, posts, 50)
	for i, p := range posts {
		require.Equal(t, fmt.Sprint(p.To, " gets ", i), p.What)
		require.Zero(t, p.Dropped)
	}
	require.Empty(t, box.Empty(), "it was emptied")
}

// TestTheOldestOfALaneGivesWay fills two lanes of one agent and one of another; what they keep is compared with a list that
// forgets nothing.
func TestTheOldestOfALaneGivesWay(t *testing.T) {
	const most = 4
	lanes := []outbox.Lane{{To: "ann", Kind: "bell"}, {To: "ann", Kind: "hit"}, {To: "bo", Kind: "bell"}}
	for length := range 40 {
		var box outbox.Box[int]
		all := map[outbox.Lane][]int{}
		for i := range length {
			lane := lanes[[]int{0, 0, 1, 0, 2}[i%5]]
			box.Add(lane, most, i)
			all[lane] = append(all[lane], i)
		}
		var want []int
		dropped := map[int]int{} // by the post that tells it
		for _, posts := range all {
			gone := max(0, len(posts)-most)
			want = append(want, posts[gone:]...)
			dropped[posts[gone]] = gone
		}
		slices.Sort(want)
		var got []int
		for _, p := range box.Empty() {
			got = append(got, p.What)
			require.Equal(t, dropped[p.What], p.Dropped, "%d of %d", p.What, length)
		}
		require.Equal(t, want, got, "of %d", length)
	}
}

func TestALaneOfOne(t *testing.T) {
	var box outbox.Box[int]
	for i := range 3 {
		box.Once(outbox.Lane{To: "ann", Kind: "once"}, i)
		box.Add(outbox.Lane{To: "ann", Kind: "newest"}, 1, i)
	}
	posts := box.Empty()
	require.Len(t, posts, 2)
	require.Equal(t, 0, posts[0].What, "the first stands for all")
	require.Zero(t, posts[0].Dropped)
	require.Equal(t, 2, posts[1].What)
	require.Equal(t, 2, posts[1].Dropped)
}

// TestPostsFromManyGoroutines loses none that has room, and keeps each sender's order.
func TestPostsFromManyGoroutines(t *testing.T) {
	var box outbox.Box[[2]int]
	var wg sync.WaitGroup
	for sender := range 8 {
		wg.Go(func() {
			for i := range 100 {
				box.Add(outbox.Lane{To: "ann", Kind: "line"}, 800, [2]int{sender, i})
			}
		})
	}
	wg.Wait()
	next := [8]int{}
	for _, p := range box.Empty() {
		require.Equal(t, next[p.What[0]], p.What[1])
		next[p.What[0]]++
	}
	require.Equal(t, [8]int{100, 100, 100, 100, 100, 100, 100, 100}, next)
}
