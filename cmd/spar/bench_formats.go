package main

import (
	"github.com/sparsearch/spar/internal/eval"
	"github.com/spf13/cobra"
)

func (a *app) benchFormatsCommand() *cobra.Command {
	var o eval.FormatsOptions
	cmd := &cobra.Command{
		Use: "formats FOLDER", Short: "Measure how the files of a folder are read, by format",
		Long: `Formats reads every file below a folder as a question would, one after the other, keeps nothing, and prints by format
how many gave text, why others did not, and how much time and memory they took.

With --reference the words are compared with those that other programs find, where they are installed: pdftotext, antiword,
catdoc, catppt, xls2csv, LibreOffice, and Python's email package. What a program leaves out on purpose is left out here too,
and the table says so; beside it stands the figure with all that is read. --keep names a folder for what the programs said, so that
none is asked about the same file twice. These programs run without SPAR's guards: let them near files
that you trust only.`,
		Example: "  spar bench formats ./some/folder\n  spar bench formats ./some/folder --reference --below .9 --json",
		Args:    cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) (err error) {
			if o.Read, err = a.readOptions(cmd); err != nil {
				return err
			}
			o.Read.Log = a.logger()
			p := a.progress()
			defer p.done()
			o.Progress = func(done, total int, path string) { p.show("%d of %d: %s", done, total, printable(path)) }
			report, err := eval.MeasureFormats(cmd.Context(), args[0], o)
			if err != nil {
				return err
			}
			p.done()
			if a.json {
				return report.WriteJSON(a.out)
			}
			return report.WriteMarkdown(a.out)
		},
	}
	cmd.Flags().BoolVar(&o.Reference, "reference", false, "compare with the words that other programs find")
	cmd.Flags().StringVar(&o.Keep, "keep", "", "folder in which to keep what other programs found")
	cmd.Flags().Float64Var(&o.Below, "below", 0, "list the files whose F1 lies below this")
	return cmd
}
