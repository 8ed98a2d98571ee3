//go:build unix

// Command encoders times the engine of package embed for compare.py and tokenizer.py: it reads JSON lines {"texts": [...],
// "arithmetic", "threads", "model", "tokens"} on its standard input and answers each with the wall and processor seconds
// of one call of Embed or, with "tokens", of the tokenizer alone and with what it counted.
package main

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"os"
	"syscall"
	"time"

	"github.com/sparsearch/spar/internal/embed"
)

type request struct {
	Texts      []string `json:"texts"`
	Arithmetic string   `json:"arithmetic"`
	Threads    int      `json:"threads"`
	Model      string   `json:"model"`  // a folder; "" is the built-in encoder
	Tokens     bool     `json:"tokens"` // count them, embed nothing
}

type answer struct {
	Wall   float64 `json:"wall"`
	CPU    float64 `json:"cpu"`
	Tokens int     `json:"tokens,omitempty"`
}

func main() {
	if err := serve(); err != nil {
		fmt.Fprintln(os.Stderr, "encoders:", err)
		os.Exit(1)
	}
}

func serve() error {
	in := bufio.NewScanner(os.Stdin)
	in.Buffer(nil, 64<<20)
	open := map[string]embed.Encoder{}
	for in.Scan() {
		var r request
		if err := json.Unmarshal(in.Bytes(), &r); err != nil {
			return err
		}
		a, err := one(r, open)
		if err != nil {
			return err
		}
		if err := json.NewEncoder(os.Stdout).Encode(a); err != nil {
			return err
		}
	}
	return in.Err()
}

// one times one request; encoders stay open between requests.
func one(r request, open map[string]embed.Encoder) (answer, error) {
	o := embed.Options{Threads: r.Threads, Arithmetic: embed.Arithmetic(r.Arithmetic)}
	key := fmt.Sprint(r.Model, o.Arithmetic, o.Threads)
	e := open[key]
	if e == nil {
		var err error
		if r.Model == "" {
			e, err = embed.Precise(o)
		} else {
			e, err = embed.Open(r.Model, o)
		}
		if err != nil {
			return answer{}, err
		}
		open[key] = e
	}
	wall, cpu := time.Now(), processor()
	if r.Tokens {
		n := e.(interface{ Tokens([]string) int }).Tokens(r.Texts)
		return answer{time.Since(wall).Seconds(), (processor() - cpu).Seconds(), n}, nil
	}
	if _, err := e.Embed(context.Background(), r.Texts); err != nil {
		return answer{}, err
	}
	return answer{Wall: time.Since(wall).Seconds(), CPU: (processor() - cpu).Seconds()}, nil
}

// processor is the time that this process has spent on processors.
func processor() time.Duration {
	var u syscall.Rusage
	if syscall.Getrusage(syscall.RUSAGE_SELF, &u) != nil {
		return 0
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}
