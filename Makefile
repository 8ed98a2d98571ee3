# What can be done here:
#
#   make build   fetch the assets, make bin/spar
#   make demo    build, then show the main job on the bundled sample share
#   make test    build, then run all tests
#   make ci      lint, evaluation on public data, the page in a browser, the short soak, arm64
#   make long    what takes hours rather than minutes
#   make arm64   the arithmetic and the encoders as on an arm64 processor, by qemu-aarch64
#   make avx512  the same as on a processor with AVX-512, by Bochs; part of long
#   make ui-test the web page in Chromium: needs Node.js and a system's chromium
#   make ui-pictures pictures of every page: those in docs/ui.md, the others in .cache/ui-pictures
#   make llm-test a small language model of scripts/llm.sh answers, is killed, slow and out of memory
#   make clients openai-python and the Python SDK of MCP against a server, which signs in with oidc-provider of npm
#   make fuzz-api schemathesis over the whole OpenAPI for FUZZ_API seconds (60; half an hour in long)
#   make installed the packages of `make release` in a clean root and in namespaces; needs root
#   make lint    gofmt, go vet for three systems, staticcheck, the size of the packages about language, phrases that a plainer one stands for
#   make bench   all benchmarks (BENCH=regexp, COUNT=n)
#   make fuzz    every fuzz target for FUZZTIME, the longest five times as long (FUZZFLAGS="-resume -run regexp")
#   make release archives for Linux, macOS and Windows, packages, images, SBOM and sums, in dist/
#   make clean   remove what was built
#
# SPAR_EVAL_DATA names the folder of public evaluation data, SPAR_REQUIRE (a comma list of data, postgres, pdfium, model, llm)
# makes the tests that need such a thing fail where they would otherwise be skipped. Where PostgreSQL is installed the
# tests run with a throw-away server; SPAR_POSTGRES names another.
#
# What test and ci only sample, long does in full: docs/testing.md lists it.

export CGO_ENABLED = 0
# Programs and tests are compiled in one way, so that nothing is compiled twice. Without its pages of traces, which nobody serves, grpc
# brings no html/template, whose calls of methods by name would keep every method of every type in the program: 8 MB.
export GOFLAGS := $(GOFLAGS) -trimpath -tags=grpcnotrace

VERSION     ?= $(shell git describe --tags --always --dirty 2>/dev/null || echo development)
STATICCHECK ?= v0.8.2
GOCOGNIT    ?= v1.2.0
FUZZTIME    ?= 30s
BENCH       ?= .
COUNT       ?= 1
SOAK        ?= 1m
FUZZ_API    ?= 60
# Random tests draw the same in every run, so that a change is judged by what it changed; `make long` draws anew.
RAPID_SEED  ?= 1
export RAPID_SEED
CACHE       := $(CURDIR)/.cache
# The product, and what measures it.
MODULES     := .,eval

.PHONY: build assets demo test ci llm-test clients fuzz-api installed eval ui-test ui-pictures arm64 avx512 soak long lint deps bench fuzz release clean

build: assets
	go build -ldflags '-s -w -X main.version=$(VERSION)' -o bin/spar ./cmd/spar

# Without network or npm this warns and goes on; the binary then says what it lacks.
assets:
	bash scripts/assets.sh

demo: build
	bash scripts/demo.sh bin/spar

# `make lint` does all of go vet; the part of it that go test does is left to that.
# Programs that run seconds need not collect garbage as often as one that stays.
test: assets
	bash scripts/postgres.sh go run ./scripts/gotest -in $(MODULES) -vet=off -exec "env GOGC=400" -timeout 40m ./...

ci: lint build eval ui-test llm-test clients fuzz-api soak arm64

# What is fetched lies in the cache. Alone, for a model needs both cores; the server is one for Linux on x86-64.
llm-test: assets
	@if [ "$$(uname -sm)" = "Linux x86_64" ]; then \
	  bash scripts/llm.sh small && SPAR_REQUIRE=llm go test -vet=off -count 1 -run TestRealModel ./cmd/spar; \
	else echo "llm-test: no server for $$(uname -sm) is fetched, so nothing is tried"; fi

clients: build
	bash scripts/served.sh clients bin/spar
	bash scripts/served.sh sign-in bin/spar

fuzz-api: build
	FUZZ_API=$(FUZZ_API) bash scripts/served.sh fuzz bin/spar

installed:
	bash scripts/installed.sh dist

# The product over the sample and over sets that spar-eval makes of the data folder: with SPAR_LONG=1 over each.
eval: build
	go -C eval build -o ../bin/spar-eval ./cmd/spar-eval
	bash scripts/eval.sh bin/spar $(CACHE)/eval

ui-test: build
	cd web/test && PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD=1 npm ci --silent --no-audit --no-fund && SPAR=$(CURDIR)/bin/spar npm test

# Pictures of every page of the server.
ui-pictures: build
	cd web/test && PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD=1 npm ci --silent --no-audit --no-fund && PICTURES=1 SPAR=$(CURDIR)/bin/spar npm test

soak: build
	bash scripts/soak.sh $(SOAK)

arm64:
	bash scripts/arm64.sh

avx512:
	bash scripts/avx512.sh

long: lint build avx512
	SPAR_LONG=1 RAPID_SEED=0 bash scripts/postgres.sh go run ./scripts/gotest -in $(MODULES) -count 1 -timeout 6h ./...
	SPAR_LONG=1 $(MAKE) eval
	$(MAKE) fuzz FUZZTIME=2m
	$(MAKE) fuzz-api FUZZ_API=1800
	$(MAKE) soak SOAK=2h

lint: $(CACHE)/staticcheck-$(STATICCHECK)/staticcheck $(CACHE)/gocognit-$(GOCOGNIT)/gocognit
	@files=$$(git ls-files -co --exclude-standard '*.go' | xargs gofmt -l); \
	  if [ -n "$$files" ]; then echo "gofmt would change:"; echo "$$files"; exit 1; fi
	go vet ./... && go -C eval vet ./...
	$< ./... && cd eval && $< ./...
	@set -e; for os in darwin windows; do \
	  echo "GOOS=$$os: go vet, which compiles all, and builds of tests that have assembly or all rooms in them"; \
	  GOOS=$$os go vet ./...; GOOS=$$os go -C eval vet ./...; \
	  GOOS=$$os go test -c -o /dev/null ./cmd/spar ./internal/vec ./internal/embed; \
	done
	$(CACHE)/gocognit-$(GOCOGNIT)/gocognit -over 60 $$(go run ./scripts/rooms dirs) | go run ./scripts/rooms
	go run ./scripts/english
	bash scripts/vulns.sh

deps:
	bash scripts/deps.sh

$(CACHE)/staticcheck-$(STATICCHECK)/staticcheck:
	GOBIN=$(@D) go install honnef.co/go/tools/cmd/staticcheck@$(STATICCHECK)

$(CACHE)/gocognit-$(GOCOGNIT)/gocognit:
	GOBIN=$(@D) go install github.com/uudashr/gocognit/cmd/gocognit@$(GOCOGNIT)

bench: assets
	go test -run '^$$' -bench '$(BENCH)' -benchmem -count $(COUNT) ./...

fuzz: assets
	go run ./scripts/fuzz -time $(FUZZTIME) $(FUZZFLAGS)

release:
	SPAR_ASSETS_REQUIRED=1 bash scripts/assets.sh
	go run ./scripts/release -version $(VERSION)

clean:
	rm -rf bin dist
