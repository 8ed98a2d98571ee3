package main

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/sparsearch/spar"
	"github.com/sparsearch/spar/internal/api"
	"github.com/sparsearch/spar/internal/service"
	"github.com/spf13/cobra"
)

func (a *app) shareCommand() *cobra.Command {
	cmd := &cobra.Command{Use: "share", Short: "Name the folders to answer from", Args: cobra.NoArgs,
		Example: "  spar share add docs /mnt/share\n  spar share list",
		RunE:    func(cmd *cobra.Command, _ []string) error { return cmd.Help() }}
	var nested bool
	add := &cobra.Command{
		Use: "add NAME FOLDER", Short: "Add a folder as a share; it is only ever read", Args: cobra.ExactArgs(2),
		Example: "  spar share add docs /mnt/share",
		RunE: a.asking(func(ctx context.Context, s *service.Service, who spar.Principal, args []string) error {
			out, before, err := s.AddShare(ctx, who, api.NewShare{Name: args[0], Folder: args[1], Nested: nested})
			if before != nil {
				a.note("this folder was the share %s before, %s; `spar share remove %s` and then `spar trash restore %s` bring that back", before.Name, with(before.Tags, before.Attributes, before.Asked), out.Name, before.ID)
			}
			return printOne(a, out, err, func() {
				a.note("share %s is %s; `spar scan %s` finds its files", out.Name, pathText(out.Root), out.Name)
			})
		}),
	}
	add.Flags().BoolVar(&nested, "nested", false, "allow a folder that lies in another share or holds one")
	list := &cobra.Command{
		Use: "list", Short: "List the shares", Args: cobra.NoArgs, Example: "  spar share list --json",
		RunE: a.asking(func(ctx context.Context, s *service.Service, who spar.Principal, _ []string) error {
			return printRows(a, oneByOne(s.Shares(ctx, who)), func(s api.Share) []any {
				row := []any{s.Name, s.Rights, pathText(s.Root)}
				if !s.Reachable {
					row = append(row, "unreachable: "+firstLine(s.Trouble))
				}
				return row
			})
		}),
	}
	show := &cobra.Command{
		Use: "show NAME", Short: "Show a share and what became of its files", Args: cobra.ExactArgs(1), Example: "  spar share show docs",
		RunE: a.asking(func(ctx context.Context, s *service.Service, who spar.Principal, args []string) error {
			out, err := s.Share(ctx, who, args[0])
			return printOne(a, out, err, func() { a.printShare(out) })
		}),
	}
	rename := &cobra.Command{
		Use: "rename OLD NEW", Short: "Give a share another name", Args: cobra.ExactArgs(2), Example: "  spar share rename docs archive",
		Long: "Rename gives a share another name. The scopes of workspaces that name it follow; rules do not, as they are in a file of yours.",
		RunE: a.changing(func(ctx context.Context, s *service.Service, who spar.Principal, args []string) error {
			u, err := s.RenameShare(ctx, who, args[0], args[1])
			a.noteRenamed(u, args[0], args[1])
			return err
		}),
	}
	relocate := &cobra.Command{
		Use: "relocate NAME FOLDER", Short: "Say where a share is mounted now; what was read stays read", Args: cobra.ExactArgs(2),
		Long: `Relocate says where a share is mounted now. What was read stays read, and the next scan compares. Until that scan is
complete nobody for whom SPAR judges rights, as with --as, reads anything of the share: SPAR has not seen the rights there yet.`,
		Example: "  spar share relocate docs /media/new-server",
		RunE: a.changing(func(ctx context.Context, s *service.Service, who spar.Principal, args []string) error {
			return s.RelocateShare(ctx, who, args[0], args[1])
		}),
	}
	cmd.AddCommand(add, list, show, a.shareRightsCommand(), a.shareIgnoreCommand(), a.shareLimitCommand(), rename, relocate, a.shareRemoveCommand())
	return cmd
}

// printShare prints what is known of a share.
func (a *app) printShare(s api.Share) {
	t := a.table()
	t.row("name", s.Name)
	if s.Root != (api.Path{}) {
		t.row("root", pathText(s.Root))
	}
	t.row("rights", s.Rights)
	if s.FS != "" {
		t.row("file system", s.FS)
	}
	switch {
	case !s.Reachable:
		t.row("unreachable", withOffers(firstLine(s.Trouble), s.Do))
	case s.Scanned == "":
		t.row("scanned", "never completely")
	default:
		t.row("scanned", s.Scanned)
	}
	for _, rule := range slices.Sorted(maps.Keys(s.Ignored)) {
		t.row("ignored", fmt.Sprintf("%s by %s", plural(s.Ignored[rule], "name", "names"), rule))
	}
	states(s.States).rows(t)
	t.flush()
}

func firstLine(text string) string {
	line, _, _ := strings.Cut(text, "\n")
	return line
}
