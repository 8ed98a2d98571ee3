package main

import (
	"archive/zip"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"sync"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"
	"github.com/sparsearch/spar/internal/config"
	"github.com/sparsearch/spar/internal/db/dbtest"
	"github.com/sparsearch/spar/internal/extract/pdfium"
)

// asSpar in the environment makes the test binary be spar.
const asSpar = "SPAR_TEST_AS_SPAR"

func TestMain(m *testing.M) {
	// The test binary is what SPAR re-executes here, as a worker or as another program that is confined.
	process := len(os.Args) == 2 && (os.Args[1] == workerCommand || os.Args[1] == config.KeeperCommand)
	if os.Getenv(asSpar) != "" || process || len(os.Args) > 2 && os.Args[1] == confineCommand {
		main()
	}
	if os.Getenv(asScripts) != "" {
		if err := serveScripts(os.Stdin, os.Stdout); err != nil {
			fmt.Fprintln(os.Stderr, "scripts:", err)
			os.Exit(exitInternal)
		}
		os.Exit(exitOK)
	}
	testscript.Main(m, map[string]func(){"spar-process": main})
}

// withPDFium makes a data directory that has PDFium's compiled code: compiling takes each seconds.
func withPDFium(data string) error {
	cache, err := compiledPDFium()
	if err != nil || cache == "" {
		return errors.Join(err, os.MkdirAll(data, 0o700))
	}
	return errors.Join(os.MkdirAll(data, 0o700), os.CopyFS(filepath.Join(data, "cache"), os.DirFS(cache)))
}

// compiledPDFium compiles PDFium once and returns the folder that has the code, "" where there is none. The user's cache keeps it from run
// to run.
var compiledPDFium = sync.OnceValues(func() (string, error) {
	cache, err := os.UserCacheDir()
	if err != nil || !pdfium.Available() {
		return "", nil
	}
	cache = filepath.Join(cache, "spar", "wasm")
	rt, err := pdfium.New(context.Background(), pdfium.Options{CacheDir: cache})
	if err == nil {
		err = rt.Close(context.Background())
	}
	return cache, err
})

// TestScript runs the command line as a user would; each script has a data directory of its own. Those in script/stored are about what the
// database keeps and run on each database; the others would say the same twice, and run on PostgreSQL in a long run alone.
func TestScript(t *testing.T) {
	if testing.CoverMode() == "" { // with it, this process changes its working directory for each command
		t.Parallel()
	}
	dbtest.Each(t, func(t *testing.T) {
		patterns := []string{"testdata/script/stored/*.txtar"}
		if !dbtest.OnPostgres(t) || dbtest.Long() {
			patterns = append(patterns, "testdata/script/*.txtar")
		}
		here, err := os.Getwd()
		if err != nil {
			t.Fatal(err)
		}
		var files []string
		for _, p := range patterns {
			found, err := filepath.Glob(filepath.Join(here, p)) // absolute, for scripts change the working directory
			if err != nil || len(found) == 0 {
				t.Fatalf("no scripts in %s: %v", p, err)
			}
			files = append(files, found...)
		}
		testScripts(t, files)
	})
}

func testScripts(t *testing.T, files []string) {
	sample, err := filepath.Abs("../../testdata/sample/share")
	if err != nil {
		t.Fatal(err)
	}
	parity, err := filepath.Abs("../../internal/embed/testdata/parity")
	if err != nil {
		t.Fatal(err)
	}
	bin, self := t.TempDir(), os.Args[0]
	if self, err = filepath.Abs(self); err != nil {
		t.Fatal(err)
	}
	// exec spar starts a program, whatever the other commands of a script do.
	program := "#!/bin/sh\n" + asSpar + "=1 exec '" + self + "' \"$@\"\n"
	if err := os.WriteFile(filepath.Join(bin, "spar"), []byte(program), 0o700); err != nil {
		t.Fatal(err)
	}
	free := scriptProcesses(t)
	testscript.Run(t, testscript.Params{
		Files: files,
		Setup: func(e *testscript.Env) error {
			e.Setenv("PATH", bin+string(filepath.ListSeparator)+e.Getenv("PATH"))
			e.Setenv("SPAR_DATA_DIR", filepath.Join(e.WorkDir, "data"))
			e.Setenv("SPAR_DATABASE", dbtest.Database(t, filepath.Join(e.WorkDir, "data")))
			e.Setenv("OTHER_DATABASE", dbtest.Database(t, filepath.Join(e.WorkDir, "other")))
			e.Setenv("SPAR_CONFIG", "")
			e.Setenv("SAMPLE", sample)
			e.Setenv("NER", filepath.Join(parity, "ner"))
			e.Setenv("RERANKER", filepath.Join(parity, "cross"))
			return nil
		},
		Cmds: map[string]func(*testscript.TestScript, bool, []string){
			// binary FILE TEXT writes a file of a quoted Go string, which may hold any bytes.
			"binary": func(ts *testscript.TestScript, neg bool, args []string) {
				text, err := strconv.Unquote(`"` + args[1] + `"`)
				ts.Check(err)
				ts.Check(os.WriteFile(ts.MkAbs(args[0]), []byte(text), 0o600))
			},
			// absent DIR TEXT fails when any file below the folder contains the text.
			"absent": func(ts *testscript.TestScript, neg bool, args []string) {
				ts.Check(filepath.WalkDir(ts.MkAbs(args[0]), func(path string, d fs.DirEntry, err error) error {
					if err != nil || !d.Type().IsRegular() {
						return err
					}
					data, err := os.ReadFile(path)
					if bytes.Contains(data, []byte(args[1])) {
						ts.Fatalf("%s contains %q", path, args[1])
					}
					return err
				}))
			},
			// pack FILE DIR makes a zip archive of a folder, such as a workbook of its parts.
			"pack": func(ts *testscript.TestScript, neg bool, args []string) {
				f, err := os.Create(ts.MkAbs(args[0]))
				ts.Check(err)
				w := zip.NewWriter(f)
				ts.Check(w.AddFS(os.DirFS(ts.MkAbs(args[1]))))
				ts.Check(w.Close())
				ts.Check(f.Close())
			},
			// pdfium makes the data directory with PDFium's compiled code in it.
			"pdfium": func(ts *testscript.TestScript, neg bool, args []string) {
				ts.Check(withPDFium(ts.Getenv("SPAR_DATA_DIR")))
			},
			"spar": func(ts *testscript.TestScript, neg bool, args []string) {
				if status := inScript(ts, free, args); (status != exitOK) != neg {
					ts.Fatalf("spar %q ends with status %d", args, status)
				}
			},
			"mkfifo": func(ts *testscript.TestScript, neg bool, args []string) {
				for _, name := range args {
					ts.Check(mkfifo(ts.MkAbs(name)))
				}
			},
		},
		UpdateScripts: os.Getenv("SPAR_UPDATE") != "",
	})
}

// inScript runs a command of a script and returns its exit status. A process of scripts does so, which serves many commands. A long run
// starts a program for each, and `exec spar-process` always does, which scripts say where they give standard input, call it from a shell, or
// need the standard output of a process. Where lines are counted that tests run, this process does it, one command after the other.
func inScript(ts *testscript.TestScript, free chan *scriptProcess, args []string) int {
	if dbtest.Long() {
		err := ts.Exec("spar-process", args...)
		if exit := (*exec.ExitError)(nil); errors.As(err, &exit) {
			return exit.ExitCode()
		}
		ts.Check(err)
		return exitOK
	}
	if testing.CoverMode() != "" {
		workingDir.Lock()
		defer workingDir.Unlock()
		return inFolder(ts.MkAbs("."), args, ts.Stdout(), ts.Stderr(), ts.Getenv)
	}
	p := <-free
	defer func() { free <- p }()
	status, err := p.run(ts.MkAbs("."), args, ts.Stdout(), ts.Stderr(), ts.Getenv)
	ts.Check(err)
	return status
}

// A process has one working directory, and scripts run beside each other.
var workingDir sync.Mutex
