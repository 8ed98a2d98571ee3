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

// groupCommand is `spar tag group`.
func (a *app) groupCommand() *cobra.Command {
	var in api.GroupAccepting
	cmd := a.selecting(&cobra.Command{
		Use: "group", Short: "Part files without tags, or tags, into groups, and make tags of those that fit", Args: cobra.NoArgs,
		Long: `Group parts the files that have no tag into groups of what is alike, by what was read of them, their names and their folders. It prints
each group with the number of files, what sets it apart, and the group by which to accept it. With --accept a group becomes a tag of
its files, named by the label or by --call; that is a batch, which "spar tag batch undo" takes back. Give the same scope and --count
as for the list. A later run keeps these files together, adds new ones to them, and leaves out those that "spar tag reject" took out.
With --of tags it parts the tags below which none is: accepted, a group is a tag above them, and no tag changes its name.`,
		Example: "  spar tag group --path 'archive/**'\n  spar tag group --accept 1f0c22d1a9b3e874 --call Travel\n  spar tag group --of tags",
	}, func(ctx context.Context, s *service.Service, who spar.Principal, text string, _ []string) error {
		in.Scope = text
		if in.Group != "" {
			return result(s.AcceptGroup(ctx, who, in))(a, func(done api.GroupAccepted) {
				fmt.Fprintf(a.out, "%s: %s, %s\n", printable(done.Tag), plural(done.Files, "file", "files"), plural(done.Tags, "tag below it", "tags below it"))
				a.note("spar tag batch undo %d takes it back", done.Batch)
			})
		}
		list, err := s.Groups(ctx, who, in.GroupQuery)
		if err == nil && !a.json {
			if len(list) == 0 {
				fmt.Fprintln(a.out, "nothing is there to be grouped")
				return nil
			}
			for _, note := range list[0].Notes {
				a.note("%s", spar.Phrase(printable(note)))
			}
		}
		return printRows(a, oneByOne(list, err), func(g api.Group) []any {
			count := fmt.Sprint(g.Members)
			if g.Tag != "" {
				count = fmt.Sprintf("%d, %d new", g.Members, g.New)
			}
			return []any{g.Group, g.Label, count, strings.Join(g.Evidence, "; ")}
		})
	})
	cmd.Flags().StringVar(&in.Of, "of", "", "`files` or tags; files if not given")
	cmd.Flags().BoolVar(&in.All, "all", false, "files that have tags, too")
	cmd.Flags().IntVar(&in.Count, "count", 0, "how many groups; as many as are most distinct if not given")
	cmd.Flags().StringVar(&in.Group, "accept", "", "make a tag of this `GROUP`")
	cmd.Flags().StringArrayVar(&in.LeaveOut, "leave-out", nil, "with --accept, a `FILE` that does not belong to it, now and later; with --of tags a tag, now")
	cmd.Flags().StringArrayVar(&in.Also, "also", nil, "with --accept, another `FILE` that belongs to it; with --of tags a tag")
	cmd.Flags().StringVar(&in.Name, "call", "", "the `NAME` of the tag; the label if not given")
	return cmd
}

// parentsCommand is `spar tag parents`.
func (a *app) parentsCommand() *cobra.Command {
	var q api.ParentQuery
	cmd := &cobra.Command{
		Use: "parents NAME", Short: "Say below which tags a new one could be", Args: cobra.ExactArgs(1),
		Long: `Parents ranks the tags that one of this name could be below: by nearness in meaning, by the words of their names that it has, and
by what stands above the tags that are nearest to it. It makes nothing. On a terminal "spar tag add" offers the same.`,
		Example: "  spar tag parents \"Parental leave\"\n  spar tag add \"Parental leave\" --parent Leave",
		RunE: a.asking(func(ctx context.Context, s *service.Service, who spar.Principal, args []string) error {
			q.Name = args[0]
			list, err := s.TagParents(ctx, who, q)
			if err == nil && len(list) == 0 && !a.json {
				fmt.Fprintln(a.out, "nothing speaks for any tag")
				return nil
			}
			return printRows(a, oneByOne(list, err), func(p api.TagParent) []any {
				return []any{p.Tag, fmt.Sprintf("%.2f", p.Score), strings.Join(p.Evidence, "; ")}
			})
		}),
	}
	cmd.Flags().StringArrayVar(&q.Synonyms, "synonym", nil, "another name for it")
	cmd.Flags().IntVar(&q.Most, "most", 0, "tags; 5 if not given")
	return cmd
}

// offerParents names the tags that a new one could be below.
func (a *app) offerParents(ctx context.Context, s *service.Service, who spar.Principal, of api.NewTag) {
	list, err := s.TagParents(ctx, who, api.ParentQuery{Name: of.Name, Synonyms: of.Synonyms, Most: 3})
	var names []string
	for _, p := range list {
		names = append(names, printable(p.Tag))
	}
	if err == nil && len(names) > 0 {
		a.note("it could be below %s: spar tag edit %s --parent TAG", strings.Join(names, ", "), shellWord(of.Name))
	}
}
