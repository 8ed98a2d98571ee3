package engine

import (
	"context"
	"fmt"
	"iter"
	"slices"
	"strings"
	"time"

	"github.com/RoaringBitmap/roaring/v2"
	"github.com/sparsearch/spar/internal/chunk"
	"github.com/sparsearch/spar/internal/order"
	"github.com/sparsearch/spar/internal/read"
	"github.com/sparsearch/spar/internal/retrieve"
	"github.com/sparsearch/spar/internal/spar"
)

// A sought is the words of a question that stand in no name and in nothing that was read, and the look for them in the bytes of files that
// were not read. Bytes take a thousandth of the time of reading.
type sought struct {
	words  []retrieve.Word // that nothing says now
	part   float64         // their part in the content of the question
	asked  []string        // what it looks for in the bytes
	looked *roaring.Bitmap // files whose bytes have nothing of it
	met    *roaring.Bitmap // files that it looked at, also files that only reading can tell
	at     int             // in the line
	over   bool            // all files that can be looked through were; of the others only reading tells

	read, clear, rest int // files that were read; the others, whose bytes have nothing of it; and all others
}

// Bounds of the look after a turn. It may take as long as the reading did.
const (
	seekLeast = time.Second
	seekMost  = 30 * time.Second
	seekFiles = 512 // that are looked up at a time, at first
)

// seek takes the words of a question that stand nowhere yet, and looks for them in the bytes of its unread files, the most promising first.
// Files that have such a word are read before all others.
func (e *questions) seek(ctx context.Context, q Request, s *sought, stats retrieve.Stats, took time.Duration) error {
	s.words, s.part = unsaid(q.Question, stats)
	if len(s.words) == 0 {
		return nil
	}
	snapshot, selection, err := e.sel(ctx, q.Selection)
	if err != nil {
		return err
	}
	states := snapshot.ByState(roaring.Or(selection.Known, selection.Unknown))
	unread := states[spar.Unread]
	if unread == nil {
		unread = roaring.New()
	}
	s.read, s.clear, s.rest = 0, 0, int(unread.GetCardinality())
	for state, files := range states {
		if state.Searchable() {
			s.read += int(files.GetCardinality())
		}
	}
	in := q.purse.line
	asked, ok := inBytes(s.words, chunk.Language(q.Question))
	if s.over = !ok; in == nil || !ok {
		return nil
	}
	if s.looked == nil || slices.ContainsFunc(asked, func(w string) bool { return !slices.Contains(s.asked, w) }) {
		s.asked, s.looked, s.met, s.at = asked, roaring.New(), roaring.New(), 0
	}
	reaches, err := e.reaches(ctx)
	if err != nil {
		return err
	}
	q.computing.end()
	selected := Selection{Who: q.Who, Budget: order.Of(min(max(took, seekLeast), seekMost))}.begun()
	if !q.until.IsZero() && q.until.Before(selected.until) {
		selected.until = q.until
	}
	looking, stop := selected.reading(ctx)
	defer stop()
	for size := seekFiles; looking.Err() == nil; size *= 2 {
		var files []spar.File
		for ; len(files) < size; s.at++ {
			id, ok := in.place(s.at)
			if !ok {
				break
			}
			if !unread.Contains(uint32(id)) || s.met.Contains(uint32(id)) {
				continue
			}
			// What a share with rates may still be asked for belongs to the reading.
			if f, ok := snapshot.File(id); ok && f.Container == 0 && !reaches[f.Share].settings.Limits.Rated() {
				files = append(files, f)
			}
		}
		if len(files) == 0 {
			s.over = true
			break
		}
		has := map[spar.FileID]bool{}
		err := through(ctx, &e.texts, selected, pass[read.Sought]{
			files: files, most: seekOfFile,
			read: func(ctx context.Context, r *read.Reader, jobs iter.Seq[read.Job]) iter.Seq2[read.Sought, error] {
				return r.Seek(ctx, jobs, s.asked)
			},
			each: func(f read.Sought) (spar.Finding, bool, error) {
				if s.met.Add(uint32(f.File)); f.Has {
					has[f.File] = true
				} else if f.Looked {
					s.looked.Add(uint32(f.File))
				}
				return spar.Finding{}, false, nil
			},
		})
		if err != nil {
			return err
		}
		var found []spar.FileID
		for _, f := range files {
			if has[f.ID] {
				found = append(found, f.ID)
			}
		}
		in.bring(found)
		if looking.Err() != nil {
			s.again(in, files[0].ID) // files that the time was too short for
		}
	}
	s.clear = int(roaring.And(unread, s.looked).GetCardinality())
	s.rest -= s.clear
	return nil
}

// seekOfFile is how much of a file counts for the rate of its share.
const seekOfFile = 8 << 20

// again goes back to a file of the line.
func (s *sought) again(in *line, id spar.FileID) {
	for s.at > 0 {
		if s.at--; in.given[s.at] == id {
			return
		}
	}
}

// inBytes returns the strings to look for in the bytes of a text instead of words, however these end. It returns false if bytes cannot tell
// one of the words.
func inBytes(words []retrieve.Word, lang string) (list []string, ok bool) {
	for _, w := range words {
		start := beginning(w.Text, lang)
		figures := 0
		for i := range len(w.Text) {
			switch c := w.Text[i]; {
			case c >= 0x80: // its bytes differ by encoding
				return nil, false
			case '0' <= c && c <= '9':
				figures++
			}
		}
		if len(start) < 3 || figures == len(w.Text) && figures > 3 { // 1,000 may be 1000
			return nil, false
		}
		list = append(list, start)
	}
	return list, true
}

// beginning returns the part of a word that stays the same however the word ends, by the stemmers of a language and of English.
func beginning(word, lang string) string {
	var a chunk.Analyzer
	start := word
	for _, l := range []string{lang, "en"} {
		stem := a.Stem(word, l)
		n := 0
		for n < min(len(stem), len(start)) && stem[n] == start[n] {
			n++
		}
		start = start[:n]
	}
	return strings.TrimRight(start, "iy") // "studi" is the stem of study, too
}

// chance is the chance that the words stand in a file that nobody read or looked through, as if the order of files told nothing of them. If
// none of n files has a word, one of m others has it with a chance of m in n + m + 1 (the rule of succession). It is 0 if all words stand
// somewhere.
func (s *sought) chance() float64 {
	if len(s.words) == 0 {
		return 0
	}
	return float64(s.rest) / float64(s.read+s.clear+s.rest+1)
}

// A refusal ends the reading only where much is left to be read.
const vainFiles = 1000

// inVain reports whether reading on would hardly bring an answer. It would not if the question names something that stands neither in the
// files read nor in the bytes of the others, or if such words make up half of the question.
func (s *progressing) inVain(a spar.Answer, r Result) bool {
	if s.until == 0 || !a.Refused || len(s.sought.words) == 0 || r.Coverage.Waiting < vainFiles || s.turns < 2 {
		return false
	}
	if s.sought.chance() > 1-s.until && !(s.sought.over && r.Coverage.Better != nil && *r.Coverage.Better <= 1-s.until) {
		return false
	}
	for _, w := range s.sought.words {
		if slices.ContainsFunc(a.Missing, func(name string) bool { return slices.Contains(chunk.Words(name), w.Text) }) {
			return true
		}
	}
	return s.sought.part >= .5
}

// tells reports whether the words alone call for more reading. Once all files whose bytes can be looked through were looked through, the
// chance of something better decides. It is the higher, the less of the question was found.
func (s *sought) tells(until float64) bool { return !s.over && s.chance() > 1-until }

// note says where the words of a question that stand nowhere were looked for; "" where nobody looked.
func (s *sought) note(r Result, text string) string {
	left, _ := unsaid(text, r.Stats)
	if s.clear == 0 || len(left) == 0 || len(s.words) == 0 || r.Coverage.Waiting == 0 {
		return ""
	}
	var quoted []string
	for _, w := range left {
		quoted = append(quoted, fmt.Sprintf("%q", w.Text))
	}
	return fmt.Sprintf("%s: in no name, in none of the files that were read, and in none of %d others whose bytes were looked through", strings.Join(quoted, " and "), s.clear)
}
