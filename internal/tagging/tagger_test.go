package tagging

import (
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/sparsearch/spar/internal/catalog"
	"github.com/sparsearch/spar/internal/db/dbtest"
	"github.com/sparsearch/spar/internal/index"
	"github.com/sparsearch/spar/internal/schema"
	"github.com/sparsearch/spar/internal/spar"
	"github.com/sparsearch/spar/internal/store"
)

// A desk is a share, its catalog, and a tagger.
type desk struct {
	*Tagger
	t    *testing.T
	root string
	s    spar.Share
}

// noText is for files without any.
type noText struct{}

func (noText) Segment(context.Context, spar.SegmentID) (*store.Segment, error) {
	return nil, store.ErrMissing
}

func newDesk(t *testing.T) *desk {
	t.Helper()
	dir := t.TempDir()
	c := catalog.New(dbtest.Open(t, dir, catalog.Schema))
	c.FormatOf = func(name string) string { return strings.TrimPrefix(filepath.Ext(name), ".") }
	root := t.TempDir()
	s, err := c.AddShare(t.Context(), "s", root, catalog.ShareOptions{})
	if err != nil {
		t.Fatal(err)
	}
	x := index.New(c, dir, index.Options{})
	return &desk{t: t, root: root, s: s, Tagger: &Tagger{
		Catalog: c, Segments: noText{}, Schema: schema.Standard(), File: filepath.Join(dir, "rules.yaml"), Lock: filepath.Join(dir, "lock"),
		Snapshot: x.Snapshot, Roots: func(context.Context) (map[string]string, error) { return map[string]string{"s": root}, nil },
	}}
}

func (d *desk) check(err error) {
	d.t.Helper()
	if err != nil {
		d.t.Fatal(err)
	}
}

func (d *desk) put(path, text string) {
	d.t.Helper()
	full := filepath.Join(d.root, path)
	d.check(os.MkdirAll(filepath.Dir(full), 0o700))
	d.check(os.WriteFile(full, []byte(text), 0o600))
}

func (d *desk) scan() {
	d.t.Helper()
	_, err := d.Catalog.Scan(d.t.Context(), d.s, catalog.ScanOptions{})
	d.check(err)
}

func (d *desk) files() (list []spar.File) {
	d.t.Helper()
	for f, err := range d.Catalog.Files(d.t.Context()) {
		d.check(err)
		list = append(list, f)
	}
	return list
}

// A said is a rule of the model: its text, and its result for a file by other means.
type said struct {
	name       string
	confidence float64
	tags       []string
	value      string // of the attribute grade, "" for none
	when       string
	says       func(f spar.File, author string) (truth int) // 0 false, 1 unknown, 2 true
}

func randomRule(r *rand.Rand, name string) said {
	s := said{name: name, confidence: []float64{0.3, 0.5, 0.9}[r.IntN(3)]}
	for _, t := range []string{"A", "B", "C"} {
		if r.IntN(2) == 0 {
			s.tags = append(s.tags, t)
		}
	}
	if len(s.tags) == 0 || r.IntN(3) == 0 {
		s.value = fmt.Sprintf("g%d", r.IntN(3))
	}
	folder := fmt.Sprintf("d%d", r.IntN(3))
	ext := []string{"x", "y"}[r.IntN(2)]
	author := []string{"Ada", "Bob"}[r.IntN(2)]
	in := func(f spar.File) int { return 2 * btoi(strings.HasPrefix(f.Path, folder+"/")) }
	of := func(f spar.File) int { return 2 * btoi(strings.HasSuffix(f.Path, "."+ext)) }
	by := func(f spar.File, a string) int {
		if f.State == spar.Unread {
			return 1
		}
		return 2 * btoi(a == author)
	}
	switch r.IntN(5) {
	case 0:
		s.when, s.says = "when: path:"+folder+"/**", func(f spar.File, _ string) int { return in(f) }
	case 1:
		s.when, s.says = fmt.Sprintf("any: ['path:%s/**', 'ext:%s']", folder, ext), func(f spar.File, _ string) int { return max(in(f), of(f)) }
	case 2:
		s.when, s.says = fmt.Sprintf("when: ext:%s author:%s", ext, author), func(f spar.File, a string) int { return min(of(f), by(f, a)) }
	case 3:
		s.when, s.says = fmt.Sprintf("not: {when: 'author:%s'}", author), func(f spar.File, a string) int { return 2 - by(f, a) }
	default:
		s.when = fmt.Sprintf("any: [{all: ['path:%s/**', 'author:%s']}, {not: 'ext:%s'}]", folder, author, ext)
		s.says = func(f spar.File, a string) int { return max(min(in(f), by(f, a)), 2-of(f)) }
	}
	return s
}

func btoi(b bool) int {
	if b {
		return 1
	}
	return 0
}

// link is an assignment as the model keeps it.
type link struct {
	path, tag string
}

// TestFollow lets people change files and rules at random and judge results. It compares the results of rules with each rule's verdict on
// each file by itself.
func TestFollow(t *testing.T) { dbtest.Each(t, testFollow) }

func testFollow(t *testing.T) {
	for seed := range uint64(12) {
		t.Run(fmt.Sprint(seed), func(t *testing.T) {
			d := newDesk(t)
			d.single = 1 + 1000*(seed%2) // both ways of looking
			random := rand.New(rand.NewPCG(seed, 1))
			ctx := t.Context()
			tags := map[spar.TagID]string{}
			for _, name := range []string{"A", "B", "C"} {
				tag, err := d.Catalog.AddTag(ctx, spar.Tag{Name: name})
				d.check(err)
				tags[tag.ID] = name
			}
			var rules []said
			authors := map[spar.FileID]string{}
			judged := map[spar.FileID]map[string]spar.Review{}
			n := 0
			name := func() string {
				return fmt.Sprintf("d%d/f%d.%s", random.IntN(3), random.IntN(8), []string{"x", "y"}[random.IntN(2)])
			}
			for step := range 40 {
				for range 1 + random.IntN(3) {
					switch random.IntN(8) {
					case 0, 1:
						n++
						d.put(name(), fmt.Sprintf("content %d", n))
					case 2:
						os.Remove(filepath.Join(d.root, name()))
					case 3:
						to := filepath.Join(d.root, name())
						d.check(os.MkdirAll(filepath.Dir(to), 0o700))
						os.Rename(filepath.Join(d.root, name()), to)
					case 4, 5: // rules
						var text strings.Builder
						switch at := random.IntN(len(rules) + 1); {
						case len(rules) > 4 || at < len(rules) && random.IntN(3) == 0:
							rules = slices.Delete(rules, min(at, len(rules)-1), min(at, len(rules)-1)+1)
						case len(rules) > 1 && random.IntN(3) == 0:
							random.Shuffle(len(rules), func(i, j int) { rules[i], rules[j] = rules[j], rules[i] })
						case at < len(rules):
							rules[at] = randomRule(random, rules[at].name)
						default:
							n++
							rules = slices.Insert(rules, random.IntN(len(rules)+1), randomRule(random, fmt.Sprintf("r%d", n)))
						}
						text.WriteString("rules:\n")
						for _, r := range rules {
							fmt.Fprintf(&text, "  - name: %s\n    %s\n    confidence: %v\n", r.name, r.when, r.confidence)
							if len(r.tags) > 0 {
								fmt.Fprintf(&text, "    tags: [%s]\n", strings.Join(r.tags, ", "))
							}
							if r.value != "" {
								fmt.Fprintf(&text, "    attributes: {grade: %s}\n", r.value)
							}
						}
						d.check(os.WriteFile(d.File, []byte(text.String()), 0o600))
					case 6: // reading
						for _, f := range d.files() {
							if f.State == spar.Unread && random.IntN(2) == 0 {
								authors[f.ID] = []string{"Ada", "Bob"}[random.IntN(2)]
								_, err := d.Catalog.Record(ctx, spar.Finding{Version: f.Version(), State: spar.NoText, Reason: "none",
									Properties: []spar.Property{{Key: "author", Value: spar.Value{Kind: spar.Text, Text: authors[f.ID]}}}})
								d.check(err)
							}
						}
					case 7: // judging
						for a, err := range d.Catalog.LinksBy(ctx, spar.ByRule, nil) {
							d.check(err)
							if random.IntN(10) == 0 {
								review := []spar.Review{spar.Accepted, spar.Rejected}[random.IntN(2)]
								_, err := d.Catalog.Review(ctx, a.File, a.Tag, review)
								d.check(err)
								if judged[a.File] == nil {
									judged[a.File] = map[string]spar.Review{}
								}
								judged[a.File][tags[a.Tag]] = review
								break
							}
						}
					}
				}
				d.scan()
				_, err := d.Follow(ctx)
				d.check(err)
				if again, err := d.Follow(ctx); err != nil || len(again.Makers) > 0 {
					t.Fatalf("step %d: nothing has changed, and the run was not idle: %+v, %v", step, again, err)
				}
				d.compare(step, rules, authors, judged, tags)
				if t.Failed() {
					return
				}
			}
		})
	}
}

// compare looks at every file and tag by itself.
func (d *desk) compare(step int, rules []said, authors map[spar.FileID]string, judged map[spar.FileID]map[string]spar.Review, tags map[spar.TagID]string) {
	d.t.Helper()
	paths := map[spar.FileID]string{}
	has := map[link]spar.Assignment{}
	grade := map[string]string{}
	files := d.files()
	for _, f := range files {
		paths[f.ID] = f.Path
	}
	for a, err := range d.Catalog.LinksBy(d.t.Context(), spar.ByRule, nil) {
		d.check(err)
		has[link{paths[a.File], tags[a.Tag]}] = a
	}
	for a, err := range d.Catalog.ValuesBy(d.t.Context(), spar.ByRule, nil, nil) {
		d.check(err)
		grade[paths[a.File]] = a.Value.Text
	}
	for _, f := range files {
		for _, tag := range []string{"A", "B", "C"} {
			var winner *said
			open := false
			for i, r := range rules {
				if !slices.Contains(r.tags, tag) {
					continue
				}
				switch r.says(f, authors[f.ID]) {
				case 2:
					if winner == nil || r.confidence > winner.confidence {
						winner = &rules[i]
					}
				case 1:
					open = true
				}
			}
			a, there := has[link{f.Path, tag}]
			if there && (a.Review == spar.Accepted || a.Review == spar.Rejected) {
				continue
			}
			switch {
			case winner != nil && !there:
				d.t.Errorf("step %d: %s lacks %s of rule %s", step, f.Path, tag, winner.name)
			case winner != nil && (a.Evidence != "rule "+winner.name || a.Confidence != winner.confidence):
				d.t.Errorf("step %d: %s has %s by %s (%v), want it by %s (%v)", step, f.Path, tag, a.Evidence, a.Confidence, winner.name, winner.confidence)
			case winner == nil && there && !open:
				d.t.Errorf("step %d: %s has %s by %s, and no rule says so", step, f.Path, tag, a.Evidence)
			}
		}
		want, open := "", false
		for _, r := range rules {
			if r.value == "" {
				continue
			}
			truth := r.says(f, authors[f.ID])
			if truth == 2 {
				want = r.value
				break
			}
			open = open || truth == 1
		}
		if got := grade[f.Path]; got != want && (want != "" || !open) {
			d.t.Errorf("step %d: the grade of %s is %q, want %q", step, f.Path, got, want)
		}
	}
	// A link that a person judged on an existing file stays judged.
	for id, of := range judged {
		for tag, review := range of {
			if a, ok := has[link{paths[id], tag}]; paths[id] != "" && (!ok || a.Review != review) {
				d.t.Errorf("step %d: %s of %s was %s and is %+v", step, tag, paths[id], review, a)
			}
		}
	}
}

// TestReportCountsOnce: a give of one source to a file is counted once, also where another source of the same run changes the file.
func TestReportCountsOnce(t *testing.T) {
	dbtest.Each(t, func(t *testing.T) {
		d := newDesk(t)
		ctx := t.Context()
		d.put("a/1.x", "1")
		d.put("a/2.x", "2")
		d.check(os.WriteFile(d.File, []byte("rules:\n- {name: r, when: 'path:a/**', tags: T, attributes: {grade: g}, create: true}\nfolders-as-tags: {below: a, level: 1, create: true}\n"), 0o600))
		d.scan()
		counts := func(report Report, err error) (list []string) {
			t.Helper()
			d.check(err)
			for _, m := range report.Makers {
				list = append(list, fmt.Sprintf("%s: %d new, %d kept, %d judged", m.Kind, m.New, m.Kept, m.Judged))
			}
			return list
		}
		if diff := cmp.Diff([]string{"folders: 2 new, 0 kept, 0 judged", "rule: 4 new, 0 kept, 0 judged"}, counts(d.Apply(ctx, nil, false))); diff != "" {
			t.Errorf("at first: %s", diff)
		}
		var batch spar.BatchID
		for l, err := range d.Catalog.LinksBy(ctx, spar.ByPath, nil) {
			d.check(err)
			batch = l.Batch
		}
		_, err := d.Catalog.UndoBatch(ctx, batch)
		d.check(err)
		if diff := cmp.Diff([]string{"folders: 2 new, 0 kept, 0 judged", "rule: 0 new, 4 kept, 0 judged"}, counts(d.Apply(ctx, nil, false))); diff != "" {
			t.Errorf("after the folders were undone: %s", diff)
		}
	})
}

// TestUndoRests: a source that was undone makes nothing until somebody asks for it.
func TestUndoRests(t *testing.T) {
	dbtest.Each(t, func(t *testing.T) {
		d := newDesk(t)
		ctx := t.Context()
		d.put("a/1.x", "1")
		d.put("a/2.x", "2")
		d.check(os.WriteFile(d.File, []byte("rules:\n- {name: r, when: 'path:a/**', tags: T, create: true}\nfolders-as-tags: {below: a, level: 1, create: true}\n"), 0o600))
		d.scan()
		report, err := d.Follow(ctx)
		d.check(err)
		links := func() (list []string) {
			for _, origin := range []spar.Origin{spar.ByRule, spar.ByPath} {
				n := 0
				for _, err := range d.Catalog.LinksBy(ctx, origin, nil) {
					d.check(err)
					n++
				}
				list = append(list, fmt.Sprintf("%s %d", origin, n))
			}
			return list
		}
		if diff := cmp.Diff([]string{"rule 2", "path 2"}, links()); diff != "" {
			t.Fatal(diff)
		}
		for _, m := range report.Makers {
			_, err := d.Catalog.UndoBatch(ctx, m.Batch)
			d.check(err)
		}
		d.put("a/3.x", "3")
		d.put("a/1.x", "changed")
		d.scan()
		_, err = d.Follow(ctx)
		d.check(err)
		if diff := cmp.Diff([]string{"rule 0", "path 0"}, links()); diff != "" {
			t.Error(diff)
		}
		_, err = d.Apply(ctx, []string{"r"}, false)
		d.check(err)
		if diff := cmp.Diff([]string{"rule 3", "path 0"}, links()); diff != "" {
			t.Error(diff)
		}
		_, err = d.Apply(ctx, nil, false)
		d.check(err)
		if diff := cmp.Diff([]string{"rule 3", "path 3"}, links()); diff != "" {
			t.Error(diff)
		}
	})
}
