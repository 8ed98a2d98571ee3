// Command spar answers questions over a file share with citations, without building a vector database of it.
package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"os/signal"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"

	"github.com/mattn/go-isatty"
	"github.com/sparsearch/spar/internal/config"
	"github.com/sparsearch/spar/internal/llm/local"
	"github.com/sparsearch/spar/internal/read"
	"github.com/sparsearch/spar/internal/redact"
	"github.com/sparsearch/spar/internal/spar"
	"github.com/sparsearch/spar/internal/tongue"
)

func main() {
	if len(os.Args) == 2 && os.Args[1] == workerCommand {
		// A worker reads files of unknown intent: it gets no configuration, no catalog and no command line.
		os.Exit(worker())
	}
	if len(os.Args) > 2 && os.Args[1] == confineCommand {
		fmt.Fprintln(os.Stderr, "spar confine:", read.Confined(os.Args[2:]))
		os.Exit(1)
	}
	if len(os.Args) == 2 && os.Args[1] == config.KeeperCommand {
		os.Exit(keeper())
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	context.AfterFunc(ctx, stop) // a second Ctrl-C ends the program at once, which loses nothing either
	code := run(ctx, os.Args[1:], os.Stdin, os.Stdout, os.Stderr, os.LookupEnv)
	stop()
	os.Exit(code)
}

// workerCommand is the argument that turns the binary into a worker process.
const workerCommand = "worker"

// confineCommand is the argument that turns the binary into another program, confined.
const confineCommand = "confine"

func worker() int {
	if err := read.Worker(context.Background()); err != nil {
		fmt.Fprintln(os.Stderr, "spar worker:", err)
		return 1
	}
	return 0
}

// keeper runs the process that owns the server of a language model.
func keeper() int {
	ctx, stop := signal.NotifyContext(context.Background(), syscall.SIGTERM)
	defer stop()
	if local.Keep(ctx, os.Stdin) != nil {
		return 1 // why stands in its state
	}
	return 0
}

// The exit statuses, documented in docs/operations.md.
const (
	exitOK          = 0
	exitInternal    = 1
	exitInvalid     = 2
	exitNotFound    = 3
	exitConflict    = 4
	exitUnavailable = 5
	exitInterrupted = 130
)

var exits = map[spar.Code]int{
	spar.Internal: exitInternal, spar.Invalid: exitInvalid, spar.NotFound: exitNotFound, spar.Conflict: exitConflict, spar.Unavailable: exitUnavailable,
}

// run is the whole program: it reads the command line, executes it and returns the exit status.
func run(ctx context.Context, args []string, in io.Reader, out, err io.Writer, env func(string) (string, bool)) int {
	guardedOut, guardedErr := &redact.Guard{W: out}, &redact.Guard{W: err}
	a := &app{in: in, out: guardedOut, err: guardedErr, raw: out, env: env}
	if f, ok := err.(*os.File); ok && isatty.IsTerminal(f.Fd()) {
		a.screen = f
	}
	if f, ok := out.(*os.File); ok && isatty.IsTerminal(f.Fd()) {
		a.raw, a.width = guardedOut, terminalWidth(f)
	}
	if n, err := strconv.Atoi(a.variable("COLUMNS")); err == nil && n > 0 {
		a.width = n
	}
	root := a.command()
	helped(root, a.language())
	root.SetArgs(a.follow(root, args))
	root.SetIn(in)
	root.SetOut(a.out)
	root.SetErr(a.err)
	ran, fault := root.ExecuteContextC(ctx)
	hint := a.meant(ran, fault)
	if a.served != nil {
		if ctx.Err() == nil && !a.bare {
			a.served.SaveIndex(ctx)
		}
		if closing := a.served.Close(); fault == nil {
			fault = closing
		}
	}
	if unwritten := errors.Join(guardedOut.Flush(), guardedErr.Flush()); fault == nil {
		fault = unwritten
	}
	switch {
	case fault == nil:
		return exitOK
	case ctx.Err() != nil:
		a.tell(a.say("interrupted; what was done is kept, and the same command goes on from there"))
		return exitInterrupted
	case errors.Is(fault, syscall.EPIPE):
		return exitOK // the reader of our output, such as head, has seen enough
	}
	a.tell(a.explain(fault) + a.words(hint))
	if spot := spar.SpotOf(fault); spot != nil {
		fmt.Fprint(a.err, pointed(*spot))
		guardedErr.Flush()
	}
	return exits[spar.CodeOf(fault)]
}

// fullDisk says which disk is full, if the error tells: the disk of the data directory is one of several.
func (a *app) fullDisk(err error) string {
	where := ""
	var file *fs.PathError
	if errors.As(err, &file) {
		folder := filepath.Dir(file.Path)
		for strings.HasPrefix(filepath.Base(folder), ".") && filepath.Dir(folder) != folder { // folders of unfinished files
			folder = filepath.Dir(folder)
		}
		where = folder
	}
	if where == "" {
		return a.say("a disk is full: free some space there, or name another place, then repeat the command")
	}
	return a.say("the disk of %s is full: free some space there, or name another place, then repeat the command", where)
}

// explain is an error with what can be done about it. Faults of the machine reach the user as they are and get their remedy
// here.
func (a *app) explain(err error) string {
	text := tongue.Error(a.language(), err)
	if errors.Is(err, syscall.ENOSPC) || errors.Is(err, syscall.EDQUOT) {
		return text + "; " + a.fullDisk(err)
	}
	if errors.Is(err, syscall.EMFILE) || errors.Is(err, syscall.ENFILE) {
		return text + "; " + a.say("raise the limit of open files (ulimit -n), or end other programs, then repeat the command")
	}
	return a.withOffers(text, spar.RemediesOf(err))
}
