package main

import (
	"context"
	"io"
	"log/slog"
	"os"

	"github.com/sparsearch/spar/internal/api"
	"github.com/sparsearch/spar/internal/config"
	"github.com/sparsearch/spar/internal/read"
	"github.com/sparsearch/spar/internal/service"
	"github.com/sparsearch/spar/internal/spar"
	"github.com/spf13/cobra"
)

// An app is one run of the program: its streams, the flags that all commands share, and the service over its data directory.
type app struct {
	in       io.Reader
	out, err io.Writer // guarded: no terminal acts on the text
	raw      io.Writer // standard output for data in a form of its own, such as a vocabulary; guarded on a terminal
	width    int       // characters of a line of standard output, 0 for any
	screen   *os.File  // standard error, where a person sees it while it is written
	env      func(string) (string, bool)

	json    bool
	quiet   bool
	verbose bool
	full    bool // all of the evidence is printed
	short   bool // of an answer: the likeliest statement, and a line of each unit
	bare    bool // the saved index is left to the next command
	as      string

	log    *slog.Logger     // of a server, instead of notes to the person who typed the command
	served *service.Service // once the data directory is open
	config *config.Config   // once read
}

func (a *app) command() *cobra.Command {
	root := &cobra.Command{
		Use:   "spar",
		Short: "Answer questions over a file share, with citations",
		Long: `SPAR answers questions over a large file share without building a vector database of it.
It keeps a light index of every file; what a question needs is read when it is asked.

Type this first:

  spar ask ./some/folder "how many days of parental leave are there?"

Each setting that ` + "`spar config`" + ` prints is also a flag of every command, such as --budget 30s, but for passwords and keys.
` + "`spar completion`" + ` writes completions for your shell. What stood at the top once works as before: why, rights, duplicates, extract and others.`,
		SilenceErrors: true,
		SilenceUsage:  true,
		// Without this an unknown command would print the help and succeed.
		Args: cobra.NoArgs,
	}
	about := a.versionCommand()
	version := root.Flags().Bool("version", false, "print the version, as spar version does")
	root.RunE = func(cmd *cobra.Command, _ []string) error {
		if *version {
			return about.RunE(about, nil)
		}
		if a.onTerminal() && !a.json {
			return a.home(cmd)
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
	flags.StringVar(&a.as, "as", "", "act as this user, by their rights and role; only for the owner of the data directory")
	for _, s := range config.Settings() {
		if flag := s.Flag(); flag != "" {
			flags.String(flag, "", s.Usage)
			flags.Lookup(flag).Hidden = s.Name != "data-dir"
			if s.Name == config.Proxied { // the flag alone says it
				flags.Lookup(flag).NoOptDefVal = "yes"
			}
		}
	}
	for _, g := range a.groups() {
		root.AddGroup(&cobra.Group{ID: g.title, Title: g.title + ":"})
		for _, c := range g.commands {
			c.GroupID = g.title
			root.AddCommand(c)
		}
	}
	root.SetHelpCommandGroupID("Setting up and looking after")
	root.InitDefaultHelpCmd()
	root.InitDefaultCompletionCmd()
	for _, c := range root.Commands() {
		c.Hidden = c.Hidden || c.GroupID == "" // help and completion, which the text below the list names
	}
	validate(root)
	a.completeAll(root)
	root.PersistentPreRunE = a.mayBeAsked
	return root
}

// validate makes errors of arguments name the command that explains them. A command that has others alone prints its help.
func validate(c *cobra.Command) {
	if c.RunE == nil && c.HasSubCommands() {
		c.Args, c.RunE = cobra.NoArgs, func(cmd *cobra.Command, _ []string) error { return cmd.Help() }
	}
	if check := c.Args; check != nil {
		c.Args = func(cmd *cobra.Command, args []string) error {
			if err := check(cmd, args); err != nil {
				return spar.Errorf(spar.Invalid, "%w%s; see `%s --help`", miscounted(cmd, args, err), spar.Phrase(mistypedCommand(cmd, args)), cmd.CommandPath())
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
func (a *app) configure(cmd *cobra.Command) (err error) {
	if a.config == nil {
		a.config, err = config.Load(given(cmd), a.env)
	}
	return err
}

// given looks up flags that were given.
func given(cmd *cobra.Command) func(name string) (string, bool) {
	return func(name string) (string, bool) {
		f := cmd.Flags().Lookup(name)
		if f == nil || !f.Changed {
			return "", false
		}
		return f.Value.String(), true
	}
}

// configured returns a cobra function that reads the configuration first.
func (a *app) configured(do func(*cobra.Command, []string) error) func(*cobra.Command, []string) error {
	return func(cmd *cobra.Command, args []string) error {
		if err := a.configure(cmd); err != nil {
			return err
		}
		return do(cmd, args)
	}
}

// open opens the data directory.
func (a *app) open(cmd *cobra.Command) (*service.Service, error) {
	reading, err := a.readOptions(cmd)
	if err != nil {
		return nil, err
	}
	o, err := a.config.Engine()
	if err != nil {
		return nil, err
	}
	o.Read, o.Log = reading, a.logger()
	return service.Open(cmd.Context(), o, a.config.Service())
}

// existing is asking for commands that make nothing where nothing is.
func (a *app) existing(do func(ctx context.Context, s *service.Service, who spar.Principal, args []string) error) func(*cobra.Command, []string) error {
	return func(cmd *cobra.Command, args []string) error {
		missing, err := a.missing(cmd)
		if err != nil {
			return err
		}
		if missing != nil {
			return spar.Errorf(spar.Internal, "%s: %s", spar.Phrase(missing.What), spar.Phrase(missing.Remedy)).Try(missing.Do...)
		}
		return a.asking(do)(cmd, args)
	}
}

// missing says what is missing if there are no tables; nil if there are some.
func (a *app) missing(cmd *cobra.Command) (*api.Flaw, error) {
	if err := a.configure(cmd); err != nil {
		return nil, err
	}
	return service.Missing(cmd.Context(), a.config.DataDir(), a.config.Database())
}

// readOptions are the settings of the reading stage.
func (a *app) readOptions(cmd *cobra.Command) (read.Options, error) {
	if err := a.configure(cmd); err != nil {
		return read.Options{}, err
	}
	self, err := os.Executable()
	if err != nil {
		return read.Options{}, err
	}
	o, err := a.config.Reading()
	o.Command, o.Confine = []string{self, workerCommand}, []string{self, confineCommand}
	return o, err
}
