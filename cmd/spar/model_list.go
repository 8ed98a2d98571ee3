package main

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/sparsearch/spar"
	"github.com/sparsearch/spar/internal/embed"
	"github.com/sparsearch/spar/internal/models"
	"github.com/spf13/cobra"
)

// A modelOut is one line of `spar model list`.
type modelOut struct {
	Name    string     `json:"name"`
	Kind    embed.Kind `json:"kind,omitempty"`
	From    string     `json:"from"` // a folder, or "built in"
	InUse   bool       `json:"in_use,omitempty"`
	Vectors *int       `json:"vectors,omitempty"` // passages that have one of it
	Says    string     `json:"problem,omitempty"`
}

func (a *app) modelListCommand() *cobra.Command {
	return &cobra.Command{
		Use: "list", Short: "List the models, which is in use, and how many passages have vectors of each",
		Long: `List opens every encoder to count its vectors, in the arithmetic that is set. The light encoder is the one that puts
files in the order of reading; it is listed with what it was fitted to.`,
		Example: "  spar model list", Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			dir, err := a.modelsDir(cmd)
			if err != nil {
				return err
			}
			list := []modelOut{{Name: precise, Kind: embed.Vectors, From: "built in"}}
			entries, err := os.ReadDir(dir)
			if err != nil && !errors.Is(err, fs.ErrNotExist) {
				return err
			}
			for _, entry := range entries {
				if !entry.IsDir() || strings.HasPrefix(entry.Name(), ".") {
					continue
				}
				m := modelOut{Name: entry.Name(), From: filepath.Join(dir, entry.Name())}
				if m.Kind, err = embed.KindOf(m.From); err != nil {
					m.Says = err.Error()
				}
				list = append(list, m)
			}
			light, err := a.countVectors(cmd, list)
			if err != nil {
				return err
			}
			list = append(list, light)
			if a.json {
				return a.printJSON(struct {
					Schema string     `json:"schema"`
					Models []modelOut `json:"models"`
				}{"spar.models/1", list})
			}
			t := a.table()
			for _, m := range list {
				use, vectors := "", ""
				if m.InUse {
					use = "in use"
				}
				if m.Vectors != nil {
					vectors = plural(*m.Vectors, "vector", "vectors")
				}
				t.row(m.Name, m.Kind, use, vectors, m.From, m.Says)
			}
			return t.flush()
		},
	}
}

// countVectors marks the encoder in use and counts the vectors of each, and gives the line of the light encoder.
func (a *app) countVectors(cmd *cobra.Command, list []modelOut) (modelOut, error) {
	light := modelOut{Name: models.Light, Kind: "light"}
	e, err := a.engine(cmd)
	if err != nil {
		return light, err
	}
	used := a.config.Text("encoder")
	if used == models.Auto {
		if used, err = models.Used(a.config.DataDir()); err != nil {
			return light, err
		}
	}
	for i := range list {
		m := &list[i]
		m.InUse = m.Name == used && a.config.Text("encoder-url") == ""
		if m.Kind != embed.Vectors || m.Says != "" {
			continue
		}
		n, err := e.Vectors(cmd.Context(), m.Name)
		switch code := spar.CodeOf(err); {
		case code == spar.Invalid || code == spar.Unavailable || code == spar.NotFound:
			m.Says = err.Error()
		case err != nil:
			return light, err
		default:
			m.Vectors = &n
		}
	}
	l, err := e.Light()
	if err != nil {
		light.Says = err.Error()
		return light, nil
	}
	light.From = "fitted to " + l.Fitted()
	return light, nil
}
