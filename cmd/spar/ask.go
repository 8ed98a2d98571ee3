package main

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/sparsearch/spar"
	"github.com/sparsearch/spar/internal/engine"
	"github.com/sparsearch/spar/internal/models"
	"github.com/sparsearch/spar/internal/retrieve"
	"github.com/sparsearch/spar/internal/scope"
	"github.com/sparsearch/spar/internal/workspace"
	"github.com/spf13/cobra"
)

// questionFlags say where a question is asked.
type questionFlags struct {
	workspace string
	where     scopeFlags
	limit     int
	embed     string
	stream    bool
}

// How much is embedded for a question.
const (
	embedLazy = "lazy"
	embedAll  = "all"
)

func (f *questionFlags) add(cmd *cobra.Command) {
	cmd.Flags().StringVarP(&f.workspace, "workspace", "w", "", "ask this workspace")
	f.where.add(cmd)
	cmd.Flags().IntVarP(&f.limit, "count", "k", 10, "number of passages, to see or to answer from")
	cmd.Flags().StringVar(&f.embed, "embed", embedLazy, "passages that are embedded first: lazy (those that the question needs) or all in scope")
	cmd.Flags().BoolVar(&f.stream, "stream", false, "print what there is as it comes, see docs/json.md")
	for _, setting := range append([]string{"budget"}, rankSettings...) {
		if inherited := cmd.InheritedFlags().Lookup(setting); inherited != nil {
			inherited.Hidden = false
		}
	}
}

func (a *app) askCommand() *cobra.Command {
	var flags questionFlags
	var extract bool
	cmd := &cobra.Command{
		Use: "ask [FOLDER] QUESTION", Short: "Answer a question from files, with citations",
		Long: `Ask answers from a workspace, from the files that flags select, or from a folder, which becomes a share if it is
none yet. Files that were not read yet are read first, the most promising before the others.`,
		Example: "  spar ask ./some/folder \"how many days of parental leave are there?\"\n  spar ask -w leave-review \"who approves overtime?\"\n  spar ask --share docs \"...\" --json",
		Args:    quoted,
		RunE: func(cmd *cobra.Command, args []string) error {
			e, request, err := a.request(cmd, args, &flags)
			if err != nil {
				return err
			}
			if !extract {
				if request.Model, err = a.model(); err != nil {
					return err
				}
			}
			if flags.embed == embedAll {
				if err := a.embedAll(cmd, e, request); err != nil {
					return err
				}
			}
			a.streamAsk(&request, flags.stream)
			begin := time.Now()
			answer, result, err := e.Ask(cmd.Context(), request)
			if err != nil {
				return err
			}
			err = e.Workspaces.Log(cmd.Context(), flags.workspace, workspace.Asked{
				At: time.Now().UTC(), Who: request.Who.UID, Question: request.Question, Refused: answer.Refused, Coverage: answer.Coverage.Counts(), Citations: answer.Citations,
			})
			if err != nil {
				return err
			}
			return a.printAnswer(answer, result, time.Since(begin), flags.stream)
		},
	}
	flags.add(cmd)
	cmd.Flags().BoolVar(&extract, "extract", false, "answer with sentences of the files even when a model is configured")
	return cmd
}

func (a *app) searchCommand() *cobra.Command {
	var flags questionFlags
	cmd := &cobra.Command{
		Use: "search [FOLDER] WORDS", Short: "Find passages in files, best first",
		Long:    "Search finds passages where ask would answer from them; like ask it reads what was not read yet.",
		Example: "  spar search -w leave-review \"parental leave\" --json\n  spar search --share docs \"travel card\" -k 20",
		Args:    quoted,
		RunE: func(cmd *cobra.Command, args []string) error {
			if flags.stream && !a.json {
				return spar.Errorf(spar.Invalid, "--stream prints events of JSON; add --json")
			}
			e, request, err := a.request(cmd, args, &flags)
			if err != nil {
				return err
			}
			if flags.embed == embedAll {
				if err := a.embedAll(cmd, e, request); err != nil {
					return err
				}
			}
			if flags.stream {
				request.Preview = func(hits []spar.Hit) {
					_ = a.printJSON(searchEvent{Schema: searchEvents, Stage: stageWords, Hits: hitsOut(hits)})
				}
			}
			result, err := e.Search(cmd.Context(), request)
			if err != nil {
				return err
			}
			return a.printHits(result, flags.stream)
		},
	}
	flags.add(cmd)
	return cmd
}

// quoted takes a question, perhaps behind a folder. One whose words came one by one was meant to be in quotes.
func quoted(cmd *cobra.Command, args []string) error {
	if len(args) > 2 {
		return fmt.Errorf("%d texts were given; put a question of several words in quotes, and a folder before it", len(args))
	}
	return cobra.RangeArgs(1, 2)(cmd, args)
}

// request makes a request of arguments and flags. Its progress is drawn on standard error and cleared at the end.
func (a *app) request(cmd *cobra.Command, args []string, flags *questionFlags) (*engine.Engine, engine.Request, error) {
	var q engine.Request
	if err := a.configure(cmd); err != nil {
		return nil, q, err
	}
	var err error
	if q.Retrieve, err = a.ranking(cmd); err != nil {
		return nil, q, err
	}
	if q.Rerank, err = a.reranker(); err != nil {
		return nil, q, err
	}
	if q.Limit, err = passages(flags.limit); err != nil {
		return nil, q, err
	}
	if flags.embed != embedLazy && flags.embed != embedAll {
		return nil, q, spar.Errorf(spar.Invalid, "--embed is %q and must be %s or %s", flags.embed, embedLazy, embedAll)
	}
	if flags.embed == embedAll && q.Retrieve.Rank == retrieve.Words {
		return nil, q, spar.Errorf(spar.Invalid, "--embed all is of no use to --rank bm25, which looks at no vectors; leave one of them out")
	}
	// What cannot be asked is said before anything is scanned for it.
	q.Question, q.Entities = args[len(args)-1], a.json
	if err := q.Check(); err != nil {
		return nil, q, err
	}
	if info, err := os.Stat(q.Question); len(args) == 1 && err == nil && info.IsDir() && strings.ContainsRune(filepath.ToSlash(q.Question), '/') {
		return nil, q, spar.Errorf(spar.Invalid, "%s is a folder, and the question is missing: put it behind the folder, in quotes", printable(q.Question))
	}
	e, err := a.engine(cmd)
	if err != nil {
		return nil, q, err
	}
	ctx := cmd.Context()
	if q.Who, err = a.principal(ctx, e); err != nil {
		return nil, q, err
	}
	if q.Budget, err = a.duration("budget"); err != nil {
		return nil, q, err
	}
	if q.Scope, err = flags.where.scope(); err != nil {
		return nil, q, err
	}
	if err := a.knownNames(ctx, e, q.Scope); err != nil {
		return nil, q, err
	}
	p := a.progress()
	q.Progress = func(r engine.Progress) {
		p.show("reading %s of %s: %s", thousands(r.Read), thousands(r.ToRead), r.Path)
		if r.Read == r.ToRead {
			p.done()
		}
	}
	if flags.workspace != "" {
		if len(args) == 2 {
			return nil, q, spar.Errorf(spar.Invalid, "a question is asked of a workspace or of a folder, not of both")
		}
		ws, err := e.Workspaces.Get(ctx, q.Who, flags.workspace)
		if err != nil {
			return nil, q, err
		}
		if a.values["encoder"] == models.Auto && a.values["encoder-url"] == "" {
			q.Encoder = ws.Encoder
		}
		// Flags narrow a workspace for one question.
		q.Scope.Constraints = append(ws.Scope.Constraints, q.Scope.Constraints...)
	}
	if len(args) == 2 {
		below, err := a.folder(cmd, e, q, args[0])
		if err != nil {
			return nil, q, err
		}
		q.Scope.Constraints = append(below, q.Scope.Constraints...)
		return e, q, nil
	}
	if q.Who.Served {
		return e, q, nil // scanning is the operator's
	}
	return e, q, a.scanUnscanned(cmd, e, q)
}

// folder makes sure that a folder lies in a share and that the share is up to date, and gives the scope of the folder.
func (a *app) folder(cmd *cobra.Command, e *engine.Engine, q engine.Request, arg string) ([]spar.Constraint, error) {
	path, err := filepath.Abs(arg)
	if err != nil {
		return nil, err
	}
	if q.Who.Served {
		return servedFolder(cmd, e, q.Who, path)
	}
	if info, err := os.Stat(path); errors.Is(err, fs.ErrNotExist) {
		return nil, spar.Errorf(spar.NotFound, "the folder %s cannot be found: check its path, or if it is a word of the question put that in quotes", printable(arg))
	} else if err != nil {
		return nil, spar.Errorf(spar.NotFound, "the folder to ask cannot be found: %w", err)
	} else if !info.IsDir() {
		return nil, spar.Errorf(spar.Invalid, "%s is a file; ask the folder it is in, with --name %q", printable(arg), filepath.Base(path))
	}
	s, below, made, err := e.ShareOf(cmd.Context(), path)
	if err != nil {
		return nil, err
	}
	if made {
		a.note("%s is now the share %q", printable(s.Root), s.Name)
	}
	if err := a.scanFor(cmd, e, q, s.Name); err != nil {
		return nil, err
	}
	return folderScope(s.Name, below), nil
}

// servedFolder is the scope of a folder for one who is served: the catalog alone says what is there, and what they may
// not read is not.
func servedFolder(cmd *cobra.Command, e *engine.Engine, who spar.Principal, path string) ([]spar.Constraint, error) {
	shares, err := e.SharesFor(cmd.Context(), who)
	if err != nil {
		return nil, err
	}
	slices.SortFunc(shares, func(x, y spar.Share) int { return len(y.Root) - len(x.Root) }) // the innermost first
	for _, s := range shares {
		if below, err := filepath.Rel(s.Root, path); err == nil && filepath.IsLocal(below) {
			return folderScope(s.Name, strings.TrimPrefix(filepath.ToSlash(below), ".")), nil
		}
	}
	return nil, spar.Errorf(spar.NotFound, "the folder %s lies in no share", printable(path))
}

// folderScope is a folder of a share with all below it; "" is the root.
func folderScope(share, below string) []spar.Constraint {
	c := []spar.Constraint{only(share)}
	if below != "" {
		c = append(c, spar.Constraint{Key: "path", Values: []spar.Match{{Text: escapeGlob(below) + "/**"}}})
	}
	return c
}

// scanUnscanned scans the shares of a question's scope that never were, so that one right after `share add` finds files.
func (a *app) scanUnscanned(cmd *cobra.Command, e *engine.Engine, q engine.Request) error {
	shares, err := e.Catalog.Shares(cmd.Context())
	if err != nil {
		return err
	}
	if len(shares) == 0 {
		return spar.Errorf(spar.NotFound, "there is no share yet; `spar share add NAME FOLDER` makes one, or name a folder before the question")
	}
	for _, s := range shares {
		if !scope.OfShare(q.Scope, s.Name) {
			continue
		}
		scanned, err := e.Catalog.Scanned(cmd.Context(), s)
		if err != nil {
			return err
		}
		if scanned {
			continue
		}
		a.note("share %s was never scanned; scanning it now", s.Name)
		if err := a.scanFor(cmd, e, q, s.Name); err != nil {
			if cmd.Context().Err() != nil || spar.CodeOf(err) != spar.Unavailable {
				return err
			}
			a.note("%s", explain(err)) // the other shares may answer
		}
	}
	return nil
}

// scanFor scans a share for a question, no longer than its budget lets it read.
func (a *app) scanFor(cmd *cobra.Command, e *engine.Engine, q engine.Request, name string) error {
	p := a.progress()
	defer p.done()
	within := q.Budget
	if within > 0 {
		within = max(within, leastScan)
	}
	late, err := e.ScanWithin(cmd.Context(), name, within, a.scanTold(p, name))
	if late != "" {
		p.done()
		a.note("share %s: %s; the answer rests on what is known of it by now, and `spar scan %s` goes on", name, printable(late), name)
	}
	return err
}

// leastScan is how long a question may scan however little it may read.
const leastScan = 5 * time.Second
