package main

import (
	"strings"

	"github.com/spf13/cobra"
)

// noFile says that a scope is empty, and what may be wrong with it.
func (a *app) noFile(cmd *cobra.Command, scope string) {
	if a.quiet {
		return
	}
	var hints []string
	if s, who, err := a.service(cmd); err == nil {
		hints, _ = s.Diagnose(cmd.Context(), who, scope) // the scope itself was evaluated
	}
	a.note("%s", strings.Join(append([]string{"no file is in scope"}, hints...), "; "))
}
