package service

import (
	"context"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/sparsearch/spar/internal/accounts"
	"github.com/sparsearch/spar/internal/answer"
	"github.com/sparsearch/spar/internal/api"
	"github.com/sparsearch/spar/internal/chunk"
	"github.com/sparsearch/spar/internal/engine"
	"github.com/sparsearch/spar/internal/question"
	"github.com/sparsearch/spar/internal/scope"
	"github.com/sparsearch/spar/internal/spar"
	"github.com/sparsearch/spar/internal/workspace"
)

// lastTurns is how many turns of a thread a question may rest on.
const lastTurns = 10

// A conversation is what a question continues.
type conversation struct {
	thread *workspace.Thread // nil: a new one
	keep   bool              // keep the new one
	turns  []workspace.Turn  // the last turns whose answers the asker may see, in order
	said   []question.Turn   // the last turns that the asker's program sent, self-contained, if the program keeps the conversation
	again  []workspace.Turn  // turns that were rated down and whose question is asked again, the latest last
}

// inOneThread refuses a question that names its conversation in two ways, or asks again outside of one.
func inOneThread(q api.Question) error {
	switch {
	case q.Thread != "" && q.Continue:
		return spar.Errorf(spar.Invalid, "a question goes on with the thread that is named or with the last one, not with both")
	case len(q.Earlier) > 0 && (q.Thread != "" && q.Thread != api.NewThread || q.Continue || q.Again):
		return spar.Errorf(spar.Invalid, "a question goes on with a thread or with the earlier questions that come with it, not with both")
	case q.Again && (q.Thread == "" && !q.Continue || q.Thread == api.NewThread):
		return spar.Errorf(spar.Invalid, "another answer is to a question of a thread: name the thread").Try(spar.Remedy{Do: spar.ListThreads})
	case q.Thread == "" || q.Thread == api.NewThread:
		return nil
	}
	_, turn, err := workspace.ParseTurn(q.Thread)
	if err == nil && turn > 0 && !q.Again {
		err = spar.Errorf(spar.Invalid, "%q names a turn, and a question goes on with a whole thread: leave the number of the turn out", q.Thread)
	}
	return err
}

// inThread finds the conversation that a question continues. A question without workspace or scope gets the ones of the thread; asked
// again, it gets the scope of the rejected turn.
func (s *Service) inThread(ctx context.Context, who spar.Principal, q api.Question) (api.Question, conversation, error) {
	if q.Thread == "" && !q.Continue || q.Thread == api.NewThread {
		return q, conversation{keep: q.Thread == api.NewThread, said: turnsOf(q.Earlier)}, nil
	}
	if err := must(who, spar.CanRead); err != nil {
		return q, conversation{}, err
	}
	own := who
	own.All = false // nobody continues a thread of somebody else
	t, number, err := s.threadMeant(ctx, own, q)
	if err != nil {
		return q, conversation{}, err
	}
	if !own.Owns(t.Owner) {
		return q, conversation{}, spar.Errorf(spar.Invalid, "thread %s is %s's: only they go on with it; ask in a thread of your own", accounts.Ref(t.Ref(who)), accounts.Shown(t.Owner))
	}
	if q.Workspace != "" {
		ws, err := s.workspaceFor(ctx, who, q.Workspace, workspace.Viewer)
		if err != nil {
			return q, conversation{}, err
		}
		if ws.ID != t.Workspace {
			return q, conversation{}, spar.Errorf(spar.Invalid, "thread %d is not of the workspace %s: leave the workspace out, or begin a new thread", t.Number, ws.Name)
		}
	}
	if q.Workspace = t.Name; t.Workspace != 0 && t.Name == "" {
		return q, conversation{}, spar.Errorf(spar.NotFound, "the workspace of thread %d is not yours to ask any more: begin a new thread", t.Number)
	}
	all, err := s.workspaces.Turns(ctx, t, s.engine.Alive)
	if err != nil {
		return q, conversation{}, err
	}
	may, err := s.mayShow(ctx, who, all)
	if err != nil {
		return q, conversation{}, err
	}
	c := conversation{thread: &t}
	for i, turn := range all {
		if !may[i] { // the asker may not see the answer: only their own words are asked again
			all[i].Understood, all[i].Answer = "", nil
		}
		if may[i] && turn.State != workspace.Running {
			c.turns = append(c.turns, turn)
		}
	}
	c.turns = c.turns[max(0, len(c.turns)-lastTurns):]
	stated := t.Scope
	if q.Again {
		rejected, err := rejectedTurn(t, all, number)
		if err != nil {
			return q, c, err
		}
		stated = rejected.Scope
		for _, turn := range all {
			if turn.Sought() == rejected.Sought() && (turn.Rating == workspace.Down || turn.Number == rejected.Number) {
				c.again = append(c.again, turn)
			}
		}
		if q.Question == "" {
			q.Question = rejected.Sought()
		}
	}
	if q.Scope == "" && q.Folder == "" {
		q.Scope = stated
	}
	return q, c, nil
}

// threadMeant returns the thread that a question names, and the number of a turn if it names one. Without a name it returns the asker's
// last thread: in the workspace, or outside of workspaces; one with the stated scope is preferred.
func (s *Service) threadMeant(ctx context.Context, who spar.Principal, q api.Question) (t workspace.Thread, turn int, err error) {
	if !q.Continue {
		ref, turn, err := workspace.ParseTurn(q.Thread)
		if err != nil {
			return t, 0, err
		}
		t, err = s.workspaces.Thread(ctx, who, ref)
		return t, turn, err
	}
	var in workspace.ID
	if q.Workspace != "" {
		ws, err := s.workspaceFor(ctx, who, q.Workspace, workspace.Viewer)
		if err != nil {
			return t, 0, err
		}
		in = ws.ID
	}
	here := func(t workspace.Thread) bool { return t.Workspace == in }
	ok := false
	if stated, err := s.stated(ctx, who, q); err != nil {
		return t, 0, err
	} else if stated != "" {
		t, ok, err = s.workspaces.LastThread(ctx, who, func(t workspace.Thread) bool { return here(t) && t.Scope == stated })
		if err != nil || ok {
			return t, 0, err
		}
	}
	t, ok, err = s.workspaces.LastThread(ctx, who, here)
	if err == nil && !ok {
		if ref := s.askedLastIn(ctx, who); in == 0 && ref != "" {
			return t, 0, spar.Errorf(spar.NotFound, "your last question was asked of the workspace %s: name it to go on there", ref).Try(spar.Remedy{Do: spar.ListThreads})
		}
		err = spar.Errorf(spar.NotFound, "nothing was asked here yet that a question could go on with: ask without a thread first, or begin one").Try(spar.Remedy{Do: spar.ListThreads})
	}
	return t, 0, err
}

// askedLastIn returns the asker's name for the workspace of their last question, or "".
func (s *Service) askedLastIn(ctx context.Context, who spar.Principal) string {
	t, ok, err := s.workspaces.LastThread(ctx, who, func(workspace.Thread) bool { return true })
	if err != nil || !ok || t.Workspace == 0 {
		return ""
	}
	all, err := s.workspaces.List(ctx, who)
	for _, ws := range all {
		if err == nil && ws.ID == t.Workspace {
			return ws.Ref(who)
		}
	}
	return ""
}

// stated returns the scope that a question states, in the form that turns keep.
func (s *Service) stated(ctx context.Context, who spar.Principal, q api.Question) (string, error) {
	sc, _, err := withWords(q.Scope)
	if err != nil || q.Folder == "" {
		return scope.Print(sc), err
	}
	v, err := s.view(ctx, who)
	if err != nil {
		return "", err
	}
	below, err := v.folderScope(q.Folder)
	if err != nil {
		return "", nil // it is no share yet, so nobody asked about it
	}
	return scope.Print(scope.And(spar.Scope{Constraints: below}, sc)), nil
}

// rejectedTurn returns the turn that needs another answer: the one with a number, or the last one that was rated down.
func rejectedTurn(t workspace.Thread, turns []workspace.Turn, number int) (workspace.Turn, error) {
	for _, turn := range slices.Backward(turns) {
		if turn.Number == number || number == 0 && turn.Rating == workspace.Down {
			return turn, nil
		}
	}
	if number > 0 {
		return workspace.Turn{}, spar.Errorf(spar.NotFound, "thread %d has no turn %d; it has %d", t.Number, number, t.Turns)
	}
	return workspace.Turn{}, spar.Errorf(spar.Invalid, "no answer of thread %d was rated down: rate one down first, or name its turn, such as %d/%d", t.Number, t.Number, t.Turns)
}

// asksAgain asks for another answer than the ones rated down, without the passages that those cited.
func (s *Service) asksAgain(ctx context.Context, who spar.Principal, c conversation, r *engine.Request) (*api.Again, error) {
	if len(c.again) == 0 {
		return nil, nil
	}
	again := &engine.Again{}
	for _, t := range c.again {
		for i, cited := range t.Citations {
			if t.Answer != nil && i < len(t.Answer.Citations) {
				cited.Text = t.Answer.Citations[i].Text
			}
			again.Without = append(again.Without, cited)
		}
	}
	v, err := s.view(ctx, who)
	if err != nil {
		return nil, err
	}
	again.Synonyms = v.synonyms(r.Question)
	r.Again = again
	return &api.Again{Turn: c.again[len(c.again)-1].Number, LeftOut: len(again.Without)}, nil
}

// mostSynonyms bounds the names of tags that expand a question.
const mostSynonyms = 6

// synonyms returns the other names of the tags that a question names, among the tags that exist for the asker.
func (v view) synonyms(text string) (list []string) {
	words := " " + strings.Join(chunk.Words(text), " ") + " "
	says := func(name string) bool {
		said := strings.Join(chunk.Words(name), " ")
		return said != "" && strings.Contains(words, " "+said+" ")
	}
	for _, t := range v.TagsFor(v.who) {
		names := append([]string{t.Name}, t.Synonyms...)
		if !slices.ContainsFunc(names, says) {
			continue
		}
		for _, name := range names {
			if !says(name) && len(list) < mostSynonyms && !slices.Contains(list, name) {
				list = append(list, name)
			}
		}
	}
	return list
}

// A keptTurn is a turn that is stored while SPAR answers it.
type keptTurn struct {
	s      *Service
	thread workspace.Thread
	turn   workspace.Turn
}

// begin stores a question before SPAR answers it.
func (s *Service) begin(ctx context.Context, who spar.Principal, c conversation, at where, asked, understood string) (k keptTurn, err error) {
	if s.engine.ReadOnly() {
		return k, nil
	}
	mark, err := s.engine.Mark()
	if err != nil {
		return k, err
	}
	k.s = s
	k.thread, k.turn, err = s.workspaces.Begin(ctx, who, workspace.Beginning{
		Thread: c.thread, In: at.in, Keep: c.keep, At: time.Now().UTC(), Question: asked, Understood: understood, Scope: at.scope, Mark: mark,
	})
	return k, err
}

// end stores an answer, the best so far if somebody stopped the question. It stores neither the names of unread files nor the remedies,
// which hold only for now, and of the notes those that last. It stores no quote unless there is an answer: a thread holds no text of files
// but that of its answers.
func (k keptTurn) end(ctx context.Context, a spar.Answer, told api.Answer, uses []workspace.Use, set workspace.Settings) error {
	if k.s == nil {
		return nil
	}
	t := k.turn
	t.State, t.Ended, t.Citations, t.Coverage = workspace.Done, time.Now().UTC(), a.Citations, a.Coverage.Counts()
	switch {
	case ctx.Err() != nil:
		t.State = workspace.Interrupted
	case a.Refused:
		t.State = workspace.Refused
	}
	told.Coverage, told.Notes, told.Do = t.Coverage, lastingNotes(told.Notes, len(a.Coverage.Unread)), nil
	told.Evidence = addressed(told.Evidence, a.Evidence)
	t.Answer, t.Uses, t.Settings = &told, uses, set
	return k.s.workspaces.End(context.WithoutCancel(ctx), k.thread, t)
}

// fail stores that a question got no answer. It removes a question that could not be asked at all.
func (k keptTurn) fail(ctx context.Context, err error) error {
	if k.s == nil {
		return nil
	}
	ctx = context.WithoutCancel(ctx)
	if code := spar.CodeOf(err); code == spar.Invalid || code == spar.NotFound {
		return k.s.workspaces.Withdraw(ctx, k.thread, k.turn)
	}
	t := k.turn
	t.State, t.Ended = workspace.Interrupted, time.Now().UTC()
	return k.s.workspaces.End(ctx, k.thread, t)
}

// usesOf returns the files that an answer uses, and the files from which the question took words.
func usesOf(a spar.Answer, r engine.Result, drew []workspace.Use) []workspace.Use {
	uses := r.Uses(a)
	for _, u := range drew {
		i := slices.IndexFunc(uses, func(known workspace.Use) bool { return known.File == u.File && known.Segment == u.Segment })
		if i < 0 {
			uses = append(uses, u)
		} else {
			uses[i].Quoted, uses[i].Worded = true, true
		}
	}
	return uses
}

// An understanding is the meaning of a question that rests on earlier ones.
type understanding struct {
	rewritten string          // self-contained; "" if the question stays as typed
	drew      []workspace.Use // files whose words it may contain
	others    []question.Reading
	leans     bool          // the typed words are too few for a question of their own
	goesOn    engine.GoesOn // the version that is asked for; zero: the turns decide
}

// understand makes a question self-contained that rests on earlier ones. A model may rewrite it if there is one, as far as the
// conversation supports its words.
func (s *Service) understand(ctx context.Context, c conversation, q api.Question, r engine.Request) (u understanding) {
	if len(c.again) > 0 && q.Question == c.again[len(c.again)-1].Sought() {
		rejected := c.again[len(c.again)-1]
		if rejected.Understood != "" {
			return understanding{rewritten: rejected.Understood, drew: worded(rejected, false)}
		}
		return u
	}
	turns := c.said
	for _, t := range c.turns {
		turn := question.Turn{Question: mended(t), OfText: t.Answer != nil && t.Answer.Inventory == nil}
		if t.Answer != nil && !t.Answer.Refused {
			for _, b := range t.Answer.Bullets {
				turn.Answer = append(turn.Answer, b.Text)
			}
		}
		turns = append(turns, turn)
	}
	list := s.readings(ctx, q.Question, turns, r)
	self, made := list[0].Text, []int{list[0].Drew}
	if r.Model != nil && (len(list) > 1 || self != q.Question) { // not where the question stands alone
		rewriting, stop := context.WithTimeout(ctx, rewritten) // a slow model must not delay the evidence
		better, of := answer.Rewrite(rewriting, r.Model, q.Question, turns)
		if stop(); better != "" {
			self, made, list = better, of, nil
		}
	}
	if list != nil {
		var beside []string
		beside, u.leans = question.Beside(q.Question, turns)
		for i, text := range beside {
			list = slices.Insert(list, 1+i, question.Reading{Text: text, Drew: -1})
		}
		u.others = slices.DeleteFunc(list[1:], func(o question.Reading) bool {
			return o.Text == self || o.Text == q.Question || utf8.RuneCountInString(o.Text) > engine.MaxQuestion
		})
		u.others = u.others[:min(len(u.others), mostOthers)]
	}
	if list != nil && len(c.again) == 0 {
		var cited []spar.FileID // files of the last answer
		if len(c.turns) > 0 {
			_, cited = citedBy(c.turns[len(c.turns)-1])
		}
		if text, goesOn, use := s.edition(ctx, cited, q.Question, turns, r); text != "" {
			u.rewritten, u.goesOn, u.drew = text, goesOn, append(c.drewFrom(), use)
			return u
		}
		if text, goesOn := s.sibling(ctx, cited, q.Question, turns, r); text != "" && text != self {
			self, made, u.goesOn = text, []int{-1}, goesOn
		}
	}
	if self == q.Question || utf8.RuneCountInString(self) > engine.MaxQuestion {
		return u
	}
	u.rewritten, u.drew = self, c.drewFrom(made...)
	return u
}

// readings lists the ways a question can continue some turns. The first is the one that the files of the request support best.
func (s *Service) readings(ctx context.Context, text string, turns []question.Turn, r engine.Request) []question.Reading {
	list := question.Readings(text, turns)
	if len(list) == 1 {
		return list
	}
	wordings := make([]string, len(list))
	for i, reading := range list {
		wordings[i] = reading.Text
	}
	if best, err := s.engine.Wording(ctx, r, text, wordings); err == nil { // else grammar decides
		list[0], list[best] = list[best], list[0]
	}
	return list
}

// mended returns the question of a turn with its typing errors corrected, so that the next question does not continue an error.
func mended(t workspace.Turn) string {
	text := t.Sought()
	if t.Answer == nil || question.Parse(text).Lang != "en" { // in other languages Corrected has words of the same meaning as well
		return text
	}
	for _, c := range t.Answer.Corrected {
		text = engine.Mended(text, c)
	}
	return text
}

// mostOthers bounds the other wordings to try if the first is refused.
const mostOthers = 6

// drewFrom returns the files whose words a question may contain because it continues the conversation. made lists the turns whose answers
// gave it words.
func (c conversation) drewFrom(made ...int) (drew []workspace.Use) {
	for i, t := range c.turns {
		drew = append(drew, worded(t, slices.Contains(made, i))...)
	}
	return drew
}

// wordings returns the other ways to understand a question of the conversation.
func (c conversation) wordings(asked string, u understanding) (w engine.Wordings) {
	w.Alone, w.Leans = u.rewritten == "", u.leans
	for _, o := range u.others {
		w.Others = append(w.Others, engine.Wording{Text: o.Text, GoesOn: c.goesOn(asked, o.Text)})
	}
	return w
}

// takes sets the meaning of a question to another of its wordings.
func (u *understanding) takes(c conversation, text string) {
	i := slices.IndexFunc(u.others, func(o question.Reading) bool { return o.Text == text })
	u.rewritten, u.drew, u.goesOn = text, c.drewFrom(u.others[i].Drew), engine.GoesOn{}
}

// Bounds of an earlier answer that a program sends.
const (
	mostStatements = 30
	longStatement  = 2000 // bytes
)

// turnsOf returns the last turns that a program has sent, each made self-contained with the turns before it.
func turnsOf(earlier []api.Said) (turns []question.Turn) {
	for _, e := range earlier[max(0, len(earlier)-lastTurns):] {
		if strings.TrimSpace(e.Question) == "" || utf8.RuneCountInString(e.Question) > engine.MaxQuestion {
			continue
		}
		self, _ := question.FollowUp(e.Question, turns)
		t := question.Turn{Question: self}
		for _, text := range e.Answer[:min(len(e.Answer), mostStatements)] {
			if len(text) <= longStatement {
				t.Answer = append(t.Answer, text)
			}
		}
		turns = append(turns, t)
	}
	return turns
}

// worded are the files whose words a question may have that goes on with a turn: those of its wording, and of its answer where words
// of that were taken.
func worded(t workspace.Turn, answer bool) (list []workspace.Use) {
	for _, u := range t.Uses {
		if u.Worded || answer && u.Quoted {
			u.Quoted, u.Worded = true, true
			list = append(list, u)
		}
	}
	return list
}

// rewritten is how long a model may take to say what a question that goes on asks; then it is understood without it.
const rewritten = 20 * time.Second
