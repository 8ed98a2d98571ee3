package retrieve

import (
	"encoding/csv"
	"encoding/json"
	"maps"
	"math"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/sparsearch/spar/internal/chunk"
	"github.com/sparsearch/spar/internal/extract"
	spar "github.com/sparsearch/spar/internal/spar"
	"github.com/sparsearch/spar/internal/store"
)

// A question has the paths of the files that answer it.
type question struct {
	text string
	gold []string
}

// A set is files by path, as passages, and questions on them.
type set struct {
	files     map[string][]spar.Passage
	questions []question
}

func evalData(t testing.TB) string {
	t.Helper()
	dir := os.Getenv("SPAR_EVAL_DATA")
	if _, err := os.Stat(filepath.Join(dir, "scifact")); dir == "" || err != nil {
		if slices.Contains(strings.Split(os.Getenv("SPAR_REQUIRE"), ","), "data") {
			t.Fatalf("SPAR_EVAL_DATA=%q has no evaluation sets", dir)
		}
		t.Skip("SPAR_EVAL_DATA does not name a folder with the evaluation sets")
	}
	return dir
}

func readJSON(t testing.TB, path string, to any) {
	t.Helper()
	b, err := os.ReadFile(path)
	if err == nil {
		err = json.Unmarshal(b, to)
	}
	if err != nil {
		t.Fatal(err)
	}
}

func readCSV(t testing.TB, path string) []map[string]string {
	t.Helper()
	f, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	rows, err := csv.NewReader(f).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	var out []map[string]string
	for _, r := range rows[1:] {
		m := map[string]string{}
		for i, h := range rows[0] {
			m[h] = r[i]
		}
		out = append(out, m)
	}
	return out
}

func onePassage(text string) []spar.Passage {
	return []spar.Passage{{Kind: spar.TextPassage, Text: text, Lang: chunk.Language(text)}}
}

// pythonStrings finds the elements of a printed Python list of strings.
var pythonStrings = regexp.MustCompile(`'((?:[^'\\]|\\.)*)'|"((?:[^"\\]|\\.)*)"`)

func scifact(t testing.TB) set {
	dir := filepath.Join(evalData(t), "scifact")
	s := set{files: map[string][]spar.Passage{}}
	for _, r := range readCSV(t, filepath.Join(dir, "corpus_train.csv")) {
		var text []string
		for _, m := range pythonStrings.FindAllStringSubmatch(r["abstract"], -1) {
			text = append(text, m[1]+m[2])
		}
		s.files[r["doc_id"]+".txt"] = onePassage(r["title"] + ". " + strings.Join(text, " "))
	}
	seen := map[string]bool{}
	for _, r := range readCSV(t, filepath.Join(dir, "claims_validation.csv")) {
		if seen[r["id"]] {
			continue
		}
		seen[r["id"]] = true
		q := question{text: r["claim"]}
		for _, id := range strings.FieldsFunc(r["cited_doc_ids"], func(r rune) bool { return r < '0' || r > '9' }) {
			q.gold = append(q.gold, id+".txt")
		}
		s.questions = append(s.questions, q)
	}
	return s
}

func ragMultiCorpus(t testing.TB) set {
	dir := filepath.Join(evalData(t), "rag_multi_corpus")
	s := set{files: map[string][]spar.Passage{}}
	paths, err := filepath.Glob(filepath.Join(dir, "share", "*", "md", "*.md"))
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range paths {
		f, err := os.Open(p)
		if err != nil {
			t.Fatal(err)
		}
		info, err := f.Stat()
		if err != nil {
			t.Fatal(err)
		}
		d := extract.Document(t.Context(), extract.Input{Name: p, R: f, Size: info.Size()})
		f.Close()
		rel, err := filepath.Rel(filepath.Join(dir, "share"), p)
		if err != nil {
			t.Fatal(err)
		}
		s.files[rel] = chunk.Split(slices.Values(d.Blocks), chunk.Options{})
	}
	b, err := os.ReadFile(filepath.Join(dir, "queries.jsonl"))
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(string(b)) {
		var q struct {
			Firm  string
			Query string
			Facts []struct{ Filename string }
		}
		if err := json.Unmarshal([]byte(line), &q); err != nil {
			t.Fatal(err)
		}
		var gold []string
		for _, f := range q.Facts {
			if p := path.Join(q.Firm, "md", f.Filename); s.files[p] != nil {
				gold = append(gold, p)
			}
		}
		if gold != nil {
			s.questions = append(s.questions, question{q.Query, gold})
		}
	}
	return s
}

func pubMedQA(t testing.TB) set {
	var items map[string]struct {
		Question string   `json:"QUESTION"`
		Contexts []string `json:"CONTEXTS"`
	}
	readJSON(t, filepath.Join(evalData(t), "pubmedqa", "ori_pqal.json"), &items)
	s := set{files: map[string][]spar.Passage{}}
	for _, id := range slices.Sorted(maps.Keys(items)) {
		it := items[id]
		var blocks []spar.Block
		for _, c := range it.Contexts {
			blocks = append(blocks, spar.Block{Kind: spar.Paragraph, Text: c})
		}
		s.files[id+".txt"] = chunk.Split(slices.Values(blocks), chunk.Options{})
		s.questions = append(s.questions, question{it.Question, []string{id + ".txt"}})
	}
	return s
}

func tatQA(t testing.TB) set {
	var pages []struct {
		Table struct {
			UID   string
			Table [][]string
		}
		Paragraphs []struct{ Text string }
		Questions  []struct{ Question string }
	}
	readJSON(t, filepath.Join(evalData(t), "tatqa_dev", "tatqa_dataset_dev.json"), &pages)
	s := set{files: map[string][]spar.Passage{}}
	for _, p := range pages {
		var blocks []spar.Block
		for _, c := range p.Paragraphs {
			blocks = append(blocks, spar.Block{Kind: spar.Paragraph, Text: c.Text})
		}
		// The header is the leading rows whose first cell is empty, as a reader of tables finds it.
		table := spar.Table{Header: make([]string, len(p.Table.Table[0]))}
		rows := p.Table.Table
		for len(rows) > 1 && (rows[0][0] == "" || len(rows) == len(p.Table.Table)) {
			for i, c := range rows[0] {
				table.Header[i] = strings.Trim(table.Header[i]+" / "+c, "/ ")
			}
			rows = rows[1:]
		}
		for _, r := range rows {
			table.Rows = append(table.Rows, spar.Row{Cells: r})
		}
		blocks = append(blocks, spar.Block{Kind: spar.TableKind, Table: &table})
		name := p.Table.UID + ".md"
		s.files[name] = chunk.Split(slices.Values(blocks), chunk.Options{})
		for _, q := range p.Questions {
			s.questions = append(s.questions, question{q.Question, []string{name}})
		}
	}
	return s
}

// metrics are averages over questions.
type metrics struct{ hit1, hit5, ndcg10 float64 }

// measure ranks the files for the questions that keep accepts.
func (s set) measure(t testing.TB, runs []Source, o Options, keep func(i int) bool) (m metrics) {
	n := 0.
	o.PerFile, o.Limit = 1, 10
	for i, q := range s.questions {
		if !keep(i) {
			continue
		}
		hits, _, err := Search(t.Context(), runs, q.text, o)
		if err != nil {
			t.Fatal(err)
		}
		var dcg, ideal float64
		first := math.MaxInt
		for r, h := range hits {
			if slices.Contains(q.gold, h.Path) {
				dcg += 1 / math.Log2(float64(r+2))
				first = min(first, r)
			}
		}
		for r := range min(len(q.gold), 10) {
			ideal += 1 / math.Log2(float64(r+2))
		}
		n++
		m.ndcg10 += dcg / ideal
		if first < 1 {
			m.hit1++
		}
		if first < 5 {
			m.hit5++
		}
	}
	m.hit1, m.hit5, m.ndcg10 = m.hit1/n, m.hit5/n, m.ndcg10/n
	return m
}

func (s set) runs(t testing.TB) []Source {
	st := openStore(t)
	var names []string
	for name := range s.files {
		names = append(names, name)
	}
	slices.Sort(names)
	var items []store.Item
	for _, name := range names {
		items = append(items, store.Item{ID: segmentID(name), Passages: s.files[name]})
	}
	if err := st.PutAll(t.Context(), items); err != nil {
		t.Fatal(err)
	}
	var runs []Source
	for i, name := range names {
		seg, err := st.Segment(t.Context(), segmentID(name))
		if err != nil {
			t.Fatal(err)
		}
		runs = append(runs, Source{File: spar.FileID(i + 1), Share: "s", Path: name, Segment: seg})
	}
	return runs
}

func TestQuality(t *testing.T) {
	every := func(int) bool { return true }
	for _, c := range []struct {
		name string
		set  func(testing.TB) set
		want metrics
	}{
		{"SciFact", scifact, metrics{ndcg10: .685}},
		{"RAG-Multi-Corpus", ragMultiCorpus, metrics{hit1: .81, hit5: .945}},
		{"PubMedQA", pubMedQA, metrics{hit1: .955}},
		{"TAT-QA", tatQA, metrics{hit1: .60, hit5: .83}},
	} {
		t.Run(c.name, func(t *testing.T) {
			s := c.set(t)
			runs := s.runs(t)
			m := s.measure(t, runs, Options{}, every)
			t.Logf("%d files, %d questions: %+v", len(runs), len(s.questions), m)
			if m.hit1 < c.want.hit1 || m.hit5 < c.want.hit5 || m.ndcg10 < c.want.ndcg10 {
				t.Errorf("%+v, want at least %+v", m, c.want)
			}
			if os.Getenv("SPAR_LONG") == "1" { // for comparison
				t.Logf("without the words of names: %+v", s.measure(t, runs, Options{Names: -1}, every))
			}
		})
	}
}

// TestNameWeight prints what the weight of names is chosen by, one half of the questions and the other beside it, and
// checks that no other weight is much better for the half that it was chosen on.
func TestNameWeight(t *testing.T) {
	if os.Getenv("SPAR_LONG") != "1" {
		t.Skip("SPAR_LONG is not 1: it ranks each set sixteen times")
	}
	for _, c := range []struct {
		name string
		set  func(testing.TB) set
	}{{"RAG-Multi-Corpus", ragMultiCorpus}, {"SciFact", scifact}} {
		s := c.set(t)
		runs := s.runs(t)
		half := func(w float64, half int) metrics {
			return s.measure(t, runs, Options{Names: w}, func(i int) bool { return i%2 == half })
		}
		chosen := half(0, 0)
		for _, w := range []float64{-1, .1, .2, .3, .4, .5, .75, 1} {
			one, other := half(w, 0), half(w, 1)
			t.Logf("%s, weight %v: %.3f/%.3f %.3f  %.3f/%.3f %.3f", c.name, w, one.hit1, one.hit5, one.ndcg10, other.hit1, other.hit5, other.ndcg10)
			if one.ndcg10 > chosen.ndcg10+.02 {
				t.Errorf("%s: weight %v gives nDCG %.3f, the default %.3f", c.name, w, one.ndcg10, chosen.ndcg10)
			}
		}
	}
}
