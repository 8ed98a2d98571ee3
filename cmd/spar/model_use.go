package main

import (
	"fmt"
	"os"
	"path"
	"path/filepath"
	"strings"

	"github.com/sparsearch/spar"
	"github.com/sparsearch/spar/internal/embed"
	"github.com/sparsearch/spar/internal/models"
	"github.com/spf13/cobra"
)

func (a *app) modelUseCommand() *cobra.Command {
	var now bool
	cmd := &cobra.Command{
		Use: "use MODEL", Short: "Compare meaning with another encoder from now on",
		Long: `Use gives every passage that has a vector one of the new encoder, beside the old one, and then switches: questions are
answered with the old encoder until then. When it is interrupted, the same command goes on. Vectors of two encoders are
never mixed, and the old ones stay: "spar model revert" goes back. With --now it switches at once, and questions make
the vectors that they need, until "spar watch" has made all in idle time, or the same command without --now.

It holds where the setting encoder is "auto" and a workspace does not name an encoder of its own.`,
		Example: "  spar model use all-mpnet-base-v2\n  spar model use precise --now", Args: cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			e, _, err := a.asker(cmd)
			if err != nil {
				return err
			}
			if err := a.usable(args[0]); err != nil {
				return err
			}
			p := a.progress()
			defer p.done()
			made, err := e.UseEncoder(cmd.Context(), args[0], now, func(done, total int) {
				p.show("embedding passages by %s: %s of %s", args[0], thousands(done), thousands(total))
			})
			if err != nil {
				return err
			}
			p.done()
			a.overruled()
			if a.json {
				return a.printJSON(usedJSON{"spar.model/1", args[0], made})
			}
			fmt.Fprintf(a.out, "%s is in use; %s embedded\n", printable(args[0]), plural(made, "passage was", "passages were"))
			return nil
		},
	}
	cmd.Flags().BoolVar(&now, "now", false, "switch without making vectors first")
	return cmd
}

type usedJSON struct {
	Schema   string `json:"schema"`
	Model    string `json:"model"`
	Embedded int    `json:"embedded"`
}

// usable refuses what would be in use only as long as a folder stays where it is.
func (a *app) usable(name string) error {
	if name == precise {
		return nil
	}
	folder, err := models.Folder(a.config.DataDir(), name)
	if err != nil {
		return err
	}
	if filepath.Dir(folder) != models.Dir(a.config.DataDir()) {
		return spar.Errorf(spar.Invalid, "%s is a folder that may change: `spar model add %s` copies it, then use it by its name", name, name)
	}
	kind, err := embed.KindOf(folder)
	if err == nil && kind != embed.Vectors {
		err = spar.Errorf(spar.Invalid, "%s is a %s, and meaning is compared with an %s", name, kind, embed.Vectors)
	}
	return err
}

// overruled says so when a setting goes before what `spar model use` chose.
func (a *app) overruled() {
	if chosen := a.config.Text("encoder"); chosen != models.Auto || a.config.Text("encoder-url") != "" {
		a.note("the setting encoder is %q, which goes before it; `spar config` says where it comes from", chosen)
	}
}

func (a *app) modelRevertCommand() *cobra.Command {
	return &cobra.Command{
		Use: "revert", Short: "Go back to the encoder that was in use before",
		Long: `Revert undoes "spar model use": the encoder that was in use before it is in use again, at once, with the vectors that it
has. Passages that have a vector of the other one alone get one of it when a question needs it, in the idle time of
"spar watch", or all by "spar model use" with its name.`,
		Example: "  spar model revert", Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			e, _, err := a.asker(cmd)
			if err != nil {
				return err
			}
			back, err := e.RevertEncoder(cmd.Context())
			if err != nil {
				return err
			}
			a.overruled()
			if a.json {
				return a.printJSON(usedJSON{"spar.model/1", back, 0})
			}
			fmt.Fprintf(a.out, "%s is in use\n", printable(back))
			behind, err := e.Behind()
			if err != nil {
				return err
			}
			if len(behind) > 0 {
				a.note("passages that have a vector of %s alone get one of %s when questions need it and in the idle time of `spar watch`; `spar model use %s` makes all now", printable(strings.Join(behind, ", ")), printable(back), printable(back))
			}
			return nil
		},
	}
}

func (a *app) modelPullCommand() *cobra.Command {
	var name, revision string
	cmd := &cobra.Command{
		Use: "pull HUBNAME", Short: "Fetch a model from a hub and add it",
		Long: `Pull is the one command that fetches a model over the network: from huggingface.co over HTTPS, or from the hub that the
setting hub-url names. All files are of one commit, those that a model is read from and no others; large ones are checked
by the SHA-256 that the hub lists. Models whose weights are pickled (pytorch_model.bin) are refused, and so are models
that cannot be run, as with "spar model add".`,
		Example: "  spar model pull sentence-transformers/all-mpnet-base-v2\n  spar model pull cross-encoder/ms-marco-MiniLM-L-12-v2 --name reranker", Args: cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			dir, err := a.modelsDir(cmd)
			if err != nil {
				return err
			}
			if name == "" {
				name = path.Base(args[0])
			}
			if err := models.CheckName(name); err != nil {
				return err
			}
			if _, err := os.Lstat(filepath.Join(dir, name)); err == nil {
				return models.Taken(dir, name)
			}
			if err := os.MkdirAll(dir, 0o700); err != nil {
				return err
			}
			beside, err := os.MkdirTemp(dir, ".pulling-")
			if err != nil {
				return err
			}
			defer os.RemoveAll(beside)
			p := a.progress()
			defer p.done()
			hub := embed.Hub{URL: a.config.HubURL(), Revision: revision, Progress: func(file string, done, total int64) {
				p.show("%s: %s of %s bytes", printable(file), thousands(int(done)), thousands(int(total)))
			}}
			commit, err := hub.Pull(cmd.Context(), args[0], beside)
			if err != nil {
				return err
			}
			p.done()
			kind, err := models.Try(beside)
			if err != nil {
				return err
			}
			if err := models.Add(dir, beside, name); err != nil {
				return err
			}
			if a.json {
				return a.printJSON(struct {
					Schema string     `json:"schema"`
					Name   string     `json:"name"`
					Kind   embed.Kind `json:"kind"`
					Commit string     `json:"commit"`
				}{"spar.model.pulled/1", name, kind, commit})
			}
			a.note("added the %s %s, commit %s; `spar model check %s` checks it", kind, name, commit, name)
			return nil
		},
	}
	cmd.Flags().StringVar(&name, "name", "", "its name; the last part of HUBNAME if not given")
	cmd.Flags().StringVar(&revision, "revision", "", "branch, tag or commit; main if not given")
	return cmd
}

// encoderOf is the encoder that a workspace is made with: what --encoder names, if it is there.
func (a *app) encoderOf(cmd *cobra.Command) (string, error) {
	if !cmd.Flags().Changed("encoder") {
		return "", nil
	}
	name := strings.TrimSpace(a.config.Text("encoder"))
	if name == models.Auto {
		return "", nil
	}
	return name, a.usable(name)
}
