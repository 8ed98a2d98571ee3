package main

import (
	"bufio"
	"cmp"
	"context"
	"fmt"
	"strings"

	"github.com/sparsearch/spar/internal/api"
	"github.com/sparsearch/spar/internal/service"
	"github.com/sparsearch/spar/internal/spar"
	"github.com/sparsearch/spar/internal/taxonomy/format"
	"github.com/spf13/cobra"
)

func (a *app) taxonomyCommand() *cobra.Command {
	cmd := &cobra.Command{Use: "taxonomy", Short: "Import vocabularies of tags, such as MeSH or a SKOS thesaurus, and look after them",
		Long:    "Taxonomy brings vocabularies into the tags, and new versions of them. docs/taxonomy.md says what is read of each format.",
		Example: "  spar taxonomy import desc2022.xml\n  spar taxonomy show \"Body Temperature Regulation\""}

	var o format.Options
	var dry bool
	importing := func(dry *bool, examples int) func(*cobra.Command, []string) error {
		return a.asking(func(ctx context.Context, s *service.Service, who spar.Principal, args []string) error {
			return a.importVocabulary(ctx, s, who, args[0], service.Importing{Format: o, DryRun: *dry, Examples: examples})
		})
	}
	flags := func(c *cobra.Command) {
		c.Flags().StringVar(&o.Name, "name", "", "name of the vocabulary; default what its format or file is called")
		c.Flags().StringVar(&o.Format, "format", "", "format of the file; default what its content looks like")
		c.Flags().StringVar(&o.Language, "language", "en", "language of the labels of a SKOS file")
	}
	bring := &cobra.Command{
		Use: "import FILE", Short: "Make tags of a vocabulary, or bring those of it up to date", Args: cobra.ExactArgs(1),
		Long: `Import makes a tag of each concept of a vocabulary, or changes those of an earlier import, in one step that happens whole
or not at all. What people added to its tags stays, and so do the tags of files: a concept that is no longer in the file
is retired, and goes on to select. The formats are:
` + formatList(false),
		Example: "  spar taxonomy import mtrees2022.bin --dry-run\n  spar taxonomy import thesaurus.ttl --name thesaurus --language de",
		RunE:    importing(&dry, 5),
	}
	flags(bring)
	bring.Flags().BoolVar(&dry, "dry-run", false, "say what would change, and change nothing")
	diff := &cobra.Command{
		Use: "diff FILE", Short: "List what an import of the file would change", Args: cobra.ExactArgs(1),
		Example: "  spar taxonomy diff mesh2023.jsonl",
		RunE:    importing(new(true), -1),
	}
	flags(diff)

	var vocabulary, as string
	export := &cobra.Command{
		Use: "export", Short: "Write a vocabulary, or all tags, to standard output", Args: cobra.NoArgs,
		Long: `Export writes a vocabulary as its file defined it, without what people added, so that importing it again changes
nothing; or, without --vocabulary, all tags with all that is known of them, as one vocabulary. The formats are:
` + formatList(true),
		Example: "  spar taxonomy export --vocabulary mesh --format csv > mesh.csv\n  spar taxonomy export > tags.yaml",
		RunE: a.asking(func(ctx context.Context, s *service.Service, who spar.Principal, _ []string) error {
			v, err := s.Vocabulary(ctx, who, vocabulary)
			if err != nil {
				return err
			}
			out := bufio.NewWriter(a.raw)
			if err := format.Write(out, v, as); err != nil {
				return err
			}
			return out.Flush()
		}),
	}
	export.Flags().StringVar(&vocabulary, "vocabulary", "", "the vocabulary; default all tags")
	export.Flags().StringVar(&as, "format", "yaml", "format to write")

	show := &cobra.Command{
		Use: "show [TAG]", Short: "Print the vocabularies, or all that is known of one tag", Args: cobra.MaximumNArgs(1),
		Example: "  spar taxonomy show\n  spar taxonomy show mesh:D001833",
		RunE:    a.asking(a.showTaxonomy),
	}
	check := &cobra.Command{
		Use: "check", Short: "Look for what is odd about the tags", Args: cobra.NoArgs,
		Long: `Check lists cycles, tags that nothing is above or below, names that several tags have, retired tags that files still
have, and positions above which nothing stands. None of these keeps the tags from working.`,
		Example: "  spar taxonomy check",
		RunE:    a.asking(a.checkTaxonomy),
	}
	cmd.AddCommand(bring, diff, export, show, check)
	return cmd
}

func formatList(writable bool) string {
	var b strings.Builder
	for _, f := range format.Formats(writable) {
		fmt.Fprintf(&b, "\n  %-12s %s", f[0], f[1])
	}
	return b.String()
}

func (a *app) importVocabulary(ctx context.Context, s *service.Service, who spar.Principal, path string, o service.Importing) error {
	done, err := s.ImportFile(ctx, who, path, o)
	if err != nil || a.json {
		return printOne(a, done, err, nil)
	}
	happened := fmt.Sprintf("imported (%s) in %.1f s", done.Format, done.Took)
	if o.DryRun {
		happened = "in the file (" + done.Format + ")"
	}
	fmt.Fprintf(a.out, "%s: %s %s\n", done.Vocabulary, plural(done.Concepts, "concept", "concepts"), happened)
	t := a.table()
	t.row("  unchanged", thousands(done.Unchanged))
	for _, g := range done.Changes {
		t.row("  "+g.Kind, thousands(g.Count))
		for _, c := range g.Changes {
			if o.Examples < 0 || g.Kind != api.ConceptAdded {
				t.row("    "+c.Name, c.Detail)
			}
		}
	}
	err = t.flush()
	for _, r := range done.Remarks {
		examples := ""
		if len(r.Examples) > 0 {
			examples = " (such as " + strings.Join(r.Examples, "; ") + ")"
		}
		a.note("%s: %s%s", r.What, thousands(r.Count), examples)
	}
	if done.Batch != 0 {
		a.note("spar tag batch undo %d takes that back", done.Batch)
	}
	return err
}

func (a *app) showTaxonomy(ctx context.Context, s *service.Service, who spar.Principal, args []string) error {
	if len(args) > 0 {
		return a.showTag(ctx, s, who, args)
	}
	list, own, err := s.Vocabularies(ctx, who)
	if err != nil {
		return err
	}
	t := a.table()
	if !a.json {
		t.row("VOCABULARY", "CONCEPTS", "RETIRED", "FORMAT", "IMPORTED", "FROM")
	}
	if _, err := printAll(a, oneByOne(list, nil), func(v api.Vocabulary) error {
		t.row(v.Name, thousands(v.Concepts), thousands(v.Retired), v.Format, v.Imported.Format("2006-01-02 15:04"), v.Source)
		return nil
	}); err != nil {
		return err
	}
	if a.json {
		return a.printJSON(own)
	}
	t.row("(made by hand)", thousands(own.Concepts))
	return t.flush()
}

func (a *app) checkTaxonomy(ctx context.Context, s *service.Service, who spar.Principal, _ []string) error {
	problems, tags, err := s.TaxonomyProblems(ctx, who)
	if err != nil {
		return err
	}
	if len(problems) == 0 && !a.json {
		fmt.Fprintf(a.out, "nothing is odd about %s\n", plural(tags, "tag", "tags"))
	}
	counts, shown := map[string]int{}, map[string]int{}
	for _, p := range problems {
		counts[p.Kind]++
	}
	const most = 20
	out := bufio.NewWriter(a.out)
	_, err = printAll(a, oneByOne(problems, nil), func(p api.TaxonomyProblem) error {
		shown[p.Kind]++
		if shown[p.Kind] == 1 {
			fmt.Fprintf(out, "%s: %s\n", p.Kind, thousands(counts[p.Kind]))
		}
		switch {
		case shown[p.Kind] <= most || a.verbose:
			fmt.Fprintf(out, "  %s\n", printable(p.Detail))
		case shown[p.Kind] == most+1:
			fmt.Fprintf(out, "  ... all with --json or --verbose\n")
		}
		return nil
	})
	return cmp.Or(err, out.Flush())
}
