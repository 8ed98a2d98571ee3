package main

import (
	"cmp"
	"context"
	"fmt"
	"iter"
	"strings"

	"github.com/sparsearch/spar/internal/api"
	"github.com/sparsearch/spar/internal/scope"
	"github.com/sparsearch/spar/internal/service"
	"github.com/sparsearch/spar/internal/spar"
	"github.com/spf13/cobra"
)

func (a *app) attributesCommand() *cobra.Command {
	var limit int
	cmd := &cobra.Command{
		Use: "attributes [KEY]", Short: "List the attributes of files with how many have them, or the values of one",
		Long: `Attributes are what is known of files beyond tags: what documents say of themselves, what patterns take out of paths, and
what people say. They filter by name: author:Ada, pages:20.., confidentiality:..internal. The list counts the files that
you may read and that the flags select: with a value, without one (missing), and not known before they are read.`,
		Example: "  spar attributes\n  spar attributes author --path 'finance/**'\n" +
			"  spar attributes set docs:hr/leave.pdf department=HR confidentiality=internal\n" +
			"  spar files --scope 'department:HR confidentiality:..internal'",
		Args: cobra.MaximumNArgs(1),
	}
	a.selecting(cmd, func(ctx context.Context, s *service.Service, who spar.Principal, text string, args []string) error {
		if len(args) == 0 {
			return a.listAttributes(s.Attributes(ctx, who, text))
		}
		return result(s.Values(ctx, who, text, args[0], limit))(a, a.printValues)
	})
	cmd.Flags().IntVar(&limit, "limit", 100, "at most so many values of KEY, the most frequent ones; 0 for all")
	cmd.AddCommand(a.attributesSchemaCommand(), a.attributesCheckCommand(), a.attributesSetCommand(), a.attributesUnsetCommand())
	return cmd
}

// listAttributes prints every key that the files have, as it is counted.
func (a *app) listAttributes(list iter.Seq2[api.Facet, error]) error {
	const line = "%-20s  %-12s  %-16s  %11s  %11s  %11s  %s\n"
	const wide = 120 // below which a line would be broken somewhere
	began := false
	n, err := printAll(a, list, func(f api.Facet) error {
		if a.width > 0 && a.width < wide {
			return a.narrowAttribute(f)
		}
		if !began {
			fmt.Fprintf(a.out, line, "KEY", "TYPE", "FROM", "PRESENT", "MISSING", "UNKNOWN", "VALUES")
		}
		began = true
		_, err := fmt.Fprintf(a.out, line, printable(f.Scope), joined(f.Types), joined(f.Origins),
			thousands(f.Present), thousands(f.Missing), thousands(f.Unknown), printable(service.ValuesText(f)))
		return err
	})
	if n == 0 && err == nil && !a.json {
		a.note("no file here has an attribute yet; reading finds them (`spar ask`, `spar search`), and so do patterns of paths (`spar attributes schema`)")
	}
	return err
}

// narrowAttribute prints an attribute for a narrow terminal: its name, and below it what does not fit beside it.
func (a *app) narrowAttribute(f api.Facet) error {
	counts := thousands(f.Present) + " with a value, " + thousands(f.Missing) + " missing, " + thousands(f.Unknown) + " unknown"
	_, err := fmt.Fprintln(a.out, service.Cut(printable(f.Scope), a.width))
	for _, text := range []string{joined(f.Types) + " by " + joined(f.Origins), counts, service.ValuesText(f)} {
		if err == nil {
			_, err = fmt.Fprintln(a.out, "  "+service.Shortened(printable(text), max(1, a.width-3)))
		}
	}
	return err
}

func joined[T ~string](list []T) string {
	texts := make([]string, len(list))
	for i, v := range list {
		texts[i] = string(v)
	}
	return strings.Join(texts, ", ")
}

func (a *app) printValues(f api.Facet) {
	fmt.Fprintf(a.out, "%s: %s with a value, %s missing, %s unknown\n", printable(f.Scope), thousands(f.Present), thousands(f.Missing), thousands(f.Unknown))
	t := a.table()
	for _, v := range f.Values {
		t.row("  "+v.Value.String(), thousands(v.Files))
	}
	t.flush()
	if more := f.Distinct - len(f.Values); more > 0 {
		a.note("%s not shown; --limit 0 shows all", counted(more, "value is", "values are"))
	}
}

func (a *app) attributesSchemaCommand() *cobra.Command {
	return &cobra.Command{
		Use: "schema", Short: "Print the attributes and patterns of paths that the schema knows", Args: cobra.NoArgs, Example: "  spar attributes schema\n  spar attributes schema --json",
		RunE: a.asking(func(ctx context.Context, s *service.Service, who spar.Principal, _ []string) error {
			return result(s.AttributeTypes(ctx, who))(a, a.printAttributeTypes)
		}),
	}
}

func (a *app) printAttributeTypes(list api.AttributeList) {
	t := a.table()
	for _, d := range list.Attributes {
		kind := string(d.Type)
		if d.Values != nil {
			names := make([]string, len(d.Values))
			for i, v := range d.Values {
				names[i] = v.Name
			}
			kind = strings.Join(names, map[bool]string{true: " < ", false: " | "}[d.Ordered])
		}
		if d.Many {
			kind += ", many"
		}
		if d.From != nil {
			kind += ", from " + joined(d.From)
		}
		t.row(scope.AttributeKey(d.Name), kind, d.Description)
	}
	for _, p := range list.Patterns {
		t.row(p.Path, "of "+cmp.Or(p.Share, "every share"), strings.Join(p.Attributes, ", "))
	}
	t.flush()
	if list.File == "" {
		a.note("these are the standard attributes; a file schema.yaml in the data directory adds to them")
	}
}

func (a *app) attributesCheckCommand() *cobra.Command {
	return &cobra.Command{
		Use: "check", Short: "List values of files that the schema does not allow, which therefore do not count", Args: cobra.NoArgs, Example: "  spar attributes check",
		RunE: a.asking(func(ctx context.Context, s *service.Service, who spar.Principal, _ []string) error {
			n, err := printAll(a, oneByOne(s.AttributeFaults(ctx, who)), a.printAttributeFault)
			if n == 0 && err == nil && !a.json {
				a.note("every value is allowed by the schema")
			}
			return err
		}),
	}
}

func (a *app) printAttributeFault(f api.AttributeFault) error {
	fmt.Fprintf(a.out, "%s: %s (%s): %s\n", printable(f.Key), printable(service.Cut(f.Value.String(), 200)), f.Origin, printable(f.Why))
	for i, file := range f.Files {
		if i == 10 {
			fmt.Fprintf(a.out, "    and %s; --json lists all\n", plural(len(f.Files)-i, "more file", "more files"))
			break
		}
		fmt.Fprintf(a.out, "    %s\n", fileText(file))
	}
	return nil
}

func (a *app) attributesSetCommand() *cobra.Command {
	var where scopeFlags
	cmd := &cobra.Command{
		Use: "set [FILE] KEY=VALUE...", Short: "Say what attributes a file has, or the files of a scope",
		Long: `Set gives a file, or with flags all files that they select now, the values that you state. They come before those that
patterns, sidecars and reading find, and stay until you unset them. A key that is given several times has several values.`,
		Example: "  spar attributes set docs:hr/leave.pdf department=HR confidentiality=internal\n  spar attributes set --path 'hr/**' department=HR",
		Args:    cobra.MinimumNArgs(1),
		RunE: a.asking(func(ctx context.Context, s *service.Service, who spar.Principal, args []string) error {
			t, args, err := where.target(args)
			if err != nil {
				return err
			}
			set := make([]api.KeyValue, len(args))
			for i, arg := range args {
				key, value, ok := strings.Cut(arg, "=")
				if !ok {
					return spar.Errorf(spar.Invalid, "%q is not KEY=VALUE; quote a value with spaces: 'department=Human Resources'", arg)
				}
				set[i] = api.KeyValue{Key: key, Value: value}
			}
			return a.printChange(s.SetAttributes(ctx, who, t, set))
		}),
	}
	where.add(cmd)
	return cmd
}

func (a *app) attributesUnsetCommand() *cobra.Command {
	var where scopeFlags
	var yes bool
	cmd := &cobra.Command{
		Use: "unset [FILE] KEY...", Short: "Take back what people said of attributes of a file, or of the files of a scope",
		Long: "Unset takes back what people said of a file, or with flags of all files that they select now. On a " +
			"terminal it asks before the latter, and what was said of several files can be restored from the trash.",
		Example: "  spar attributes unset docs:hr/leave.pdf department",
		Args:    cobra.MinimumNArgs(1),
	}
	cmd.RunE = a.asking(func(ctx context.Context, s *service.Service, who spar.Principal, args []string) error {
		t, args, err := where.target(args)
		if err != nil {
			return err
		}
		if n, err := s.Matches(ctx, who, t); err != nil {
			return err
		} else if err := a.sure(cmd, yes || n < 2, true, "What people said of "+printable(strings.Join(args, ", "))+" is taken back for "+plural(n, "file", "files")+"."); err != nil {
			return err
		}
		return a.printChange(s.UnsetAttributes(ctx, who, t, args))
	})
	where.add(cmd)
	yesFlag(cmd, &yes)
	return cmd
}

// target returns the files of a command: the one that its first argument names, or else those of its flags.
func (f *scopeFlags) target(args []string) (t api.Target, rest []string, err error) {
	t.Scope, err = f.query()
	if t.Scope != "" || err != nil {
		return t, args, err
	}
	return api.Target{Files: args[:1]}, args[1:], nil
}

// printChange reports what a command changed on how many files.
func (a *app) printChange(c api.AttributeChange, err error) error {
	return printOne(a, c, err, func() {
		fmt.Fprintf(a.out, "%s: %s changed, of %s\n", c.Done, plural(c.Changed, "file", "files"), thousands(c.Matched))
		a.noteReach(c.Trash, c.Until, "brings", c.Undecided, "repeat the command")
	})
}
