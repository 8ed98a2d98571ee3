package main

import (
	"cmp"
	"context"
	"encoding/csv"
	"encoding/json"
	"fmt"
	"io"
	"iter"
	"os"
	"strconv"
	"strings"
	"time"

	"github.com/sparsearch/spar/internal/api"
	"github.com/sparsearch/spar/internal/service"
	"github.com/sparsearch/spar/internal/spar"
	"github.com/spf13/cobra"
)

func (a *app) auditCommand() *cobra.Command {
	cmd := &cobra.Command{Use: "audit", Short: "List and export what people had the server do",
		Long: `The audit trail has an entry for each question, each file that was opened, each list and each change that came over HTTP or MCP, with
who asked, by which key, what was cited, and what became of it; for sign-ins, and keys that were wrong; and for tokens that were
made here. Entries are only added. ` + "`spar check`" + ` finds those that were changed or taken out. The setting audit says how much of a
question is kept, and keep-audit for how long.`,
		Example: "  spar admin audit list --since 7d --who person:ada\n  spar admin audit export trail.jsonl"}
	var q api.AuditQuery
	where := func(c *cobra.Command) {
		c.Flags().StringVar(&q.Since, "since", "", "entries since a day, a time, or so long ago: 2026-01-31, 7d, 12h")
		c.Flags().StringVar(&q.Until, "until", "", "entries until then")
		c.Flags().StringVar(&q.Who, "who", "", "of somebody: a name, or uid:1000 or person:ada")
		c.Flags().StringVar(&q.File, "file", "", "that opened, found or cited this `FILE`, as share:path; what an archive or a message holds counts as it")
		c.Flags().StringVar(&q.Operation, "operation", "", "of an operation, such as ask")
		c.Flags().StringVar(&q.Kind, "kind", "", "entries of a `KIND`: questions, conversations, files, scopes, workspaces, tags, shares, rights, people, keys, settings, models, work, server")
		c.Flags().StringVar(&q.Find, "find", "", "that have these `WORDS` in their sentence, their person, or what they are about")
		c.Flags().BoolVar(&q.Looks, "looks", false, "only what the page only showed")
		c.Flags().BoolVar(&q.Deeds, "deeds", false, "leave out what the page only showed, unless --file asks who saw a file")
	}
	var limit int
	list := &cobra.Command{
		Use: "list", Short: "List entries, the last one first", Args: cobra.NoArgs,
		Example: "  spar admin audit list --since 12h\n" +
			"  spar admin audit list --file docs:hr/leave.pdf --since 7d   # who saw it last week\n  spar admin audit list --operation createToken --json\n  spar admin audit list --kind rights --find anna",
		RunE: a.existing(func(ctx context.Context, s *service.Service, who spar.Principal, _ []string) error {
			if limit < 1 {
				return spar.Errorf(spar.Invalid, "--limit is %d and must be at least 1", limit)
			}
			q.Language = a.language()
			return printRows(a, firstOf(s.Audit(ctx, who, q), limit), func(e api.AuditEntry) []any {
				return []any{e.At.Local().Format("2006-01-02 15:04:05"), printable(cmp.Or(e.Name, e.Who)), printable(auditSentence(e)), e.Via, e.Operation, printable(auditText(e))}
			})
		}),
	}
	where(list)
	list.Flags().IntVar(&limit, "limit", 100, "most entries that are listed")
	var format string
	export := &cobra.Command{
		Use: "export FILE", Short: "Write entries to a file, the oldest first; - is standard output", Args: cobra.ExactArgs(1),
		Example: "  spar admin audit export trail.jsonl\n  spar admin audit export --format csv --since 30d trail.csv\n  spar admin audit export - | jq .who",
		RunE: a.existing(func(ctx context.Context, s *service.Service, who spar.Principal, args []string) error {
			q.OldestFirst, q.Language = true, a.language()
			write, ok := map[string]func(io.Writer) (func(api.AuditEntry) error, func() error){"jsonl": auditLines, "csv": auditTable}[format]
			if !ok {
				return spar.Errorf(spar.Invalid, "the format is %q and must be jsonl or csv", format)
			}
			to, done := a.raw, func() error { return nil }
			if args[0] != "-" {
				f, err := os.OpenFile(args[0], os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
				if err != nil {
					return spar.Errorf(spar.Invalid, "the trail is written to a new file: %w", err)
				}
				defer f.Close()
				to, done = f, f.Close
			}
			each, end := write(to)
			n := 0
			for e, err := range s.Audit(ctx, who, q) {
				if err == nil {
					err = each(e)
				}
				if err != nil {
					return err
				}
				n++
			}
			if err := end(); err != nil {
				return err
			}
			if args[0] != "-" && !a.quiet {
				a.note("%s written to %s", counted(n, "entry", "entries"), args[0])
			}
			return done()
		}),
	}
	where(export)
	export.Flags().StringVar(&format, "format", "jsonl", "jsonl (lines of JSON) or csv")
	cmd.AddCommand(list, export)
	return cmd
}

// auditSentence is what was done, and what became of it.
func auditSentence(e api.AuditEntry) string {
	if e.Ended == "" {
		return e.Says
	}
	return e.Says + " (" + e.Ended + ")"
}

// auditText lists what an entry is about, but for what its sentence says.
func auditText(e api.AuditEntry) string {
	var parts []string
	if e.Question != "" && !strings.Contains(e.Says, e.Question) {
		parts = append(parts, e.Question)
	}
	if e.Workspace != "" {
		parts = append(parts, "workspace="+e.Workspace)
	}
	if e.Scope != "" {
		parts = append(parts, "scope="+e.Scope)
	}
	parts = append(parts, e.About...)
	if n := len(e.Files); n > 0 {
		parts = append(parts, "["+strings.Join(e.Files[:min(n, 3)], ", ")+more(n-3)+"]")
	}
	return strings.Join(parts, " ")
}

func more(n int) string {
	if n <= 0 {
		return ""
	}
	return fmt.Sprintf(" and %d more", n)
}

func auditLines(w io.Writer) (each func(api.AuditEntry) error, end func() error) {
	out := json.NewEncoder(w)
	out.SetEscapeHTML(false)
	return func(e api.AuditEntry) error { return out.Encode(e) }, func() error { return nil }
}

// auditTable writes a table. What people wrote must not become a formula of the program that opens it.
func auditTable(w io.Writer) (each func(api.AuditEntry) error, end func() error) {
	out := csv.NewWriter(w)
	plain := func(text string) string {
		if text != "" && strings.ContainsRune("=+-@\t\r", rune(text[0])) {
			return "'" + text
		}
		return text
	}
	out.Write([]string{"id", "at", "who", "key", "via", "from", "operation", "outcome", "request", "timing_ms", "question", "question_sha256", "workspace", "scope", "thread", "about", "files", "sum", "kind", "says", "ended"})
	return func(e api.AuditEntry) error {
			cells := []string{strconv.FormatInt(e.ID, 10), e.At.Format(time.RFC3339Nano), e.Who,
				strconv.FormatInt(e.Key, 10), e.Via, e.From, e.Operation, e.Outcome, e.Request, strconv.FormatInt(e.TimingMS, 10),
				e.Question, e.QuestionSHA256, e.Workspace, e.Scope, e.Thread, strings.Join(e.About, "\n"), strings.Join(e.Files, "\n"), e.Sum, e.Kind, e.Says, e.Ended}
			for i := range cells {
				cells[i] = plain(cells[i])
			}
			return out.Write(cells)
		}, func() error {
			out.Flush()
			return out.Error()
		}
}

// firstOf are the first n of a sequence.
func firstOf[T any](seq iter.Seq2[T, error], n int) iter.Seq2[T, error] {
	return func(yield func(T, error) bool) {
		left := n
		for v, err := range seq {
			if left--; !yield(v, err) || left == 0 {
				return
			}
		}
	}
}
