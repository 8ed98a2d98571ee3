package eval

import (
	"context"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/sparsearch/spar/internal/spar"
)

// ScanOptions say how scans are measured.
type ScanOptions struct {
	Files   int      // number of files in the made tree
	Rounds  int      // rounds of find and scan in turns; 0: 5
	Folder  string   // holds the made tree and the data directory; "": the folder for temporary files
	Command []string // the program itself
	Tell    func(format string, args ...any)
}

// A ScanCost is the cost of one run of a program.
type ScanCost struct {
	Seconds float64 `json:"seconds"`
	CPU     float64 `json:"cpu_seconds"` // user and system
	Memory  int64   `json:"memory"`      // the largest resident size, in bytes; 0 if the system does not tell
}

// A ScanTable has the cost to scan all files of a tree, beside find. Each cost is the median of the
// rounds; each ratio is of medians.
type ScanTable struct {
	Schema  string `json:"schema"`
	Files   int    `json:"files"`
	Folders int    `json:"folders"`
	Rounds  int    `json:"rounds"`
	Machine string `json:"machine"`

	Find    ScanCost `json:"find"`
	First   ScanCost `json:"first_scan"` // without tags by rules and the saved index, as are the next
	Again   ScanCost `json:"scan_unchanged"`
	Changed ScanCost `json:"scan_one_in_a_hundred_changed"`
	Whole   ScanCost `json:"first_scan_with_index"`
	Alone   ScanCost `json:"scan_of_nothing"` // what the program costs by itself
}

// Ratio is how many times as long a run took as find.
func (t ScanTable) Ratio(c ScanCost) (wall, cpu float64) {
	return c.Seconds / t.Find.Seconds, c.CPU / t.Find.CPU
}

const scanFolder = 200 // files a folder

// MeasureScan makes a tree of small files and runs `find -printf` and the program over it by turns.
func MeasureScan(ctx context.Context, o ScanOptions) (t ScanTable, err error) {
	if o.Rounds == 0 {
		o.Rounds = 5
	}
	if o.Tell == nil {
		o.Tell = func(string, ...any) {}
	}
	find, err := exec.LookPath("find")
	if err != nil || runtime.GOOS != "linux" {
		return t, spar.Errorf(spar.Unavailable, "scans are measured beside GNU find, which is not here")
	}
	top, err := os.MkdirTemp(o.Folder, "spar-bench-scan-")
	if err != nil {
		return t, err
	}
	defer os.RemoveAll(top)
	root, empty := filepath.Join(top, "tree"), filepath.Join(top, "empty")
	o.Tell("making %d files", o.Files)
	if err := makeTree(ctx, root, o.Files); err != nil {
		return t, err
	}
	if err := os.Mkdir(empty, 0o700); err != nil {
		return t, err
	}
	t = ScanTable{Schema: "spar.bench.scan/1", Files: o.Files, Folders: (o.Files + scanFolder - 1) / scanFolder, Rounds: o.Rounds, Machine: Machine()}
	run := func(data string, args ...string) (ScanCost, error) {
		command := append(slices.Clone(o.Command), append(args, "--data", data, "--quiet")...)
		return cost(ctx, command)
	}
	var finds, firsts, again, changed, alone, wholes []ScanCost
	for round := range o.Rounds {
		o.Tell("round %d of %d", round+1, o.Rounds)
		data, bare, whole := filepath.Join(top, fmt.Sprint("data-", round)), filepath.Join(top, fmt.Sprint("bare-", round)), filepath.Join(top, fmt.Sprint("whole-", round))
		for _, args := range [][]string{{data, root}, {bare, empty}, {whole, root}} {
			if _, err := run(args[0], "share", "add", "tree", args[1]); err != nil {
				return t, err
			}
		}
		for _, step := range []struct {
			to  *[]ScanCost
			run func() (ScanCost, error)
		}{
			{&finds, func() (ScanCost, error) { return cost(ctx, []string{find, root, "-printf", `%p %s %T@ %i\n`}) }},
			{&firsts, func() (ScanCost, error) { return run(data, "scan", "--bare") }},
			{&finds, func() (ScanCost, error) { return cost(ctx, []string{find, root, "-printf", `%p %s %T@ %i\n`}) }},
			{&again, func() (ScanCost, error) { return run(data, "scan", "--bare") }},
			{&wholes, func() (ScanCost, error) { return run(whole, "scan") }},
			{&alone, func() (ScanCost, error) { return run(bare, "scan", "--bare") }},
			{&changed, func() (ScanCost, error) {
				if err := changeTree(root, o.Files, round); err != nil {
					return ScanCost{}, err
				}
				return run(data, "scan", "--bare")
			}},
		} {
			c, err := step.run()
			if err != nil {
				return t, err
			}
			*step.to = append(*step.to, c)
		}
		for _, dir := range []string{data, whole} {
			if err := os.RemoveAll(dir); err != nil {
				return t, err
			}
		}
	}
	t.Find, t.First, t.Again, t.Changed, t.Alone, t.Whole = medianCost(finds), medianCost(firsts), medianCost(again), medianCost(changed), medianCost(alone), medianCost(wholes)
	return t, nil
}

// cost runs a command to its end and throws its output away.
func cost(ctx context.Context, command []string) (c ScanCost, err error) {
	cmd := exec.CommandContext(ctx, command[0], command[1:]...)
	var faults strings.Builder
	cmd.Stderr = &faults
	begin := time.Now()
	if err := cmd.Start(); err != nil {
		return c, err
	}
	ended, peak := make(chan struct{}), make(chan int64, 1)
	go func() { peak <- peakMemory(cmd.Process.Pid, ended) }()
	err = cmd.Wait()
	c.Seconds = time.Since(begin).Seconds()
	close(ended)
	c.Memory = <-peak
	if err != nil {
		return c, fmt.Errorf("%s: %w: %.300s", command[0], err, faults.String())
	}
	c.CPU = (cmd.ProcessState.UserTime() + cmd.ProcessState.SystemTime()).Seconds()
	return c, nil
}

func medianCost(costs []ScanCost) (m ScanCost) {
	middle := func(of func(ScanCost) float64) float64 {
		var all []float64
		for _, c := range costs {
			all = append(all, of(c))
		}
		slices.Sort(all)
		return all[len(all)/2]
	}
	m.Seconds = middle(func(c ScanCost) float64 { return c.Seconds })
	m.CPU = middle(func(c ScanCost) float64 { return c.CPU })
	m.Memory = int64(middle(func(c ScanCost) float64 { return float64(c.Memory) }))
	return m
}

func treeFile(root string, i int) string {
	return filepath.Join(root, fmt.Sprintf("department %02d", i/scanFolder%20), fmt.Sprintf("project %04d", i/scanFolder), fmt.Sprintf("minutes of meeting %06d.txt", i))
}

func makeTree(ctx context.Context, root string, files int) error {
	for i := range files {
		name := treeFile(root, i)
		if i%scanFolder == 0 {
			if err := ctx.Err(); err != nil {
				return err
			}
			if err := os.MkdirAll(filepath.Dir(name), 0o700); err != nil {
				return err
			}
		}
		if err := os.WriteFile(name, []byte("Meeting "+strconv.Itoa(i)+".\n"), 0o600); err != nil {
			return err
		}
	}
	return nil
}

// changeTree gives one file in a hundred, spread over all folders, another content.
func changeTree(root string, files, round int) error {
	for i := 0; i < files; i += 100 {
		if err := os.WriteFile(treeFile(root, i), fmt.Appendf(nil, "Meeting %d, for the %d. time.\n", i, round+2), 0o600); err != nil {
			return err
		}
	}
	return nil
}

// WriteText prints a table.
func (t ScanTable) WriteText(w io.Writer) error {
	if _, err := fmt.Fprintf(w, "%d files in %d folders, the median of %d rounds, on %s\n\n%-36s %10s %10s %10s %8s %8s\n",
		t.Files, t.Folders, t.Rounds, t.Machine, "", "seconds", "CPU s", "memory", "x wall", "x CPU"); err != nil {
		return err
	}
	for _, row := range []struct {
		name string
		c    ScanCost
	}{
		{`find -printf '%p %s %T@ %i\n'`, t.Find}, {"first scan", t.First}, {"scan, nothing changed", t.Again},
		{"scan, one file in a hundred changed", t.Changed}, {"first scan, with the saved index", t.Whole}, {"scan of an empty share", t.Alone},
	} {
		wall, cpu := t.Ratio(row.c)
		if _, err := fmt.Fprintf(w, "%-36s %10.3f %10.3f %7.0f MB %8.2f %8.2f\n", row.name, row.c.Seconds, row.c.CPU, float64(row.c.Memory)/1e6, wall, cpu); err != nil {
			return err
		}
	}
	return nil
}
