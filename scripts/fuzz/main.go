// Command fuzz runs the fuzz targets of the module, each for its time, and prints a table of what came of it:
//
//	go run ./scripts/fuzz [-time 30s] [-run REGEXP] [-jobs 1] [-parallel 1] [-memory 4096] [-exec COMMAND] [-resume | -table]
//
// A target that fails does not stop the others; the input that made it fail is then below the package's testdata/fuzz,
// where every later `go test` runs it. Inputs that reach new code go into Go's fuzz cache and are used again in the next
// run. What came of each run is added to .cache/fuzz/results.jsonl and what it printed to .cache/fuzz/logs, so that with
// -resume a target runs only for what its earlier runs without a failure left of its time, and -table can print the
// table, which sums these runs up, without running anything. The exit status is 1 when a target failed.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"syscall"
	"time"
)

// longer is how many times as long the targets in long run.
const longer = 5

// long names the targets of the readers with the most code per byte of input: containers within containers, records
// that refer to each other, and text with state.
var long = []string{
	"extract.FuzzOLE", "extract.FuzzXLS", "extract.FuzzDOC", "extract.FuzzPPT", "extract.FuzzRTF",
	"extract.FuzzEML", "extract.FuzzMSG", "extract.FuzzMBOX", "extract.FuzzPDF", "layout.FuzzLayout",
}

type options struct {
	time     time.Duration
	jobs     int
	parallel int
	memory   int // MiB
	exec     []string
	resume   bool
	table    bool
	run      *regexp.Regexp
}

func main() {
	var o options
	flag.DurationVar(&o.time, "time", 30*time.Second, fmt.Sprintf("`time` for each target; %d times as much for those with the most code", longer))
	flag.IntVar(&o.jobs, "jobs", 1, "run so many `targets` at once")
	flag.IntVar(&o.parallel, "parallel", 1, "give each target so many `workers`")
	flag.IntVar(&o.memory, "memory", 4096, "let no worker have more `MiB` of data (Linux; 0: no limit)")
	prefix := flag.String("exec", "", "run targets by this `command`, such as \"nice -n 19\"; the programs are built without it")
	flag.BoolVar(&o.resume, "resume", false, "run each target only for what earlier runs without a failure left of its time")
	flag.BoolVar(&o.table, "table", false, "run nothing, print the table of what has been run")
	expr := flag.String("run", "", "only targets whose name, such as internal/extract.FuzzOLE, matches the `expression`")
	flag.Parse()
	var err error
	if o.run, err = regexp.Compile(*expr); err == nil && (flag.NArg() > 0 || o.jobs < 1 || o.parallel < 1 || o.time <= 0) {
		err = errors.New("no arguments besides flags, and these above zero")
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "fuzz:", err)
		os.Exit(2)
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	o.exec = strings.Fields(*prefix)
	failed, err := fuzz(ctx, o, os.Stdout)
	if err != nil {
		fmt.Fprintln(os.Stderr, "fuzz:", err)
	}
	if err != nil || failed > 0 {
		os.Exit(1)
	}
}

// fuzz runs the targets that the options select, prints the table and returns the number of failed targets.
func fuzz(ctx context.Context, o options, out io.Writer) (failed int, err error) {
	all, err := targets(ctx)
	if err != nil {
		return 0, err
	}
	all = slices.DeleteFunc(all, func(t target) bool { return !o.run.MatchString(t.String()) })
	if len(all) == 0 {
		return 0, fmt.Errorf("no target matches %q", o.run)
	}
	j, err := openJournal(filepath.Join(".cache", "fuzz"))
	if err != nil {
		return 0, err
	}
	defer j.close()
	if !o.table {
		if err := run(ctx, all, o, j, out); err != nil {
			return 0, err
		}
	}
	var rows []result
	for _, t := range all {
		if r, ok := j.last[t.String()]; ok {
			rows = append(rows, r)
			failed += min(r.Crashes, 1)
		}
	}
	fmt.Fprint(out, markdown(rows))
	return failed, ctx.Err()
}

// run fuzzes the targets, o.jobs at once, in their order.
func run(ctx context.Context, all []target, o options, j *journal, out io.Writer) error {
	commit, err := output(ctx, "git", "describe", "--always", "--dirty", "--exclude=*")
	if err != nil {
		return err
	}
	cache, err := output(ctx, "go", "env", "GOCACHE")
	if err != nil {
		return err
	}
	if err := limitMemory(o.memory); err != nil {
		return err
	}
	b := &builder{dir: filepath.Join(j.dir, "bin"), done: map[string]func() error{}}
	todo := make(chan target)
	errs := make([]error, o.jobs)
	var jobs sync.WaitGroup
	for n := range o.jobs {
		jobs.Go(func() {
			for t := range todo {
				limit := o.time
				if slices.Contains(long, t.short()) {
					limit *= longer
				}
				if ctx.Err() != nil {
					continue
				}
				if r, ok := j.get(t); ok && o.resume && r.Crashes == 0 {
					if limit -= time.Duration(r.Seconds * float64(time.Second)); limit < time.Second {
						fmt.Fprintf(out, "fuzz: %s has run %.0f s\n", t, r.Seconds)
						continue
					}
				}
				fmt.Fprintf(out, "fuzz: %s for %s\n", t, limit.Round(time.Second))
				r, said, err := one(ctx, b, t, limit, o, filepath.Join(cache, "fuzz"))
				if ctx.Err() != nil && (r.Execs == 0 || !strings.Contains(string(said), "Failing input")) {
					err, r.Crashes = nil, 0 // it was broken off
				}
				if r.Commit = commit; err != nil {
					fmt.Fprintf(out, "fuzz: %s failed: %v\n%s", t, err, said)
				}
				errs[n] = errors.Join(errs[n], j.add(t, r, said))
			}
		})
	}
	for _, t := range all {
		todo <- t
	}
	close(todo)
	jobs.Wait()
	return errors.Join(errs...)
}

// one runs a target in its package's folder, as `go test -fuzz` does. A failure is told in the result and as an error;
// said is all that the target printed.
func one(ctx context.Context, b *builder, t target, limit time.Duration, o options, cache string) (r result, said []byte, err error) {
	r = result{Package: t.pkg, Target: t.name}
	binary, err := b.build(ctx, t)
	if err != nil {
		r.Crashes = 1
		return r, nil, err
	}
	// Inputs that reach new code are made smaller too; without a bound by number that takes most of the time.
	args := append(slices.Clone(o.exec), binary, "-test.run=^$", "-test.fuzz=^"+t.name+"$", "-test.fuzztime="+limit.String(),
		"-test.fuzzminimizetime=100x", fmt.Sprint("-test.parallel=", o.parallel), "-test.fuzzcachedir="+filepath.Join(cache, t.path), "-test.timeout=0")
	cmd := exec.CommandContext(ctx, args[0], args[1:]...)
	cmd.Dir = t.dir
	cmd.Cancel = func() error { return cmd.Process.Signal(os.Interrupt) }
	cmd.WaitDelay = 10 * time.Second
	began := time.Now()
	said, err = cmd.CombinedOutput()
	r.Seconds = time.Since(began).Seconds()
	r.progress(string(said))
	if cmd.ProcessState != nil {
		r.CPU = (cmd.ProcessState.UserTime() + cmd.ProcessState.SystemTime()).Seconds()
		r.Peak = peakMemory(cmd.ProcessState)
	}
	if err != nil {
		r.Crashes = 1
	} else if strings.Contains(string(said), "--- SKIP") {
		r.Skipped = true
	}
	return r, said, err
}

// A builder makes the instrumented test program of each package once.
type builder struct {
	dir  string
	mu   sync.Mutex
	done map[string]func() error
}

func (b *builder) build(ctx context.Context, t target) (string, error) {
	dir, err := filepath.Abs(b.dir)
	if err != nil {
		return "", err
	}
	file := filepath.Join(dir, strings.ReplaceAll(t.path, "/", "_")+".test")
	b.mu.Lock()
	built, ok := b.done[t.path]
	if !ok {
		built = sync.OnceValue(func() error {
			cmd := exec.CommandContext(ctx, "go", "test", "-c", "-fuzz", "Fuzz", "-o", file, t.path)
			cmd.Dir = t.dir // in whose module it is
			if said, err := cmd.CombinedOutput(); err != nil {
				return fmt.Errorf("the tests of %s do not build: %w\n%s", t.pkg, err, said)
			}
			return nil
		})
		b.done[t.path] = built
	}
	b.mu.Unlock()
	return file, built()
}

func output(ctx context.Context, name string, args ...string) (string, error) {
	cmd := exec.CommandContext(ctx, name, args...)
	cmd.Stderr = os.Stderr
	b, err := cmd.Output()
	if err != nil {
		return "", fmt.Errorf("%s: %w", cmd, err)
	}
	return strings.TrimSpace(string(b)), nil
}
