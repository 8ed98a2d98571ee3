package main

import (
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/sparsearch/spar/internal/models"
	"github.com/sparsearch/spar/internal/nearest"
	"github.com/sparsearch/spar/internal/spar"
	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// An offer is the command that does an Action, and says what the command does. NAME and FOLDER in the command stand for the name and the
// path of a Remedy; without a name the part in brackets is left out. A flag alone belongs to the command that was given.
type offer struct{ command, does string }

var offers = map[spar.Action]offer{
	spar.AddShare:      {"share add NAME FOLDER", "adds a share"},
	spar.NestShare:     {"share add --nested", "allows one share in another"},
	spar.RemoveShare:   {"share remove NAME", "removes that share"},
	spar.RelocateShare: {"share relocate NAME FOLDER", "says where it is now"},
	spar.ConfirmShare:  {"share relocate NAME FOLDER", "confirms it, if it is right"},
	spar.SetRights:     {"share rights NAME", "says how rights are found"},
	spar.ExplainRights: {"show rights NAME", "says more of one file"},
	spar.ScanShare:     {"scan [NAME]", "looks for what is new"},
	spar.RecallFiles:   {"scan [NAME] --recall", "fetches them"},
	spar.ListFiles:     {"files [--share NAME]", "lists files"},
	spar.ListSkipped:   {"files --skipped [--scope NAME]", "lists them with reasons"},

	spar.ReadOn:      {"--budget", "gives a question more time to read"},
	spar.ReadIdly:    {"watch --background read", "reads in idle time"},
	spar.RecoverText: {"read recover", "reads them then"},
	spar.RereadFiles: {"read again --scope NAME", "has them tried once more"},
	spar.EmbedAll:    {"--embed all", "gives every passage a vector"},
	spar.PurgeLost:   {"admin store purge --lost", "strikes it from the tables, for everybody who uses these, if it is lost for good"},

	spar.AddTag:      {"tag add [NAME]", "makes one"},
	spar.ListTags:    {"tag list", "lists the tags"},
	spar.EditTag:     {"tag edit NAME --parent", "puts it below another one; --synonym and --notes say more of it"},
	spar.RenameTag:   {"tag rename NAME", "gives that one another name"},
	spar.RemoveTag:   {"tag remove NAME", "removes that one"},
	spar.AssignTag:   {"tag assign NAME FILES", "gives it to files"},
	spar.UnassignTag: {"tag unassign [NAME]", "takes it off"},

	spar.ListAttributes: {"attributes", "lists all attributes"},

	spar.ListVocabularies: {"taxonomy show", "lists the vocabularies"},
	spar.ImportVocabulary: {"taxonomy import FILE", "brings one"},
	spar.ChooseFormat:     {"taxonomy import --format", "names its format"},

	spar.ListRules:   {"rule list", "lists the rules"},
	spar.ApplyRules:  {"rule apply", "applies the rules"},
	spar.ListBatches: {"tag batch list", "lists the batches"},

	spar.ListTrash: {"trash list", "lists what can be restored"},
	spar.RestoreAs: {"trash restore NAME --as-name OTHER", "restores this one under another name"},

	spar.ListWorkspaces:      {"ws list", "shows yours"},
	spar.CreateWorkspace:     {"ws create NAME", "makes one"},
	spar.TransferWorkspace:   {"ws transfer NAME WHO", "gives it to somebody else"},
	spar.ReactivateWorkspace: {"ws reactivate NAME", "opens it again"},
	spar.DeleteWorkspace:     {"ws delete NAME", "removes it"},
	spar.FollowMoves:         {"ws update NAME --moved", "takes the new name into its scope"},
	spar.ListThreads:         {"thread list", "shows yours"},
	spar.ListScopes:          {"scope list", "shows the scopes that you may use"},

	spar.CreateToken: {"token create", "makes one"},
	spar.ShowAgain:   {"token link", "prints a link that signs a browser in"},
	spar.SignIn:      {"serve", "prints a link that signs a browser in"},

	spar.ListModels:  {"model list", "lists the models"},
	spar.AddModel:    {"model add FOLDER", "adds a model that you have downloaded"},
	spar.NameModel:   {"model add --name", "gives it another name"},
	spar.UseModel:    {"model use NAME", "chooses that one"},
	spar.UseModelNow: {"model use NAME --now", "chooses that one without making vectors anew"},
	spar.FitLight:    {"model fit-light", "fits it again"},

	spar.ListSettings:  {"config", "lists the settings and where they come from"},
	spar.ChangeSetting: {"config set NAME VALUE", "changes it"},
	spar.ChooseDataDir: {"--data FOLDER", "chooses another"},
	spar.MakeBackup:    {"backup FOLDER", "makes one"},
	spar.RestoreBackup: {"restore FOLDER", "brings back a backup"},
	spar.CheckData:     {"check", "says more"},
	spar.ExamineAll:    {"doctor", "says more"},
	spar.AskModel:      {"doctor --models", "asks it"},
}

// optional matches the part of a command that is left out if a Remedy has no name.
var optional = regexp.MustCompile(` \[([^]]*)\]`)

// commandFor returns the command line of an offer for a Remedy.
func (o offer) commandFor(r spar.Remedy) string {
	command := optional.ReplaceAllString(o.command, map[bool]string{true: " $1"}[r.Name != ""])
	words := strings.Fields(command)
	for i, w := range words {
		switch {
		case w == "NAME" && r.Name != "":
			words[i] = shellWord(r.Name)
		case w == "FOLDER" && r.Path != "":
			words[i] = shellWord(r.Path)
		}
	}
	command = strings.Join(words, " ")
	if strings.HasPrefix(command, "--") {
		return command
	}
	return "`spar " + command + "`"
}

// shellWord is a text as one word of a shell's command line.
func shellWord(text string) string {
	if strings.ContainsFunc(text, func(r rune) bool {
		return !(r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' || strings.ContainsRune("-_./:=,+@", r))
	}) {
		return "'" + strings.ReplaceAll(text, "'", `'\''`) + "'"
	}
	return text
}

// offered says which commands do what can be done, "" for nothing.
func (a *app) offered(do []spar.Remedy) string {
	var list []string
	for _, r := range do {
		o := offers[r.Do]
		list = append(list, o.commandFor(r)+" "+a.words(o.does))
	}
	return a.addressed(strings.Join(list, ", "))
}

// notes tells what came with a result, and what can be done about it.
func (a *app) notes(texts []string, do []spar.Remedy) {
	for _, n := range texts {
		a.note("%s", spar.Phrase(n))
	}
	if len(do) > 0 {
		a.note("%s", a.offered(do))
	}
}

// withOffers is a text with what can be done about it.
func (a *app) withOffers(text string, do []spar.Remedy) string {
	switch offers := a.offered(do); {
	case offers == "":
		return text
	case text == "":
		return offers
	default:
		return text + "; " + offers
	}
}

// mistypedCommand is a hint at the command below cmd that the first argument was meant to be, or "".
func mistypedCommand(cmd *cobra.Command, args []string) string {
	if len(args) == 0 || !cmd.HasSubCommands() {
		return ""
	}
	if strings.ContainsRune(strings.TrimSpace(args[0]), ' ') { // a question, or a sentence that says which files
		if cmd.Name() == "scope" {
			return "; a sentence that names files is for `spar do`"
		}
		if !cmd.HasParent() {
			return "; a question is for `spar ask`, a sentence that names files for `spar do`"
		}
	}
	names := func(yield func(string) bool) {
		for _, c := range cmd.Commands() {
			for _, name := range append([]string{c.Name()}, c.Aliases...) {
				if !c.Hidden && !yield(name) {
					return
				}
			}
		}
	}
	if name := nearest.Name(args[0], names); name != "" {
		return "; did you mean `" + cmd.CommandPath() + " " + name + "`?"
	}
	return ""
}

// miscounted is the error of a command that got too few or too many arguments, in the words of its usage. A question without quotes is
// the usual cause of too many.
func miscounted(cmd *cobra.Command, args []string, err error) error {
	_, takes, _ := strings.Cut(strings.TrimSuffix(cmd.UseLine(), " [flags]"), cmd.Name()+" ")
	if said := (*spar.Error)(nil); errors.As(err, &said) || cmd.HasSubCommands() { // a command may say it better
		return err
	}
	if takes == "" {
		return fmt.Errorf("`%s` takes no argument, and got %q", cmd.CommandPath(), args[0])
	}
	needed := 0
	for _, word := range strings.Fields(takes) {
		if !strings.ContainsAny(word, "[]") {
			needed++
		}
	}
	if len(args) < needed {
		return fmt.Errorf("`%s` needs %s, and got %s", cmd.CommandPath(), takes, plural(len(args), "argument", "arguments"))
	}
	return fmt.Errorf("`%s` takes %s, and got %s: put what has spaces in quotes", cmd.CommandPath(), takes, plural(len(args), "argument", "arguments"))
}

// mistypedFlag is the error of flags that a command cannot take. A flag of an unknown command is an error of the command.
func mistypedFlag(cmd *cobra.Command, err error) error {
	if args := cmd.Flags().Args(); cmd.HasSubCommands() && len(args) > 0 && cmd.Args != nil {
		if wrong := cmd.Args(cmd, args); wrong != nil {
			return wrong
		}
	}
	hint := ""
	if unknown := (*pflag.NotExistError)(nil); errors.As(err, &unknown) {
		names := func(yield func(string) bool) {
			cmd.Flags().VisitAll(func(f *pflag.Flag) {
				if yield != nil && !yield(f.Name) {
					yield = nil
				}
			})
		}
		if name := nearest.Name(unknown.GetSpecifiedName(), names); name != "" && unknown.GetSpecifiedShortnames() == "" {
			hint = "; did you mean --" + name + "?"
		}
	}
	return spar.Errorf(spar.Invalid, "%w%s; see `%s --help`", err, spar.Phrase(hint), cmd.CommandPath())
}

// meant is a hint at the name that was meant where an error says that there is none, or "".
func (a *app) meant(cmd *cobra.Command, fault error) string {
	if unknown := (nearest.Unknown{}); errors.As(fault, &unknown) && unknown.Kind == "model" && a.config != nil { // also before the data directory is open
		return nearest.Hint(unknown.Name, slices.Values(models.Names(a.config.DataDir())))
	}
	if fault == nil || a.served == nil || cmd.Context().Err() != nil {
		return ""
	}
	s, who, err := a.service(cmd)
	if err != nil {
		return "" // the fault itself is what matters
	}
	return s.Meant(cmd.Context(), who, fault)
}
