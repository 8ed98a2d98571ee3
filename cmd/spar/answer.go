package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"
	"time"

	"github.com/sparsearch/spar/internal/api"
	"github.com/sparsearch/spar/internal/llm"
	"github.com/sparsearch/spar/internal/service"
	"github.com/sparsearch/spar/internal/spar"
	"github.com/spf13/cobra"
)

// pathText is a path as a terminal may be sent it.
func pathText(p api.Path) string {
	raw, _ := p.Raw() // it was made of one
	return printable(raw)
}

func (a *app) printAnswer(answer api.Answer) {
	answer = answer.Speak(a.language()).(api.Answer)
	if answer.Rewritten != "" {
		a.note("taken as: %s", printable(answer.Rewritten))
	}
	if t := answer.Taken; t != nil {
		if t.Strict {
			a.note("taken as: %s", printable(t.Scope))
		} else {
			a.note("taken as: %s, guessed; --strict to insist, --no-parse to leave it", printable(strings.ReplaceAll(t.Scope, "~", "")))
		}
	}
	if again := answer.Again; again != nil {
		more := spar.Phrase("")
		if len(again.Expanded) > 0 {
			more = spar.Phrase("; also searched for " + printable(strings.Join(again.Expanded, ", ")))
		}
		a.note("without the %s of the answer to question %d%s", counted(again.LeftOut, "passage", "passages"), again.Turn, more)
	}
	a.noteCorrected(answer.Corrected)
	for _, s := range answer.Steps {
		a.note("step %s", printable(stepInWords(s)))
	}
	switch {
	case answer.Refused:
		fmt.Fprintln(a.out, printable(a.words(answer.Answer)))
	case answer.Unsure:
		fmt.Fprintln(a.out, printable(a.words(service.Unsurely(answer.Missing))))
	}
	bullets := answer.Bullets
	if !answer.Leads() {
		bullets = nil // the evidence says it
	}
	for i, b := range bullets {
		var marks strings.Builder
		for _, n := range b.Citations {
			fmt.Fprintf(&marks, " [%d]", n)
		}
		apart := i > 0 && answer.Bullets[i-1].Code // a blank line stands before and behind code
		if apart {
			fmt.Fprintln(a.out)
		}
		if b.Code {
			if i == 0 || !slices.Equal(answer.Bullets[i-1].Citations, b.Citations) {
				fmt.Fprintf(a.out, "- %s%s\n", placeNamed(answer.Citations, b.Citations), marks.String()) // nothing said introduces it
				apart = false
			}
			if !apart {
				fmt.Fprintln(a.out)
			}
			fmt.Fprintln(a.out, paragraph(b.Text, "    "))
			continue
		}
		fmt.Fprintf(a.out, "- %s%s%s\n", strings.TrimLeft(paragraph(b.Whole(), "  "), " "), shownOf(b), marks.String())
	}
	for _, c := range answer.Conflict {
		var marks strings.Builder
		for _, n := range c.Citations {
			fmt.Fprintf(&marks, " [%d]", n)
		}
		fmt.Fprintln(a.out, a.say("The files differ: %s%s", printable(c.What), marks.String()))
	}
	said := answer.Refused || answer.Unsure || len(bullets)+len(answer.Conflict) > 0
	if said && len(answer.Citations)+len(answer.Evidence) > 0 {
		fmt.Fprintln(a.out)
	}
	a.printEvidence(answer)
	a.printAlso(answer.Also)
	a.notes(answer.Notes, answer.Do)
	if answer.Checked != "" && answer.Model == "" {
		fmt.Fprintln(a.out, a.say("%s checked whether the passages in front answer.", printable(answer.Checked)))
	}
	if answer.Inventory == nil || answer.Inventory.Facts != nil { // else nothing had to be read
		a.printCoverage(answer.Coverage, answer.Refused)
	}
}

// placeNamed names the file of the first of some citations, and the place in it, in brief.
func placeNamed(all []api.Citation, numbers []int) string {
	for _, c := range all {
		if len(numbers) > 0 && c.N == numbers[0] {
			name := pathText(c.Path)
			return name[strings.LastIndexByte(name, '/')+1:] + where(c.Locator)
		}
	}
	return "code"
}

// datedText says which version of a document a citation is of, and when its file was changed, as far as that is known.
func datedText(c api.Citation) string {
	var parts []string
	if c.Version != "" {
		parts = append(parts, "version "+printable(c.Version))
	}
	if c.Version != "" && c.InForce {
		parts = append(parts, "in force")
	}
	if c.Bears != "" {
		parts = append(parts, "of "+c.Bears)
	} else if c.Dated != nil {
		parts = append(parts, "changed "+c.Dated.Format(time.DateOnly))
	}
	if len(parts) == 0 {
		return ""
	}
	return " (" + strings.Join(parts, ", ") + ")"
}

// placesOf groups citations by the place that a reader sees, in the order of the first of each: a list cannot distinguish several
// passages of one page.
func placesOf(list []api.Citation) (places [][]api.Citation) {
	at := map[string]int{}
	for _, c := range list {
		key := c.Share + ":" + pathText(c.Path) + where(c.Locator)
		i, ok := at[key]
		if !ok {
			i = len(places)
			at[key], places = i, append(places, nil)
		}
		places[i] = append(places[i], c)
	}
	return places
}

// shownOf says how much is shown of the list that a bullet introduces.
func shownOf(b api.Bullet) string {
	if b.Of <= b.Shown {
		return ""
	}
	return fmt.Sprintf(" (%s, of which %s shown)", thousands(b.Of), thousands(b.Shown))
}

// chanceText is a chance in per cent. As long as something is left nothing is certain.
func chanceText(p float64) string {
	switch {
	case p < .01:
		return "less than 1 %"
	case p > .99:
		return "more than 99 %"
	}
	return fmt.Sprintf("%.0f %%", 100*p)
}

// readText says how much was read, how likely the rest holds something better, and how to read on. If that is so unlikely that the
// reading ended by itself, it does not advise to ask again: that would end as soon.
func (a *app) readText(c spar.Coverage, nothing bool) string {
	read, files := thousands(c.Read), counted(c.InScope, "file", "files")
	if c.Better == nil || nothing {
		return a.say("read %s of %s; ask again to read on, or with --all to read everything", read, files)
	}
	better := spar.Phrase(chanceText(*c.Better))
	if until, err := a.config.Until(); err == nil && *c.Better <= 1-until {
		return a.say("read %s of %s, which is enough: one of the others holds something better with a chance of %s; --all reads everything", read, files, better)
	}
	return a.say("read %s of %s; one of the others holds something better with a chance of %s; ask again to read on, or with --all to read everything", read, files, better)
}

// printCoverage says how little an answer rests on, unless it rests on everything. It names unreadable files with fitting names, and
// counts all of them if nothing was found.
func (a *app) printCoverage(c spar.Coverage, nothing bool) {
	switch {
	case c.InScope == 0:
		a.note("no file is in scope; `spar scope diagnose` with the same flags says why and what would select some")
	case c.Waiting > 0:
		a.note("%s", a.readText(c, nothing))
	}
	if c.Outdated > 0 {
		a.note("of %s the text is of other settings or another version of SPAR; ask again to read on, or raise --budget", counted(c.Outdated, "file", "files"))
	}
	for _, s := range c.Closed {
		a.note("share %s was not looked at: %s; what was read of it before is searched", printable(s.Share), spar.Phrase(printable(s.Reason)))
	}
	for _, f := range c.Folders {
		a.note("the folder %s:%s was not looked into: %s", f.Share, printable(f.Path), spar.Phrase(printable(f.Reason)))
	}
	for _, f := range c.Unread {
		switch f.State {
		case spar.Unread:
			a.note("%s:%s was not read yet", f.Share, printable(f.Path))
		case spar.Partial:
			a.note("%s:%s was read in part (%s)", f.Share, printable(f.Path), spar.Phrase(printable(f.Reason)))
		default:
			a.note("%s:%s was not read (%s: %s)", f.Share, printable(f.Path), f.State, spar.Phrase(printable(f.Reason)))
		}
	}
	if c.Recognise > 0 {
		a.note("the text of %s waits to be recognised: `spar read recover` begins with it", counted(c.Recognise, "file", "files"))
	}
	if c.Unreadable > 0 && nothing {
		a.note("%s in scope could not be read; `spar files --skipped` says why", counted(c.Unreadable, "file", "files"))
	}
}

func (a *app) noteCorrected(list []spar.Correction) {
	for _, c := range list {
		a.note("searched for %s, for %s", printable(c.To), printable(c.From))
	}
}

func (a *app) printHits(r api.Hits) {
	a.noteCorrected(r.Corrected)
	for _, h := range r.Hits {
		fmt.Fprintf(a.out, "%6.2f  %s:%s%s\n%s\n\n", h.Score, h.Share, pathText(h.Path), where(h.Locator), paragraph(h.Text, "        "))
	}
	if r.Weaker > 0 {
		a.note("%s with much lower scores left out; --cut 0 lists them", counted(r.Weaker, "passage", "passages"))
	}
	if len(r.Hits) == 0 && r.Coverage.InScope > 0 {
		if r.Coverage.Read == 0 {
			fmt.Fprintln(a.out, printable(a.words(service.Refusal(r.Coverage))))
		} else {
			fmt.Fprintln(a.out, a.say("Nothing found."))
		}
	}
	a.notes(r.Notes, r.Do)
	a.printCoverage(r.Coverage, len(r.Hits) == 0)
}

func (a *app) printFileHits(r api.FileHits) {
	t := a.table()
	for _, f := range r.Files {
		t.row(thousands(f.Passages), f.Share+":"+pathText(f.Path))
	}
	_ = t.flush()
	if len(r.Files) == 0 && r.Coverage.InScope > 0 {
		fmt.Fprintln(a.out, a.say("Nothing found."))
	}
	if len(r.Files) < r.Of {
		a.note("%s of %s; -k lists more", thousands(len(r.Files)), counted(r.Of, "file", "files"))
	}
	a.notes(r.Notes, r.Do)
	a.printCoverage(r.Coverage, len(r.Files) == 0)
}

// reading draws how far the reading has come that a question waits for.
func (p *progress) reading(r *api.Reading) {
	p.show("reading %s of %s files, %s of %s: %s", thousands(r.Read), thousands(r.ToRead), bytesText(r.Bytes), bytesText(r.BytesToRead), r.Path)
	if r.Read == r.ToRead {
		p.done()
	}
}

// waiting says what the model is doing while somebody waits.
func (p *progress) waiting(model string, w api.Waiting) {
	switch {
	case w.Of > 0:
		p.show("%s reads its prompt: %s of %s tokens", model, thousands(w.Read), thousands(w.Of))
	case w.For == llm.Busy:
		p.show("%s answers others first", model)
	default:
		p.show("%s is loading", model)
	}
}

// step shows a step of a model.
func (p *progress) step(s api.AgentStep) { p.show("%s", printable(stepInWords(s))) }

// stepInWords describes a step of a model and its result in a line.
func stepInWords(s api.AgentStep) string {
	text := fmt.Sprintf("%d: %s", s.N, cmp.Or(s.Tool, "none"))
	if s.Args.Passage > 0 {
		text += fmt.Sprintf(" [%d]", s.Args.Passage)
	}
	if s.Args.Input != "" {
		text += fmt.Sprintf(" %q", s.Args.Input)
	}
	switch {
	case s.Failed != "":
		text += ", which failed: " + s.Failed
	case s.Tool != "answer":
		text += fmt.Sprintf(", %d found", s.Found)
	}
	return text
}

// where returns a place in words, to follow the name of its file.
func where(l spar.Locator) string {
	if words := l.Words(); words != "" {
		return ", " + printable(words)
	}
	return ""
}

func (a *app) openCommand() *cobra.Command {
	var inWorkspace, picture, original string
	var dpi int
	cmd := &cobra.Command{
		Use: "open CITATION", Short: "Print the place that a citation names, in its surroundings",
		Long: `Open prints what a citation stands on, with what comes before and after it in the file. The citation is its number
in the last answer (of a workspace, with -w), or an address as --json prints it. The share may be left out where no other file has the
name or the end of a path that is given.

With --picture the page of a PDF is drawn into a file, with what was cited marked in it; so are pictures, and what Office files show of themselves. With --original the file itself is copied, or what an
archive or a message holds: as it lies on its share, so that nothing has made it harmless.`,
		Example: "  spar open 1\n  spar open 1 --original leave.pdf\n  spar open 1 --picture page.png\n" +
			"  spar open 2 -w leave-review\n  spar open 'docs:hr/leave.pdf#page=3'\n  spar open leave.pdf\n" +
			"  spar open 'docs:sales.xlsx#sheet=Q3&cell=B7'",
		Args: cobra.ExactArgs(1),
		RunE: a.asking(func(ctx context.Context, s *service.Service, who spar.Principal, args []string) error {
			if picture != "" {
				return a.drawPlace(ctx, s, who, service.Look{At: args[0], In: inWorkspace}, dpi, picture)
			}
			if original != "" {
				return a.copyOriginal(ctx, s, who, service.Look{At: args[0], In: inWorkspace}, original)
			}
			return result(s.Open(ctx, who, args[0], inWorkspace))(a, a.printPlace)
		}),
	}
	cmd.Flags().StringVar(&picture, "picture", "", "draw the page of a PDF into this file, as PNG")
	cmd.Flags().StringVar(&original, "original", "", "copy the file itself into this new file")
	cmd.MarkFlagsMutuallyExclusive("picture", "original")
	cmd.Flags().IntVar(&dpi, "dpi", 0, "dots to the inch of the picture, 24 to 300; 96 if nothing is said")
	cmd.Flags().StringVarP(&inWorkspace, "workspace", "w", "", "the last answer of this workspace")
	return cmd
}

// drawPlace writes the page on which a place stands into a file.
func (a *app) drawPlace(ctx context.Context, s *service.Service, who spar.Principal, look service.Look, dpi int, file string) error {
	p, err := s.Picture(ctx, who, look, dpi, true)
	if err != nil {
		return err
	}
	if err := os.WriteFile(file, p.PNG, 0o600); err != nil {
		return spar.Errorf(spar.Unavailable, "the picture cannot be written: %w", err)
	}
	if a.json {
		return a.printJSON(api.Done{Schema: api.DoneSchema, Done: "open"})
	}
	marked := map[string]string{"whole": "what was cited is marked", "part": "a part of what was cited is marked", "none": "nothing is marked in it"}[p.Marked]
	_, err = fmt.Fprintf(a.out, "page %d of %d is in %s; %s\n", p.Page, p.Pages, file, marked)
	return err
}

// copyOriginal copies the file of a place to a new file. It removes an incomplete copy.
func (a *app) copyOriginal(ctx context.Context, s *service.Service, who spar.Principal, look service.Look, to string) error {
	var out *os.File
	var bytes int64
	err := s.Original(ctx, who, look, func(_ string, size int64) (io.Writer, error) {
		var err error
		if out, err = os.OpenFile(to, os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o600); err != nil {
			return nil, spar.Errorf(spar.Unavailable, "the copy cannot be written: %w", err)
		}
		bytes = size
		return out, nil
	})
	if out != nil {
		if err = errors.Join(err, out.Close()); err != nil {
			err = errors.Join(err, os.Remove(to))
		}
	}
	switch {
	case err != nil:
		return err
	case a.json:
		return a.printJSON(api.Done{Schema: api.DoneSchema, Done: "open"})
	}
	_, err = fmt.Fprintf(a.out, "%s has %s\n", to, plural(int(bytes), "byte", "bytes"))
	return err
}

func (a *app) printPlace(p api.Place) {
	fmt.Fprintf(a.out, "%s:%s%s\n\n", p.Share, pathText(p.Path), where(p.Locator))
	if p.Cell != "" {
		fmt.Fprintln(a.out, paragraph(p.Cell, "  = ")+"\n")
	}
	for _, part := range []struct {
		lines  []string
		indent string
	}{{p.Before, "    "}, {p.Text, "  > "}, {p.After, "    "}} {
		for _, text := range part.lines {
			fmt.Fprintln(a.out, paragraph(text, part.indent))
		}
		if part.indent == "  > " && p.LeftOut > 0 {
			fmt.Fprintf(a.out, "    (%s more)\n", plural(p.LeftOut, "line", "lines"))
		}
	}
}
