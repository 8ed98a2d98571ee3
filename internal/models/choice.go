package models

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"

	"github.com/goccy/go-yaml"
	"github.com/sparsearch/spar/internal/durable"
	"github.com/sparsearch/spar/internal/spar"
	"github.com/sparsearch/spar/internal/yamlfile"
)

// A Choice is which encoder is in use, and which were before, the last one first. Behind are encoders that were in use
// when passages got vectors of them that may still lack one of the encoder in use: catching up makes these.
type Choice struct {
	Encoder string   `yaml:"encoder"`
	Before  []string `yaml:"before,omitempty"`
	Behind  []string `yaml:"behind,omitempty"`
}

// Switched is the choice after a switch to another encoder. behind is whether passages may lack vectors of it.
func (c Choice) Switched(to string, before []string, behind bool) Choice {
	next := Choice{Encoder: to, Before: before[:min(len(before), keptChoices)]}
	if !behind {
		return next
	}
	for _, name := range append([]string{c.Encoder}, c.Behind...) {
		if name != to && name != "" && name != None && !slices.Contains(next.Behind, name) {
			next.Behind = append(next.Behind, name)
		}
	}
	return next
}

func choiceFile(dir string) string { return filepath.Join(dir, "encoder.yaml") }

// ReadChoice reads what Write wrote; without it the built-in encoder is in use.
func ReadChoice(dir string) (Choice, error) {
	c := Choice{Encoder: Precise}
	data, err := os.ReadFile(choiceFile(dir))
	if errors.Is(err, fs.ErrNotExist) {
		return c, nil
	}
	if err != nil {
		return c, spar.Errorf(spar.Unavailable, "the choice of the encoder cannot be read: %w", err)
	}
	err = yamlfile.Decode(data, &c)
	if err == nil && (c.Encoder == "" || c.Encoder == Auto) {
		err = errors.New("it names no encoder")
	}
	if err != nil {
		return c, spar.Errorf(spar.Invalid, "the choice of the encoder in %s cannot be read: %w", choiceFile(dir), err).Try(spar.Remedy{Do: spar.UseModelNow, Name: Precise})
	}
	return c, nil
}

// Write puts the choice into force, for all processes.
func (c Choice) Write(dir string) error {
	data, err := yaml.Marshal(c)
	if err != nil {
		return err
	}
	return durable.WriteFile(choiceFile(dir), data, 0o600)
}

// keptChoices is how many encoders can be gone back to.
const keptChoices = 8

// Used names the encoder that is in use where no setting names one.
func Used(dir string) (string, error) {
	c, err := ReadChoice(dir)
	return c.Encoder, err
}

// Missing names the models that a data directory would compare meaning with, now or after a revert, and that are
// not in it.
func Missing(dir string) ([]string, error) {
	c, err := ReadChoice(dir)
	if err != nil {
		return nil, err
	}
	var missing []string
	for _, name := range append([]string{c.Encoder}, c.Before...) {
		if name == Precise || name == None || slices.Contains(missing, name) {
			continue
		}
		if info, err := os.Stat(filepath.Join(Dir(dir), name)); err != nil || !info.IsDir() {
			missing = append(missing, name)
		}
	}
	return missing, nil
}
