package main

import (
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"

	"github.com/goccy/go-yaml"
	"github.com/sparsearch/spar"
	"github.com/sparsearch/spar/internal/engine"
	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// A setting is one value of the configuration. It is looked for among the flags, then in the environment as
// SPAR_NAME, then in the configuration file, and is its default otherwise.
type setting struct {
	name    string
	usage   string
	initial func(env func(string) (string, bool)) string
}

func constant(v string) func(func(string) (string, bool)) string {
	return func(func(string) (string, bool)) string { return v }
}

// settings is the one list of everything that can be configured.
var settings = []setting{
	{"data-dir", "directory of the catalog and the text of what was read", defaultDataDir},
	{"workers", "processes that read files", func(func(string) (string, bool)) string { return fmt.Sprint(runtime.NumCPU()) }},
	{"memory", "memory limit of a reading process", constant("1.5GiB")},
	{"timeout", "time limit for reading one file", constant("60s")},
	{"budget", "how long a question may read before it is answered from what was read; 0 for no limit", constant("5m")},
	{"passage-size", "characters of a passage", constant("450")},
	{"passage-overlap", "characters that neighbouring passages share", constant("120")},
	{"rank", "order of passages: bm25 (words), dense (meaning), hybrid, rrf or zscore; auto is hybrid, and bm25 without an encoder", constant("auto")},
	{"candidates", "passages, the best by words and the nearest in meaning, that a ranking joins; all for no limit", constant("50")},
	{"meaning-weight", "weight of meaning beside words, from 0 to 1", constant("0.6")},
	{"encoder", "what texts are compared in meaning with: precise (built in), a folder with a model of the BERT family, or none", constant(engine.PreciseEncoder)},
	{"encoder-arithmetic", "float32, or int8 which is faster and a little less exact; each keeps vectors of its own", constant(string(engine.DefaultArithmetic))},
	{"llm-url", "address of an OpenAI-compatible model server that writes the answers, such as http://localhost:11434/v1; without one answers are sentences of the files", constant("")},
	{"llm-model", "name of the model", constant("")},
	{"llm-timeout", "how long the model may take for a whole answer", constant("2m")},
	{"llm-silence", "how long the model may say nothing, before its first word too", constant("30s")},
	{"llm-key", "key for the model server, from the environment or the file only", constant("")},
	{"small-table", "characters up to which a table is also kept whole", constant("3000")},
}

func defaultDataDir(env func(string) (string, bool)) string {
	if dir, ok := env("XDG_DATA_HOME"); ok && filepath.IsAbs(dir) {
		return filepath.Join(dir, "spar")
	}
	if runtime.GOOS == "windows" {
		if dir, ok := env("LOCALAPPDATA"); ok {
			return filepath.Join(dir, "spar")
		}
	}
	home, _ := env("HOME")
	return filepath.Join(home, ".local", "share", "spar")
}

func configFile(env func(string) (string, bool)) string {
	if file, ok := env("SPAR_CONFIG"); ok {
		return file
	}
	if dir, ok := env("XDG_CONFIG_HOME"); ok && filepath.IsAbs(dir) {
		return filepath.Join(dir, "spar", "config.yaml")
	}
	home, _ := env("HOME")
	return filepath.Join(home, ".config", "spar", "config.yaml")
}

// A configured value, and where it came from.
type configured struct {
	Name  string `json:"name"`
	Value string `json:"value"`
	From  string `json:"from"`
}

// configuration gives every setting its value.
func configuration(flags *pflag.FlagSet, env func(string) (string, bool)) ([]configured, error) {
	file := configFile(env)
	stored, err := readConfig(file)
	if err != nil {
		return nil, err
	}
	out := make([]configured, len(settings))
	for i, s := range settings {
		c := configured{Name: s.name, Value: s.initial(env), From: "default"}
		variable := "SPAR_" + strings.ToUpper(strings.ReplaceAll(s.name, "-", "_"))
		if v, ok := stored[s.name]; ok {
			c.Value, c.From = v, file
		}
		if v, ok := env(variable); ok {
			c.Value, c.From = v, "environment "+variable
		}
		if f := flags.Lookup(flagName(s.name)); f != nil && f.Changed {
			c.Value, c.From = f.Value.String(), "flag --"+f.Name
		}
		out[i] = c
	}
	return out, nil
}

// secret reports whether a setting is never printed.
func secret(name string) bool { return name == "llm-key" }

// shown hides the values of secrets.
func shown(list []configured) []configured {
	for i, c := range list {
		if secret(c.Name) && c.Value != "" {
			list[i].Value = "(set)"
		}
	}
	return list
}

// flagName is the flag of a setting; the most used has the short name.
func flagName(setting string) string {
	if setting == "data-dir" {
		return "data"
	}
	return setting
}

func readConfig(file string) (map[string]string, error) {
	text, err := os.ReadFile(file)
	if os.IsNotExist(err) {
		return nil, nil
	}
	if err != nil {
		return nil, spar.Errorf(spar.Invalid, "the configuration file cannot be read: %w", err)
	}
	var values map[string]any
	if err := yaml.Unmarshal(text, &values); err != nil {
		return nil, spar.Errorf(spar.Invalid, "the configuration file %s is not YAML of the form `name: value`: %w", file, err)
	}
	out := map[string]string{}
	for name, v := range values {
		if !slices.ContainsFunc(settings, func(s setting) bool { return s.name == name }) {
			return nil, spar.Errorf(spar.Invalid, "the configuration file %s sets %q, which does not exist; `spar config` lists all settings", file, name)
		}
		out[name] = fmt.Sprint(v)
	}
	return out, nil
}

func (a *app) configCommand() *cobra.Command {
	return &cobra.Command{
		Use:     "config",
		Short:   "Print every setting, its value, and where the value came from",
		Example: "  spar config\n  SPAR_BUDGET=30s spar config --json",
		Args:    cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			list, err := configuration(cmd.Flags(), a.env)
			if err != nil {
				return err
			}
			list = shown(list)
			if a.json {
				return a.printJSON(struct {
					Schema   string       `json:"schema"`
					File     string       `json:"file"`
					Settings []configured `json:"settings"`
				}{"spar.config/1", configFile(a.env), list})
			}
			t := a.table()
			for _, c := range list {
				t.row(c.Name, c.Value, c.From)
			}
			return t.flush()
		},
	}
}
