package main

import (
	"context"
	"fmt"
	"os"

	"github.com/sparsearch/spar/eval/proposed"
	"github.com/sparsearch/spar/internal/measure"
	"github.com/spf13/cobra"
)

func (p *program) tagsCommand() *cobra.Command {
	var o proposed.Options
	var m modelled
	cmd := &cobra.Command{
		Use: "tags SET", Short: "Measure the tags that SPAR proposes for files",
		Long: `Tags reads the share of a set, tags one half of its files as the set says, and proposes tags for the other half. It compares them with those of the set. With
--fit it fits the model to the first half instead of using the one that is shipped; the JSON has it. With --llm it also asks a language model about --draw files.`,
		Example: "  SPAR_EVAL_DATA=/data spar-eval tags pubmedqa-share --vocabulary mesh2022.jsonl",
		Args:    cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			set, err := p.proposes(cmd.Context(), args[0], &o)
			if err != nil {
				return err
			}
			if m.url != "" {
				client, err := m.client(cmd.Context())
				if err != nil {
					return err
				}
				o.Chooser = &proposed.Chooser{Model: client, Name: m.model, Draw: m.draw, Seed: m.seed}
			}
			report, err := proposed.Measure(cmd.Context(), set, o)
			if err != nil {
				return err
			}
			return p.print(report, report.WriteMarkdown)
		},
	}
	proposingFlags(cmd, &o)
	m.add(cmd)
	cmd.Flags().BoolVar(&o.Fit, "fit", false, "fit the model to the half whose tags are known")
	cmd.AddCommand(p.tagsAuditCommand(), p.tagsGroupCommand(), p.tagsGuardCommand(), p.tagsParentsCommand(), p.tagsValuesCommand())
	return cmd
}

func (p *program) tagsValuesCommand() *cobra.Command {
	var o proposed.Options
	var key string
	cmd := &cobra.Command{
		Use: "values SET", Short: "Measure the values of closed lists that SPAR proposes for files",
		Long: `Values reads the share of a set whose tags are values of an attribute, such as document types, and "none" where none fits. It counts how often the right value
comes first, and what is proposed from a chance of .5 on. --fit fits the model to the set; the JSON has it.`,
		Example: "  spar-eval tags values ./labelled --key document-type",
		Args:    cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			set, err := p.proposes(cmd.Context(), args[0], &o)
			if err != nil {
				return err
			}
			report, err := proposed.Values(cmd.Context(), set, key, o)
			if err != nil {
				return err
			}
			return p.print(report, report.WriteMarkdown)
		},
	}
	cmd.Flags().StringVar(&key, "key", "document-type", "the attribute")
	cmd.Flags().BoolVar(&o.Fit, "fit", false, "fit the model to the set")
	return cmd
}

func (p *program) tagsGuardCommand() *cobra.Command {
	var o proposed.Options
	var half int
	var seed uint64
	var key string
	cmd := &cobra.Command{
		Use: "guard SET", Short: "Take tags off files, and say which the guard misses in questions that are asked within these tags",
		Long: `Guard asks every second question of a set in the scope of a tag that was taken off the file that answers it, and the others in the scope of a tag that this file
never had. It counts where the guard tells of the file, and where it tells of one though nothing is missing, for two halves of the questions. --fit fits the model
to the first half; the JSON has it.`,
		Example: "  SPAR_EVAL_DATA=/data spar-eval tags guard pubmedqa-share",
		Args:    cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			set, err := p.proposes(cmd.Context(), args[0], &o)
			if err != nil {
				return err
			}
			var report *proposed.Guarded
			if key != "" {
				report, err = proposed.GuardValues(cmd.Context(), set, o, key, half, seed)
			} else {
				report, err = proposed.Guard(cmd.Context(), set, o, half, seed)
			}
			if err != nil {
				return err
			}
			return p.print(report, report.WriteMarkdown)
		},
	}
	cmd.Flags().StringVar(&o.Vocabulary, "vocabulary", "", "a `FILE` that spar taxonomy import takes")
	cmd.Flags().BoolVar(&o.Fit, "fit", false, "fit the model to the first half of the questions")
	cmd.Flags().IntVar(&half, "half", 0, "1 or 2: one half of the questions alone")
	cmd.Flags().StringVar(&key, "values", "", "in the place of a tag the year of a file's time, or its first folder, as a value that some files lack: year or folder")
	cmd.Flags().Uint64Var(&seed, "seed", 1, "of which tag is taken off")
	return cmd
}

func (p *program) tagsParentsCommand() *cobra.Command {
	var o proposed.Options
	var draw int
	var seed uint64
	cmd := &cobra.Command{
		Use: "parents SET", Short: "Take tags to be new, and say whether what they lie below is ranked first",
		Long: `Parents draws tags below which none is, takes each to be new, and ranks what it could be below, as spar tag parents does, beside the tags that are nearest in meaning
by their names alone.`,
		Example: "  SPAR_EVAL_DATA=/data spar-eval tags parents pubmedqa-share --vocabulary mesh2022.jsonl",
		Args:    cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			set, err := p.proposes(cmd.Context(), args[0], &o)
			if err != nil {
				return err
			}
			report, err := proposed.Parents(cmd.Context(), set, o, draw, seed)
			if err != nil {
				return err
			}
			return p.print(report, report.WriteMarkdown)
		},
	}
	cmd.Flags().StringVar(&o.Vocabulary, "vocabulary", "", "a `FILE` that spar taxonomy import takes")
	cmd.Flags().IntVar(&draw, "draw", 100, "how many tags")
	cmd.Flags().Uint64Var(&seed, "seed", 1, "of the drawing")
	return cmd
}

func (p *program) tagsAuditCommand() *cobra.Command {
	var o proposed.AuditOptions
	cmd := &cobra.Command{
		Use: "audit SET", Short: "Plant faults in the tags of a set, and say which spar tag audit finds",
		Long: `Audit tags the files of a set, plants faults of eight kinds, by a seed, and counts how many are among the first 400 findings. With --fit the chances of findings are
fitted to what was planted; the JSON has them.`,
		Example: "  SPAR_EVAL_DATA=/data spar-eval tags audit pubmedqa-share --vocabulary mesh2022.jsonl --half 2",
		Args:    cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			set, err := p.proposes(cmd.Context(), args[0], &o.Options)
			if err != nil {
				return err
			}
			report, err := proposed.Audit(cmd.Context(), set, o)
			if err != nil {
				return err
			}
			return p.print(report, report.WriteMarkdown)
		},
	}
	proposingFlags(cmd, &o.Options)
	cmd.Flags().BoolVar(&o.Fit, "fit", false, "fit the chances of findings to the faults")
	cmd.Flags().IntVar(&o.Faults, "faults", 0, "how many; 300 if not given")
	cmd.Flags().IntVar(&o.Half, "half", 0, "1 or 2: of one half of the files alone")
	cmd.Flags().Uint64Var(&o.Seed, "seed", 1, "of what is planted where")
	return cmd
}

func (p *program) tagsGroupCommand() *cobra.Command {
	var o proposed.GroupOptions
	cmd := &cobra.Command{
		Use: "group SET", Short: "Group the files or the tags of a set, and compare with classes that people made",
		Long: `Group reads the share of a set, groups its files without looking at folders, or its tags without what is above them, and compares the groups with folders or other
classes, beside k-means of the same vectors that is told how many classes there are.`,
		Example: "  SPAR_EVAL_DATA=/data spar-eval tags group handbook",
		Args:    cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			set, err := p.proposes(cmd.Context(), args[0], &o.Options)
			if err != nil {
				return err
			}
			report, err := proposed.Group(cmd.Context(), set, o)
			if err != nil {
				return err
			}
			return p.print(report, report.WriteMarkdown)
		},
	}
	proposingFlags(cmd, &o.Options)
	cmd.Flags().BoolVar(&o.Tags, "tags", false, "the tags, and not the files")
	cmd.Flags().StringVar(&o.Classes, "classes", "", "a CSV `FILE` of names and their classes; the first folder of a file if not given")
	return cmd
}

// proposes opens a set, and fills in the options that settings and this program give.
func (p *program) proposes(ctx context.Context, name string, o *proposed.Options) (set *measure.Set, err error) {
	if set, err = p.set(ctx, name); err != nil {
		return nil, err
	}
	o.Log = func(format string, args ...any) { fmt.Fprintf(os.Stderr, "spar-eval: "+format+"\n", args...) }
	o.Engine, o.Service, err = asSettingsSay()
	return set, err
}

func proposingFlags(cmd *cobra.Command, o *proposed.Options) {
	cmd.Flags().StringVar(&o.Vocabulary, "vocabulary", "", "a `FILE` that spar taxonomy import takes")
	cmd.Flags().StringVar(&o.Names, "names", "", "keep the vectors of the names of tags in this `FOLDER`, from one run to the next")
}
