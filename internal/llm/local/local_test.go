package local

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"os"
	"os/signal"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/sparsearch/spar/internal/spar"
)

// The test binary is the keeper and the server too.
func TestMain(m *testing.M) {
	switch {
	case len(os.Args) == 2 && os.Args[1] == "keeper":
		ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
		defer stop()
		if Keep(ctx, os.Stdin) != nil {
			os.Exit(1)
		}
		os.Exit(0)
	case len(os.Args) > 2 && os.Args[1] == "--model":
		serve(os.Args)
	}
	os.Exit(m.Run())
}

// serve is a server of a model whose file says how it behaves.
func serve(args []string) {
	flag := func(name string) string { return args[slices.Index(args, name)+1] }
	behaviour, _ := os.ReadFile(flag("--model"))
	if string(behaviour) == "broken" {
		fmt.Fprintln(os.Stderr, "no such tensor, says", os.Getenv("LLAMA_API_KEY"))
		os.Exit(3)
	}
	var held []byte
	began := time.Now()
	http.HandleFunc("/health", func(w http.ResponseWriter, r *http.Request) {
		if r.Header.Get("Authorization") != "" || time.Since(began) < 300*time.Millisecond {
			w.WriteHeader(http.StatusServiceUnavailable)
		}
	})
	http.HandleFunc("/v1/told", func(w http.ResponseWriter, r *http.Request) {
		if r.Header.Get("Authorization") != "Bearer "+os.Getenv("LLAMA_API_KEY") {
			w.WriteHeader(http.StatusUnauthorized)
			return
		}
		json.NewEncoder(w).Encode(told{args, os.Environ(), os.Getpid()})
	})
	http.HandleFunc("/v1/grow", func(http.ResponseWriter, *http.Request) {
		held = make([]byte, 400<<20)
		for i := 0; i < len(held); i += 1024 {
			held[i] = 1
		}
	})
	http.ListenAndServe(flag("--host")+":"+flag("--port"), nil)
}

type told struct {
	Args, Env []string
	PID       int
}

func server(t *testing.T, behaviour string, change func(*Model)) (*Server, string) {
	dir := t.TempDir()
	file := filepath.Join(dir, "m.gguf")
	if err := os.WriteFile(file, []byte(behaviour), 0o600); err != nil {
		t.Fatal(err)
	}
	m := Model{Name: "tiny", File: file, Program: os.Args[0], Context: 2048, Threads: 1, Memory: 1 << 30, Idle: time.Minute}
	if change != nil {
		change(&m)
	}
	s := New(dir, m, []string{os.Args[0], "keeper"})
	t.Cleanup(func() {
		s.Stop()
		eventually(t, func() bool { _, alive := s.current(); return !alive })
	})
	return s, dir
}

func eventually(t *testing.T, is func() bool) {
	t.Helper()
	for end := time.Now().Add(2 * time.Minute); !is(); time.Sleep(20 * time.Millisecond) {
		if time.Now().After(end) {
			t.Fatal("it did not come about within 20 s")
		}
	}
}

func get(t *testing.T, url, key, path string) (out told, err error) {
	t.Helper()
	request, err := http.NewRequestWithContext(t.Context(), http.MethodGet, url+path, nil)
	if err != nil {
		return out, err
	}
	request.Header.Set("Authorization", "Bearer "+key)
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		return out, err
	}
	defer response.Body.Close()
	if response.StatusCode != http.StatusOK {
		return out, errors.New(response.Status)
	}
	json.NewDecoder(response.Body).Decode(&out)
	return out, nil
}

// TestServer: many who need a model share one server, which has a key that no command line shows and none of our own secrets; it is started
// again when it was killed, and ends when it is told to.
func TestServer(t *testing.T) {
	t.Setenv("SPAR_LLM_KEY", "outer-secret")
	t.Setenv("OPENAI_API_KEY", "outer-secret")
	s, data := server(t, "good", nil)
	if s.Loaded() {
		t.Fatal("it is loaded before anybody asked")
	}
	var all sync.WaitGroup
	addresses := make([]string, 4)
	waited := 0
	for i := range addresses {
		all.Go(func() {
			other := New(data, s.m, s.command)
			var waiting func()
			if i == 0 {
				waiting = func() { waited++ }
			}
			url, key, err := other.Reach(t.Context(), waiting)
			if err != nil {
				t.Error(err)
			}
			addresses[i] = url + " " + key
		})
	}
	all.Wait()
	if waited == 0 || slices.ContainsFunc(addresses, func(a string) bool { return a != addresses[0] }) {
		t.Fatalf("waited %d times; addresses %q", waited, addresses)
	}
	url, key, _ := strings.Cut(addresses[0], " ")
	got, err := get(t, url, key, "/told")
	if err != nil {
		t.Fatal(err)
	}
	if strings.Contains(strings.Join(got.Args, " "), key) || strings.Contains(strings.Join(got.Env, " "), "outer-secret") {
		t.Errorf("the server was told %q in %q", got.Args, got.Env)
	}
	if _, err := get(t, url, "wrong", "/told"); err == nil {
		t.Error("another key is good too")
	}
	if info, err := os.Stat(s.path("state.json")); err != nil || info.Mode().Perm()&0o077 != 0 {
		t.Errorf("the state is %v, %v", info.Mode(), err)
	}

	p, err := os.FindProcess(got.PID)
	if err != nil || p.Kill() != nil {
		t.Fatal("the server cannot be killed")
	}
	eventually(t, func() bool { return !s.Loaded() })
	if why := s.Why(); !strings.Contains(why, "killed") {
		t.Errorf("why is %q", why)
	}
	url, key, err = s.Reach(t.Context(), nil)
	if err != nil {
		t.Fatal(err)
	}
	if again, err := get(t, url, key, "/told"); err != nil || again.PID == got.PID {
		t.Errorf("%+v, %v after it was killed", again, err)
	}
	if err := s.Stop(); err != nil {
		t.Fatal(err)
	}
	eventually(t, func() bool { return !s.Loaded() })
	if why := s.Why(); why != "" {
		t.Errorf("why is %q after it was stopped", why)
	}
}

// TestIdle: a server that nobody needs ends, one that is needed stays.
func TestIdle(t *testing.T) {
	s, _ := server(t, "good", func(m *Model) { m.Idle = 900 * time.Millisecond })
	if _, _, err := s.Reach(t.Context(), nil); err != nil {
		t.Fatal(err)
	}
	for end := time.Now().Add(1500 * time.Millisecond); time.Now().Before(end); time.Sleep(100 * time.Millisecond) {
		if s.Used(); !s.Loaded() {
			t.Fatal("it ended although it was needed")
		}
	}
	eventually(t, func() bool { return !s.Loaded() })
}

// TestMemory: a server that holds more than it may is ended, and the reason names the remedy.
func TestMemory(t *testing.T) {
	if resident(os.Getpid()) == 0 {
		t.Skip("how much memory a process holds is not known on this system")
	}
	s, _ := server(t, "good", func(m *Model) { m.Memory = 300 << 20 })
	url, key, err := s.Reach(t.Context(), nil)
	if err != nil {
		t.Fatal(err)
	}
	get(t, url, key, "/grow")
	eventually(t, func() bool { return !s.Loaded() })
	if why := s.Why(); !strings.Contains(why, "llm-memory") {
		t.Errorf("why is %q", why)
	}
}

// TestNoStart: a server that does not start says why, and never its key.
func TestNoStart(t *testing.T) {
	s, _ := server(t, "broken", nil)
	_, _, err := s.Reach(t.Context(), nil)
	if spar.CodeOf(err) != spar.Unavailable || !strings.Contains(fmt.Sprint(err), "no such tensor, says (key)") {
		t.Errorf("error %v, want what the server said", err)
	}
	s, _ = server(t, "good", func(m *Model) { m.Program = "no-such-server" })
	if _, _, err = s.Reach(t.Context(), nil); !strings.Contains(fmt.Sprint(err), "llm-program") {
		t.Errorf("error %v, want the setting", err)
	}
	s, data := server(t, "good", nil)
	if err := os.Remove(filepath.Join(data, "m.gguf")); err != nil {
		t.Fatal(err)
	}
	if _, _, err = s.Reach(t.Context(), nil); !strings.Contains(fmt.Sprint(err), "m.gguf") {
		t.Errorf("error %v, want the file", err)
	}
}
