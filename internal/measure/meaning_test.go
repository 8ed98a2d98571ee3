package measure

import (
	"context"
	"fmt"
	"math"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/sparsearch/spar/internal/embed"
	"github.com/sparsearch/spar/internal/measure/evaltest"
	"github.com/sparsearch/spar/internal/retrieve"
	"github.com/sparsearch/spar/internal/spar"
)

// bag is an encoder whose vectors count words, and which counts how often it made that of each text.
type bag struct {
	mu    sync.Mutex
	made  map[string]int
	known []string
}

func (*bag) Name() string   { return "bag" }
func (*bag) Dim() int       { return 64 }
func (*bag) Recipe() string { return "bag 1" }

func (b *bag) Embed(_ context.Context, texts []string) ([][]float32, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	var out [][]float32
	for _, t := range texts {
		b.made[t]++
		v := make([]float32, b.Dim())
		for _, w := range words(t) {
			if !slices.Contains(b.known, w) {
				b.known = append(b.known, w)
			}
			v[slices.Index(b.known, w)]++
		}
		sum := 1e-9
		for _, x := range v {
			sum += float64(x * x)
		}
		for i := range v {
			v[i] /= float32(math.Sqrt(sum))
		}
		out = append(out, v)
	}
	return out, nil
}

func (b *bag) texts() (n int) {
	for _, times := range b.made {
		n += times
	}
	return n
}

// build makes a system of a set with an encoder of words.
func (w way) build(t *testing.T, set *Set, dir string) (*Stored, *bag, BuildStats) {
	t.Helper()
	b := &bag{made: map[string]int{}}
	w.encoder = func(embed.Options) (embed.Encoder, error) { return b, nil }
	s := &Stored{way: w}
	stats, err := s.Build(t.Context(), set, dir)
	if err != nil {
		t.Fatal(err)
	}
	return s, b, stats
}

// gardens is a set whose documents each answer one question, and share a word with all others.
func gardens(t *testing.T) *Set {
	t.Helper()
	plants := []string{"apple", "bean", "cherry", "date", "elder", "fig", "grape", "hazel", "iris", "jasmine"}
	files := map[string]string{}
	var corpus, queries, judged strings.Builder
	for i, p := range plants {
		next := plants[(i+1)%len(plants)]
		fmt.Fprintf(&corpus, "{\"_id\":\"%s\",\"text\":\"A garden of %s beside some %s.\"}\n", p, p+" "+p, next)
		fmt.Fprintf(&queries, "{\"_id\":\"q%d\",\"text\":\"%s?\"}\n", i, p)
		fmt.Fprintf(&judged, "q%d\t%s\t1\n", i, p)
	}
	files["corpus.jsonl"], files["queries.jsonl"], files["qrels/test.tsv"] = corpus.String(), queries.String(), judged.String()
	set, err := Load(evaltest.Write(t, files))
	if err != nil {
		t.Fatal(err)
	}
	return set
}

// Every way finds the answer, and sees no vector that it would not have had.
func TestWays(t *testing.T) {
	set := gardens(t)
	passages := len(set.Queries)
	for name, c := range map[string]struct {
		way      way
		embedded int // for all questions together; -1: depends on which others were asked
		made     int // texts that the encoder got in all
		ranked   int // documents for one question; -1: as above
	}{
		"bm25":     {way{ranking: retrieve.Options{Rank: retrieve.Words}}, 0, 0, 2},
		"lazy":     {way{}, 2 * passages, 2 * passages, 2},
		"others":   {way{having: ofOthers}, -1, 2 * passages, -1},
		"full":     {way{having: everything}, 0, 2 * passages, 10},
		"hybrid":   {way{having: everything, ranking: retrieve.Options{Candidates: -1}}, 0, 2 * passages, 10},
		"precise":  {way{having: everything, ranking: retrieve.Options{Rank: retrieve.Dense}}, 0, 2 * passages, 10},
		"ordinary": {way{cut: windows, having: everything, ranking: retrieve.Options{Rank: retrieve.Dense}, top: 5, only: true}, 0, 2 * passages, 5},
	} {
		t.Run(name, func(t *testing.T) {
			s, b, stats := c.way.build(t, set, t.TempDir())
			embedded := 0
			for _, q := range set.Queries {
				ranked, found, err := s.Search(t.Context(), q)
				if err != nil {
					t.Fatal(err)
				}
				if len(ranked) != c.ranked && c.ranked > 0 || set.Judged(q.ID)[ranked[0].Doc] != 1 {
					t.Errorf("%s: %v", q.ID, ranked)
				}
				embedded += found.Embedded
			}
			if c.embedded >= 0 && embedded != c.embedded {
				t.Errorf("embedded %d passages", embedded)
			}
			if b.texts() != c.made {
				t.Errorf("the encoder got %d texts: %v", b.texts(), b.made)
			}
			if stats.Documents != passages || stats.Passages != passages {
				t.Errorf("%+v", stats)
			}
			if err := s.Close(); err != nil {
				t.Error(err)
			}
		})
	}
}

// A question is not helped by its own vectors, only by others'.
func TestVectorsOfOthers(t *testing.T) {
	set := gardens(t)
	s, _, _ := way{having: ofOthers}.build(t, set, t.TempDir())
	first := 0
	for _, q := range set.Queries {
		if s.meaning.first[q.Text] {
			first++
		}
		for side := range s.meaning.others {
			for _, v := range s.meaning.others[side].vectors {
				if !s.meaning.others[side].Slots(v.Segment).Has(v.Index) {
					t.Error("a vector was not kept")
				}
			}
		}
		if got, want := s.meaning.seen(q, ofOthers), s.meaning.others[map[bool]int{true: 1}[s.meaning.first[q.Text]]]; got != column(want) {
			t.Errorf("%s sees what its own side left", q.ID)
		}
	}
	if first != len(set.Queries)/2 {
		t.Errorf("%d questions on one side", first)
	}
	if err := s.Close(); err != nil {
		t.Error(err)
	}
}

// When cold everything timed is made anew, when warm only the question.
func TestTimed(t *testing.T) {
	set := gardens(t)
	for having, want := range map[having]int{nothing: 4, everything: 2} {
		s, b, _ := way{having: having}.build(t, set, t.TempDir())
		before := b.texts()
		cold, warm, err := s.Time(t.Context(), set.Queries[0])
		if err != nil || cold <= 0 || warm <= 0 {
			t.Errorf("%v, %v, %v", cold, warm, err)
		}
		if got := b.texts() - before; got != want {
			t.Errorf("having %d: %d texts were embedded, want %d", having, got, want)
		}
		if err := s.Close(); err != nil {
			t.Error(err)
		}
	}
}

func TestTimedQuestions(t *testing.T) {
	set := &Set{}
	for i := range 90 {
		set.Queries = append(set.Queries, Query{ID: fmt.Sprint(i), Text: fmt.Sprint(i / 2)})
	}
	for most, want := range map[int][]string{-1: nil, 3: {"0", "30", "60"}} {
		var got []string
		for _, q := range timedQuestions(set, most) {
			got = append(got, q.ID)
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("at most %d: %s", most, diff)
		}
	}
	if got := len(timedQuestions(set, 0)); got != 45 {
		t.Errorf("%d questions, of 45 with different texts", got)
	}
}

// Vectors that a folder has are not made again, whichever system made them, and their time is remembered.
func TestVectorsAreKept(t *testing.T) {
	set, dir := gardens(t), t.TempDir()
	for round, w := range []way{{}, {having: everything}, {having: everything, ranking: retrieve.Options{Rank: retrieve.Dense}}} {
		s, b, stats := w.build(t, set, dir)
		if _, _, err := s.Search(t.Context(), set.Queries[0]); err != nil {
			t.Fatal(err)
		}
		if want := []int{3, 9, 1}[round]; b.texts() != want {
			t.Errorf("round %d: %d texts, want %d", round, b.texts(), want)
		}
		if (stats.Earlier > 0) != (round > 0) {
			t.Errorf("round %d: %v earlier", round, stats.Earlier)
		}
		if err := s.Close(); err != nil {
			t.Fatal(err)
		}
		took, err := readTook(dir)
		if err != nil {
			t.Fatal(err)
		}
		if len(took.parts) != 2 {
			t.Errorf("round %d: %v", round, took.parts)
		}
	}
}

// Documents that a question is asked without do not exist for it.
func TestWithout(t *testing.T) {
	set, err := Load(evaltest.Write(t, map[string]string{
		"corpus.jsonl":   `{"_id":"a","text":"red apple"}` + "\n" + `{"_id":"b","text":"green apple tree"}`,
		"queries.jsonl":  `{"_id":"with","text":"red apple"}` + "\n" + `{"_id":"gone","text":"red apple","metadata":{"without":["a"],"refuse":true}}`,
		"qrels/test.tsv": "with\ta\t1\n",
	}))
	if err != nil {
		t.Fatal(err)
	}
	product, _, _ := way{}.build(t, set, t.TempDir())
	defer product.Close()
	var found [][]string
	for _, q := range set.Queries {
		ranked, _, err := product.Search(t.Context(), q)
		if err != nil {
			t.Fatal(err)
		}
		var docs []string
		for _, r := range ranked {
			docs = append(docs, r.Doc)
		}
		found = append(found, docs)
	}
	if diff := cmp.Diff([][]string{{"a", "b"}, {"b"}}, found); diff != "" {
		t.Error(diff)
	}
}

func TestAnswersAreJudged(t *testing.T) {
	set, err := Load(evaltest.Write(t, map[string]string{
		"corpus.jsonl":   `{"_id":"a","text":"The apple tree was planted in 1912 by the school. It bears every year."}`,
		"queries.jsonl":  `{"_id":"q","text":"When was the apple tree planted by the school?","metadata":{"answers":["1912"]}}` + "\n" + `{"_id":"r","text":"Who repaired the diesel engine of the submarine?","metadata":{"refuse":true}}`,
		"qrels/test.tsv": "q\ta\t1\n",
	}))
	if err != nil {
		t.Fatal(err)
	}
	w := way{encoder: func(embed.Options) (embed.Encoder, error) { return &bag{made: map[string]int{}}, nil }}
	report, err := Run(t.Context(), set, []Choice{{SystemSpec: SystemSpec{Name: "lazy", New: w.system}}}, Options{})
	if err != nil {
		t.Fatal(err)
	}
	got := report.Systems[0]
	if diff := cmp.Diff(&Refusals{Unanswerable: 1, Refused: 1, Answerable: 1}, got.Refusals); diff != "" {
		t.Error(diff)
	}
	if diff := cmp.Diff(&Answers{Questions: 1, Right: 1}, got.Answers); diff != "" {
		t.Error(diff)
	}
}

func TestWindows(t *testing.T) {
	doc := &spar.Document{Blocks: []spar.Block{
		{Kind: spar.Heading, Text: "Title"},
		{Kind: spar.Paragraph, Text: strings.Repeat("é", 690) + "12345"},
		{Kind: spar.TableKind, Table: &spar.Table{Caption: "Sales", Header: []string{"year", "sum"}, Rows: []spar.Row{{Cells: []string{"2001", "7"}}}}},
		{Kind: spar.TableKind, Table: &spar.Table{Continued: true, Caption: "Sales", Header: []string{"year", "sum"}, Rows: []spar.Row{{Cells: []string{"2002", "8"}}}}},
	}}
	var texts []string
	for _, p := range windows.file(doc) {
		texts = append(texts, p.Text)
	}
	want := []string{"Title\n" + strings.Repeat("é", 690) + "1234", "5\nSales\nyear sum\n2001 7\n2002 8"}
	if diff := cmp.Diff(want, texts); diff != "" {
		t.Error(diff)
	}
	if got := windows.line("  \n "); len(got) > 0 {
		t.Errorf("blank text: %v", got)
	}
}
