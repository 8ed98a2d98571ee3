package measure

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"flag"
	"os"
	"path/filepath"
	"regexp"
	"runtime"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/sparsearch/spar/internal/measure/evaltest"
	"github.com/sparsearch/spar/internal/spar"
)

var update = flag.Bool("update", false, "write golden files anew")

// golden compares text with a file of testdata.
func golden(t *testing.T, name, got string) {
	t.Helper()
	path := filepath.Join("testdata", name)
	if *update {
		if err := os.WriteFile(path, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(want), got); diff != "" {
		t.Errorf("%s (-want +got); run with -update if it is right:\n%s", name, diff)
	}
}

// scripted is a system whose rankings are written down, by question; under a scope it gives what the scope holds.
type scripted struct {
	ranked  map[string][]string
	answers map[string]Answer
	fail    string // the step that fails

	dir    string
	asked  []string
	closed int
}

func (s *scripted) Build(_ context.Context, set *Set, dir string) (BuildStats, error) {
	s.dir = dir
	if s.fail == "build" {
		return BuildStats{}, errors.New("no room")
	}
	return BuildStats{Documents: len(set.Files)}, os.WriteFile(filepath.Join(dir, "built"), nil, 0o600)
}

func (s *scripted) Search(_ context.Context, q Query) ([]Ranked, SearchStats, error) {
	if s.fail == "search" {
		return nil, SearchStats{}, errors.New("lost")
	}
	s.asked = append(s.asked, q.ID)
	var out []Ranked
	for i, doc := range s.ranked[q.ID] {
		if q.Scope.Holds(doc, []string{"Security"}, 0) {
			out = append(out, Ranked{doc, float64(10 - i)})
		}
	}
	return out, SearchStats{Embedded: 2 * len(out)}, nil
}

func (s *scripted) Answer(_ context.Context, q Query) (Answer, error) { return s.answers[q.ID], nil }

func (s *scripted) Close() error {
	if s.closed++; s.fail == "close" {
		return errors.New("stuck")
	}
	return nil
}

// searchOnly hides that a system answers.
type searchOnly struct{ System }

func script(s *scripted) SystemSpec {
	return SystemSpec{Name: "scripted", New: func() System { return s }}
}

func tinyScript() *scripted {
	return &scripted{
		ranked: map[string][]string{
			"leave":    {"it/passwords.md", "hr/leave.md"},
			"receipt":  {"hr/travel.txt"},
			"password": {"hr/leave.md", "hr/travel.txt"},
			"moon":     {"hr/leave.md"},
		},
		answers: map[string]Answer{
			"leave":    {Text: "Sixteen weeks [1]."},
			"receipt":  {Refused: true},
			"password": {Text: "14 characters"},
			"moon":     {Refused: true},
		},
	}
}

// still replaces what differs from run to run.
func still(r *Report) *Report {
	for i := range r.Systems {
		s := &r.Systems[i]
		s.Latency = Latency{ColdP50: 1.5, ColdP95: 20, WarmP50: 1.25, WarmP95: 10}
		s.BuildSeconds, s.PeakRSSBytes = 2.5, 64<<20
	}
	return r
}

func TestRun(t *testing.T) {
	set, err := Load("testdata/tiny")
	if err != nil {
		t.Fatal(err)
	}
	system := tinyScript()
	systems := []SystemSpec{script(system), {Name: "silent", New: func() System { return searchOnly{tinyScript()} }}}
	choices, err := Choose("scripted, silent+scope", systems)
	if err != nil {
		t.Fatal(err)
	}
	var runs bytes.Buffer
	steps := 0
	report, err := Run(t.Context(), set, choices, Options{Runs: RunWriter(&runs), Progress: func(_ string, done, total int) {
		if steps++; total != 8 || done != 1+(steps-1)%8 {
			t.Errorf("step %d: %d of %d", steps, done, total)
		}
	}})
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff([]string{"leave", "receipt", "password", "moon", "leave", "receipt", "password", "moon"}, system.asked); diff != "" {
		t.Error(diff)
	}
	if _, err := os.Stat(system.dir); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("the temporary folder is left: %v", err)
	}
	if system.closed != 1 || steps != 16 {
		t.Errorf("closed %d times, %d steps", system.closed, steps)
	}
	for _, s := range report.Systems {
		if s.PeakRSSBytes < 1<<20 && s.PeakRSSBytes != 0 || s.BuildSeconds <= 0 || s.Latency.WarmP95 < s.Latency.WarmP50 {
			t.Errorf("%+v", s)
		}
	}
	still(report).Compare(1)
	report.Systems[1].Groups = []Group{{Set: "part", Questions: 3, Metrics: report.Systems[1].Metrics}}
	var out, table bytes.Buffer
	if err := errors.Join(report.WriteJSON(&out), report.WriteTable(&table)); err != nil {
		t.Fatal(err)
	}
	golden(t, "tiny.json", out.String())
	golden(t, "tiny.txt", table.String())
	golden(t, "tiny.runs.jsonl", runs.String())
}

// Nothing is in the JSON of a set without answers, refusals and groups but the documented keys.
func TestReportShape(t *testing.T) {
	set, err := Load("testdata/lines")
	if err != nil {
		t.Fatal(err)
	}
	report, err := Run(t.Context(), set, []Choice{{SystemSpec: script(&scripted{ranked: map[string][]string{"q1": {"a"}, "q2": {"gone", "b", "3"}}})}}, Options{})
	if err != nil {
		t.Fatal(err)
	}
	var out bytes.Buffer
	if err := report.WriteJSON(&out); err != nil {
		t.Fatal(err)
	}
	var keys []string
	for _, m := range regexp.MustCompile(`"([^"]+)":`).FindAllStringSubmatch(out.String(), -1) {
		keys = append(keys, m[1])
	}
	want := []string{"set", "systems", "name", "metrics", "hit@1", "hit@5", "p@5", "recall@5", "recall@10", "recall@100", "mrr", "map", "ndcg@10",
		"latency_ms", "cold_p50", "cold_p95", "warm_p50", "warm_p95", "embedded_per_question", "build_seconds", "peak_rss_bytes"}
	if diff := cmp.Diff(want, keys); diff != "" {
		t.Error(diff)
	}
	var back Report
	if err := json.Unmarshal(out.Bytes(), &back); err != nil {
		t.Fatal(err)
	}
	if got := back.Systems[0].Metrics.Recall5; got != 1 { // "gone" is judged relevant though no document of the set
		t.Errorf("recall@5 %v", got)
	}
}

func TestRunGroups(t *testing.T) {
	set, err := Load(evaltest.Write(t, map[string]string{
		"queries.jsonl":  `{"_id":"q1","text":"a","metadata":{"set":"one"}}` + "\n" + `{"_id":"q2","text":"a","metadata":{"set":"two"}}` + "\n" + `{"_id":"q3","text":"a","metadata":{"set":"two"}}`,
		"qrels/test.tsv": "q1\td1\t1\nq2\td1\t1\nq3\td1\t1\n",
	}))
	if err != nil {
		t.Fatal(err)
	}
	report, err := Run(t.Context(), set, []Choice{{SystemSpec: script(&scripted{ranked: map[string][]string{"q1": {"d1"}, "q2": {"d1"}}})}}, Options{})
	if err != nil {
		t.Fatal(err)
	}
	got := map[string]float64{}
	for _, g := range report.Systems[0].Groups {
		got[g.Set] = g.Metrics.Hit1 * float64(g.Questions)
	}
	if diff := cmp.Diff(map[string]float64{"one": 1, "two": 1}, got); diff != "" {
		t.Error(diff)
	}
}

func TestRunFails(t *testing.T) {
	set, err := Load("testdata/tiny")
	if err != nil {
		t.Fatal(err)
	}
	for step, want := range map[string]string{
		"build":  "system scripted on set tiny: no room",
		"search": "system scripted on set tiny: question leave: lost",
		"close":  "system scripted on set tiny: stuck",
	} {
		system := &scripted{fail: step}
		_, err := Run(t.Context(), set, []Choice{{SystemSpec: script(system)}}, Options{})
		if err == nil || err.Error() != want {
			t.Errorf("got %v, want %s", err, want)
		}
		if system.closed != 1 {
			t.Errorf("%s: closed %d times", step, system.closed)
		}
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := Run(ctx, set, []Choice{{SystemSpec: script(tinyScript())}}, Options{}); !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled: %v", err)
	}
}

func TestCacheIsKept(t *testing.T) {
	set, err := Load("testdata/tiny")
	if err != nil {
		t.Fatal(err)
	}
	cache := t.TempDir()
	var dirs []string
	for range 2 {
		system := tinyScript()
		if _, err := Run(t.Context(), set, []Choice{{SystemSpec: script(system)}}, Options{Cache: cache}); err != nil {
			t.Fatal(err)
		}
		dirs = append(dirs, system.dir)
	}
	if dirs[0] != dirs[1] || !strings.HasPrefix(dirs[0], cache) {
		t.Errorf("%q", dirs)
	}
	if _, err := os.Stat(filepath.Join(dirs[0], "built")); err != nil {
		t.Error(err)
	}
}

func TestChoose(t *testing.T) {
	from := []SystemSpec{{Name: "bm25"}, {Name: "lazy"}}
	got, err := Choose("bm25,lazy+scope, bm25+scope", from)
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, c := range got {
		names = append(names, c.FullName())
	}
	if diff := cmp.Diff([]string{"bm25", "lazy+scope", "bm25+scope"}, names); diff != "" {
		t.Error(diff)
	}
	for list, want := range map[string]string{
		"":           `"" is no system that can be measured: choose from bm25, lazy, each also with +scope`,
		"bm26":       `"bm26" is no system`,
		"bm25+share": `"bm25+share" is no system`,
		"bm25,bm25":  `"bm25" is listed twice`,
	} {
		if _, err := Choose(list, from); spar.CodeOf(err) != spar.Invalid || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v", list, err)
		}
	}
}

func TestRunLineIsBounded(t *testing.T) {
	var ranked []Ranked
	for i := range 300 {
		ranked = append(ranked, Ranked{Doc: string(rune(0x4e00 + i))})
	}
	l := newRunLine("s", Query{ID: "q"}, ranked, map[string]float64{ranked[250].Doc: 1, "absent": 2, ranked[0].Doc: 0})
	if len(l.Ranked) != keptRanks || l.Found != 300 {
		t.Errorf("%d of %d", len(l.Ranked), l.Found)
	}
	if diff := cmp.Diff(map[string]int{ranked[250].Doc: 251, "absent": 0}, l.Gold); diff != "" {
		t.Error(diff)
	}
}

func TestPeakRSS(t *testing.T) {
	ResetPeakRSS()
	before, err := PeakRSS()
	if spar.CodeOf(err) == spar.Unavailable {
		t.Skip(err)
	}
	big := make([]byte, 256<<20)
	for i := 0; i < len(big); i += 4096 {
		big[i] = 1
	}
	after, err := PeakRSS()
	if err != nil {
		t.Fatal(err)
	}
	if before < 1<<20 || after < before || after < int64(len(big)) {
		t.Errorf("the peak went from %d to %d bytes with %d in use", before, after, len(big))
	}
	runtime.KeepAlive(big)
}
