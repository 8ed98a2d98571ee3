package main

import (
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/sparsearch/spar"
	"github.com/sparsearch/spar/internal/engine"
	"github.com/sparsearch/spar/internal/workspace"
	"github.com/spf13/cobra"
)

// questionFlags say where a question is asked.
type questionFlags struct {
	workspace string
	where     scopeFlags
	limit     int
}

func (f *questionFlags) add(cmd *cobra.Command) {
	cmd.Flags().StringVarP(&f.workspace, "workspace", "w", "", "ask this workspace")
	f.where.add(cmd)
	for _, setting := range []string{"budget"} {
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
		Args:    cobra.RangeArgs(1, 2),
		RunE: func(cmd *cobra.Command, args []string) error {
			e, request, err := a.request(cmd, args, &flags)
			if err != nil {
				return err
			}
			if request.Model, err = a.model(); err != nil {
				return err
			}
			if extract {
				request.Model = nil
			}
			begin := time.Now()
			answer, result, err := e.Ask(cmd.Context(), request)
			if err != nil {
				return err
			}
			err = e.Workspaces.Log(cmd.Context(), flags.workspace, workspace.Asked{
				At: time.Now().UTC(), Who: request.Who.UID, Question: request.Question, Refused: answer.Refused, Coverage: answer.Coverage, Citations: answer.Citations,
			})
			if err != nil {
				return err
			}
			return a.printAnswer(answer, result, time.Since(begin))
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
		Args:    cobra.RangeArgs(1, 2),
		RunE: func(cmd *cobra.Command, args []string) error {
			e, request, err := a.request(cmd, args, &flags)
			if err != nil {
				return err
			}
			request.Limit = flags.limit
			result, err := e.Search(cmd.Context(), request)
			if err != nil {
				return err
			}
			return a.printHits(result)
		},
	}
	flags.add(cmd)
	cmd.Flags().IntVarP(&flags.limit, "count", "k", 10, "number of passages")
	return cmd
}

// request makes a request of arguments and flags. Its progress is drawn on standard error and cleared at the end.
func (a *app) request(cmd *cobra.Command, args []string, flags *questionFlags) (*engine.Engine, engine.Request, error) {
	var q engine.Request
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
	q.Question = args[len(args)-1]
	if strings.TrimSpace(q.Question) == "" {
		return nil, q, spar.Errorf(spar.Invalid, "the question is empty")
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
		// Flags narrow a workspace for one question.
		q.Scope.Constraints = append(ws.Scope.Constraints, q.Scope.Constraints...)
	}
	if len(args) == 2 {
		below, err := a.folder(cmd, e, args[0])
		if err != nil {
			return nil, q, err
		}
		q.Scope.Constraints = append(below, q.Scope.Constraints...)
		return e, q, nil
	}
	return e, q, a.scanUnscanned(cmd, e)
}

// folder makes sure that a folder lies in a share and that the share is up to date, and gives the scope of the folder.
func (a *app) folder(cmd *cobra.Command, e *engine.Engine, arg string) ([]spar.Constraint, error) {
	path, err := filepath.Abs(arg)
	if err != nil {
		return nil, err
	}
	if info, err := os.Stat(path); err != nil {
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
	if _, err := a.scan(cmd, e, s.Name, true); err != nil {
		return nil, err
	}
	c := []spar.Constraint{only(s.Name)}
	if below != "" {
		c = append(c, spar.Constraint{Key: "path", Values: []spar.Match{{Text: escapeGlob(below) + "/**"}}})
	}
	return c, nil
}

func escapeGlob(s string) string {
	return strings.NewReplacer(`\`, `\\`, `*`, `\*`, `?`, `\?`, `[`, `\[`, `]`, `\]`, `{`, `\{`, `}`, `\}`).Replace(s)
}

// scanUnscanned scans the shares that never were, so that a question right after `share add` finds files.
func (a *app) scanUnscanned(cmd *cobra.Command, e *engine.Engine) error {
	shares, err := e.Catalog.Shares(cmd.Context())
	if err != nil {
		return err
	}
	if len(shares) == 0 {
		return spar.Errorf(spar.NotFound, "there is no share yet; `spar share add NAME FOLDER` makes one, or name a folder before the question")
	}
	for _, s := range shares {
		scanned, err := e.Catalog.Scanned(cmd.Context(), s)
		if err != nil {
			return err
		}
		if scanned {
			continue
		}
		a.note("share %s was never scanned; scanning it now", s.Name)
		if _, err := a.scan(cmd, e, s.Name, true); err != nil {
			return err
		}
	}
	return nil
}
