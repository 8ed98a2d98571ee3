package main

import (
	"bufio"
	"slices"
	"strings"

	"github.com/sparsearch/spar/internal/api"
	"github.com/sparsearch/spar/internal/config"
	"github.com/sparsearch/spar/internal/spar"
	"github.com/spf13/cobra"
)

func (a *app) configCommand() *cobra.Command {
	c := &cobra.Command{
		Use:     "config",
		Short:   "Print every setting, its value, and where the value came from",
		Example: "  spar config\n  SPAR_BUDGET=30s spar config --json",
		Args:    cobra.NoArgs,
		RunE: a.configured(func(*cobra.Command, []string) error {
			shown := a.config.Show()
			return printOne(a, shown, nil, func() {
				t := a.table()
				for _, s := range shown.Settings {
					t.row(s.Name, s.Value, s.From)
				}
				t.flush()
				if shown.File != "" {
					a.note("what is set goes to the configuration file %s", shown.File)
				}
				for _, fault := range a.config.RootFaults() {
					a.note("%s", fault)
				}
			})
		}),
	}
	set := &cobra.Command{
		Use: "set NAME [VALUE]", Short: "Give a setting a value in the configuration file",
		Long: `Set writes a setting into the configuration file, which keeps its comments and its order. A value that cannot be used
is refused. Passwords and keys (database, llm-key) are read from standard input, as everybody on the machine sees a command line.`,
		Example: "  spar config set budget 30s\n  spar config set llm-key < key.txt",
		Args:    cobra.RangeArgs(1, 2),
		RunE: a.configured(func(cmd *cobra.Command, args []string) error {
			value, err := a.settingValue(args)
			if err == nil {
				err = a.config.Set(args[0], value)
			}
			if err != nil {
				return err
			}
			return a.tellSetting(cmd, args[0])
		}),
	}
	unset := &cobra.Command{
		Use: "unset NAME", Short: "Take a setting out of the configuration file, so that its default holds",
		Example: "  spar config unset budget",
		Args:    cobra.ExactArgs(1),
		RunE: a.configured(func(cmd *cobra.Command, args []string) error {
			was, err := a.config.Unset(args[0])
			if err != nil {
				return err
			}
			if !was {
				a.note("the configuration file does not set %s", args[0])
			}
			return a.tellSetting(cmd, args[0])
		}),
	}
	for _, sub := range []*cobra.Command{set, unset} {
		sub.ValidArgsFunction = func(_ *cobra.Command, args []string, _ string) ([]string, cobra.ShellCompDirective) {
			if len(args) > 0 {
				return nil, cobra.ShellCompDirectiveDefault
			}
			return slices.Collect(config.Names()), cobra.ShellCompDirectiveNoFileComp
		}
		c.AddCommand(sub)
	}
	return c
}

// settingValue returns the new value of a setting: the second argument, or a line of standard input for a secret.
func (a *app) settingValue(args []string) (string, error) {
	s, err := config.Find(args[0])
	switch {
	case err != nil:
		return "", err
	case s.Secret && len(args) == 2:
		return "", spar.Errorf(spar.Invalid, "%s is a secret, and everybody on this machine sees the command line: give it on standard input", s.Name)
	case !s.Secret && len(args) == 1:
		return "", spar.Errorf(spar.Invalid, "say what %s is to be, or take it out by `spar config unset %[1]s`", s.Name)
	case !s.Secret:
		return args[1], nil
	}
	line, _ := bufio.NewReader(a.in).ReadString('\n') // what ends without a line break is a line too
	if line = strings.TrimRight(line, "\r\n"); line == "" {
		return "", spar.Errorf(spar.Invalid, "standard input has no value for %s", s.Name)
	}
	return line, nil
}

// taking says when a server that runs takes a setting that was changed.
func taking(name string) string {
	if slices.Contains(reloaded, name) {
		return "a server that runs takes it on SIGHUP (`systemctl reload spar`)"
	}
	return "a server that runs takes it when it is started again"
}

// tellSetting prints the value of a setting after a change of the configuration file, because something may override the file.
func (a *app) tellSetting(cmd *cobra.Command, name string) error {
	a.config = nil
	if err := a.configure(cmd); err != nil {
		return err
	}
	for _, s := range a.config.Show().Settings {
		if s.Name == name {
			a.note("%s is %s, from %s; %s", s.Name, s.Value, s.From, taking(s.Name))
		}
	}
	if !a.json {
		return nil
	}
	return a.printJSON(api.Done{Schema: api.DoneSchema, Done: commandName(cmd)})
}
