package service

import (
	"cmp"
	"context"
	"crypto/sha256"
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/sparsearch/spar/internal/api"
	"github.com/sparsearch/spar/internal/catalog"
	"github.com/sparsearch/spar/internal/pattern"
	"github.com/sparsearch/spar/internal/spar"
	"github.com/sparsearch/spar/internal/taxonomy"
	"github.com/sparsearch/spar/internal/taxonomy/format"
)

// An Importing says how to import a vocabulary.
type Importing struct {
	Source   string // its place, which only administrators see; it also gives the default name
	Format   format.Options
	DryRun   bool
	Examples int // listed changes of each kind; negative: all
}

// ImportFile is Import of a file of this machine.
func (s *Service) ImportFile(ctx context.Context, who spar.Principal, path string, o Importing) (api.Import, error) {
	if err := must(who, spar.CanCurate); err != nil {
		return api.Import{}, err
	}
	f, err := os.Open(path)
	if errors.Is(err, fs.ErrNotExist) {
		return api.Import{}, spar.Errorf(spar.NotFound, "there is no file %s", path)
	} else if err != nil {
		return api.Import{}, spar.Errorf(spar.Unavailable, "the vocabulary cannot be opened: %w", err)
	}
	defer f.Close()
	if o.Source, err = filepath.Abs(path); err != nil {
		return api.Import{}, err
	}
	return s.Import(ctx, who, f, o)
}

// Import makes tags from a vocabulary, or updates them, completely or not at all.
func (s *Service) Import(ctx context.Context, who spar.Principal, in io.Reader, o Importing) (api.Import, error) {
	v, err := s.curating(ctx, who)
	if err != nil {
		return api.Import{}, err
	}
	started := time.Now()
	h := sha256.New()
	in = io.TeeReader(in, h)
	res, err := format.Read(in, o.Format)
	if err != nil {
		return api.Import{}, spar.Errorf(spar.CodeOf(err), "%s: %w", o.Source, err)
	}
	if _, err := io.Copy(io.Discard, in); err != nil {
		return api.Import{}, err
	}
	if res.Name == "" {
		res.Name = vocabularyNamed(o.Source)
	}
	var digest spar.Hash
	h.Sum(digest[:0])
	parsed := time.Since(started)
	r, err := s.catalog.Import(ctx, res.Vocabulary, catalog.ImportOptions{Source: o.Source, Format: res.Format, Digest: digest, DryRun: o.DryRun, Owner: who.Owner()})
	if err != nil {
		return api.Import{}, err
	}
	r.Changes = slices.DeleteFunc(r.Changes, func(c taxonomy.Change) bool {
		if v.seesAll() || c.Kind != taxonomy.TakenOver {
			return false
		}
		_, known := v.called(c.Name)
		return !known
	})
	out := api.Import{
		Schema: api.ImportSchema, Vocabulary: r.Vocabulary, Format: res.Format, DryRun: o.DryRun, Concepts: r.Concepts, Unchanged: r.Unchanged,
		Batch: uint32(r.Batch), Changes: grouped(r.Changes, o.Examples), Remarks: []api.Remark{}, Read: parsed.Seconds(), Took: time.Since(started).Seconds(),
	}
	for _, x := range res.Remarks {
		out.Remarks = append(out.Remarks, api.Remark(x))
	}
	return out, nil
}

var notInNames = pattern.New(`[^a-z0-9_-]+`)

// vocabularyNamed makes the name of a vocabulary from the name of its file.
func vocabularyNamed(source string) string {
	base, _, _ := strings.Cut(filepath.Base(source), ".")
	name := strings.Trim(notInNames.ReplaceAllString(strings.ToLower(base), "-"), "-")
	return cmp.Or(name[:min(len(name), 64)], "vocabulary")
}

// grouped returns changes by kind, with the first n of each, or all if n is negative.
func grouped(changes []taxonomy.Change, n int) []api.Changes {
	groups := []api.Changes{}
	for _, c := range changes {
		if len(groups) == 0 || groups[len(groups)-1].Kind != string(c.Kind) {
			groups = append(groups, api.Changes{Kind: string(c.Kind)})
		}
		g := &groups[len(groups)-1]
		if g.Count++; n < 0 || g.Count <= n {
			g.Changes = append(g.Changes, api.ConceptChange{ID: c.ID, Name: c.Name, Detail: c.Detail})
		}
	}
	return groups
}

// Vocabulary returns a vocabulary as its file defined it; for "" it returns all tags that exist for the asker as one vocabulary.
func (s *Service) Vocabulary(ctx context.Context, who spar.Principal, name string) (taxonomy.Vocabulary, error) {
	v, err := s.view(ctx, who)
	if err != nil {
		return taxonomy.Vocabulary{}, err
	}
	if name != "" {
		return s.catalog.Vocabulary(ctx, name)
	}
	whole := taxonomy.Whole(v.TagsFor(who))
	_, err = whole.Normalize()
	return whole, err
}

// Vocabularies lists the imported vocabularies, and counts the tags that people made. Only an administrator learns where a vocabulary
// came from.
func (s *Service) Vocabularies(ctx context.Context, who spar.Principal) ([]api.Vocabulary, api.OwnTags, error) {
	own := api.OwnTags{Schema: api.VocabularySchema}
	v, err := s.view(ctx, who)
	if err != nil {
		return nil, own, err
	}
	known, err := s.catalog.Vocabularies(ctx)
	if err != nil {
		return nil, own, err
	}
	list := make([]api.Vocabulary, len(known))
	for i, k := range known {
		list[i] = api.Vocabulary{
			Schema: api.VocabularySchema, Name: k.Name, Concepts: k.Concepts, Retired: k.Retired, Format: k.Format,
			Digest: k.Digest.String(), Imported: k.Imported,
		}
		if who.May(spar.CanAdminister) {
			list[i].Source = api.PathOf(k.Source).Name
		}
	}
	for _, t := range v.TagsFor(who) {
		if t.Key == "" {
			own.Concepts++
		}
	}
	return list, own, nil
}

// TaxonomyProblems lists the problems of the tags that exist for the asker, and counts these tags.
func (s *Service) TaxonomyProblems(ctx context.Context, who spar.Principal) (list []api.TaxonomyProblem, tags int, err error) {
	v, err := s.view(ctx, who)
	if err != nil {
		return nil, 0, err
	}
	all := v.TagsFor(who)
	files, _, err := v.CountTags(who)
	if err != nil {
		return nil, 0, err
	}
	names := v.names()
	for _, p := range taxonomy.Check(all, files) {
		list = append(list, api.TaxonomyProblem{Schema: api.TaxonomyProblemSchema, Kind: string(p.Kind), Tags: named(p.Tags, names), Detail: p.Detail})
	}
	return list, len(all), nil
}
