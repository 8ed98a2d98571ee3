package main

import (
	"fmt"
	"time"

	"github.com/sparsearch/spar"
	"github.com/sparsearch/spar/internal/engine"
	"github.com/spf13/cobra"
)

func (a *app) trashCommand() *cobra.Command {
	cmd := &cobra.Command{Use: "trash", Short: "List and restore shares, tags and workspaces that were removed", Args: cobra.NoArgs,
		Long: `What is removed with ` + "`spar share remove`, `spar tag remove` and `spar ws delete`" + ` can be restored for as long as the
setting keep-trash says, 30 days. A share comes back with its settings, its rights, and the tags and attributes that
people gave its files, which its next scan finds; a tag with its names, its place and the files that people put it on; a
workspace with its history. What rules gave they give again. Text that was read is read again when a question needs it.`,
		Example: "  spar trash list\n  spar trash restore tag-3\n  spar trash restore share-1 --as-name archive",
		RunE:    func(cmd *cobra.Command, _ []string) error { return cmd.Help() }}
	list := &cobra.Command{
		Use: "list", Short: "List what was removed and can be restored, the oldest first", Args: cobra.NoArgs, Example: "  spar trash list --json",
		RunE: func(cmd *cobra.Command, _ []string) error {
			e, who, err := a.asker(cmd)
			if err != nil {
				return err
			}
			all, err := e.Trash(cmd.Context(), who)
			if err != nil {
				return err
			}
			t := a.table()
			for _, one := range all {
				if a.json {
					if err := a.printJSON(trashJSON(one)); err != nil {
						return err
					}
					continue
				}
				t.row(one.ID(), one.Name, with(one), "removed "+one.Removed.Format("2006-01-02"), "until "+one.Until.Format("2006-01-02"))
			}
			return t.flush()
		},
	}
	var as string
	restore := &cobra.Command{
		Use: "restore ID", Short: "Bring back a share, a tag or a workspace", Args: cobra.ExactArgs(1), Example: "  spar trash restore ws-2\n  spar trash restore tag-3 --as-name \"Old leave policy\"",
		RunE: func(cmd *cobra.Command, args []string) error {
			e, who, err := a.asker(cmd)
			if err != nil {
				return err
			}
			r, err := e.Restore(cmd.Context(), who, args[0], as)
			if err != nil {
				return err
			}
			if a.json {
				return a.printJSON(restoredOut{"spar.trash.restore/1", args[0], r.Kind, r.Name, r.Files, r.Tags, r.Attributes})
			}
			switch r.Kind {
			case "share":
				what := enumerated(some(r.Tags, "tag", "tags"), some(r.Attributes, "attribute", "attributes"))
				if what != "" {
					what = " and gives them their " + what
				}
				fmt.Fprintf(a.out, "the share %s is back; `spar scan %s` finds its files%s\n", r.Name, r.Name, what)
			case "tag":
				fmt.Fprintf(a.out, "the tag %s is back, on %s\n", printable(r.Name), plural(r.Files, "file", "files"))
			default:
				fmt.Fprintf(a.out, "the workspace %s is back\n", printable(r.Name))
			}
			return nil
		},
	}
	restore.Flags().StringVar(&as, "as-name", "", "restore it under this name, such as where its own was taken meanwhile")
	cmd.AddCommand(list, restore)
	return cmd
}

type trashOut struct {
	Schema     string   `json:"schema"`
	ID         string   `json:"id"`
	Kind       string   `json:"kind"`
	Name       string   `json:"name"`
	Removed    string   `json:"removed"`
	Until      string   `json:"until"`
	Tags       int      `json:"tags,omitempty"`
	Attributes int      `json:"attributes,omitempty"`
	MadeBy     []string `json:"made_by,omitempty"`
	Scope      string   `json:"scope,omitempty"`
	Asked      int      `json:"asked,omitempty"`
}

func trashJSON(t engine.Trashed) trashOut {
	return trashOut{"spar.trash/1", t.ID(), t.Kind, t.Name, t.Removed.Format(time.RFC3339), t.Until.Format(time.RFC3339), t.Tags, t.Attributes, t.Sources, t.Scope, t.Asked}
}

type restoredOut struct {
	Schema     string `json:"schema"`
	ID         string `json:"id"`
	Kind       string `json:"kind"`
	Name       string `json:"name"`
	Files      int    `json:"files,omitempty"`
	Tags       int    `json:"tags_waiting,omitempty"`
	Attributes int    `json:"attributes_waiting,omitempty"`
}

// with says what people made of a thing.
func with(t engine.Trashed) string {
	what := enumerated(some(t.Tags, "tag on a file", "tags on files"), some(t.Attributes, "attribute", "attributes"), some(t.Asked, "question", "questions"))
	if what == "" {
		return "nothing else"
	}
	return "with " + what
}

// removed says that something is in the trash, and how it comes back.
func (a *app) removed(cmd *cobra.Command, what string, t engine.Trashed) error {
	if a.json {
		return a.printJSON(map[string]any{"schema": "spar.done/1", "done": commandName(cmd), "trash": t.ID(), "until": t.Until.Format(time.RFC3339)})
	}
	a.note("%s is in the trash until %s; `spar trash restore %s` brings it back", what, t.Until.Format("2006-01-02"), t.ID())
	return nil
}

// uses names the workspaces and rules that name something; of other people's workspaces it says the number only. It is ""
// where there are none.
func uses(u engine.Use, who spar.Principal) string {
	var mine []string
	others := 0
	for _, w := range u.Workspaces {
		if who.All || w.Owner == who.UID {
			mine = append(mine, printable(w.Name))
		} else {
			others++
		}
	}
	var rules []string
	for _, r := range u.Rules {
		rules = append(rules, printable(r))
	}
	return enumerated(namely("workspace", "workspaces", mine), some(others, "workspace of somebody else", "workspaces of other people"), namely("rule", "rules", rules))
}

// maxListed is of how many things a sentence names each.
const maxListed = 5

func namely(one, many string, names []string) string {
	switch n := len(names); {
	case n == 0:
		return ""
	case n == 1:
		return "the " + one + " " + names[0]
	case n <= maxListed:
		return "the " + many + " " + enumerated(names...)
	default:
		return fmt.Sprintf("%s (%s, ...)", plural(n, one, many), enumerated(names[:maxListed]...))
	}
}
