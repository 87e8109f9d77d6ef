# What a user of this checkout runs. Go is all that demo needs; test, check, bench and fuzz need tmux as well, and the race
# detector of test and check a C compiler; clients needs tmux and Node, and bench-peers Node and lua5.4.
#
# On two cores nothing has to be throttled: go test builds and runs as many packages at once as there are cores (-p), and as
# many parallel tests of a package (-parallel); no test is timed or sleeps, so a busy machine makes them slow and not wrong.
# JOBS=1 does one package at a time.

GO ?= go
JOBS ?=
FUZZTIME ?= 10s
BENCHTIME ?= 1s
ROUNDS ?= 5
PEERS ?=
STATICCHECK = honnef.co/go/tools/cmd/staticcheck@v0.8.2

.DEFAULT_GOAL := help
.NOTPARALLEL:
.PHONY: help demo test check fmt vet lint generate tidy snapshot bench bench-peers fuzz differential semantics clients mutate

help: ## List the targets.
	@grep -E '^[a-z-]+:.*## ' $(MAKEFILE_LIST) | sed -E 's/^([a-z-]+):.*## /\1\t/' | while IFS="$$(printf '\t')" read -r name what; do printf '  %-12s %s\n' "$$name" "$$what"; done

demo: ## Play miners through a real MCP client and print what an agent sees.
	@echo 'building; the first time takes a minute' >&2
	@$(GO) run ./cmd/mystic demo

test: ## Run every test, with the race detector; what it would falsify, without it.
	$(GO) test -race -shuffle=on $(if $(JOBS),-p $(JOBS)) ./...
	$(GO) test -run '^TestHeapIsBounded$$' ./lua

check: snapshot fmt vet lint test generate tidy ## All of it: format, vet, staticcheck, tests, generate, tidy; the tree stays as it was.
	@.ci/tree | diff .make/tree - >.make/changed || { echo 'make check: these files changed while it ran:'; sed -n 's/^[<>] [^ ]* *//p' .make/changed | sort -u; exit 1; }
	@echo 'make check: all is well'

# What lies in the tree before, so that work that is not committed yet does not count as a change.
snapshot:
	@mkdir -p .make
	@.ci/tree >.make/tree

fmt: ## Tell which files gofmt would change.
	@unformatted="$$(gofmt -l $$(git ls-files -co --exclude-standard -- '*.go' | while read -r f; do [ ! -f "$$f" ] || echo "$$f"; done))"; \
	[ -z "$$unformatted" ] || { echo "gofmt -w would change:"; echo "$$unformatted"; exit 1; }

vet: # and the module builds where there is no tmux
	$(GO) vet ./...
	GOOS=windows $(GO) build ./...

lint:
	$(GO) run $(STATICCHECK) ./...

generate:
	$(GO) generate ./...

tidy:
	$(GO) mod tidy

bench: ## Run all benchmarks; bench/README.md says what they mean.
	$(GO) test -run '^$$' -bench . -benchmem -benchtime $(BENCHTIME) -p 1 ./...

bench-peers: ## Measure beside gopher-lua, wasmoon (Node) and lua5.4, in ROUNDS rounds; PEERS=-json, PEERS=-allow-missing.
	@cd bench/peers && $(GO) test . >&2 && $(GO) run . -rounds $(ROUNDS) $(PEERS)

fuzz: ## Fuzz each target for a moment; FUZZTIME=10m does it in earnest.
	@dirs="$$($(GO) list -f '{{.Dir}}' ./...)" || exit 1; \
	for dir in $$dirs; do \
		for target in $$(cat "$$dir"/*_test.go 2>/dev/null | sed -n 's/^func \(Fuzz[A-Za-z0-9_]*\)(.*/\1/p'); do \
			echo "$$dir $$target"; \
			$(GO) test "$$dir" -run '^$$' -fuzz "^$$target\$$" -fuzztime $(FUZZTIME) -fuzzminimizetime 10x || exit 1; \
		done; \
	done

differential: ## Compare 20,000 random programs with Debian's lua5.4, which must be installed.
	$(GO) test -tags differential -run '^TestDifferential$$' ./lua

semantics: ## Ask lua5.4, which must be installed, what the scripts of the semantic table print; docs/lua.md says more.
	$(GO) run ./lua/testdata/semantics

clients: ## Play miners and use a terminal with clients of others: go-sdk's, and the TypeScript SDK's from npm.
	cd internal/clients && npm ci --no-audit --no-fund && $(GO) run .

mutate: ## Put each fault that a package lists into its code, and require that the test cases which it names notice it.
	$(GO) run ./internal/mutate $(patsubst %/testdata/mutations.txtar,%,$(wildcard agent/testdata/mutations.txtar agent/*/testdata/mutations.txtar))
