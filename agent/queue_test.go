package agent

import (
	"encoding/json"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
)

// numbered is an event that knows when it came.
type numbered struct {
	kind, key string
	n         int
}

func (e numbered) Kind() string           { return e.kind }
func (e numbered) Key() string            { return e.key }
func (e numbered) Stale(Observation) bool { return false }

// FuzzQueue adds events and squeezes: what stays is the newest of each kind and key, at most so many, in the order in which
// they came, and what goes is counted.
func FuzzQueue(f *testing.F) {
	f.Add([]byte{2, 0, 1, 0, 1, 2, 255, 3, 3, 254, 1})
	f.Add([]byte{0, 9, 9, 9, 9})
	f.Add([]byte{0, 254})
	f.Add([]byte{7, 1, 255, 2, 255, 1, 254, 2})
	f.Fuzz(func(t *testing.T, data []byte) {
		if len(data) == 0 {
			return
		}
		q := queue{max: 1 + int(data[0]%8)}
		var came, batch []Event // since the last take; what it took
		for n, b := range data[1:] {
			switch {
			case b == 255:
				batch, _ = q.take()
				came = nil
				require.Empty(t, q.events)
			case b == 254:
				came = slices.Concat(batch, came)
				q.giveBack(batch)
				batch = nil
			default:
				e := numbered{kind: string('a' + rune(b%3)), key: string('a' + rune(b/3%3)), n: n}
				came = append(came, e)
				require.Equal(t, len(q.events) < q.max, q.add(e))
				q.squeeze()
			}
			require.True(t, slices.Equal(newest(came, q.max), q.events), "%v became %v", came, q.events)
			require.Equal(t, len(came), len(q.events)+q.lost)
		}
	})
}

// newest is the same by another way: an event stays if none of its kind and key came later, and of those the last ones.
func newest(came []Event, most int) []Event {
	var out []Event
	for i, e := range came {
		later := slices.ContainsFunc(came[i+1:], func(l Event) bool { return l.Kind() == e.Kind() && l.Key() == e.Key() })
		if !later {
			out = append(out, e)
		}
	}
	return out[max(0, len(out)-most):]
}

// TestIdleAsJSON: a model that is shown a turn's events reads an Idle as it is declared in the seeds.
func TestIdleAsJSON(t *testing.T) {
	text, err := json.Marshal([]Event{Idle{}})
	require.NoError(t, err)
	require.JSONEq(t, `[{"type":"idle"}]`, string(text))
}
