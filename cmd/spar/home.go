package main

import (
	"context"
	"fmt"
	"strings"

	"github.com/sparsearch/spar/internal/api"
	"github.com/sparsearch/spar/internal/service"
	"github.com/sparsearch/spar/internal/spar"
	"github.com/spf13/cobra"
)

// home shows a person who typed `spar` alone where they stand and what to type next.
func (a *app) home(cmd *cobra.Command) error {
	missing, err := a.missing(cmd)
	if err != nil {
		return err
	}
	if missing != nil {
		a.next([]step{
			{`ask ./some/folder "how many days of parental leave are there?"`, "answers from a folder, which becomes a share"},
			{"share add NAME FOLDER", "names a folder to answer from"},
			{"serve", "opens the web page"},
		})
		return nil
	}
	return a.asking(func(ctx context.Context, s *service.Service, who spar.Principal, _ []string) error {
		st, err := s.Status(ctx, who)
		if err != nil {
			return err
		}
		workspaces, err := s.Workspaces(ctx, who)
		if err != nil {
			return err
		}
		threads, err := s.Threads(ctx, who, "")
		if err != nil {
			return err
		}
		a.printHome(st, workspaces, threads)
		return nil
	})(cmd, nil)
}

// A step is a command to type next, with its effect.
type step struct{ command, does string }

func (a *app) printHome(st api.Status, workspaces []api.Workspace, threads []api.Thread) {
	t := a.table()
	var steps []step
	if len(st.Shares) == 0 {
		steps = append(steps, step{"share add NAME FOLDER", "names a folder to answer from"})
	} else {
		steps = append(steps, step{`ask "..."`, "answers from all of them; --share and other flags say from which"})
	}
	skipped := 0
	for _, share := range st.Shares {
		files, read := 0, 0
		for state, n := range share.States {
			files += n
			if state.Read() {
				read += n
			}
			if state.Skipped() && state != spar.Partial {
				skipped += n
			}
		}
		switch {
		case !share.Reachable:
			t.row(share.Name, "cannot be reached: "+firstLine(share.Trouble))
		case share.Scanned == "":
			t.row(share.Name, "was never scanned to its end")
			steps = append(steps, step{"scan " + share.Name, "finds its files"})
		default:
			t.row(share.Name, fmt.Sprintf("%s, %s read so far", plural(files, "file", "files"), thousands(read)))
		}
	}
	for i, w := range workspaces {
		if i == 3 {
			t.row("", fmt.Sprintf("and %s more", plural(len(workspaces)-i, "workspace", "workspaces")))
			break
		}
		t.row("workspace "+w.Name, w.Scope)
	}
	t.flush()
	if len(threads) > 0 {
		fmt.Fprintf(a.out, "You last asked: %s\n", printable(firstLine(threads[0].Title)))
		steps = append(steps, step{`ask --continue "..."`, "goes on with that"})
	}
	if skipped > 0 {
		steps = append(steps, step{"files --skipped", fmt.Sprintf("%s could not be read: why, and what helps", plural(skipped, "file", "files"))})
	}
	if len(st.Shares) > 0 && len(workspaces) == 0 {
		steps = append(steps, step{`do "make a workspace of the contracts of 2024"`, "keeps the files of a task under a name"})
	}
	fmt.Fprintln(a.out)
	a.next(append(steps, step{"serve", "opens the web page"}))
}

// next lists commands to type next.
func (a *app) next(steps []step) {
	width, at := 0, ""
	if dir := a.config.NamedDir(false); dir != "" {
		at = " --data " + shellWord(dir)
	}
	for i := range steps {
		steps[i].command += at
		width = max(width, len(steps[i].command))
	}
	fmt.Fprintln(a.out, "Type next:")
	for _, s := range steps {
		fmt.Fprintf(a.out, "  spar %s%s  %s\n", s.command, strings.Repeat(" ", width-len(s.command)), printable(s.does))
	}
	fmt.Fprintf(a.out, "\nAll commands: spar --help\n")
}
