package main

import (
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"

	"github.com/spf13/cobra"

	"github.com/sparsearch/spar/eval"
	"github.com/sparsearch/spar/internal/catalog/invented"
	"github.com/sparsearch/spar/internal/engine"
	"github.com/sparsearch/spar/internal/measure"
	"github.com/sparsearch/spar/internal/spar"
)

func (p *program) benchCommand() *cobra.Command {
	cmd := &cobra.Command{
		Use: "bench", Short: "Measure how long things take on this machine",
		Args: cobra.NoArgs,
	}
	cmd.PersistentFlags().StringVar(&p.spar, "program", "", "the spar whose runs and server are timed (default: that beside spar-eval, or in the path)")
	cmd.AddCommand(p.benchScanCommand(), p.benchCatalogCommand(), p.benchScopesCommand(), p.benchSentencesCommand(),
		p.benchServiceCommand(), p.benchServeCommand(), p.benchCatalogProcess(), p.benchWorkspaceCommand(),
		p.benchOverlapCommand(), p.benchWorkspaceProcess())
	return cmd
}

// measured prints the result of a benchmark.
func (p *program) measured(b interface{ WriteText(io.Writer) error }, err error) error {
	if err != nil {
		return err
	}
	return p.print(b, b.WriteText)
}

// note prints the progress of a benchmark on standard error.
func note(format string, args ...any) { fmt.Fprintf(os.Stderr, format+"\n", args...) }

// made prints the number of files in the catalog at each tenth.
func made(files int) func(int) {
	told := 0
	return func(n int) {
		if tenth := 10 * n / files; tenth > told {
			told = tenth
			note("%d of %d files made", n, files)
		}
	}
}

// product returns the path of spar for benchmarks of the whole program: the one that a flag names, or the one beside this program.
func (p *program) product() (string, error) {
	if p.spar != "" {
		return p.spar, nil
	}
	self, err := os.Executable()
	if err != nil {
		return "", err
	}
	beside := filepath.Join(filepath.Dir(self), "spar")
	if _, err := os.Stat(beside); err == nil {
		return beside, nil
	}
	found, err := exec.LookPath("spar")
	if err != nil {
		return "", spar.Errorf(spar.NotFound, "spar lies neither beside spar-eval nor in the path: name it by --program")
	}
	return found, nil
}

func (p *program) benchScanCommand() *cobra.Command {
	var o eval.ScanOptions
	cmd := &cobra.Command{
		Use: "scan", Short: "Measure scans beside find over the same tree",
		Long: `Scan makes a tree of small files and runs find and scans of it by turns, whole programs each, from the start of the
process to its end: the first scan, one with nothing changed, and one with a file in a hundred changed. It prints the
medians, and how many times as long as find each took. Tree and data directory are removed at the end.`,
		Example: "  spar-eval bench scan --files 200000\n  spar-eval bench scan --files 1000000 --rounds 1 --json",
		Args:    cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			if o.Files < 1 || o.Rounds < 1 {
				return spar.Errorf(spar.Invalid, "--files and --rounds must be at least 1")
			}
			program, err := p.product()
			if err != nil {
				return err
			}
			o.Command = []string{program}
			o.Tell = note
			t, err := eval.MeasureScan(cmd.Context(), o)
			return p.measured(t, err)
		},
	}
	cmd.Flags().IntVar(&o.Files, "files", 200_000, "files of the tree")
	cmd.Flags().IntVar(&o.Rounds, "rounds", 5, "rounds of find and scans")
	cmd.Flags().StringVar(&o.Folder, "folder", "", "folder in which the tree is made (default: that for temporary files)")
	return cmd
}

// catalogProcess is the hidden command that is the fresh process of bench catalog.
const catalogProcess = "catalog-process"

func (p *program) benchCatalogCommand() *cobra.Command {
	var s invented.Options
	var rounds int
	cmd := &cobra.Command{
		Use: "catalog", Short: "Measure selecting files of a large catalog",
		Long: `Catalog makes a catalog of files that do not exist, with folders, tags in a hierarchy, assignments and attributes, in a
data directory of its own that is removed at the end. Then it measures a selection by a tag with all below it and a range
of years, compares it with the same selection by SQL, and says what memory it takes, how soon a fresh process selects, and
how soon it sees what another process has committed.

A million files take about half a gigabyte in TMPDIR, and a minute or two.`,
		Example: "  spar-eval bench catalog --files 1000000\n  spar-eval bench catalog --files 100000 --json",
		Args:    cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			if s.Files < 1 || s.Files > 1<<30 {
				return spar.Errorf(spar.Invalid, "--files is %d and must lie between 1 and %d", s.Files, 1<<30)
			}
			self, err := os.Executable()
			if err != nil {
				return err
			}
			s.Progress = made(s.Files)
			b, err := eval.MeasureCatalog(cmd.Context(), eval.CatalogOptions{
				Sample: s, Rounds: rounds, Program: []string{self, "bench", catalogProcess},
				Log: note,
			})
			return p.measured(b, err)
		},
	}
	f := cmd.Flags()
	f.IntVar(&s.Files, "files", 1_000_000, "how many files")
	f.IntVar(&s.Tags, "tags", 20_000, "how many tags")
	f.IntVar(&s.PerFile, "tags-per-file", 5, "how many tags a file has")
	f.Uint64Var(&s.Seed, "seed", 1, "the same seed makes the same catalog")
	f.IntVar(&rounds, "rounds", 20, "selections that are timed")
	return cmd
}

func (p *program) benchScopesCommand() *cobra.Command {
	var o eval.ScopesOptions
	cmd := &cobra.Command{
		Use: "scopes", Short: "Measure explaining and diagnosing scopes of a large catalog",
		Long: `Scopes makes a catalog as "spar-eval bench catalog" does and explains and diagnoses random scopes of it, in one process and in
fresh ones. It compares two large groups of tags of which one must hold with two that must both hold.`,
		Example: "  spar-eval bench scopes --files 1000000\n  spar-eval bench scopes --files 50000 --json",
		Args:    cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			if err := checkInvented(o); err != nil {
				return err
			}
			program, err := p.product()
			if err != nil {
				return err
			}
			o.Fresh = func(dir, scope string) []string {
				return []string{program, "--data", dir, "scope", "explain", "--scope", scope}
			}
			o.Sample.Progress = made(o.Sample.Files)
			b, err := eval.MeasureScopes(cmd.Context(), o)
			return p.measured(b, err)
		},
	}
	inventedFlags(cmd, &o, "scopes")
	return cmd
}

// inventedFlags adds the flags for the size of the catalog and for the number of things of each kind to measure over it.
func inventedFlags(cmd *cobra.Command, o *eval.ScopesOptions, things string) {
	f := cmd.Flags()
	f.IntVar(&o.Sample.Files, "files", 1_000_000, "how many files")
	f.IntVar(&o.Sample.Tags, "tags", 20_000, "how many tags")
	f.IntVar(&o.Sample.PerFile, "tags-per-file", 5, "how many tags a file has")
	f.Uint64Var(&o.Sample.Seed, "seed", 1, "the same seed makes the same catalog and the same "+things)
	f.IntVar(&o.Rounds, "rounds", 40, things+" of each kind")
}

func checkInvented(o eval.ScopesOptions) error {
	if o.Sample.Files < 1 || o.Sample.Files > 1<<30 || o.Rounds < 1 {
		return spar.Errorf(spar.Invalid, "--files is %d and --rounds %d; they must be at least 1, and files at most %d", o.Sample.Files, o.Rounds, 1<<30)
	}
	return nil
}

func (p *program) benchSentencesCommand() *cobra.Command {
	var o eval.ScopesOptions
	cmd := &cobra.Command{
		Use: "sentences", Short: "Measure understanding sentences that name files of a large catalog",
		Long: `Sentences makes a catalog as "spar-eval bench catalog" does and has random sentences over it understood: parsed as "spar do" does, their files
counted, their scope explained, in one process that has the index.`,
		Example: "  spar-eval bench sentences --files 1000000\n  spar-eval bench sentences --files 50000 --json",
		Args:    cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			if err := checkInvented(o); err != nil {
				return err
			}
			o.Sample.Progress = made(o.Sample.Files)
			b, err := eval.MeasureSentences(cmd.Context(), o)
			return p.measured(b, err)
		},
	}
	inventedFlags(cmd, &o, "sentences")
	return cmd
}

func (p *program) benchCatalogProcess() *cobra.Command {
	return &cobra.Command{
		Use: catalogProcess, Hidden: true, Args: cobra.MinimumNArgs(2), Short: "The fresh process of bench catalog",
		RunE: func(cmd *cobra.Command, args []string) error {
			return eval.CatalogChild(cmd.Context(), args, p.out)
		},
	}
}

// workspaceProcess is the hidden command that is the fresh process of bench workspace.
const workspaceProcess = "workspace-process"

func (p *program) benchWorkspaceCommand() *cobra.Command {
	var o eval.WorkspaceOptions
	cmd := &cobra.Command{
		Use: "workspace", Short: "Measure opening a workspace and asking it",
		Long: `Workspace makes files of invented words in a folder of its own that is removed at the end, reads them, and measures a workspace over them: how
soon a fresh process prints ten hits, with and without the data directory in memory; what ranking by four words costs, beside SQLite's FTS5;
what the search for the nearest of all vectors costs, beside reading their bytes, and whether it finds them.`,
		Example: "  spar-eval bench workspace --passages 100000\n  spar-eval bench workspace --passages 10000 --json",
		Args:    cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			self, err := os.Executable()
			if err != nil {
				return err
			}
			read, err := reading()
			if err != nil {
				return err
			}
			o.Engine = engine.Options{Read: read, Log: logger()}
			o.Program = []string{self, "bench", workspaceProcess}
			o.Log = note
			b, err := eval.MeasureWorkspace(cmd.Context(), o)
			return p.measured(b, err)
		},
	}
	f := cmd.Flags()
	f.IntVar(&o.Passages, "passages", 100_000, "how many passages, in all")
	f.IntVar(&o.PerFile, "per-file", 20, "how many passages a file has")
	f.IntVar(&o.Questions, "questions", 200, "questions that are timed in one process")
	f.IntVar(&o.Processes, "processes", 9, "fresh processes that are timed")
	f.Uint64Var(&o.Seed, "seed", 1, "the same seed makes the same files")
	return cmd
}

func (p *program) benchOverlapCommand() *cobra.Command {
	var o eval.OverlapOptions
	cmd := &cobra.Command{
		Use: "overlap", Short: "Measure what workspaces cost that share files",
		Long: `Overlap makes files of invented words in a folder of its own that is removed at the end, and workspaces that have a part of their files
in common; reads and embeds each; and compares what that takes on the disk and in memory with one workspace over all the files, with an index of
its own for each workspace, and with the formula of the paper for these.`,
		Example: "  spar-eval bench overlap\n  spar-eval bench overlap --shared 0.5 --files 500 --json",
		Args:    cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			read, err := reading()
			if err != nil {
				return err
			}
			o.Engine = engine.Options{Read: read, Log: logger()}
			o.Log = note
			b, err := eval.MeasureOverlap(cmd.Context(), o)
			return p.measured(b, err)
		},
	}
	f := cmd.Flags()
	f.IntVar(&o.Workspaces, "workspaces", 10, "how many workspaces")
	f.IntVar(&o.Files, "files", 1000, "files of each")
	f.IntVar(&o.PerFile, "per-file", 5, "how many passages a file has")
	f.Float64SliceVar(&o.Shared, "shared", []float64{.3, .6, .9}, "which part of its files all workspaces have, 0 to 1")
	f.Uint64Var(&o.Seed, "seed", 1, "the same seed makes the same files")
	return cmd
}

func (p *program) benchWorkspaceProcess() *cobra.Command {
	return &cobra.Command{
		Use: workspaceProcess, Hidden: true, Args: cobra.MinimumNArgs(3), Short: "The fresh process of bench workspace",
		RunE: func(cmd *cobra.Command, args []string) error {
			read, err := reading()
			if err != nil {
				return err
			}
			return eval.WorkspaceChild(cmd.Context(), engine.Options{Read: read, Log: logger()}, args, p.out)
		},
	}
}

func (p *program) benchServiceCommand() *cobra.Command {
	var o eval.ServiceOptions
	cmd := &cobra.Command{
		Use: "service SET", Short: "Measure how many questions a second one process answers, for 1 to 32 people at once",
		Long: `Service reads the share of an evaluation set once and then asks its questions of one service, by words and by words and
meaning, in the place of more and more people, each of whom has rights of their own.`,
		Example: "  spar-eval bench service testdata/sample\n  spar-eval bench service testdata/sample --scan --json",
		Args:    cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			set, err := measure.Load(args[0])
			if err != nil {
				return err
			}
			read, err := reading()
			if err != nil {
				return err
			}
			if slices.ContainsFunc(o.Askers, func(n int) bool { return n < 1 || n > 1000 }) || len(o.Askers) == 0 {
				return spar.Errorf(spar.Invalid, "--askers must be numbers from 1 to 1000")
			}
			o.Engine = engine.Options{Read: read, Log: logger()}
			b, err := eval.MeasureService(cmd.Context(), set, o)
			return p.measured(b, err)
		},
	}
	cmd.Flags().IntVar(&o.Questions, "questions", 500, "questions that are asked in each round")
	cmd.Flags().IntSliceVar(&o.Askers, "askers", []int{1, 2, 4, 8, 16, 32}, "numbers of people at once")
	cmd.Flags().BoolVar(&o.Scan, "scan", false, "one more round of each ranking while the share is scanned")
	return cmd
}

func (p *program) benchServeCommand() *cobra.Command {
	o := eval.ServeOptions{Log: note}
	cmd := &cobra.Command{
		Use: "serve [SET]", Short: "Measure a server under load: what a question costs over HTTP, and how long 1 to 256 clients wait",
		Long: `Serve reads the share of an evaluation set, or of as many invented passages as --passages says, and starts a server over it, as a
process of its own without limits. Then it compares the processor time of questions over HTTP with that of the same ones in a process, times
the first hits of a search and the pictures of pages, and has more and more clients ask, search, open places and follow answers, at last
while the share is scanned. Processor time of the server is known on Linux only.`,
		Example: "  spar-eval bench serve testdata/sample\n  spar-eval bench serve --passages 100000 --clients 1,16,256 --json",
		Args:    cobra.MaximumNArgs(1),
		RunE: func(cmd *cobra.Command, args []string) (err error) {
			switch {
			case len(args) == 1 && o.Passages > 0:
				return spar.Errorf(spar.Invalid, "a set was named and --passages given; leave one of them out")
			case len(args) == 1:
				if o.Set, err = measure.Load(args[0]); err != nil {
					return err
				}
			case o.Passages == 0:
				return spar.Errorf(spar.Invalid, "say what is served: an evaluation set, or --passages")
			}
			if slices.ContainsFunc(o.Clients, func(n int) bool { return n < 1 || n > 1000 }) || len(o.Clients) == 0 || o.Requests < 1 || o.Costed < 10 {
				return spar.Errorf(spar.Invalid, "--clients must be numbers from 1 to 1000, --requests at least 1 and --questions at least 10")
			}
			program, err := p.product()
			if err != nil {
				return err
			}
			read, err := reading()
			if err != nil {
				return err
			}
			o.Program = func(dir, people, rank string) []string {
				return []string{program, "serve", "--data", dir, "--listen", "127.0.0.1:0", "--json", "--no-watch", "--base-url", "", "--requests-a-minute", "0", "--answers-at-once", "0",
					"--principals", people, "--rank", rank, "--debug-listen", "", "--trace-url", ""}
			}
			o.Engine = engine.Options{Read: read, Log: logger()}
			b, err := eval.MeasureServe(cmd.Context(), o)
			return p.measured(b, err)
		},
	}
	f := cmd.Flags()
	f.IntVar(&o.Passages, "passages", 0, "serve invented passages, 20 a file, instead of a set")
	f.IntSliceVar(&o.Clients, "clients", []int{1, 4, 16, 64, 256}, "numbers of clients at once")
	f.IntVar(&o.Requests, "requests", 400, "requests of each round, but four of each client at least")
	f.IntVar(&o.Costed, "questions", 200, "questions of which the processor time is compared")
	return cmd
}
