package main

import (
	"fmt"
	"iter"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"

	"github.com/sparsearch/spar"
	"github.com/sparsearch/spar/internal/chunk"
	"github.com/sparsearch/spar/internal/embed"
	"github.com/sparsearch/spar/internal/models"
	"github.com/sparsearch/spar/internal/nearest"
	"github.com/sparsearch/spar/internal/redact"
	"github.com/sparsearch/spar/internal/yamlfile"
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
	{"database", "connection string of a PostgreSQL database for the catalog and all other tables, from the environment or the file only; empty for SQLite in the data directory", constant("")},
	{"keep-deleted", "how long text that no file has any more may stay on the disk when purges run daily", constant("168h")},
	{"keep-trash", "how long shares, tags and workspaces that were removed can be restored", constant("720h")},
	{"workers", "processes that read files", func(func(string) (string, bool)) string { return fmt.Sprint(runtime.NumCPU()) }},
	{"memory", "memory limit of a reading process", constant("1.5GiB")},
	{"timeout", "time limit for reading one file", constant("60s")},
	{"budget", "how long a question may read before it is answered from what was read; 0 for no limit", constant("5m")},
	{"passage-size", "characters of a passage", constant(strconv.Itoa(chunk.DefaultSize))},
	{"passage-overlap", "characters that neighbouring passages share; 0 for none", constant(strconv.Itoa(chunk.DefaultOverlap))},
	{"rank", "order of passages: bm25 (words), dense (meaning), hybrid, rrf or zscore; auto is hybrid, and bm25 without an encoder", constant("auto")},
	{"candidates", "passages, the best by words and the nearest in meaning, that a ranking joins; all for no limit", constant("50")},
	{"meaning-weight", "weight of meaning beside words, from 0 to 1", constant("0.6")},
	{"encoder", "what texts are compared in meaning with: auto (what `spar model use` chose, or else precise), precise (built in), a model that was added, a folder with one, or none; with encoder-url what the server calls it", constant(models.Auto)},
	{"encoder-url", "address of a server with an OpenAI-compatible /embeddings, which makes the vectors instead; its key is in SPAR_ENCODER_KEY", constant("")},
	{"encoder-question", "what is put before questions for the encoder, if its model does not say it, such as \"query: \"", constant("")},
	{"encoder-passage", "what is put before passages, such as \"passage: \"", constant("")},
	{"rerank", "reranker that puts the best 50 passages in order: a model that was added, a folder with one, or none; with reranker-url what the server calls it", constant("")},
	{"reranker-url", "address of a server with /rerank; its key is in SPAR_RERANKER_KEY", constant("")},
	{"reranker-api", "how that server answers: jina (Jina, Cohere, llama.cpp, vLLM) or tei (Text Embeddings Inference)", constant("jina")},
	{"hub-url", "where `spar model pull` fetches models", constant(hubURL)},
	{"encoder-arithmetic", "int8, or float32 which is slower and a little more exact; each keeps vectors of its own", constant(string(embed.DefaultArithmetic))},
	{"llm-url", "address of an OpenAI-compatible model server that writes the answers, such as http://localhost:11434/v1; without one answers are sentences of the files", constant("")},
	{"llm-model", "name of the model", constant("")},
	{"llm-timeout", "how long the model may take for a whole answer", constant("2m")},
	{"llm-silence", "how long the model may say nothing, before its first word too", constant("30s")},
	{"llm-key", "key for the model server, from the environment or the file only", constant("")},
	{"principals", "file of people and groups beyond the accounts of this machine, with their clearances, for --as and for access control lists", constant("")},
	{"default-clearance", "highest level of confidentiality that people may know of unless the principals file says otherwise; the lowest level if not set", constant("")},
	{"unlabelled", "level of confidentiality of files that have none; the lowest level if not set", constant("")},
	{"schema", "file that describes attributes and patterns of paths; schema.yaml in the data directory if not set", constant("")},
	{"rules", "file with rules that tag files and give them attributes; rules.yaml in the data directory if not set", constant("")},
	{"entities", "on to find people, organisations, places, dates, amounts and identifiers in what is read, for scopes such as entity.person:...; off to save the time", constant("on")},
	{"entity-model", "tagger that finds people, organisations and places beside the built-in dictionary: a model that was added (`spar model add`), a folder with one, or none", constant("")},
	{"identifiers", "file with more kinds of identifiers and their regular expressions; see docs/attributes.md", constant("")},
	{"properties-budget", "files an hour of which `spar watch` reads title, author, pages and the like in idle time, without their text; 0 for none", constant("20000")},
	{"ocr-languages", "languages of pictures of text, as tesseract calls them, such as eng+deu", constant("eng")},
	{"programs-without-landlock", "yes to let programs that write files (soffice, readpst) read what SPAR cannot where the kernel cannot confine them to a folder; no leaves such files unread", constant("no")},
	{"tika-url", "address of an Apache Tika server that is sent, by `spar recover` and `spar watch`, what nothing here can read, such as http://localhost:9998; its key is in SPAR_TIKA_KEY", constant("")},
	{"small-table", "characters up to which a table is also kept whole; 0 for never", constant(strconv.Itoa(chunk.DefaultSmallTable))},
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

// configFile is where the configuration is, and whether somebody named it: then it must be there, as without it rights
// would be other ones. SPAR_CONFIG= is no file.
func configFile(env func(string) (string, bool)) (file string, named bool) {
	if file, ok := env("SPAR_CONFIG"); ok {
		return file, file != ""
	}
	if dir, ok := env("XDG_CONFIG_HOME"); ok && filepath.IsAbs(dir) {
		return filepath.Join(dir, "spar", "config.yaml"), false
	}
	home, _ := env("HOME")
	return filepath.Join(home, ".config", "spar", "config.yaml"), false
}

// A configured value, and where it came from.
type configured struct {
	Name  string `json:"name"`
	Value string `json:"value"`
	From  string `json:"from"`
}

// settingNames are those of all settings.
func settingNames() iter.Seq[string] {
	return func(yield func(string) bool) {
		for _, s := range settings {
			if !yield(s.name) {
				return
			}
		}
	}
}

// configuration gives every setting its value.
func configuration(flags *pflag.FlagSet, env func(string) (string, bool)) ([]configured, error) {
	file, named := configFile(env)
	stored, err := readConfig(file, named)
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
func secret(name string) bool { return name == "llm-key" || name == "database" }

// shown hides the values of secrets, and the passwords in addresses.
func shown(list []configured) []configured {
	for i, c := range list {
		list[i].Value = redact.Text(c.Value)
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

func readConfig(file string, named bool) (map[string]string, error) {
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
	var values map[string]any
	if err := yamlfile.Decode(text, &values); err != nil {
		return nil, spar.Errorf(spar.Invalid, "the configuration file %s is not YAML of the form `name: value`: %w", file, err)
	}
	out := map[string]string{}
	for name, v := range values {
		if !slices.ContainsFunc(settings, func(s setting) bool { return s.name == name }) {
			return nil, spar.Errorf(spar.Invalid, "the configuration file %s sets %q, which does not exist; `spar config` lists all settings%s", file, name, nearest.Hint(name, settingNames()))
		}
		if v != nil { // a name without a value says nothing
			out[name] = fmt.Sprint(v)
		}
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
				file, _ := configFile(a.env)
				return a.printJSON(struct {
					Schema   string       `json:"schema"`
					File     string       `json:"file"`
					Settings []configured `json:"settings"`
				}{"spar.config/1", file, list})
			}
			t := a.table()
			for _, c := range list {
				t.row(c.Name, c.Value, c.From)
			}
			return t.flush()
		},
	}
}
