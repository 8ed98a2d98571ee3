package main

import (
	"context"
	"path/filepath"
	"strings"

	"github.com/sparsearch/spar"
	"github.com/sparsearch/spar/internal/engine"
	"github.com/sparsearch/spar/internal/service"
	"github.com/sparsearch/spar/internal/share"
	"github.com/spf13/cobra"
)

func (a *app) shareCommand() *cobra.Command {
	cmd := &cobra.Command{Use: "share", Short: "Name the folders to answer from", Args: cobra.NoArgs,
		Example: "  spar share add docs /mnt/share\n  spar share list",
		RunE:    func(cmd *cobra.Command, _ []string) error { return cmd.Help() }}
	var nested bool
	add := &cobra.Command{
		Use: "add NAME FOLDER", Short: "Add a folder as a share; it is only ever read", Args: cobra.ExactArgs(2),
		Example: "  spar share add docs /mnt/share",
		RunE: func(cmd *cobra.Command, args []string) error {
			e, err := a.engine(cmd)
			if err != nil {
				return err
			}
			root, err := filepath.Abs(args[1])
			if err != nil {
				return err
			}
			s, err := e.AddShare(cmd.Context(), args[0], root, nested)
			if err != nil {
				return err
			}
			if t, was, err := e.TrashedAt(cmd.Context(), s); err != nil {
				return err
			} else if was && t.Tags+t.Attributes > 0 {
				a.note("this folder was the share %s before, %s; `spar share remove %s` and then `spar trash restore %s` bring that back", t.Name, with(t.Tags, t.Attributes, 0), s.Name, t.ID())
			}
			if !a.json {
				a.note("share %s is %s; `spar scan %s` finds its files", s.Name, printable(s.Root), s.Name)
				return nil
			}
			out := shareJSON("spar.share/1", s)
			if err := a.health(cmd, e, s, &out); err != nil {
				return err
			}
			return a.printJSON(out)
		},
	}
	add.Flags().BoolVar(&nested, "nested", false, "allow a folder that lies in another share or holds one")
	list := &cobra.Command{
		Use: "list", Short: "List the shares", Args: cobra.NoArgs, Example: "  spar share list --json",
		RunE: func(cmd *cobra.Command, _ []string) error {
			e, who, err := a.asker(cmd)
			if err != nil {
				return err
			}
			shares, err := e.SharesFor(cmd.Context(), who)
			if err != nil {
				return err
			}
			t := a.table()
			for _, s := range shares {
				out := shareJSON("spar.share/1", s)
				if err := a.health(cmd, e, s, &out); err != nil {
					return err
				}
				if a.json {
					if err := a.printJSON(out); err != nil {
						return err
					}
					continue
				}
				if out.Reachable {
					t.row(s.Name, rightsName(s.Rights), s.Root)
				} else {
					t.row(s.Name, rightsName(s.Rights), s.Root, "unreachable: "+firstLine(out.Trouble))
				}
			}
			return t.flush()
		},
	}
	show := &cobra.Command{
		Use: "show NAME", Short: "Show a share and what became of its files", Args: cobra.ExactArgs(1), Example: "  spar share show docs",
		RunE: func(cmd *cobra.Command, args []string) error {
			e, who, err := a.asker(cmd)
			if err != nil {
				return err
			}
			s, err := shareFor(cmd.Context(), e, who, args[0])
			if err != nil {
				return err
			}
			states, _, err := a.countStates(cmd, e, spar.Scope{Constraints: []spar.Constraint{only(s.Name)}})
			if err != nil {
				return err
			}
			out := shareJSON("spar.share/1", s)
			out.States = states
			if err := a.health(cmd, e, s, &out); err != nil {
				return err
			}
			if a.json {
				return a.printJSON(out)
			}
			t := a.table()
			t.row("name", s.Name)
			t.row("root", s.Root)
			t.row("rights", rightsName(s.Rights))
			if fs := share.ParseFileSystem(s.FileSystem).At(share.Root).Type; fs != "" {
				t.row("file system", fs)
			}
			out.rows(t)
			states.rows(t)
			return t.flush()
		},
	}
	rename := &cobra.Command{
		Use: "rename OLD NEW", Short: "Give a share another name", Args: cobra.ExactArgs(2), Example: "  spar share rename docs archive",
		Long: "Rename gives a share another name. The scopes of workspaces that name it follow; rules do not, as they are in a file of yours.",
		RunE: a.changing(func(ctx context.Context, s *service.Service, who spar.Principal, args []string) error {
			u, err := s.RenameShare(ctx, who, args[0], args[1])
			a.noteRenamed(u, args[0], args[1])
			return err
		}),
	}
	relocate := &cobra.Command{
		Use: "relocate NAME FOLDER", Short: "Say where a share is mounted now; what was read stays read", Args: cobra.ExactArgs(2),
		Long: `Relocate says where a share is mounted now. What was read stays read, and the next scan compares. Until that scan is
complete nobody for whom SPAR judges rights, as with --as, reads anything of the share: SPAR has not seen the rights there yet.`,
		Example: "  spar share relocate docs /media/new-server",
		RunE: a.change(func(cmd *cobra.Command, e *engine.Engine, args []string) error {
			root, err := filepath.Abs(args[1])
			if err != nil {
				return err
			}
			return e.RelocateShare(cmd.Context(), args[0], root)
		}),
	}
	cmd.AddCommand(add, list, show, a.shareRightsCommand(), a.shareIgnoreCommand(), a.shareLimitCommand(), rename, relocate, a.shareRemoveCommand())
	return cmd
}

// change is a command that alters something and prints nothing but, with --json, that it is done.
func (a *app) change(do func(*cobra.Command, *engine.Engine, []string) error) func(*cobra.Command, []string) error {
	return func(cmd *cobra.Command, args []string) error {
		e, err := a.engine(cmd)
		if err != nil {
			return err
		}
		if err := do(cmd, e, args); err != nil || !a.json {
			return err
		}
		return a.printJSON(map[string]any{"schema": "spar.done/1", "done": strings.TrimPrefix(cmd.CommandPath(), "spar ")})
	}
}

type shareOut struct {
	Schema string   `json:"schema"`
	Name   string   `json:"name"`
	Root   pathJSON `json:"root"`
	Rights string   `json:"rights"`
	FS     string   `json:"file_system,omitempty"`
	States states   `json:"states,omitempty"`

	Reachable bool           `json:"reachable"`
	Trouble   string         `json:"trouble,omitempty"`
	Scanned   string         `json:"scanned,omitempty"` // when the last complete scan ended
	Ignored   map[string]int `json:"ignored,omitempty"` // names that it left out, by rule
}

func shareJSON(schema string, s spar.Share) shareOut {
	return shareOut{Schema: schema, Name: s.Name, Root: asPath(s.Root), Rights: rightsName(s.Rights), FS: share.ParseFileSystem(s.FileSystem).At(share.Root).Type}
}
