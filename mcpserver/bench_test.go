package mcpserver_test

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"runtime"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"mystic-sdk/games/miners"
	"mystic-sdk/mcpserver"
)

// trivial is the smallest call of a tool, as a client of each era sends it; the session is filled in.
var trivial = map[string]func(h *house) *http.Request{
	"modern": func(h *house) *http.Request {
		return modern().begin(h, "max")(1, "tools/call", toolCall("status", `{}`))
	},
	"legacy": func(h *house) *http.Request {
		return legacy().begin(h, "max")(1, "tools/call", toolCall("status", `{}`))
	},
}

// bare is what a program would write without MCP: JSON in, JSON out.
func bare() http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		var call struct {
			ID     int `json:"id"`
			Params struct {
				Name string `json:"name"`
			} `json:"params"`
		}
		if err := json.NewDecoder(r.Body).Decode(&call); err != nil {
			http.Error(w, err.Error(), http.StatusBadRequest)
			return
		}
		w.Header().Set("Content-Type", "application/json")
		_ = json.NewEncoder(w).Encode(map[string]any{"jsonrpc": "2.0", "id": call.ID, "result": map[string]any{
			"content": []any{map[string]any{"type": "text", "text": "nothing new; idle"}},
		}})
	})
}

// prepared is a request that can be sent again and again.
type prepared struct {
	header http.Header
	url    string
	body   []byte
	client *http.Client
}

func prepare(b *testing.B, r *http.Request, url string) *prepared {
	body, err := io.ReadAll(r.Body)
	require.NoError(b, err)
	transport := &http.Transport{MaxIdleConnsPerHost: 4096}
	b.Cleanup(transport.CloseIdleConnections)
	return &prepared{r.Header, url, body, &http.Client{Transport: transport}}
}

func (p *prepared) send() error {
	r, err := http.NewRequest(http.MethodPost, p.url, bytes.NewReader(p.body))
	if err != nil {
		return err
	}
	r.Header = p.header
	response, err := p.client.Do(r)
	if err != nil {
		return err
	}
	defer response.Body.Close()
	if response.StatusCode != http.StatusOK {
		return fmt.Errorf("status %d", response.StatusCode)
	}
	_, err = io.Copy(io.Discard, response.Body)
	return err
}

// quiet are the options of a server whose limits are out of the way; its audit lines are made and thrown away.
func quiet() *mcpserver.Options {
	return &mcpserver.Options{CallsPerMinute: -1, WaitingCalls: 1 << 20, Log: slog.New(slog.NewTextHandler(io.Discard, nil))}
}

// openMiners serves a world of miners.
func openMiners(b *testing.B) *house {
	world, err := miners.New(nil)
	require.NoError(b, err)
	server, err := mcpserver.HTTP(world, testTokens(b), quiet())
	require.NoError(b, err)
	web := httptest.NewServer(server)
	h := &house{t: b, url: web.URL, client: &http.Client{Transport: &http.Transport{}}}
	b.Cleanup(func() {
		server.Drain()
		h.client.CloseIdleConnections()
		web.Close()
		world.Close()
	})
	return h
}

// BenchmarkTrivialCall is what an agent pays for a call that finds nothing new, over real HTTP, beside a bare JSON handler
// in the same run: over one connection, and over 64 at a time.
func BenchmarkTrivialCall(b *testing.B) {
	for _, connections := range []int{1, 64} {
		run := func(name string, p *prepared) {
			b.Run(fmt.Sprintf("%s/connections=%d", name, connections), func(b *testing.B) {
				require.NoError(b, p.send())
				b.ReportAllocs()
				if connections == 1 {
					for b.Loop() {
						if err := p.send(); err != nil {
							b.Fatal(err)
						}
					}
					return
				}
				b.SetParallelism(connections / runtime.GOMAXPROCS(0))
				b.RunParallel(func(pb *testing.PB) {
					for pb.Next() {
						if err := p.send(); err != nil {
							b.Error(err)
							return
						}
					}
				})
			})
		}
		for _, era := range []string{"modern", "legacy"} {
			h := openMiners(b)
			request := trivial[era](h)
			if era == "modern" {
				web := httptest.NewServer(bare())
				b.Cleanup(web.Close)
				run("bare", prepare(b, modern().begin(h, "max")(1, "tools/call", toolCall("status", `{}`)), web.URL))
			}
			run(era, prepare(b, request, h.url+mcpserver.ToolsPath))
		}
	}
}

// BenchmarkTrivialCallBesideWaiting is the same call while 2,000 others wait. It reports how long the slowest of a hundred
// takes, what a waiting call costs (client and connection of both sides included, which share this process), and how long
// it takes until nothing is left of them after all of them hung up at once.
func BenchmarkTrivialCallBesideWaiting(b *testing.B) {
	const waiting = 2000
	h := open(b, quiet())
	p := prepare(b, trivial["modern"](h), h.url+mcpserver.ToolsPath)
	require.NoError(b, p.send())
	goroutines, before := runtime.NumGoroutine(), inUse()
	ctx, hangUp := context.WithCancel(context.Background())
	wait := modern().begin(h, "ann")(1, "tools/call", toolCall("status", `{"wait":45}`))
	waitBody, err := io.ReadAll(wait.Body)
	require.NoError(b, err)
	var group sync.WaitGroup
	for range waiting {
		group.Go(func() {
			r, err := http.NewRequestWithContext(ctx, http.MethodPost, p.url, bytes.NewReader(waitBody))
			if err != nil {
				b.Error(err)
				return
			}
			r.Header = wait.Header
			if response, err := p.client.Do(r); err == nil {
				response.Body.Close()
			}
		})
	}
	h.game.untilInside(b, waiting)
	held := float64(inUse()-before) / waiting / 1024

	var took []time.Duration
	b.ReportAllocs()
	for b.Loop() {
		began := time.Now()
		if err := p.send(); err != nil {
			b.Fatal(err)
		}
		took = append(took, time.Since(began))
	}
	b.ReportMetric(held, "KiB/wait")
	slices.Sort(took)
	b.ReportMetric(float64(took[len(took)*99/100].Microseconds())/1000, "p99-ms")

	began := time.Now()
	hangUp()
	group.Wait()
	h.game.untilInside(b, 0)
	for runtime.NumGoroutine() > goroutines+10 {
		runtime.Gosched()
	}
	b.ReportMetric(float64(time.Since(began).Milliseconds()), "gone-ms")
}

// inUse is what this process holds in heap and stacks, garbage apart.
func inUse() int64 {
	runtime.GC()
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return int64(m.HeapInuse + m.StackInuse)
}
