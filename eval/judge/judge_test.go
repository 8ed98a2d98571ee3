package judge

import (
	"encoding/json"
	"os"
	"reflect"
	"strings"
	"testing"

	"github.com/sparsearch/spar/internal/spar"
)

// A golden case: a question, the reply of a program, and the verdict, as JSON.
type golden struct {
	About    string          `json:"about"`
	Question Question        `json:"question"`
	Reply    json.RawMessage `json:"reply"`
	Verdict  Verdict         `json:"verdict"`
}

// TestGolden: replies in the shapes of old and new programs are judged whole.
func TestGolden(t *testing.T) {
	b, err := os.ReadFile("testdata/replies.json")
	if err != nil {
		t.Fatal(err)
	}
	var cases []golden
	if err := json.Unmarshal(b, &cases); err != nil {
		t.Fatal(err)
	}
	for _, tc := range cases {
		var r Reply
		if err := json.Unmarshal(tc.Reply, &r); err != nil {
			t.Fatalf("%s: %v", tc.About, err)
		}
		got := Judge(tc.Question, r)
		got.ID, got.Kind = "", ""
		if !reflect.DeepEqual(got, tc.Verdict) {
			have, _ := json.Marshal(got)
			want, _ := json.Marshal(tc.Verdict)
			t.Errorf("%s:\n got %s\nwant %s", tc.About, have, want)
		}
	}
}

func TestRead(t *testing.T) {
	list, err := Read("q.jsonl", strings.NewReader(`{"id":"1","question":"How many?","required":["\\b5\\b"],"wording":"short"}`+"\n\n"+`{"id":"2","question":"Who?","required":[]}`))
	if err != nil || len(list) != 2 || list[0].Miss() || !list[1].Miss() {
		t.Errorf("%+v, %v", list, err)
	}
	for text, names := range map[string]string{
		"":                             "has no questions",
		"{}\n":                         "line 1: it cannot be asked: it has no id",
		"\n{]":                         "line 2: it is no question",
		`{"id":"1"}`:                   "question is empty",
		`{"id":"1","question":"Who?"}`: "required is missing",
		`{"id":"1","question":"Who?","required":["("]}`:                                                     `"(" is no pattern`,
		`{"id":"1","question":"Who?","required":[],"forbidden":["a**"]}`:                                    `"a**" is no pattern`,
		`{"id":"1","question":"Who?","required":[]}` + "\n" + `{"id":"1","question":"When?","required":[]}`: "line 2: another question has the id",
		`{"id":"1","question":"` + strings.Repeat("x", 2<<20) + `","required":[]}`:                          "line 1: it cannot be read",
	} {
		if _, err := Read("q.jsonl", strings.NewReader(text)); spar.CodeOf(err) != spar.Invalid || !strings.Contains(err.Error(), names) {
			t.Errorf("%.80q: %v; want %q", text, err, names)
		}
	}
}

// TestPatterns: case and space do not count, and a name of a file is looked for in paths, too.
func TestPatterns(t *testing.T) {
	for _, tc := range []struct {
		pattern, text string
		in            bool
	}{
		{"25 days", "25\n  Days", true},
		{"25 days", "25 hours", false},
		{"version 2|@leave", "it is described here", true},
		{"@pay", "it is described here", false},
		{"me@firm", "write to me@firm", true},
	} {
		if got := compiled([]string{tc.pattern})[0].in(said{tc.text, []string{"hr/leave.md"}}); got != tc.in {
			t.Errorf("%q in %q: %t", tc.pattern, tc.text, got)
		}
	}
}
