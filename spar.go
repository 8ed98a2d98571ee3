// Package spar answers questions over the files of a machine, with citations, inside of a Go program: what the program spar does, without its
// doors. [Open] opens a data directory, [Index.AddShare] says which folder to look at, [Index.Ask] answers:
//
//	share -> scan -> select -> ask, search, files -> read
//
// Files are never written to, and no vector database is built: a question reads what it needs, once. Every call says who
// asks, and nobody learns anything of a file that they may not read.
//
// Files are read in processes of their own, because a file may be hostile. The program that embeds SPAR is started again for
// them: its main calls [Worker] first.
package spar

import (
	"context"
	"fmt"
	"log/slog"
	"os"
	"strings"

	"github.com/sparsearch/spar/internal/api"
	"github.com/sparsearch/spar/internal/config"
	"github.com/sparsearch/spar/internal/read"
	"github.com/sparsearch/spar/internal/service"
	words "github.com/sparsearch/spar/internal/spar"
)

// Options say how a data directory is opened. Only Dir must be given.
type Options struct {
	Dir string // the data directory; made if it is missing, for its owner alone

	// Settings are those of the program spar by the names that docs/server.md and `spar config` give them, such as
	// "llm-url": "http://127.0.0.1:8080/v1" or "budget": "files=200".
	Settings map[string]string

	// Configured takes what Settings leaves out from the configuration file and from the environment, as the program spar does.
	Configured bool

	// Program is a spar that reads files in place of this program, which then need not call Worker.
	Program string

	Log *slog.Logger // nil discards
}

// An Index is an open data directory. Its methods may be called from many goroutines; several processes may have one directory open.
type Index struct{ s *service.Service }

// The arguments with which a program starts itself to read files.
const (
	workerArgument  = "spar-worker"
	confineArgument = "spar-confine"
)

// Worker returns at once, unless [Open] started this process to read files: then it does that, and ends the process. Call it first in main, and in
// TestMain of tests.
func Worker() {
	var err error
	switch {
	case len(os.Args) == 2 && os.Args[1] == workerArgument:
		err = read.Worker(context.Background())
	case len(os.Args) > 2 && os.Args[1] == confineArgument:
		err = read.Confined(os.Args[2:])
	default:
		return
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, os.Args[1]+":", err)
		os.Exit(1)
	}
	os.Exit(0)
}

// Open opens a data directory. Close it at the end.
func Open(ctx context.Context, o Options) (*Index, error) {
	c, err := o.config()
	if err != nil {
		return nil, err
	}
	e, err := c.Engine()
	if err != nil {
		return nil, err
	}
	if e.Read, err = c.Reading(); err != nil {
		return nil, err
	}
	self, worker, confine := o.Program, "worker", "confine"
	if self == "" {
		worker, confine = workerArgument, confineArgument
		if self, err = os.Executable(); err != nil {
			return nil, err
		}
	}
	e.Read.Command, e.Read.Confine, e.Log = []string{self, worker}, []string{self, confine}, o.Log
	s, err := service.Open(ctx, e, c.Service())
	if err != nil {
		return nil, err
	}
	return &Index{s}, nil
}

// config reads the settings. Of the environment it takes those of SPAR only where the options say so, and all else, such as keys and where
// models are kept, as it is.
func (o Options) config() (*config.Config, error) {
	if o.Dir == "" {
		return nil, words.Errorf(words.Invalid, "no data directory is named; Options.Dir must be a folder")
	}
	set := map[string]string{"SPAR_DATA_DIR": o.Dir}
	if !o.Configured {
		set["SPAR_CONFIG"] = ""
	}
	known := map[string]string{}
	for _, s := range config.Settings() {
		known[s.Name] = s.Variable()
	}
	for name, value := range o.Settings {
		if known[name] == "" {
			return nil, words.Errorf(words.Invalid, "there is no setting %q", name)
		}
		set[known[name]] = value
	}
	return config.Load(nil, func(name string) (string, bool) {
		if value, ok := set[name]; ok {
			return value, true
		}
		if strings.HasPrefix(name, "SPAR_") && !o.Configured {
			return "", false
		}
		return os.LookupEnv(name)
	})
}

// Close closes the data directory.
func (x *Index) Close() error { return x.s.Close() }

// A Principal is who asks; only [Index.Me] and [Index.Person] make one that may read anything.
type Principal struct{ who words.Principal }

// Me is the user of this process, who may read what the operating system lets them.
func (x *Index) Me() (Principal, error) {
	who, err := x.s.Process()
	return Principal{who}, err
}

// Person is somebody for whom this program asks, by a name of the file of principals or of an account of this machine. They
// may read what the rights of each share give them. Whether it is really they who ask is the program's to know.
func (x *Index) Person(ctx context.Context, name string) (Principal, error) {
	who, err := x.s.Served(ctx, name)
	return Principal{who}, err
}

// AddShare makes a folder a share, under a name for queries and addresses. It is scanned by [Index.Scan], or by the first question.
func (x *Index) AddShare(ctx context.Context, who Principal, name, folder string) error {
	_, _, err := x.s.AddShare(ctx, who.who, api.NewShare{Name: name, Folder: folder})
	return err
}

// A Scan is what was found in a share, in files.
type Scan struct {
	Share                                           string
	Seen, Added, Changed, Moved, Deleted, Unchanged int
	Skipped                                         int // that cannot be read
}

// Scan looks for new, changed and deleted files in shares by name, in all if none is named. It reads names and times, not files. A share
// that cannot be scanned does not keep the others from it: the error comes with the results so far.
func (x *Index) Scan(ctx context.Context, who Principal, shares ...string) (found []Scan, err error) {
	for e, err := range x.s.Scan(ctx, who.who, api.ScanRequest{What: shares}) {
		if err != nil {
			return found, err
		}
		if s := e.Scan; s != nil {
			found = append(found, Scan{s.Share, s.Seen, s.Added, s.Changed, s.Moved, s.Deleted, s.Unchanged, s.Skipped})
		}
	}
	return found, nil
}

// A Code says what kind an error is.
type Code string

// The codes.
const (
	Invalid     Code = "invalid"     // the request is wrong
	NotFound    Code = "not-found"   // or forbidden, which looks the same
	Conflict    Code = "conflict"    // exists already, or is held by another process
	Unavailable Code = "unavailable" // a share, a model or a service is not there now
	Internal    Code = "internal"    // a fault of SPAR or of the machine
)

// CodeOf is the code of an error of this package, Internal of any other. The text of an error names the fault and a remedy.
func CodeOf(err error) Code { return Code(words.CodeOf(err)) }
