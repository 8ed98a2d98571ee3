package main

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/sparsearch/spar/internal/api"
	"github.com/sparsearch/spar/internal/embed"
	"github.com/sparsearch/spar/internal/retrieve"
)

// parityModel is the folder of a small model of a kind, with random weights.
func parityModel(kind string) string {
	return filepath.Join("..", "..", "internal", "embed", "testdata", "parity", kind)
}

// modelTest runs commands over a share of forty files with two added encoders and a reranker of random weights. The
// second encoder puts a prompt before questions.
type modelTest struct {
	*testing.T
	data  string
	extra []string
}

func newModelTest(t *testing.T) *modelTest {
	m := &modelTest{T: t, data: filepath.Join(t.TempDir(), "data")}
	other := filepath.Join(t.TempDir(), "other")
	if err := os.CopyFS(other, os.DirFS(parityModel("mpnet"))); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(other, "config_sentence_transformers.json"), []byte(`{"prompts": {"query": "Ask of ", "document": ""}}`), 0o600); err != nil {
		t.Fatal(err)
	}
	m.spar(exitOK, "share", "add", "s", crashShare(t, 40))
	m.spar(exitOK, "model", "add", parityModel("mpnet"), "--name", "first")
	m.spar(exitOK, "model", "add", other, "--name", "second")
	m.spar(exitOK, "model", "add", parityModel("cross"), "--name", "cross")
	return m
}

func (m *modelTest) spar(want int, args ...string) string {
	m.Helper()
	out, exit := runSpar(m.T, m.data, m.extra, args...)
	if exit != want {
		m.Fatalf("spar %v ends with %d, want %d: %s", args, exit, want, out)
	}
	return out
}

// vectors returns the counts of vectors that `model list` shows, and the model in use.
func (m *modelTest) vectors() (counts map[string]int, used string) {
	m.Helper()
	var list struct {
		Models []struct {
			Name    string
			Kind    string
			InUse   bool `json:"in_use"`
			Vectors int
		}
	}
	if err := json.Unmarshal([]byte(m.spar(exitOK, "model", "list", "--json")), &list); err != nil {
		m.Fatal(err)
	}
	counts = map[string]int{}
	for _, model := range list.Models {
		counts[model.Name] = model.Vectors
		if model.InUse {
			used += model.Name
		}
	}
	if last := list.Models[len(list.Models)-1]; last.Name != "light" || last.Kind != "light" {
		m.Errorf("the last line of the list is of %q", last.Name)
	}
	return counts, used
}

// hits are the paths that a search finds with their scores.
func (m *modelTest) hits(args ...string) (paths []string, parts []map[string]float64) {
	m.Helper()
	var r struct {
		Hits []struct {
			Path  string
			Parts map[string]float64
		}
	}
	if err := json.Unmarshal([]byte(m.spar(exitOK, append([]string{"search", "--json", "which password opens door 7?"}, args...)...)), &r); err != nil {
		m.Fatal(err)
	}
	for _, h := range r.Hits {
		paths, parts = append(paths, h.Path), append(parts, h.Parts)
	}
	return paths, parts
}

func TestUseModel(t *testing.T) {
	t.Parallel()
	m := newModelTest(t)
	m.spar(exitOK, "model", "use", "first", "--now")
	m.hits()
	if n, used := m.vectors(); used != "first" || n["first"] != 40 || n["second"] != 0 {
		t.Fatalf("after a question %v, %s in use", n, used)
	}

	// New vectors come beside the old, and killed in the middle it goes on; until the end the old encoder is in use.
	crashes := 0
	for at := 1; at <= 9; at++ {
		m.extra = []string{fmt.Sprintf("SPAR_CRASH_AT=%d", at)}
		if _, exit := runSpar(t, m.data, m.extra, "model", "use", "second"); exit != 86 {
			break
		}
		crashes++
		m.extra = nil
		if n, used := m.vectors(); used == "first" && n["first"] != 40 || used != "first" && n["second"] != 40 {
			t.Fatalf("killed at step %d: %v, %s in use", at, n, used)
		}
	}
	m.extra = nil
	if crashes == 0 {
		t.Error("no step was met")
	}
	m.spar(exitOK, "model", "use", "second")
	if n, used := m.vectors(); used != "second" || n["first"] != 40 || n["second"] != 40 {
		t.Fatalf("after the switch %v, %s in use", n, used)
	}
	_, second := m.hits("--rank", "dense", "-k", "40", "--cut", "0")
	if len(second) != 40 {
		t.Errorf("with the new encoder %d passages are ranked by meaning", len(second))
	}
	m.spar(exitOK, "model", "revert")
	_, first := m.hits("--rank", "dense", "-k", "40", "--cut", "0")
	if _, used := m.vectors(); used != "first" || len(first) != 40 || fmt.Sprint(first) == fmt.Sprint(second) {
		t.Errorf("gone back, %s is in use and ranks as the other", used)
	}

	// A workspace keeps to the encoder that it names, a setting goes before both.
	m.spar(exitOK, "ws", "create", "w", "--share", "s", "--encoder", "second")
	if _, got := m.hits("-w", "w", "--rank", "dense", "-k", "40"); fmt.Sprint(got) != fmt.Sprint(second) {
		t.Error("the workspace does not rank by its own encoder")
	}
	if _, got := m.hits("-w", "w", "--rank", "dense", "-k", "40", "--encoder", "first"); fmt.Sprint(got) != fmt.Sprint(first) {
		t.Error("--encoder does not go before the workspace's")
	}
	if out := m.spar(exitOK, "ws", "show", "w", "--json"); !strings.Contains(out, `"encoder":"second"`) {
		t.Errorf("ws show says %s", out)
	}

	for name, code := range map[string]int{"nowhere": exitNotFound, "cross": exitInvalid, parityModel("mpnet"): exitInvalid} {
		m.spar(code, "model", "use", name)
		m.spar(code, "ws", "create", "bad", "--share", "s", "--encoder", name)
	}
	if err := os.WriteFile(filepath.Join(m.data, "encoder.yaml"), []byte("encoder: ["), 0o600); err != nil {
		t.Fatal(err)
	}
	if out := m.spar(exitInvalid, "search", "--rank", "dense", "door"); !strings.Contains(out, "model use precise --now") {
		t.Errorf("a broken choice: %s", out)
	}
	m.spar(exitOK, "model", "use", "first", "--now")
	m.hits()
}

func TestRerank(t *testing.T) {
	t.Parallel()
	m := newModelTest(t)
	plain, _ := m.hits("--rank", "bm25", "--cut", "0", "--rerank", "none")
	got, parts := m.hits("--rank", "bm25", "--cut", "0", "--rerank", "cross")
	if len(got) != len(plain) || strings.Join(got, " ") == strings.Join(plain, " ") {
		t.Errorf("random weights leave the order %v", got)
	}
	sum := func(i int) (sum float64) {
		for _, part := range parts[i] {
			sum += part
		}
		return sum
	}
	for i := range parts {
		if _, ok := parts[i]["rerank"]; !ok || i > 0 && sum(i) > sum(i-1) {
			t.Fatalf("the hits are not in the order of the sums: %v", parts)
		}
	}
	if got, _ := m.hits("--rank", "bm25", "--cut", "0", "--rerank", "cross", "--rerank-weight", "0"); strings.Join(got, " ") != strings.Join(plain, " ") {
		t.Errorf("a reranker without weight changes the order: %v", got)
	}
	m.spar(exitInvalid, "search", "--rerank-weight", "2", "door")
	m.spar(exitOK, "ask", "--rank", "bm25", "--rerank", "cross", "which password opens door 7?")
	m.spar(exitInvalid, "search", "--rerank", "first", "door")
	m.spar(exitNotFound, "search", "--rerank", "nowhere", "door")
	m.spar(exitInvalid, "search", "--reranker-url", "http://localhost:1", "door")

	set := t.TempDir()
	for name, text := range map[string]string{
		"corpus.jsonl":   "{\"_id\": \"a\", \"title\": \"Leave\", \"text\": \"Ten days of leave.\"}\n{\"_id\": \"b\", \"title\": \"Travel\", \"text\": \"Leave by train.\"}\n",
		"queries.jsonl":  "{\"_id\": \"q\", \"text\": \"how many days of leave?\"}\n",
		"qrels/test.tsv": "query-id\tcorpus-id\tscore\nq\ta\t1\n",
	} {
		path := filepath.Join(set, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	m.spar(exitInvalid, "eval", set, "--systems", "lazy+rerank", "--rerank", "none")
	if _, err := embed.Precise(embed.Options{}); err != nil {
		t.Skipf("no encoder is built in: %v", err)
	}
	if out := m.spar(exitOK, "eval", set, "--systems", "bm25,lazy+rerank", "--rerank", "cross"); !strings.Contains(out, "lazy+rerank") {
		t.Errorf("eval prints %s", out)
	}
}

// TestServers: vectors and order come from servers when settings name them, with their prompts and keys.
func TestServers(t *testing.T) {
	t.Parallel()
	m := newModelTest(t)
	var embedded, reranked atomic.Int64
	var question atomic.Bool
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		var q struct {
			Model, Query     string
			Input, Documents []string
		}
		if err := json.NewDecoder(r.Body).Decode(&q); err != nil || q.Model != "theirs" {
			http.Error(w, "no", http.StatusBadRequest)
			return
		}
		switch {
		case r.URL.Path == "/v1/embeddings" && r.Header.Get("Authorization") == "Bearer one":
			var data []map[string]any
			for i, text := range q.Input {
				if strings.HasPrefix(text, "Q: which password") {
					question.Store(true)
				}
				embedded.Add(1)
				data = append(data, map[string]any{"index": i, "embedding": []float64{1, float64(len(text) % 7), .5}})
			}
			json.NewEncoder(w).Encode(map[string]any{"data": data})
		case r.URL.Path == "/v1/rerank" && r.Header.Get("Authorization") == "Bearer two":
			var results []map[string]any
			for i, text := range q.Documents {
				reranked.Add(1)
				score := 0.
				if strings.Contains(text, "door 30 ") {
					score = 1
				}
				results = append(results, map[string]any{"index": i, "relevance_score": score})
			}
			json.NewEncoder(w).Encode(map[string]any{"results": results})
		default:
			http.NotFound(w, r)
		}
	}))
	defer s.Close()
	m.extra = []string{
		"SPAR_ENCODER_URL=" + s.URL + "/v1", "SPAR_ENCODER=theirs", "SPAR_ENCODER_QUESTION=Q: ", "SPAR_ENCODER_KEY=one",
		"SPAR_RERANKER_URL=" + s.URL + "/v1", "SPAR_RERANK=theirs", "SPAR_RERANKER_KEY=two",
	}
	got, _ := m.hits("-k", "40")
	// What the server prefers stands behind the one file that says the whole question, and before all others that say as much as it does.
	if len(got) != 40 || got[1] != "folder0/file30.md" || embedded.Load() < 41 || reranked.Load() != retrieve.Reranked || !question.Load() {
		t.Errorf("found %v, with %d texts embedded, %d reranked, the question with its prompt: %v", got, embedded.Load(), reranked.Load(), question.Load())
	}
	// What was made is kept.
	before := embedded.Load()
	m.hits("-k", "40")
	if made := embedded.Load() - before; made > 2 { // the question, and one text to learn the length of vectors
		t.Errorf("asked again, %d texts are embedded", made)
	}
	m.extra[3] = "SPAR_ENCODER_KEY=wrong"
	m.spar(exitUnavailable, "search", "--rank", "dense", "door")
}

// TestPullModel fetches from a hub on this machine; TestPull of package embed has the refusals.
func TestPullModel(t *testing.T) {
	t.Parallel()
	const commit = "0123456789abcdef0123456789abcdef01234567"
	files := map[string][]byte{}
	var list []map[string]any
	for _, name := range []string{"config.json", "model.safetensors", "tokenizer.json"} {
		data, err := os.ReadFile(filepath.Join(parityModel("mpnet"), name))
		if err != nil {
			t.Fatal(err)
		}
		files[name] = data
		list = append(list, map[string]any{"rfilename": name, "size": len(data)})
	}
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/api/models/us/tiny/revision/main" {
			json.NewEncoder(w).Encode(map[string]any{"sha": commit, "siblings": list})
			return
		}
		data, ok := files[strings.TrimPrefix(r.URL.Path, "/us/tiny/resolve/"+commit+"/")]
		if !ok {
			http.NotFound(w, r)
			return
		}
		w.Write(data)
	}))
	defer s.Close()
	m := &modelTest{T: t, data: filepath.Join(t.TempDir(), "data"), extra: []string{"SPAR_HUB_URL=" + s.URL}}
	if out := m.spar(exitOK, "model", "pull", "us/tiny", "--json"); !strings.Contains(out, commit) || !strings.Contains(out, `"kind":"encoder"`) {
		t.Errorf("pull prints %s", out)
	}
	m.spar(exitOK, "model", "check", "tiny")
	m.spar(exitConflict, "model", "pull", "us/tiny")
	m.spar(exitNotFound, "model", "pull", "us/other")
	m.spar(exitInvalid, "model", "pull", "us/tiny", "--name", "light")
	files["model.safetensors"] = files["model.safetensors"][:100]
	list[1]["size"] = 100
	m.spar(exitInvalid, "model", "pull", "us/tiny", "--name", "broken")
	left, err := os.ReadDir(filepath.Join(m.data, "models"))
	if err != nil || len(left) != 1 {
		t.Errorf("%d folders are left, %v", len(left), err)
	}
}

// TestFitLight fits to texts, and to the passages of a data directory that have vectors.
func TestFitLight(t *testing.T) {
	t.Parallel()
	m := &modelTest{T: t, data: filepath.Join(t.TempDir(), "data")}
	m.spar(exitOK, "share", "add", "s", crashShare(t, 700))
	m.spar(exitOK, "model", "add", parityModel("mpnet"), "--name", "first")
	m.spar(exitOK, "model", "use", "first", "--now")
	if out := m.spar(exitInvalid, "model", "fit-light"); !strings.Contains(out, "0 texts") {
		t.Errorf("without vectors: %s", out)
	}
	m.spar(exitOK, "search", "--embed", "all", "door")
	var r api.LightFit
	if err := json.Unmarshal([]byte(m.spar(exitOK, "model", "fit-light", "--json", "--rounds", "1")), &r); err != nil {
		t.Fatal(err)
	}
	_, err := os.Stat(filepath.Join(m.data, "light.spar"))
	if r.Samples+r.Held != 700 || r.Held < 35 || r.Before == nil || r.Kept != (r.After > *r.Before) || r.Kept != (err == nil) {
		t.Errorf("fitted: %+v, %v", r, err)
	}
	// A table that is broken is passed over.
	if err := os.WriteFile(filepath.Join(m.data, "light.spar"), []byte("SPARLGT1"), 0o600); err != nil {
		t.Fatal(err)
	}
	m.spar(exitOK, "search", "door")

	texts := t.TempDir()
	var lines strings.Builder
	for i := range 600 {
		fmt.Fprintf(&lines, "{\"text\": \"parent leave of ten days %d\"}\n", i)
	}
	if err := os.WriteFile(filepath.Join(texts, "a.jsonl"), []byte(lines.String()), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(texts, "b.txt"), []byte(strings.Repeat("One paragraph of a text. ", 100)+"\n\nAnother.\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	out := filepath.Join(t.TempDir(), "own.spar")
	fit := []string{"model", "fit-light", texts, "--out", out, "--rounds", "1", "--dim", "8", "--encoder", "first", "--json"}
	if err := json.Unmarshal([]byte(m.spar(exitOK, fit...)), &r); err != nil || r.Samples < 602 || r.File != out {
		t.Errorf("fitted to texts: %+v, %v", r, err)
	}
	once, err := os.ReadFile(out)
	if err != nil {
		t.Fatal(err)
	}
	m.spar(exitOK, fit...)
	if again, err := os.ReadFile(out); err != nil || string(again) != string(once) {
		t.Errorf("the same texts give another table, %v", err)
	}
	m.spar(exitInvalid, "model", "fit-light", texts)
	m.spar(exitInvalid, "model", "fit-light", "--out", out)
	m.spar(exitNotFound, "model", "fit-light", filepath.Join(texts, "none"), "--out", out)
	if err := os.WriteFile(filepath.Join(texts, "c.pdf"), []byte("%PDF\xff"), 0o600); err != nil {
		t.Fatal(err)
	}
	if out := m.spar(exitInvalid, "model", "fit-light", texts, "--out", out); !strings.Contains(out, "UTF-8") {
		t.Errorf("a file that is no text: %s", out)
	}
}

// TestKeepLight: when some thousand passages have vectors, the light encoder is fitted on once.
func TestKeepLight(t *testing.T) {
	t.Parallel()
	m := &modelTest{T: t, data: filepath.Join(t.TempDir(), "data")}
	root := t.TempDir()
	var rows strings.Builder
	rows.WriteString("room,price,note\n")
	for i := range 4200 {
		fmt.Fprintf(&rows, "%d,%d.50,the ten days of leave %d\n", i, i%97, i*i)
	}
	if err := os.WriteFile(filepath.Join(root, "rooms.csv"), []byte(rows.String()), 0o600); err != nil {
		t.Fatal(err)
	}
	m.spar(exitOK, "share", "add", "s", root)
	m.spar(exitOK, "model", "add", parityModel("mpnet"), "--name", "first")
	m.spar(exitOK, "model", "use", "first", "--now")
	m.spar(exitOK, "search", "price of room 12")
	if _, err := os.Stat(filepath.Join(m.data, "light.json")); err == nil {
		t.Error("it was fitted to the passages of one question")
	}
	for round := range 2 {
		cmd := sparProcess(m.data, nil, "search", "--embed", "all", "price of room 12")
		out, err := cmd.CombinedOutput()
		if err != nil {
			t.Fatalf("%v: %s", err, out)
		}
		if tried := strings.Contains(string(out), "the light encoder was fitted to"); tried != (round == 0) {
			t.Errorf("round %d: %s", round, out)
		}
	}
	stamp, err := os.ReadFile(filepath.Join(m.data, "light.json"))
	if err != nil || !strings.Contains(string(stamp), `"vectors":42`) {
		t.Errorf("the stamp is %s, %v", stamp, err)
	}
}
