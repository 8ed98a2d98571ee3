package main

import (
	"fmt"

	"github.com/sparsearch/spar/internal/engine"
	"github.com/spf13/cobra"
)

func (a *app) rereadCommand() *cobra.Command {
	var flags scopeFlags
	cmd := &cobra.Command{
		Use: "reread", Short: "Have files read again, as after a change of settings",
		Long: `Reread has files that were read before read again by the next question, or by "spar watch" in idle time. That is of use after
a change of settings that shape what is read, such as entity-model, identifiers or passage-size; what did not change costs
little. Tags, and attributes that people gave, stay. Files that other programs read need "spar recover" again.`,
		Example: "  spar reread --share docs\n  spar reread --scope 'type:pdf'",
		Args:    cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			e, who, err := a.asker(cmd)
			if err != nil {
				return err
			}
			s, err := flags.scope()
			if err != nil {
				return err
			}
			n, err := e.Reread(cmd.Context(), engine.Request{Who: who, Scope: s})
			if err != nil {
				return err
			}
			if a.json {
				return a.printJSON(struct {
					Schema string `json:"schema"`
					Files  int    `json:"files"`
				}{"spar.reread/1", n})
			}
			fmt.Fprintf(a.out, "%s will be read again\n", plural(n, "file", "files"))
			return nil
		},
	}
	flags.add(cmd)
	return cmd
}
