package main

import (
	"context"
	"fmt"
	"strings"

	"github.com/sparsearch/spar/internal/api"
	"github.com/sparsearch/spar/internal/service"
	spar "github.com/sparsearch/spar/internal/spar"
	"github.com/spf13/cobra"
)

// auditTagsCommands are audit and mend below `spar tag`.
func (a *app) auditTagsCommands() []*cobra.Command {
	var q api.TagAuditQuery
	audit := &cobra.Command{
		Use: "audit", Short: "Look for tags and tagged files that may be wrong, with what would mend each", Args: cobra.NoArgs,
		Long: `Audit prints, the likeliest fault first: tags that mean the same (duplicate), whose files fall into two groups (broad), or
that are on hardly any file below one of nearly the same name (narrow); files that are unlike the others of their tag (unlike), or
lack a tag of a file that is nearly the same (missing); tags without a place (orphan), in a wrong one (misplaced), or below
themselves (cycle). It changes nothing. "spar tag mend" does what it proposes.`,
		Example: "  spar tag audit\n  spar tag audit --kind duplicate --most 20\n  spar tag audit --new\n  spar tag audit --since 2026-11-01 --json",
		RunE: a.asking(func(ctx context.Context, s *service.Service, who spar.Principal, _ []string) error {
			list, err := s.AuditTags(ctx, who, q)
			if err == nil && len(list) == 0 && !a.json {
				fmt.Fprintln(a.out, "nothing odd was found")
				return nil
			}
			if len(list) > 0 {
				for _, note := range list[0].Notes {
					a.note("%s", spar.Phrase(printable(note)))
				}
			}
			return printRows(a, oneByOne(list, err), func(f api.TagFinding) []any {
				about := strings.Join(f.Tags, " | ")
				if len(f.Files) > 0 {
					about += " on " + fileText(f.Files[0])
					if n := len(f.Files); n > 1 {
						about += fmt.Sprintf(" and %d more", n-1)
					}
				}
				return []any{f.Kind, fmt.Sprintf("%.2f", f.Chance), about, strings.Join(f.Evidence, "; "), mendText(f.Repair)}
			})
		}),
	}
	audit.Flags().StringVar(&q.Kind, "kind", "", "this kind alone: duplicate, broad, narrow, unlike, missing, orphan, misplaced or cycle")
	audit.Flags().StringVar(&q.Since, "since", "", "only what was found first on this `DAY` or later")
	audit.Flags().IntVar(&q.Most, "most", 0, "findings; 100 if not given")
	audit.Flags().BoolVar(&q.New, "new", false, "only what was not found in the round of audits before; the setting tag-audits says how long a round is")
	var m api.Mending
	mend := &cobra.Command{
		Use: "mend merge|move|cut|off|on|split|retire TAG [FILE...]", Short: "Mend a tag or the tags of files, so that it can be undone",
		Args: cobra.MinimumNArgs(2),
		Long: `Mend merges a tag into another (--into), moves it below another (--into, and --from which), cuts it from one that it is
below (--from), takes it off files or puts it on them, splits it, so that files get a new tag beside it (--into) in its place, or retires it. What a rule put on a file is rejected there. Each is a batch,
which "spar tag batch undo" takes back to the letter, unless a later change is in the way. Scopes that name a tag that was merged
find the other one, which has its name as a synonym.`,
		Example: "  spar tag mend merge \"Heart attacks\" --into \"Heart attack\"\n  spar tag mend off Invoice docs:hr/leave.md",
		RunE: a.asking(func(ctx context.Context, s *service.Service, who spar.Principal, args []string) error {
			m.Do, m.Tag, m.Files = args[0], args[1], args[2:]
			return result(s.MendTags(ctx, who, m))(a, func(done api.Mended) {
				fmt.Fprintf(a.out, "%s %s\n", done.Do, printable(done.Tag))
				a.note("spar tag batch undo %d takes it back", done.Batch)
			})
		}),
	}
	mend.Flags().StringVar(&m.Into, "into", "", "the `TAG` that it is merged into or moved below, or that files get instead; of split, the name of the new one")
	mend.Flags().StringVar(&m.From, "from", "", "the `TAG` that it is no longer below")
	return []*cobra.Command{audit, mend}
}

// mendText returns the command for the repair of a finding.
func mendText(m api.Mending) string {
	if m.Do == "" {
		return ""
	}
	text := "spar tag mend " + m.Do + " " + shellWord(m.Tag)
	if m.From != "" {
		text += " --from " + shellWord(m.From)
	}
	if m.Into != "" {
		text += " --into " + shellWord(m.Into)
	}
	for _, f := range m.Files {
		text += " " + shellWord(f)
	}
	return text
}
