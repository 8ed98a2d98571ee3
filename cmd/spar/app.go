package main

import (
	"context"
	"io"
	"os"
	"os/user"
	"strconv"
	"time"

	"github.com/sparsearch/spar"
	"github.com/sparsearch/spar/internal/engine"
	"github.com/sparsearch/spar/internal/llm"
	"github.com/sparsearch/spar/internal/read"
	"github.com/sparsearch/spar/internal/scope"
	"github.com/spf13/cobra"
)

// An app is one run of the program: its streams, the flags that all commands share, and the engine once one is open.
type app struct {
	in       io.Reader
	out, err io.Writer
	env      func(string) (string, bool)

	json    bool
	quiet   bool
	verbose bool
	as      string

	opened *engine.Engine
	values map[string]string // the configuration, once read
}

func (a *app) command() *cobra.Command {
	root := &cobra.Command{
		Use:   "spar",
		Short: "Answer questions over a file share, with citations",
		Long: `SPAR answers questions over a large file share without building a vector database of it.
It keeps a light index of every file; what a question needs is read when it is asked.

Type this first:

  spar ask ./some/folder "how many days of parental leave are there?"`,
		SilenceErrors: true,
		SilenceUsage:  true,
		// Without this an unknown command would print the help and succeed.
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error { return cmd.Help() },
	}
	root.SetFlagErrorFunc(func(cmd *cobra.Command, err error) error {
		return spar.Errorf(spar.Invalid, "%w; see `%s --help`", err, cmd.CommandPath())
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
	root.AddCommand(
		a.askCommand(), a.searchCommand(), a.openCommand(),
		a.shareCommand(), a.scanCommand(), a.filesCommand(), a.tagCommand(), a.workspaceCommand(),
		a.extractCommand(), a.embedCommand(), a.evalCommand(), a.benchCommand(), a.modelCommand(), a.storeCommand(),
		a.statusCommand(), a.doctorCommand(), a.configCommand(), a.versionCommand(), a.manCommand(),
	)
	for _, c := range root.Commands() {
		validate(c)
	}
	return root
}

// validate makes errors of arguments name the command that explains them.
func validate(c *cobra.Command) {
	if check := c.Args; check != nil {
		c.Args = func(cmd *cobra.Command, args []string) error {
			if err := check(cmd, args); err != nil {
				return spar.Errorf(spar.Invalid, "%w; see `%s --help`", err, cmd.CommandPath())
			}
			return nil
		}
	}
	for _, sub := range c.Commands() {
		validate(sub)
	}
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
	e, err := engine.Open(cmd.Context(), engine.Options{Dir: a.values["data-dir"], Read: o, Encoder: encoder, Log: a.logger()})
	a.opened = e
	return e, err
}

func (a *app) close() error {
	if a.opened == nil {
		return nil
	}
	return a.opened.Close()
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
	o := read.Options{Command: []string{self, workerCommand}}
	for name, field := range map[string]*int{
		"workers": &o.Workers, "passage-size": &o.Chunk.Size, "passage-overlap": &o.Chunk.Overlap, "small-table": &o.Chunk.SmallTable,
	} {
		n, err := strconv.Atoi(a.values[name])
		if err != nil || n < 0 || n > 1<<20 {
			return o, spar.Errorf(spar.Invalid, "the setting %s is %q and must be a whole number", name, a.values[name])
		}
		*field = n
	}
	memory, err := scope.Size(a.values["memory"])
	if err != nil {
		return o, spar.Errorf(spar.Invalid, "the setting memory: %w", err)
	}
	o.Memory = int64(memory)
	o.Timeout, err = a.duration("timeout")
	return o, err
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

// model is the configured model, nil if there is none.
func (a *app) model() (*llm.Client, error) {
	if a.values["llm-url"] == "" {
		return nil, nil
	}
	timeout, err := a.duration("llm-timeout")
	if err != nil {
		return nil, err
	}
	silence, err := a.duration("llm-silence")
	if err != nil {
		return nil, err
	}
	return llm.New(llm.Options{URL: a.values["llm-url"], Model: a.values["llm-model"], Key: a.values["llm-key"], Timeout: timeout, Silence: silence})
}

// asker opens the data directory and says who asks.
func (a *app) asker(cmd *cobra.Command) (*engine.Engine, spar.Principal, error) {
	e, err := a.engine(cmd)
	if err != nil {
		return nil, spar.Principal{}, err
	}
	who, err := a.principal(cmd.Context(), e)
	return e, who, err
}

// principal is who asks: the user of this process, or with --as another one.
func (a *app) principal(ctx context.Context, e *engine.Engine) (spar.Principal, error) {
	uid := os.Getuid()
	operator := e.OwnedBy(uid)
	if a.as == "" {
		groups, err := os.Getgroups()
		if err != nil {
			return spar.Principal{}, err
		}
		// On systems without numeric users the file system itself is the judge: what may be opened may be read.
		who := spar.Principal{Name: strconv.Itoa(uid), UID: uint32(uid), All: uid == 0 || uid == -1, Operator: operator}
		for _, g := range append(groups, os.Getgid()) {
			who.Groups = append(who.Groups, uint32(g))
		}
		return who, nil
	}
	if uid != 0 && !operator {
		return spar.Principal{}, spar.Errorf(spar.Invalid, "--as is for the owner of the data directory only")
	}
	u, err := user.Lookup(a.as)
	if err != nil {
		if u, err = user.LookupId(a.as); err != nil {
			return spar.Principal{}, spar.Errorf(spar.NotFound, "there is no user %q on this machine", a.as)
		}
	}
	groups, err := u.GroupIds()
	if err != nil {
		return spar.Principal{}, spar.Errorf(spar.Internal, "the groups of user %q cannot be found: %w", a.as, err)
	}
	who := spar.Principal{Name: u.Username, All: u.Uid == "0"}
	for i, text := range append([]string{u.Uid, u.Gid}, groups...) {
		n, err := strconv.ParseUint(text, 10, 32)
		switch {
		case err != nil:
			return who, spar.Errorf(spar.Unavailable, "--as needs numeric users, which this system does not have")
		case i == 0:
			who.UID = uint32(n)
		default:
			who.Groups = append(who.Groups, uint32(n))
		}
	}
	return who, nil
}
