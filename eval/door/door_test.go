package door

import (
	"context"
	"encoding/json"
	"fmt"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"github.com/sparsearch/spar/eval/judge"
	"github.com/sparsearch/spar/internal/spar"
)

// log is the environment variable that names the file to which the test binary, when it stands for a program, writes what it was asked.
const log = "DOOR_TEST_LOG"

// TestMain has the test binary stand for a program, whose commands and API it has as far as they are called.
func TestMain(m *testing.M) {
	if os.Getenv(log) != "" && len(os.Args) > 1 && !strings.HasPrefix(os.Args[1], "-test.") {
		program(os.Args[1:])
		return
	}
	os.Exit(m.Run())
}

func note(what string) {
	f, err := os.OpenFile(os.Getenv(log), os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o644)
	if err != nil {
		panic(err)
	}
	fmt.Fprintln(f, what)
	f.Close()
}

func program(args []string) {
	switch args[0] {
	case "token":
		fmt.Println(`{"secret":"spar_1"}`)
	case "serve":
		if os.Getenv("SPAR_LLM_URL") != "" || os.Getenv("SPAR_DATA_DIR") == "" {
			panic("somebody's settings")
		}
		on, err := net.Listen("tcp", "127.0.0.1:0")
		if err != nil {
			panic(err)
		}
		fmt.Printf("{\"url\":\"http://%s\"}\n", on.Addr())
		panic(http.Serve(on, http.HandlerFunc(reply)))
	default:
		note(strings.Join(args[:2], " "))
	}
}

// reply answers every question with itself, and fails one.
func reply(w http.ResponseWriter, r *http.Request) {
	var q map[string]any
	if err := json.NewDecoder(r.Body).Decode(&q); err != nil || r.Header.Get("Authorization") != "Bearer spar_1" {
		w.WriteHeader(http.StatusUnauthorized)
		return
	}
	asked, _ := json.Marshal(q)
	note(strings.TrimPrefix(r.URL.Path, "/api/v1") + " " + string(asked))
	switch {
	case q["question"] == "fail":
		w.WriteHeader(http.StatusInternalServerError)
	case r.URL.Path == "/api/v1/search":
		fmt.Fprintf(w, `{"hits":[{"path":"a.md","text":"%s"}]}`, q["question"])
	case q["thread"] == "7":
		fmt.Fprintf(w, `{"answer":"%s","rewritten":"whole","thread":"7"}`, q["question"])
	default:
		fmt.Fprintf(w, `{"answer":"%s","thread":"7"}`, q["question"])
	}
}

// TestAsk: a program is asked at its door, in conversations where there are some, and what it replied is kept, so that it is not asked
// again.
func TestAsk(t *testing.T) {
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	to := filepath.Join(t.TempDir(), "log")
	t.Setenv(log, to)
	t.Setenv("SPAR_LLM_URL", "http://127.0.0.1:1")
	p, err := Open("new=" + self)
	if err != nil {
		t.Fatal(err)
	}
	folder := t.TempDir()
	if err := os.WriteFile(filepath.Join(folder, "a.md"), []byte("a"), 0o644); err != nil {
		t.Fatal(err)
	}
	k := Keeper{t.TempDir()}
	questions := []judge.Question{{ID: "1", Text: "one"}, {ID: "2", Text: "and two?", Before: []string{"first", "then"}}, {ID: "3", Text: "fail"}, {ID: "4", Text: "four"}}
	ask := func(questions ...judge.Question) ([]judge.Reply, error) {
		return k.Ask(context.Background(), p, "company:z", folder, questions, func(int) {})
	}
	said := func() (lines []string) {
		b, _ := os.ReadFile(to)
		_ = os.Remove(to)
		return strings.Split(strings.TrimSpace(string(b)), "\n")
	}
	if _, err := ask(questions...); spar.CodeOf(err) != spar.Unavailable || !strings.Contains(err.Error(), "new, question 3: ") {
		t.Errorf("a question without an answer: %v", err)
	}
	if got, want := said(), []string{
		"share add", "scan share", "search --share",
		`/ask {"extract":true,"question":"one"}`, `/search {"count":5,"cut":0,"question":"one"}`,
		`/ask {"extract":true,"question":"first","thread":"new"}`, `/ask {"extract":true,"question":"then","thread":"7"}`,
		`/ask {"extract":true,"question":"and two?","thread":"7"}`, `/search {"count":5,"cut":0,"question":"whole"}`,
		`/ask {"extract":true,"question":"fail"}`,
	}; !reflect.DeepEqual(got, want) {
		t.Errorf("asked\n%s", strings.Join(got, "\n"))
	}
	replies, err := ask(questions[1], questions[3])
	if err != nil || len(replies) != 2 || replies[0].Answer.Text != "and two?" || replies[0].Found.Hits[0].Text != "whole" || replies[1].Answer.Text != "four" {
		t.Errorf("%+v, %v", replies, err)
	}
	if got := said(); len(got) != 5 {
		t.Errorf("what was kept is asked again: %q", got)
	}
	if _, err := ask(questions[0], questions[1], questions[3]); err != nil || said()[0] != "" {
		t.Errorf("a program is started for nothing: %v", err)
	}
	if err := os.WriteFile(filepath.Join(folder, "b.md"), []byte("b"), 0o644); err != nil {
		t.Fatal(err)
	}
	if _, err := ask(questions[0]); err != nil || len(said()) != 5 {
		t.Errorf("other files have other replies: %v", err)
	}
}

func TestOpen(t *testing.T) {
	for named, code := range map[string]spar.Code{"spar": spar.Invalid, "=spar": spar.Invalid, "a/b=spar": spar.Invalid, "new=/no/such/spar": spar.NotFound, "new=" + t.TempDir(): spar.Invalid} {
		if _, err := Open(named); spar.CodeOf(err) != code {
			t.Errorf("%s: %v", named, err)
		}
	}
}
