package main

import (
	"encoding/json"
	"fmt"
	"os"

	"github.com/sparsearch/spar/eval/taken"
	"github.com/sparsearch/spar/internal/spar"
	"github.com/spf13/cobra"
)

func (p *program) takenCommand() *cobra.Command {
	var o taken.Options
	var among, others string
	var changed bool
	cmd := &cobra.Command{
		Use: "taken SET", Short: "Measure what guessing from a question which files it is about does to a search",
		Long: `Taken reads the share of a set, tags its files as the set says, and asks its questions in four ways: as they are; with what each is taken to say of files
as a guess, which is what spar ask does; with that as a wall, as with --strict; and by the rule of the paper, a tag near to each keyphrase, all of them. With --vocabulary the tags are those of a vocabulary. With --changed
it does so again with assignments removed, and with wrong ones added. --among and --others name a file with a JSON object whose keys are the questions that are asked, or not.`,
		Example: "  spar-eval taken pubmedqa-share --vocabulary mesh2022.jsonl --among test_ground_truth.json --changed\n  spar-eval taken rag-md",
		Args:    cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			set, err := p.set(cmd.Context(), args[0])
			if err != nil {
				return err
			}
			if o.Engine, o.Service, err = asSettingsSay(); err != nil {
				return err
			}
			if o.Only, err = onlyThose(among, others); err != nil {
				return err
			}
			if changed {
				o.Changes = taken.Changes()
			}
			o.Log = func(format string, args ...any) { fmt.Fprintf(os.Stderr, "spar-eval: "+format+"\n", args...) }
			report, err := taken.Measure(cmd.Context(), set, o)
			if err != nil {
				return err
			}
			return p.print(report, report.WriteMarkdown)
		},
	}
	f := cmd.Flags()
	f.StringVar(&o.Vocabulary, "vocabulary", "", "a `FILE` that spar taxonomy import takes")
	f.StringVar(&among, "among", "", "ask only the questions that are keys of this `FILE`")
	f.StringVar(&others, "others", "", "ask all others")
	f.BoolVar(&changed, "changed", false, "also with assignments removed and added")
	f.Uint64Var(&o.Seed, "seed", 1, "of what is drawn by chance")
	cmd.MarkFlagsMutuallyExclusive("among", "others")
	return cmd
}

// onlyThose selects the questions that are keys of a JSON object in the file among, or not in the file others; nil if neither is named.
func onlyThose(among, others string) (only func(id string) bool, err error) {
	for path, want := range map[string]bool{among: true, others: false} {
		if path == "" {
			continue
		}
		b, err := os.ReadFile(path)
		keys := map[string]any{}
		if err == nil {
			err = json.Unmarshal(b, &keys)
		}
		if err != nil {
			return nil, spar.Errorf(spar.Invalid, "%s has no JSON object with questions: %w", path, err)
		}
		only = func(id string) bool { return (keys[id] != nil) == want }
	}
	return only, nil
}
