package main

import (
	"bytes"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/sparsearch/spar/internal/db/dbtest"
	"github.com/sparsearch/spar/internal/redact"
	"github.com/spf13/cobra"
)

// inside runs the program in this process, with a data directory and settings of its own.
func inside(t *testing.T, settings map[string]string, args ...string) (out, err string, exit int) {
	t.Helper()
	var stdout, stderr bytes.Buffer
	env := func(name string) (string, bool) {
		if name == "SPAR_CONFIG" {
			return "", true
		}
		v, ok := settings[name]
		return v, ok
	}
	exit = run(t.Context(), args, strings.NewReader(""), &stdout, &stderr, env)
	return stdout.String(), stderr.String(), exit
}

// hostileWords are names that a terminal would act on: escape sequences, a line of our own, characters that reorder text,
// and bytes that are no text.
var hostileWords = []string{"\x1b]0;owned\x07red\x1b[31m.md", "a\nspar: all is well\r.md", "\u202egpj.\u2066exe.md", "c1\u009b2J\u007f.md", "raw\xff\x9b2J.md"}

// notTried are the commands that run until they are stopped, measure, or only write files.
var notTried = []string{"watch", "serve", "mcp", "eval", "model pull", "model bench", "model check", "model fit-light", "model fit-coverage", "man", "backup", "restore"}

// TestNothingReachesTheTerminal: whatever files, tags and arguments are called, no command sends a terminal what it would
// act on, in results, errors, notes or JSON.
func TestNothingReachesTheTerminal(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("files cannot have such names here")
	}
	t.Chdir(t.TempDir()) // some commands write to the file that is named
	share := t.TempDir()
	settings := map[string]string{"SPAR_DATA_DIR": filepath.Join(t.TempDir(), "data"), "SPAR_WORKERS": "1", "SPAR_ENCODER": "none"}
	for i, name := range hostileWords {
		folder := filepath.Join(share, "of-"+strings.TrimSuffix(name, ".md"))
		if os.MkdirAll(folder, 0o700) != nil {
			continue // this file system takes text only
		}
		text := "---\nauthor: \"" + []string{"\\e[31mAda", "Bob\\u202e"}[i%2] + "\"\n---\n# Gate \x1b[31m\n\nThe garden gate opens at seven \x1b]0;owned\x07 \u202e.\n"
		if err := os.WriteFile(filepath.Join(folder, name), []byte(text), 0o600); err != nil {
			t.Skip(err)
		}
	}
	if err := os.WriteFile(filepath.Join(share, hostileWords[0]+".zip"), []byte("PK\x03\x04 no archive"), 0o600); err != nil {
		t.Fatal(err)
	}
	calls := [][]string{
		{"share", "add", "s\x1b[31m", share}, {"share", "add", "s", share}, {"scan"}, {"search", "garden gate", "-k", "20"}, {"ask", "when does the garden gate open?"},
		{"tag", "add", "Tag \x1b[31m\u202e"}, {"tag", "add", "below", "--parent", "up\x1b[0m"}, {"tag", "assign", "Tag \x1b[31m\u202e", "--path", "**"}, {"tag", "list"}, {"taxonomy", "check"},
		{"ws", "create", "w\x1b[31m", "--tag", "Tag \x1b[31m\u202e"}, {"ws", "list"}, {"ws", "show", "w\x1b[31m"}, {"ask", "-w", "w\x1b[31m", "when does the garden gate open?"}, {"ask", "-w", "x\x1b[31m", "when?"},
		{"files"}, {"files", "--skipped"}, {"files", "--sort", "-name"}, {"files", "--path", "OF-*/**"}, {"files", "--scope", "x\x1b[31m:y"}, {"files", "--scope", "author:\"\x1b[31mAdb\""}, {"files", "--type", "\x1b[31m"}, {"files", "--sort", "\x1b[31m"},
		{"files", "--scope", "state:\u202e"}, {"files", "--no\x1b[31m"}, {"\x1b[31m"}, {"share", "\u202e"}, {"attributes"}, {"attributes", "author"}, {"duplicates"}, {"status"}, {"doctor"}, {"config", "--ocr-languages", "\x1b[31m"}, {"open", "1"},
		{"files", "--workers", "\x1b[31m"}, {"status", "--data", "/dev/null/\x1b[31m"}, {"files", "--as", "\x1b[31m"}, {"share", "list", "--as", "\u202e"},
	}
	for _, word := range hostileWords {
		calls = append(calls, []string{"show", "s:of-" + strings.TrimSuffix(word, ".md") + "/" + word}, []string{"show", word}, []string{"rights", word}, []string{"open", word}, []string{"show", strings.ToUpper(word)},
			[]string{"extract", filepath.Join(share, "of-"+strings.TrimSuffix(word, ".md"), word), "--blocks"}, []string{"extract", filepath.Join(share, word)})
	}
	// And every command with arguments that mean nothing: as text or as JSON in turn, in a long run as both.
	var walk func(c *cobra.Command)
	walk = func(c *cobra.Command) {
		if name := commandName(c); !c.HasSubCommands() && !slices.Contains(notTried, name) && !strings.HasPrefix(name, "bench ") {
			for n := range 3 {
				calls = append(calls, append(strings.Fields(name), hostileWords[:n]...))
			}
		}
		for _, sub := range c.Commands() {
			walk(sub)
		}
	}
	written := len(calls)
	walk((&app{}).command())
	for i, call := range calls {
		for j, as := range [][]string{nil, {"--json"}} {
			if i >= written && (i+j)%2 == 1 && !dbtest.Long() {
				continue
			}
			out, err, _ := inside(t, settings, append(call, as...)...)
			for what, text := range map[string]string{"standard output": out, "standard error": err} {
				if harmless := redact.Harmless(text); harmless != text || !utf8.ValidString(text) {
					t.Errorf("spar %q writes to %s what a terminal acts on: %.200q", append(call, as...), what, text)
				}
			}
			for _, line := range strings.Split(err, "\n") {
				if line == "spar: all is well" || strings.HasPrefix(line, "spar: all is well") {
					t.Errorf("spar %q lets a name write a line of its own: %q", append(call, as...), err)
				}
			}
		}
	}
}

// TestPasswordsAreNotShown: whatever is done with settings that hold passwords and keys, none comes out.
func TestPasswordsAreNotShown(t *testing.T) {
	t.Parallel()
	share := t.TempDir()
	if err := os.WriteFile(filepath.Join(share, "gate.md"), []byte("# Gate\n\nThe garden gate opens at seven.\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	plain := map[string]string{"SPAR_DATA_DIR": filepath.Join(t.TempDir(), "data"), "SPAR_WORKERS": "1", "SPAR_ENCODER": "none"}
	inside(t, plain, "share", "add", "s", share)
	inside(t, plain, "scan")
	for _, secret := range []map[string]string{
		{"SPAR_LLM_URL": "http://ada:geheim@127.0.0.1:1/v1", "SPAR_LLM_MODEL": "m"},
		{"SPAR_LLM_URL": "http://127.0.0.1:1/v1?key=geheim", "SPAR_LLM_MODEL": "m"},
		{"SPAR_LLM_URL": "http://127.0.0.1:1/v1?subscription=geheim#geheim", "SPAR_LLM_MODEL": "m"},
		{"SPAR_LLM_URL": "ftp://ada:geheim@127.0.0.1/"},
		{"SPAR_LLM_URL": "http://127.0.0.1:1/v1", "SPAR_LLM_MODEL": "m", "SPAR_LLM_KEY": "geheim-0123456789"},
		{"SPAR_ENCODER_URL": "http://ada:geheim@127.0.0.1:1/v1", "SPAR_ENCODER": "m"},
		{"SPAR_ENCODER_URL": "http://127.0.0.1:1/v1?api_key=geheim", "SPAR_ENCODER": "m"},
		{"SPAR_RERANKER_URL": "http://ada:geheim@127.0.0.1:1/v1", "SPAR_RERANK": "m"},
		{"SPAR_TIKA_URL": "http://ada:geheim@127.0.0.1:1"},
		{"SPAR_TIKA_URL": "http://127.0.0.1:1?key=geheim"},
		{"SPAR_HUB_URL": "http://ada:geheim@127.0.0.1:1"},
		{"SPAR_HUB_URL": "http://127.0.0.1:1/?token=geheim"},
		{"SPAR_DATABASE": "postgres://ada:geheim@127.0.0.1:1/spar"},
		{"SPAR_DATABASE": "host=127.0.0.1 port=1 user=ada password=geheim"},
		{"SPAR_DATABASE": "postgres://ada:ge%zzheim@127.0.0.1:1/spar?password=geheim"},
	} {
		settings := map[string]string{}
		for _, from := range []map[string]string{plain, secret} {
			for name, v := range from {
				settings[name] = v
			}
		}
		for _, call := range [][]string{{"config"}, {"doctor", "--models"}, {"status"}, {"ask", "when does the garden gate open?"}, {"search", "garden gate"}, {"recover"}, {"model", "pull", "a/b"}} {
			for _, how := range [][]string{nil, {"--json"}, {"--verbose"}} {
				out, err, _ := inside(t, settings, append(call, how...)...)
				if strings.Contains(out+err, "geheim") || strings.Contains(out+err, "heim@") {
					t.Errorf("%v: spar %q tells the password: %s%s", secret, append(call, how...), out, err)
				}
			}
		}
	}
}
