package news_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"mystic-sdk/contract"
	"mystic-sdk/sdk/internal/news"
)

func texts(p news.Page) []string {
	var out []string
	for _, l := range p.Lines {
		out = append(out, l.Text)
	}
	return out
}

func output(n int) news.Line { return news.Line{Kind: news.Output, Text: fmt.Sprint("line ", n)} }

func TestUnacknowledgedLinesComeAgain(t *testing.T) {
	var l news.Log
	l.Add(output(1), false)
	l.Add(output(2), false)
	first := l.Page(-1)
	require.Equal(t, []string{"line 1", "line 2"}, texts(first))
	require.Equal(t, first, l.Page(-1))
	l.Ack(first.Revision)
	l.Add(output(3), false)
	require.Equal(t, []string{"line 3"}, texts(l.Page(-1)))
	require.Equal(t, []string{"line 2", "line 3"}, texts(l.Page(1)), "after shows told lines again")
	l.Ack(1)
	require.Equal(t, []string{"line 3"}, texts(l.Page(-1)), "the mark only moves forward")
	l.Ack(99)
	require.Equal(t, []string{"line 3"}, texts(l.Page(-1)), "a revision that was never reached moves nothing")
}

func TestPageIsCutAndEndsOfRunsAreNot(t *testing.T) {
	var l news.Log
	for i := range 30 {
		l.Add(output(i), false)
	}
	l.Add(news.Line{Kind: news.Run, Ran: &contract.Run{ID: "1"}}, true)
	p := l.Page(-1)
	require.Len(t, p.Lines, contract.MaxReplyLines+1)
	require.Equal(t, 10, p.More)
	require.EqualValues(t, contract.MaxReplyLines, p.Revision)
	require.Equal(t, news.Run, p.Lines[contract.MaxReplyLines].Kind)

	again := l.Page(-1)
	require.Equal(t, news.Run, again.Lines[contract.MaxReplyLines].Kind, "what was not acknowledged comes again, early lines too")

	l.Ack(p.Revision)
	rest := l.Page(-1)
	require.Len(t, rest.Lines, 10, "the end of the run was told with the reply that carried it")
	require.Zero(t, rest.More)
}

func TestWhatMattersHasRoomFirst(t *testing.T) {
	var l news.Log
	for i := range 60 {
		l.Add(output(i), false)
	}
	l.Add(news.Line{Kind: news.Heard, Text: "heard"}, true)
	for i := range 30 {
		l.Add(news.Line{Kind: news.Alert, Text: fmt.Sprint("alert ", i)}, true)
	}
	told := map[string]int{}
	for replies := 0; l.Told() < l.Revision(); replies++ {
		require.Less(t, replies, 10)
		p := l.Page(-1)
		require.LessOrEqual(t, len(p.Lines), contract.MaxReplyLines)
		if replies == 0 {
			require.Equal(t, "line 0", p.Lines[0].Text, "the oldest line, so that the mark moves")
			require.Equal(t, "alert 0", p.Lines[1].Text)
		}
		if replies == 1 {
			require.Contains(t, texts(p), "heard", "behind the alerts, before what was printed")
		}
		for _, text := range texts(p) {
			told[text]++
		}
		require.Equal(t, texts(p), texts(l.Page(-1)), "until it is acknowledged")
		l.Ack(p.Revision)
	}
	require.Len(t, told, 91, "nothing is lost")
	for text, n := range told {
		require.Equal(t, 1, n, text)
	}
}

func TestTheNewestRunPrintsFirst(t *testing.T) {
	var l news.Log
	for i := range 60 {
		l.Add(output(i), false)
	}
	l.NewRun()
	l.Add(news.Line{Kind: news.Output, Text: "new"}, false)
	p := l.Page(-1)
	require.Equal(t, "line 0", p.Lines[0].Text)
	require.Equal(t, "new", p.Lines[len(p.Lines)-1].Text)
	require.Equal(t, 41, p.More)
	l.Ack(p.Revision)
	require.NotContains(t, texts(l.Page(-1)), "new", "it was told ahead of its turn")
}

func TestPageIsCutByBytes(t *testing.T) {
	var l news.Log
	for range 8 {
		l.Add(news.Line{Kind: news.Digest, Text: strings.Repeat("x", 400) + fmt.Sprint(l.Revision())}, false)
	}
	p := l.Page(-1)
	require.Len(t, p.Lines, 3)
	require.Equal(t, 5, p.More)

	var one news.Log
	one.Add(news.Line{Kind: news.Digest, Text: strings.Repeat("x", 4000)}, false)
	require.Len(t, one.Page(-1).Lines, 1, "a line longer than a reply still comes")
}

func TestEqualNeighboursCountOnce(t *testing.T) {
	var l news.Log
	for range 50 {
		l.Add(output(0), false)
	}
	require.Len(t, l.Page(-1).Lines, 50)
	require.Zero(t, l.Page(-1).More)
}

func TestLostLinesAreCounted(t *testing.T) {
	var l news.Log
	for i := range contract.KeptLines + 12 {
		l.Add(output(i), false)
	}
	p := l.Page(-1)
	require.Equal(t, 12, p.Lost)
	require.Equal(t, "line 12", p.Lines[0].Text)
	require.Equal(t, 12, l.Page(0).Lost)
	require.Equal(t, 4, l.Page(8).Lost)
	l.Ack(p.Revision)
	require.Zero(t, l.Page(-1).Lost, "a loss is told once")
	l.Ack(l.Revision())
	l.Add(output(999), false)
	require.Zero(t, l.Page(-1).Lost, "what was told is not lost when it falls out")
}

func TestStateLineIsTold(t *testing.T) {
	var l news.Log
	require.True(t, l.See("mine", l.Told()))
	require.True(t, l.See("mine", l.Told()), "until it is acknowledged")
	l.Ack(l.Page(-1).Revision)
	require.False(t, l.See("mine", l.Told()))
	require.True(t, l.See("camp", l.Told()))
	require.True(t, l.See("mine", l.Told()), "back again is a change too")
}

func TestUrgent(t *testing.T) {
	var l news.Log
	l.Add(output(1), false)
	require.Zero(t, l.Urgent())
	l.Add(news.Line{Kind: news.Alert, Text: "!"}, true)
	require.Equal(t, l.Revision(), l.Urgent())
}

// TestMissedLines holds a log that was told of missing lines to one that got and lost them.
func TestMissedLines(t *testing.T) {
	const missed = 17
	for _, before := range []int{0, 1, 7, 40} {
		var whole, short news.Log
		for i := range before {
			whole.Add(output(i), i%2 == 0)
			short.Add(output(i), i%2 == 0)
		}
		whole.Ack(int64(before) / 2)
		short.Ack(int64(before) / 2)
		for i := range missed + contract.KeptLines {
			whole.Add(output(100+i), false)
		}
		short.Miss(missed)
		for i := range contract.KeptLines {
			short.Add(output(100+missed+i), false)
		}
		require.Equal(t, whole.Revision(), short.Revision())
		require.Equal(t, whole.Urgent(), short.Urgent())
		for after := int64(-1); after <= whole.Revision(); after++ {
			require.Equal(t, whole.Page(after), short.Page(after), "after %d, with %d lines before", after, before)
		}
		mark := whole.Page(-1).Revision
		whole.Ack(mark)
		short.Ack(mark)
		require.Equal(t, whole.Page(-1), short.Page(-1), "acknowledged")
	}
	var l news.Log
	l.Miss(0)
	require.Zero(t, l.Revision())
}
