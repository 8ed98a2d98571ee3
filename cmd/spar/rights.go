package main

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"os"

	"github.com/sparsearch/spar"
	"github.com/sparsearch/spar/internal/api"
	"github.com/sparsearch/spar/internal/service"
	"github.com/spf13/cobra"
)

func (a *app) shareRightsCommand() *cobra.Command {
	return &cobra.Command{
		Use: "rights NAME auto|posix|acl|open|table [FILE]", Short: "Say how it is found out who may read the files of a share", Args: cobra.RangeArgs(2, 3),
		Long: `Rights says how it is found out who may read the files of a share, other than you, whom the operating system judges:

  auto   by modes and access control lists where the file system is one of this machine; elsewhere nobody may
  posix  by mode, owner and group alone; access control lists are not even read
  acl    by access control lists; by modes too where they mean something
  open   everybody may read everything
  table  by a table in FILE, or the one imported before, and nothing else

The table is CSV with the columns path, principal and right: a folder, with all below it, or a file; user:NAME, group:NAME
or everyone; allow or deny. Of a file only the lines of the nearest path count: one that denies goes before one that allows,
and whom none allows may not read.`,
		Example: "  spar share rights docs acl\n  spar share rights docs table rights.csv",
		RunE: a.changing(func(ctx context.Context, s *service.Service, who spar.Principal, args []string) error {
			var table io.Reader
			if len(args) == 3 && args[2] == "-" {
				table = a.in
			} else if len(args) == 3 {
				f, err := os.Open(args[2])
				if err != nil {
					return spar.Errorf(spar.NotFound, "the table of rights cannot be read: %w", err)
				}
				defer f.Close()
				table = f
			}
			lines, rescan, err := s.SetRights(ctx, who, args[0], args[1], table)
			switch {
			case err != nil:
			case rescan:
				a.note("`spar scan %s` reads its access control lists; until then others may not read what they would decide", args[0])
			case table != nil:
				a.note("%s of the table count from now on", plural(lines, "line", "lines"))
			}
			return err
		}),
	}
}

func (a *app) rightsCommand() *cobra.Command {
	return &cobra.Command{
		Use: "rights FILE", Short: "Say why somebody may read a file or not", Args: cobra.ExactArgs(1),
		Long: `Rights says whether somebody, you or the one that --as names, may read a file, and prints everything that this rests on:
confidentiality, each folder above the file, and the file, with the entry that decided. It tells of files that the one named
may not know of, and so is for the operator only.`,
		Example: "  spar rights docs:hr/salaries.xlsx --as ada\n  spar rights salaries.xlsx --as ada\n  spar rights /mnt/share/hr/salaries.xlsx --as ada --json",
		RunE: a.asking(func(ctx context.Context, s *service.Service, of spar.Principal, args []string) error {
			who, err := s.Process() // the owner looks, not the one whose rights these are
			if err != nil {
				return err
			}
			r, err := s.Rights(ctx, who, of, args[0])
			return printOne(a, r, err, func() { a.printRights(r) })
		}),
	}
}

func (a *app) printRights(r api.Rights) {
	verdict := "may not read"
	if r.Allowed {
		verdict = "may read"
	}
	fmt.Fprintf(a.out, "%s %s %s:%s\n", printable(r.Who), verdict, r.Share, pathText(r.Path))
	t := a.table()
	t.row("  rights", r.Rights, cmp.Or(r.FileSystem, "not scanned yet"))
	t.row("  mode", r.Mode, fmt.Sprintf("owner %d, group %d", r.Owner, r.Group))
	for _, l := range r.Lists {
		t.row("  list", l)
	}
	for _, d := range r.Why {
		word := "no"
		if d.Allowed {
			word = "yes"
		}
		raw, _ := d.Raw()
		t.row("  "+word, d.Right+" "+cmp.Or(raw, "it"), d.By)
	}
	t.flush()
}
