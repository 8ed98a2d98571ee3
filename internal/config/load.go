package config

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"

	"github.com/sparsearch/spar/internal/api"
	"github.com/sparsearch/spar/internal/nearest"
	"github.com/sparsearch/spar/internal/redact"
	"github.com/sparsearch/spar/internal/spar"
	"github.com/sparsearch/spar/internal/yamlfile"
)

// A Config is the values that all settings have. It is immutable.
type Config struct {
	File string // of the configuration; it need not exist

	env    Env
	values map[string]value
}

// A value is the text of a setting, with its source.
type value struct{ text, from string }

// Load gives every setting its value: that of its flag, if it was given, else of its environment variable, of the
// configuration file, or its default. Values are not checked: what uses them does.
func Load(flag func(name string) (text string, given bool), env Env) (*Config, error) {
	file, named := FileOf(env)
	stored, err := readFile(file, named)
	if err != nil {
		return nil, err
	}
	c := &Config{File: file, env: env, values: map[string]value{}}
	for _, s := range Settings() {
		v := value{s.initial(env), "default"}
		if text, ok := stored[s.Name]; ok {
			v = value{text, file}
		}
		if text, ok := env(s.Variable()); ok {
			v = value{text, "environment " + s.Variable()}
		}
		if f := s.Flag(); f != "" && flag != nil {
			if text, given := flag(f); given {
				v = value{text, "flag --" + f}
			}
		}
		c.values[s.Name] = v
	}
	return c, nil
}

// Text is a value as it was written. A name that is no setting is a fault of the program.
func (c *Config) Text(name string) string {
	v, ok := c.values[name]
	if !ok {
		return ""
	}
	return v.text
}

// Show is every setting as it may be printed: secrets and passwords in addresses are hidden.
func (c *Config) Show() api.Config {
	out := api.Config{Schema: api.ConfigSchema, File: c.File}
	_, out.Named = FileOf(c.env)
	var faults []string
	for _, fault := range c.RootFaults() {
		faults = append(faults, fault.Error())
	}
	for _, s := range Settings() {
		v := c.values[s.Name]
		shown := redact.Text(v.text)
		if s.Secret && v.text != "" {
			shown = "(set)"
		}
		setting := api.Setting{Name: s.Name, Title: s.Title(), Value: shown, From: v.from, Usage: s.Usage, Changeable: c.changeable(s.Name) == nil}
		if s.Name == "share-roots" {
			setting.Faults = faults
		}
		out.Settings = append(out.Settings, setting)
	}
	return out
}

// FileOf is where the configuration is, and whether somebody named it: then it must be there, as without it rights would be
// other ones. SPAR_CONFIG= is no file.
func FileOf(env Env) (file string, named bool) {
	if file, ok := env("SPAR_CONFIG"); ok {
		return file, file != ""
	}
	if dir, ok := env("XDG_CONFIG_HOME"); ok && filepath.IsAbs(dir) {
		return filepath.Join(dir, "spar", "config.yaml"), false
	}
	home, _ := env("HOME")
	return filepath.Join(home, ".config", "spar", "config.yaml"), false
}

func readFile(file string, named bool) (map[string]string, error) {
	text, err := os.ReadFile(file)
	if os.IsNotExist(err) {
		if named {
			return nil, spar.Errorf(spar.Invalid, "there is no configuration file %s, which SPAR_CONFIG names", file)
		}
		return nil, nil
	}
	if err != nil {
		return nil, spar.Errorf(spar.Invalid, "the configuration file cannot be read: %w", err)
	}
	return parse(file, text)
}

// parse reads the settings of a configuration file. A name without a value says nothing.
func parse(file string, text []byte) (map[string]string, error) {
	var values map[string]any
	if err := yamlfile.Decode(text, &values); err != nil {
		return nil, spar.Errorf(spar.Invalid, "the configuration file %s is not YAML of the form `name: value`: %w", file, err)
	}
	names := slices.Collect(Names())
	out := map[string]string{}
	for name, v := range values {
		if !slices.Contains(names, name) {
			return nil, spar.Errorf(spar.Invalid, "the configuration file %s sets %q, which does not exist%s", file, name, spar.Phrase(nearest.Hint(name, Names()))).Try(spar.Remedy{Do: spar.ListSettings})
		}
		if v != nil {
			out[name] = fmt.Sprint(v)
		}
	}
	return out, nil
}
