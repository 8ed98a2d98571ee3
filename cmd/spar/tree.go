package main

import (
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// A group is commands that the help lists together.
type group struct {
	title    string
	commands []*cobra.Command
}

// groups returns the tree of commands, everyday ones first. mcp is not listed, because programs start it. At most 30 stand at the top.
// Rare ones stand below the command that they belong to, and still work under their old name (moved).
func (a *app) groups() []group {
	return []group{
		{"Every day", []*cobra.Command{
			a.askCommand(), a.searchCommand(), a.doCommand(), a.filesCommand(), below(a.showCommand(), a.summaryCommand(), a.whyCommand(), a.rightsCommand()),
			a.openCommand(), a.tableCommand(), below(a.versionsCommand(), a.duplicatesCommand()), a.workspaceCommand(), a.threadCommand(),
		}},
		{"Shares", []*cobra.Command{
			below(a.shareCommand(), a.changesCommand()), a.scanCommand(), a.watchCommand(),
			below(&cobra.Command{Use: "read", Short: "Read files anew, their properties alone, or with other programs, and show what comes out"},
				named("text", a.extractCommand()), a.propertiesCommand(), a.recoverCommand(), named("again", a.rereadCommand()), a.costCommand()),
		}},
		{"Tags and scopes", []*cobra.Command{
			below(a.tagCommand(), a.batchCommand(), a.reviewCommand()), a.taxonomyCommand(), below(a.ruleCommand(), a.sidecarCommand()), a.attributesCommand(), a.scopeCommand(),
		}},
		{"Servers", []*cobra.Command{
			a.serveCommand(), unlisted(a.mcpCommand()), below(a.tokenCommand(), a.accountCommand(), a.personCommand(), a.linkCommand()),
		}},
		{"Setting up and looking after", []*cobra.Command{
			a.statusCommand(), a.doctorCommand(), a.configCommand(), a.modelCommand(), a.backupCommand(), a.restoreCommand(), a.checkCommand(), a.trashCommand(),
			below(&cobra.Command{Use: "admin", Short: "List what people did, look after stored text, measure"},
				a.auditCommand(), a.storeCommand(), a.evalCommand(), a.embedCommand(), a.manCommand()),
			unlisted(a.versionCommand()),
		}},
	}
}

// below puts commands below another.
func below(c *cobra.Command, subs ...*cobra.Command) *cobra.Command {
	c.AddCommand(subs...)
	return c
}

// named gives a command another name.
func named(name string, c *cobra.Command) *cobra.Command {
	_, args, _ := strings.Cut(c.Use, " ")
	c.Use = strings.TrimSpace(name + " " + args)
	return c
}

// unlisted leaves a command out of the help.
func unlisted(c *cobra.Command) *cobra.Command {
	c.Hidden = true
	return c
}

// moved maps the old names of commands at the top to their present ones. The old names work for two releases after 2026-11, and JSON uses
// them for the command that ran.
var moved = map[string]string{
	"why": "show why", "rights": "show rights", "duplicates": "versions duplicates", "changes": "share changes",
	"extract": "read text", "properties": "read properties", "recover": "read recover", "reread": "read again", "cost": "read cost",
	"batch": "tag batch", "sidecar": "rule sidecar", "account": "token account",
	"audit": "admin audit", "store": "admin store", "eval": "admin eval", "embed": "admin embed", "man": "admin man",
}

// aliases are what people type who know other programs.
var aliases = map[string]string{"ls": "files", "find": "search", "add": "share add", "summary": "show summary"}

// follow replaces an old command name or an alias in a command line by the present name. It tells a person at a terminal about an old
// name, but not a script, which may check standard error.
func (a *app) follow(root *cobra.Command, args []string) []string {
	at := firstWord(root.PersistentFlags(), args, 0)
	if at < len(args) && (args[at] == "help" || strings.HasPrefix(args[at], cobra.ShellCompRequestCmd)) {
		at = firstWord(root.PersistentFlags(), args, at+1)
	}
	if at >= len(args) {
		return args
	}
	now, old := moved[args[at]]
	if !old {
		if now = aliases[args[at]]; now == "" {
			return args
		}
	}
	if old && a.screen != nil && !a.quiet {
		fmt.Fprintf(a.err, "spar: `spar %s` is `spar %s` now; the old name works for two more releases\n", args[at], now)
	}
	return slices.Concat(args[:at], strings.Fields(now), args[at+1:])
}

// firstWord is where the first argument from an index on stands that is neither a flag nor the value of one.
func firstWord(flags *pflag.FlagSet, args []string, from int) int {
	for i := from; i < len(args); i++ {
		arg := args[i]
		if arg == "--" || !strings.HasPrefix(arg, "-") {
			return i
		}
		var f *pflag.Flag
		if name, long := strings.CutPrefix(arg, "--"); long {
			f = flags.Lookup(name) // none of NAME=VALUE
		} else if len(arg) == 2 {
			f = flags.ShorthandLookup(arg[1:])
		}
		if f != nil && f.NoOptDefVal == "" {
			i++
		}
	}
	return len(args)
}

// commandName returns the name of a command without the program's. A moved command has its old name, which scripts know.
func commandName(cmd *cobra.Command) string {
	name := strings.TrimPrefix(strings.TrimPrefix(cmd.CommandPath(), cmd.Root().Name()), " ")
	for old, now := range moved {
		if rest, ok := strings.CutPrefix(name, now); ok && (rest == "" || rest[0] == ' ') {
			return old + rest
		}
	}
	return name
}
