package main

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/sparsearch/spar/internal/api"
)

// TestInterruptKeepsTheAnswer interrupts a question that has an answer and reads on, over a slow share. The program prints the best
// answer so far, its exit status says that it was interrupted, and what was read stays read.
func TestInterruptKeepsTheAnswer(t *testing.T) {
	t.Parallel()
	if runtime.GOOS == "windows" {
		t.Skip("Windows cannot send another process an interrupt")
	}
	root := t.TempDir()
	write := func(name, text string) {
		t.Helper()
		if err := os.WriteFile(filepath.Join(root, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	write("boiler 7 weight.md", "# Boiler 7\n\nBoiler 7 weighs 70 kilograms without its stand.\n")
	for i := range 600 {
		write(fmt.Sprintf("note %03d.md", i), fmt.Sprintf("# Note %d\n\nShelf %d holds paper of the year %d.\n", i, i, 1400+i))
	}
	data := t.TempDir()
	for _, args := range [][]string{{"share", "add", "s", root}, {"share", "limit", "s", "--opens", "60"}, {"scan"}} {
		if out, exit := runSpar(t, data, nil, args...); exit != exitOK {
			t.Fatal(out)
		}
	}
	const question = "how much does boiler 7 weigh?"
	ended := func(cmd *exec.Cmd, stderr *bytes.Buffer) {
		t.Helper()
		var status *exec.ExitError
		if err := cmd.Wait(); !errors.As(err, &status) || status.ExitCode() != exitInterrupted || !strings.Contains(stderr.String(), "interrupted") {
			t.Errorf("it ends with %v: %s", err, stderr)
		}
	}
	// Of a stream, interrupted when the first answer comes.
	streamed := sparProcess(data, nil, "ask", "--share", "s", question, "--until", "1", "--stream", "--json")
	var stderr bytes.Buffer
	streamed.Stderr = &stderr
	events, err := streamed.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := streamed.Start(); err != nil {
		t.Fatal(err)
	}
	told := false
	for lines := bufio.NewScanner(events); lines.Scan(); {
		var e api.AnswerEvent
		if err := json.Unmarshal(lines.Bytes(), &e); err != nil {
			t.Fatalf("%s: %v", lines.Text(), err)
		}
		if e.Stage == api.StageInterim && !told {
			told = true
			if err := streamed.Process.Signal(os.Interrupt); err != nil {
				t.Fatal(err)
			}
		}
		if e.Stage == api.StageFinal {
			t.Error("an interrupted question has a final answer")
		}
	}
	if ended(streamed, &stderr); !told {
		t.Fatal("no answer came before the end")
	}
	// Of a plain one, interrupted after its first turn; it goes on where the other stopped.
	count := func() int {
		t.Helper()
		out, exit := runSpar(t, data, nil, "files", "--count", "--json")
		var c struct{ States map[string]int }
		if err := json.Unmarshal([]byte(out), &c); err != nil || exit != exitOK {
			t.Fatal(out, err)
		}
		return c.States["ok"]
	}
	before := count()
	if before < 64 || before > 400 {
		t.Errorf("the first question left %d files read", before)
	}
	plain := sparProcess(data, nil, "ask", "--share", "s", question, "--until", "1")
	var stdout bytes.Buffer
	stderr.Reset()
	plain.Stdout, plain.Stderr = &stdout, &stderr
	if err := plain.Start(); err != nil {
		t.Fatal(err)
	}
	for late := time.Now().Add(time.Minute); count() < before+70 && time.Now().Before(late); {
		time.Sleep(50 * time.Millisecond)
	}
	time.Sleep(300 * time.Millisecond) // the turn is answered
	if err := plain.Process.Signal(os.Interrupt); err != nil {
		t.Fatal(err)
	}
	if ended(plain, &stderr); !strings.Contains(stdout.String(), "70 kilograms") || !strings.Contains(stdout.String(), "boiler 7 weight.md") {
		t.Errorf("it leaves %s\n%s", &stdout, &stderr)
	}
	if n := count(); n < before+64 || n >= 601 {
		t.Errorf("%d files are read, %d before", n, before)
	}
}
