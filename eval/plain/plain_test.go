package plain

import (
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/sparsearch/spar/eval/public"
	"github.com/sparsearch/spar/internal/measure"
	"github.com/sparsearch/spar/internal/measure/evaltest"
)

// search builds plain over a set and gives the documents that it ranks for each question.
func search(t *testing.T, set *measure.Set, scoped bool) map[string][]string {
	t.Helper()
	system := New()
	stats, err := system.Build(t.Context(), set, t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	if want := len(set.Files) + set.Passages; stats.Documents != want || stats.Passages < want || len(stats.Skipped) > 0 {
		t.Errorf("%+v, want %d documents", stats, want)
	}
	out := map[string][]string{}
	for _, q := range set.Queries {
		if !scoped {
			q.Scope = nil
		}
		ranked, _, err := system.Search(t.Context(), q)
		if err != nil {
			t.Fatal(err)
		}
		out[q.ID] = nil
		last := 0.
		for i, r := range ranked {
			if i > 0 && r.Score > last {
				t.Errorf("%s: %v is not in order", q.ID, ranked)
			}
			last = r.Score
			out[q.ID] = append(out[q.ID], r.Doc)
		}
	}
	return out
}

func TestPlain(t *testing.T) {
	tiny, err := measure.Load("../../internal/measure/testdata/tiny")
	if err != nil {
		t.Fatal(err)
	}
	want := map[string][]string{
		"leave":    {"hr/leave.md"},
		"receipt":  {"hr/travel.txt"},
		"password": {"it/passwords.md"},
		"moon":     nil,
	}
	if diff := cmp.Diff(want, search(t, tiny, false)); diff != "" {
		t.Error(diff)
	}
	lines, err := measure.Load("../../internal/measure/testdata/lines")
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(map[string][]string{"q1": {"a"}, "q2": {"3"}}, search(t, lines, true)); diff != "" {
		t.Error(diff)
	}
}

func TestPlainStaysInScope(t *testing.T) {
	set, err := measure.Load(evaltest.Write(t, map[string]string{
		"corpus.jsonl": `{"_id":"old","text":"a report on bees","metadata":{"year":1999}}` + "\n" +
			`{"_id":"new","text":"a report on bees and on much else besides","metadata":{"year":2011}}` + "\n" +
			`{"_id":"none","text":"a report on bees"}`,
		"queries.jsonl":  `{"_id":"q1","text":"bees","metadata":{"scope":{"year":[2010,2012]}}}`,
		"qrels/test.tsv": "q1\tnew\t1\n",
	}))
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(map[string][]string{"q1": {"new"}}, search(t, set, true)); diff != "" {
		t.Error(diff)
	}
	if diff := cmp.Diff(map[string][]string{"q1": {"none", "old", "new"}}, search(t, set, false)); diff != "" {
		t.Error(diff)
	}
}

func TestPlainNamesSkippedFiles(t *testing.T) {
	set, err := measure.Load(evaltest.Write(t, map[string]string{"share/empty.txt": " \n", "share/broken.docx": "PK\x03\x04 and nothing else"}))
	if err != nil {
		t.Fatal(err)
	}
	stats, err := New().Build(t.Context(), set, t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	if stats.Documents != 1 || len(stats.Skipped) != 2 {
		t.Errorf("%+v", stats)
	}
}

// TestWithout: what a question is asked without is not there for it.
func TestWithout(t *testing.T) {
	set, err := measure.Load(evaltest.Write(t, map[string]string{
		"corpus.jsonl":   `{"_id":"a","text":"red apple"}` + "\n" + `{"_id":"b","text":"green apple tree"}`,
		"queries.jsonl":  `{"_id":"with","text":"red apple"}` + "\n" + `{"_id":"without","text":"red apple","metadata":{"without":["a"],"refuse":true}}`,
		"qrels/test.tsv": "with\ta\t1\n",
	}))
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(map[string][]string{"with": {"a", "b"}, "without": {"b"}}, search(t, set, true)); diff != "" {
		t.Error(diff)
	}
}

func TestContentWords(t *testing.T) {
	for question, want := range map[string]string{
		"What is the amount of sales in 2019?": "amount sales 2019",
		"Who are you?":                         "Who are you?",
		"Wie hoch ist der Umsatz?":             "wie hoch ist der umsatz",
	} {
		if got := contentWords(question); got != want {
			t.Errorf("%q becomes %q, want %q", question, got, want)
		}
	}
}

// The floors are a little under what was measured when they were written; they notice a change of extraction or of
// chunking that loses what people would find.
func TestPlainQuality(t *testing.T) {
	if testing.Short() {
		t.Skip("takes seconds")
	}
	for name, floor := range map[string]measure.Metrics{
		"scifact":  {NDCG10: .685},
		"pubmedqa": {Hit1: .955},
		"rag-md":   {Hit1: .79, Hit5: .945},
		"tatqa":    {Hit1: .595, Hit5: .83},
	} {
		t.Run(name, func(t *testing.T) {
			set, err := public.Open(t.Context(), name, evaltest.Data(t), t.TempDir())
			if err != nil {
				t.Fatal(err)
			}
			report, err := measure.Run(t.Context(), set, []measure.Choice{{SystemSpec: System()}}, measure.Options{})
			if err != nil {
				t.Fatal(err)
			}
			for i, got := range report.Systems[0].Metrics.Values() {
				t.Logf("%s %.3f", measure.MetricNames[i], got)
				if want := floor.Values()[i]; got < want {
					t.Errorf("%s is %.3f, under %.3f", measure.MetricNames[i], got, want)
				}
			}
		})
	}
}
