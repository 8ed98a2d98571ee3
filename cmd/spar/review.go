package main

import (
	"fmt"

	"github.com/sparsearch/spar"
	"github.com/spf13/cobra"
)

// reviewCommands are accept, reject and pending below `spar tag`.
func (a *app) reviewCommands() []*cobra.Command {
	judge := func(use, short, long string, review spar.Review) *cobra.Command {
		return &cobra.Command{
			Use: use + " FILE TAG", Short: short, Long: long, Args: cobra.ExactArgs(2),
			Example: "  spar tag " + use + " docs:legal/nda.pdf Contract",
			RunE: func(cmd *cobra.Command, args []string) error {
				e, who, err := a.asker(cmd)
				if err != nil {
					return err
				}
				f, _, err := a.file(cmd, e, who, args[0])
				if err != nil {
					return err
				}
				tag, err := e.Catalog.Tag(cmd.Context(), args[1])
				if err != nil {
					return err
				}
				n, err := e.Catalog.Review(cmd.Context(), f.ID, tag.ID, review)
				if err != nil {
					return err
				}
				if a.json {
					return a.printJSON(struct {
						Schema string `json:"schema"`
						Share  string `json:"share"`
						pathJSON
						Tag    string `json:"tag"`
						Review string `json:"review"`
						Links  int    `json:"links"`
					}{"spar.review/1", f.Share, asPath(f.Path), tag.Name, string(review), n})
				}
				fmt.Fprintf(a.out, "%s: %s for %s:%s\n", printable(tag.Name), review, f.Share, printable(f.Path))
				return nil
			},
		}
	}
	pending := &cobra.Command{
		Use: "pending", Short: "List the automatic tags that wait for your judgement", Args: cobra.NoArgs, Example: "  spar tag pending --json",
		RunE: func(cmd *cobra.Command, _ []string) error { return a.listPending(cmd) },
	}
	return []*cobra.Command{
		judge("accept", "Keep an automatic tag of a file for good", "An accepted tag stays when the rule or sidecar that made it would withdraw it, or is undone.", spar.Accepted),
		judge("reject", "Take an automatic tag off a file for good", "A rejected tag selects nothing, and no rule or sidecar puts it on this file again. `spar tag accept` takes the judgement back.", spar.Rejected),
		pending,
	}
}

func (a *app) listPending(cmd *cobra.Command) error {
	l, err := a.look(cmd)
	if err != nil {
		return err
	}
	seen, err := l.visible()
	if err != nil {
		return err
	}
	names := l.names()
	t := a.table()
	for p, err := range l.e.Catalog.Pending(cmd.Context()) {
		if err != nil {
			return err
		}
		f, ok := l.snapshot.File(p.File)
		if !ok || !seen.Contains(uint32(p.File)) {
			continue
		}
		if a.json {
			if err := a.printJSON(struct {
				Schema string `json:"schema"`
				Tag    string `json:"tag"`
				Share  string `json:"share"`
				pathJSON
				Origin     string  `json:"origin"`
				Confidence float64 `json:"confidence"`
				Evidence   string  `json:"evidence,omitempty"`
				Batch      uint32  `json:"batch,omitempty"`
			}{"spar.pending/1", names[p.Tag], f.Share, asPath(f.Path), string(p.Origin), p.Confidence, p.Evidence, uint32(p.Batch)}); err != nil {
				return err
			}
			continue
		}
		t.row(names[p.Tag], f.Share+":"+f.Path, fmt.Sprintf("%.2f", p.Confidence), p.Evidence)
	}
	return t.flush()
}
