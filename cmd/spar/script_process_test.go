package main

import (
	"bytes"
	"context"
	"encoding/gob"
	"fmt"
	"io"
	"os"
	"os/exec"
	"runtime"
	"strings"
	"sync"
	"testing"
)

// asScripts in the environment makes the test binary run one command of a script after the other, until its standard input ends.
const asScripts = "SPAR_TEST_AS_SCRIPTS"

// A scriptCall is what a script process is told: a command to run, or the value of the variable that it asked for.
type scriptCall struct {
	Dir   string
	Args  []string
	Value string
}

// A scriptReply is what it tells: the variable that it needs, or the end of the command.
type scriptReply struct {
	Variable string
	Status   int
	Out, Err []byte
}

// A scriptProcess runs commands of scripts. A process has one working directory, and each script works in its own: therefore scripts that
// run beside each other have a process each. It lives on, because starting one costs more than most commands.
type scriptProcess struct {
	to   *gob.Encoder
	from *gob.Decoder
}

// scriptProcesses starts as many as there are processors. A script takes one for a command, and puts it back.
func scriptProcesses(t *testing.T) chan *scriptProcess {
	t.Helper()
	n := runtime.GOMAXPROCS(0)
	free := make(chan *scriptProcess, n)
	for range n {
		cmd := exec.Command(os.Args[0])
		cmd.Env, cmd.Stderr = append(os.Environ(), asScripts+"=1"), os.Stderr
		in, err := cmd.StdinPipe()
		if err != nil {
			t.Fatal(err)
		}
		out, err := cmd.StdoutPipe()
		if err != nil {
			t.Fatal(err)
		}
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() {
			in.Close()
			if err := cmd.Wait(); err != nil {
				t.Errorf("a process of scripts: %v", err)
			}
		})
		free <- &scriptProcess{to: gob.NewEncoder(in), from: gob.NewDecoder(out)}
	}
	return free
}

// run runs a command in a folder and returns its exit status.
func (p *scriptProcess) run(dir string, args []string, out, err io.Writer, env func(string) string) (int, error) {
	say := scriptCall{Dir: dir, Args: args}
	for {
		if fault := p.to.Encode(say); fault != nil {
			return 0, fmt.Errorf("the process of scripts: %w", fault)
		}
		var r scriptReply
		if fault := p.from.Decode(&r); fault != nil {
			return 0, fmt.Errorf("the process of scripts: %w", fault)
		}
		if r.Variable == "" {
			_, _ = out.Write(r.Out)
			_, _ = err.Write(r.Err)
			return r.Status, nil
		}
		say = scriptCall{Value: env(r.Variable)}
	}
}

// serveScripts is such a process.
func serveScripts(in io.Reader, out io.Writer) error {
	from, to := gob.NewDecoder(in), gob.NewEncoder(out)
	for {
		var c scriptCall
		if err := from.Decode(&c); err == io.EOF {
			return nil
		} else if err != nil {
			return err
		}
		var ask sync.Mutex
		var r scriptReply
		var stdout, stderr bytes.Buffer
		r.Status = inFolder(c.Dir, c.Args, &stdout, &stderr, func(name string) string {
			ask.Lock()
			defer ask.Unlock()
			var told scriptCall
			if to.Encode(scriptReply{Variable: name}) != nil || from.Decode(&told) != nil {
				os.Exit(exitInternal) // whoever asked is gone
			}
			return told.Value
		})
		r.Out, r.Err = stdout.Bytes(), stderr.Bytes()
		if err := to.Encode(r); err != nil {
			return err
		}
	}
}

// inFolder runs a command in this process, whose working directory it makes the folder.
func inFolder(dir string, args []string, out, err io.Writer, env func(string) string) int {
	was, fault := os.Getwd()
	if fault == nil {
		fault = os.Chdir(dir)
	}
	if fault != nil {
		fmt.Fprintln(err, fault)
		return exitInternal
	}
	defer func() { _ = os.Chdir(was) }()
	return run(context.Background(), args, strings.NewReader(""), out, err, func(name string) (string, bool) {
		v := env(name)
		return v, v != "" || name == "SPAR_CONFIG" || name == "SPAR_DATABASE"
	})
}
