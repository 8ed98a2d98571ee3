package embed

import (
	"context"
	"encoding/json"
	"errors"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/sparsearch/spar/internal/spar"
	"github.com/sparsearch/spar/internal/vec"
)

// parityCase is what bench/encoders/fixtures.py writes: input, and what transformers makes of it.
type parityCase struct {
	Text     string
	Question string
	Vector   []float32
	Score    float32
	Words    []struct {
		From, To int
		Label    string
		Score    float32
	}
}

// parityModel is a folder with a model and cases: small and committed, or of a real model's shape in
// SPAR_PARITY_MODELS.
func parityModel(t *testing.T, name string) (string, []parityCase) {
	t.Helper()
	root := os.Getenv("SPAR_PARITY_MODELS")
	if root == "" {
		root = filepath.Join("testdata", "parity")
	}
	dir := filepath.Join(root, name)
	data, err := os.ReadFile(filepath.Join(dir, "cases.json"))
	if err != nil {
		t.Fatal(err)
	}
	var cases []parityCase
	if err := json.Unmarshal(data, &cases); err != nil || len(cases) == 0 {
		t.Fatalf("%d cases, error %v", len(cases), err)
	}
	return dir, cases
}

const near = 1e-4

// parityKernels are all that there are; for models of a real size the fastest alone.
func parityKernels() []*vec.Kernels {
	if os.Getenv("SPAR_PARITY_MODELS") != "" {
		return []*vec.Kernels{vec.Best()}
	}
	return vec.Available()
}

func TestParityMPNet(t *testing.T) {
	dir, cases := parityModel(t, "mpnet")
	for _, k := range parityKernels() {
		e, err := Open(dir, Options{Kernels: k, Arithmetic: Float32})
		if err != nil {
			t.Fatal(err)
		}
		worst := 0.
		for _, c := range cases {
			got := embedAll(t, e, []string{c.Text})[0]
			if len(got) != len(c.Vector) {
				t.Fatalf("%d values, want %d", len(got), len(c.Vector))
			}
			for i, v := range got {
				worst = max(worst, math.Abs(float64(v-c.Vector[i])))
			}
		}
		t.Logf("%s: differs by %.1e at most", k.Name(), worst)
		if !(worst < near) {
			t.Errorf("%s: differs by %v", k.Name(), worst)
		}
	}
	e, err := Open(dir, Options{Arithmetic: Int8})
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range cases {
		if cos := cosine(embedAll(t, e, []string{c.Text})[0], c.Vector); cos < .98 {
			t.Errorf("int8, %.30q: cosine %v", c.Text, cos)
		}
	}
}

func TestParityCrossEncoder(t *testing.T) {
	dir, cases := parityModel(t, "cross")
	for _, k := range parityKernels() {
		s, err := OpenScorer(dir, Options{Kernels: k, Arithmetic: Float32})
		if err != nil {
			t.Fatal(err)
		}
		for _, c := range cases {
			got, err := s.Score(context.Background(), c.Question, []string{c.Text, "leave"})
			if err != nil {
				t.Fatal(err)
			}
			if d := math.Abs(float64(got[0] - c.Score)); !(d < near) {
				t.Errorf("%s, %.30q and %.30q: got %v, want %v", k.Name(), c.Question, c.Text, got[0], c.Score)
			}
		}
	}
}

func TestParityTagger(t *testing.T) {
	dir, cases := parityModel(t, "ner")
	for _, k := range parityKernels() {
		e, err := OpenTagger(dir, Options{Kernels: k, Arithmetic: Float32})
		if err != nil {
			t.Fatal(err)
		}
		for _, c := range cases {
			words, err := e.(*tagger).label(context.Background(), []string{c.Text})
			if err != nil {
				t.Fatal(err)
			}
			got := words[0]
			if len(got) != len(c.Words) {
				t.Errorf("%.30q: %d words, want %d", c.Text, len(got), len(c.Words))
				continue
			}
			for i, w := range c.Words {
				if g := got[i]; g.from != w.From || g.to != w.To || e.Labels()[g.label] != w.Label || !(math.Abs(float64(g.score-w.Score)) < near) {
					t.Errorf("%s, %.30q, word %d: got %d-%d %s %v, want %+v", k.Name(), c.Text, i, g.from, g.to, e.Labels()[g.label], g.score, w)
				}
			}
		}
	}
}

func TestTaggerReadsLongTextsInWindows(t *testing.T) {
	dir, _ := parityModel(t, "ner")
	e, err := OpenTagger(dir, Options{})
	if err != nil {
		t.Fatal(err)
	}
	text := strings.Repeat("Ask Anna in Berlin, 東京. ", 400)
	got, err := e.Tag(context.Background(), []string{"", text})
	if err != nil {
		t.Fatal(err)
	}
	if len(got[0]) != 0 || len(got[1]) == 0 {
		t.Fatalf("%d spans of nothing, %d of a long text", len(got[0]), len(got[1]))
	}
	at := 0
	for _, s := range got[1] {
		if s.From < at || s.To <= s.From || s.To > len(text) || s.Label == "" || strings.Contains(s.Label, "-") || !(s.Score > 0 && s.Score <= 1) {
			t.Fatalf("after %d: %+v", at, s)
		}
		at = s.To
	}
	if at < len(text)*3/4 {
		t.Errorf("the last span ends at %d of %d", at, len(text))
	}
}

func TestWindowsCoverEveryWordOnce(t *testing.T) {
	for _, sizes := range [][]int{{}, {1}, {10}, {3, 3, 3, 3, 3}, {10, 10, 10}, {1, 9, 1, 9, 1, 9, 2, 2, 2, 2, 2, 2, 2}, slices.Repeat([]int{1}, 95)} {
		var words []word
		for _, n := range sizes {
			words = append(words, word{ids: make([]int32, n)})
		}
		next := 0
		for _, w := range cutWindows(words, 10) {
			tokens := 0
			for _, word := range words[w.from:w.to] {
				tokens += len(word.ids)
			}
			if tokens > 10 || w.keep[0] != next || w.keep[0] < w.from || w.keep[1] > w.to || w.keep[1] < w.keep[0] {
				t.Fatalf("%v: window %+v has %d tokens; %d words were kept before", sizes, w, tokens, next)
			}
			next = w.keep[1]
		}
		if next != len(words) {
			t.Errorf("%v: %d of %d words are kept", sizes, next, len(words))
		}
	}
}

func TestSpans(t *testing.T) {
	labels := []string{"O", "B-PER", "I-PER", "B-LOC", "I-LOC", "DATE", "E-PER", "S-PER", "L_ORG", "U-LOC"}
	for _, c := range []struct {
		labels []int
		want   []Span
	}{
		{nil, nil},
		{[]int{0, 0}, nil},
		{[]int{1, 2, 0, 3}, []Span{{0, 3, "PER", .5}, {6, 7, "LOC", .5}}},
		{[]int{1, 1, 2}, []Span{{0, 1, "PER", .5}, {2, 5, "PER", .5}}},
		{[]int{2, 2, 4}, []Span{{0, 3, "PER", .5}, {4, 5, "LOC", .5}}},
		{[]int{2, 0, 2}, []Span{{0, 1, "PER", .5}, {4, 5, "PER", .5}}},
		{[]int{5, 5}, []Span{{0, 3, "DATE", .5}}},
		{[]int{1, 2, 6, 6}, []Span{{0, 5, "PER", .5}, {6, 7, "PER", .5}}},
		{[]int{7, 7, 2}, []Span{{0, 1, "PER", .5}, {2, 3, "PER", .5}, {4, 5, "PER", .5}}},
		{[]int{8, 9, 4}, []Span{{0, 1, "ORG", .5}, {2, 3, "LOC", .5}, {4, 5, "LOC", .5}}},
	} {
		var words []word
		for i, l := range c.labels {
			words = append(words, word{from: 2 * i, to: 2*i + 1, label: l, score: .5})
		}
		if got := spans(words, labels); !slices.Equal(got, c.want) {
			t.Errorf("%v: got %v, want %v", c.labels, got, c.want)
		}
	}
}

func TestBucketsOfDistances(t *testing.T) {
	for distance, want := range map[int]int{0: 0, -1: 1, -7: 7, -8: 8, -15: 9, -16: 10, -32: 12, -64: 14, -127: 15, -128: 15, -500: 15, 1: 17, 7: 23, 8: 24, 16: 26, 500: 31} {
		if got := bucket(distance); got != want {
			t.Errorf("distance %d is in bucket %d, want %d", distance, got, want)
		}
	}
}

func TestPrompts(t *testing.T) {
	plain := embedFolder(t, nil)
	dir := tinyFolder(t, func(f map[string]string) {
		f["config_sentence_transformers.json"] = `{"prompts":{"query":"a b ","document":"c "},"similarity_fn_name":"cosine"}`
	})
	ctx := context.Background()
	with, err := Open(dir, Options{})
	if err != nil {
		t.Fatal(err)
	}
	by, err := Open(tinyFolder(t, nil), Options{Question: "a b ", Passage: "c "})
	if err != nil {
		t.Fatal(err)
	}
	without, err := Open(tinyFolder(t, nil), Options{})
	if err != nil {
		t.Fatal(err)
	}
	if with.Recipe() != by.Recipe() || with.Recipe() == without.Recipe() {
		t.Errorf("recipes with prompts %s and %s, without %s", with.Recipe(), by.Recipe(), without.Recipe())
	}
	want := embedAll(t, without, []string{"a b abc", "c abc"})
	question, err := Questions(ctx, with, []string{"abc"})
	if err != nil {
		t.Fatal(err)
	}
	if got := embedAll(t, with, []string{"abc"}); !slices.Equal(got[0], want[1]) || !slices.Equal(question[0], want[0]) {
		t.Error("texts are not embedded behind their prompts")
	}
	asked, err := Questions(ctx, without, tinyTexts)
	if err != nil || !slices.Equal(asked[2], plain[2]) {
		t.Errorf("a model without prompts takes questions otherwise, error %v", err)
	}
}

func TestWrongHeads(t *testing.T) {
	cross, _ := parityModel(t, "cross")
	ner, _ := parityModel(t, "ner")
	for dir, want := range map[string]Kind{cross: Scores, ner: Tags, tinyFolder(t, nil): Vectors} {
		if got, err := KindOf(dir); err != nil || got != want {
			t.Errorf("%s is of the kind %s, error %v; want %s", dir, got, err, want)
		}
		_, s := OpenScorer(dir, Options{})
		_, e := Open(dir, Options{})
		_, g := OpenTagger(dir, Options{})
		for kind, err := range map[Kind]error{Scores: s, Vectors: e, Tags: g} {
			if (err == nil) != (kind == want) || err != nil && (spar.CodeOf(err) != spar.Invalid || !strings.Contains(err.Error(), string(want))) {
				t.Errorf("a %s opened as %s: error %v", want, kind, err)
			}
		}
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	s, err := OpenScorer(cross, Options{})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := s.Score(ctx, "q", []string{"a"}); !errors.Is(err, context.Canceled) {
		t.Errorf("scoring goes on: %v", err)
	}
}
