package spar

import (
	"context"
	"iter"
	"time"

	"github.com/sparsearch/spar/internal/api"
	words "github.com/sparsearch/spar/internal/spar"
)

// A Selection is how many files a query selects, before anything is read of them.
type Selection struct {
	Query     string // as it was understood
	Files     int
	States    map[string]int // files by state: "ok", "unread", "empty" and others
	Undecided int            // of the files, the ones that must be read to tell
	Notes     []string       // such as an attribute that no file has
}

// Select says what a query selects, such as "share:docs tag:policy modified:>2024-01-01"; "" selects every file that the asker may read.
func (x *Index) Select(ctx context.Context, who Principal, query string) (Selection, error) {
	understood, err := x.s.PrintScope(ctx, who.who, query)
	if err != nil {
		return Selection{}, err
	}
	count, err := x.s.Count(ctx, who.who, api.Listing{Scope: query})
	if err != nil {
		return Selection{}, err
	}
	out := Selection{Query: understood.Text, States: map[string]int{}, Undecided: count.Undecided, Notes: count.Notes}
	for state, n := range count.States {
		out.States[string(state)] = n
		out.Files += n
	}
	return out, nil
}

// A Question is what [Index.Ask] and [Index.Search] take.
type Question struct {
	Text   string
	In     string // a query: only the files that it selects are asked
	Folder string // only the files below it; one that lies in no share becomes one
	Limit  int    // passages to answer from, or to find; 0: ten
	Budget string // of the reading, such as "files=200,seconds=10"; "": that of the settings

	Extract bool   // answer with sentences of the files even where the settings name a language model
	Thread  string // go on with a conversation: Answer.Thread of an earlier question, or "new"

	Interim func(Answer) // is told of better answers while files are still read; nil: of none
}

func (q Question) asked() api.Question {
	out := api.Question{Question: q.Text, Scope: q.In, Folder: q.Folder, Budget: q.Budget, Extract: q.Extract, Thread: q.Thread}
	if q.Limit != 0 {
		out.Count = &q.Limit
	}
	return out
}

// An Answer is what the files say to a question.
type Answer struct {
	Statements []Statement
	Citations  []Citation // what the statements rest on
	Evidence   []Evidence // passages that were found, the best first; of refusals too
	Refused    bool       // the files do not say it

	Confidence float64 // the chance that the statements are right, from 0 to 1
	Leads      bool    // the statements stand in front; else show the evidence first

	Rewritten string // the question that was answered, where it rests on earlier ones
	Thread    string // the conversation that it is kept in
	Model     string // that wrote it; "": the statements are sentences of the files
	Notes     []string
	Coverage  Coverage
}

// A Statement is a sentence of an answer.
type Statement struct {
	Text      string
	Citations []int // their numbers N
}

// A Citation is a passage of a file that statements rest on.
type Citation struct {
	N           int
	Share, Path string
	Place       string // as a person says it, such as "page 3"
	Address     string // what [Index.Read] takes
	Text        string
}

// Evidence is a passage that was found, with what belongs to it in its file.
type Evidence struct {
	Share, Path string
	Place       string
	Address     string
	Text        string
	Marks       [][2]int // bytes of Text, from and to: what answers
}

// Coverage says how many files a result rests on. Read, Waiting and Unreadable add up to InScope.
type Coverage struct {
	InScope, Read, Waiting, Unreadable int
}

// Ask answers a question. It reads what it needs and was not read before, so that a first question over a share may take
// seconds; a share that was never scanned is scanned first where the asker may. A refusal is an answer, not an error.
func (x *Index) Ask(ctx context.Context, who Principal, q Question) (Answer, error) {
	if err := x.prepare(ctx, who, q); err != nil {
		return Answer{}, err
	}
	var last Answer
	for e, err := range x.s.Ask(ctx, who.who, q.asked()) {
		if err != nil {
			return Answer{}, err
		}
		if e.Answer == nil {
			continue
		}
		if last, err = answerOf(*e.Answer); err != nil {
			return Answer{}, err
		}
		if e.Stage == api.StageInterim && q.Interim != nil {
			q.Interim(last)
		}
	}
	return last, nil
}

func (x *Index) prepare(ctx context.Context, who Principal, q Question) error {
	for _, err := range x.s.Prepare(ctx, who.who, q.asked()) {
		if err != nil {
			return err
		}
	}
	return nil
}

func answerOf(a api.Answer) (Answer, error) {
	out := Answer{
		Refused: a.Refused, Confidence: a.Confidence, Leads: a.Leads(), Rewritten: a.Rewritten, Thread: a.Thread,
		Model: a.Model, Notes: a.Notes, Coverage: coverageOf(a.Coverage),
	}
	for _, b := range a.Bullets {
		out.Statements = append(out.Statements, Statement{b.Text, b.Citations})
	}
	for _, c := range a.Citations {
		path, err := c.Path.Raw()
		if err != nil {
			return out, err
		}
		out.Citations = append(out.Citations, Citation{c.N, c.Share, path, c.Locator.Words(), c.Open, c.Text})
	}
	for _, e := range a.Evidence {
		path, err := e.Path.Raw()
		if err != nil {
			return out, err
		}
		passage := Evidence{Share: e.Share, Path: path, Place: e.Locator.Words(), Address: e.Open, Text: e.Text}
		for _, m := range e.Marks {
			passage.Marks = append(passage.Marks, [2]int{int(m.Start), int(m.End)})
		}
		out.Evidence = append(out.Evidence, passage)
	}
	return out, nil
}

func coverageOf(c words.Coverage) Coverage {
	return Coverage{c.InScope, c.Read, c.Waiting, c.Unreadable}
}

// Found is what a search found.
type Found struct {
	Hits     []Hit // the best first
	Notes    []string
	Coverage Coverage
}

// A Hit is a passage that was found.
type Hit struct {
	Share, Path string
	Place       string // as a person says it, such as "page 3"
	Address     string // what [Index.Read] takes
	Score       float64
	Text        string
}

// Search finds passages for a question, and makes no answer of them. It reads and scans as [Index.Ask] does.
func (x *Index) Search(ctx context.Context, who Principal, q Question) (out Found, err error) {
	if err := x.prepare(ctx, who, q); err != nil {
		return out, err
	}
	for e, err := range x.s.Search(ctx, who.who, q.asked()) {
		if err != nil {
			return out, err
		}
		if e.Stage != api.StageFinal {
			continue
		}
		out.Notes = e.Notes
		if e.Coverage != nil {
			out.Coverage = coverageOf(*e.Coverage)
		}
		for _, h := range e.Hits {
			path, err := h.Path.Raw()
			if err != nil {
				return out, err
			}
			out.Hits = append(out.Hits, Hit{h.Share, path, h.Locator.Words(), h.Open, h.Score, h.Text})
		}
	}
	return out, nil
}

// A Place is what an address names, in its surroundings: texts in reading order.
type Place struct {
	Share, Path string
	Place       string // as a person says it, such as "page 3"
	Before      []string
	Text        []string
	After       []string
}

// Read gives the place that an address names: of a citation or a hit, or "docs:hr/leave.pdf#page=3". A file is read if it was not.
func (x *Index) Read(ctx context.Context, who Principal, address string) (Place, error) {
	p, err := x.s.Open(ctx, who.who, address, "")
	if err != nil {
		return Place{}, err
	}
	path, err := p.Path.Raw()
	return Place{p.Share, path, p.Locator.Words(), p.Before, p.Text, p.After}, err
}

// A Listing says which files to list.
type Listing struct {
	In         string // a query
	Unreadable bool   // only files that cannot be searched, or not wholly
	Sort       string // "path", which "" means, "name", "size", "modified", "type" or "state"; with a minus in front backwards
	Limit      int    // 0: all
}

// A File is one file that the asker may know of.
type File struct {
	Share, Path string
	Size        int64
	Modified    time.Time
	Format      string
	State       string // "ok", "unread" or another
	Reason      string // why it cannot be searched
	Undecided   bool   // only reading can tell whether the query selects it
}

// Files lists files. The sequence ends with its first error.
func (x *Index) Files(ctx context.Context, who Principal, l Listing) iter.Seq2[File, error] {
	return func(yield func(File, error) bool) {
		for f, err := range x.s.Files(ctx, who.who, api.Listing{Scope: l.In, Skipped: l.Unreadable, Sort: l.Sort, Limit: l.Limit}) {
			var path string
			if err == nil {
				path, err = f.Path.Raw()
			}
			if err != nil {
				yield(File{}, err)
				return
			}
			if !yield(File{f.Share, path, f.Size, f.Modified, f.Format, f.State, f.Reason, f.Undecided}, nil) {
				return
			}
		}
	}
}
