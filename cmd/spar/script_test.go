package main

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"
)

// asSpar in the environment makes the test binary be spar.
const asSpar = "SPAR_TEST_AS_SPAR"

func TestMain(m *testing.M) {
	if len(os.Args) == 2 && os.Args[1] == workerCommand {
		os.Exit(worker()) // the test binary is what SPAR re-executes here
	}
	if os.Getenv(asSpar) != "" {
		main()
	}
	testscript.Main(m, map[string]func(){"spar": main})
}

// TestScript runs the command line as a user would; each script has a data directory of its own.
func TestScript(t *testing.T) {
	sample, err := filepath.Abs("../../testdata/sample/share")
	if err != nil {
		t.Fatal(err)
	}
	testscript.Run(t, testscript.Params{
		Dir: "testdata/script",
		Setup: func(e *testscript.Env) error {
			e.Setenv("SPAR_DATA_DIR", filepath.Join(e.WorkDir, "data"))
			e.Setenv("SPAR_CONFIG", filepath.Join(e.WorkDir, "no-config.yaml"))
			e.Setenv("SAMPLE", sample)
			return nil
		},
		Cmds: map[string]func(*testscript.TestScript, bool, []string){
			"mkfifo": func(ts *testscript.TestScript, neg bool, args []string) {
				for _, name := range args {
					ts.Check(mkfifo(ts.MkAbs(name)))
				}
			},
		},
		UpdateScripts: os.Getenv("SPAR_UPDATE") != "",
	})
}
