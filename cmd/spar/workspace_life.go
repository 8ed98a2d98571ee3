package main

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"time"

	"github.com/sparsearch/spar/internal/accounts"
	"github.com/sparsearch/spar/internal/api"
	"github.com/sparsearch/spar/internal/durable"
	"github.com/sparsearch/spar/internal/service"
	"github.com/sparsearch/spar/internal/spar"
	"github.com/spf13/cobra"
)

// ofWorkspace is a command about one workspace that gives it back as it is then.
func (a *app) ofWorkspace(cmd *cobra.Command, do func(s *service.Service, ctx context.Context, who spar.Principal, name string) (api.Workspace, error)) *cobra.Command {
	cmd.Args = cobra.ExactArgs(1)
	cmd.RunE = a.asking(func(ctx context.Context, s *service.Service, who spar.Principal, args []string) error {
		ws, err := do(s, ctx, who, args[0])
		return a.printWorkspace(ws, err)
	})
	return cmd
}

// workspaceLifeCommands take a workspace from one state into another.
func (a *app) workspaceLifeCommands() []*cobra.Command {
	var purge, sure bool
	archive := a.ofWorkspace(&cobra.Command{
		Use: "archive NAME", Short: "Keep a workspace with its files and threads until it is reactivated",
		Long: `Archive keeps the scope of a workspace, the list of its files with their versions, its threads and its history. Nobody asks it until
` + "`spar ws reactivate`" + `. With --purge the text and the vectors of its files that no other open workspace selects go from the disk;
whoever asks for these files next has them read again. With --purge it asks first on a terminal.`,
		Example: "  spar ws archive leave-review\n  spar ws archive leave-review --purge --yes",
	}, nil)
	archive.RunE = a.asking(func(ctx context.Context, s *service.Service, who spar.Principal, args []string) error {
		if purge {
			if err := a.sure(archive, sure, false, "The text of the files of "+printable(args[0])+" is removed from the disk, where no other open workspace has them."); err != nil {
				return err
			}
		}
		ws, err := s.ArchiveWorkspace(ctx, who, args[0], purge)
		return a.printWorkspace(ws, err)
	})
	archive.Flags().BoolVar(&purge, "purge", false, "remove the text and vectors that no other open workspace uses")
	yesFlag(archive, &sure)
	reactivate := a.ofWorkspace(&cobra.Command{
		Use: "reactivate NAME", Short: "Open an archived workspace again, and say what changed since", Example: "  spar ws reactivate leave-review",
	}, (*service.Service).ReactivateWorkspace)
	var yes bool
	terminate := &cobra.Command{
		Use: "terminate NAME", Short: "End a workspace for good; its threads can still be read", Args: cobra.ExactArgs(1),
		Long:    "Terminate ends a workspace: nobody asks it any more, and it cannot be reactivated. Its threads and its history stay for reading. It asks first on a terminal.",
		Example: "  spar ws terminate leave-review --yes",
	}
	terminate.RunE = a.asking(func(ctx context.Context, s *service.Service, who spar.Principal, args []string) error {
		if err := a.sure(terminate, yes, false, "The workspace "+printable(args[0])+" ends for good; spar ws archive keeps one that may be wanted again."); err != nil {
			return err
		}
		ws, err := s.TerminateWorkspace(ctx, who, args[0])
		return a.printWorkspace(ws, err)
	})
	yesFlag(terminate, &yes)
	expire := &cobra.Command{
		Use: "expire NAME DATE|never", Short: "Say on which day a workspace is archived", Args: cobra.ExactArgs(2),
		Long:    "Expire archives a workspace at the beginning of a day, in UTC; nothing is lost by that. In the week before, everybody who uses it is told.",
		Example: "  spar ws expire leave-review 2027-03-31\n  spar ws expire leave-review never",
		RunE: a.asking(func(ctx context.Context, s *service.Service, who spar.Principal, args []string) error {
			ws, err := s.ExpireWorkspace(ctx, who, args[0], args[1])
			return a.printWorkspace(ws, err)
		}),
	}
	pin := a.ofWorkspace(&cobra.Command{
		Use: "pin NAME", Short: "Fix the files of a workspace as they are now",
		Long: `Pin fixes which files are in a workspace: what its scope selects later is not in it. A file that changes is answered from as it is, never
from its old text, and ` + "`spar ws show`" + ` tells what has changed since. ` + "`spar ws follow`" + ` undoes it.`,
		Example: "  spar ws pin leave-review",
	}, (*service.Service).PinWorkspace)
	follow := a.ofWorkspace(&cobra.Command{
		Use: "follow NAME", Short: "Have a pinned workspace follow its scope again, and say what changed", Example: "  spar ws follow leave-review",
	}, (*service.Service).FollowWorkspace)
	return []*cobra.Command{archive, reactivate, terminate, expire, pin, follow}
}

// workspacePeopleCommands returns the commands for the people of a workspace and for their history.
func (a *app) workspacePeopleCommands() []*cobra.Command {
	share := &cobra.Command{
		Use: "share NAME WHO viewer|editor|owner|none", Short: "Let somebody use a workspace", Args: cobra.ExactArgs(3),
		Long: `Share gives an account of this machine, or a person of the file of principals, a role in a workspace: a viewer asks, an editor also
changes its scope and files, an owner does all. It gives no right to a file: everybody finds what they may read, and of a thread
that rests on other files they see that it was asked. They name the workspace OWNER/NAME, or NAME where they have no other.`,
		Example: "  spar ws share leave-review ada viewer\n  spar ws share leave-review ada none",
		RunE: a.asking(func(ctx context.Context, s *service.Service, who spar.Principal, args []string) error {
			ws, err := s.ShareWorkspace(ctx, who, args[0], args[1], args[2])
			return a.printWorkspace(ws, err)
		}),
	}
	star := &cobra.Command{
		Use: "star NAME [on|off]", Short: "Keep a workspace at hand, at the top of your lists", Args: cobra.RangeArgs(1, 2),
		Example: "  spar ws star leave-review\n  spar ws star leave-review off",
		RunE: a.changing(func(ctx context.Context, s *service.Service, who spar.Principal, args []string) error {
			if len(args) == 2 && args[1] != "on" && args[1] != "off" {
				return spar.Errorf(spar.Invalid, "a workspace is starred with on or off, not %q", args[1])
			}
			return s.StarWorkspace(ctx, who, args[0], len(args) == 1 || args[1] == "on")
		}),
	}
	transfer := &cobra.Command{
		Use: "transfer NAME WHO", Short: "Give a workspace to somebody, who may share it with you", Args: cobra.ExactArgs(2),
		Long:    "Transfer gives a workspace with its threads to an account or a person. Where they have one of that name it gets a number behind it.",
		Example: "  spar ws transfer leave-review ada",
		RunE: a.changing(func(ctx context.Context, s *service.Service, who spar.Principal, args []string) error {
			err := s.TransferWorkspace(ctx, who, args[0], args[1])
			if err == nil {
				a.note("the workspace %s is %s's now", printable(args[0]), printable(args[1]))
			}
			return err
		}),
	}
	var forget, yes bool
	var keep string
	history := &cobra.Command{
		Use: "history NAME", Short: "Show who asked what in a workspace, from which files, and what was opened", Args: cobra.ExactArgs(1),
		Long: `History lists questions and opened places, the latest first. What rests on files that you may not read is withheld. With --forget your
own questions and openings in the workspace are removed for good; on a terminal it asks first. --keep says how much of it the workspace
keeps from now on: all; questions, without the places that were opened; a number of days such as 90d; or questions,90d.`,
		Example: "  spar ws history leave-review\n  spar ws history leave-review --json > history.jsonl\n  spar ws history leave-review --keep 90d\n  spar ws history leave-review --forget --yes",
	}
	history.RunE = func(cmd *cobra.Command, args []string) error {
		if keep != "" {
			return a.changing(func(ctx context.Context, s *service.Service, who spar.Principal, args []string) error {
				if err := a.sure(cmd, yes, false, "What the workspace "+printable(args[0])+" has of its history beyond "+printable(keep)+", whoever's it is, is removed for good."); err != nil {
					return err
				}
				ws, err := s.KeepHistory(ctx, who, args[0], keep)
				return a.printWorkspace(ws, err)
			})(cmd, args)
		}
		if forget {
			return a.changing(func(ctx context.Context, s *service.Service, who spar.Principal, args []string) error {
				if err := a.sure(cmd, yes, false, "Your threads in the workspace "+printable(args[0])+" are removed for good."); err != nil {
					return err
				}
				n, err := s.ForgetHistory(ctx, who, args[0])
				if err == nil {
					a.note("%s forgotten", counted(n, "thread was", "threads were"))
				}
				return err
			})(cmd, args)
		}
		return a.asking(func(ctx context.Context, s *service.Service, who spar.Principal, args []string) error {
			return printRows(a, oneByOne(s.WorkspaceHistory(ctx, who, args[0])), func(q api.Inquiry) []any {
				what, files := q.Question, ""
				switch {
				case q.Did == "open" && !q.Withheld:
					if what = "opened " + q.Open; q.Dwelt > 0 {
						files = fmt.Sprintf("looked at for %s", time.Duration(q.Dwelt)*time.Second)
					}
				case what == "":
					what = "withheld: it rests on files that you may not read"
				case len(q.Files) > 0:
					files = plural(len(q.Files), "file", "files")
				}
				thread := ""
				if q.Thread != "" {
					thread = fmt.Sprintf("%s/%d", accounts.Ref(q.Thread), q.Turn)
				}
				return []any{q.At, cmp.Or(q.Name, q.Who), thread, service.Shortened(what, 80), files, importedText(q.Imported)}
			})
		})(cmd, args)
	}
	history.Flags().BoolVar(&forget, "forget", false, "remove your own questions and openings for good")
	history.Flags().StringVar(&keep, "keep", "", "from now on keep `WHAT` of it: all, questions, 90d, or questions,90d")
	history.MarkFlagsMutuallyExclusive("forget", "keep")
	yesFlag(history, &yes)
	return []*cobra.Command{share, star, transfer, history}
}

// workspaceCarryCommands take a workspace from one installation to another.
func (a *app) workspaceCarryCommands() []*cobra.Command {
	var text bool
	export := &cobra.Command{
		Use: "export NAME FILE", Short: "Write a workspace to a file to be taken elsewhere", Args: cobra.ExactArgs(2),
		Long: `Export writes a tar with the scope of a workspace, the list of its files with their sums, and its threads as far as you may see them; with
--text also the text of the files that were read. - is standard output.`,
		Example: "  spar ws export leave-review leave.tar\n  spar ws export leave-review - --text | ssh archive 'cat > leave.tar'",
		RunE: a.asking(func(ctx context.Context, s *service.Service, who spar.Principal, args []string) error {
			if args[1] == "-" {
				_, err := s.ExportWorkspace(ctx, who, args[0], a.out, text)
				return err
			}
			p, err := a.exportTo(args[1], func(w io.Writer) (api.Portable, error) { return s.ExportWorkspace(ctx, who, args[0], w, text) })
			p.File = args[1]
			return printOne(a, p, err, func() {
				fmt.Fprintf(a.out, "%s: %s, %s, %s\n", printable(args[1]), plural(p.Files, "file", "files"), plural(p.Threads, "thread", "threads"), bytesText(p.Bytes))
				if p.Withheld > 0 {
					a.note("%s left out, as files that the answers rest on are gone, or not yours to read", counted(p.Withheld, "turn was", "turns were"))
				}
			})
		}),
	}
	export.Flags().BoolVar(&text, "text", false, "with the text of the files that were read")
	var as string
	bring := &cobra.Command{
		Use: "import FILE", Short: "Make a workspace of what was exported, and compare its files", Args: cobra.ExactArgs(1),
		Long: `Import makes a workspace of yours of an exported one. The shares of its scope must be here under the same names. It reads the files within the
budget of a question and says which are the same, changed or missing. Threads come along; answers that rest on other files than those here
are withheld. - is standard input.`,
		Example: "  spar ws import leave.tar\n  spar ws import leave.tar --as-name leave-2025",
		RunE: a.asking(func(ctx context.Context, s *service.Service, who spar.Principal, args []string) error {
			from := a.in
			if args[0] != "-" {
				f, err := os.Open(args[0])
				if err != nil {
					return spar.Errorf(spar.NotFound, "%w", err)
				}
				defer f.Close()
				from = f
			}
			show, done := a.whileReading()
			p, err := s.ImportWorkspace(ctx, who, from, as, show)
			done()
			p.File = args[0]
			return printOne(a, p, err, func() {
				fmt.Fprintf(a.out, "%s: %s: %s the same, %s not read yet, %s changed, %s missing; %s\n", printable(p.Workspace), plural(p.Files, "file", "files"),
					thousands(p.Same), thousands(p.Unread), thousands(p.Changed), thousands(p.Missing), plural(p.Threads, "thread", "threads"))
				a.printDrift(p.Differing, p.Changed+p.Missing)
				a.notes(p.Notes, p.Do)
			})
		}),
	}
	bring.Flags().StringVar(&as, "as-name", "", "the `NAME` of the workspace here")
	return []*cobra.Command{export, bring}
}

// exportPrefix begins the names of exports that are being written.
const exportPrefix = ".spar-export-"

// exportTo writes a new file, which is there whole or not at all.
func (a *app) exportTo(path string, write func(io.Writer) (api.Portable, error)) (p api.Portable, err error) {
	if _, err := os.Lstat(path); err == nil {
		return p, spar.Errorf(spar.Conflict, "%s exists already: name another file, or remove it", path)
	}
	durable.SweepHeld(filepath.Dir(path), exportPrefix) // what exports left that were killed
	f, err := durable.CreateHeld(filepath.Dir(path), exportPrefix)
	if err != nil {
		return p, spar.Errorf(spar.Unavailable, "the export cannot be written: %w", err)
	}
	defer os.Remove(f.Name()) // there no more once it has its name
	if p, err = write(f); err == nil {
		err = f.Sync()
	}
	if e := f.Close(); err == nil {
		err = e
	}
	if err == nil {
		err = os.Rename(f.Name(), path)
	}
	return p, err
}
