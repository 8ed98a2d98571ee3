package main

import (
	"errors"
	"slices"

	"github.com/sparsearch/spar"
	"github.com/sparsearch/spar/internal/models"
	"github.com/sparsearch/spar/internal/nearest"
	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// mistypedCommand is a hint at the command below cmd that the first argument was meant to be, or "".
func mistypedCommand(cmd *cobra.Command, args []string) string {
	if len(args) == 0 || !cmd.HasSubCommands() {
		return ""
	}
	names := func(yield func(string) bool) {
		for _, c := range cmd.Commands() {
			for _, name := range append([]string{c.Name()}, c.Aliases...) {
				if !c.Hidden && !yield(name) {
					return
				}
			}
		}
	}
	if name := nearest.Name(args[0], names); name != "" {
		return "; did you mean `" + cmd.CommandPath() + " " + name + "`?"
	}
	return ""
}

// mistypedFlag is the error of flags that a command cannot take. A flag of an unknown command is an error of the command.
func mistypedFlag(cmd *cobra.Command, err error) error {
	if args := cmd.Flags().Args(); cmd.HasSubCommands() && len(args) > 0 && cmd.Args != nil {
		if wrong := cmd.Args(cmd, args); wrong != nil {
			return wrong
		}
	}
	hint := ""
	if unknown := (*pflag.NotExistError)(nil); errors.As(err, &unknown) {
		names := func(yield func(string) bool) {
			cmd.Flags().VisitAll(func(f *pflag.Flag) {
				if yield != nil && !yield(f.Name) {
					yield = nil
				}
			})
		}
		if name := nearest.Name(unknown.GetSpecifiedName(), names); name != "" && unknown.GetSpecifiedShortnames() == "" {
			hint = "; did you mean --" + name + "?"
		}
	}
	return spar.Errorf(spar.Invalid, "%w%s; see `%s --help`", err, hint, cmd.CommandPath())
}

// meant is a hint at the name that was meant where an error says that there is none, or "".
func (a *app) meant(cmd *cobra.Command, fault error) string {
	if unknown := (nearest.Unknown{}); errors.As(fault, &unknown) && unknown.Kind == "model" && a.config != nil { // also before the data directory is open
		return nearest.Hint(unknown.Name, slices.Values(models.Names(a.config.DataDir())))
	}
	if fault == nil || a.served == nil || cmd.Context().Err() != nil {
		return ""
	}
	s, who, err := a.service(cmd)
	if err != nil {
		return "" // the fault itself is what matters
	}
	return s.Meant(cmd.Context(), who, fault)
}
