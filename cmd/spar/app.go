package main

import (
	"io"
	"os"
	"strconv"
	"strings"
	"time"

	"github.com/sparsearch/spar"
	"github.com/sparsearch/spar/internal/chunk"
	"github.com/sparsearch/spar/internal/embed"
	"github.com/sparsearch/spar/internal/engine"
	"github.com/sparsearch/spar/internal/entity"
	"github.com/sparsearch/spar/internal/llm"
	"github.com/sparsearch/spar/internal/models"
	"github.com/sparsearch/spar/internal/read"
	"github.com/sparsearch/spar/internal/scope"
	"github.com/sparsearch/spar/internal/service"
	"github.com/spf13/cobra"
)

// An app is one run of the program: its streams, the flags that all commands share, and the engine once one is open.
type app struct {
	in       io.Reader
	out, err io.Writer // guarded: no terminal acts on what is written
	raw      io.Writer // standard output for data in a form of its own, such as a vocabulary; guarded on a terminal
	width    int       // characters of a line of standard output, 0 for any
	screen   *os.File  // standard error, where a person sees it while it is written
	env      func(string) (string, bool)

	json    bool
	quiet   bool
	verbose bool
	bare    bool // the saved index is left to the next command
	as      string

	opened *engine.Engine
	served *service.Service  // over it
	values map[string]string // the configuration, once read
}

func (a *app) command() *cobra.Command {
	root := &cobra.Command{
		Use:   "spar",
		Short: "Answer questions over a file share, with citations",
		Long: `SPAR answers questions over a large file share without building a vector database of it.
It keeps a light index of every file; what a question needs is read when it is asked.

Type this first:

  spar ask ./some/folder "how many days of parental leave are there?"

Each setting that ` + "`spar config`" + ` prints is also a flag of every command, such as --budget 30s, but for passwords and keys.`,
		SilenceErrors: true,
		SilenceUsage:  true,
		// Without this an unknown command would print the help and succeed.
		Args: cobra.NoArgs,
	}
	about := a.versionCommand()
	version := root.Flags().Bool("version", false, "print the version, as `spar version` does")
	root.RunE = func(cmd *cobra.Command, _ []string) error {
		if *version {
			return about.RunE(about, nil)
		}
		return cmd.Help()
	}
	root.SetFlagErrorFunc(func(cmd *cobra.Command, err error) error {
		return mistypedFlag(cmd, err)
	})
	flags := root.PersistentFlags()
	flags.BoolVar(&a.json, "json", false, "print JSON, as described in docs/json.md")
	flags.BoolVarP(&a.quiet, "quiet", "q", false, "print results and errors only")
	flags.BoolVar(&a.verbose, "verbose", false, "print a log on standard error")
	flags.StringVar(&a.as, "as", "", "ask as this user; only for the owner of the data directory")
	for _, s := range settings {
		if secret(s.name) {
			continue // a command line is seen by everybody on the machine
		}
		flags.String(flagName(s.name), "", s.usage)
		if s.name != "data-dir" {
			flags.Lookup(s.name).Hidden = true
		}
	}
	for _, g := range a.groups() {
		root.AddGroup(&cobra.Group{ID: g.title, Title: g.title + ":"})
		for _, c := range g.commands {
			c.GroupID = g.title
			root.AddCommand(c)
		}
		root.SetHelpCommandGroupID(g.title) // in the end the last
		root.SetCompletionCommandGroupID(g.title)
	}
	validate(root)
	a.completeAll(root)
	root.PersistentPreRunE = a.mayBeAsked
	return root
}

// A group is commands that the help lists together.
type group struct {
	title    string
	commands []*cobra.Command
}

func (a *app) groups() []group {
	return []group{
		{"Questions", []*cobra.Command{
			a.askCommand(), a.searchCommand(), a.openCommand(), a.workspaceCommand(),
		}},
		{"Shares and their files", []*cobra.Command{
			a.shareCommand(), a.scanCommand(), a.watchCommand(), a.filesCommand(), a.showCommand(), a.duplicatesCommand(), a.rightsCommand(),
		}},
		{"Tags and attributes", []*cobra.Command{
			a.tagCommand(), a.taxonomyCommand(), a.ruleCommand(), a.sidecarCommand(), a.attributesCommand(), a.batchCommand(),
		}},
		{"Reading", []*cobra.Command{
			a.extractCommand(), a.propertiesCommand(), a.recoverCommand(), a.rereadCommand(), a.storeCommand(),
		}},
		{"Models and measurements", []*cobra.Command{
			a.modelCommand(), a.embedCommand(), a.evalCommand(), a.benchCommand(),
		}},
		{"Upkeep", []*cobra.Command{
			a.statusCommand(), a.doctorCommand(), a.checkCommand(), a.backupCommand(), a.restoreCommand(), a.trashCommand(), a.configCommand(), a.versionCommand(), a.manCommand(),
		}},
	}
}

// validate makes errors of arguments name the command that explains them.
func validate(c *cobra.Command) {
	if check := c.Args; check != nil {
		c.Args = func(cmd *cobra.Command, args []string) error {
			if err := check(cmd, args); err != nil {
				return spar.Errorf(spar.Invalid, "%w%s; see `%s --help`", err, mistypedCommand(cmd, args), cmd.CommandPath())
			}
			return nil
		}
	}
	for _, sub := range c.Commands() {
		validate(sub)
	}
}

// variable is the value of an environment variable, "" if there is none.
func (a *app) variable(name string) string {
	v, _ := a.env(name)
	return v
}

// configure reads the configuration once.
func (a *app) configure(cmd *cobra.Command) error {
	if a.values != nil {
		return nil
	}
	list, err := configuration(cmd.Flags(), a.env)
	if err != nil {
		return err
	}
	a.values = map[string]string{}
	for _, c := range list {
		a.values[c.Name] = c.Value
	}
	return nil
}

// engine opens the data directory.
func (a *app) engine(cmd *cobra.Command) (*engine.Engine, error) {
	if a.opened != nil {
		return a.opened, nil
	}
	o, err := a.readOptions(cmd)
	if err != nil {
		return nil, err
	}
	encoder, err := a.encoder()
	if err != nil {
		return nil, err
	}
	keep, err := a.duration("keep-deleted")
	if err != nil {
		return nil, err
	}
	keep = max(keep, 1) // 0 is no time at all, and the default among the options
	trash, err := a.duration("keep-trash")
	if err != nil {
		return nil, err
	}
	e, err := engine.Open(cmd.Context(), engine.Options{Dir: a.values["data-dir"], Database: a.values["database"], KeepDeleted: keep, KeepTrash: max(trash, 1), Schema: a.values["schema"], Rules: a.values["rules"], Read: o, Encoder: encoder, Log: a.logger()})
	a.opened = e
	return e, err
}

// existing is engine for commands that make nothing where nothing is.
func (a *app) existing(cmd *cobra.Command) (*engine.Engine, error) {
	if err := a.configure(cmd); err != nil {
		return nil, err
	}
	missing, err := engine.NoTables(cmd.Context(), a.values["data-dir"], a.values["database"])
	if err != nil {
		return nil, err
	}
	if missing != nil {
		return nil, spar.Errorf(spar.Internal, "%s: %s", missing.What, missing.Remedy)
	}
	return a.engine(cmd)
}

func (a *app) close() error {
	if a.opened == nil {
		return nil
	}
	return a.opened.Close()
}

// leastMemory is what a reading process needs before it reads anything, in bytes.
const leastMemory = 128 << 20

// readOptions are the settings of the reading stage.
func (a *app) readOptions(cmd *cobra.Command) (read.Options, error) {
	if err := a.configure(cmd); err != nil {
		return read.Options{}, err
	}
	self, err := os.Executable()
	if err != nil {
		return read.Options{}, err
	}
	o := read.Options{Command: []string{self, workerCommand}, Confine: []string{self, confineCommand}}
	for name, field := range map[string]*int{
		"workers": &o.Workers, "passage-size": &o.Chunk.Size, "passage-overlap": &o.Chunk.Overlap, "small-table": &o.Chunk.SmallTable,
	} {
		n, err := strconv.Atoi(a.values[name])
		if err != nil || n < 0 || n > 1<<20 {
			return o, spar.Errorf(spar.Invalid, "the setting %s is %q and must be a whole number", name, a.values[name])
		}
		*field = n
	}
	// Among the options 0 is the default, and here it is what somebody asked for.
	if o.Chunk.Size == 0 {
		return o, spar.Errorf(spar.Invalid, "the setting passage-size is 0 and must be more, such as %d", chunk.DefaultSize)
	}
	for _, size := range []*int{&o.Chunk.Overlap, &o.Chunk.SmallTable} {
		if *size == 0 {
			*size = -1
		}
	}
	if o.Entities, err = a.identifiers(); err != nil {
		return o, err
	}
	if name := strings.TrimSpace(a.values["entity-model"]); name != "" && name != models.None {
		o.Namer = func() (entity.Namer, error) {
			n, err := models.OpenNamer(a.values["data-dir"], name, embed.Options{Arithmetic: embed.Arithmetic(a.values["encoder-arithmetic"])})
			if err != nil {
				return nil, spar.Errorf(spar.CodeOf(err), "the setting entity-model: %w", err)
			}
			return n, nil
		}
	}
	o.Languages = a.values["ocr-languages"]
	if o.Unconfined, err = a.yes("programs-without-landlock"); err != nil {
		return o, err
	}
	if url := strings.TrimSpace(a.values["tika-url"]); url != "" {
		o.Tika = read.Tika{URL: url, KeyEnv: a.keyIn("SPAR_TIKA_KEY")}
		if err := o.Tika.Check(); err != nil {
			return o, err
		}
	}
	memory, err := scope.Size(a.values["memory"])
	if err != nil {
		return o, spar.Errorf(spar.Invalid, "the setting memory: %w", err)
	}
	// A reader that cannot even start would bring file after file into quarantine.
	if memory < leastMemory {
		return o, spar.Errorf(spar.Invalid, "the setting memory is %q and must be at least %d MiB, such as 1.5GiB", a.values["memory"], leastMemory>>20)
	}
	o.Memory = int64(memory)
	o.Timeout, err = a.limit("timeout")
	return o, err
}

// yes is a setting that is yes or no.
func (a *app) yes(setting string) (bool, error) {
	switch a.values[setting] {
	case "yes":
		return true, nil
	case "no":
		return false, nil
	}
	return false, spar.Errorf(spar.Invalid, "the setting %s is %q and must be yes or no", setting, a.values[setting])
}

// identifiers are the patterns that entities are found by, nil where none are to be found.
func (a *app) identifiers() ([]entity.Pattern, error) {
	switch a.values["entities"] {
	case "off":
		return nil, nil
	case "on":
	default:
		return nil, spar.Errorf(spar.Invalid, "the setting entities is %q and must be on or off", a.values["entities"])
	}
	file := a.values["identifiers"]
	if file == "" {
		return entity.Standard(), nil
	}
	data, err := os.ReadFile(file)
	if err != nil {
		return nil, spar.Errorf(spar.Invalid, "the file of the setting identifiers cannot be read: %w", err)
	}
	return entity.Parse(file, data)
}

func (a *app) duration(setting string) (time.Duration, error) {
	d, err := time.ParseDuration(a.values[setting])
	if a.values[setting] == "0" {
		d, err = 0, nil
	}
	if err != nil || d < 0 {
		return 0, spar.Errorf(spar.Invalid, "the setting %s is %q and must be a time such as 30s or 5m", setting, a.values[setting])
	}
	return d, nil
}

// limit is a duration that cannot be left out: what never ends would be waited for.
func (a *app) limit(setting string) (time.Duration, error) {
	d, err := a.duration(setting)
	if err == nil && d == 0 {
		err = spar.Errorf(spar.Invalid, "the setting %s is %q and must be more than 0, such as 1m", setting, a.values[setting])
	}
	return d, err
}

// model is the configured model, nil if there is none.
func (a *app) model() (*llm.Client, error) {
	if a.values["llm-url"] == "" {
		return nil, nil
	}
	timeout, err := a.limit("llm-timeout")
	if err != nil {
		return nil, err
	}
	silence, err := a.limit("llm-silence")
	if err != nil {
		return nil, err
	}
	return llm.New(llm.Options{URL: a.values["llm-url"], Model: a.values["llm-model"], Key: a.values["llm-key"], Timeout: timeout, Silence: silence})
}
