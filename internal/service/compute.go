package service

import (
	"context"
	"slices"
	"strings"
	"sync"

	"github.com/sparsearch/spar/internal/api"
	"github.com/sparsearch/spar/internal/embed"
	"github.com/sparsearch/spar/internal/extract"
	"github.com/sparsearch/spar/internal/llm"
	"github.com/sparsearch/spar/internal/spar"
	"github.com/sparsearch/spar/internal/table"
)

// planner plans questions over tables. It reads its weights once, and the light encoder when a question has a word that nothing explains.
var planner = sync.OnceValue(func() *table.Planner {
	return table.NewPlanner(nil).WithMeaning(func() (table.Encoder, error) { return embed.BuiltInLight(embed.Options{Threads: 1}) })
})

// A LocalTable is a file of this machine outside all shares; the caller reads it with the rights of its user.
type LocalTable struct {
	Path string
	Size int64                          // in bytes
	Doc  func() (*spar.Document, error) // reads it whole

	// Rows reads it from its beginning and holds nothing, as often as it is called: the cells of some columns, counted from 0, or of
	// all for nil.
	Rows func(columns []int, emit func(spar.Block) error) error
}

// Table computes over the tables of files. It plans the question and runs the plan, or runs a given plan. The files belong to shares;
// local ones come in addition.
func (s *Service) Table(ctx context.Context, who spar.Principal, q api.TableQuestion, local ...LocalTable) (api.TableAnswer, error) {
	if err := must(who, spar.CanRead); err != nil {
		return api.TableAnswer{}, err
	}
	if err := checkTable(q, local); err != nil {
		return api.TableAnswer{}, err
	}
	if q.Plan != "" && len(q.Files) == 0 && len(local) == 0 {
		var err error
		if q.Files, err = PlanFiles(q.Plan); err != nil {
			return api.TableAnswer{}, err
		}
	}
	places, err := s.places(ctx, who, q)
	if err != nil {
		return api.TableAnswer{}, err
	}
	rest, err := localPlaces(local)
	if err != nil {
		return api.TableAnswer{}, err
	}
	model, err := s.model()
	if err != nil {
		model = nil // doctor says why
	}
	set, err := s.settings()
	if err != nil {
		return api.TableAnswer{}, err
	}
	return compute(ctx, composing(set.Role, model), q, append(places, rest...))
}

// LocalTables is Table over local files alone; model may write plans if its role is to write, and may be nil.
func LocalTables(ctx context.Context, role Role, model *llm.Client, q api.TableQuestion, local ...LocalTable) (api.TableAnswer, error) {
	if err := checkTable(q, local); err != nil {
		return api.TableAnswer{}, err
	}
	list, err := localPlaces(local)
	if err != nil {
		return api.TableAnswer{}, err
	}
	return compute(ctx, composing(role, model), q, list)
}

func checkTable(q api.TableQuestion, local []LocalTable) error {
	switch {
	case q.Plan == "" && strings.TrimSpace(q.Question) == "":
		return spar.Errorf(spar.Invalid, "there is neither a question nor a plan")
	case q.Plan == "" && len(q.Files) == 0 && len(local) == 0:
		return spar.Errorf(spar.Invalid, "the question names no file; name those whose tables are asked")
	}
	return nil
}

// A tablePlace is a table with its place.
type tablePlace struct {
	*table.Table
	share, path string
	sheets      func() []string // of its file; nil where it has none
}

// PlanFiles returns the names of the files whose tables a plan names.
func PlanFiles(text string) ([]string, error) {
	p, err := table.Parse(text)
	if err != nil {
		return nil, err
	}
	var files []string
	for _, name := range p.From {
		if file := fileOfTable(name); !slices.Contains(files, file) {
			files = append(files, file)
		}
	}
	return files, nil
}

// fileOfTable removes the place within the file from the name of a table.
func fileOfTable(name string) string {
	if i := strings.LastIndexByte(name, '#'); i >= 0 {
		if _, err := spar.ParseLocator(name[i+1:]); err == nil {
			return name[:i]
		}
	}
	return name
}

// places returns the tables of the files in shares that a question is about.
func (s *Service) places(ctx context.Context, who spar.Principal, q api.TableQuestion) ([]tablePlace, error) {
	if len(q.Files) == 0 {
		return nil, nil
	}
	v, err := s.view(ctx, who)
	if err != nil {
		return nil, err
	}
	var list []tablePlace
	for _, name := range q.Files {
		_, f, err := s.file(ctx, v, name)
		if err != nil {
			return nil, err
		}
		tables, err := s.tablesOf(ctx, who, f)
		if err != nil {
			return nil, err
		}
		list = append(list, tables...)
	}
	return list, nil
}

// heldWhole is the size in bytes of the largest file of rows that stays in memory. SPAR reads a larger one row by row.
const heldWhole = 4 << 20

// StreamedTable reports whether each plan reads the table of a file row by row, without holding it.
func StreamedTable(name string, size int64) bool {
	return size > heldWhole && (lone(name) || extract.ByExtension(name) == "xlsx")
}

// lone reports whether a file has one table, by its name.
func lone(name string) bool { return extract.ByExtension(name) == "csv" }

// tablesThere returns the tables of a file by its name; none if the file is gone.
func (s *Service) tablesThere(ctx context.Context, who spar.Principal, named func(share, path string) (spar.File, bool), share, path string) ([]tablePlace, error) {
	f, ok := named(share, path)
	if !ok {
		return nil, nil
	}
	list, err := s.tablesOf(ctx, who, f)
	if spar.CodeOf(err) == spar.NotFound {
		return nil, nil
	}
	return list, err
}

// tablesOf returns the tables of a file in a share: from the stored text or, for a large file of rows, from the file itself.
func (s *Service) tablesOf(ctx context.Context, who spar.Principal, f spar.File) ([]tablePlace, error) {
	rows := func(columns []int, emit func(spar.Block) error) error {
		return Wholly(s.engine.Rows(ctx, who, f.Share, f.Path, columns, emit))
	}
	if StreamedTable(f.Path, f.Size) {
		if t, err := table.Streamed(f.Share+":"+f.Path, lone(f.Path), rows); err != nil || t != nil {
			return []tablePlace{{t, f.Share, f.Path, s.sheetsOf(ctx, who, f)}}, err
		}
	}
	doc, err := s.engine.Tables(ctx, who, f.Share, f.Path)
	if err != nil {
		return nil, err
	}
	list, err := wholeOr(doc, f.Share, f.Path, rows)
	for i := range list {
		list[i].sheets = s.sheetsOf(ctx, who, f)
	}
	return list, err
}

// sheetsOf returns a function that returns the names of the sheets of a workbook; nil for other files.
func (s *Service) sheetsOf(ctx context.Context, who spar.Principal, f spar.File) func() []string {
	if !slices.Contains([]string{"xlsx", "xls", "xlsb", "ods"}, extract.ByExtension(f.Path)) {
		return nil
	}
	return func() []string {
		names, err := s.engine.Sheets(ctx, who, f.Share, f.Path)
		if err != nil {
			return nil
		}
		return names
	}
}

// wholeOr returns the tables of a document. If the document is only a part of a file with one table, that table is read row by row.
func wholeOr(doc *spar.Document, share, path string, rows func([]int, func(spar.Block) error) error) ([]tablePlace, error) {
	list := placesOf(doc, share, path)
	if doc.State != spar.Partial || len(list) != 1 {
		return list, nil
	}
	t, err := table.Streamed(list[0].Name, false, rows)
	if err != nil || t == nil {
		return list, err
	}
	return []tablePlace{{t, share, path, nil}}, nil
}

// Wholly turns the incomplete end of a streamed document into an error.
func Wholly(doc *spar.Document, err error) error {
	switch {
	case err != nil || doc.State == spar.OK || doc.State == spar.NoText:
		return err
	case doc.State == spar.Partial:
		return &table.Partly{Reason: doc.Reason}
	}
	return spar.Errorf(spar.Invalid, "its rows cannot be read (%s): %s", doc.State, spar.Phrase(doc.Reason))
}

func localPlaces(local []LocalTable) (list []tablePlace, err error) {
	for _, l := range local {
		if l.Size > 0 && StreamedTable(l.Path, l.Size) {
			t, err := table.Streamed(l.Path, lone(l.Path), l.Rows)
			if err != nil {
				return nil, err
			}
			if t != nil {
				list = append(list, tablePlace{t, "", l.Path, nil})
				continue
			}
		}
		doc, err := l.Doc()
		if err != nil {
			return nil, err
		}
		places, err := wholeOr(doc, "", l.Path, l.Rows)
		if err != nil {
			return nil, err
		}
		if names := sheetsIn(func(yield func(spar.Locator) bool) {
			for _, b := range doc.Blocks {
				if !yield(b.Locator) {
					return
				}
			}
		}); len(names) > 0 {
			for i := range places {
				places[i].sheets = func() []string { return names }
			}
		}
		list = append(list, places...)
	}
	return list, nil
}

func placesOf(doc *spar.Document, share, path string) (list []tablePlace) {
	file := path
	if share != "" {
		file = share + ":" + path
	}
	for _, t := range table.Of(doc, func(at spar.Locator, of int) string {
		if of == 1 {
			return file
		}
		return file + "#" + spar.Locator{Page: at.Page, Sheet: at.Sheet, Table: at.Table}.String()
	}) {
		list = append(list, tablePlace{t, share, path, nil})
	}
	return list
}

func emptyAnswer(q api.TableQuestion) api.TableAnswer {
	return api.TableAnswer{
		Schema: api.TableAnswerSchema, Question: q.Question, Answers: []string{}, Tables: []api.TablePlace{}, LeftOut: []api.LeftOut{}, Cells: []api.CitedCell{},
	}
}

// compute plans and runs. If the planner refuses, a model may write the plan, if model returns one; nil for none.
func compute(ctx context.Context, model func(context.Context) planWriter, q api.TableQuestion, places []tablePlace) (api.TableAnswer, error) {
	out := emptyAnswer(q)
	if len(places) == 0 {
		return out, spar.Errorf(spar.Invalid, "there is no table with rows in the files that were named")
	}
	if q.Plan != "" {
		p, err := table.Parse(q.Plan)
		if err != nil {
			return out, err
		}
		out.Confidence = 1
		return run(ctx, out, p, places)
	}
	if out, ok, err := aboutTables(ctx, q, places); ok || err != nil {
		return out, err
	}
	over := foundTables{places: places}
	over.groups, over.words = families(q.Question, places)
	readings, err := planner().Plan(ctx, over.words, over.tables())
	if err != nil {
		return out, err
	}
	for i := range readings {
		readings[i].Plan = over.groups[readings[i].Table].all(readings[i].Plan)
	}
	out, err = planned(ctx, q, readings, places)
	if err != nil || !out.Refused || model == nil {
		return out, err
	}
	writer := model(ctx)
	if writer == nil {
		return out, nil
	}
	return byModel(ctx, writer, q, over, readings, out)
}

// planned runs the first of ranked readings, and adds the results of others.
func planned(ctx context.Context, q api.TableQuestion, readings []table.Candidate, places []tablePlace) (api.TableAnswer, error) {
	out := emptyAnswer(q)
	unsure := table.Unsure(readings)
	if len(readings) == 0 || readings[0].Result.Refused != "" || unsure != "" && table.Guessed(readings) {
		out.Refused, out.Reason = true, unsure // no reading is worth the computation
		if len(readings) > 0 && readings[0].Result.Refused != "" && readings[0].Doubt == unsure {
			out.Plan = readings[0].Plan.String()
		}
		return out, nil
	}
	plans := make([]table.Plan, len(table.Shown(readings)))
	for i := range plans {
		plans[i] = readings[i].Plan
	}
	list, err := runAll(ctx, out, plans, places)
	if err != nil {
		return out, err
	}
	for i, answer := range list {
		r := readings[i]
		if i > 0 {
			if !answer.Refused && !slices.Equal(answer.Answers, out.Answers) && (unsure == "" || r.Lacks == "") { // a result of another form than asked is no reading
				out.Alternatives = append(out.Alternatives, otherAnswer(answer, rounded(r.Share)))
			}
			continue
		}
		out, out.Confidence = answer, rounded(r.Share)
		for _, t := range r.Taken {
			out.Notes = append(out.Notes, t.String())
		}
	}
	if !out.Refused && unsure != "" {
		out.Refused, out.Reason = true, unsure
		if readings[0].Lacks == "" {
			out.Alternatives = append([]api.OtherAnswer{otherAnswer(out, out.Confidence)}, out.Alternatives...)
		}
		out.Answers, out.Beside, out.Value, out.Columns, out.Rows = []string{}, nil, nil, nil, nil
	}
	return out, nil
}

func rounded(share float64) float64 { return float64(int(share*1000+0.5)) / 1000 }

// otherAnswer returns the result of another reading, with a part of its values and their number.
func otherAnswer(t api.TableAnswer, confidence float64) api.OtherAnswer {
	out := api.OtherAnswer{Plan: t.Plan, Answers: append([]string{}, t.Answers[:min(len(t.Answers), shownAnswers)]...), Unit: t.Unit, Confidence: confidence}
	out.Beside = t.Beside[:min(len(t.Beside), shownAnswers)]
	if len(t.Answers) > shownAnswers {
		out.Of = len(t.Answers)
	}
	return out
}
