package main

import (
	"fmt"
	"runtime"
	"runtime/debug"

	"github.com/sparsearch/spar"
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
				return a.printJSON(map[string]string{"schema": "spar.version/1", "version": version, "commit": commit, "go": runtime.Version(), "platform": runtime.GOOS + "/" + runtime.GOARCH})
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
		RunE: func(cmd *cobra.Command, _ []string) error {
			e, err := a.engine(cmd)
			if err != nil {
				return err
			}
			who, err := a.principal(cmd.Context(), e)
			if err != nil {
				return err
			}
			shares, err := e.SharesFor(cmd.Context(), who)
			if err != nil {
				return err
			}
			used, err := e.Store.Usage(cmd.Context())
			if err != nil {
				return err
			}
			type shareState struct {
				shareOut
				States states `json:"states"`
			}
			out := struct {
				Schema string       `json:"schema"`
				Data   pathJSON     `json:"data_dir"`
				Shares []shareState `json:"shares"`
				Store  any          `json:"store,omitempty"`
			}{Schema: "spar.status/1", Data: asPath(a.config.DataDir()), Shares: []shareState{}}
			t := a.table()
			t.row("data", a.config.DataDir())
			for _, s := range shares {
				counts, _, err := a.countStates(cmd, e, spar.Scope{Constraints: []spar.Constraint{only(s.Name)}})
				if err != nil {
					return err
				}
				one := shareJSON("spar.share/1", s)
				if err := a.health(cmd, e, s, &one); err != nil {
					return err
				}
				out.Shares = append(out.Shares, shareState{one, counts})
				t.row("share "+s.Name, s.Root)
				if !one.Reachable {
					t.row("unreachable", firstLine(one.Trouble))
				}
				counts.rows(table{t.w})
			}
			// What is stored is counted over all files, which is only for those to know who may know of all.
			if who.All || who.Operator {
				out.Store = used
				t.row("stored text", fmt.Sprintf("%s: %s from %s of different content", bytesText(used.Bytes), plural(used.Passages, "passage", "passages"), plural(used.Segments, "file", "files")))
			}
			if a.json {
				return a.printJSON(out)
			}
			return t.flush()
		},
	}
}
