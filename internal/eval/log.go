package eval

import (
	"bufio"
	"bytes"
	"fmt"
	"os"
	"runtime"
	"runtime/debug"
	"strings"
	"time"
)

// A LogEntry is one measurement as docs/results keeps it: what was run, on which commit and machine, and what came
// out, so that the same command gives the same figures again.
type LogEntry struct {
	Title   string
	Time    time.Time
	Command string
	Commit  string // "": that of the running binary
	Machine string // "": this one
	Report  *Report
	Notes   string // Markdown
}

// Markdown is the entry as a section of a results file.
func (e LogEntry) Markdown() (string, error) {
	if e.Commit == "" {
		e.Commit = Commit()
	}
	if e.Machine == "" {
		e.Machine = Machine()
	}
	var b bytes.Buffer
	fmt.Fprintf(&b, "## %s\n\n- date: %s\n- command: `%s`\n- commit: %s\n- machine: %s\n\n", e.Title, e.Time.UTC().Format(time.DateOnly), e.Command, e.Commit, e.Machine)
	if e.Report != nil {
		b.WriteString("```\n")
		if err := e.Report.WriteTable(&b); err != nil {
			return "", err
		}
		b.WriteString("```\n\n")
	}
	if notes := strings.TrimSpace(e.Notes); notes != "" {
		b.WriteString(notes + "\n\n")
	}
	return b.String(), nil
}

// Commit is the commit that the running binary was built from, as far as it knows, with "+" when the tree had changes.
func Commit() string {
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return "unknown"
	}
	commit, changed := "unknown", ""
	for _, s := range info.Settings {
		switch {
		case s.Key == "vcs.revision" && s.Value != "":
			commit = s.Value[:min(12, len(s.Value))]
		case s.Key == "vcs.modified" && s.Value == "true":
			changed = "+"
		}
	}
	return commit + changed
}

// Machine names the processor, how many of its cores are usable, and what the binary was built with.
func Machine() string {
	return fmt.Sprintf("%s, %d cores, %s/%s, %s", processor(), runtime.NumCPU(), runtime.GOOS, runtime.GOARCH, runtime.Version())
}

// processor is the name that Linux has for it, elsewhere the architecture.
func processor() string {
	f, err := os.Open("/proc/cpuinfo")
	if err != nil {
		return runtime.GOARCH
	}
	defer func() { _ = f.Close() }()
	for lines := bufio.NewScanner(f); lines.Scan(); {
		if key, value, ok := strings.Cut(lines.Text(), ":"); ok && strings.TrimSpace(key) == "model name" {
			return strings.Join(strings.Fields(value), " ")
		}
	}
	return runtime.GOARCH
}
