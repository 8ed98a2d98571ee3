package main

import (
	"fmt"

	"github.com/sparsearch/spar"
	"github.com/sparsearch/spar/internal/engine"
	"github.com/spf13/cobra"
)

func (a *app) rereadCommand() *cobra.Command {
	var flags scopeFlags
	cmd := &cobra.Command{
		Use: "reread [FILE...]", Short: "Have files read again, as after a change of settings, and those in quarantine",
		Long: `Reread has files that were read before read again by the next question, or by "spar watch" in idle time: those named, those
of a scope, or all. That is of use after a limit was raised that files were too big for, and after a change of identifiers, for scopes
that go by them; files whose text was made with other settings a question reads again by itself. What did not change costs little. Files in quarantine, on which
two readers were lost, get two more attempts; otherwise they are tried again only when they change or a newer version of SPAR
reads their format. Tags, and attributes that people gave, stay. Files that other programs read need "spar recover" again.`,
		Example: "  spar reread --share docs\n  spar reread --scope state:quarantined\n  spar reread docs:plans/huge.pdf",
		RunE: func(cmd *cobra.Command, args []string) error {
			e, who, s, err := a.scoped(cmd, &flags)
			if err != nil {
				return err
			}
			if len(args) > 0 && len(s.Constraints) > 0 {
				return spar.Errorf(spar.Invalid, "files and a scope were named; name the one or the other")
			}
			var files []spar.FileID
			for _, arg := range args {
				f, _, err := a.file(cmd, e, who, arg)
				if err != nil {
					return err
				}
				files = append(files, f.ID)
			}
			n, err := e.Reread(cmd.Context(), engine.Selection{Who: who, Scope: s}, files...)
			if err != nil {
				return err
			}
			if a.json {
				return a.printJSON(struct {
					Schema string `json:"schema"`
					Files  int    `json:"files"`
				}{"spar.reread/1", n})
			}
			_, err = fmt.Fprintf(a.out, "%s will be read again\n", plural(n, "file", "files"))
			return err
		},
	}
	flags.add(cmd)
	return cmd
}
