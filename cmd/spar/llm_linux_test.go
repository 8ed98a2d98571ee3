package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"
)

// realModel returns the small language model and the server that scripts/llm.sh fetches. Its tests run only if SPAR_REQUIRE names llm
// alone, as `make llm-test` does: beside other tests they take many minutes.
func realModel(t *testing.T) (file, program string) {
	t.Helper()
	if !slices.Contains(strings.Split(os.Getenv("SPAR_REQUIRE"), ","), "llm") {
		t.Skip("run by make llm-test")
	}
	cache := os.Getenv("XDG_CACHE_HOME")
	if cache == "" {
		home, err := os.UserHomeDir()
		if err != nil {
			t.Fatal(err)
		}
		cache = filepath.Join(home, ".cache")
	}
	file, program = filepath.Join(cache, "spar/assets/llm/small.gguf"), filepath.Join(cache, "spar/assets/llm/llama-server")
	for _, need := range []string{file, program} {
		if _, err := os.Stat(need); err != nil {
			t.Fatalf("%v; scripts/llm.sh fetches it", err)
		}
	}
	return file, program
}

// servers are the processes that serve the models of a data directory, with their command lines.
func servers(t *testing.T, data string) (pids []int, lines []string) {
	t.Helper()
	all, err := filepath.Glob("/proc/[0-9]*/cmdline")
	if err != nil {
		t.Fatal(err)
	}
	for _, path := range all {
		line, err := os.ReadFile(path)
		if err != nil || !bytes.Contains(line, []byte("\x00--ctx-size\x00")) {
			continue
		}
		pid, _ := strconv.Atoi(strings.Split(path, "/")[2])
		if cwd, err := os.Readlink(fmt.Sprintf("/proc/%d/cwd", pid)); err == nil && strings.HasPrefix(cwd, data) {
			pids, lines = append(pids, pid), append(lines, string(line))
		}
	}
	return pids, lines
}

// TestRealModel has a small language model answer. The model is added, started on demand, shared, killed and started again, too slow, too
// large, and stopped when nobody needs it. Its text is poor, so the test checks the rest of the answer.
func TestRealModel(t *testing.T) {
	file, program := realModel(t)
	data := modelShare(t)
	if out, exit := runSpar(t, data, nil, "model", "add", file, "--name", "gemma"); exit != exitOK {
		t.Fatal(out)
	}
	if out, exit := runSpar(t, data, nil, "model", "list"); exit != exitOK || !strings.Contains(out, "language model") {
		t.Fatalf("the models are %s", out)
	}
	settings := []string{"SPAR_LLM=gemma", "SPAR_LLM_PROGRAM=" + program, "SPAR_LLM_THREADS=2", "SPAR_LLM_CONTEXT=2048", "SPAR_LLM_IDLE=8s", "SPAR_LLM_ROLE=writes"}
	type event struct {
		Stage, Model, Text string
		Waiting            *struct {
			For      string
			Read, Of int
		}
		Answer *struct {
			Model    string
			Checked  string
			Notes    []string
			Evidence []struct{ N int }
		}
	}
	ask := func(t *testing.T, more ...string) (list []event, took time.Duration) {
		t.Helper()
		began := time.Now()
		cmd := sparProcess(data, append(slices.Clone(settings), more...), "ask", "--share", "s", modelQuestion, "--json", "--stream", "--short")
		out, err := cmd.Output()
		if err != nil {
			t.Fatalf("%v: %s", err, out)
		}
		for line := range strings.Lines(string(out)) {
			var e event
			if err := json.Unmarshal([]byte(line), &e); err != nil {
				t.Fatal(err)
			}
			list = append(list, e)
		}
		return list, time.Since(began)
	}
	stages := func(list []event) (stages []string) {
		for _, e := range list {
			if n := len(stages); n == 0 || stages[n-1] != e.Stage {
				stages = append(stages, e.Stage)
			}
		}
		return stages
	}
	notes := func(list []event) string { return strings.Join(list[len(list)-1].Answer.Notes, "; ") }

	// It answers, streams, and shows evidence before a word of it.
	first, _ := ask(t)
	got := stages(first)
	evidence, drafted := slices.Index(got, "interim"), slices.Index(got, "draft")
	if evidence < 0 || drafted < evidence || got[len(got)-1] != "final" {
		t.Fatalf("the stages are %v", got)
	}
	read, text := 0, ""
	for _, e := range first {
		if e.Waiting != nil {
			read = max(read, e.Waiting.Of)
		}
		if text += e.Text; e.Stage == "interim" && len(e.Answer.Evidence) == 0 {
			t.Error("an answer so far has no evidence")
		}
	}
	if read < 100 || len(text) < 2 {
		t.Errorf("%d tokens of the prompt were told, and %q written", read, text)
	}
	// A small one writes nothing unless settings say otherwise. This one is no chat model and says neither yes nor no, which is told.
	checks, _ := ask(t, "SPAR_LLM_ROLE=auto")
	if last := checks[len(checks)-1].Answer; last.Model != "" || slices.Contains(stages(checks), "draft") ||
		last.Checked != "gemma" && !strings.Contains(notes(checks), "no model checked this") {
		t.Errorf("it was checked by %q (%s) and written by %q in the stages %v", last.Checked, notes(checks), last.Model, stages(checks))
	}
	pids, lines := servers(t, data)
	if len(pids) != 1 {
		t.Fatalf("%d servers run: %q", len(pids), lines)
	}
	env, err := os.ReadFile(fmt.Sprintf("/proc/%d/environ", pids[0]))
	if err != nil {
		t.Fatal(err)
	}
	_, key, _ := strings.Cut(string(env), "LLAMA_API_KEY=")
	if key, _, _ = strings.Cut(key, "\x00"); len(key) < 20 || strings.Contains(lines[0], key) {
		t.Errorf("the key %q stands in %q", key, lines[0])
	}

	// Two who ask at once share it.
	var both sync.WaitGroup
	for range 2 {
		both.Go(func() {
			if list, _ := ask(t); !slices.Contains(stages(list), "draft") {
				t.Errorf("the stages are %v: %s", stages(list), notes(list))
			}
		})
	}
	both.Wait()
	if now, _ := servers(t, data); !slices.Equal(now, pids) {
		t.Errorf("the servers are %v, and were %v", now, pids)
	}

	// Killed, it is started again by the next question.
	syscall.Kill(pids[0], syscall.SIGKILL)
	if list, _ := ask(t); !slices.Contains(stages(list), "draft") {
		t.Errorf("after it was killed the stages are %v: %s", stages(list), notes(list))
	}
	if now, _ := servers(t, data); len(now) != 1 || now[0] == pids[0] {
		t.Errorf("the servers are %v, and were %v", now, pids)
	}

	// Slower than anybody waits, the evidence stands, and the note says why.
	list, took := ask(t, "SPAR_LLM_FIRST=100ms", "SPAR_LLM_THREADS=1")
	if !strings.Contains(notes(list), "said nothing for 100ms") || took > 20*time.Second {
		t.Errorf("within %s the notes are %q", took, notes(list))
	}
	// Out of memory, too.
	if list, _ = ask(t, "SPAR_LLM_MEMORY=100MiB"); !strings.Contains(notes(list), "llm-memory") {
		t.Errorf("the notes are %q", notes(list))
	}
	// And without a server.
	if list, _ = ask(t, "SPAR_LLM_PROGRAM=no-such-server"); !strings.Contains(notes(list), "llm-program") {
		t.Errorf("the notes are %q", notes(list))
	}
	// Nobody asks any more: all of them end.
	for end := time.Now().Add(2 * time.Minute); ; time.Sleep(200 * time.Millisecond) {
		now, lines := servers(t, data)
		if len(now) == 0 {
			break
		}
		if time.Now().After(end) {
			t.Fatalf("still running: %q", lines)
		}
	}
}
