// Package nothing makes scopes that give no file: each comes from one that gives files, by exactly one fault. They stand over
// three catalogs that are plain data: articles of PubMedQA with MeSH headings, rows of IBM's HR table as files with attributes,
// and the documents of RAG-Multi-Corpus with attributes. Nothing of the data is in the package. It belongs to spar-eval.
package nothing

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"slices"

	"github.com/sparsearch/spar/internal/spar"
)

// Seed is the seed of the published figures.
const Seed = 1

// The kinds of faults.
const (
	WrongTag    = "tag"    // another tag of the vocabulary
	WrongRange  = "range"  // another year or range of numbers
	WrongFolder = "folder" // another folder, or one that is not there
	WrongValue  = "value"  // a free value with a slip of the pen
)

// A Catalog is a share as plain data.
type Catalog struct {
	Name  string // also the name of the share
	Files []File
	Terms []Term // the vocabulary of the tags, if the files have tags

	index     map[string][]int    // tag -> files that have it or one below it
	positions map[string][]string // tag -> its positions
	at        map[string]string   // position -> tag
	under     map[string][]string // position -> the tags one below it
}

// A File has a path below the share, tags by name, and attributes.
type File struct {
	Path       string              `json:"path"`
	Tags       []string            `json:"tags,omitempty"`
	Attributes map[string][]string `json:"attributes,omitempty"`
}

// A Term is a tag and its positions in the tree, such as "C04.588.180": a position is below another if it continues it.
type Term struct {
	Name      string
	Positions []string
}

// A Case is a scope that gives nothing.
type Case struct {
	ID      string `json:"id"`
	Catalog string `json:"catalog"`
	Kind    string `json:"kind"`

	Meant  string   `json:"meant"`  // the scope without the fault
	Broken string   `json:"broken"` // the scope that gives nothing
	Files  []string `json:"files"`  // what the scope gives without the fault

	At    int    `json:"at"` // the faulty constraint, counted from 0
	Right string `json:"right"`
	Wrong string `json:"wrong"`

	// Restores lists what gives all of Files and at most three times as many: "drop" (the faulty constraint), "spelling", "parent" (of the
	// wrong tag), "sibling" (the right tag stands beside the wrong one), "widen" (the wrong range to the nearest file that the rest of the
	// scope has, or without end on one side), "folder" (the parent of the wrong folder). There is at least one.
	Restores []string `json:"restores"`
}

// A Set is one half.
type Set struct {
	Half     string
	Catalogs []*Catalog
	Cases    []Case
}

// quota says how many cases of a half are of a kind, over a catalog.
var quota = []struct {
	kind, catalog string
	n             int
}{
	{WrongTag, PubMedQA, 25},
	{WrongRange, PubMedQA, 10}, {WrongRange, HR, 9}, {WrongRange, Corpus, 6},
	{WrongFolder, PubMedQA, 5}, {WrongFolder, HR, 10}, {WrongFolder, Corpus, 10},
	{WrongValue, HR, 12}, {WrongValue, Corpus, 13},
}

// Make makes the hundred cases of a half, "a" or "b", over the folder of public data. No scope is in both halves.
func Make(data, half string, seed uint64) (*Set, error) {
	if half != "a" && half != "b" {
		return nil, spar.Errorf(spar.Invalid, "there is no half %q: choose a or b", half)
	}
	s := &Set{Half: half}
	for _, read := range []func(string) (*Catalog, error){readPubMedQA, readHR, readCorpus} {
		c, err := read(data)
		if err != nil {
			return nil, fmt.Errorf("nothing: %w", err)
		}
		s.Catalogs = append(s.Catalogs, c)
	}
	taken := map[string]bool{}
	for _, h := range []string{"a", "b"} {
		random := rand.New(rand.NewPCG(seed, uint64(h[0])))
		for _, q := range quota {
			i := slices.IndexFunc(s.Catalogs, func(c *Catalog) bool { return c.Name == q.catalog })
			cases, err := draw(s.Catalogs[i], q.kind, q.n, random, taken)
			if err != nil {
				return nil, fmt.Errorf("nothing: half %s: %w", h, err)
			}
			if h == half {
				s.Cases = append(s.Cases, cases...)
			}
		}
		if h == half {
			break
		}
	}
	for i := range s.Cases {
		s.Cases[i].ID = fmt.Sprintf("%s%03d", half, i+1)
	}
	return s, nil
}

// draw draws cases until there are n whose meant scope is not taken.
func draw(c *Catalog, kind string, n int, random *rand.Rand, taken map[string]bool) ([]Case, error) {
	var cases []Case
	for tries := 0; len(cases) < n; tries++ {
		if tries > 200_000 {
			return nil, fmt.Errorf("only %d of %d faults of the kind %s over %s", len(cases), n, kind, c.Name)
		}
		meant := c.propose(kind, random)
		if meant == nil || taken[meant.String()] {
			continue
		}
		if made, ok := c.fault(kind, meant, random); ok {
			taken[meant.String()] = true
			cases = append(cases, made)
		}
	}
	return cases, nil
}

// Sum returns the SHA-256 of the catalogs' files and the cases, as JSON.
func (s *Set) Sum() string {
	var all []any
	for _, c := range s.Catalogs {
		all = append(all, c.Name, c.Files)
	}
	b, err := json.Marshal(append(all, s.Cases))
	if err != nil {
		return err.Error()
	}
	sum := sha256.Sum256(b)
	return hex.EncodeToString(sum[:])
}
