package main

import (
	"fmt"

	"github.com/sparsearch/spar"
	"github.com/sparsearch/spar/internal/api"
	"github.com/sparsearch/spar/internal/engine"
	"github.com/spf13/cobra"
)

func (a *app) storeCommand() *cobra.Command {
	cmd := &cobra.Command{Use: "store", Short: "Look after the text of what was read", Args: cobra.NoArgs,
		Example: "  spar store purge --now\n  spar store check",
		RunE:    func(cmd *cobra.Command, _ []string) error { return cmd.Help() }}
	var now, lost, yes bool
	purge := &cobra.Command{
		Use: "purge", Short: "Remove the text of deleted and changed files from the disk", Args: cobra.NoArgs,
		Long: `Purge rewrites the packs that hold text of files that are gone. Without --now it leaves packs of which the greater
part is still in use to a later purge, but none for longer than the setting keep-deleted if it runs every day. What was
removed and lies in the trash goes when it has lain there for as long as the setting keep-trash says, and with --now at once.

A pack that is not in this data directory is left alone: it may be on a disk that is not mounted. With --lost Purge first
strikes such packs from the tables, for everybody who uses these; their files are read again.`,
		Example: "  spar store purge --now",
		RunE: func(cmd *cobra.Command, _ []string) error {
			e, err := a.existing(cmd)
			if err != nil {
				return err
			}
			if now {
				if err := a.sureOfTrash(cmd, e, yes); err != nil {
					return err
				}
			}
			struck := 0
			if lost {
				if struck, err = e.Store.ForgetAway(cmd.Context()); err != nil {
					return err
				}
			}
			trash, err := e.PurgeTrash(cmd.Context(), now)
			if err != nil {
				return err
			}
			r, err := e.Purge(cmd.Context(), now)
			if err != nil {
				return err
			}
			if a.json {
				return a.printJSON(api.Purge{Schema: api.PurgeSchema, Segments: r.Segments, Bytes: r.Bytes, Lost: struck, Trash: trash})
			}
			if lost {
				fmt.Fprintf(a.out, "struck off %s of packs that are not here\n", plural(struck, "segment", "segments"))
			}
			fmt.Fprintf(a.out, "removed %s, %s\n", plural(r.Segments, "segment", "segments"), bytesText(r.Bytes))
			if trash > 0 {
				fmt.Fprintf(a.out, "removed %s from the trash\n", plural(trash, "thing", "things"))
			}
			return nil
		},
	}
	purge.Flags().BoolVar(&now, "now", false, "remove all of it at once")
	purge.Flags().BoolVar(&lost, "lost", false, "strike off packs that are not here, when they are lost for good")
	yesFlag(purge, &yes)
	check := &cobra.Command{
		Use: "check", Short: "Read everything in the store and compare it with its checksums", Args: cobra.NoArgs, Example: "  spar store check",
		RunE: func(cmd *cobra.Command, _ []string) error {
			e, err := a.existing(cmd)
			if err != nil {
				return err
			}
			c, err := e.Store.Check(cmd.Context())
			if err != nil {
				return err
			}
			if a.json {
				faults := []string{}
				for _, f := range c.Faults {
					faults = append(faults, f.Err.Error())
				}
				for _, p := range c.Away {
					faults = append(faults, engine.AwayText(p))
				}
				if err := a.printJSON(map[string]any{"schema": "spar.store.check/1", "segments": c.Segments, "passages": c.Passages, "bytes": c.Bytes, "faults": faults}); err != nil {
					return err
				}
			} else {
				fmt.Fprintf(a.out, "%s, %s, %s read\n", plural(c.Segments, "segment", "segments"), plural(c.Passages, "passage", "passages"), bytesText(c.Bytes))
				for _, f := range c.Faults {
					fmt.Fprintln(a.out, printable(f.Err.Error()))
				}
				for _, p := range c.Away {
					fmt.Fprintf(a.out, "%s\n  %s\n", printable(engine.AwayText(p)), withOffers(engine.AwayAdvice.Remedy, engine.AwayAdvice.Do))
				}
			}
			if len(c.Away) > 0 && len(c.Faults) == 0 {
				return spar.Errorf(spar.Internal, "%s not here", plural(len(c.Away), "pack is", "packs are"))
			}
			if len(c.Faults) > 0 {
				return spar.Errorf(spar.Internal, "%s damaged; the files are read again when a question needs them", plural(len(c.Faults), "segment is", "segments are"))
			}
			return nil
		},
	}
	cmd.AddCommand(purge, check)
	return cmd
}

// sureOfTrash asks before the trash is emptied, unless nothing is in it.
func (a *app) sureOfTrash(cmd *cobra.Command, e *engine.Engine, yes bool) error {
	shares, tags, workspaces, err := e.TrashCount(cmd.Context())
	if err != nil || shares+tags+workspaces == 0 {
		return err
	}
	return a.sure(cmd, yes, false, "A purge at once also takes "+
		enumerated(some(shares, "share", "shares"), some(tags, "tag", "tags"), some(workspaces, "workspace", "workspaces"))+
		" from the trash, which `spar trash list` names; nothing brings them back then.")
}
