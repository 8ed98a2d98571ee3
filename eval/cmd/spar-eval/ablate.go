package main

import (
	"encoding/json"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"

	"github.com/sparsearch/spar/eval/ablate"
	"github.com/sparsearch/spar/internal/spar"
	"github.com/spf13/cobra"
)

func (p *program) ablateCommand() *cobra.Command {
	var root, dir string
	cmd := &cobra.Command{
		Use: "ablate", Short: "Find the conditions about language that are of no use",
		Long: `Ablate numbers every condition of the packages about language and builds spar and spar-eval from that: DIR/spar and DIR/spar-eval.
These note in the file that SPAR_ABLATE_SEEN names which conditions held and which failed, in all processes together, and take as false
the conditions whose numbers stand in the file that SPAR_ABLATE_OFF names.`,
		Example: "  spar-eval ablate build --dir .cache/ablate\n" +
			"  SPAR_ABLATE_SEEN=.cache/ablate/seen .cache/ablate/spar-eval tables --set office --half a\n" +
			"  spar-eval ablate never --dir .cache/ablate .cache/ablate/seen > never\n" +
			"  SPAR_ABLATE_OFF=never .cache/ablate/spar-eval tables --set office --half g",
		Args: cobra.NoArgs,
	}
	cmd.PersistentFlags().StringVar(&dir, "dir", "", "folder of the builds")
	if err := cmd.MarkPersistentFlagRequired("dir"); err != nil {
		panic(err)
	}
	build := &cobra.Command{
		Use: "build", Short: "Number the conditions and build both programs", Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, args []string) error {
			top, err := filepath.Abs(root)
			if err != nil {
				return err
			}
			to, err := filepath.Abs(dir)
			if err != nil {
				return err
			}
			if err := os.MkdirAll(to, 0o777); err != nil {
				return spar.Errorf(spar.Invalid, "--dir: %w", err)
			}
			sites, overlay, err := ablate.Rewrite(top, to, ablate.Rooms)
			if err != nil {
				return err
			}
			if len(sites) == 0 {
				return spar.Errorf(spar.Invalid, "%s has no source of SPAR; --root names its folder", top)
			}
			b, err := json.Marshal(sites)
			if err != nil {
				return err
			}
			if err := os.WriteFile(filepath.Join(to, "sites.json"), b, 0o666); err != nil {
				return err
			}
			for module, program := range map[string]string{".": "./cmd/spar", "eval": "./cmd/spar-eval"} {
				run := exec.CommandContext(cmd.Context(), "go", "build", "-overlay", overlay, "-o", to+string(filepath.Separator), program)
				run.Dir, run.Stdout, run.Stderr = filepath.Join(top, module), os.Stderr, os.Stderr
				if err := run.Run(); err != nil {
					return spar.Errorf(spar.Internal, "go build: %w", err)
				}
			}
			_, err = fmt.Fprintf(p.out, "%d conditions are numbered in %s\n", len(sites), filepath.Join(to, "sites.json"))
			return err
		},
	}
	build.Flags().StringVar(&root, "root", ".", "folder of the source")
	never := &cobra.Command{
		Use: "never SEEN...", Short: "Print the numbers of conditions that were met and never held, or with --json the conditions themselves",
		Args: cobra.MinimumNArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			b, err := os.ReadFile(filepath.Join(dir, "sites.json"))
			if err != nil {
				return spar.Errorf(spar.NotFound, "--dir has no build: %w; make one with spar-eval ablate build", err)
			}
			var sites []ablate.Site
			if err := json.Unmarshal(b, &sites); err != nil {
				return err
			}
			list, err := ablate.Never(sites, args)
			if err != nil {
				return err
			}
			return p.print(list, func(w io.Writer) error {
				for _, s := range list {
					if _, err := fmt.Fprintln(w, s.N); err != nil {
						return err
					}
				}
				return nil
			})
		},
	}
	cmd.AddCommand(build, never)
	return cmd
}
