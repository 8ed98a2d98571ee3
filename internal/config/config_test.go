package config

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/sparsearch/spar/internal/chunk"
	"github.com/sparsearch/spar/internal/embed"
	"github.com/sparsearch/spar/internal/order"
	"github.com/sparsearch/spar/internal/retrieve"
	"github.com/sparsearch/spar/internal/spar"
)

// in is an environment with a configuration file of some text; without text there is none.
func in(t *testing.T, text string, more map[string]string) Env {
	t.Helper()
	file := filepath.Join(t.TempDir(), "some", "config.yaml")
	if text != "" {
		if err := os.MkdirAll(filepath.Dir(file), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return func(name string) (string, bool) {
		switch v, ok := more[name]; {
		case ok:
			return v, true
		case name == "XDG_CONFIG_HOME" && text == "":
			return filepath.Dir(filepath.Dir(file)), true // where there is none
		case name == "SPAR_CONFIG" && text != "":
			return file, true
		case name == "HOME":
			return "/home/ada", true
		}
		return "", false
	}
}

func load(t *testing.T, env Env, flags map[string]string) *Config {
	t.Helper()
	c, err := Load(func(name string) (string, bool) { v, ok := flags[name]; return v, ok }, env)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

func TestWhereValuesComeFrom(t *testing.T) {
	env := in(t, "budget: 10s\nrank: bm25\nworkers: 3\nllm-key:\n", map[string]string{"SPAR_RANK": "dense", "SPAR_WORKERS": "4", "SPAR_DATABASE": "postgres://ada:secret@db/x"})
	c := load(t, env, map[string]string{"workers": "5", "data": "/d", "llm-key": "on a command line"})
	for name, want := range map[string]string{"budget": "10s", "rank": "dense", "workers": "5", "data-dir": "/d", "timeout": "60s", "keep-deleted": "168h", "keep-trash": "720h", "llm-key": "", "llm-timeout": "2m", "meaning-weight": "0.6"} {
		if got := c.Text(name); got != want {
			t.Errorf("%s is %q, want %q", name, got, want)
		}
	}
	from := map[string]string{}
	for _, s := range c.Show().Settings {
		from[s.Name] = s.From
		if strings.Contains(s.Value, "secret") {
			t.Errorf("%s is shown as %q", s.Name, s.Value)
		}
	}
	for name, want := range map[string]string{"budget": c.File, "rank": "environment SPAR_RANK", "workers": "flag --workers", "data-dir": "flag --data", "timeout": "default"} {
		if from[name] != want {
			t.Errorf("%s comes from %q, want %q", name, from[name], want)
		}
	}
	if load(t, in(t, "", nil), nil).DataDir() != filepath.FromSlash("/home/ada/.local/share/spar") {
		t.Error("the default of the data directory")
	}
}

// TestDefaults finds that without settings the options equal the rooms' own defaults.
func TestDefaults(t *testing.T) {
	c := load(t, in(t, "", nil), nil)
	r, err := c.Reading()
	if err != nil || r.Chunk.Size != chunk.DefaultSize || r.Chunk.Overlap != chunk.DefaultOverlap || r.Chunk.SmallTable != chunk.DefaultSmallTable || r.Timeout != time.Minute || r.Memory != 3<<29 || r.Entities == nil {
		t.Errorf("reading: %+v, %v", r.Chunk, err)
	}
	q, err := c.Questions()
	if err != nil || q.Ranking.Rank != "" || q.Ranking.Candidates != retrieve.DefaultCandidates || q.Ranking.Meaning != retrieve.DefaultMeaning || q.Budget != order.Of(5*time.Minute) || q.EncoderIsSet {
		t.Errorf("questions: %+v, %v", q, err)
	}
	if m, err := c.Model(); m != nil || err != nil {
		t.Errorf("the model: %v, %v", m, err)
	}
	if s, err := c.Reranker(); err != nil || s != nil && s.Name() != embed.VerifierName {
		t.Errorf("the reranker: %v, %v", s != nil, err)
	}
	if e, err := c.Engine(); err != nil || e.KeepDeleted != 7*24*time.Hour || e.KeepTrash != 30*24*time.Hour {
		t.Errorf("the engine: %+v, %v", e, err)
	}
}

// TestZeroIsNotUnset takes a 0 as a setting of its own.
func TestZeroIsNotUnset(t *testing.T) {
	c := load(t, in(t, "", nil), map[string]string{"passage-overlap": "0", "small-table": "0", "keep-deleted": "0", "budget": "0", "meaning-weight": "0"})
	r, err := c.Reading()
	if err != nil || r.Chunk.Overlap >= 0 || r.Chunk.SmallTable >= 0 {
		t.Errorf("reading: %+v, %v", r.Chunk, err)
	}
	if e, err := c.Engine(); err != nil || e.KeepDeleted != 1 {
		t.Errorf("kept for %v, %v", e.KeepDeleted, err)
	}
	if q, err := c.Questions(); err != nil || q.Budget != (order.Budget{}) || !(q.Ranking.Meaning > 0 && q.Ranking.Meaning < 1e-300) {
		t.Errorf("questions: %+v, %v", q, err)
	}
}

func TestFaults(t *testing.T) {
	for _, tc := range []struct{ name, text, part string }{
		{"workers", "many", "whole number"}, {"passage-size", "0", "must be more"}, {"memory", "1MB", "at least 128 MiB"}, {"memory", "x", "the setting memory"},
		{"timeout", "0", "more than 0"}, {"timeout", "-1s", "a time such as"}, {"entities", "yes", "on or off"}, {"tag-notes", "on", "yes or no"}, {"programs-without-landlock", "on", "yes or no"},
		{"rank", "best", "there is no ranking"}, {"candidates", "0", "1 to"}, {"meaning-weight", "NaN", "from 0 to 1"}, {"rerank-weight", "1.1", "from 0 to 1"}, {"cut", "-1", "from 0 to 1"}, {"encoder-arithmetic", "int4", "must be int8"},
		{"reranker-api", "x", "jina or tei"}, {"properties-budget", "-1", "files an hour"}, {"proposals-budget", "x", "files an hour"}, {"identifiers", "/no/such/file", "cannot be read"},
	} {
		c := load(t, in(t, "", map[string]string{Setting{Name: tc.name}.Variable(): tc.text}), nil)
		var faults []string
		for _, read := range []func(*Config) error{checked((*Config).Reading), checked((*Config).Questions), checked((*Config).Engine), checked((*Config).PropertiesBudget), checked((*Config).ProposalsBudget), func(c *Config) error { _, err := c.Reranker(); return err }} {
			if err := read(c); err != nil {
				if spar.CodeOf(err) != spar.Invalid {
					t.Errorf("%s %q: %v", tc.name, tc.text, err)
				}
				faults = append(faults, err.Error())
			}
		}
		if !strings.Contains(strings.Join(faults, "\n"), tc.part) {
			t.Errorf("%s %q: %q", tc.name, tc.text, faults)
		}
	}
	for text, part := range map[string]string{"bugdet: 3s\n": `did you mean "budget"`, "- a\n": "not YAML of the form"} {
		if _, err := Load(nil, in(t, text, nil)); spar.CodeOf(err) != spar.Invalid || !strings.Contains(err.Error(), part) {
			t.Errorf("%q: %v", text, err)
		}
	}
	if _, err := Load(nil, in(t, "", map[string]string{"SPAR_CONFIG": "/no/such/config.yaml"})); spar.CodeOf(err) != spar.Invalid {
		t.Errorf("a file that is not there: %v", err)
	}
}

func TestSet(t *testing.T) {
	const text = "# what reads\nworkers: 3 # two are not enough\n\n# how long\nbudget: >-\n  10s\n\n# the end\nrank: bm25\n"
	for _, tc := range []struct {
		name  string
		value *string
		want  string
	}{
		{"budget", new("30s"), "# what reads\nworkers: 3 # two are not enough\n\n# how long\nbudget: 30s\n\n# the end\nrank: bm25\n"},
		{"rank", new("dense"), "# what reads\nworkers: 3 # two are not enough\n\n# how long\nbudget: >-\n  10s\n\n# the end\nrank: dense\n"},
		{"timeout", new("90s"), text + "timeout: 90s\n"},
		{"encoder-question", new("query: "), text + "encoder-question: 'query: '\n"},
		{"budget", nil, "# what reads\nworkers: 3 # two are not enough\n\n# how long\n\n# the end\nrank: bm25\n"},
	} {
		c := load(t, in(t, text, nil), nil)
		if tc.value == nil {
			if was, err := c.Unset(tc.name); err != nil || !was {
				t.Errorf("unset %s: %v, %v", tc.name, was, err)
			}
		} else if err := c.Set(tc.name, *tc.value); err != nil {
			t.Errorf("set %s: %v", tc.name, err)
		}
		got, err := os.ReadFile(c.File)
		if err != nil || !slices.Equal(strings.Fields(strings.ReplaceAll(string(got), `"`, "'")), strings.Fields(tc.want)) || strings.Count(string(got), "\n") != strings.Count(tc.want, "\n") {
			t.Errorf("%s: %v\n%s\nwant\n%s", tc.name, err, got, tc.want)
		}
	}
}

func TestSetRefuses(t *testing.T) {
	c := load(t, in(t, "budget: 10s\n", nil), nil)
	for name, text := range map[string]string{"bugdet": "3s", "budget": "soon", "workers": "-1", "rank": "best", "llm-timeout": "0"} {
		if err := c.Set(name, text); spar.CodeOf(err) != spar.Invalid {
			t.Errorf("%s %q: %v", name, text, err)
		}
	}
	if _, err := c.Unset("bugdet"); spar.CodeOf(err) != spar.Invalid {
		t.Errorf("unset: %v", err)
	}
	if was, err := c.Unset("rank"); was || err != nil {
		t.Errorf("unset what is not set: %v, %v", was, err)
	}
	if got, _ := os.ReadFile(c.File); string(got) != "budget: 10s\n" {
		t.Errorf("the file became %q", got)
	}
	flow := load(t, in(t, "{budget: 10s, rank: bm25}\n", nil), nil)
	if err := flow.Set("budget", "3s"); spar.CodeOf(err) != spar.Invalid || !strings.Contains(err.Error(), "by hand") {
		t.Errorf("a file in one line: %v", err)
	}
	fresh := load(t, in(t, "", nil), nil)
	if err := fresh.Set("llm-key", "se: cret"); err != nil {
		t.Fatal(err)
	}
	if info, err := os.Stat(fresh.File); err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("the new file: %v, %v", info, err)
	}
	other := load(t, in(t, "workers: many\n", nil), nil)
	if err := os.Chmod(other.File, 0o644); err != nil {
		t.Fatal(err)
	}
	for _, set := range []struct {
		name, text string
		mode       os.FileMode
	}{{"memory", "2GiB", 0o644}, {"llm-key", "secret", 0o600}} {
		if err := other.Set(set.name, set.text); err != nil {
			t.Errorf("beside a fault: %v", err)
		}
		if info, err := os.Stat(other.File); err != nil || info.Mode().Perm() != set.mode {
			t.Errorf("after %s the file is %v, %v; want %v", set.name, info.Mode(), err, set.mode)
		}
	}
	again, err := Load(nil, func(name string) (string, bool) { return fresh.File, name == "SPAR_CONFIG" })
	if err != nil || again.Text("llm-key") != "se: cret" {
		t.Errorf("read back: %v", err)
	}
}

func TestSettings(t *testing.T) {
	seen := map[string]bool{}
	for _, s := range Settings() {
		if seen[s.Name] || s.Usage == "" || s.initial == nil {
			t.Errorf("the setting %+v", s)
		}
		seen[s.Name] = true
	}
	for name := range checks {
		if !seen[name] {
			t.Errorf("a check of %s, which is no setting", name)
		}
	}
	if got := (Setting{Name: "llm-url"}).Variable(); got != "SPAR_LLM_URL" {
		t.Error(got)
	}
}

// TestChange: through a server only settings of questions are changed, and none that a flag or the environment gives.
func TestChange(t *testing.T) {
	c := load(t, in(t, "# ours\nbudget: 2m\n", nil), nil)
	value := "3m"
	if err := c.Change("budget", &value); err != nil {
		t.Fatal(err)
	}
	if text, err := os.ReadFile(c.File); err != nil || string(text) != "# ours\nbudget: 3m\n" {
		t.Errorf("the file is %q, %v", text, err)
	}
	if err := c.Change("budget", nil); err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile(c.File)
	if err != nil || string(text) != "# ours\n" {
		t.Errorf("the file is %q, %v", text, err)
	}
	given := load(t, in(t, "", map[string]string{"SPAR_UNTIL": "0.5"}), nil)
	given.File = c.File
	for _, refused := range []struct {
		c           *Config
		name, value string
		says        string
	}{
		{c, "share-roots", "/", "not changed over the network"}, {c, "llm-program", "/bin/sh", "not changed over the network"},
		{c, "llm-url", "http://localhost:1", "not changed over the network"}, {c, "llm-key", "x", "not changed over the network"},
		{c, "principals", "/etc/passwd", "not changed over the network"}, {c, "audit", "off", "not changed over the network"},
		{c, "bugdet", "1m", "bugdet"}, {c, "budget", "soon", "soon"}, {given, "until", "1", "SPAR_UNTIL"},
		{&Config{values: c.values}, "budget", "1m", "no configuration file"},
	} {
		if err := refused.c.Change(refused.name, &refused.value); spar.CodeOf(err) == "" || !strings.Contains(fmt.Sprint(err), refused.says) {
			t.Errorf("%s as %s: %v", refused.name, refused.value, err)
		}
	}
	if now, err := os.ReadFile(c.File); err != nil || !bytes.Equal(now, text) {
		t.Errorf("what was refused was written: %q, %v", now, err)
	}
}
