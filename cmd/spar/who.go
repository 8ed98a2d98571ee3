package main

import (
	"slices"
	"strings"

	"github.com/sparsearch/spar"
	"github.com/sparsearch/spar/internal/service"
	"github.com/spf13/cobra"
)

// commandsBy says what commands need. All others are for the owner of the data directory, and take no --as.
var commandsBy = map[spar.Capability][]string{
	spar.CanRead: {
		"ask", "search", "open", "files", "duplicates", "show", "attributes", "tag list", "tag show",
		"taxonomy show", "taxonomy check", "taxonomy export", "ws create", "ws list", "ws show", "ws rename", "ws edit", "ws delete",
		"trash list", "trash restore", // of workspaces; shares and tags need more
		"share list", "share show", "status", "doctor",
		"rights", // the owner asks about the one that --as names
		"version", "config", "man", "help",
	},
	spar.CanCurate: {
		"tag add", "tag edit", "tag rename", "tag remove", "tag assign", "tag unassign", "tag pending", "tag accept", "tag reject",
		"taxonomy import", "taxonomy diff", "rule list", "rule check", "rule test", "rule apply",
		"attributes schema", "attributes check", "attributes set", "attributes unset",
		"batch list", "batch show", "batch sample", "batch undo",
	},
	spar.CanOperate: {
		"share add", "share rename", "share relocate", "share remove", "share ignore", "share limit",
		"scan", "watch", "properties", "recover", "reread",
	},
}

// needs is what a command needs.
func needs(cmd *cobra.Command) spar.Capability {
	for c, names := range commandsBy {
		if slices.Contains(names, commandName(cmd)) {
			return c
		}
	}
	return spar.CanAdminister
}

// commandName is a command without the program's name.
func commandName(cmd *cobra.Command) string {
	return strings.TrimPrefix(strings.TrimPrefix(cmd.CommandPath(), cmd.Root().Name()), " ")
}

// mayBeAsked refuses --as where it would not be heeded.
func (a *app) mayBeAsked(cmd *cobra.Command, _ []string) error {
	if a.as == "" && cmd.Flags().Changed("as") {
		// A script whose variable is empty must not ask as the owner of everything.
		return spar.Errorf(spar.Invalid, "--as names nobody; give it a name, or leave it out to ask as yourself")
	}
	if a.as != "" && needs(cmd) == spar.CanAdminister {
		return spar.Errorf(spar.Invalid, "--as is not for `%s`, which works on all files for the one who runs SPAR; leave it out", cmd.CommandPath())
	}
	return nil
}

// service opens the data directory and says who asks: the user of this process, or with --as somebody else.
func (a *app) service(cmd *cobra.Command) (s *service.Service, who spar.Principal, err error) {
	if a.served == nil {
		if a.served, err = a.open(cmd); err != nil {
			return nil, who, err
		}
	}
	if a.as != "" {
		who, err = a.served.InPlaceOf(cmd.Context(), a.as)
	} else {
		who, err = a.served.Process()
	}
	return a.served, who, err
}
