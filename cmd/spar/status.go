package main

import (
	"context"
	"fmt"
	"runtime"
	"runtime/debug"

	"github.com/sparsearch/spar"
	"github.com/sparsearch/spar/internal/api"
	"github.com/sparsearch/spar/internal/service"
	"github.com/spf13/cobra"
	"github.com/spf13/cobra/doc"
)

// version is set by the linker in a release.
var version = "development"

func (a *app) versionCommand() *cobra.Command {
	return &cobra.Command{
		Use: "version", Short: "Print the version", Args: cobra.NoArgs, Example: "  spar version --json",
		RunE: func(*cobra.Command, []string) error {
			commit := ""
			if info, ok := debug.ReadBuildInfo(); ok {
				for _, s := range info.Settings {
					if s.Key == "vcs.revision" {
						commit = s.Value
					}
				}
			}
			if a.json {
				return a.printJSON(api.Build{Schema: api.VersionSchema, Version: version, Commit: commit, Go: runtime.Version(), Platform: runtime.GOOS + "/" + runtime.GOARCH})
			}
			_, err := fmt.Fprintf(a.out, "spar %s %s %s %s/%s\n", version, commit, runtime.Version(), runtime.GOOS, runtime.GOARCH)
			return err
		},
	}
}

func (a *app) manCommand() *cobra.Command {
	return &cobra.Command{
		Use: "man FOLDER", Short: "Write the man pages of all commands", Args: cobra.ExactArgs(1), Example: "  spar man /usr/local/share/man/man1",
		RunE: func(cmd *cobra.Command, args []string) error {
			root := cmd.Root()
			root.DisableAutoGenTag = true
			return doc.GenManTree(root, &doc.GenManHeader{Title: "SPAR", Section: "1", Source: "spar " + version}, args[0])
		},
	}
}

func (a *app) statusCommand() *cobra.Command {
	return &cobra.Command{
		Use: "status", Short: "Show the shares, what became of their files, and what the store holds", Args: cobra.NoArgs,
		Example: "  spar status\n  spar status --json",
		RunE: a.asking(func(ctx context.Context, s *service.Service, who spar.Principal, _ []string) error {
			out, err := s.Status(ctx, who)
			return printOne(a, out, err, func() { a.printStatus(out) })
		}),
	}
}

func (a *app) printStatus(s api.Status) {
	t := a.table()
	if s.Data != nil {
		t.row("data", pathText(*s.Data))
	}
	for _, one := range s.Shares {
		t.row("share "+one.Name, pathText(one.Root))
		if !one.Reachable {
			t.row("unreachable", withOffers(firstLine(one.Trouble), one.Do))
		}
		states(one.States).rows(t)
	}
	if s.Store != nil {
		t.row("stored text", fmt.Sprintf("%s: %s from %s of different content", bytesText(s.Store.Bytes), plural(s.Store.Passages, "passage", "passages"), plural(s.Store.Segments, "file", "files")))
	}
	t.flush()
}
