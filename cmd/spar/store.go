package main

import (
	"context"
	"fmt"

	"github.com/sparsearch/spar"
	"github.com/sparsearch/spar/internal/api"
	"github.com/sparsearch/spar/internal/service"
	"github.com/spf13/cobra"
)

func (a *app) storeCommand() *cobra.Command {
	cmd := &cobra.Command{Use: "store", Short: "Look after the text of what was read", Args: cobra.NoArgs,
		Example: "  spar store purge --now\n  spar store check",
		RunE:    func(cmd *cobra.Command, _ []string) error { return cmd.Help() }}
	var r api.PurgeRequest
	var yes bool
	purge := &cobra.Command{
		Use: "purge", Short: "Remove the text of deleted and changed files from the disk", Args: cobra.NoArgs,
		Long: `Purge rewrites the packs that hold text of files that are gone. Without --now it leaves packs of which the greater
part is still in use to a later purge, but none for longer than the setting keep-deleted if it runs every day. What was
removed and lies in the trash goes when it has lain there for as long as the setting keep-trash says, and with --now at once.

A pack that is not in this data directory is left alone: it may be on a disk that is not mounted. With --lost Purge first
strikes such packs from the tables, for everybody who uses these; their files are read again.`,
		Example: "  spar store purge --now",
		RunE: func(cmd *cobra.Command, args []string) error {
			return a.existing(func(ctx context.Context, s *service.Service, who spar.Principal, _ []string) error {
				if r.Now {
					if err := a.sureOfTrash(cmd, s, who, yes); err != nil {
						return err
					}
				}
				out, err := s.Purge(ctx, who, r)
				return printOne(a, out, err, func() {
					if r.Lost {
						fmt.Fprintf(a.out, "struck off %s of packs that are not here\n", plural(out.Lost, "segment", "segments"))
					}
					fmt.Fprintf(a.out, "removed %s, %s\n", plural(out.Segments, "segment", "segments"), bytesText(out.Bytes))
					if out.Trash > 0 {
						fmt.Fprintf(a.out, "removed %s from the trash\n", plural(out.Trash, "thing", "things"))
					}
				})
			})(cmd, args)
		},
	}
	purge.Flags().BoolVar(&r.Now, "now", false, "remove all of it at once")
	purge.Flags().BoolVar(&r.Lost, "lost", false, "strike off packs that are not here, when they are lost for good")
	yesFlag(purge, &yes)
	check := &cobra.Command{
		Use: "check", Short: "Read everything in the store and compare it with its checksums", Args: cobra.NoArgs, Example: "  spar store check",
		RunE: a.existing(func(ctx context.Context, s *service.Service, who spar.Principal, _ []string) error {
			c, err := s.CheckStore(ctx, who)
			err = printOne(a, c, err, func() {
				fmt.Fprintf(a.out, "%s, %s, %s read\n", plural(c.Segments, "segment", "segments"), plural(c.Passages, "passage", "passages"), bytesText(c.Bytes))
				for i, f := range c.Faults {
					fmt.Fprintln(a.out, printable(f))
					if i >= len(c.Faults)-c.Away {
						fmt.Fprintln(a.out, " ", withOffers(c.Remedy, c.Do))
					}
				}
			})
			damaged := len(c.Faults) - c.Away
			switch {
			case err != nil:
				return err
			case damaged > 0:
				return spar.Errorf(spar.Internal, "%s damaged; the files are read again when a question needs them", plural(damaged, "segment is", "segments are"))
			case c.Away > 0:
				return spar.Errorf(spar.Internal, "%s not here", plural(c.Away, "pack is", "packs are"))
			}
			return nil
		}),
	}
	cmd.AddCommand(purge, check)
	return cmd
}

// sureOfTrash asks before the trash is emptied, unless nothing is in it.
func (a *app) sureOfTrash(cmd *cobra.Command, s *service.Service, who spar.Principal, yes bool) error {
	t, err := s.TrashCount(cmd.Context(), who)
	if err != nil || t == (api.TrashCount{}) {
		return err
	}
	return a.sure(cmd, yes, false, "A purge at once also takes "+
		enumerated(some(t.Shares, "share", "shares"), some(t.Tags, "tag", "tags"), some(t.Links, "tag that was taken off files", "tags that were taken off files"), some(t.Workspaces, "workspace", "workspaces"))+
		" from the trash, which `spar trash list` names; nothing brings them back then.")
}
