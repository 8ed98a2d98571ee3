package tagging

import (
	"context"
	"fmt"
	"maps"
	"math/rand/v2"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/RoaringBitmap/roaring/v2"
	"github.com/sparsearch/spar/internal/catalog"
	"github.com/sparsearch/spar/internal/db/dbtest"
	"github.com/sparsearch/spar/internal/spar"
)

// shown lists the files that are told of to somebody who may know of the lowest level, after rules were to be applied.
func (d *desk) shown() []string {
	d.t.Helper()
	ctx := d.t.Context()
	labels, err := d.Labels(ctx)
	d.check(err)
	var failed error
	if labels {
		_, failed = d.Follow(ctx)
	}
	s, err := d.Snapshot(ctx)
	d.check(err)
	why, err := d.Lag(ctx)
	d.check(err)
	if why != "" || failed != nil {
		s = s.Unlabelled()
	}
	selection, err := s.Eval(ctx, spar.Principal{Served: true, Name: "x"}, spar.Scope{})
	d.check(err)
	paths := []string{}
	for f := range s.In(roaring.Or(selection.Known, selection.Unknown)) {
		paths = append(paths, f.Path)
	}
	return paths
}

// open makes the share everybody's.
func (d *desk) open() *desk {
	d.check(d.Catalog.SetRights(d.t.Context(), "s", spar.ToAll))
	return d
}

func (d *desk) write(text string) { d.t.Helper(); d.check(os.WriteFile(d.File, []byte(text), 0o600)) }

func (d *desk) gaps() string {
	d.t.Helper()
	gaps, err := d.Gaps(d.t.Context())
	d.check(err)
	var all []string
	for _, g := range gaps {
		all = append(all, fmt.Sprintf("%v %d %s", g.All, g.Files, g.Why))
	}
	return strings.Join(all, "\n")
}

const byPath = "rules:\n  - {name: r, when: 'path:a/**', attributes: {confidentiality: secret}, tags: [T], create: true}\n"

// TestLabelsFailClosed follows one label through all that may become of its source. A step is an action, the files shown after it, and the
// message for the operator.
func TestLabelsFailClosed(t *testing.T) { dbtest.Each(t, testLabelsFailClosed) }

func testLabelsFailClosed(t *testing.T) {
	type step struct {
		do    func(d *desk)
		shown string
		told  string // a part of it, "" for nothing
	}
	rules := func(text string) func(*desk) { return func(d *desk) { d.write(text) } }
	gone := func(d *desk) { d.check(os.Remove(d.File)) }
	put := func(path, text string) func(*desk) { return func(d *desk) { d.put(path, text); d.scan() } }
	remove := func(path string) func(*desk) {
		return func(d *desk) { d.check(os.Remove(filepath.Join(d.root, path))); d.scan() }
	}
	apply := func(names ...string) func(*desk) {
		return func(d *desk) { _, err := d.Apply(d.t.Context(), names, false); d.check(err) }
	}
	undo := func(d *desk) {
		list, err := d.Catalog.Batches(d.t.Context())
		d.check(err)
		for _, b := range list {
			if b.Undone.IsZero() {
				_, err := d.Catalog.UndoBatch(d.t.Context(), b.ID)
				d.check(err)
			}
		}
	}
	state := func(path string, state spar.State) func(*desk) {
		return func(d *desk) {
			i := slices.IndexFunc(d.files(), func(f spar.File) bool { return f.Path == path })
			_, err := d.Catalog.Record(d.t.Context(), spar.Finding{Version: d.files()[i].Version(), State: state, Reason: "why"})
			d.check(err)
		}
	}
	tag := func(d *desk) {
		_, err := d.Catalog.AddTag(d.t.Context(), spar.Tag{Name: "Other"})
		d.check(err)
	}
	unreachable := func(yes bool) func(*desk) {
		return func(d *desk) {
			d.Roots = func(context.Context) (map[string]string, error) {
				if yes {
					return nil, nil
				}
				return map[string]string{"s": d.root}, nil
			}
		}
	}
	const sidecars = "sidecars: ['**/labels.csv']\n"
	const csv = "path,confidentiality\nf,secret\n"
	for name, steps := range map[string][]step{
		"a rule": {
			{rules(byPath), "b/f", ""},
			{put("a/g", "x"), "b/f", ""},
			{tag, "b/f", ""},
			{rules(byPath + " x: ["), "", "it is not YAML"},
			{rules(byPath), "b/f", ""},
			{rules(strings.ReplaceAll(byPath, "a/**", "b/**")), "a/f a/g", ""}, // the rules as written hold
			{rules("rules:\n"), "a/f a/g", "rule r is gone"},
			{put("c/new", "x"), "a/f a/g", "1 rule r is gone"},
			{apply(), "a/f a/g b/f c/new", ""},
		},
		"a file that is gone": {
			{rules(byPath), "b/f", ""},
			{gone, "b/f", "rule r is gone"},
			{put("a/new", "x"), "b/f", "1 rule r is gone"},
			{put("b/f", "changed"), "", "2 rule r is gone"},
			{rules(byPath), "b/f", ""}, // it is back
			{gone, "b/f", "rule r is gone"},
			{undo, "a/f a/new b/f", ""},
		},
		"another rule in its place": {
			{rules(byPath), "b/f", ""},
			{rules("rules:\n  - {name: q, when: 'path:a/**', attributes: {confidentiality: public}}\n"), "b/f", "rule r is gone"}, // lowers nothing
			{apply("q"), "b/f", "rule r is gone"},
			{apply(), "a/f b/f", ""},
			{rules(byPath), "b/f", "rule q is gone"}, // raises
			{apply(), "b/f", ""},
		},
		"a rule that was undone": {
			{rules(byPath), "b/f", ""},
			{undo, "a/f b/f", ""},
			{put("a/g", "x"), "a/f a/g b/f", ""},
			{apply("r"), "b/f", ""},
		},
		"a rule that gives tags only": {
			{rules("rules:\n  - {name: r, when: 'path:a/**', tags: [T], create: true}\n"), "a/f b/f", ""},
			{rules("rules:\n  - {name: r, when: 'path:a/**', tags: [T, }\n"), "a/f b/f", ""},
			{put("a/g", "x"), "a/f a/g b/f", ""},
		},
		"a rule that never was applied": {
			{rules(byPath + " x: ["), "", "it is not YAML"},
			{rules(strings.ReplaceAll(byPath, "create: true", "create: false")), "", "was not applied since it changed"},
			{rules("rules: [\xff"), "", "UTF-8"},
		},
		"text": {
			{rules("rules:\n  - {name: r, when: 'path:a/**', text: {any: [word]}, attributes: {confidentiality: secret}}\n"), "b/f", "1 rule r asks for text"},
			{state("a/f", spar.NoText), "a/f b/f", ""},
			{state("a/f", spar.Encrypted), "b/f", "1 rule r asks for text"},
			{state("a/f", spar.Unsupported), "a/f b/f", ""},
			{put("a/g", "x"), "a/f b/f", "1 rule r asks for text"},
			{gone, "a/f b/f", "1 rule r is gone"},
		},
		"a sidecar": {
			{rules(sidecars), "a/f b/f", ""},
			{put("a/labels.csv", csv), "a/labels.csv b/f", ""},
			{put("a/labels.csv", "path,confidentiality\nf,seecret\n"), "a/labels.csv b/f", "1 sidecar s:a/labels.csv could not"},
			{put("a/labels.csv", "nothing\nf\n"), "a/labels.csv b/f", "1 sidecar s:a/labels.csv could not"},
			{put("a/labels.csv", csv+"g,public\n"), "a/labels.csv b/f", ""},
			{unreachable(true), "a/labels.csv b/f", ""},
			{put("a/g", "x"), "a/labels.csv b/f", "1 sidecar s:a/labels.csv could not"},
			{unreachable(false), "a/labels.csv b/f", "1 sidecar s:a/labels.csv could not"}, // nothing has happened since
			{put("b/f", "x"), "a/g a/labels.csv b/f", ""},
			{unreachable(true), "a/g a/labels.csv b/f", ""},
			{put("a/labels.csv", csv+"g,secret\n"), "a/labels.csv b/f", "2 sidecar s:a/labels.csv could not"},
			{unreachable(false), "a/labels.csv b/f", ""},
			{rules(""), "a/labels.csv b/f", "0 sidecar s:a/labels.csv is gone"},
			{put("a/new", "x"), "a/labels.csv b/f", "1 sidecar s:a/labels.csv is gone"},
			{rules(sidecars), "a/labels.csv a/new b/f", ""},
			{remove("a/labels.csv"), "a/f a/g a/new b/f", ""}, // its folder's people took it away
		},
	} {
		t.Run(name, func(t *testing.T) {
			d := newDesk(t).open()
			d.put("a/f", "x")
			d.put("b/f", "x")
			d.scan()
			for i, s := range steps {
				s.do(d)
				if got := strings.Join(d.shown(), " "); got != s.shown {
					t.Errorf("step %d: %q is shown, want %q", i, got, s.shown)
				}
				if got := d.gaps(); (got == "") != (s.told == "") || !strings.Contains(got, s.told) {
					t.Errorf("step %d: the operator is told %q, want %q", i, got, s.told)
				}
			}
		})
	}
}

// TestKeptLabelsOnly has a rule go that gave a tag too: the tag goes with it.
func TestKeptLabelsOnly(t *testing.T) {
	dbtest.Each(t, func(t *testing.T) {
		d := newDesk(t).open()
		d.put("a/f", "x")
		d.scan()
		d.write(byPath)
		d.shown()
		d.check(os.Remove(d.File))
		for range 2 {
			d.shown()
			for a, err := range d.Catalog.LinksBy(t.Context(), spar.ByRule, nil) {
				d.check(err)
				t.Errorf("the tag %d is still there", a.Tag)
			}
		}
		if idle, err := d.Follow(t.Context()); err != nil || len(idle.Makers) > 0 {
			t.Errorf("a rule that is kept keeps the run from being idle: %+v, %v", idle, err)
		}
		list, err := d.List(t.Context())
		d.check(err)
		if len(list) != 1 || list[0].State != Kept {
			t.Errorf("%+v", list)
		}
	})
}

// TestOlderSources opens a catalog whose sources do not say yet that they give levels.
func TestOlderSources(t *testing.T) {
	dbtest.Each(t, func(t *testing.T) {
		for name, after := range map[string]func(*desk){"still there": func(*desk) {}, "gone": func(d *desk) { d.check(os.Remove(d.File)) }} {
			d := newDesk(t).open()
			d.put("a/f", "x")
			d.put("b/f", "x")
			d.scan()
			d.write(byPath)
			d.shown()
			list, err := d.Catalog.Sources(t.Context(), kindRule)
			d.check(err)
			list[0].Labels = false
			_, err = d.Catalog.Edit(t.Context(), catalog.Edit{Applied: list})
			d.check(err)
			after(d)
			if got := d.shown(); !slices.Equal(got, []string{"b/f"}) {
				t.Errorf("%s: %q is shown", name, got)
			}
			if name == "gone" {
				continue // without its mark nobody asks for labels; the next run does
			}
			if list, err := d.Catalog.LabelSources(t.Context()); err != nil || len(list) != 1 {
				t.Errorf("%s: %v, %v", name, list, err)
			}
		}
	})
}

// TestLabelsAreNeverLost lets people change files and rules at random. Nothing is shown that a rule of the file, or one that
// is gone without anybody's having said so, labels; and where all is in order, everything else is.
func TestLabelsAreNeverLost(t *testing.T) { dbtest.Each(t, testLabelsAreNeverLost) }

func testLabelsAreNeverLost(t *testing.T) {
	for seed := range uint64(6) {
		t.Run(fmt.Sprint(seed), func(t *testing.T) {
			d := newDesk(t).open()
			random := rand.New(rand.NewPCG(seed, 7))
			now, last := map[string]string{}, map[string]string{} // rules by name: the folder that they label, and did when last applied
			broken := false
			for step := range 60 {
				for range 1 + random.IntN(3) {
					file := fmt.Sprintf("d%d/f%d", random.IntN(4), random.IntN(5))
					switch random.IntN(9) {
					case 0, 1, 2:
						d.put(file, fmt.Sprint(step, random.IntN(1000)))
					case 3:
						os.Remove(filepath.Join(d.root, file))
					case 4:
						os.Rename(filepath.Join(d.root, file), filepath.Join(d.root, path.Dir(file), "g"))
					case 5:
						now[fmt.Sprintf("r%d", random.IntN(3))] = path.Dir(file)
					case 6:
						delete(now, fmt.Sprintf("r%d", random.IntN(3)))
					case 7:
						broken = random.IntN(2) == 0
					case 8:
						if !broken {
							d.rules(now, false)
							_, err := d.Apply(t.Context(), nil, false)
							d.check(err)
							last = maps.Clone(now)
						}
					}
				}
				d.rules(now, broken)
				d.scan()
				shown := d.shown()
				if !broken {
					maps.Copy(last, now)
				}
				held := maps.Clone(last) // gone, and nobody has said so
				maps.DeleteFunc(held, func(name, _ string) bool { return now[name] != "" })
				secret := slices.Concat(slices.Collect(maps.Values(now)), slices.Collect(maps.Values(held)))
				for _, p := range shown {
					if slices.Contains(secret, path.Dir(p)) {
						t.Fatalf("step %d: %s is shown; rules %v, held %v, broken %v", step, p, now, held, broken)
					}
				}
				if !broken && len(held) == 0 && d.gaps() == "" {
					want := []string{}
					for _, f := range d.files() {
						if !slices.Contains(secret, path.Dir(f.Path)) {
							want = append(want, f.Path)
						}
					}
					slices.Sort(want)
					if !slices.Equal(shown, want) {
						t.Fatalf("step %d: %q is shown, want %q", step, shown, want)
					}
				}
			}
		})
	}
}

// rules writes a rules file of rules that label folders.
func (d *desk) rules(folders map[string]string, broken bool) {
	d.t.Helper()
	text := "rules:\n"
	for _, name := range sorted(folders) {
		text += fmt.Sprintf("  - {name: %s, when: 'path:%s/**', attributes: {confidentiality: secret}}\n", name, folders[name])
	}
	if broken {
		text += " x: ["
	}
	d.write(text)
}
