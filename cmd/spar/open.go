package main

import (
	"fmt"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/sparsearch/spar"
	"github.com/sparsearch/spar/internal/engine"
	"github.com/spf13/cobra"
)

// address is a citation as text: share:path#locator. A # in a path is kept apart by what stands before the last one. A
// path that is no text, which JSON could not carry, is written with escapes as in a Go string.
func address(share, path string, l spar.Locator) string {
	if !utf8.ValidString(path) {
		quoted := strconv.Quote(path)
		path = quoted[1 : len(quoted)-1]
	}
	return share + ":" + path + "#" + l.String()
}

// parseAddress reads an address; the locator may be missing, and so may the share, which is "" then.
func parseAddress(s string) (share, path string, l spar.Locator, err error) {
	share, path, ok := strings.Cut(s, ":")
	if !ok {
		share, path = "", s // the share is to be found
	}
	if ok && share == "" || path == "" {
		return "", "", l, spar.Errorf(spar.Invalid, "%q is no citation; give the number of one in the last answer, or share:path#place as --json prints it", s)
	}
	if i := strings.LastIndexByte(path, '#'); i >= 0 {
		if l, err = spar.ParseLocator(path[i+1:]); err == nil {
			return share, path[:i], l, nil
		}
		if strings.Contains(path[i:], "=") {
			return "", "", l, spar.Errorf(spar.Invalid, "%w; a # in the name of a file needs another # at the end of the address", err)
		}
	}
	return share, path, spar.Locator{}, nil
}

func (a *app) openCommand() *cobra.Command {
	var inWorkspace string
	cmd := &cobra.Command{
		Use: "open CITATION", Short: "Print the place that a citation names, in its surroundings",
		Long: `Open prints what a citation stands on, with what comes before and after it in the file. The citation is its number
in the last answer (of a workspace, with -w), or an address as --json prints it. The share may be left out where no other file has the
name or the end of a path that is given.`,
		Example: "  spar open 1\n  spar open 2 -w leave-review\n  spar open 'docs:hr/leave.pdf#page=3'\n  spar open leave.pdf\n  spar open 'docs:sales.xlsx#sheet=Q3&cell=B7'",
		Args:    cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			e, who, err := a.asker(cmd)
			if err != nil {
				return err
			}
			share, path, l, err := a.cited(cmd, e, who, inWorkspace, args[0])
			if err != nil {
				return err
			}
			if share == "" {
				s, err := readable(cmd, e, who)
				if err != nil {
					return err
				}
				f, err := s.find(path)
				if err != nil {
					return err
				}
				share, path = f.Share, f.Path
			}
			place, err := e.Place(cmd.Context(), who, share, path, l)
			for _, other := range spellings(path)[1:] {
				if spar.CodeOf(err) != spar.NotFound {
					break
				}
				if found, bad := e.Place(cmd.Context(), who, share, other, l); bad == nil {
					place, path, err = found, other, nil
				}
			}
			if spar.CodeOf(err) == spar.NotFound {
				err = a.suggestFile(cmd, e, who, share, path, err)
			}
			if err != nil {
				return err
			}
			if a.json {
				return a.printJSON(struct {
					Schema string `json:"schema"`
					Share  string `json:"share"`
					pathJSON
					Locator spar.Locator `json:"locator"`
					Cell    string       `json:"cell,omitempty"`
					Before  []string     `json:"before"`
					Text    []string     `json:"text"`
					After   []string     `json:"after"`
				}{"spar.open/1", share, asPath(path), l, place.Cell, place.Before, place.Text, place.After})
			}
			fmt.Fprintf(a.out, "%s:%s%s\n\n", share, printable(path), where(l))
			if place.Cell != "" {
				fmt.Fprintln(a.out, paragraph(place.Cell, "  = ")+"\n")
			}
			for _, part := range []struct {
				lines  []string
				indent string
			}{{place.Before, "    "}, {place.Text, "  > "}, {place.After, "    "}} {
				for _, text := range part.lines {
					fmt.Fprintln(a.out, paragraph(text, part.indent))
				}
			}
			return nil
		},
	}
	cmd.Flags().StringVarP(&inWorkspace, "workspace", "w", "", "the last answer of this workspace")
	return cmd
}

// cited resolves the number of a citation in the last answer, or an address.
func (a *app) cited(cmd *cobra.Command, e *engine.Engine, who spar.Principal, ws, arg string) (share, path string, l spar.Locator, err error) {
	n, bad := strconv.Atoi(strings.Trim(arg, "[]"))
	if bad != nil {
		return parseAddress(arg)
	}
	if ws != "" {
		if _, err := e.Workspaces.Get(cmd.Context(), who, ws); err != nil {
			return "", "", l, err
		}
	}
	mine := who
	mine.All = false // the last answer is the asker's own, even for one who may see everybody's
	asked, err := e.Workspaces.History(cmd.Context(), mine, ws, 1)
	if err != nil {
		return "", "", l, err
	}
	if len(asked) == 0 {
		return "", "", l, spar.Errorf(spar.NotFound, "nothing was asked yet, so that there is no citation %d", n)
	}
	for _, c := range asked[0].Citations {
		if c.N == n && c.Gone {
			return "", "", l, engine.GoneCitation(c)
		}
		if c.N == n {
			return c.Share, c.Path, c.Locator, nil
		}
	}
	return "", "", l, spar.Errorf(spar.NotFound, "the last answer, to %q, has no citation %d; it has %d", asked[0].Question, n, len(asked[0].Citations))
}
