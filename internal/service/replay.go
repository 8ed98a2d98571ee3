package service

import (
	"context"
	"fmt"
	"slices"
	"time"

	"github.com/sparsearch/spar/internal/api"
	"github.com/sparsearch/spar/internal/engine"
	"github.com/sparsearch/spar/internal/retrieve"
	"github.com/sparsearch/spar/internal/spar"
	"github.com/sparsearch/spar/internal/workspace"
)

// ReplayTurn asks the question of a turn again with the settings of its answer, and says what differs and why. It stores nothing, and
// uses the rights of the present asker. Without a number it takes the last turn.
func (s *Service) ReplayTurn(ctx context.Context, who spar.Principal, name string) (api.Replay, error) {
	begin := time.Now()
	t, number, err := s.thread(ctx, who, name)
	if err != nil {
		return api.Replay{}, err
	}
	turns, err := s.workspaces.Turns(ctx, t, s.engine.Alive)
	if err != nil {
		return api.Replay{}, err
	}
	if number == 0 {
		number = t.Turns
	}
	i := slices.IndexFunc(turns, func(turn workspace.Turn) bool { return turn.Number == number })
	if i < 0 {
		return api.Replay{}, spar.Errorf(spar.NotFound, "thread %d has no turn %d; it has %d", t.Number, number, t.Turns)
	}
	turn := turns[i]
	may, err := s.mayShowOf(ctx, who, t, turns[i:i+1])
	switch {
	case err != nil:
		return api.Replay{}, err
	case !may[0] && !mine(who, t):
		return api.Replay{}, spar.Errorf(spar.NotFound, "turn %d is withheld: its answer rests on a file that you may not read now, or that is no more", number)
	case t.Workspace != 0 && t.Name == "":
		return api.Replay{}, spar.Errorf(spar.NotFound, "the workspace of thread %d is not yours to ask any more", t.Number)
	case turn.State != workspace.Done && turn.State != workspace.Refused:
		return api.Replay{}, spar.Errorf(spar.Conflict, "turn %d is %s: there is no answer to compare with", number, turn.State)
	case !may[0]: // the asker wrote the question, but SPAR took the words of Understood from files
		turn.Understood, turn.Answer = "", nil
	}
	q := api.Question{Question: turn.Sought(), Scope: turn.Scope, Workspace: t.Name}
	if turn.Settings.Count > 0 {
		q.Count = &turn.Settings.Count
	}
	r, _, err := s.request(ctx, who, q)
	if err != nil {
		return api.Replay{}, err
	}
	if turn.Settings.Rank != "" || turn.Settings.Count > 0 {
		r.Retrieve.Rank, r.Retrieve.Meaning = retrieve.Rank(turn.Settings.Rank), turn.Settings.Meaning
	}
	if turn.Settings.Model != "" {
		if r.Model, err = s.writer(turn.Settings.Model); spar.CodeOf(err) == spar.NotFound {
			r.Model, err = s.model() // another model; the reasons say so
		}
		if err != nil {
			return api.Replay{}, err
		}
	}
	m := meaning{who: who, question: q, whole: r, request: r}
	if m.taken, err = s.takes(ctx, who, q, &m.request); err != nil {
		return api.Replay{}, err
	}
	f, v, err := s.answered(ctx, &m, &hearing{began: begin, say: func(api.AnswerEvent) {}})
	if err != nil {
		return api.Replay{}, err
	}
	told := v.tell(f).of(m, f, time.Since(begin))
	if !mine(who, t) && turn.Answer != nil {
		was := forOthers(api.Turn{Answer: turn.Answer})
		turn.Answer, turn.Coverage = was.Answer, told.Coverage
	}
	now, err := s.view(ctx, who)
	if err != nil {
		return api.Replay{}, err
	}
	turn.Answer = s.withEvidence(ctx, now, turn.Answer)
	out := api.Replay{Schema: api.ReplaySchema, Thread: t.Ref(who), Turn: number, Question: turn.Sought(), Was: turn.Answer, Answer: told, Why: []api.ReplayReason{}}
	out.Imported = toldImported(turn.Imported, Called)
	out.Differs = differences(turn, told)
	out.Same = len(out.Differs) == 0 && turn.Answer != nil
	if turn.Answer == nil {
		out.Differs = append(out.Differs, "the answer of then is not kept any more, or withheld")
	}
	out.Why, err = s.reasons(ctx, who, turn, s.engine.Settings(ctx, m.request), f.result, told)
	return out, err
}

// differences says in words how an answer differs from the one of a turn.
func differences(turn workspace.Turn, now api.Answer) []string {
	list := []string{}
	was := turn.Answer
	if was == nil {
		return list
	}
	switch {
	case was.Refused && !now.Refused:
		list = append(list, "it was refused then, and is answered now")
	case !was.Refused && now.Refused:
		list = append(list, "it was answered then, and is refused now")
	}
	texts := func(a api.Answer) (list []string) {
		for _, b := range a.Bullets {
			list = append(list, b.Text)
		}
		return list
	}
	places := func(a api.Answer) (list []string) {
		for _, c := range a.Citations {
			list = append(list, c.Open)
		}
		return list
	}
	if !slices.Equal(texts(*was), texts(now)) {
		list = append(list, "the statements are others")
	}
	if !slices.Equal(places(*was), places(now)) {
		list = append(list, "the citations are others")
	}
	return list
}

// mostReasons bounds the files that are named as reasons.
const mostReasons = 50

// reasons lists what has changed since a turn was answered: files, settings, and how much was read.
func (s *Service) reasons(ctx context.Context, who spar.Principal, turn workspace.Turn, now workspace.Settings, r engine.Result, told api.Answer) ([]api.ReplayReason, error) {
	v, err := s.view(ctx, who)
	if err != nil {
		return nil, err
	}
	may, err := v.readable()
	if err != nil {
		return nil, err
	}
	list := []api.ReplayReason{}
	file := func(kind, share, path string) {
		if len(list) < mostReasons {
			list = append(list, api.ReplayReason{Kind: kind, File: &api.FileName{Share: share, Path: api.PathOf(path)}})
		}
	}
	used := map[string]bool{}
	for _, u := range turn.Uses {
		used[u.Share+":"+string(u.Path)] = true
		switch f, ok := v.File(u.File); {
		case !ok, !may.may.Contains(uint32(u.File)): // they may not learn what became of a file that they may not read
			file("file-gone", u.Share, string(u.Path))
		case u.Hash != "" && f.Hash.String() != u.Hash:
			file("file-changed", u.Share, string(u.Path))
		case f.Share+":"+f.Path != u.Share+":"+string(u.Path):
			file("file-moved", f.Share, f.Path)
		case u.Segment != "" && f.Segment.String() != u.Segment:
			file("read-anew", u.Share, string(u.Path)) // by another recipe
		}
	}
	for _, u := range r.Uses(spar.Answer{}) {
		if at := u.Share + ":" + string(u.Path); !used[at] {
			used[at] = true
			if f, ok := v.File(u.File); ok && f.ModTime.After(turn.Asked) {
				file("file-new", u.Share, string(u.Path))
			}
		}
	}
	set := func(name, was, is string) {
		if was != is {
			list = append(list, api.ReplayReason{Kind: "setting", Setting: name, Was: was, Now: is})
		}
	}
	set("rank", turn.Settings.Rank, now.Rank)
	set("encoder", turn.Settings.Encoder, now.Encoder)
	set("model", turn.Settings.Model, now.Model)
	set("passages", fmt.Sprint(turn.Settings.Count), fmt.Sprint(now.Count))
	if was, is := turn.Coverage, told.Coverage; was.InScope != is.InScope || was.Read != is.Read {
		list = append(list, api.ReplayReason{Kind: "coverage", Was: fmt.Sprintf("%d of %d files read", was.Read, was.InScope), Now: fmt.Sprintf("%d of %d files read", is.Read, is.InScope)})
	}
	return list, nil
}
