package main

import (
	"context"
	"fmt"

	"github.com/sparsearch/spar"
	"github.com/sparsearch/spar/internal/api"
	"github.com/sparsearch/spar/internal/service"
	"github.com/spf13/cobra"
)

func (a *app) trashCommand() *cobra.Command {
	cmd := &cobra.Command{Use: "trash", Short: "List and restore shares, tags and workspaces that were removed",
		Long: `What is removed with ` + "`spar share remove`, `spar tag remove` and `spar ws delete`" + `, and what ` + "`spar tag unassign`" + ` takes off
several files at once, can be restored for as long as the setting keep-trash says, 30 days. A share comes back with its settings, its rights, and the tags and attributes that
people gave its files, which its next scan finds; a tag with its names, its place and the files that people put it on; a
workspace with its history. What rules gave they give again. Text that was read is read again when a question needs it.`,
		Example: "  spar trash list\n  spar trash restore tag-3\n  spar trash restore share-1 --as-name archive"}
	list := &cobra.Command{
		Use: "list", Short: "List what was removed and can be restored, the oldest first", Args: cobra.NoArgs, Example: "  spar trash list --json",
		RunE: a.asking(func(ctx context.Context, s *service.Service, who spar.Principal, _ []string) error {
			return printRows(a, oneByOne(s.Trash(ctx, who)), func(t api.Trashed) []any {
				return []any{t.ID, t.Name, with(t.Tags, t.Attributes, t.Asked), "removed " + day(t.Removed), "until " + day(t.Until)}
			})
		}),
	}
	var as string
	restore := &cobra.Command{
		Use: "restore ID", Short: "Bring back what was removed", Args: cobra.ExactArgs(1), Example: "  spar trash restore ws-2\n  spar trash restore tag-3 --as-name \"Old leave policy\"",
		RunE: a.asking(func(ctx context.Context, s *service.Service, who spar.Principal, args []string) error {
			r, err := s.Restore(ctx, who, args[0], as)
			return printOne(a, r, err, func() {
				switch r.Kind {
				case api.TrashedShare:
					what := enumerated(some(r.Tags, "tag", "tags"), some(r.Attributes, "attribute", "attributes"))
					if what != "" {
						what = " and gives them their " + what
					}
					fmt.Fprintf(a.out, "the share %s is back; `spar scan %s` finds its files%s\n", r.Name, r.Name, what)
				case api.TrashedTag, api.TrashedLinks:
					fmt.Fprintf(a.out, "the tag %s is back, on %s\n", printable(r.Name), plural(r.Files, "file", "files"))
				default:
					fmt.Fprintf(a.out, "the workspace %s is back\n", printable(r.Name))
				}
			})
		}),
	}
	restore.Flags().StringVar(&as, "as-name", "", "restore it under this name, such as where its own was taken meanwhile")
	cmd.AddCommand(list, restore)
	return cmd
}

// day is that of a time as JSON has it.
func day(at string) string { return at[:len("2006-01-02")] }

// with says what people made of a thing.
func with(tags, attributes, asked int) string {
	what := enumerated(some(tags, "tag on a file", "tags on files"), some(attributes, "attribute", "attributes"), some(asked, "question", "questions"))
	if what == "" {
		return "nothing else"
	}
	return "with " + what
}

// uses names the workspaces and rules that name something; of other people's workspaces it says the number only. It is ""
// where there are none.
func uses(u api.Uses) string {
	return enumerated(namely("workspace", "workspaces", u.Workspaces), some(u.Others, "workspace of somebody else", "workspaces of other people"), namely("rule", "rules", u.Rules))
}

// maxListed is of how many things a sentence names each.
const maxListed = 5

func namely(one, many string, names []string) string {
	switch n := len(names); {
	case n == 0:
		return ""
	case n == 1:
		return "the " + one + " " + printable(names[0])
	case n <= maxListed:
		return "the " + many + " " + printable(enumerated(names...))
	default:
		return fmt.Sprintf("%s (%s, ...)", plural(n, one, many), printable(enumerated(names[:maxListed]...)))
	}
}
