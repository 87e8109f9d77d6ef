// Command embed mounts a game in a web server that was there before it, with its own lock and its own pages: a bakery whose
// bread people buy with a browser, and agents bake over MCP at /mcp.
//
//	MYSTIC_TOKENS=max=a-token-of-16-or-more go run ./examples/embed
//	curl -X POST localhost:8080/buy
package main

import (
	"context"
	"errors"
	"fmt"
	"log"
	"net/http"
	"os"
	"os/signal"
	"sync"

	"mystic-sdk/mcpserver"
	"mystic-sdk/sdk"
)

// bakery is the server as it was: a lock, what it guards, and routes.
type bakery struct {
	mu     sync.Mutex
	loaves int
}

func (b *bakery) routes(mux *http.ServeMux) {
	mux.HandleFunc("POST /buy", func(w http.ResponseWriter, _ *http.Request) {
		b.mu.Lock()
		defer b.mu.Unlock()
		if b.loaves == 0 {
			http.Error(w, "sold out", http.StatusConflict)
			return
		}
		b.loaves--
		fmt.Fprintf(w, "a loaf; %d left\n", b.loaves)
	})
}

type baker struct{ sdk.Agent }

// mount adds a game of the bakery to its pages. They share its lock, so that a verb and a page never meet in its state.
func (b *bakery) mount(mux *http.ServeMux, credentials string) (*sdk.World, *mcpserver.Server, error) {
	world, err := sdk.NewWorld(&sdk.Game[*baker]{
		Name: "bakery", Intro: "You are a baker: people buy what you bake.",
		Verbs: []sdk.Verb[*baker]{
			sdk.Action("bake", "Bakes a loaf in three seconds.", sdk.Steps[*baker, struct{}, int]{
				Start: func(*baker, struct{}) (int, *sdk.Outcome) { return 3, nil },
				Step: func(_ *baker, left *int) (sdk.Outcome, bool) {
					if *left--; *left == 0 {
						b.loaves++
					}
					return sdk.Did(1), *left == 0
				},
			}),
			sdk.Sense("loaves", "How many loaves are on the shelf.", func(*baker, struct{}) int { return b.loaves }),
		},
		Join: func(id, name string) (*baker, error) { return &baker{sdk.NewAgentState(id, name)}, nil },
	}, &sdk.Options{Lock: &b.mu})
	if err != nil {
		return nil, nil, err
	}
	tokens, err := mcpserver.ParseTokens(credentials)
	if err != nil || len(tokens.Agents()) == 0 {
		return nil, nil, errors.Join(errors.New("MYSTIC_TOKENS says who may call, as max=TOKEN"), err)
	}
	tools, err := mcpserver.HTTP(world, tokens, nil)
	if err != nil {
		return nil, nil, err
	}
	mux.Handle("/mcp", tools.Tools())
	return world, tools, nil
}

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	b, mux := &bakery{}, http.NewServeMux()
	b.routes(mux)
	world, tools, err := b.mount(mux, os.Getenv("MYSTIC_TOKENS"))
	if err != nil {
		log.Fatal(err)
	}
	web := &http.Server{Addr: "localhost:8080", Handler: mux}
	log.Printf("people buy at http://%s/buy, agents call http://%s/mcp", web.Addr, web.Addr)
	ended := make(chan error, 1)
	go func() {
		err := world.Run(ctx, 0) // until an interrupt, or a panic of the game
		tools.Drain()
		ended <- errors.Join(err, web.Shutdown(context.WithoutCancel(ctx)))
	}()
	if err := web.ListenAndServe(); !errors.Is(err, http.ErrServerClosed) {
		log.Fatal(err)
	}
	if err := <-ended; err != nil {
		log.Fatal(err)
	}
}
