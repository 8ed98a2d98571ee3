package service

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/sparsearch/spar/internal/api"
	"github.com/sparsearch/spar/internal/catalog"
	"github.com/sparsearch/spar/internal/engine"
	suggested "github.com/sparsearch/spar/internal/propose"
	spar "github.com/sparsearch/spar/internal/spar"
)

const (
	manyFindings  = 100
	mostExamined  = 2000 // files whose texts an audit reads
	mostFoundOf   = 20   // files that a finding names
	leastOddities = .02  // chance below which a finding is dropped
)

// AuditTags finds faults of tags, and of the tags on files that the asker may read, the likeliest first. It only stores when each was
// first found, and in which round.
func (s *Service) AuditTags(ctx context.Context, who spar.Principal, q api.TagAuditQuery) ([]api.TagFinding, error) {
	v, err := s.curating(ctx, who)
	if err != nil {
		return nil, err
	}
	if q.Kind != "" && !slices.Contains(suggested.Oddities, suggested.Oddity(q.Kind)) {
		return nil, spar.Errorf(spar.Invalid, "%q is no kind of fault: choose one of %v", q.Kind, suggested.Oddities)
	}
	if q.Most < 0 {
		return nil, spar.Errorf(spar.Invalid, "%d findings were asked for; ask for at least 1", q.Most)
	}
	if _, err := time.Parse(time.DateOnly, cmp.Or(q.Since, "2026-01-01")); err != nil {
		return nil, spar.Errorf(spar.Invalid, "%q is no day; write it as 2026-01-31", q.Since)
	}
	found, files, notes, err := s.engine.AuditTags(ctx, who, mostExamined, nil)
	if err != nil {
		return nil, err
	}
	if files > mostExamined {
		notes = append(notes, fmt.Sprintf("the texts of %d of %d files with tags were looked at", mostExamined, files))
	}
	names := v.names()
	var list []api.TagFinding
	for _, f := range found {
		if f.Chance < leastOddities {
			break
		}
		list = append(list, v.findingOf(f, names))
	}
	before, err := s.foundBefore(v)
	if err != nil {
		return nil, err
	}
	every, err := s.auditEvery()
	if err != nil {
		return nil, err
	}
	first, err := s.engine.FirstFound(before, keysOf(list), v.Head(), cmp.Or(every, engine.AuditRound), time.Now())
	if err != nil {
		return nil, err
	}
	out := []api.TagFinding{}
	for i, f := range list {
		f.Since, f.New = first[i].Day, first[i].Round == before.Round
		if (!q.New || f.New) && (q.Kind == "" || f.Kind == q.Kind) && f.Since >= q.Since && len(out) < cmp.Or(q.Most, manyFindings) {
			out = append(out, f)
		}
	}
	if len(out) > 0 {
		out[0].Notes = notes
	}
	return out, nil
}

// foundBefore returns what audits found before: those of anybody who sees all files, or the asker's own.
func (s *Service) foundBefore(v view) (*engine.FoundBefore, error) {
	if v.seesAll() {
		return s.engine.FoundBefore("who sees all files", v.who.Owner())
	}
	return s.engine.FoundBefore(v.who.Owner(), "")
}

// auditEvery returns the time between two audits of the timetable; 0: there is none.
func (s *Service) auditEvery() (time.Duration, error) {
	if s.options().AuditEvery == nil {
		return 0, nil
	}
	return s.options().AuditEvery()
}

// idleAudits returns a function that audits the tags in idle time whenever a round has lasted long enough, and then does what next does;
// nil where there is nothing to do. What it finds is new to anybody who sees all files.
func (s *Service) idleAudits(every time.Duration, next func(context.Context) (int, error)) func(context.Context) (int, error) {
	if every == 0 {
		return next
	}
	var looked time.Time
	return func(ctx context.Context) (int, error) {
		if now := time.Now(); now.Sub(looked) >= min(every, time.Hour) && s.MayWrite() == nil {
			looked = now
			if n, err := s.auditIdly(ctx, every, now); n > 0 || err != nil {
				return n, err
			}
		}
		if next == nil {
			return 0, nil
		}
		return next(ctx)
	}
}

func (s *Service) auditIdly(ctx context.Context, every time.Duration, now time.Time) (int, error) {
	v, err := s.view(ctx, spar.Principal{All: true, Account: "spar"})
	if err != nil || len(v.TagsFor(v.who)) == 0 {
		return 0, err
	}
	before, err := s.foundBefore(v)
	if err != nil || !before.Due(every, now) {
		return 0, err
	}
	_, err = s.AuditTags(ctx, v.who, api.TagAuditQuery{Most: 1})
	return 1, err
}

func keysOf(list []api.TagFinding) []string {
	keys := make([]string, len(list))
	for i, f := range list {
		keys[i] = strings.Join(append(append([]string{f.Kind}, f.Tags...), f.Repair.Files...), "\x00")
	}
	return keys
}

func (v view) findingOf(f suggested.Finding, names map[spar.TagID]string) api.TagFinding {
	out := api.TagFinding{Schema: api.TagFindingSchema, Kind: string(f.Kind), Tags: named(f.Tags, names), Chance: rounded(f.Chance)}
	out.Evidence = oddEvidence(f, names)
	for _, id := range f.Files[:min(len(f.Files), mostFoundOf)] {
		if file, ok := v.File(id); ok {
			out.Files = append(out.Files, nameOf(file))
		}
	}
	r := f.Repair
	if (r.Do == suggested.Move || r.Do == suggested.Merge) && r.Into == 0 {
		return out
	}
	out.Repair = api.Mending{Do: r.Do, Tag: names[r.Tag], Into: names[r.Into], From: names[r.From]}
	for _, id := range r.Files {
		if file, ok := v.File(id); ok {
			out.Repair.Files = append(out.Repair.Files, strings.Clone(file.Share+":"+file.Path))
		}
	}
	return out
}

// oddEvidence returns the reasons of a finding.
func oddEvidence(f suggested.Finding, names map[spar.TagID]string) []string {
	said := []string{}
	signs := map[string]float64{}
	for i, s := range suggested.OddSigns[f.Kind] {
		signs[s] = f.Signs[i]
	}
	say := func(is bool, format string, args ...any) {
		if is {
			said = append(said, fmt.Sprintf(format, args...))
		}
	}
	tag := func(i int) string {
		if i < len(f.Tags) {
			return names[f.Tags[i]]
		}
		return ""
	}
	switch f.Kind {
	case suggested.Duplicate:
		say(signs["same_name"] > 0, "their names have the same words")
		say(signs["same_synonym"] > 0, "one is called as the other is, or they have a synonym in common")
		say(signs["one_letter"] > 0, "their names differ by a letter")
		say(signs["one_word"] > 0, "one is called as the other is, with a word more")
		say(signs["related"] > 0, "they lie below the same tag, or one below the other")
	case suggested.Broad:
		say(true, "its files fall into two groups; those of a group are more alike by %.2f than those of both", signs["gap"])
	case suggested.Narrow:
		say(true, "it is on %s, and “%s”, of which it has the name, is on more", Plural(int(signs["files"]), "file", "files"), tag(1))
	case suggested.Unlike:
		say(true, "of the other files with “%s” it is unlike (%.2f), and hardly anything speaks for the tag", tag(0), signs["like"])
		say(signs["spoken"] > 0, "its text says the name all the same")
	case suggested.Missing:
		say(true, "a file that is nearly the same (%.2f) has “%s”, and %.0f %% of the tags of both are on both",
			signs["cosine"], tag(0), 100*signs["shared"])
	case suggested.Orphan:
		say(true, "nothing is above or below it, and most tags have a place")
	case suggested.Misplaced:
		say(true, "its name is far in meaning from “%s” (%.2f) and from what else is below that (%.2f)",
			tag(1), signs["above"], signs["beside"])
		say(f.Repair.Into != 0, "it is nearer to “%s” (%.2f)", names[f.Repair.Into], signs["better"])
	case suggested.Cycle:
		say(true, "they lie below each other, and select the same files: %s", strings.Join(named(f.Tags, names), ", "))
	}
	return said
}

// MendTags performs the repair that a finding proposes, or another one that a person chooses, as a batch that can be undone.
func (s *Service) MendTags(ctx context.Context, who spar.Principal, m api.Mending) (out api.Mended, err error) {
	v, err := s.curating(ctx, who)
	if err != nil {
		return out, err
	}
	c := catalog.Mending{Do: m.Do, Makers: makers(who)}
	if m.Do == "split" {
		c.Name = strings.TrimSpace(m.Into)
	}
	out = api.Mended{Schema: api.MendedSchema, Mending: api.Mending{Do: m.Do}}
	for _, one := range []struct {
		name string
		id   *spar.TagID
		told *string
	}{{m.Tag, &c.Tag, &out.Tag}, {m.Into, &c.Into, &out.Into}, {m.From, &c.From, &out.From}} {
		if one.name == "" || one.id == &c.Into && c.Name != "" {
			continue
		}
		tag, err := v.FindTag(who, one.name)
		if err != nil {
			return out, err
		}
		*one.id, *one.told = tag.ID, tag.Name
	}
	if c.Tag == 0 {
		return out, spar.Errorf(spar.Invalid, "say which tag is to be mended")
	}
	if len(m.Files) > 0 {
		_, files, _, err := s.curated(ctx, who, api.Target{Files: m.Files})
		if err != nil {
			return out, err
		}
		for _, f := range files {
			c.Files = append(c.Files, f.ID)
			out.Files = append(out.Files, strings.Clone(f.Share+":"+f.Path))
		}
	}
	detail := strings.TrimSpace(fmt.Sprintf("%s %s", m.Do, out.Tag))
	if out.From != "" {
		detail += ", from below " + out.From
	}
	if out.Into = cmp.Or(out.Into, c.Name); out.Into != "" {
		detail += ", to " + out.Into
	}
	if n := len(c.Files); n > 0 {
		detail += ", of " + Plural(n, "file", "files")
	}
	id, err := s.catalog.Mend(ctx, who.Owner(), detail, c)
	out.Batch = uint32(id)
	return out, err
}

// mayUndo reports whether a batch is a repair that the asker made; others do not see it.
func mayUndo(v view, b catalog.Batch) bool {
	return b.Kind == catalog.Repairs && (v.seesAll() || slices.Contains(v.who.Owners(), b.Name))
}
