package main

import (
	"bytes"
	"io"
	"os"
	"slices"

	"github.com/sparsearch/spar/eval/public"
	"github.com/sparsearch/spar/eval/structure"
	"github.com/sparsearch/spar/internal/entity"
	"github.com/sparsearch/spar/internal/extract"
	"github.com/sparsearch/spar/internal/spar"
	"github.com/spf13/cobra"
)

// structureCommand measures headings, labels and cells.
func (p *program) structureCommand() *cobra.Command {
	root := &cobra.Command{Use: "structure", Short: "Measure the headings, cells and labels that reading finds", Args: cobra.NoArgs}
	root.AddCommand(p.structureFormatsCommand(), p.structureYearsCommand(), p.structureContentsCommand(), p.structureXMLCommand(),
		p.structureSaysCommand(), p.structurePapersCommand(), p.structureEntitiesCommand())
	return root
}

// structureFormatsCommand compares headings and cells of renderings with their Markdown.
func (p *program) structureFormatsCommand() *cobra.Command {
	var firms, formats []string
	var list bool
	cmd := &cobra.Command{
		Use: "formats", Short: "Compare headings and cells of RAG-Multi-Corpus with its Markdown, by firm and format",
		Long: `Formats reads each document in the formats and in Markdown, as a question would, and prints how many headings are none,
are glued to the text below them or are missed, how many cells stand under the same label, and how many cells are fused.`,
		Example: "  SPAR_EVAL_DATA=/data spar-eval structure formats --format pdf --firm 'ZX Bank' --list",
		Args:    cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			o, err := reading()
			if err != nil {
				return err
			}
			found, err := structure.Renderings(cmd.Context(), os.Getenv(public.DataEnv), firms, formats, o, list)
			if err != nil {
				return err
			}
			return p.print(found, func(w io.Writer) error { return structure.WriteRenderings(w, found) })
		},
	}
	cmd.Flags().StringArrayVar(&firms, "firm", nil, "a firm; all if none is named")
	cmd.Flags().StringSliceVar(&formats, "format", []string{"pdf", "docx", "html", "pptx"}, "the formats")
	cmd.Flags().BoolVar(&list, "list", false, "tell each case")
	return cmd
}

// structureYearsCommand looks at the years in labels of cells.
func (p *program) structureYearsCommand() *cobra.Command {
	var seed uint64
	var cells int
	cmd := &cobra.Command{
		Use: "years", Short: "Look whether the labels of cells hold the year that the page gives, on TAT-QA",
		Example: "  SPAR_EVAL_DATA=/data spar-eval structure years --cells 500",
		Args:    cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			report, err := structure.Years(os.Getenv(public.DataEnv), seed, cells, func(name string, text []byte) (*spar.Document, error) {
				return extract.Document(cmd.Context(), extract.Input{Name: name, R: bytes.NewReader(text), Size: int64(len(text))}), nil
			})
			if err != nil {
				return err
			}
			return p.print(report, report.WriteMarkdown)
		},
	}
	cmd.Flags().Uint64Var(&seed, "seed", 1, "of the draw")
	cmd.Flags().IntVar(&cells, "cells", 500, "how many are drawn")
	return cmd
}

// structureContentsCommand counts the lists of contents that the reader finds.
func (p *program) structureContentsCommand() *cobra.Command {
	var list bool
	cmd := &cobra.Command{
		Use: "contents FOLDER", Short: "Count what is taken for lists of contents in the files of a folder",
		Long: `Contents reads each file of the folder and prints, by format, how many have a table of contents, an index or another list of what stands
elsewhere in them. With --list it prints each one, for you to judge: what stands before it, its first three lines and its last.`,
		Example: "  spar-eval structure contents /usr/share/doc/valgrind --list",
		Args:    cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			o, err := reading()
			if err != nil {
				return err
			}
			found, err := structure.Contents(cmd.Context(), args[0], o, list)
			if err != nil {
				return err
			}
			return p.print(found, func(w io.Writer) error { return structure.WriteContents(w, found) })
		},
	}
	cmd.Flags().BoolVar(&list, "list", false, "tell each case")
	return cmd
}

// structureXMLCommand compares XML as read with its markup.
func (p *program) structureXMLCommand() *cobra.Command {
	var list bool
	cmd := &cobra.Command{
		Use: "xml FOLDER", Short: "Look whether titles, tables and records of XML files become what their markup says, by schema",
		Long: `XML reads every file below a folder that has a folder for each schema, and prints whether titles of sections are headings, cells of
tables are cells, values in elements that repeat are in rows under their names, and passages open whole.`,
		Example: "  spar-eval structure xml ./samples --list",
		Args:    cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			found, err := structure.OfMarkup(cmd.Context(), args[0], list)
			if err != nil {
				return err
			}
			return p.print(found, func(w io.Writer) error { return structure.WriteMarkup(w, found) })
		},
	}
	cmd.Flags().BoolVar(&list, "list", false, "tell each case")
	return cmd
}

// structureSaysCommand compares the version attributes of files with a person's reading.
func (p *program) structureSaysCommand() *cobra.Command {
	var half string
	var list bool
	cmd := &cobra.Command{
		Use: "says TABLE FOLDER", Short: "Compare what files say of their version and their time with what a person reads",
		Long: `Says reads the files that bench/says/fetch.py put into a folder, and prints how often the version, the day and the time that a person
wrote down were found. What was found where a file says nothing is wrong.`,
		Example: "  python3 bench/says/fetch.py bench/says/third.tsv FOLDER && spar-eval structure says bench/says/third.tsv FOLDER --half read --list",
		Args:    cobra.ExactArgs(2),
		RunE: func(cmd *cobra.Command, args []string) error {
			if !slices.Contains([]string{"", "read", "other"}, half) {
				return spar.Errorf(spar.Invalid, "half %q is not known; the halves are read and other", half)
			}
			o, err := reading()
			if err != nil {
				return err
			}
			found, err := structure.Says(cmd.Context(), args[0], args[1], half, o, list)
			if err != nil {
				return err
			}
			return p.print(found, func(w io.Writer) error { return structure.WriteSays(w, found) })
		},
	}
	cmd.Flags().StringVar(&half, "half", "", "the half of the files: read or other; all if it is left out")
	cmd.Flags().BoolVar(&list, "list", false, "tell each case")
	return cmd
}

// structurePapersCommand opens the sections of articles and asks for them.
func (p *program) structurePapersCommand() *cobra.Command {
	var questions int
	var list bool
	cmd := &cobra.Command{
		Use: "papers FOLDER", Short: "Open the sections of JATS articles, ask for them, and look at what is cited",
		Long: `Papers reads the JATS articles below a folder as a share. It opens the place of each section, asks for some sections and for some of the
works that the articles cite, opens every citation, and prints how many lines a place shows and how many bullets come from a list of references.`,
		Example: "  python3 bench/papers/fetch.py FOLDER && spar-eval structure papers FOLDER --list",
		Args:    cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			e, s, err := asSettingsSay()
			if err != nil {
				return err
			}
			found, err := structure.OfPapers(cmd.Context(), args[0], questions, e, s, list)
			if err != nil {
				return err
			}
			return p.print(found, found.WriteMarkdown)
		},
	}
	cmd.Flags().IntVar(&questions, "questions", 2, "the sections of each article that are asked for")
	cmd.Flags().BoolVar(&list, "list", false, "tell each case")
	return cmd
}

// structureEntitiesCommand draws names for a person to judge.
func (p *program) structureEntitiesCommand() *cobra.Command {
	var kind string
	var seed uint64
	var values, pages int
	cmd := &cobra.Command{
		Use: "entities FOLDER...", Short: "Draw names that were found in the files of folders, for a person to judge",
		Long: `Entities reads the files of the folders and prints names of a kind that it draws by a seed, each with a place in which it stands, as many of
each folder. With --pages it also prints passages that have two words with capitals beside each other, with all the names that were found in them, so that a person can count those that were missed.`,
		Example: "  spar-eval structure entities /usr/share/doc ./reports --kind person --values 100 --pages 40 --seed 3",
		Args:    cobra.MinimumNArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			if k := entity.Kind(kind); k != entity.Person && k != entity.Organisation && k != entity.Place {
				return spar.Errorf(spar.Invalid, "kind %q is not known; the kinds are person, organisation and place", kind)
			}
			o, err := reading()
			if err != nil {
				return err
			}
			found, err := structure.DrawEntities(cmd.Context(), args, entity.Kind(kind), seed, values, pages, o)
			if err != nil {
				return err
			}
			return p.print(found, found.WriteMarkdown)
		},
	}
	cmd.Flags().StringVar(&kind, "kind", "person", "person, organisation or place")
	cmd.Flags().Uint64Var(&seed, "seed", 1, "of the draw")
	cmd.Flags().IntVar(&values, "values", 100, "how many distinct values are drawn")
	cmd.Flags().IntVar(&pages, "pages", 0, "how many passages are drawn")
	return cmd
}
