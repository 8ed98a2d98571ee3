package service_test

import (
	"context"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/sparsearch/spar/internal/api"
	"github.com/sparsearch/spar/internal/engine"
	"github.com/sparsearch/spar/internal/engine/enginetest"
	"github.com/sparsearch/spar/internal/llm"
	"github.com/sparsearch/spar/internal/service"
	"github.com/sparsearch/spar/internal/spar"
)

// A said is a file with the password that it has: no two have the same, and no file has one twice.
type said struct{ path, word string }

// A ledger knows of each password that ever stood in a file until when it did, and until when everybody might read it.
type ledger struct {
	mu     sync.Mutex
	left   map[said]time.Time // when it was there no more; zero: it still is
	closed map[said]time.Time // when it was closed to others; zero: it is open
}

func (l *ledger) wrote(s said) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.left[s] = time.Time{}
}

func (l *ledger) gone(s said) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.left[s] = time.Now()
}

func (l *ledger) shut(s said) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.closed[s] = time.Now()
}

// wrong says why it was wrong to tell somebody a password in answer to a question asked at a time; "" if it was right.
func (l *ledger) wrong(s said, asked time.Time, all bool) string {
	l.mu.Lock()
	defer l.mu.Unlock()
	left, ever := l.left[s]
	switch {
	case !ever:
		return "it never stood there"
	case !left.IsZero() && left.Before(asked):
		return fmt.Sprintf("it was gone %v before", asked.Sub(left))
	case !all && !l.closed[s].IsZero() && l.closed[s].Before(asked):
		return fmt.Sprintf("it was closed to them %v before", asked.Sub(l.closed[s]))
	}
	return ""
}

var password = regexp.MustCompile(`pw\d+x`)

// TestSoakFresh has people ask while others change, move, delete and close files, and workspaces come and go, for as long as SPAR_SOAK
// says. SPAR must not find, cite or give to a model a passage whose file had changed before the question, or that the asker could no
// longer read by then.
func TestSoakFresh(t *testing.T) {
	length, err := time.ParseDuration(os.Getenv("SPAR_SOAK"))
	if err != nil {
		t.Skip("SPAR_SOAK is not set to a duration: `make soak` does")
	}
	const files, people, writers = 90, 20, 3
	ctx, stop := context.WithTimeout(t.Context(), length)
	defer stop()
	book := &ledger{left: map[said]time.Time{}, closed: map[said]time.Time{}}
	words := atomic.Int64{}
	next := func() string { return fmt.Sprintf("pw%dx", words.Add(1)) }
	text := func(door int, word string) string {
		return fmt.Sprintf("# Door %d\n\nThe password of door %d is %s, and it is changed every week.\n", door, door, word)
	}
	begin := map[string]string{}
	type file struct {
		door       int
		path, word string
	}
	var all []*file
	for i := range files {
		f := &file{i, fmt.Sprintf("d%d/door%03d.md", i%5, i), next()}
		all, begin[f.path] = append(all, f), text(i, f.word)
		book.wrote(said{f.path, f.word})
	}
	h := enginetest.Open(t, begin, nil)
	h.Scanned()

	// A model that repeats what it is given, so that the test sees it: it is asked with the time at which the question came.
	var shown sync.Map // question -> when it was asked, and by whom
	model := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Method != http.MethodPost { // what it holds is asked for too: it does not say
			http.NotFound(w, r)
			return
		}
		var in struct {
			Messages []struct{ Content string } `json:"messages"`
		}
		if err := json.NewDecoder(r.Body).Decode(&in); err != nil {
			t.Error(err)
		}
		prompt := ""
		for _, m := range in.Messages {
			prompt += m.Content
		}
		mark := regexp.MustCompile(`ticket (\d+)`).FindString(prompt)
		if q, ok := shown.Load(mark); ok {
			q := q.(asking)
			for _, word := range password.FindAllString(prompt, -1) {
				book.mu.Lock()
				worst := "nothing has it"
				for s := range book.left {
					if s.word == word {
						worst = ""
						break
					}
				}
				book.mu.Unlock()
				for _, path := range regexp.MustCompile(`d\d/[a-z]+\d+\.md`).FindAllString(prompt, -1) {
					if book.wrong(said{path, word}, q.at, q.all) == "" {
						worst = "fine"
					}
				}
				if worst != "fine" {
					t.Errorf("the model is given %s for %+v: no file that is named to it had it by then (%s)", word, q, worst)
				}
			}
		}
		fmt.Fprint(w, `{"choices": [{"message": {"role": "assistant", "content": "The password is in the files [1]."}, "finish_reason": "stop"}]}`)
	}))
	defer model.Close()
	client, err := llm.New(llm.Options{URL: model.URL + "/v1", Model: "echo"})
	if err != nil {
		t.Fatal(err)
	}
	plain := service.New(h.Opened, service.Options{})
	written := service.New(h.Opened, service.Options{Settings: func() (service.Settings, error) {
		return service.Settings{Model: func() (*llm.Client, error) { return client, nil }}, nil
	}})
	ada, err := plain.Process()
	if err != nil {
		t.Fatal(err)
	}
	bob, err := plain.Served(ctx, "nobody")
	if err != nil {
		t.Skip("this machine has no account nobody")
	}
	for _, who := range []spar.Principal{ada, bob} {
		if _, err := plain.CreateWorkspace(ctx, who, api.NewWorkspace{Name: "doors"}, nil); err != nil {
			t.Fatal(err)
		}
	}

	var done sync.WaitGroup
	var asked, told, changes, lives atomic.Int64
	turn := make([]sync.Mutex, files) // one writer a file
	for n := range writers {
		done.Go(func() {
			r := rand.New(rand.NewPCG(uint64(n), uint64(time.Now().UnixNano())))
			for ctx.Err() == nil {
				i := r.IntN(files)
				turn[i].Lock()
				f := all[i]
				was, path := said{f.path, f.word}, filepath.Join(h.Root, f.path)
				switch k := r.IntN(10); {
				case k < 6: // changed
					f.word = next()
					book.wrote(said{f.path, f.word})
					replace(t, path, text(f.door, f.word))
					book.gone(was)
				case k < 8: // moved
					f.path = fmt.Sprintf("d%d/moved%03d.md", r.IntN(5), words.Add(1))
					book.wrote(said{f.path, f.word})
					if err := os.Rename(path, filepath.Join(h.Root, f.path)); err != nil {
						t.Error(err)
					}
					book.gone(was)
				case k < 9: // deleted, and there again
					if err := os.Remove(path); err != nil {
						t.Error(err)
					}
					book.gone(was)
					f.word = next()
					book.wrote(said{f.path, f.word})
					replace(t, path, text(f.door, f.word))
				default: // closed to others, and changed later
					if err := os.Chmod(path, 0o600); err != nil {
						t.Error(err)
					}
					book.shut(was)
				}
				turn[i].Unlock()
				changes.Add(1)
				time.Sleep(time.Duration(r.IntN(20)) * time.Millisecond)
			}
		})
	}
	done.Go(func() { // who runs SPAR scans now and then, and workspaces come and go
		r := rand.New(rand.NewPCG(99, uint64(time.Now().UnixNano())))
		for ctx.Err() == nil {
			_, err := h.Scan(ctx, "docs", engine.ScanOptions{Wait: true})
			soakFault(t, ctx, err)
			name := fmt.Sprint("w", r.IntN(4))
			for _, do := range []func() error{
				func() error {
					_, err := plain.CreateWorkspace(ctx, ada, api.NewWorkspace{Name: name, Scope: fmt.Sprintf("path:d%d/**", r.IntN(5)), Read: true}, nil)
					return err
				},
				func() error { _, err := plain.PinWorkspace(ctx, ada, name); return err },
				func() error { _, err := plain.ArchiveWorkspace(ctx, ada, name, r.IntN(2) == 0); return err },
				func() error { _, err := plain.ReactivateWorkspace(ctx, ada, name); return err },
				func() error { _, err := plain.DeleteWorkspace(ctx, ada, name); return err },
			} {
				soakFault(t, ctx, do())
				lives.Add(1)
			}
			time.Sleep(100 * time.Millisecond)
		}
	})
	for n := range people {
		done.Go(func() {
			r := rand.New(rand.NewPCG(uint64(1000+n), uint64(time.Now().UnixNano())))
			who, mine := ada, true
			if n%2 == 1 {
				who, mine = bob, false
			}
			check := func(what string, at time.Time, s said) {
				told.Add(1)
				if fault := book.wrong(s, at, mine); fault != "" {
					t.Errorf("%s of %s: %+v: %s", what, who.Owner(), s, fault)
				}
			}
			for ctx.Err() == nil {
				ticket := fmt.Sprintf("ticket %d", asked.Add(1))
				q := api.Question{Question: fmt.Sprintf("what is the password of door %d?", r.IntN(files)), Workspace: "doors"}
				at := time.Now()
				switch n % 3 {
				case 0:
					for e, err := range plain.Search(ctx, who, q) {
						soakFault(t, ctx, err)
						if err == nil && e.Stage == api.StageFinal {
							for _, hit := range e.Hits {
								for _, word := range password.FindAllString(hit.Text, -1) {
									check("a hit", at, said{hit.Path.Name, word})
								}
							}
						}
					}
				default:
					s := plain
					if n%3 == 2 {
						s = written
						q.Question += " (" + ticket + ")"
						shown.Store(ticket, asking{at, mine})
					}
					for e, err := range s.Ask(ctx, who, q) {
						soakFault(t, ctx, err)
						if err != nil || e.Answer == nil || e.Stage != api.StageFinal {
							continue
						}
						for _, c := range e.Answer.Citations {
							for _, word := range password.FindAllString(c.Text, -1) {
								check("a citation", at, said{c.Path.Name, word})
							}
						}
					}
					shown.Delete(ticket)
				}
			}
		})
	}
	done.Wait()
	t.Logf("%d questions were told %d passages, while files changed %d times and workspaces %d times", asked.Load(), told.Load(), changes.Load(), lives.Load())
	if told.Load() < 50 || changes.Load() < 20 {
		t.Errorf("too little happened to show anything")
	}
	if faults, err := plain.Check(t.Context(), enginetest.All); err != nil {
		t.Error(err)
	} else if b, _ := json.Marshal(faults); strings.Contains(string(b), `"part"`) {
		t.Errorf("afterwards: %s", b)
	}
}

// An asking is when a question came, and whether the asker may read all.
type asking struct {
	at  time.Time
	all bool
}

// soakFault reports an error that is no end of the test, and none that a race with somebody else explains.
func soakFault(t *testing.T, ctx context.Context, err error) {
	t.Helper()
	if err != nil && ctx.Err() == nil && !slices.Contains([]spar.Code{spar.Conflict, spar.NotFound, spar.Unavailable}, spar.CodeOf(err)) {
		t.Errorf("%v (%s)", err, spar.CodeOf(err))
	}
}

// replace writes a file at once, as an editor does.
func replace(t *testing.T, path, text string) {
	t.Helper()
	beside := filepath.Join(filepath.Dir(path), "."+filepath.Base(path)+".new")
	if err := os.WriteFile(beside, []byte(text), 0o644); err != nil {
		t.Error(err)
	}
	if err := os.Rename(beside, path); err != nil {
		t.Error(err)
	}
}
