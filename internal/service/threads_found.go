package service

import (
	"cmp"
	"context"
	"slices"
	"strings"
	"sync"
	"unicode/utf8"

	"github.com/sparsearch/spar/internal/api"
	"github.com/sparsearch/spar/internal/spar"
	"github.com/sparsearch/spar/internal/workspace"
)

// foundAround is how many bytes of an answer are shown before and behind a word that was looked for.
const foundAround = 70

// Threads lists the asker's conversations, the latest first; an asker who may see everything gets everybody's. With find it lists only
// conversations that have each of its words in their title, their workspace, a question or an answer. Questions are searched in one's own
// conversations, and an answer wherever the asker may read all files that it rests on.
func (s *Service) Threads(ctx context.Context, who spar.Principal, find string) ([]api.Thread, error) {
	if err := must(who, spar.CanRead); err != nil {
		return nil, err
	}
	if err := s.expire(ctx); err != nil {
		return nil, err
	}
	all, err := s.workspaces.Threads(ctx, who)
	if err != nil {
		return nil, err
	}
	called := calling()
	told := make([]api.Thread, len(all))
	for i, t := range all {
		told[i] = threadOf(who, t, called)
		if !mine(who, t) {
			if told[i].Title, err = s.title(ctx, who, t); err != nil {
				return nil, err
			}
		}
	}
	words := strings.Fields(strings.ToLower(find))
	if len(words) == 0 {
		return told, nil
	}
	return s.found(ctx, who, all, told, words)
}

// found returns the conversations that have all words, which are in lower case, and sets Found of each where its title lacks some.
func (s *Service) found(ctx context.Context, who spar.Principal, all []workspace.Thread, told []api.Thread, words []string) ([]api.Thread, error) {
	talks, err := s.talks.of(ctx, s.workspaces, words)
	if err != nil {
		return nil, err
	}
	// An answer counts only if it is needed and may be shown, which is looked up once for all.
	left := make([][]string, len(all))
	var doubtful []workspace.Turn
	asked := map[int64]int{} // number of a turn to its place in doubtful
	for i, t := range all {
		shown := strings.ToLower(told[i].Title + "\n" + told[i].Workspace)
		left[i] = slices.DeleteFunc(slices.Clone(words), func(w string) bool { return strings.Contains(shown, w) })
		for _, of := range talks[t.ID] {
			if len(left[i]) > 0 && (mine(who, t) || restsOnKnown(of.Turn)) && hasAny(of.answer, left[i]) {
				asked[of.ID] = len(doubtful)
				doubtful = append(doubtful, of.Turn)
			}
		}
	}
	may, err := s.mayShow(ctx, who, doubtful)
	if err != nil {
		return nil, err
	}
	list := []api.Thread{}
	for i, t := range all {
		var texts, lower []string
		for _, of := range talks[t.ID] {
			if mine(who, t) {
				texts, lower = append(texts, of.Question), append(lower, of.question)
			}
		}
		for _, of := range talks[t.ID] {
			if n, is := asked[of.ID]; is && may[n] {
				texts, lower = append(texts, of.said), append(lower, of.answer)
			}
		}
		if found, ok := foundIn(texts, lower, left[i]); ok {
			told[i].Found = found
			list = append(list, told[i])
		}
	}
	return list, nil
}

// foundIn reports whether some texts, which are also there in lower case, have all words together. It returns what the first text has
// around a word, unless another has all.
func foundIn(texts, lower, words []string) (found string, ok bool) {
	if len(words) == 0 {
		return "", true
	}
	joined := strings.Join(lower, "\n")
	if slices.ContainsFunc(words, func(w string) bool { return !strings.Contains(joined, w) }) {
		return "", false
	}
	best := -1
	for i, text := range lower {
		lacks := slices.ContainsFunc(words, func(w string) bool { return !strings.Contains(text, w) })
		if !lacks {
			best = i
			break
		}
		if best < 0 && hasAny(text, words) {
			best = i
		}
	}
	if best < 0 { // a word with a line break
		return "", true
	}
	return around(texts[best], lower[best], words), true
}

func hasAny(text string, words []string) bool {
	return slices.ContainsFunc(words, func(w string) bool { return strings.Contains(text, w) })
}

// around cuts out of a long text what stands around the first of some words.
func around(text, lower string, words []string) string {
	at := len(lower)
	for _, w := range words {
		if i := strings.Index(lower, w); i >= 0 {
			at = min(at, i)
		}
	}
	if len(text) <= 3*foundAround || len(text) != len(lower) { // in lower case some letters are longer
		at = 0
	}
	from, to := max(0, at-foundAround), min(len(text), at+2*foundAround)
	for from > 0 && from < len(text) && !utf8.RuneStart(text[from]) {
		from++
	}
	for to < len(text) && !utf8.RuneStart(text[to]) {
		to++
	}
	cut := strings.Join(strings.Fields(text[from:to]), " ")
	if from > 0 {
		cut = "… " + cut
	}
	if to < len(text) {
		cut += " …"
	}
	return cut
}

// A talk is a turn without its answer, with the words of both, also in lower case. It has the versions of files that its answer rests on.
type talk struct {
	workspace.Turn
	version      workspace.Version
	question     string
	said, answer string
}

// size is about how many bytes of memory the words of a talk take.
func (t *talk) size() int { return 2 * (len(t.Question) + len(t.said)) }

// mostKept bounds the memory of talks. What does not fit is read anew for each search.
const mostKept = 256 << 20

// talks keeps the words of conversations, whoever has them. What of them somebody may see is asked anew each time.
type talks struct {
	mu   sync.Mutex
	kept map[int64]*talk
	size int // of all kept
	most int // bytes; 0: mostKept
}

// of returns the turns of each conversation; of those that it does not keep, only the ones that have a word. It reads what is new, changed
// or not kept.
func (k *talks) of(ctx context.Context, w *workspace.Workspaces, words []string) (map[int64][]*talk, error) {
	k.mu.Lock()
	defer k.mu.Unlock()
	if k.kept == nil {
		k.kept = map[int64]*talk{}
	}
	passing := map[int64]*talk{}
	list, err := w.Spoken(ctx, func(id int64) workspace.Version {
		if t, ok := k.kept[id]; ok {
			return t.version
		}
		return workspace.Version{Ended: -1}
	}, func(s workspace.Spoken, t workspace.Turn) {
		k.drop(s.ID)
		of := talkOf(s.Version, t)
		if k.size+of.size() <= cmp.Or(k.most, mostKept) {
			k.kept[s.ID], k.size = of, k.size+of.size()
		} else if hasAny(of.question, words) || hasAny(of.answer, words) {
			passing[s.ID] = of
		}
	})
	if err != nil {
		return nil, err
	}
	by, there := map[int64][]*talk{}, make(map[int64]bool, len(list))
	for _, s := range list {
		if of := cmp.Or(k.kept[s.ID], passing[s.ID]); of != nil {
			by[s.Thread] = append(by[s.Thread], of)
		}
		there[s.ID] = true
	}
	for id := range k.kept {
		if !there[id] {
			k.drop(id)
		}
	}
	return by, nil
}

func (k *talks) drop(id int64) {
	if t, ok := k.kept[id]; ok {
		k.size -= t.size()
		delete(k.kept, id)
	}
}

func talkOf(v workspace.Version, t workspace.Turn) *talk {
	of := &talk{version: v, question: strings.ToLower(t.Question)}
	if a := t.Answer; a != nil {
		if !a.Refused {
			of.said = saidBy(a)
			of.answer = strings.ToLower(of.said)
		}
		t.Answer = &api.Answer{Inventory: a.Inventory}
	}
	of.Turn = t
	return of
}

// saidBy returns what an answer says: its text, its statements and what was computed.
func saidBy(a *api.Answer) string {
	parts := []string{a.Answer}
	for _, b := range a.Bullets {
		if !strings.Contains(a.Answer, b.Text) {
			parts = append(parts, b.Text)
		}
	}
	if a.Computed != nil {
		for _, v := range a.Computed.Answers {
			if !strings.Contains(a.Answer, v) {
				parts = append(parts, v)
			}
		}
	}
	return strings.Join(parts, "\n")
}
