package main

import (
	"context"
	"fmt"
	"math"
	"strconv"
	"strings"
	"time"

	"github.com/sparsearch/spar/internal/api"
	"github.com/sparsearch/spar/internal/service"
	"github.com/sparsearch/spar/internal/spar"
	"github.com/spf13/cobra"
)

func (a *app) costCommand() *cobra.Command {
	var r api.CostRequest
	cmd := a.selecting(&cobra.Command{
		Use: "cost", Short: "Measure what preparing files costs here, and whether one index of all would be cheaper", Args: cobra.NoArgs,
		Long: `Cost reads a sample of files, those that wait to be read first, embeds some of their passages, and puts the times into the formulas of section 4
of the paper (arXiv 2512.12938): one index of all files, an index for each workspace, and this program, which reads a file once for all workspaces and embeds what
questions need. It compares your open workspaces, or the files of the scope that flags make.`,
		Example: "  spar read cost\n  spar read cost --tag \"Leave policy\" --questions 50 --json",
	}, func(ctx context.Context, s *service.Service, who spar.Principal, text string, _ []string) error {
		r.Scope = text
		return result(s.Cost(ctx, who, r))(a, a.printCost)
	})
	cmd.Flags().IntVar(&r.Sample, "sample", 0, "files that are read for it (default 50)")
	cmd.Flags().IntVar(&r.Questions, "questions", 0, "questions that are asked in each workspace (default 20)")
	return cmd
}

func (a *app) printCost(c api.Cost) {
	fmt.Fprintf(a.out, "N = %s files, %s\n", thousands(c.Files), bytesText(c.Bytes))
	for _, w := range c.Workspaces {
		fmt.Fprintf(a.out, "  %s: %s, p = %s\n", printable(w.Name), plural(w.Files, "file", "files"), amountText(w.Selectivity))
	}
	fmt.Fprintf(a.out, "U = %s files in them, duplication %s\n", thousands(c.Unique), amountText(c.Duplicates))
	fmt.Fprintf(a.out, "T_read = %s a file, P = %s passages a file, T_embed = %s a passage, T_proc = %s a file (%s read)\n",
		secondsText(c.ReadSeconds), amountText(c.Passages), secondsText(c.Embed), secondsText(c.Process), plural(c.Sampled, "file", "files"))
	fmt.Fprintf(a.out, "a selection takes %s, a comparison of two vectors %s\n\n", secondsText(c.Select), secondsText(c.Compare))
	t := a.table()
	t.row("", "one index of all", "one for each workspace", "this program")
	for _, l := range c.Lines {
		t.row(l.What, costText(l.Unit, l.Ordinary), costText(l.Unit, l.Paper), costText(l.Unit, l.Here))
	}
	t.flush()
	fmt.Fprintln(a.out)
	for _, l := range c.Lines {
		fmt.Fprintf(a.out, "%s: %s\n", l.What, l.Formula)
	}
}

func costText(unit string, v float64) string {
	switch {
	case v == 0:
		return "-"
	case unit == "seconds":
		return secondsText(v)
	case unit == "bytes":
		return bytesText(int64(v))
	}
	return amountText(v) + " " + unit
}

// amountText writes a number with three significant digits, or with all digits before its point, and never with an exponent.
func amountText(v float64) string {
	if math.Abs(v) >= 100 {
		return thousands(int(math.Round(max(-1e18, min(v, 1e18)))))
	}
	digits := 2
	for size := math.Abs(v); size > 0 && size < 1 && digits < 12; size *= 10 {
		digits++
	}
	if math.Abs(v) >= 10 {
		digits = 1
	}
	text := strconv.FormatFloat(v, 'f', digits, 64)
	return strings.TrimSuffix(strings.TrimRight(text, "0"), ".")
}

func secondsText(s float64) string {
	d := time.Duration(s * float64(time.Second))
	switch {
	case d > time.Hour:
		return d.Round(time.Minute).String()
	case d > time.Second:
		return d.Round(100 * time.Millisecond).String()
	case d > time.Millisecond:
		return d.Round(10 * time.Microsecond).String()
	}
	return d.String()
}
