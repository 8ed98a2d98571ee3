package index

import (
	"bufio"
	"crypto/sha256"
	"encoding/json"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/sparsearch/spar/internal/catalog"
	"github.com/sparsearch/spar/internal/db/dbtest"
	"github.com/sparsearch/spar/internal/scope"
	"github.com/sparsearch/spar/internal/spar"
	"github.com/sparsearch/spar/internal/taxonomy/format"
)

// evalData is the folder of public data; without it the test is skipped, or fails where SPAR_REQUIRE asks for data.
func evalData(t testing.TB) string {
	t.Helper()
	dir := os.Getenv("SPAR_EVAL_DATA")
	if _, err := os.Stat(filepath.Join(dir, "mesh2022", "mtrees2022.bin")); dir == "" || err != nil {
		if slices.Contains(strings.Split(os.Getenv("SPAR_REQUIRE"), ","), "data") {
			t.Fatalf("SPAR_EVAL_DATA=%q has no mesh2022, and SPAR_REQUIRE asks for it", dir)
		}
		t.Skip("set SPAR_EVAL_DATA to the folder of public data, which has mesh2022 and pubmedqa")
	}
	return dir
}

// An article is PubMedQA's data of one, as far as a share may know it: without the question and the long answer.
type article struct {
	Contexts []string `json:"CONTEXTS"`
	Headings []string `json:"MESHES"`
	Year     *string  `json:"YEAR"`
}

// TestPubMedQA selects from a share of 1,000 articles, each with its MeSH headings as tags and its year. It selects by every tree number
// and every descriptor that 10 to 100 of them have, with and without a range of years. The expected result is computed from prefixes of the
// lines of NLM's file of tree numbers, and shares no code with the graph of tags. SPAR_LONG=1 selects by all of them, otherwise every third
// does.
func TestPubMedQA(t *testing.T) {
	dir, ctx := evalData(t), t.Context()
	var articles map[string]article
	data, err := os.ReadFile(filepath.Join(dir, "pubmedqa", "ori_pqal.json"))
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(data, &articles); err != nil || len(articles) != 1000 {
		t.Fatalf("%d articles, %v", len(articles), err)
	}
	headings := descriptors(t, dir) // by any of their names, in lower case
	numbers := treeNumbers(t, dir)  // descriptor by tree number

	// The share, read.
	root := t.TempDir()
	for id, a := range articles {
		if err := os.WriteFile(filepath.Join(root, id+".txt"), []byte(strings.Join(a.Contexts, "\n\n")), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	h := openHouse(t, Options{})
	sh, err := h.AddShare(ctx, "pubmedqa", root, catalog.ShareOptions{})
	h.must(err)
	lock, err := h.TryScanLock(sh)
	h.must(err)
	_, err = h.Scan(ctx, sh, catalog.ScanOptions{})
	h.must(err)
	h.must(lock.Unlock())
	var findings []spar.Finding
	file := map[string]spar.FileID{}
	for f, err := range h.Files(ctx) {
		h.must(err)
		id := strings.TrimSuffix(f.Path, ".txt")
		file[id] = f.ID
		v := f.Version()
		v.Hash = sha256.Sum256([]byte(strings.Join(articles[id].Contexts, "\n\n")))
		findings = append(findings, spar.Finding{Version: v, Format: "text", State: spar.OK, Segment: spar.NewSegmentID(v.Hash, "text", "test")})
	}
	n, err := h.Record(ctx, findings...)
	if h.must(err); n != 1000 {
		t.Fatalf("%d files read", n)
	}

	// The vocabulary, and its tags on the articles.
	in, err := os.Open(filepath.Join(dir, "mesh2022", "mesh2022.jsonl"))
	h.must(err)
	defer in.Close()
	mesh, err := format.Read(in, format.Options{})
	h.must(err)
	_, err = h.Import(ctx, mesh.Vocabulary, catalog.ImportOptions{Format: mesh.Format})
	h.must(err)
	tags, err := h.Tags(ctx)
	h.must(err)
	tagOf := map[string]spar.TagID{}
	for _, tag := range tags {
		tagOf[tag.Name] = tag.ID
	}
	batch, err := h.BeginBatch(ctx, "sidecar", "pubmedqa", "headings and years")
	h.must(err)
	edit := catalog.Edit{Ended: []spar.BatchID{batch}}
	unmapped, undated := map[string]bool{}, 0
	of := map[string][]spar.FileID{} // files by descriptor
	year := map[spar.FileID]string{}
	for _, id := range slices.Sorted(maps.Keys(articles)) {
		a := articles[id]
		for _, heading := range a.Headings {
			name, ok := headings[strings.ToLower(heading)]
			if !ok {
				unmapped[heading] = true
				continue
			}
			if tagOf[name] == 0 {
				t.Fatalf("no tag %q", name)
			}
			if !slices.Contains(of[name], file[id]) {
				of[name] = append(of[name], file[id])
				edit.Assign = append(edit.Assign, spar.Assignment{File: file[id], Tag: tagOf[name], Origin: spar.BySidecar, Confidence: 1, Batch: batch})
			}
		}
		if a.Year == nil {
			undated++
			continue
		}
		when, err := time.Parse("2006", *a.Year)
		h.must(err)
		year[file[id]] = *a.Year
		edit.Set = append(edit.Set, spar.Attribute{File: file[id], Key: "year", Value: spar.Value{Kind: spar.Number, Number: float64(when.Year())}, Origin: spar.BySidecar, Batch: batch})
	}
	_, err = h.Edit(ctx, edit)
	h.must(err)
	if len(unmapped) > 5 || undated != 58 {
		t.Errorf("%d articles without a year; headings that are not in MeSH 2022: %v", undated, slices.Sorted(maps.Keys(unmapped)))
	}

	// What lies at a tree number, and at all of a descriptor.
	order := slices.Sorted(maps.Keys(numbers)) // a dot sorts before what may stand in a number
	placed := map[string][]string{}
	for _, number := range order {
		placed[numbers[number]] = append(placed[numbers[number]], number)
	}
	at := func(set map[spar.FileID]bool, number string) {
		for i, _ := slices.BinarySearch(order, number); i < len(order) && (order[i] == number || strings.HasPrefix(order[i], number+".")); i++ {
			for _, f := range of[numbers[order[i]]] {
				set[f] = true
			}
		}
	}
	want := map[string]map[spar.FileID]bool{} // by text of the tag
	for _, number := range order {
		set := map[spar.FileID]bool{}
		if at(set, number); len(set) >= 10 && len(set) <= 100 {
			want[number] = set
		}
	}
	if len(want) != 1141 {
		t.Errorf("%d tree numbers hold 10 to 100 files, not 1,141", len(want))
	}
	byName := 0
	for _, name := range slices.Sorted(maps.Keys(tagOf)) {
		set := map[spar.FileID]bool{}
		for _, number := range placed[name] {
			at(set, number)
		}
		for _, f := range of[name] { // Female and Male have no place
			set[f] = true
		}
		if len(set) >= 10 && len(set) <= 100 {
			want[name] = set
			byName++
		}
	}

	s, err := h.index.Snapshot(ctx)
	h.must(err)
	who := spar.Principal{All: true}
	const from, to = "2004", "2009"
	selected := 0
	for i, text := range slices.Sorted(maps.Keys(want)) {
		if i%3 != 0 && !dbtest.Long() {
			continue // to find one of so many tags takes milliseconds
		}
		for _, dated := range []bool{false, true} {
			sc := spar.Scope{Constraints: []spar.Constraint{{Key: "tag", Values: []spar.Match{{Text: text}}}}}
			set := want[text]
			if dated {
				sc.Constraints = append(sc.Constraints, spar.Constraint{Key: "year", Values: []spar.Match{{Range: true, From: from, To: to}}})
				set = maps.Clone(set)
				maps.DeleteFunc(set, func(f spar.FileID, _ bool) bool { return year[f] < from || year[f] > to })
			}
			got, err := s.Eval(t.Context(), who, sc)
			if err != nil {
				t.Fatal(err)
			}
			if !got.Unknown.IsEmpty() || int(got.Known.GetCardinality()) != len(set) {
				t.Fatalf("%s: %d files and %d undecided, want %d", scope.Print(sc), got.Known.GetCardinality(), got.Unknown.GetCardinality(), len(set))
			}
			for f := range set {
				if !got.Known.Contains(uint32(f)) {
					t.Fatalf("%s does not select file %d", scope.Print(sc), f)
				}
			}
			selected++
		}
	}
	t.Logf("%d tree numbers, %d descriptors, %d selections", len(want)-byName, byName, selected)

	// Table 3 of the SPAR paper, and "Health Occupations", which would be nearly everything if positions were merged.
	lies := func(text, name string) bool {
		closure, err := resolver{lexicon: s.lexicon}.Tag(text)
		h.must(err)
		return closure[tagOf[name]]
	}
	if !lies("G16.012.500", "Body Temperature Regulation") || lies("G07.025", "Body Temperature Regulation") {
		t.Error("Body Temperature Regulation lies below G16.012.500, and not below G07.025")
	}
	got, err := s.Eval(t.Context(), who, spar.Scope{Constraints: []spar.Constraint{{Key: "tag", Values: []spar.Match{{Text: "Health Occupations"}}}}})
	if h.must(err); got.Known.GetCardinality() != 78 {
		t.Errorf("Health Occupations has %d files, not 78", got.Known.GetCardinality())
	}
}

// descriptors is the headings of MeSH 2022 by each of their names in lower case.
func descriptors(t *testing.T, dir string) map[string]string {
	t.Helper()
	f, err := os.Open(filepath.Join(dir, "mesh2022", "mesh2022.jsonl"))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	names := map[string]string{}
	lines := bufio.NewScanner(f)
	for lines.Buffer(nil, 1<<20); lines.Scan(); {
		var d struct {
			Name     string   `json:"name"`
			Terms    []string `json:"terms"`
			Permuted []string `json:"permuted_terms"`
		}
		if err := json.Unmarshal(lines.Bytes(), &d); err != nil {
			t.Fatal(err)
		}
		for _, name := range append(append([]string{d.Name}, d.Terms...), d.Permuted...) {
			names[strings.ToLower(name)] = d.Name
		}
	}
	if err := lines.Err(); err != nil {
		t.Fatal(err)
	}
	return names
}

// treeNumbers is the lines of NLM's file: the heading by tree number.
func treeNumbers(t *testing.T, dir string) map[string]string {
	t.Helper()
	data, err := os.ReadFile(filepath.Join(dir, "mesh2022", "mtrees2022.bin"))
	if err != nil {
		t.Fatal(err)
	}
	numbers := map[string]string{}
	for line := range strings.Lines(string(data)) {
		name, number, ok := strings.Cut(strings.TrimSpace(line), ";")
		if !ok {
			t.Fatalf("%q", line)
		}
		numbers[number] = name
	}
	return numbers
}
