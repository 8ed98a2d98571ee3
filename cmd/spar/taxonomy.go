package main

import (
	"bufio"
	"cmp"
	"crypto/sha256"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"time"

	"github.com/sparsearch/spar"
	"github.com/sparsearch/spar/internal/catalog"
	"github.com/sparsearch/spar/internal/engine"
	"github.com/sparsearch/spar/internal/taxonomy"
	"github.com/sparsearch/spar/internal/taxonomy/format"
	"github.com/spf13/cobra"
)

func (a *app) taxonomyCommand() *cobra.Command {
	cmd := &cobra.Command{Use: "taxonomy", Short: "Import vocabularies of tags, such as MeSH or a SKOS thesaurus, and look after them", Args: cobra.NoArgs,
		Long:    "Taxonomy brings vocabularies into the tags, and new versions of them. docs/taxonomy.md says what is read of each format.",
		Example: "  spar taxonomy import desc2022.xml\n  spar taxonomy show \"Body Temperature Regulation\"",
		RunE:    func(cmd *cobra.Command, _ []string) error { return cmd.Help() }}

	var o format.Options
	var dry bool
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
		RunE: func(cmd *cobra.Command, args []string) error {
			return a.importVocabulary(cmd, args[0], o, dry, 5)
		},
	}
	flags(bring)
	bring.Flags().BoolVar(&dry, "dry-run", false, "say what would change, and change nothing")
	diff := &cobra.Command{
		Use: "diff FILE", Short: "List what an import of the file would change", Args: cobra.ExactArgs(1),
		Example: "  spar taxonomy diff mesh2023.jsonl",
		RunE: func(cmd *cobra.Command, args []string) error {
			return a.importVocabulary(cmd, args[0], o, true, -1)
		},
	}
	flags(diff)

	var vocabulary, as string
	export := &cobra.Command{
		Use: "export", Short: "Write a vocabulary, or all tags, to standard output", Args: cobra.NoArgs,
		Long: `Export writes a vocabulary as its file defined it, without what people added, so that importing it again changes
nothing; or, without --vocabulary, all tags with all that is known of them, as one vocabulary. The formats are:
` + formatList(true),
		Example: "  spar taxonomy export --vocabulary mesh --format csv > mesh.csv\n  spar taxonomy export > tags.yaml",
		RunE: func(cmd *cobra.Command, _ []string) error {
			return a.exportVocabulary(cmd, vocabulary, as)
		},
	}
	export.Flags().StringVar(&vocabulary, "vocabulary", "", "the vocabulary; default all tags")
	export.Flags().StringVar(&as, "format", "yaml", "format to write")

	show := &cobra.Command{
		Use: "show [TAG]", Short: "Print the vocabularies, or all that is known of one tag", Args: cobra.MaximumNArgs(1),
		Example: "  spar taxonomy show\n  spar taxonomy show mesh:D001833", ValidArgsFunction: a.completeTag,
		RunE: func(cmd *cobra.Command, args []string) error {
			if len(args) == 0 {
				return a.listVocabularies(cmd)
			}
			return a.showTag(cmd, args[0])
		},
	}
	check := &cobra.Command{
		Use: "check", Short: "Look for what is odd about the tags", Args: cobra.NoArgs,
		Long: `Check lists cycles, tags that nothing is above or below, names that several tags have, retired tags that files still
have, and positions above which nothing stands. None of these keeps the tags from working.`,
		Example: "  spar taxonomy check",
		RunE:    func(cmd *cobra.Command, _ []string) error { return a.checkTaxonomy(cmd) },
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

// keeper opens the data directory for a change to the tags, which belong to whoever it belongs to.
func (a *app) keeper(cmd *cobra.Command) (*engine.Engine, spar.Principal, error) {
	e, who, err := a.asker(cmd)
	if err == nil && !who.Operator && !who.All {
		err = spar.Errorf(spar.Invalid, "tags are made and changed by the owner of the data directory")
	}
	return e, who, err
}

// readVocabulary reads a file, and names its content.
func readVocabulary(path string, o format.Options) (res format.Result, digest spar.Hash, err error) {
	f, err := os.Open(path)
	if errors.Is(err, fs.ErrNotExist) {
		return res, digest, spar.Errorf(spar.NotFound, "there is no file %s", printable(path))
	}
	if err != nil {
		return res, digest, spar.Errorf(spar.Unavailable, "the vocabulary cannot be opened: %w", err)
	}
	defer f.Close()
	h := sha256.New()
	in := io.TeeReader(f, h)
	if res, err = format.Read(in, o); err != nil {
		return res, digest, spar.Errorf(spar.CodeOf(err), "%s: %w", printable(path), err)
	}
	if _, err := io.Copy(io.Discard, in); err != nil {
		return res, digest, err
	}
	h.Sum(digest[:0])
	res.Name = cmp.Or(res.Name, nameOf(path))
	return res, digest, nil
}

var notInNames = regexp.MustCompile(`[^a-z0-9_-]+`)

// nameOf makes the name of a vocabulary of that of its file.
func nameOf(path string) string {
	base, _, _ := strings.Cut(filepath.Base(path), ".")
	name := strings.Trim(notInNames.ReplaceAllString(strings.ToLower(base), "-"), "-")
	return cmp.Or(name[:min(len(name), 64)], "vocabulary")
}

func (a *app) importVocabulary(cmd *cobra.Command, path string, o format.Options, dry bool, examples int) error {
	e, _, err := a.keeper(cmd)
	if err != nil {
		return err
	}
	started := time.Now()
	res, digest, err := readVocabulary(path, o)
	if err != nil {
		return err
	}
	parsed := time.Since(started)
	source, err := filepath.Abs(path)
	if err != nil {
		return err
	}
	report, err := e.Catalog.Import(cmd.Context(), res.Vocabulary, catalog.ImportOptions{Source: source, Format: res.Format, Digest: digest, DryRun: dry})
	if err != nil {
		return err
	}
	took := time.Since(started)
	if a.json {
		return a.printImport(report, res, dry, examples, parsed, took)
	}
	if dry {
		fmt.Fprintf(a.out, "%s: %s in the file (%s)\n", report.Vocabulary, plural(report.Concepts, "concept", "concepts"), res.Format)
	} else {
		fmt.Fprintf(a.out, "%s: %s imported (%s) in %.1f s\n", report.Vocabulary, plural(report.Concepts, "concept", "concepts"), res.Format, took.Seconds())
	}
	t := a.table()
	t.row("  unchanged", thousands(report.Unchanged))
	for _, g := range grouped(report.Changes, examples) {
		t.row("  "+string(g.Kind), thousands(g.Count))
		for _, c := range g.Changes {
			if examples < 0 || g.Kind != taxonomy.Added {
				t.row("    "+c.Name, c.Detail)
			}
		}
	}
	if err := t.flush(); err != nil {
		return err
	}
	for _, r := range res.Remarks {
		a.note("%s: %s%s", printable(r.What), thousands(r.Count), printable(exampleText(r.Examples)))
	}
	return nil
}

func exampleText(examples []string) string {
	if len(examples) == 0 {
		return ""
	}
	return " (such as " + strings.Join(examples, "; ") + ")"
}

type changeJSON struct {
	ID     string `json:"id"`
	Name   string `json:"name"`
	Detail string `json:"detail,omitempty"`
}

type changesJSON struct {
	Kind    taxonomy.ChangeKind `json:"kind"`
	Count   int                 `json:"count"`
	Changes []changeJSON        `json:"changes"`
}

// grouped is changes by kind, with the first n of each, or all if n is negative.
func grouped(changes []taxonomy.Change, n int) []changesJSON {
	groups := []changesJSON{}
	for _, c := range changes {
		if len(groups) == 0 || groups[len(groups)-1].Kind != c.Kind {
			groups = append(groups, changesJSON{Kind: c.Kind})
		}
		g := &groups[len(groups)-1]
		if g.Count++; n < 0 || g.Count <= n {
			g.Changes = append(g.Changes, changeJSON{c.ID, c.Name, c.Detail})
		}
	}
	return groups
}

func (a *app) printImport(r catalog.ImportReport, res format.Result, dry bool, examples int, parsed, took time.Duration) error {
	type remark struct {
		What     string   `json:"what"`
		Count    int      `json:"count"`
		Examples []string `json:"examples,omitempty"`
	}
	remarks := []remark{}
	for _, x := range res.Remarks {
		remarks = append(remarks, remark(x))
	}
	return a.printJSON(struct {
		Schema     string        `json:"schema"`
		Vocabulary string        `json:"vocabulary"`
		Format     string        `json:"format"`
		DryRun     bool          `json:"dry_run"`
		Concepts   int           `json:"concepts"`
		Unchanged  int           `json:"unchanged"`
		Changes    []changesJSON `json:"changes"`
		Remarks    []remark      `json:"remarks"`
		Read       float64       `json:"read_seconds"`
		Took       float64       `json:"seconds"`
	}{"spar.import/1", r.Vocabulary, res.Format, dry, r.Concepts, r.Unchanged, grouped(r.Changes, examples), remarks, parsed.Seconds(), took.Seconds()})
}

func (a *app) exportVocabulary(cmd *cobra.Command, name, as string) error {
	e, who, err := a.asker(cmd)
	if err != nil {
		return err
	}
	if !slices.ContainsFunc(format.Formats(true), func(f [2]string) bool { return f[0] == as }) {
		return format.Write(io.Discard, taxonomy.Vocabulary{}, as) // which says which there are
	}
	var v taxonomy.Vocabulary
	if name != "" {
		if v, err = e.Catalog.Vocabulary(cmd.Context(), name); err != nil {
			return err
		}
	} else {
		snapshot, err := e.Snapshot(cmd.Context())
		if err != nil {
			return err
		}
		v = taxonomy.Whole(snapshot.TagsFor(who))
		if _, err := v.Normalize(); err != nil {
			return err
		}
	}
	out := bufio.NewWriter(a.raw)
	if err := format.Write(out, v, as); err != nil {
		return err
	}
	return out.Flush()
}

func (a *app) listVocabularies(cmd *cobra.Command) error {
	e, who, err := a.asker(cmd)
	if err != nil {
		return err
	}
	list, err := e.Catalog.Vocabularies(cmd.Context())
	if err != nil {
		return err
	}
	snapshot, err := e.Snapshot(cmd.Context())
	if err != nil {
		return err
	}
	byHand := 0
	for _, t := range snapshot.TagsFor(who) {
		if t.Key == "" {
			byHand++
		}
	}
	t := a.table()
	if !a.json {
		t.row("VOCABULARY", "CONCEPTS", "RETIRED", "FORMAT", "IMPORTED", "FROM")
	}
	for _, v := range list {
		if !who.Operator && !who.All {
			v.Source = "" // where it lies is the owner's business
		}
		if a.json {
			source := asPath(v.Source)
			if err := a.printJSON(struct {
				Schema   string    `json:"schema"`
				Name     string    `json:"name"`
				Concepts int       `json:"concepts"`
				Retired  int       `json:"retired"`
				Format   string    `json:"format"`
				Source   string    `json:"source,omitempty"`
				Digest   string    `json:"sha256"`
				Imported time.Time `json:"imported"`
			}{"spar.vocabulary/1", v.Name, v.Concepts, v.Retired, v.Format, source.Path, v.Digest.String(), v.Imported}); err != nil {
				return err
			}
			continue
		}
		t.row(v.Name, thousands(v.Concepts), thousands(v.Retired), v.Format, v.Imported.Format("2006-01-02 15:04"), v.Source)
	}
	if a.json {
		return a.printJSON(map[string]any{"schema": "spar.vocabulary/1", "name": "", "concepts": byHand})
	}
	t.row("(made by hand)", thousands(byHand))
	return t.flush()
}

func (a *app) checkTaxonomy(cmd *cobra.Command) error {
	e, who, err := a.asker(cmd)
	if err != nil {
		return err
	}
	snapshot, err := e.Snapshot(cmd.Context())
	if err != nil {
		return err
	}
	tags := snapshot.TagsFor(who)
	files, _, err := snapshot.CountTags(who)
	if err != nil {
		return err
	}
	names := map[spar.TagID]string{}
	for _, t := range tags {
		names[t.ID] = t.Name
	}
	problems := taxonomy.Check(tags, files)
	counts := map[taxonomy.ProblemKind]int{}
	for _, p := range problems {
		counts[p.Kind]++
		if a.json {
			list := make([]string, len(p.Tags))
			for i, id := range p.Tags {
				list[i] = names[id]
			}
			if err := a.printJSON(map[string]any{"schema": "spar.taxonomy-problem/1", "kind": p.Kind, "tags": list, "detail": p.Detail}); err != nil {
				return err
			}
		}
	}
	if a.json {
		return nil
	}
	if len(problems) == 0 {
		fmt.Fprintf(a.out, "nothing is odd about %s\n", plural(len(tags), "tag", "tags"))
		return nil
	}
	const shown = 20
	out := bufio.NewWriter(a.out)
	for _, kind := range taxonomy.ProblemKinds {
		if counts[kind] == 0 {
			continue
		}
		fmt.Fprintf(out, "%s: %s\n", kind, thousands(counts[kind]))
		n := 0
		for _, p := range problems {
			if p.Kind != kind {
				continue
			}
			if n++; n > shown && !a.verbose {
				fmt.Fprintf(out, "  ... all with --json or --verbose\n")
				break
			}
			fmt.Fprintf(out, "  %s\n", printable(p.Detail))
		}
	}
	return out.Flush()
}
