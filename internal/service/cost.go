package service

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"time"

	"github.com/RoaringBitmap/roaring/v2"
	"github.com/sparsearch/spar/internal/api"
	"github.com/sparsearch/spar/internal/engine"
	"github.com/sparsearch/spar/internal/retrieve"
	"github.com/sparsearch/spar/internal/spar"
	"github.com/sparsearch/spar/internal/workspace"
)

const (
	costSample    = 50
	costQuestions = 20

	// Of a graph such as HNSW with 32 neighbours and 200 candidates at construction: comparisons for a vector that is inserted (about
	// fifteen for each candidate that is kept), and bytes of its links.
	graphCompared = 3000
	graphBytes    = 2 * 32 * 4
	floatBytes    = 4
	// storedBytes is what this program keeps of a number of a vector: a byte and a float16.
	storedBytes = 3
)

// Cost measures the quantities of section 4 of the paper on files that the asker may read, and puts them into its formulas. It reads a
// sample of the files for this, the unread ones first.
func (s *Service) Cost(ctx context.Context, who spar.Principal, r api.CostRequest) (api.Cost, error) {
	out := api.Cost{Schema: api.CostSchema, Workspaces: []api.CostWorkspace{}}
	if err := must(who, spar.CanOperate); err != nil {
		return out, err
	}
	if r.Sample == 0 {
		r.Sample = costSample
	}
	if r.Questions == 0 {
		r.Questions = costQuestions
	}
	if r.Sample < 1 || r.Sample > 10_000 || r.Questions < 1 {
		return out, spar.Errorf(spar.Invalid, "the sample is %d files and the questions are %d: take 1 to 10,000 files and at least one question", r.Sample, r.Questions)
	}
	v, err := s.view(ctx, who)
	if err != nil {
		return out, err
	}
	all, err := v.selection(spar.Scope{})
	if err != nil {
		return out, err
	}
	files := roaring.Or(all.Known, all.Unknown)
	if out.Files = int(files.GetCardinality()); out.Files == 0 {
		return out, spar.Errorf(spar.NotFound, "there are no files that you may read").Try(spar.Remedy{Do: spar.AddShare})
	}
	for f := range v.In(files) {
		out.Bytes += f.Size
	}
	if err := s.costOfWorkspaces(ctx, who, r, &out); err != nil {
		return out, err
	}
	if err := s.costOfReading(ctx, who, v, files, r.Sample, &out); err != nil {
		return out, err
	}
	compareCost(&out, r.Questions)
	return out, nil
}

// costOfWorkspaces counts the files of the workspaces to compare, and times their selection.
func (s *Service) costOfWorkspaces(ctx context.Context, who spar.Principal, r api.CostRequest, out *api.Cost) error {
	unique, sum := roaring.New(), 0
	add := func(name string, files *roaring.Bitmap) {
		n := int(files.GetCardinality())
		out.Workspaces = append(out.Workspaces, api.CostWorkspace{Name: name, Files: n, Selectivity: float64(n) / float64(out.Files)})
		unique.Or(files)
		sum += n
	}
	begin := time.Now()
	if r.Scope != "" {
		_, selected, err := s.selected(ctx, who, r.Scope)
		if err != nil {
			return err
		}
		add(r.Scope, roaring.Or(selected.Known, selected.Unknown))
	} else {
		list, err := s.workspaces.List(ctx, who)
		if err != nil {
			return err
		}
		for _, ws := range list {
			if ws.State != workspace.Open {
				continue
			}
			files, err := s.filesOf(ctx, who, ws)
			if spar.CodeOf(err) == spar.NotFound { // its scope refers to something that is gone
				continue
			}
			if err != nil {
				return err
			}
			add(ws.Ref(who), files)
		}
	}
	if sum == 0 {
		return spar.Errorf(spar.Invalid, "there is no workspace with files to be compared: name a scope").Try(spar.Remedy{Do: spar.CreateWorkspace})
	}
	out.Select = time.Since(begin).Seconds() / float64(len(out.Workspaces))
	out.Unique, out.Duplicates = int(unique.GetCardinality()), float64(sum)/float64(unique.GetCardinality())
	return nil
}

// costOfReading reads a sample of files and embeds some of their passages.
func (s *Service) costOfReading(ctx context.Context, who spar.Principal, v view, files *roaring.Bitmap, most int, out *api.Cost) error {
	waiting := v.ByState(files)[spar.Unread]
	sample := drawn(waiting, most)
	if missing := most - int(sample.GetCardinality()); missing > 0 { // too few unread files: read some again
		readable := roaring.New()
		for state, in := range v.ByState(files) {
			if state.Searchable() {
				readable.Or(in)
			}
		}
		again := drawn(readable, missing)
		var ids []spar.FileID
		for it := again.Iterator(); it.HasNext(); {
			ids = append(ids, spar.FileID(it.Next()))
		}
		if len(ids) > 0 {
			if _, err := s.engine.Reread(ctx, engine.Selection{Who: who}, nil, ids...); err != nil {
				return err
			}
		}
		sample.Or(again)
	}
	begin := time.Now()
	read, err := s.engine.ReadAhead(ctx, engine.Selection{Who: who, Only: sample}, nil)
	if err != nil {
		return err
	}
	if read == 0 {
		return spar.Errorf(spar.Unavailable, "none of %d files could be read", sample.GetCardinality()).Try(spar.Remedy{Do: spar.ListSkipped})
	}
	out.Sampled, out.ReadSeconds = read, time.Since(begin).Seconds()/float64(read)
	made, err := s.engine.Trial(ctx, who, sample)
	if err != nil {
		return err
	}
	out.Passages, out.Embed, out.Dim = float64(made.Passages)/float64(read), made.Embed.Seconds(), made.Dim
	out.Compare = retrieve.CompareTime(made.Dim).Seconds()
	out.Process = out.ReadSeconds + out.Passages*out.Embed
	return nil
}

// drawn draws a sample of files, always the same one.
func drawn(from *roaring.Bitmap, most int) *roaring.Bitmap {
	out := roaring.New()
	if from == nil || from.IsEmpty() {
		return out
	}
	n := int(from.GetCardinality())
	if n <= most {
		return from.Clone()
	}
	r := rand.New(rand.NewPCG(1, uint64(n)))
	for int(out.GetCardinality()) < most {
		id, err := from.Select(uint32(r.IntN(n)))
		if err != nil {
			return out
		}
		out.Add(id)
	}
	return out
}

// compareCost puts the measurements into the formulas.
func compareCost(c *api.Cost, questions int) {
	n, w := float64(c.Files), float64(len(c.Workspaces))
	sum := float64(c.Unique) * c.Duplicates // files of all workspaces, each as often as it is in one
	unique, each := float64(c.Unique), sum/w
	vector := c.Passages                    // vectors of a file
	insert := func(files float64) float64 { // of all vectors of so many files into a graph
		return files * vector * graphCompared * c.Compare * max(1, math.Log(max(2, files*vector))/math.Log(100_000))
	}
	const asked = retrieve.DefaultCandidates // passages that a question embeds at most
	q := float64(questions)
	embedded := min(unique*vector, w*q*asked)
	line := func(what, unit, formula string, ordinary, paper, here float64) {
		c.Lines = append(c.Lines, api.CostLine{What: what, Unit: unit, Ordinary: ordinary, Paper: paper, Here: here, Formula: formula})
	}
	line("building", "seconds", "N T_proc + index(N) | sum N_w T_proc + index(N_w) | U T_read, each file once",
		n*c.Process+insert(n), sum*c.Process+w*insert(each), unique*c.ReadSeconds)
	line(fmt.Sprintf("building and %d questions in each workspace", questions), "seconds", "the same + Q W search(N) | + Q W search(N_w) | + vectors on demand + Q W scan(N_w)",
		n*c.Process+insert(n)+q*w*(c.Embed+graphSearch(n*vector)*c.Compare),
		sum*c.Process+w*insert(each)+q*w*(c.Embed+graphSearch(each*vector)*c.Compare),
		unique*c.ReadSeconds+embedded*c.Embed+q*w*(c.Embed+each*vector*c.Compare))
	line("first answer of the first workspace", "seconds", "N T_proc + index(N) | N_1 T_proc + index(N_1) | N_1 T_read + 50 T_embed, at most",
		n*c.Process+insert(n), each*c.Process+insert(each), each*c.ReadSeconds+min(asked, each*vector)*c.Embed)
	line("a thousand files that are new or changed", "seconds", "k T_proc + k log(N + k) | tag_assign(k), which a scan does | the same",
		1000*c.Process+insert(1000), 0, 0)
	size := float64(c.Dim)
	line("memory or disk of vectors", "bytes", "N P (v + o) | delta U P (v + o) | embedded passages, once",
		n*vector*(size*floatBytes+graphBytes), sum*vector*(size*floatBytes+graphBytes), embedded*size*storedBytes)
	even := 0.
	if per := each*c.Process + insert(each); per > 0 {
		even = (n*c.Process + insert(n)) / per
	}
	line("one index of all would be cheaper from so many such workspaces", "workspaces",
		"(N T_proc + index(N)) / (N_w T_proc + index(N_w)) | where each has its own | never by reading: each file is read once",
		0, even, 0)
	line("to embed all would be cheaper from", "questions", "N P / 50, where each question embeds 50 passages that none has embedded before", 0, 0, n*vector/asked)
}

// graphSearch returns the number of vectors that a search in a graph compares.
func graphSearch(vectors float64) float64 { return 200 * max(1, math.Log2(max(2, vectors))/2) }
