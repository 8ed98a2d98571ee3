package main

import (
	"context"
	"fmt"

	"github.com/spf13/cobra"

	"github.com/sparsearch/spar/internal/api"
	"github.com/sparsearch/spar/internal/service"
	"github.com/sparsearch/spar/internal/spar"
)

func (a *app) summaryCommand() *cobra.Command {
	var in api.SummaryQuestion
	cmd := &cobra.Command{
		Use: "summary [FILE...]", Short: "Tell what files say, by the sentences of them that say most",
		Long: `Summary prints of each file the sentences that say most, in the order of the file, each with its place. If the author wrote a summary,
such as an abstract, the sentences are from it. Of a table it says which rows and columns it has. Files that were not read yet are read first.

Without a file it sums up the scope that the flags make, or a workspace: the newest file of each folder in turn, up to --documents.`,
		Example: "  spar summary docs:hr/travel.md\n  spar summary --workspace audit\n  spar summary --path 'hr/**' --documents 20 --json",
	}
	a.workspaceFlag(cmd, func(ctx context.Context, s *service.Service, who spar.Principal, text string, args []string) error {
		in.Files, in.Scope = args, text
		got, err := s.Summarize(ctx, who, in)
		return printOne(a, got, err, func() { a.printSummary(got) })
	})
	cmd.Flags().IntVar(&in.Sentences, "sentences", 0, "sentences of each file at most; 0: five of a single file, else two")
	cmd.Flags().IntVar(&in.Documents, "documents", 0, "files of a scope that are summed up at most; 0: eight")
	return cmd
}

func (a *app) printSummary(s api.Summary) {
	for i, d := range s.Documents {
		if i > 0 {
			fmt.Fprintln(a.out)
		}
		fmt.Fprintf(a.out, "%s:%s\n", d.Share, pathText(d.Path))
		if d.Title != "" {
			fmt.Fprintln(a.out, printable(d.Title))
		}
		if len(d.Sentences) == 0 {
			fmt.Fprintln(a.out, "  No sentence says enough.")
		}
		for _, one := range d.Sentences {
			text := printable(one.Text)
			if one.Heading != "" {
				text = printable(one.Heading) + ": " + text
			}
			if one.Of > 0 {
				text += fmt.Sprintf(" (%d of %d)", one.Shown, one.Of)
			}
			fmt.Fprintf(a.out, "- %s\n    %s\n", text, printable(one.Open))
		}
	}
	for _, f := range s.LeftOut {
		fmt.Fprintf(a.out, "\nLeft out: %s\n", printable(f.Reason))
	}
	for _, n := range s.Notes {
		fmt.Fprintf(a.out, "\n%s\n", printable(n))
	}
	if s.Files == 0 {
		fmt.Fprintln(a.out, "No file matches the scope.")
	}
}
