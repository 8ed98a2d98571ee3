package service

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/sparsearch/spar/internal/api"
	"github.com/sparsearch/spar/internal/engine"
	"github.com/sparsearch/spar/internal/spar"
	"github.com/sparsearch/spar/internal/workspace"
)

// mostVerified bounds the files that an import searches for quoted text. Quotations from further files stay unverified.
const mostVerified = 1000

// importedBy says who imports a thread, when and from where.
func importedBy(who spar.Principal, m manifest) api.Imported {
	return api.Imported{By: who.Owner(), At: time.Now().UTC().Truncate(time.Second), From: m.Owner, Made: past(m.Made)}
}

// toldImported returns the origin of an imported thing as the asker sees it; nil if it was not imported.
func toldImported(i *api.Imported, called func(string) string) *api.Imported {
	if i == nil {
		return nil
	}
	out := *i
	out.Name = called(i.By)
	return &out
}

// ImportedText says in words who imported something and from where.
func ImportedText(i api.Imported) string {
	from := ""
	if i.From != "" {
		from = " from what the export says was " + i.From + "'s"
	}
	return fmt.Sprintf("Imported%s by %s on %s; it was not answered here.", from, cmp.Or(i.Name, i.By), i.At.Format(time.DateOnly))
}

// UnverifiedText says that a quotation was not found.
const UnverifiedText = "unverified: not found in the file when it was imported"

// namesFile returns an error unless share and path can name a file.
func namesFile(share string, path api.Path) error {
	switch {
	case share == "" || path.Name == "":
		return fmt.Errorf("it names no file")
	case len(share) > longLabel || len(path.Name) > mostPath || len(path.Bytes) > 2*mostPath:
		return fmt.Errorf("a path has %d bytes and may have %d", max(len(share), len(path.Name), len(path.Bytes)), mostPath)
	}
	return nil
}

// boundedThread refuses a thread with a text that is longer than SPAR makes any.
func boundedThread(t api.Thread) error {
	short := func(what, text string, most int) error {
		if n := len([]rune(text)); n > most {
			return fmt.Errorf("%s has %d characters and may have %d", what, n, most)
		}
		return nil
	}
	if err := short("the title", t.Title, engine.MaxQuestion); err != nil {
		return err
	}
	for _, turn := range t.Turns {
		for what, text := range map[string]string{"the question": turn.Question, "the question as it was understood": turn.Understood} {
			if err := short(what, text, engine.MaxQuestion); err != nil {
				return err
			}
		}
		if err := short("the scope", turn.Scope, mostPath); err != nil {
			return err
		}
		for _, u := range turn.Files {
			if err := namesFile(u.Share, u.Path); err != nil {
				return err
			}
		}
		for _, c := range turn.Citations {
			if err := namesFile(c.Share, c.Path); err != nil {
				return err
			}
		}
		text, err := json.Marshal([]any{turn.Answer, turn.Coverage, turn.Settings, turn.Citations})
		if err == nil && len(text) > mostTurn {
			err = fmt.Errorf("the answer has %d bytes and may have %d", len(text), mostTurn)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// bringing imports threads from elsewhere; SPAR cannot know who wrote them. here finds a file that the importing person may read.
type bringing struct {
	ctx        context.Context
	s          *Service
	who        spar.Principal
	here       func(share string, path api.Path) (spar.File, bool)
	imported   api.Imported
	unverified int // quotations that were not found

	looked map[string]bool // files that were searched for quotations
	last   string          // the file of passages
	texts  []spar.Passage
}

// conversation returns a thread as SPAR stores it. It drops files that are missing here or have changed since.
func (b *bringing) conversation(t api.Thread) workspace.Conversation {
	c := workspace.Conversation{Title: t.Title, Created: past(t.Created)}
	for _, turn := range t.Turns {
		here, imported := b.here, b.imported
		one := workspace.Turn{
			Asked: past(turn.Asked), Ended: past(turn.Asked), Question: turn.Question, Understood: turn.Understood, Scope: turn.Scope, State: workspace.TurnState(turn.State),
			Answer: turn.Answer, Imported: &imported,
		}
		if turn.Ended != nil {
			one.Ended = past(*turn.Ended)
		}
		if checkRating(turn.Rating, turn.Why) == nil {
			one.Rating, one.Why = turn.Rating, turn.Why
		}
		if one.Answer != nil {
			one.Answer.Notes, one.Answer.Do = nil, nil // remedies for another place
			one.Answer.Evidence = nil                  // text in an archive is not text of a file
		}
		if turn.Coverage != nil {
			one.Coverage = *turn.Coverage
		}
		if o := turn.Settings; o != nil {
			one.Settings = workspace.Settings{Rank: o.Rank, Encoder: o.Encoder, Model: o.Model, Meaning: o.Meaning, Count: o.Count}
		}
		for _, u := range turn.Files {
			// A file that is missing here or has changed is not believed: the use names no file, so the turn is withheld.
			use := workspace.Use{Share: u.Share, Path: []byte(rawPath(u.Path)), Quoted: true, Worded: true}
			if f, ok := here(u.Share, u.Path); ok && u.Hash != "" && f.Hash.String() == u.Hash {
				use.File, use.Segment, use.Hash = f.ID, f.Segment.String(), u.Hash
			}
			one.Uses = append(one.Uses, use)
		}
		b.verify(one)
		for _, cited := range turn.Citations {
			kept := spar.Citation{N: cited.N, Share: cited.Share, Path: rawPath(cited.Path), Locator: cited.Locator, Gone: cited.Gone}
			if f, ok := here(cited.Share, cited.Path); ok {
				kept.Segment = f.Segment
			}
			one.Citations = append(one.Citations, kept)
		}
		if len(one.Uses) == 0 && one.Answer != nil && !one.Answer.Refused { // no file supports it
			one.Answer = nil
		}
		c.Turns = append(c.Turns, one)
	}
	return c
}

// verify marks each citation of an answer whose quote it does not find at its place in a file that the turn rests on. It also writes the
// address of each citation anew, from the place that the citation names.
func (b *bringing) verify(t workspace.Turn) {
	if t.Answer == nil {
		return
	}
	for i := range t.Answer.Citations {
		c := &t.Answer.Citations[i]
		path := rawPath(c.Path)
		c.Open = spar.Address{Share: c.Share, Path: path, Locator: c.Locator}.String()
		rests := slices.ContainsFunc(t.Uses, func(u workspace.Use) bool { return u.File != 0 && u.Share == c.Share && string(u.Path) == path })
		if c.Unverified = !rests || !b.says(c.Share, path, c.Locator, c.Text); c.Unverified {
			b.unverified++
		}
	}
}

// says reports whether a file has a text at a place, as the importing person may read it now.
func (b *bringing) says(share, path string, at spar.Locator, text string) bool {
	want := strings.Join(strings.Fields(text), " ")
	file := share + ":" + path
	if want == "" || !b.looked[file] && len(b.looked) == mostVerified {
		return false
	}
	if b.looked == nil {
		b.looked = map[string]bool{}
	}
	if b.looked[file] = true; b.last != file {
		b.last, b.texts = file, nil
		if passages, err := b.s.engine.Passages(b.ctx, b.who, share, path); err == nil { // an unreadable file confirms nothing
			b.texts = passages
		}
	}
	return slices.ContainsFunc(b.texts, func(p spar.Passage) bool {
		return p.Locator == at && strings.Contains(strings.Join(strings.Fields(p.Text), " "), want)
	})
}

// unverified reports whether a citation of an imported turn has no confirmed quotation at its place.
func unverified(t workspace.Turn, c api.TurnCitation) bool {
	if t.Imported == nil {
		return false
	}
	return t.Answer == nil || !slices.ContainsFunc(t.Answer.Citations, func(q api.Citation) bool {
		return q.N == c.N && q.Share == c.Share && q.Path == c.Path && q.Locator == c.Locator && !q.Unverified
	})
}

// past returns a time that somebody else states, but none before 1970 or in the future.
func past(t time.Time) time.Time {
	if now := time.Now(); t.After(now) {
		return now
	}
	if begin := time.Unix(0, 0); t.Before(begin) {
		return begin
	}
	return t
}

// rawPath returns a path, "" for an invalid one.
func rawPath(p api.Path) string {
	raw, err := p.Raw()
	if err != nil {
		return ""
	}
	return raw
}
