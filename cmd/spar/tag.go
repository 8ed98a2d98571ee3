package main

import (
	"bufio"
	"cmp"
	"context"
	"fmt"
	"strings"
	"unicode/utf8"

	"github.com/sparsearch/spar/internal/api"
	"github.com/sparsearch/spar/internal/service"
	"github.com/sparsearch/spar/internal/spar"
	"github.com/spf13/cobra"
)

func (a *app) tagCommand() *cobra.Command {
	cmd := &cobra.Command{Use: "tag", Short: "Keep tags and say which files they are on",
		Example: "  spar tag add \"Leave policy\" --parent HR\n  spar tag assign \"Leave policy\" --path 'hr/leave/**'"}

	var fresh api.NewTag
	add := &cobra.Command{
		Use: "add NAME", Short: "Add a tag, below any number of others", Args: cobra.ExactArgs(1),
		Example: "  spar tag add HR\n  spar tag add \"Leave policy\" --parent HR --synonym \"Time off\"",
		RunE: a.changing(func(ctx context.Context, s *service.Service, who spar.Principal, args []string) error {
			fresh.Name = args[0]
			if len(fresh.Parents) == 0 && a.width > 0 {
				a.offerParents(ctx, s, who, fresh)
			}
			made, err := s.AddTag(ctx, who, fresh)
			for _, name := range made {
				a.note("there was no tag %q to put it below; it is made, too", printable(name))
			}
			return err
		}),
	}
	add.Flags().StringArrayVar(&fresh.Parents, "parent", nil, "a tag above it; a missing one is made")
	add.Flags().StringArrayVar(&fresh.Synonyms, "synonym", nil, "another name for it")
	add.Flags().StringVar(&fresh.Notes, "notes", "", "what it covers")

	var edit api.TagEdit
	var newNotes string
	change := &cobra.Command{
		Use: "edit TAG", Short: "Add or remove parents, synonyms and notes of a tag", Args: cobra.ExactArgs(1),
		Long:    "Edit changes what people said of a tag. What its vocabulary says of it stays, and new versions of that leave alone what is said here.",
		Example: "  spar tag edit Aspirin --synonym ASA --parent \"Our drugs\"\n  spar tag edit Aspirin --remove-synonym ASA --notes \"\"",
		PreRun: func(cmd *cobra.Command, _ []string) {
			if cmd.Flags().Changed("notes") {
				edit.Notes = &newNotes
			}
		},
		RunE: a.changing(func(ctx context.Context, s *service.Service, who spar.Principal, args []string) error {
			return s.EditTag(ctx, who, args[0], edit)
		}),
	}
	change.Flags().StringArrayVar(&edit.AddParents, "parent", nil, "a tag to put above it")
	change.Flags().StringArrayVar(&edit.RemoveParents, "remove-parent", nil, "a tag that is not above it any more")
	change.Flags().StringArrayVar(&edit.AddSynonyms, "synonym", nil, "another name for it")
	change.Flags().StringArrayVar(&edit.RemoveSynonyms, "remove-synonym", nil, "a name to take away")
	change.Flags().StringVar(&newNotes, "notes", "", "what it covers; replaces the notes before")

	list := &cobra.Command{
		Use: "list", Aliases: []string{"tree"}, Short: "List the tags as a tree, with the number of files below each", Args: cobra.NoArgs,
		Long: "List prints each tag with the files that have it or one below it, its key and its positions. A tag with " +
			"several parents stands\nbelow each of them, and what is below it the first time only. Notes and synonyms are in the " +
			"JSON, and in `spar tag show`.",
		Example: "  spar tag list",
		RunE:    a.asking(a.listTags),
	}
	show := &cobra.Command{
		Use: "show TAG", Short: "Print all that is known of one tag", Args: cobra.ExactArgs(1), Example: "  spar tag show \"Leave policy\"",
		RunE: a.asking(a.showTag),
	}

	assign := a.assignCommand(&cobra.Command{
		Use: "assign TAG [FILE...]", Short: "Put a tag on files, or on those of a scope",
		Long:    "Assign puts a tag on the files that are named, or that the flags select now. Files that come later are not tagged by it.",
		Example: "  spar tag assign \"Leave policy\" --path 'hr/leave/**'\n  spar tag assign \"Leave policy\" docs:hr/leave.pdf",
	}, false)
	unassign := a.assignCommand(&cobra.Command{
		Use: "unassign TAG [FILE...]", Short: "Take a tag off files, or off those of a scope",
		Long: "Unassign takes a tag off the files that are named, or off those that the flags select now. On a " +
			"terminal it asks before the latter.\n`spar trash restore` puts back within 30 days what was taken off several files at once.",
		Example: "  spar tag unassign \"Leave policy\" --path 'hr/leave/old/**'",
	}, true)
	cmd.AddCommand(add, change, list, show, a.tagRenameCommand(), a.tagMergeCommand(), a.tagRemoveCommand(), assign, unassign)
	cmd.AddCommand(a.reviewCommands()...)
	cmd.AddCommand(a.proposalCommands()...)
	return cmd
}

// assignCommand makes the command that puts a tag on files, or takes it off.
func (a *app) assignCommand(cmd *cobra.Command, off bool) *cobra.Command {
	yes := true
	verb := "assigned to"
	if off {
		verb = "taken off"
		yes = false
		yesFlag(cmd, &yes)
	}
	cmd.Args = cobra.MinimumNArgs(1)
	return a.selecting(cmd, func(ctx context.Context, s *service.Service, who spar.Principal, text string, args []string) error {
		files := api.Target{Files: args[1:], Scope: text}
		if off && text != "" && len(files.Files) == 0 && !yes {
			loss, err := s.LossOfLinks(ctx, who, args[0], files)
			if err == nil && loss.Files > 0 {
				err = a.sure(cmd, yes, true, "The tag "+printable(loss.Name)+" is taken off those of "+plural(loss.Files, "file", "files")+" that have it.")
			}
			if err != nil {
				return err
			}
		}
		return result(s.Assign(ctx, who, args[0], files, off))(a, func(done api.Assignment) {
			fmt.Fprintf(a.out, "%s: %s %s, of %s that match\n", printable(done.Tag), verb, plural(done.Changed, "file", "files"), thousands(done.Matched))
			a.noteReach(done.Trash, done.Until, "puts", done.Undecided, "assign again")
		})
	})
}

// listTags prints the tag graph as a tree: a tag with several parents stands below each of them, and its own subtree is
// printed the first time only.
func (a *app) listTags(ctx context.Context, s *service.Service, who spar.Principal, _ []string) error {
	tags, err := s.Tags(ctx, who)
	// Aligned by hand: the table writer takes longer for 50,000 lines than everything else.
	wide := 0
	for _, t := range tags {
		wide = max(wide, 2*t.Depth+utf8.RuneCountInString(printable(t.Name)))
	}
	out := bufio.NewWriter(a.out)
	for _, t := range tags {
		if a.json {
			if !t.Again && err == nil {
				err = a.printJSON(t.Tag)
			}
			continue
		}
		name := printable(t.Name)
		count := "see above"
		if !t.Again {
			count = thousands(t.Below)
		}
		fmt.Fprintf(out, "%*s%s%*s  ", 2*t.Depth, "", name, wide-2*t.Depth-utf8.RuneCountInString(name), "")
		if t.Again || t.Key == "" {
			fmt.Fprintln(out, count)
			continue
		}
		about := []string{t.Key}
		if t.Retired {
			about = append(about, "retired")
		}
		fmt.Fprintf(out, "%-9s  %s\n", count, printable(strings.Join(append(about, t.Positions...), " ")))
	}
	return cmp.Or(err, out.Flush())
}

// showTag prints all that somebody may know of a tag.
func (a *app) showTag(ctx context.Context, s *service.Service, who spar.Principal, args []string) error {
	return result(s.Tag(ctx, who, args[0]))(a, func(tag api.TagDetail) {
		fmt.Fprintln(a.out, printable(tag.Name))
		line := func(title string, values ...string) {
			if len(values) > 0 && values[0] != "" {
				fmt.Fprintf(a.out, "  %-12s %s\n", title, printable(strings.Join(values, "; ")))
			}
		}
		line("key", tag.Key)
		if tag.Retired {
			line("retired", "no longer in its vocabulary; it goes on to select")
		}
		line("synonyms", tag.Synonyms...)
		line("positions", tag.Positions...)
		line("parents", tag.Parents...)
		line("all above", tag.Ancestors...)
		line("children", tag.Children...)
		line("links to", tag.Links...)
		line("linked from", tag.LinkedFrom...)
		line("files", fmt.Sprintf("%s, with those below %s", thousands(tag.Files), thousands(tag.Below)))
		if tag.Notes != "" {
			fmt.Fprintf(a.out, "\n%s\n", paragraph(tag.Notes, "  "))
		}
	})
}

// reviewCommands are accept, reject, reopen and pending below `spar tag`.
func (a *app) reviewCommands() []*cobra.Command {
	judge := func(use, short, long, all string, review spar.Review) *cobra.Command {
		return a.selecting(&cobra.Command{
			Use: use + " [FILE] TAG", Short: short, Args: cobra.RangeArgs(1, 2),
			Long:    long + "\nWithout a FILE " + all + ". `spar tag reopen` takes judgements back.",
			Example: "  spar tag " + use + " docs:legal/nda.pdf Contract\n  spar tag " + use + " Contract --path 'legal/**'",
		}, func(ctx context.Context, s *service.Service, who spar.Principal, text string, args []string) error {
			target, tag := api.Target{Scope: text}, args[len(args)-1]
			if len(args) == 2 {
				target.Files = args[:1]
			}
			if len(args) == 2 && text == "" && review != spar.Pending {
				return result(s.Review(ctx, who, args[0], tag, review))(a, func(done api.Review) {
					fmt.Fprintf(a.out, "%s: %s for %s\n", printable(done.Tag), review, fileText(done.FileName))
				})
			}
			return result(s.ReviewAll(ctx, who, tag, target, review))(a, func(done api.Reviews) {
				fmt.Fprintf(a.out, "%s: %s for %s, of %s that match\n", printable(done.Tag), review, plural(done.Changed, "file", "files"), thousands(done.Matched))
			})
		})
	}
	pending := a.selecting(&cobra.Command{
		Use: "pending [TAG]", Short: "List the automatic tags that wait for your judgement", Args: cobra.MaximumNArgs(1),
		Example: "  spar tag pending\n  spar tag pending Contract --path 'legal/**'\n  spar tag pending --json",
	}, func(ctx context.Context, s *service.Service, who spar.Principal, text string, args []string) error {
		return printRows(a, s.Pending(ctx, who, api.PendingQuery{Tag: strings.Join(args, ""), Scope: text}), func(p api.Pending) []any {
			return []any{p.Tag, fileText(p.FileName), fmt.Sprintf("%.2f", p.Confidence), p.Evidence}
		})
	})
	return []*cobra.Command{
		judge("accept", "Keep an automatic tag of files for good", "An accepted tag stays when the rule or sidecar that made it would withdraw it, or is undone.",
			"the tag is accepted wherever it waits for judgement among the files that the flags select", spar.Accepted),
		judge("reject", "Take an automatic tag off files for good", "A rejected tag selects nothing, and no rule or sidecar puts it on the file again.",
			"the tag is rejected wherever it waits for judgement among the files that the flags select", spar.Rejected),
		judge("reopen", "Have automatic tags judged again", "Reopen takes back that a tag was accepted or rejected: it waits for judgement again, and selects meanwhile.",
			"that is done wherever the tag was judged among the files that the flags select", spar.Pending),
		pending,
	}
}
