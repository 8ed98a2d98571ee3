package main

import (
	"io"
	"os"
	"slices"

	"github.com/spf13/cobra"

	"github.com/sparsearch/spar"
	"github.com/sparsearch/spar/internal/catalog/invented"
	"github.com/sparsearch/spar/internal/engine"
	"github.com/sparsearch/spar/internal/eval"
)

func (a *app) benchCommand() *cobra.Command {
	cmd := &cobra.Command{
		Use: "bench", Short: "Measure how long things take on this machine",
		Args: cobra.NoArgs,
	}
	cmd.AddCommand(a.benchScanCommand(), a.benchCatalogCommand(), a.benchScopesCommand(), a.benchSentencesCommand(),
		a.benchServiceCommand(), a.benchServeCommand(), benchCatalogProcess(a), a.benchWorkspaceCommand(),
		a.benchOverlapCommand(), benchWorkspaceProcess(a))
	return cmd
}

// measured prints what a benchmark gave.
func (a *app) measured(b interface{ WriteText(io.Writer) error }, err error) error {
	switch {
	case err != nil:
		return err
	case a.json:
		return a.printJSON(b)
	}
	return b.WriteText(a.out)
}

func (a *app) benchScanCommand() *cobra.Command {
	var o eval.ScanOptions
	cmd := &cobra.Command{
		Use: "scan", Short: "Measure scans beside find over the same tree",
		Long: `Scan makes a tree of small files and runs find and scans of it by turns, whole programs each, from the start of the
process to its end: the first scan, one with nothing changed, and one with a file in a hundred changed. It prints the
medians, and how many times as long as find each took. Tree and data directory are removed at the end.`,
		Example: "  spar bench scan --files 200000\n  spar bench scan --files 1000000 --rounds 1 --json",
		Args:    cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			if o.Files < 1 || o.Rounds < 1 {
				return spar.Errorf(spar.Invalid, "--files and --rounds must be at least 1")
			}
			self, err := os.Executable()
			if err != nil {
				return err
			}
			o.Command = []string{self}
			p := a.progress()
			o.Tell = p.show
			t, err := eval.MeasureScan(cmd.Context(), o)
			p.done()
			return a.measured(t, err)
		},
	}
	cmd.Flags().IntVar(&o.Files, "files", 200_000, "files of the tree")
	cmd.Flags().IntVar(&o.Rounds, "rounds", 5, "rounds of find and scans")
	cmd.Flags().StringVar(&o.Folder, "folder", "", "folder in which the tree is made (default: that for temporary files)")
	return cmd
}

// catalogProcess is the hidden command that is the fresh process of bench catalog.
const catalogProcess = "catalog-process"

func (a *app) benchCatalogCommand() *cobra.Command {
	var s invented.Options
	var rounds int
	cmd := &cobra.Command{
		Use: "catalog", Short: "Measure selecting files of a large catalog",
		Long: `Catalog makes a catalog of files that do not exist, with folders, tags in a hierarchy, assignments and attributes, in a
data directory of its own that is removed at the end. Then it measures a selection by a tag with all below it and a range
of years, compares it with the same selection by SQL, and says what memory it takes, how soon a fresh process selects, and
how soon it sees what another process has committed.

A million files take about half a gigabyte in TMPDIR, and a minute or two.`,
		Example: "  spar bench catalog --files 1000000\n  spar bench catalog --files 100000 --json",
		Args:    cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			if s.Files < 1 || s.Files > 1<<30 {
				return spar.Errorf(spar.Invalid, "--files is %d and must lie between 1 and %d", s.Files, 1<<30)
			}
			self, err := os.Executable()
			if err != nil {
				return err
			}
			p := a.progress()
			s.Progress = func(n int) { p.show("%s of %s files made", thousands(n), thousands(s.Files)) }
			b, err := eval.MeasureCatalog(cmd.Context(), eval.CatalogOptions{
				Sample: s, Rounds: rounds, Program: []string{self, "bench", catalogProcess},
				Log: func(format string, args ...any) { p.done(); a.note(format, args...) },
			})
			p.done()
			return a.measured(b, err)
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

func (a *app) benchScopesCommand() *cobra.Command {
	var o eval.ScopesOptions
	cmd := &cobra.Command{
		Use: "scopes", Short: "Measure explaining and diagnosing scopes of a large catalog",
		Long: `Scopes makes a catalog as "spar bench catalog" does and explains and diagnoses random scopes of it, in one process and in
fresh ones. It compares two large groups of tags of which one must hold with two that must both hold.`,
		Example: "  spar bench scopes --files 1000000\n  spar bench scopes --files 50000 --json",
		Args:    cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			if err := checkInvented(o); err != nil {
				return err
			}
			self, err := os.Executable()
			if err != nil {
				return err
			}
			o.Fresh = func(dir, scope string) []string {
				return []string{self, "--data", dir, "scope", "explain", "--scope", scope}
			}
			p := a.progress()
			o.Sample.Progress = func(n int) { p.show("%s of %s files made", thousands(n), thousands(o.Sample.Files)) }
			b, err := eval.MeasureScopes(cmd.Context(), o)
			p.done()
			return a.measured(b, err)
		},
	}
	inventedFlags(cmd, &o, "scopes")
	return cmd
}

// inventedFlags say what catalog is made, and how many things of each kind are measured over it.
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

func (a *app) benchSentencesCommand() *cobra.Command {
	var o eval.ScopesOptions
	cmd := &cobra.Command{
		Use: "sentences", Short: "Measure understanding sentences that name files of a large catalog",
		Long: `Sentences makes a catalog as "spar bench catalog" does and has random sentences over it understood: parsed as "spar do" does, their files
counted, their scope explained, in one process that has the index.`,
		Example: "  spar bench sentences --files 1000000\n  spar bench sentences --files 50000 --json",
		Args:    cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			if err := checkInvented(o); err != nil {
				return err
			}
			p := a.progress()
			o.Sample.Progress = func(n int) { p.show("%s of %s files made", thousands(n), thousands(o.Sample.Files)) }
			b, err := eval.MeasureSentences(cmd.Context(), o)
			p.done()
			return a.measured(b, err)
		},
	}
	inventedFlags(cmd, &o, "sentences")
	return cmd
}

func benchCatalogProcess(a *app) *cobra.Command {
	return &cobra.Command{
		Use: catalogProcess, Hidden: true, Args: cobra.MinimumNArgs(2), Short: "The fresh process of bench catalog",
		RunE: func(cmd *cobra.Command, args []string) error {
			return eval.CatalogChild(cmd.Context(), args, a.out)
		},
	}
}

// workspaceProcess is the hidden command that is the fresh process of bench workspace.
const workspaceProcess = "workspace-process"

func (a *app) benchWorkspaceCommand() *cobra.Command {
	var o eval.WorkspaceOptions
	cmd := &cobra.Command{
		Use: "workspace", Short: "Measure opening a workspace and asking it",
		Long: `Workspace makes files of invented words in a folder of its own that is removed at the end, reads them, and measures a workspace over them: how
soon a fresh process prints ten hits, with and without the data directory in memory; what ranking by four words costs, beside SQLite's FTS5;
what the search for the nearest of all vectors costs, beside reading their bytes, and whether it finds them.`,
		Example: "  spar bench workspace --passages 100000\n  spar bench workspace --passages 10000 --json",
		Args:    cobra.NoArgs,
		RunE: a.configured(func(cmd *cobra.Command, _ []string) error {
			self, err := os.Executable()
			if err != nil {
				return err
			}
			read, err := a.readOptions(cmd)
			if err != nil {
				return err
			}
			p := a.progress()
			o.Engine = engine.Options{Read: read, Log: a.logger()}
			o.Program = []string{self, "bench", workspaceProcess}
			o.Log = func(format string, args ...any) { p.done(); a.note(format, args...) }
			b, err := eval.MeasureWorkspace(cmd.Context(), o)
			p.done()
			return a.measured(b, err)
		}),
	}
	f := cmd.Flags()
	f.IntVar(&o.Passages, "passages", 100_000, "how many passages, in all")
	f.IntVar(&o.PerFile, "per-file", 20, "how many passages a file has")
	f.IntVar(&o.Questions, "questions", 200, "questions that are timed in one process")
	f.IntVar(&o.Processes, "processes", 9, "fresh processes that are timed")
	f.Uint64Var(&o.Seed, "seed", 1, "the same seed makes the same files")
	return cmd
}

func (a *app) benchOverlapCommand() *cobra.Command {
	var o eval.OverlapOptions
	cmd := &cobra.Command{
		Use: "overlap", Short: "Measure what workspaces cost that share files",
		Long: `Overlap makes files of invented words in a folder of its own that is removed at the end, and workspaces that have a part of their files
in common; reads and embeds each; and compares what that takes on the disk and in memory with one workspace over all the files, with an index of
its own for each workspace, and with the formula of the paper for these.`,
		Example: "  spar bench overlap\n  spar bench overlap --shared 0.5 --files 500 --json",
		Args:    cobra.NoArgs,
		RunE: a.configured(func(cmd *cobra.Command, _ []string) error {
			read, err := a.readOptions(cmd)
			if err != nil {
				return err
			}
			p := a.progress()
			o.Engine = engine.Options{Read: read, Log: a.logger()}
			o.Log = func(format string, args ...any) { p.done(); a.note(format, args...) }
			b, err := eval.MeasureOverlap(cmd.Context(), o)
			p.done()
			return a.measured(b, err)
		}),
	}
	f := cmd.Flags()
	f.IntVar(&o.Workspaces, "workspaces", 10, "how many workspaces")
	f.IntVar(&o.Files, "files", 1000, "files of each")
	f.IntVar(&o.PerFile, "per-file", 5, "how many passages a file has")
	f.Float64SliceVar(&o.Shared, "shared", []float64{.3, .6, .9}, "which part of its files all workspaces have, 0 to 1")
	f.Uint64Var(&o.Seed, "seed", 1, "the same seed makes the same files")
	return cmd
}

func benchWorkspaceProcess(a *app) *cobra.Command {
	return &cobra.Command{
		Use: workspaceProcess, Hidden: true, Args: cobra.MinimumNArgs(3), Short: "The fresh process of bench workspace",
		RunE: a.configured(func(cmd *cobra.Command, args []string) error {
			read, err := a.readOptions(cmd)
			if err != nil {
				return err
			}
			return eval.WorkspaceChild(cmd.Context(), engine.Options{Read: read, Log: a.logger()}, args, a.out)
		}),
	}
}

func (a *app) benchServiceCommand() *cobra.Command {
	var o eval.ServiceOptions
	cmd := &cobra.Command{
		Use: "service SET", Short: "Measure how many questions a second one process answers, for 1 to 32 people at once",
		Long: `Service reads the share of an evaluation set once and then asks its questions of one service, by words and by words and
meaning, in the place of more and more people, each of whom has rights of their own.`,
		Example: "  spar bench service testdata/sample\n  spar bench service testdata/sample --scan --json",
		Args:    cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			set, err := eval.Load(args[0])
			if err != nil {
				return err
			}
			read, err := a.readOptions(cmd)
			if err != nil {
				return err
			}
			if slices.ContainsFunc(o.Askers, func(n int) bool { return n < 1 || n > 1000 }) || len(o.Askers) == 0 {
				return spar.Errorf(spar.Invalid, "--askers must be numbers from 1 to 1000")
			}
			o.Engine = engine.Options{Read: read, Log: a.logger()}
			b, err := eval.MeasureService(cmd.Context(), set, o)
			return a.measured(b, err)
		},
	}
	cmd.Flags().IntVar(&o.Questions, "questions", 500, "questions that are asked in each round")
	cmd.Flags().IntSliceVar(&o.Askers, "askers", []int{1, 2, 4, 8, 16, 32}, "numbers of people at once")
	cmd.Flags().BoolVar(&o.Scan, "scan", false, "one more round of each ranking while the share is scanned")
	return cmd
}

func (a *app) benchServeCommand() *cobra.Command {
	o := eval.ServeOptions{Log: func(format string, args ...any) { a.note(format, args...) }}
	cmd := &cobra.Command{
		Use: "serve [SET]", Short: "Measure a server under load: what a question costs over HTTP, and how long 1 to 256 clients wait",
		Long: `Serve reads the share of an evaluation set, or of as many invented passages as --passages says, and starts a server over it, as a
process of its own without limits. Then it compares the processor time of questions over HTTP with that of the same ones in a process, times
the first hits of a search and the pictures of pages, and has more and more clients ask, search, open places and follow answers, at last
while the share is scanned. Processor time of the server is known on Linux only.`,
		Example: "  spar bench serve testdata/sample\n  spar bench serve --passages 100000 --clients 1,16,256 --json",
		Args:    cobra.MaximumNArgs(1),
		RunE: a.configured(func(cmd *cobra.Command, args []string) (err error) {
			switch {
			case len(args) == 1 && o.Passages > 0:
				return spar.Errorf(spar.Invalid, "a set was named and --passages given; leave one of them out")
			case len(args) == 1:
				if o.Set, err = eval.Load(args[0]); err != nil {
					return err
				}
			case o.Passages == 0:
				return spar.Errorf(spar.Invalid, "say what is served: an evaluation set, or --passages")
			}
			if slices.ContainsFunc(o.Clients, func(n int) bool { return n < 1 || n > 1000 }) || len(o.Clients) == 0 || o.Requests < 1 || o.Costed < 10 {
				return spar.Errorf(spar.Invalid, "--clients must be numbers from 1 to 1000, --requests at least 1 and --questions at least 10")
			}
			self, err := os.Executable()
			if err != nil {
				return err
			}
			read, err := a.readOptions(cmd)
			if err != nil {
				return err
			}
			o.Program = func(dir, people, rank string) []string {
				return []string{self, "serve", "--data", dir, "--listen", "127.0.0.1:0", "--json", "--no-watch", "--base-url", "", "--requests-a-minute", "0", "--answers-at-once", "0",
					"--principals", people, "--rank", rank, "--debug-listen", "", "--trace-url", ""}
			}
			o.Engine = engine.Options{Read: read, Log: a.logger()}
			b, err := eval.MeasureServe(cmd.Context(), o)
			return a.measured(b, err)
		}),
	}
	f := cmd.Flags()
	f.IntVar(&o.Passages, "passages", 0, "serve invented passages, 20 a file, instead of a set")
	f.IntSliceVar(&o.Clients, "clients", []int{1, 4, 16, 64, 256}, "numbers of clients at once")
	f.IntVar(&o.Requests, "requests", 400, "requests of each round, but four of each client at least")
	f.IntVar(&o.Costed, "questions", 200, "questions of which the processor time is compared")
	return cmd
}
