package service

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/sparsearch/spar/internal/accounts"
	"github.com/sparsearch/spar/internal/answer"
	"github.com/sparsearch/spar/internal/api"
	"github.com/sparsearch/spar/internal/spar"
	"github.com/sparsearch/spar/internal/workspace"
)

// maxWhy is how many characters a reason for a rating may have.
const maxWhy = 2000

// forOthers removes from a turn everything that counts or names files, or has words of files, that the asker of the turn may know of and
// the reader may not.
func forOthers(t api.Turn) api.Turn {
	t.Coverage = nil
	if t.Answer != nil {
		a := *t.Answer
		a.Coverage = spar.Coverage{}
		a.Missing, a.Nearest, a.Corrected, a.Taken, a.Again, a.Notes, a.Do = nil, nil, nil, nil, nil, nil, nil
		if a.Refused {
			a.Answer = Refusal(spar.Coverage{})
		}
		t.Answer = &a
	}
	return t
}

// mine reports whether the asker may act as the owner of a thread. Others only look at it.
func mine(who spar.Principal, t workspace.Thread) bool {
	return slices.Contains(who.Owners(), t.Owner) || who.Oversees()
}

// title returns the title of somebody else's thread, or "" if its first question rests on files that the asker may not read.
func (s *Service) title(ctx context.Context, who spar.Principal, t workspace.Thread) (string, error) {
	turns, err := s.workspaces.Turns(ctx, t, s.engine.Alive)
	if err != nil || len(turns) == 0 {
		return "", err
	}
	may, err := s.mayShowOf(ctx, who, t, turns[:1])
	if err != nil || !may[0] {
		return "", err
	}
	return turns[0].Question, nil // nobody knows which files a title given by hand rests on
}

// Thread returns a conversation with its turns, or with THREAD/NUMBER one of them. It withholds turns that rest on files that the reader
// may not read now.
func (s *Service) Thread(ctx context.Context, who spar.Principal, name string) (api.Thread, error) {
	t, number, err := s.thread(ctx, who, name)
	if err != nil {
		return api.Thread{}, err
	}
	turns, err := s.workspaces.Turns(ctx, t, s.engine.Alive)
	if err != nil {
		return api.Thread{}, err
	}
	may, err := s.mayShowOf(ctx, who, t, turns)
	if err != nil {
		return api.Thread{}, err
	}
	called := calling()
	out := threadOf(who, t, called)
	if !mine(who, t) && len(may) > 0 {
		if out.Title = turns[0].Question; !may[0] {
			out.Title = ""
		}
	}
	if out.Yours {
		if out.Readers, err = s.readers(ctx, t, called); err != nil {
			return api.Thread{}, err
		}
	}
	v, err := s.view(ctx, who)
	if err != nil {
		return api.Thread{}, err
	}
	for i, turn := range turns {
		if number == 0 || turn.Number == number {
			told := turnOf(turn, may[i])
			told.Answer = s.withEvidence(ctx, v, told.Answer)
			told.Imported = toldImported(turn.Imported, called)
			if told.Withheld && !mine(who, t) { // its question and scope may have words of a file
				told.Question, told.Scope, told.Why = "", "", ""
			}
			if !mine(who, t) {
				told = forOthers(told)
			}
			out.Turns = append(out.Turns, told)
		}
	}
	if number > 0 && len(out.Turns) == 0 {
		return api.Thread{}, spar.Errorf(spar.NotFound, "thread %d has no turn %d; it has %d", t.Number, number, t.Turns)
	}
	return out, nil
}

// RenameThread gives a conversation another title; "" restores its first question as the title.
func (s *Service) RenameThread(ctx context.Context, who spar.Principal, name, title string) error {
	t, number, err := s.ownThread(ctx, who, name)
	if err == nil && number > 0 {
		err = spar.Errorf(spar.Invalid, "%q names a turn, and only a whole thread has a title", name)
	}
	if err != nil {
		return err
	}
	title = strings.Join(strings.Fields(title), " ")
	if n := len([]rune(title)); n > workspace.LongestName {
		return spar.Errorf(spar.Invalid, "the title has %d characters and may have %d: choose a shorter one", n, workspace.LongestName)
	}
	if title == "" {
		turns, err := s.workspaces.Turns(ctx, t, s.engine.Alive)
		if err != nil || len(turns) == 0 {
			return err
		}
		title = turns[0].Question
	}
	return s.workspaces.RenameThread(ctx, t, title)
}

// ShareThread lets somebody look at a conversation, or not any more; who only looks may leave it. It gives no right to a file: turns that
// rest on files that the reader may not read are withheld from them.
func (s *Service) ShareThread(ctx context.Context, who spar.Principal, name, with string, shared bool) (api.Thread, error) {
	t, number, err := s.thread(ctx, who, name)
	if err == nil && number > 0 {
		err = spar.Errorf(spar.Invalid, "%q names a turn, and only a whole thread is shared", name)
	}
	if err != nil {
		return api.Thread{}, err
	}
	reader, err := s.meant(ctx, with)
	if err != nil {
		return api.Thread{}, err
	}
	leaves := !shared && slices.Equal(reader.Owners(), who.Owners())
	switch {
	case !mine(who, t) && !leaves:
		_, _, err = s.ownThread(ctx, who, name)
	case shared && reader.Owns(t.Owner):
		err = spar.Errorf(spar.Invalid, "thread %s is %s's already", accounts.Ref(t.Ref(who)), accounts.Shown(t.Owner))
	default:
		err = s.workspaces.ShareThread(ctx, t, reader, shared)
	}
	if err != nil {
		return api.Thread{}, err
	}
	out := threadOf(who, t, calling())
	if out.Yours {
		out.Readers, err = s.readers(ctx, t, calling())
	} else {
		out.Title = "" // who leaves sees it no more
	}
	return out, err
}

// readers tells who a conversation is shared with.
func (s *Service) readers(ctx context.Context, t workspace.Thread, called func(string) string) (list []api.Member, err error) {
	all, err := s.workspaces.Readers(ctx, t)
	return membersOf(all, called), err
}

// DeleteThread forgets a conversation for good.
func (s *Service) DeleteThread(ctx context.Context, who spar.Principal, name string) error {
	t, number, err := s.ownThread(ctx, who, name)
	if err == nil && number > 0 {
		err = spar.Errorf(spar.Invalid, "%q names a turn, and only a whole thread can be deleted", name)
	}
	if err != nil {
		return err
	}
	return s.workspaces.DeleteThread(ctx, t)
}

// RateTurn stores the asker's rating of an answer: up, down or "" for none, and why. Without a number it rates the last turn.
func (s *Service) RateTurn(ctx context.Context, who spar.Principal, name, rating, why string) error {
	if err := checkRating(rating, why); err != nil {
		return err
	}
	t, number, err := s.ownThread(ctx, who, name)
	if err != nil {
		return err
	}
	if number == 0 {
		number = t.Turns
	}
	return s.workspaces.Rate(ctx, t, number, rating, why)
}

// checkRating refuses an unknown rating and a reason that is too long.
func checkRating(rating, why string) error {
	if rating != workspace.Up && rating != workspace.Down && rating != "" {
		return spar.Errorf(spar.Invalid, "the rating is %q and must be %s or %s", rating, workspace.Up, workspace.Down)
	}
	if n := len([]rune(why)); n > maxWhy {
		return spar.Errorf(spar.Invalid, "the reason has %d characters and may have %d", n, maxWhy)
	}
	return nil
}

// thread finds a conversation that the asker may look at, and the number of a turn if one is named.
func (s *Service) thread(ctx context.Context, who spar.Principal, name string) (t workspace.Thread, turn int, err error) {
	if err := must(who, spar.CanRead); err != nil {
		return t, 0, err
	}
	ref, turn, err := workspace.ParseTurn(name)
	if err != nil {
		return t, 0, err
	}
	t, err = s.workspaces.Thread(ctx, who, ref)
	return t, turn, err
}

// ownThread is thread, but refuses a thread that is not the asker's own.
func (s *Service) ownThread(ctx context.Context, who spar.Principal, name string) (t workspace.Thread, turn int, err error) {
	t, turn, err = s.thread(ctx, who, name)
	if err == nil && !mine(who, t) {
		err = spar.Errorf(spar.Invalid, "thread %s is %s's: you can look at it, and they change it", accounts.Ref(t.Ref(who)), accounts.Shown(t.Owner))
	}
	return t, turn, err
}

// mayShowOf is mayShow for a thread that may be somebody else's. Of theirs it shows only answered turns, as nobody knows which files the
// words of others rest on.
func (s *Service) mayShowOf(ctx context.Context, who spar.Principal, t workspace.Thread, turns []workspace.Turn) ([]bool, error) {
	may, err := s.mayShow(ctx, who, turns)
	if err == nil && !mine(who, t) {
		for i, turn := range turns {
			may[i] = may[i] && restsOnKnown(turn)
		}
	}
	return may, err
}

// restsOnKnown reports whether SPAR knows all files that the words of a turn rest on. A counted answer rests on more files than it cites.
func restsOnKnown(t workspace.Turn) bool {
	return (t.Answer == nil || t.Answer.Inventory == nil) && (t.State == workspace.Done || t.State == workspace.Refused) && (len(t.Uses) > 0 || t.Understood == "")
}

// mayShow says of each turn whether the reader may read all files that its answer rests on, as they are now.
func (s *Service) mayShow(ctx context.Context, who spar.Principal, turns []workspace.Turn) ([]bool, error) {
	v, err := s.view(ctx, who)
	if err != nil {
		return nil, err
	}
	files := make([][]spar.FileID, len(turns))
	var all []spar.FileID
	for i, t := range turns {
		for _, u := range t.Uses {
			files[i] = append(files[i], u.File)
		}
		if len(t.Uses) == 0 { // turns of older versions
			for _, c := range t.Citations {
				f, _ := v.Named(c.Share, c.Path) // 0 where there is none, which nobody may read
				files[i] = append(files[i], f.ID)
			}
		}
		all = append(all, files[i]...)
	}
	_, readable, err := s.engine.Confirm(ctx, who, all...)
	if err != nil {
		return nil, err
	}
	may := make([]bool, len(turns))
	for i := range turns {
		may[i] = true
		for _, id := range files[i] {
			may[i] = may[i] && readable.Contains(uint32(id))
		}
	}
	return may, nil
}

// Withheld is the error for an answer that SPAR may no longer show.
func Withheld() error {
	return spar.Errorf(spar.NotFound, "the answer is withheld: it rests on a file that you may not read now, or that is no more")
}

// MayStillSee reports whether somebody may see again an answer made for them and its hits: they may still read all files that these rest
// on.
func (s *Service) MayStillSee(ctx context.Context, who spar.Principal, a *api.Answer, hits []api.Hit) (bool, error) {
	if err := must(who, spar.CanRead); err != nil {
		return false, err
	}
	v, err := s.view(ctx, who)
	if err != nil {
		return false, err
	}
	var files []spar.FileID
	rests := func(share string, p api.Path) {
		f, _ := v.Named(share, rawPath(p)) // 0 where there is none, which nobody may read
		files = append(files, f.ID)
	}
	for _, h := range hits {
		rests(h.Share, h.Path)
	}
	if a != nil {
		for _, c := range a.Citations {
			rests(c.Share, c.Path)
		}
		for _, e := range a.Evidence {
			rests(e.Share, e.Path)
		}
		if a.Thread != "" && a.Turn > 0 { // the turn knows all files that it rests on
			t, err := s.Thread(ctx, who, fmt.Sprintf("%s/%d", a.Thread, a.Turn))
			if spar.CodeOf(err) == spar.NotFound || err == nil && t.Turns[0].Withheld {
				return false, nil
			} else if err != nil {
				return false, err
			}
		}
	}
	_, readable, err := s.engine.Confirm(ctx, who, files...)
	if err != nil {
		return false, err
	}
	for _, id := range files {
		if !readable.Contains(uint32(id)) {
			return false, nil
		}
	}
	return true, nil
}

func threadOf(who spar.Principal, t workspace.Thread, called func(string) string) api.Thread {
	return api.Thread{
		Schema: api.ThreadSchema, ID: t.Ref(who), Owner: t.Owner, Called: called(t.Owner), Workspace: t.Name, Title: t.Title, Created: t.Created, Asked: t.Asked, Questions: t.Turns,
		Imported: toldImported(t.Imported, called), Yours: mine(who, t),
	}
}

func turnOf(t workspace.Turn, may bool) api.Turn {
	out := api.Turn{
		Turn: t.Number, State: string(t.State), Asked: t.Asked, Question: t.Question, Scope: t.Scope, Rating: t.Rating, Why: t.Why,
	}
	if !t.Ended.IsZero() {
		out.Ended = &t.Ended
	}
	if !may {
		out.Withheld = true
		return out
	}
	out.Understood, out.Answer = t.Understood, t.Answer
	if t.State == workspace.Done || t.State == workspace.Refused {
		out.Coverage = &t.Coverage
		out.Settings = &api.TurnSettings{Rank: t.Settings.Rank, Encoder: t.Settings.Encoder, Model: t.Settings.Model, Meaning: t.Settings.Meaning, Count: t.Settings.Count}
	}
	for _, c := range t.Citations {
		cited := api.TurnCitation{N: c.N, Share: c.Share, Path: api.PathOf(c.Path), Locator: c.Locator, Segment: c.Segment.String(), Gone: c.Gone}
		if cited.Unverified = unverified(t, cited); !c.Gone {
			cited.Open = c.Address().String()
		}
		out.Citations = append(out.Citations, cited)
	}
	for _, u := range t.Uses {
		out.Files = append(out.Files, api.TurnFile{Share: u.Share, Path: api.PathOf(string(u.Path)), Hash: u.Hash, Segment: u.Segment})
	}
	return out
}

// Markdown returns a conversation as a text with citations.
func Markdown(t api.Thread) string {
	var b strings.Builder
	fmt.Fprintf(&b, "# %s\n\n", inline(t.Title))
	fmt.Fprintf(&b, "Thread %s, %s", t.ID, t.Created.Format(time.DateOnly))
	if t.Workspace != "" {
		fmt.Fprintf(&b, ", workspace %s", inline(t.Workspace))
	}
	b.WriteString("\n")
	for _, turn := range t.Turns {
		fmt.Fprintf(&b, "\n## %d. %s\n\n", turn.Turn, inline(turn.Question))
		if turn.Imported != nil {
			fmt.Fprintf(&b, "*%s*\n\n", inline(ImportedText(*turn.Imported)))
		}
		if turn.Understood != "" {
			fmt.Fprintf(&b, "*Taken as: %s*\n\n", inline(turn.Understood))
		}
		switch {
		case turn.Withheld:
			b.WriteString("*Withheld: the answer rests on a file that you may not read now, or that is no more.*\n")
		case turn.Answer == nil && turn.State == string(workspace.Running):
			b.WriteString("*Being answered.*\n")
		case turn.Answer == nil && turn.State == string(workspace.Interrupted):
			b.WriteString("*Interrupted.*\n")
		case turn.Answer == nil:
			b.WriteString("*The text of the answer is not kept any more.*\n")
		case turn.Answer.Refused:
			b.WriteString(inline(turn.Answer.Answer) + "\n")
		default:
			if turn.Answer.Unsure {
				b.WriteString(inline(Unsurely(turn.Answer.Missing)) + "\n\n")
			}
			for _, bullet := range turn.Answer.Bullets {
				if bullet.Code {
					b.WriteString(answer.Lines(spar.Bullet(bullet)) + "\n")
					continue
				}
				b.WriteString("- " + inline(bullet.Whole()))
				for _, n := range bullet.Citations {
					fmt.Fprintf(&b, " [%d]", n)
				}
				b.WriteString("\n")
			}
		}
		if turn.Answer != nil && !turn.Withheld {
			for _, n := range turn.Answer.Notes {
				b.WriteString("\n*" + inline(n) + "*\n")
			}
		}
		if len(turn.Citations) > 0 && !turn.Withheld {
			b.WriteString("\n")
		}
		for _, c := range turn.Citations {
			place := c.Share + ":" + c.Path.Name
			if words := c.Locator.Words(); words != "" {
				place += ", " + words
			}
			if c.Unverified {
				place += " (" + UnverifiedText + ")"
			}
			fmt.Fprintf(&b, "\\[%d\\] %s\\\n", c.N, inline(place))
		}
		if turn.Rating != "" {
			fmt.Fprintf(&b, "\nRated %s", turn.Rating)
			if turn.Why != "" {
				b.WriteString(": " + inline(turn.Why))
			}
			b.WriteString("\n")
		}
	}
	return b.String()
}

// inline returns a text on one line, with nothing that acts as Markdown or HTML.
func inline(s string) string {
	return special.Replace(strings.Join(strings.Fields(s), " "))
}

var special = strings.NewReplacer(`\`, `\\`, "`", "\\`", "*", `\*`, "_", `\_`, "[", `\[`, "]", `\]`, "<", "&lt;", ">", "&gt;", "#", `\#`, "|", `\|`, "!", `\!`)
