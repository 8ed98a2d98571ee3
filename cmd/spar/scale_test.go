package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"testing"
	"time"
)

const scaleFiles = 100_000

// scaleShare makes a share of scaleFiles small files in folders of 200.
func scaleShare(b *testing.B) (root string) {
	b.Helper()
	root = b.TempDir()
	for i := range scaleFiles {
		dir := filepath.Join(root, fmt.Sprintf("department %02d", i/200%20), fmt.Sprintf("project %03d", i/200))
		if i%200 == 0 {
			if err := os.MkdirAll(dir, 0o700); err != nil {
				b.Fatal(err)
			}
		}
		if err := os.WriteFile(filepath.Join(dir, fmt.Sprintf("minutes of meeting %05d.txt", i)), fmt.Appendf(nil, "Meeting %d.\n", i), 0o600); err != nil {
			b.Fatal(err)
		}
	}
	return root
}

// timed runs a command and gives its wall time and the largest resident size that it had, in bytes.
func timed(b *testing.B, cmd *exec.Cmd) (took time.Duration, rss int64) {
	b.Helper()
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	begin := time.Now()
	if err := cmd.Run(); err != nil {
		b.Fatalf("%v: %v: %s", cmd.Args, err, stderr.String())
	}
	return time.Since(begin), maxRSS(cmd.ProcessState)
}

// BenchmarkScan100k scans a share of 100,000 small files with the program itself, from the start of its process to its
// end: for the first time, again with nothing changed, and again with one file in a hundred changed. find prints what
// a scan looks at, as a yardstick. docs/results/scan.md has figures.
func BenchmarkScan100k(b *testing.B) {
	root := scaleShare(b)
	rate := func(b *testing.B, total time.Duration) {
		b.ReportMetric(float64(b.N)*scaleFiles/total.Seconds(), "files/s")
	}
	b.Run("find", func(b *testing.B) {
		if runtime.GOOS != "linux" {
			b.Skip("the options of find are those of GNU")
		}
		var total time.Duration
		for b.Loop() {
			took, _ := timed(b, exec.Command("find", root, "-printf", `%p %s %T@ %i\n`))
			total += took
		}
		rate(b, total)
	})
	scan := func(b *testing.B, data, want string) (time.Duration, int64) {
		b.Helper()
		cmd := sparProcess(data, nil, "scan", "s", "--json")
		var out bytes.Buffer
		cmd.Stdout = &out
		took, rss := timed(b, cmd)
		var report map[string]any
		if err := json.Unmarshal(out.Bytes(), &report); err != nil || report["seen"] != float64(scaleFiles) || report[want] == float64(0) {
			b.Fatalf("%v: %s", err, out.String())
		}
		return took, rss
	}
	fresh := func(b *testing.B) (data string) {
		data = b.TempDir()
		timed(b, sparProcess(data, nil, "share", "add", "s", root, "--quiet"))
		return data
	}
	b.Run("first", func(b *testing.B) {
		var total time.Duration
		var peak int64
		for b.Loop() {
			took, rss := scan(b, fresh(b), "added")
			total, peak = total+took, max(peak, rss)
		}
		rate(b, total)
		b.ReportMetric(float64(peak)/1e6, "MB-peak")
	})
	b.Run("unchanged", func(b *testing.B) {
		data := fresh(b)
		scan(b, data, "added")
		var total time.Duration
		var peak int64
		for b.Loop() {
			took, rss := scan(b, data, "unchanged")
			total, peak = total+took, max(peak, rss)
		}
		rate(b, total)
		b.ReportMetric(float64(peak)/1e6, "MB-peak")
	})
	b.Run("one in a hundred changed", func(b *testing.B) {
		data := fresh(b)
		scan(b, data, "added")
		var total time.Duration
		when := time.Now()
		for b.Loop() {
			when = when.Add(time.Second)
			for i := 0; i < scaleFiles; i += 100 {
				name := filepath.Join(root, fmt.Sprintf("department %02d", i/200%20), fmt.Sprintf("project %03d", i/200), fmt.Sprintf("minutes of meeting %05d.txt", i))
				if err := os.Chtimes(name, when, when); err != nil {
					b.Fatal(err)
				}
			}
			took, _ := scan(b, data, "changed")
			total += took
		}
		rate(b, total)
	})
	b.Run("files of a scope", func(b *testing.B) {
		data := fresh(b)
		scan(b, data, "added")
		var total time.Duration
		for b.Loop() {
			took, _ := timed(b, sparProcess(data, nil, "files", "--path", "department 07/**", "--count"))
			total += took
		}
		rate(b, total)
	})
}
