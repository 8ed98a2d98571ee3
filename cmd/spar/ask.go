package main

import (
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/sparsearch/spar/internal/api"
	"github.com/sparsearch/spar/internal/service"
	"github.com/sparsearch/spar/internal/spar"
	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// questionFlags say where a question is asked.
type questionFlags struct {
	workspace string
	where     scopeFlags
	count     int
	embed     string
	extract   bool
	model     string
	agent     bool
	steps     int
	tokens    int
	stream    bool

	short, long     bool
	thread          string // "new" or as `spar thread list` names it
	on              bool   // with the last thread
	again           bool
	strict, noParse bool
	all             bool
	relax           int // which relaxation of the scope
}

func (f *questionFlags) add(cmd *cobra.Command) {
	cmd.Flags().StringVarP(&f.workspace, "workspace", "w", "", "ask this workspace")
	f.where.add(cmd)
	relaxFlag(cmd, &f.relax)
	cmd.Flags().IntVarP(&f.count, "limit", "k", 10, "number of passages, to see or to answer from")
	cmd.Flags().StringVar(&f.embed, "embed", api.EmbedLazy, "passages that are embedded first: lazy (what the question needs) or all in scope")
	cmd.Flags().BoolVar(&f.stream, "stream", false, "print what there is as it comes, see docs/json.md")
	cmd.Flags().BoolVar(&f.all, "all", false, "read everything in scope first, however long that takes")
	once(cmd, "count", "limit")
	showSettings(cmd, "budget", "until")
}

// length returns the length of an answer that the flags state.
func (f *questionFlags) length() string {
	switch {
	case f.short:
		return api.LengthShort
	case f.long:
		return api.LengthLong
	}
	return ""
}

// showSettings makes the help of a command show settings, which are flags of every command that others hide; with --verbose also those of
// the ranking.
func showSettings(cmd *cobra.Command, names ...string) {
	cmd.SetHelpFunc(func(c *cobra.Command, args []string) {
		shown := names
		if verbose, _ := c.Flags().GetBool("verbose"); verbose {
			shown = slices.Concat(names, rankSettings)
		}
		for _, name := range shown {
			if f := c.InheritedFlags().Lookup(name); f != nil && f.Hidden {
				f.Hidden = false
				defer func() { f.Hidden = true }()
			}
		}
		c.Parent().HelpFunc()(c, args)
	})
}

// rankSettings are the settings of the ranking.
var rankSettings = []string{"rank", "candidates", "meaning-weight", "rerank", "rerank-weight"}

// once has a command take a flag under the name that it had once, too.
func once(cmd *cobra.Command, had, has string) {
	cmd.Flags().SetNormalizeFunc(func(_ *pflag.FlagSet, name string) pflag.NormalizedName {
		if name == had {
			name = has
		}
		return pflag.NormalizedName(name)
	})
}

func (a *app) askCommand() *cobra.Command {
	var flags questionFlags
	cmd := &cobra.Command{
		Use: "ask [FOLDER] QUESTION", Short: "Answer a question from files, with citations",
		Long: `Ask answers from a workspace, from the files that flags select, or from a folder, which becomes a share if it is
none yet. Files that were not read yet are read first, the most promising before the others, until more of them would
hardly change the answer (--until), all are read, or the budget is spent. A terminal shows the best answer so far;
Ctrl-C ends the reading and prints it.

A word of the question that stands in no name and in nothing that was read is looked for in the bytes of the other files: those that have it are
read next, and where none has it the reading ends soon.

What the question says of files ("in the 2021 policies, not the drafts") is a guess: it brings such files and their passages forward and excludes none. With --strict
it filters, and --no-parse leaves it alone.

With --thread or --continue the question goes on with a conversation: what it leaves out, such as "and for Berlin?" or "who signed it?", is
taken from the last ten questions, and without flags it is asked of the same files as the last one. An answer that was rated down
(spar thread rate) is asked for once more, without the passages that it cited, with --again.

With --verbose, --help lists the settings of the ranking, too.`,
		Example: "  spar ask --continue \"and for part-time staff?\"\n" +
			"  spar ask ./some/folder \"how many days of parental leave are there?\"\n" +
			"  spar ask --share docs \"how many PDF files are there?\"\n" +
			"  spar ask -w leave-review \"who approves overtime?\"\n  spar ask --share docs \"...\" --json\n" +
			"  spar ask ./some/folder \"...\" --budget files=5%,seconds=10\n" +
			"  spar ask --share docs --agent --steps 6 \"who leads the team that keeps the warehouse?\"",
		Args: func(cmd *cobra.Command, args []string) error {
			if flags.again && len(args) == 0 {
				return nil
			}
			return quoted(cmd, args)
		},
		RunE: func(cmd *cobra.Command, args []string) error {
			s, who, q, err := a.asked(cmd, args, &flags)
			if err != nil {
				return err
			}
			model := a.config.Text("llm") + a.config.Text("llm-url") + flags.model
			writes := !flags.extract && model != "" && !a.json && !a.quiet // show the draft
			q.Stream = flags.stream || writes && a.onTerminal()
			p, d := a.progress(), &draft{w: a.err}
			soFar := &interim{a: a, p: p}
			defer soFar.clear()
			for e, err := range s.Ask(cmd.Context(), who, q) {
				if e.Stage != api.StageDraft {
					d.end()
				}
				if err != nil && a.json && flags.stream {
					return errors.Join(err, a.printJSON(api.AnswerEvent{Schema: api.AnswerEventSchema, Stage: api.StageError, Fault: service.FaultOf(err)}))
				}
				switch {
				case err != nil && cmd.Context().Err() != nil:
					err = errors.Join(err, soFar.interrupted())
				case err != nil:
				case a.json && flags.stream:
					err = a.printJSON(e)
				case e.Reading != nil:
					p.reading(e.Reading)
				case e.Stage == api.StageInterim:
					soFar.show(e.Answer)
				case e.Waiting != nil:
					p.waiting(e.Model, *e.Waiting)
				case e.Step != nil:
					p.step(*e.Step)
				case e.Stage == api.StageDraft && writes:
					soFar.stay()
					d.write(e.Model, e.Text)
				case e.Answer != nil:
					soFar.clear()
					a.short = flags.short
					err = printOne(a, e.Answer, nil, func() { a.printAnswer(*e.Answer) })
				}
				if err != nil {
					return err
				}
			}
			return nil
		},
	}
	flags.add(cmd)
	cmd.Flags().BoolVar(&flags.extract, "extract", false, "answer with sentences of the files even when a model is configured")
	cmd.Flags().StringVar(&flags.model, "model", "", "`NAME` of the language model that writes the answer; the first that is set if not given")
	cmd.MarkFlagsMutuallyExclusive("extract", "model")
	cmd.Flags().BoolVar(&flags.agent, "agent", false, "let the language model search for more, step by step, before it answers; it only reads what you may")
	cmd.Flags().IntVar(&flags.steps, "steps", 0, "with --agent: steps that it may take, at most 20; 4 if not given")
	cmd.Flags().IntVar(&flags.tokens, "tokens", 0, "with --agent: tokens that it may be told for them; 8000 if not given")
	cmd.MarkFlagsMutuallyExclusive("extract", "agent")
	cmd.Flags().BoolVar(&flags.short, "short", false, "say the likeliest statement alone, of a list its first items")
	cmd.Flags().BoolVar(&flags.long, "long", false, "say more that bears on the question, and lists whole")
	cmd.MarkFlagsMutuallyExclusive("short", "long")
	cmd.Flags().BoolVar(&a.full, "full", false, "print all that the files say, whole")
	cmd.Flags().BoolVar(&flags.strict, "strict", false, "what the question says of files, such as their kind or date, filters them; else it brings them forward")
	cmd.Flags().BoolVar(&flags.noParse, "no-parse", false, "leave alone what the question says of files")
	cmd.Flags().StringVar(&flags.thread, "thread", "", "go on with this `THREAD` of spar thread list; new begins one that is kept")
	cmd.Flags().BoolVar(&flags.on, "continue", false, "go on with the last thread: of the workspace, of the files that flags select if they were asked before, or outside of workspaces")
	cmd.Flags().BoolVar(&flags.again, "again", false, "with --thread or --continue: answer the question whose answer was rated down from other passages")
	return cmd
}

func (a *app) searchCommand() *cobra.Command {
	var flags questionFlags
	by := "passage"
	cmd := &cobra.Command{
		Use: "search [FOLDER] WORDS", Short: "Find passages in files, best first",
		Long: `Search finds passages where ask would answer from them; like ask it reads what was not read yet.

Words find passages that have some of them or mean the same. "Phrases", begin*, AND, OR, NOT and NEAR/5, all in capitals, and parentheses
make an expression: then all passages are of files for which it holds. What ends in a question mark may quote words without being one.
With --by file all these files are listed, each with the number of passages.`,
		Example: `  spar search -w leave-review "parental leave" --json
  spar search --share docs '"notice period" NEAR/10 (lessor OR tenant) NOT draft'
  spar search --by file 'terminat*'`,
		Args: quoted,
		RunE: func(cmd *cobra.Command, args []string) error {
			if flags.stream && !a.json {
				return spar.Errorf(spar.Invalid, "--stream prints events of JSON; add --json")
			}
			if by != "file" && by != "passage" || by == "file" && flags.stream {
				return spar.Errorf(spar.Invalid, "--by is passage or file, and file not beside --stream; it is %q", by)
			}
			s, who, q, err := a.asked(cmd, args, &flags)
			if err != nil {
				return err
			}
			if by == "file" {
				if !cmd.Flags().Changed("limit") {
					q.Count = nil
				}
				return result(s.SearchFiles(cmd.Context(), who, q))(a, a.printFileHits)
			}
			p := a.progress()
			defer p.done()
			for e, err := range s.Search(cmd.Context(), who, q) {
				switch {
				case err != nil && flags.stream:
					fault := service.FaultOf(err)
					err = errors.Join(err, a.printJSON(api.HitsEvent{Schema: api.HitsEventSchema, Stage: api.StageError, Fault: fault, Do: fault.Do}))
				case err != nil:
				case flags.stream:
					err = a.printJSON(e)
				case e.Reading != nil:
					p.reading(e.Reading)
				default:
					hits := api.Hits{Schema: api.HitsSchema, Hits: e.Hits, Weaker: e.Weaker, Corrected: e.Corrected, Coverage: *e.Coverage, Notes: e.Notes, Do: e.Do}
					err = printOne(a, hits, nil, func() { a.printHits(hits) })
				}
				if err != nil {
					return err
				}
			}
			return nil
		},
	}
	cmd.Flags().StringVar(&by, "by", by, "what to list: passage, or file with the number of passages of each")
	flags.add(cmd)
	showSettings(cmd, "budget", "until", "cut")
	return cmd
}

// quoted takes a question, perhaps behind a folder. One whose words came one by one was meant to be in quotes.
func quoted(cmd *cobra.Command, args []string) error {
	if len(args) > 2 {
		return spar.Errorf(spar.Invalid, "%d texts were given; put a question of several words in quotes, and a folder before it", len(args))
	}
	return cobra.RangeArgs(1, 2)(cmd, args)
}

// asked makes a question of arguments and flags, and scans for it. It refuses an impossible question before it opens or scans anything.
func (a *app) asked(cmd *cobra.Command, args []string, f *questionFlags) (*service.Service, spar.Principal, api.Question, error) {
	q, err := a.question(cmd, args, f)
	if err != nil {
		return nil, spar.Principal{}, q, err
	}
	s, who, err := a.service(cmd)
	if err != nil {
		return nil, who, q, err
	}
	if q.Scope, err = a.relaxed(cmd, s, who, q.Scope, f.relax); err != nil {
		return nil, who, q, err
	}
	p := a.progress()
	defer p.done()
	for e, err := range s.Prepare(cmd.Context(), who, q) {
		if err != nil {
			return nil, who, q, err
		}
		a.scanned(p, e)
	}
	if q.Embed != api.EmbedAll {
		return s, who, q, nil
	}
	made, err := s.EmbedAll(cmd.Context(), who, q, func(done, total int) {
		p.show("embedding passages: %s of %s", thousands(done), thousands(total))
	})
	p.done()
	if made.Made > 0 {
		a.note("%s embedded, of %s in scope", counted(made.Made, "passage was", "passages were"), thousands(made.Passages))
	}
	if made.Light != "" {
		a.note("%s", made.Light)
	}
	return s, who, q, err
}

func (a *app) question(cmd *cobra.Command, args []string, f *questionFlags) (q api.Question, err error) {
	q = api.Question{
		Thread: f.thread, Continue: f.on, Again: f.again, Workspace: f.workspace, Count: &f.count, Embed: f.embed,
		Extract: f.extract, Model: f.model, Agent: f.agent, Steps: f.steps, Tokens: f.tokens, Length: f.length(), Entities: a.json, Stream: f.stream, Strict: f.strict, NoParse: f.noParse,
	}
	switch len(args) {
	case 2:
		q.Folder, q.Question = args[0], args[1]
	case 1:
		q.Question = args[0]
	}
	if f.all {
		if cmd.Flags().Changed("budget") {
			return q, spar.Errorf(spar.Invalid, "--all reads without a budget; leave it or --budget out")
		}
		q.Budget, q.Until = "0", new(1.0)
	}
	if q.Scope, err = f.where.query(); err != nil {
		return q, err
	}
	if err := a.configure(cmd); err != nil {
		return q, err
	}
	set, err := a.config.Questions()
	if err != nil {
		return q, err
	}
	if info, err := os.Stat(q.Question); len(args) == 1 && err == nil && info.IsDir() && strings.ContainsRune(filepath.ToSlash(q.Question), '/') {
		return q, spar.Errorf(spar.Invalid, "%s is a folder, and the question is missing: put it behind the folder, in quotes", q.Question)
	}
	return q, service.Check(set, q)
}

// scanned tells of a scan that a question waits for.
func (a *app) scanned(p *progress, e api.ScanEvent) {
	if e.Stage != api.StageScanning && e.Stage != api.StageFetching {
		p.done()
	}
	switch e.Stage {
	case api.StageShare:
		a.note("%s is now the share %q", pathText(*e.Root), e.Share)
	case api.StageBegin:
		a.note("share %s was never scanned; scanning it now", e.Share)
	case api.StageWaiting:
		a.note("share %s is being scanned by %s; waiting", e.Share, e.Holder)
	case api.StageScanning:
		p.show("scanning %s: %s, %.0f files/s", e.Share, plural(e.Seen, "file", "files"), e.Rate)
	case api.StageTagged:
		a.noteTagging(e)
	case api.StageLate:
		a.note("share %s: %s; the answer rests on what is known of it by now, and `spar scan %s` goes on", e.Share, e.Reason, e.Share)
	case api.StageFetching:
		name := "a file"
		if e.Path != nil {
			name = pathText(*e.Path)
		}
		p.show("fetching: %d, %s", e.Seen, name)
		if e.Reason != "" {
			a.note("%s could not be fetched: %s", name, e.Reason)
		}
	case api.StageFetched:
		a.note("share %s: %s fetched", e.Share, counted(e.Seen, "file was", "files were"))
	case api.StageFailed:
		a.note("%s", a.withOffers(a.words(e.Reason), e.Do))
	}
}

// noteTagging says what rules made of the files that a scan found, and why they were not applied.
func (a *app) noteTagging(e api.ScanEvent) {
	if e.Tagging == nil {
		a.note("rules were not applied: %s", a.withOffers(a.words(e.Reason), e.Do))
		return
	}
	given, withdrawn := 0, 0
	for _, m := range e.Tagging.Sources {
		given, withdrawn = given+m.New, withdrawn+m.Withdrawn
	}
	if given+withdrawn > 0 {
		a.note("rules and sidecars gave %s and withdrew %s; `spar tag batch list` shows them", counted(given, "tag or attribute", "tags and attributes"), thousands(withdrawn))
	}
	a.noteTrouble(*e.Tagging)
}
