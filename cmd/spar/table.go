package main

import (
	"encoding/csv"
	"fmt"
	"os"
	"strings"

	"github.com/sparsearch/spar/internal/api"
	"github.com/sparsearch/spar/internal/read"
	"github.com/sparsearch/spar/internal/service"
	"github.com/sparsearch/spar/internal/spar"
	"github.com/sparsearch/spar/internal/tongue"
	"github.com/spf13/cobra"
)

func (a *app) tableCommand() *cobra.Command {
	var plan string
	var showPlan, asCSV bool
	cmd := &cobra.Command{
		Use: "table FILE... QUESTION", Short: "Compute an answer over the tables of files",
		Long: `Table finds out what a question asks for of the tables of the files, and computes it over all of their rows: a cell of the row
with a key, how many rows fit, sums, averages, extremes, groups, shares, differences. A FILE is one of this machine or of a share,
as share:path or a part of it. The answer comes with the plan that was computed, the cells that it rests on, the rows that were left out
and why, and what other readings of the question give. A question that fits nothing, or too many things, is refused.

With --plan it prints the plan alone. With --run it runs a plan: one that was printed, perhaps edited, or your own. docs/tables.md
describes the language of plans.`,
		Example: "  spar table sales.csv \"which region has the highest total revenue?\"\n  spar table hr:data.csv \"average monthly income in Sales\" --plan\n" +
			"  spar table --run 'from \"sales.csv\" where Region = North group Product select Product, sum(Revenue) order sum(Revenue) desc limit 3' --csv",
		Args: func(cmd *cobra.Command, args []string) error {
			if plan != "" {
				if len(args) > 0 {
					return spar.Errorf(spar.Invalid, "--run takes its tables from the plan, and no files and no question besides")
				}
				return nil
			}
			return cobra.MinimumNArgs(2)(cmd, args)
		},
		RunE: func(cmd *cobra.Command, args []string) error {
			q := api.TableQuestion{Plan: plan}
			files := args
			if plan != "" {
				var err error
				if files, err = service.PlanFiles(plan); err != nil {
					return err
				}
			} else {
				files, q.Question = args[:len(args)-1], args[len(args)-1]
			}
			answer, err := a.compute(cmd, q, files)
			if err != nil {
				return err
			}
			switch {
			case a.json:
				return a.printJSON(answer)
			case showPlan && answer.Plan != "":
				_, err = fmt.Fprintln(a.out, printable(answer.Plan))
				return err
			case asCSV && !answer.Refused:
				return a.printCSV(answer)
			}
			a.printTableAnswer(answer)
			return nil
		},
	}
	cmd.Flags().StringVar(&plan, "run", "", "run this plan, which names its tables")
	cmd.Flags().BoolVar(&showPlan, "plan", false, "print the plan of the question alone")
	cmd.Flags().BoolVar(&asCSV, "csv", false, "print the values as CSV")
	return cmd
}

// compute asks files of this machine and of shares. A data directory is opened for shares only.
func (a *app) compute(cmd *cobra.Command, q api.TableQuestion, files []string) (api.TableAnswer, error) {
	var local []service.LocalTable
	for _, name := range files {
		info, err := os.Stat(name)
		if err != nil || !info.Mode().IsRegular() {
			q.Files = append(q.Files, name)
			continue
		}
		rows := func(columns []int, emit func(spar.Block) error) error {
			r, err := a.rows(cmd)
			if err != nil {
				return err
			}
			defer r.Close()
			return service.Wholly(r.Rows(cmd.Context(), name, columns, emit))
		}
		doc := func() (*spar.Document, error) { return a.document(cmd, name) }
		local = append(local, service.LocalTable{Path: name, Size: info.Size(), Doc: doc, Rows: rows})
	}
	if len(q.Files) == 0 {
		if err := a.configure(cmd); err != nil {
			return api.TableAnswer{}, err
		}
		set, err := a.config.Questions()
		if err != nil {
			return api.TableAnswer{}, err
		}
		model, err := set.Model()
		if err != nil {
			return api.TableAnswer{}, err
		}
		return service.LocalTables(cmd.Context(), set.Role, model, q, local...)
	}
	if missing, err := a.missing(cmd); err != nil || missing != nil {
		if err == nil {
			err = spar.Errorf(spar.NotFound, "there is no file %s, and no share that could have it", q.Files[0])
		}
		return api.TableAnswer{}, err
	}
	s, who, err := a.service(cmd)
	if err != nil {
		return api.TableAnswer{}, err
	}
	return s.Table(cmd.Context(), who, q, local...)
}

// rows is what reads files row by row.
func (a *app) rows(cmd *cobra.Command) (*read.Reader, error) {
	o, err := a.readOptions(cmd)
	if err != nil {
		return nil, err
	}
	o.Workers = 1
	return read.New(nil, o)
}

// document reads one file of this machine, and stores nothing.
func (a *app) document(cmd *cobra.Command, path string) (*spar.Document, error) {
	o, err := a.readOptions(cmd)
	if err != nil {
		return nil, err
	}
	if o.CacheDir, err = os.MkdirTemp("", "spar-table-"); err != nil {
		return nil, err
	}
	defer os.RemoveAll(o.CacheDir)
	doc, err := read.Document(cmd.Context(), path, o)
	if err != nil {
		return nil, err
	}
	if !doc.State.Searchable() {
		return nil, spar.Errorf(spar.Invalid, "%s has no tables that can be read (%s): %s", path, doc.State, doc.Reason)
	}
	return doc, nil
}

func (a *app) printCSV(t api.TableAnswer) error {
	w := csv.NewWriter(a.out)
	rows := t.Rows
	if len(t.Columns) > 0 {
		if err := w.Write(t.Columns); err != nil {
			return err
		}
	} else {
		for _, v := range t.Answers {
			rows = append(rows, []string{v})
		}
	}
	if err := w.WriteAll(rows); err != nil {
		return err
	}
	return w.Error()
}

// printAbout prints the answer to a question about a table as such: the statements, and the address of the first.
func (a *app) printAbout(t api.TableAnswer) {
	for _, s := range t.About.Said {
		fmt.Fprintln(a.out, printable(s.Text))
	}
	counts := a.say("Counted over %s", counted(t.Used, "row", "rows"))
	if t.Plan != "" {
		counts += "; " + a.say("plan: %s", printable(t.Plan))
	}
	fmt.Fprintf(a.out, "\n%s\n", counts)
	for _, c := range t.Cells[:min(len(t.Cells), 5)] {
		fmt.Fprintf(a.out, "  %s: %s\n", printable(c.Open), printable(strings.TrimSpace(c.Label+" "+service.Shortened(c.Text, 80))))
	}
	for _, n := range t.Notes {
		a.note("%s", spar.Phrase(printable(n)))
	}
}

// shownValues bounds the rows that are printed for a person.
const shownValues = 50

func (a *app) printTableAnswer(t api.TableAnswer) {
	t = tongue.Value(a.language(), t).(api.TableAnswer)
	unit := ""
	if t.Unit != "" && (t.Value != nil || len(t.Rows) > 0) && !strings.Contains(strings.Join(t.Answers, " "), t.Unit) {
		unit = " " + printable(t.Unit)
	}
	switch {
	case t.About != nil && !t.Refused:
		a.printAbout(t)
		return
	case t.Refused:
		fmt.Fprintln(a.out, a.say("Not computed: %s.", printable(t.Reason)))
	case len(t.Columns) > 1:
		out := a.table()
		out.row(cells(t.Columns)...)
		for _, r := range t.Rows[:min(len(t.Rows), shownValues)] {
			out.row(cells(r)...)
		}
		out.flush()
	default:
		single := len(t.Answers) == 1 && len(t.Cells) == 1 && t.Cells[0].Text == t.Answers[0]
		for _, v := range t.Answers[:min(len(t.Answers), shownValues)] {
			line := printable(v) + unit
			if c := t.Cells; single && c[0].Key != "" {
				line = fmt.Sprintf("%s: %s %s", printable(c[0].Key), printable(c[0].Label), line)
			}
			fmt.Fprintln(a.out, line)
		}
	}
	if n := len(t.Answers); n > shownValues {
		fmt.Fprintln(a.out, a.say("(%d of %s; --csv prints all)", shownValues, thousands(n)))
	}
	fmt.Fprintln(a.out)
	if t.Refused && len(t.Alternatives) > 0 { // which say it with their values
		t.Plan, t.Cells = "", nil
	}
	if t.Plan != "" {
		fmt.Fprintln(a.out, a.say("Plan: %s", printable(t.Plan)))
	}
	if !t.Refused {
		used := []string{a.say("%s used", counted(t.Used, "row", "rows"))}
		for _, l := range t.LeftOut {
			used = append(used, a.say("%s left out: %s", thousands(l.Rows), printable(l.Reason)))
		}
		if t.Question != "" {
			used = append(used, a.say("confidence %.2f", t.Confidence))
		}
		fmt.Fprintln(a.out, strings.Join(used, "; "))
	}
	for _, c := range t.Cells[:min(len(t.Cells), 5)] {
		fmt.Fprintf(a.out, "  %s: %s\n", printable(c.Open), printable(strings.TrimSpace(c.Key+" "+c.Label+" "+c.Text)))
	}
	if n := t.Of; n > 5 && len(t.Cells) > 5 {
		fmt.Fprintln(a.out, "  "+a.say("and %s more cells", thousands(n-5)))
	}
	a.printOthers(t)
	for _, n := range t.Notes {
		a.note("%s", spar.Phrase(printable(n)))
	}
}

// printOthers prints what other readings of a question give, each with the command that computes it whole.
func (a *app) printOthers(t api.TableAnswer) {
	for _, other := range t.Alternatives {
		values := strings.Join(other.Answers, "; ")
		if other.Unit != "" && !strings.Contains(values, other.Unit) {
			values += " " + other.Unit
		}
		if other.Of > 0 {
			values += "; ... " + a.say("(%d of %s)", len(other.Answers), thousands(other.Of))
		}
		fmt.Fprintf(a.out, "%s: %s\n      spar table --run '%s'\n", tongue.Name(a.language(), "Or"), printable(values), strings.ReplaceAll(printable(other.Plan), "'", `'\''`))
	}
}
