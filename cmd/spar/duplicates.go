package main

import (
	"encoding/json"
	"fmt"
	"time"

	"github.com/spf13/cobra"
)

func (a *app) duplicatesCommand() *cobra.Command {
	var where scopeFlags
	var least float64
	cmd := &cobra.Command{
		Use: "duplicates [SCOPE...]", Short: "List files whose texts are nearly the same: copies, versions, other formats",
		Long: `Duplicates compares the texts of the files of a scope that were read, and lists groups of those that are nearly the
same, whatever their names and formats: first the file that changed last, then the others with how much of their text they
share with it, "same" where the content is equal byte for byte. Of the others those of
the same content name the first of them, and the file that changed first is called the original. Files that were not read yet take no part, and are counted;
a question over the scope reads them. The text of tables counts as other text does.`,
		Example: "  spar duplicates --share docs\n  spar duplicates 'path:finance/**' --least 0.9 --json",
		Args:    cobra.ArbitraryArgs,
		RunE: func(cmd *cobra.Command, args []string) error {
			e, who, s, err := a.scoped(cmd, &where, args...)
			if err != nil {
				return err
			}
			groups, coverage, err := e.Duplicates(cmd.Context(), who, s, least)
			if err != nil {
				return err
			}
			if a.json {
				encoder := json.NewEncoder(a.out)
				encoder.SetEscapeHTML(false)
				for _, group := range groups {
					out := duplicatesOut{Schema: "spar.duplicates/1"}
					for _, v := range group {
						out.Files = append(out.Files, versionOut{v.File.Share, asPath(v.File.Path), v.File.Size, v.File.ModTime.UTC(), v.Resemblance, v.Same, v.SameAs, v.Original})
					}
					if err := encoder.Encode(out); err != nil {
						return err
					}
				}
			} else {
				for i, group := range groups {
					if i > 0 {
						fmt.Fprintln(a.out)
					}
					for n, v := range group {
						alike := fmt.Sprintf("%3.0f %%", 100*v.Resemblance)
						if n == 0 {
							alike = ""
						} else if v.Same {
							alike = "same"
						}
						about := ""
						if v.SameAs > 1 {
							about = ", the same as " + group[v.SameAs-1].File.Share + ":" + group[v.SameAs-1].File.Path
						}
						if v.Original {
							about += ", the original"
						}
						fmt.Fprintf(a.out, "%5s  %9s  %s  %s:%s%s\n", alike, bytesText(v.File.Size), v.File.ModTime.UTC().Format("2006-01-02"), v.File.Share, printable(v.File.Path), printable(about))
					}
				}
			}
			if coverage.Waiting > 0 {
				a.note("%s not read yet and not compared; `spar search` with the same scope reads them", plural(coverage.Waiting, "file was", "files were"))
			}
			return nil
		},
	}
	where.add(cmd)
	cmd.Flags().Float64Var(&least, "least", 0, "part of their text that files must share, more than 0 and at most 1; 0.5 if not given")
	return cmd
}

// A duplicatesOut is one group of files, a line of `spar duplicates --json`.
type duplicatesOut struct {
	Schema string       `json:"schema"`
	Files  []versionOut `json:"files"`
}

type versionOut struct {
	Share string `json:"share"`
	pathJSON
	Size        int64     `json:"size"`
	Modified    time.Time `json:"modified"`
	Resemblance float64   `json:"resemblance"`
	Same        bool      `json:"same_content"`
	SameAs      int       `json:"same_as,omitempty"`
	Original    bool      `json:"original,omitempty"`
}
