package measure

import (
	"context"
	"errors"
	"fmt"
	"hash/fnv"
	"path"
	"slices"
	"strings"

	"github.com/sparsearch/spar/internal/answer"
	"github.com/sparsearch/spar/internal/calibrate"
	"github.com/sparsearch/spar/internal/embed"
	"github.com/sparsearch/spar/internal/order"
	"github.com/sparsearch/spar/internal/question"
	"github.com/sparsearch/spar/internal/retrieve"
	"github.com/sparsearch/spar/internal/spar"
)

// A Replayed set was read once, and its questions are asked as if only some of its files had been read.
type Replayed struct {
	*Stored
	set   *Set
	Files []spar.File // in the order of docs; numbers count from 1
	kept  *KeptNames

	names, texts [][]float32 // vectors of the files' names, and of the beginnings of their texts
}

// OpenReplayed reads a set, or takes it from an earlier run in dir, and names its files.
func OpenReplayed(ctx context.Context, set *Set, dir string, names Naming) (_ *Replayed, err error) {
	r := &Replayed{Stored: &Stored{}, set: set}
	defer func() {
		if err != nil {
			err = errors.Join(err, r.Close())
		}
	}()
	if _, err = r.Build(ctx, set, dir); err != nil {
		return r, err
	}
	light, err := embed.BuiltInLight(embed.Options{})
	if err != nil {
		return r, err
	}
	if r.Files, err = namesOf(set, r.docs); err != nil {
		return r, err
	}
	names.apply(r.Files)
	if r.kept, err = Sketched(ctx, r.Files, light); err != nil {
		return r, err
	}
	return r, r.compareNames(ctx, light)
}

// compareNames makes the vectors that show whether names tell the content of texts.
func (r *Replayed) compareNames(ctx context.Context, light embed.Encoder) error {
	for i, f := range r.Files {
		text := ""
		if segment := r.runs[i].Segment; segment.Len() > 0 {
			p, err := segment.Passage(0)
			if err != nil {
				return err
			}
			text = order.ToldFrom(p)
		}
		v, err := light.Embed(ctx, []string{order.Name(f.Path), text})
		if err != nil {
			return err
		}
		r.names, r.texts = append(r.names, v[0]), append(r.texts, v[1])
	}
	return nil
}

func (r *Replayed) Close() error {
	var err error
	if r.kept != nil {
		err = r.kept.Close()
	}
	return errors.Join(err, r.Stored.Close())
}

// Asked are the questions that can be replayed, at most so many, drawn evenly; 0: all.
func (r *Replayed) Asked(most int) (list []Query, err error) {
	for _, q := range r.set.Queries {
		if !q.Refuse && len(q.Without) == 0 {
			list = append(list, q)
		}
	}
	if most > 0 && len(list) > most {
		for i := range most {
			list[i] = list[i*len(list)/most]
		}
		list = list[:most]
	}
	if len(list) == 0 {
		return nil, spar.Errorf(spar.Invalid, "the set %s has no question that can be asked of a part of its files: choose another", r.set.Name)
	}
	return list, nil
}

// Promised puts the files in the order of their promise, and says how far the first stands out.
func (r *Replayed) Promised(ctx context.Context, q Query) ([]spar.File, float64, error) {
	near, err := r.kept.Near(ctx, q.Text)
	list := order.By(q.Text, r.Files, order.Known{Near: near})
	return order.Files(list), order.StandOut(list), err
}

// FindIn finds what a question finds in some of the files.
func (r *Replayed) FindIn(ctx context.Context, q Query, files []spar.File) ([]spar.Hit, retrieve.Stats, error) {
	runs := r.sources(files)
	v, err := r.before(q)
	if err != nil {
		return nil, retrieve.Stats{}, err
	}
	return r.ask(ctx, runs, question.Parse(q.Text).Sought(), v, answer.Passages, 0)
}

// sources are files as sources of a search.
func (r *Replayed) sources(files []spar.File) []retrieve.Source {
	runs := make([]retrieve.Source, len(files))
	for i, f := range files {
		runs[i] = r.runs[f.ID-1]
	}
	return runs
}

// Progress is the progress of a question after reading some files, in the order of promise; place gives the place of each file in that
// order.
func (r *Replayed) Progress(q Query, hits []spar.Hit, stats retrieve.Stats, read []spar.File, place map[spar.FileID]int, standOut float64) calibrate.Progress {
	p := calibrate.Progress{Read: len(read), Files: len(r.Files), StandOut: standOut}
	var names, texts [][]float32
	most := min(len(read), order.ToldFiles)
	for i := range most {
		f := read[i*len(read)/most]
		names, texts = append(names, r.names[f.ID-1]), append(texts, r.texts[f.ID-1])
	}
	p.NamesTell = order.Tell(names, texts)
	for _, h := range retrieve.Files(hits) {
		p.Places = append(p.Places, place[h.File])
	}
	for _, h := range retrieve.Texts(hits) {
		p.Scores = append(p.Scores, h.Score)
	}
	p.Confidence, _ = answer.Confidence(question.Parse(q.Text), hits, stats)
	return p
}

// Answers reports whether one of the first files that hits are in answers the question.
func (r *Replayed) Answers(q Query, hits []spar.Hit, first int) bool {
	judged := r.set.Judged(q.ID)
	files := retrieve.Files(hits)
	return slices.ContainsFunc(files[:min(first, len(files))], func(h spar.Hit) bool { return judged[r.docs[h.File-1].id] >= 1 })
}

// Outranked reports whether the hits in some files lack the best passage of all files; a copy of it is as good.
func Outranked(all, found []spar.Hit, read func(spar.FileID) bool) bool {
	return len(all) > 0 && !read(all[0].File) && !slices.ContainsFunc(found, func(h spar.Hit) bool { return h.Passage.Text == all[0].Passage.Text })
}

// A Naming says how the files of a replayed set are called, so that orders can be seen that names tell less of.
type Naming string

// Ways to name files.
const (
	OwnNames  Naming = ""        // as they are called
	HalfNames Naming = "half"    // every other word of it, by chance
	FewNames  Naming = "few"     // its first two words
	Numbers   Naming = "numbers" // numbers in no order
)

// SetAndNaming parts a set from how its files are to be called, such as scifact:half.
func SetAndNaming(text string) (set string, names Naming, err error) {
	at := strings.LastIndexByte(text, ':')
	if at < 0 || strings.ContainsAny(text[at:], `/\`) {
		return text, OwnNames, nil
	}
	names = Naming(text[at+1:])
	if !slices.Contains([]Naming{HalfNames, FewNames, Numbers}, names) {
		return "", "", spar.Errorf(spar.Invalid, "%q is no way to name files: choose %s, %s or %s", names, HalfNames, FewNames, Numbers)
	}
	return text[:at], names, nil
}

// apply names files in this way. Folders stay, but where names are numbers.
func (n Naming) apply(files []spar.File) {
	if n == OwnNames {
		return
	}
	met := map[string]int{}
	for i, f := range files {
		dir, base := path.Split(f.Path)
		ext := path.Ext(base)
		if len(ext) > 6 || strings.Contains(ext, " ") {
			ext = "" // a part of a title
		}
		var keep []string
		for j, w := range strings.FieldsFunc(strings.TrimSuffix(base, ext), func(r rune) bool { return strings.ContainsRune(" _-.,:;()", r) }) {
			if n == HalfNames && chanceOf(w+"/"+f.Path)%2 == 0 || n == FewNames && j < 2 {
				keep = append(keep, w)
			}
		}
		if len(keep) == 0 {
			dir, keep = "", []string{fmt.Sprintf("D%06d", chanceOf(f.Path)%1_000_000)}
		}
		name := dir + strings.Join(keep, " ")
		if met[name+ext]++; met[name+ext] > 1 {
			name += fmt.Sprintf(" %d", met[name+ext])
		}
		files[i].Path = name + ext
	}
}

func chanceOf(text string) uint32 {
	h := fnv.New32a()
	_, _ = h.Write([]byte(text))
	return h.Sum32()
}

// namesOf names documents as the files of a share: as they are called, or by title, or by their number.
func namesOf(set *Set, docs []document) ([]spar.File, error) {
	title := map[string]string{}
	for d, err := range set.Docs() {
		if err != nil {
			return nil, err
		}
		title[d.ID] = d.Title
	}
	titles := make([]string, len(docs))
	for i, d := range docs {
		if titles[i] = title[d.id]; titles[i] == "" {
			titles[i] = d.id
		}
	}
	names := FileNames(titles)
	files := make([]spar.File, len(docs))
	for i, d := range docs {
		files[i] = spar.File{ID: spar.FileID(i + 1), Path: names[i]}
		if set.Tags(d.id) != nil || title[d.id] == "" {
			files[i].Path = d.id // a path keeps its folders
		}
	}
	return files, nil
}
