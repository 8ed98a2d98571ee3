// Command spar-eval measures SPAR on public data and beside other programs. The product itself does not need it. It
// makes evaluation sets, and compares SPAR's reading, search and first answers with other programs.
//
//	spar-eval make scifact --cache .cache/eval    # prints the folder, for spar eval
//
// Settings come from the environment and the configuration file, as those of spar do.
package main

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"log/slog"
	"os"
	"os/signal"
	"strings"

	library "github.com/sparsearch/spar"
	"github.com/sparsearch/spar/eval"
	"github.com/sparsearch/spar/eval/formats"
	"github.com/sparsearch/spar/eval/plain"
	"github.com/sparsearch/spar/eval/public"
	"github.com/sparsearch/spar/internal/config"
	"github.com/sparsearch/spar/internal/engine"
	"github.com/sparsearch/spar/internal/measure"
	"github.com/sparsearch/spar/internal/read"
	"github.com/sparsearch/spar/internal/spar"
	"github.com/spf13/cobra"
)

func main() {
	library.Worker()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	if err := command(os.Stdout).ExecuteContext(ctx); err != nil {
		fmt.Fprintln(os.Stderr, "spar-eval:", err)
		os.Exit(1)
	}
}

// A program is one run: where it writes, and the flags that all commands share.
type program struct {
	out   io.Writer
	json  bool
	cache string
	spar  string // for bench
}

func command(out io.Writer) *cobra.Command {
	p := &program{out: out}
	root := &cobra.Command{
		Use: "spar-eval", Short: "Measure SPAR on public data and beside other programs",
		SilenceErrors: true, SilenceUsage: true, Args: cobra.NoArgs,
	}
	root.AddCommand(p.tagsCommand(), p.confidenceCommand(), p.evidenceCommand(), p.sayingCommand(), p.tonguesCommand(), p.composingCommand(), p.grepCommand(), p.summariesCommand())
	root.PersistentFlags().BoolVar(&p.json, "json", false, "print JSON")
	root.PersistentFlags().StringVar(&p.cache, "cache", "", "folder in which public sets are made, and what was read is kept")
	root.AddCommand(p.makeCommand(), p.runCommand(), p.orderCommand(), p.replayCommand(), p.firstCommand(),
		p.hiddenCommand(), p.answerCommand(), p.answersCommand(), p.placesCommand(), p.talkCommand(), p.commandsCommand(), p.checkedCommand(), p.mixedCommand(), p.filesCommand(), p.takenCommand(),
		p.scopedCommand(), p.ablateCommand(), p.tablesCommand(), p.formatsCommand(), p.structureCommand(), p.restoredCommand(), p.benchCommand())
	return root
}

// set opens a set: a folder, or a named public set.
func (p *program) set(ctx context.Context, name string) (*measure.Set, error) {
	return public.Open(ctx, name, os.Getenv(public.DataEnv), p.cache)
}

func settings() (*config.Config, error) {
	return config.Load(func(string) (string, bool) { return "", false }, os.LookupEnv)
}

// reading returns the options of reading: processes of this program read the files.
func reading() (o read.Options, err error) {
	c, err := settings()
	if err != nil {
		return o, err
	}
	self, err := os.Executable()
	if err != nil {
		return o, err
	}
	o, err = c.Reading()
	o.Command, o.Confine, o.Log = []string{self, "spar-worker"}, []string{self, "spar-confine"}, logger()
	return o, err
}

func logger() *slog.Logger {
	return slog.New(slog.NewTextHandler(os.Stderr, &slog.HandlerOptions{Level: slog.LevelWarn}))
}

// print writes a report as JSON or as text.
func (p *program) print(report any, text func(io.Writer) error) error {
	if p.json {
		e := json.NewEncoder(p.out)
		e.SetEscapeHTML(false)
		return e.Encode(report)
	}
	return text(p.out)
}

func (p *program) makeCommand() *cobra.Command {
	var names []string
	for _, c := range public.Converters() {
		names = append(names, c.Name+": "+c.About)
	}
	return &cobra.Command{
		Use: "make SET...", Short: "Make evaluation sets of public data, and print their folders",
		Long:    "The data is below " + public.DataEnv + ". The sets:\n\n  " + strings.Join(names, "\n  "),
		Example: "  SPAR_EVAL_DATA=/data spar-eval make scifact rag-md --cache .cache/eval",
		Args:    cobra.MinimumNArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			for _, name := range args {
				set, err := p.set(cmd.Context(), name)
				if err != nil {
					return err
				}
				fmt.Fprintln(p.out, set.Dir)
			}
			return nil
		},
	}
}

func (p *program) runCommand() *cobra.Command {
	var systems, runs, among, others string
	o := measure.Options{Log: logger()}
	cmd := &cobra.Command{
		Use: "run SET...", Short: "Measure retrieval on sets, as spar eval does, and the plain reference beside it",
		Long: `Run measures systems on one set after the other. Below the figures of a set it prints by how much each system differs from the first one, with paired
bootstrap intervals of 95 %.`,
		Example: "  spar-eval run testdata/sample --systems bm25,bm25-plain\n" +
			"  SPAR_EVAL_DATA=/data spar-eval run pubmedqa-share --systems lazy,lazy+parsed,lazy+strict,lazy+paper --vocabulary " +
			"mesh2022.jsonl\n  SPAR_EVAL_DATA=/data spar-eval run rag-md tatqa scifact --systems lazy,lazy+parsed,lazy+strict\n" +
			"  SPAR_EVAL_DATA=/data spar-eval run scifact --cache .cache/eval --json",
		Args: cobra.MinimumNArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			c, err := settings()
			if err != nil {
				return err
			}
			reranker, err := c.Reranker()
			if err != nil {
				return err
			}
			if runs != "" && len(args) > 1 {
				return spar.Errorf(spar.Invalid, "--runs takes the rankings of one set: name one")
			}
			o.Cache = p.cache
			if o.Only, err = onlyThose(among, others); err != nil {
				return err
			}
			if o.Tagged.Engine, o.Tagged.Service, err = asSettingsSay(); err != nil {
				return err
			}
			for i, name := range args {
				set, err := p.set(cmd.Context(), name)
				if err != nil {
					return err
				}
				report, err := measure.Evaluate(cmd.Context(), set, systems, append(measure.Systems(reranker), plain.System()), runs, o)
				switch {
				case err != nil:
					return err
				case p.json:
					err = report.WriteJSON(p.out)
				default:
					if i > 0 {
						fmt.Fprintln(p.out)
					}
					err = report.WriteTable(p.out)
				}
				if err != nil {
					return err
				}
			}
			return nil
		},
	}
	cmd.Flags().StringVar(&systems, "systems", "bm25,bm25-plain",
		"systems to measure, separated by commas; +scope behind a name states each question's scope, +parsed, +strict and +paper take one from it")
	cmd.Flags().StringVar(&o.Tagged.Vocabulary, "vocabulary", "", "for +parsed, +strict and +paper: a `FILE` that spar taxonomy import takes, of the set's tags")
	cmd.Flags().StringVar(&among, "among", "", "ask only the questions that are keys of the JSON object in this `FILE`")
	cmd.Flags().StringVar(&others, "others", "", "ask all others")
	cmd.MarkFlagsMutuallyExclusive("among", "others")
	cmd.Flags().StringVar(&runs, "runs", "", "file to write every question's ranking to")
	cmd.Flags().IntVar(&o.Timed, "timed", 50, "questions whose latency is measured; -1: none")
	return cmd
}

func (p *program) orderCommand() *cobra.Command {
	return &cobra.Command{
		Use: "order SET", Short: "Measure how soon the reading order comes to a file that answers",
		Long: `Order puts the files of a set in the order in which a question has them read, by their names alone and with titles, and
says at which place the first file stands that answers it. No file is read.`,
		Example: "  spar-eval order testdata/sample",
		Args:    cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			set, err := p.set(cmd.Context(), args[0])
			if err != nil {
				return err
			}
			r, err := eval.MeasureOrder(cmd.Context(), set)
			if err != nil {
				return err
			}
			return p.print(r, r.WriteText)
		},
	}
}

func (p *program) answerCommand() *cobra.Command {
	var question string
	cmd := &cobra.Command{
		Use: "answer SET-OR-FOLDER", Short: "Measure the first answer from files that were never read",
		Long: `Answer asks one question of a folder as a user does on the first day, with a data directory of its own that is removed at
the end, and compares the time with that of reading the files and of embedding passages alone.

SET-OR-FOLDER is a set with a share, whose first answerable question is asked, or any folder with --question.`,
		Example: "  spar-eval answer ./some/folder --question \"how many days of parental leave are there?\"",
		Args:    cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			folder, err := p.folder(cmd.Context(), args[0], &question)
			if err != nil {
				return err
			}
			r, err := reading()
			if err != nil {
				return err
			}
			f, err := eval.MeasureFirstAnswer(cmd.Context(), folder, eval.FirstOptions{Engine: engine.Options{Read: r, Log: r.Log}, Question: question})
			if err != nil {
				return err
			}
			return p.print(f, f.WriteText)
		},
	}
	cmd.Flags().StringVar(&question, "question", "", "the question that is asked")
	return cmd
}

// folder returns the folder to ask, and sets a question if there is none yet.
func (p *program) folder(ctx context.Context, name string, question *string) (string, error) {
	if info, err := os.Stat(name); err == nil && info.IsDir() && *question != "" {
		return name, nil
	}
	set, err := p.set(ctx, name)
	if err != nil {
		return "", err
	}
	if set.ShareDir() == "" {
		return "", spar.Errorf(spar.Invalid, "the set %s has no files to be read: choose one with a share", set.Name)
	}
	for _, q := range set.Queries {
		if *question == "" && !q.Refuse {
			*question = q.Text
		}
	}
	return set.ShareDir(), nil
}

func (p *program) formatsCommand() *cobra.Command {
	var o formats.Options
	cmd := &cobra.Command{
		Use: "formats FOLDER", Short: "Measure how the files of a folder are read, by format",
		Long: `Formats reads every file below a folder as a question would, one after the other, keeps nothing, and prints by format
how many gave text, why others did not, and how much time and memory they took.

With --reference the words are compared with those that other programs find, where they are installed: pdftotext, antiword,
catdoc, catppt, xls2csv, LibreOffice, and Python's email package. What a program leaves out on purpose is left out here too,
and the table says so; beside it stands the figure with all that is read. --keep names a folder for what the programs said, so
that none is asked about the same file twice. These programs run without SPAR's guards: let them near files that you trust
only.`,
		Example: "  spar-eval formats ./some/folder --reference --below .9 --json",
		Args:    cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) (err error) {
			if o.Read, err = reading(); err != nil {
				return err
			}
			report, err := formats.Measure(cmd.Context(), args[0], o)
			if err != nil {
				return err
			}
			return p.print(report, report.WriteMarkdown)
		},
	}
	cmd.Flags().BoolVar(&o.Reference, "reference", false, "compare with the words that other programs find")
	cmd.Flags().StringVar(&o.Keep, "keep", "", "folder in which to keep what other programs found")
	cmd.Flags().Float64Var(&o.Below, "below", 0, "list the files whose F1 lies below this")
	return cmd
}
