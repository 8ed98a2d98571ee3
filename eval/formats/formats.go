// Package formats measures how SPAR reads files, by format, and compares their words with the output of other programs. It
// is part of eval and not of the product.
package formats

import (
	"cmp"
	"context"
	"hash/fnv"
	"io"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"
	"unicode"

	"github.com/sparsearch/spar/internal/read"
	"github.com/sparsearch/spar/internal/spar"
)

// Options shape Measure; Read.Command is required.
type Options struct {
	Read      read.Options
	Reference bool   // compare the words with those of other programs, where these are installed
	Keep      string // folder that keeps the output of those programs by the content of the file, so that none runs twice; "" for none
	Below     float64
	Progress  func(done, total int, path string) // may be nil
}

// A Report sums up the reading of a folder's files by format, in the order of the formats' names.
type Report struct {
	Schema  string         `json:"schema"` // spar.bench.formats/1
	Files   int            `json:"files"`
	Formats []FormatReport `json:"formats"`
}

// A FormatReport sums up the files of one format.
type FormatReport struct {
	Format     string             `json:"format"` // "" for files of no known format
	Files      int                `json:"files"`
	States     map[spar.State]int `json:"states"`
	Bytes      int64              `json:"bytes"`
	Words      int                `json:"words"`
	Seconds    float64            `json:"seconds"`     // wall time of reading, one file after the other
	CPUSeconds float64            `json:"cpu_seconds"` // of the workers; 0 where the system does not tell
	PeakBytes  int64              `json:"peak_bytes"`  // most memory of a worker over one file; 0 as above
	Reasons    []Reason           `json:"reasons,omitempty"`
	References []Reference        `json:"references,omitempty"`
}

// A Reason tells why files gave no text, or only a part.
type Reason struct {
	State  spar.State `json:"state"`
	Reason string     `json:"reason"`
	Files  []string   `json:"files"`
}

// A Reference compares bags of words with another program's, over the files where that program finds at least
// referenceWords. If the program omits something on purpose, both sides omit it.
type Reference struct {
	Tool    string      `json:"tool"`
	Without string      `json:"without,omitempty"` // omitted on both sides
	Files   int         `json:"files"`
	F1      float64     `json:"f1"` // medians
	Recall  float64     `json:"recall"`
	Whole   float64     `json:"whole"`   // median F1 if SPAR's side omits nothing
	Halves  [2]Half     `json:"halves"`  // the files by a hash of their names
	Good    float64     `json:"good"`    // share of the files with F1 of .9 or more
	Seconds float64     `json:"seconds"` // wall time of the program over all its files
	CPU     float64     `json:"cpu_seconds"`
	Low     []LowFormat `json:"low,omitempty"`
	Missed  []string    `json:"missed,omitempty"` // files without text here, with words there
}

// A Half is a part of the files by a hash of their names: if one half was tuned on, the other shows the effect.
type Half struct {
	Files int     `json:"files"`
	F1    float64 `json:"f1"`
}

// A LowFormat is a file whose F1 is below the goal.
type LowFormat struct {
	File   string  `json:"file"`
	Half   int     `json:"half"` // 0 or 1
	F1     float64 `json:"f1"`
	Recall float64 `json:"recall"`
}

// A file is compared only if the reference finds at least referenceWords words in it.
const referenceWords = 20

// Measure reads every file below a folder as a question would, one after the other. By format it sums up their states,
// the time and memory to read them, and the comparison of their words with other programs.
func Measure(ctx context.Context, folder string, o Options) (Report, error) {
	report := Report{Schema: "spar.bench.formats/1"}
	paths, err := filesBelow(folder)
	if err != nil {
		return report, err
	}
	if len(paths) == 0 {
		return report, spar.Errorf(spar.Invalid, "there are no files below %q: name a folder of files to be read", folder)
	}
	cache, err := os.MkdirTemp("", "spar-formats-")
	if err != nil {
		return report, err
	}
	defer os.RemoveAll(cache)
	o.Read.CacheDir = cache
	reader, err := read.New(nil, o.Read)
	if err != nil {
		return report, err
	}
	defer reader.Close()

	// PDF comes last: PDFium stays in the memory of the worker that read one.
	slices.SortStableFunc(paths, func(a, b string) int { return cmp.Compare(lastRead(a), lastRead(b)) })

	formats := map[string]*FormatReport{}
	samples := map[string][]sample{}
	for i, path := range paths {
		if o.Progress != nil {
			o.Progress(i, len(paths), path)
		}
		var cost read.Cost
		begin := time.Now()
		doc, err := reader.Document(ctx, path, &cost)
		took := time.Since(begin).Seconds()
		if code := spar.CodeOf(err); err != nil && (code == spar.Invalid || code == spar.NotFound) {
			doc = &spar.Document{State: spar.Denied, Reason: err.Error()}
		} else if err != nil {
			return report, err
		}
		f := formats[doc.Format]
		if f == nil {
			f = &FormatReport{Format: doc.Format, States: map[spar.State]int{}}
			formats[doc.Format] = f
		}
		s := sample{path: path, views: map[string]wordBag{}}
		s.views[""] = wordsOf(doc.Text(nil))
		if o.Reference {
			for _, tool := range referencesOf(doc.Format) {
				if _, ok := s.views[tool.without]; !ok {
					s.views[tool.without] = wordsOf(tool.view(doc))
				}
			}
		}
		if info, err := os.Lstat(path); err == nil {
			f.Bytes += info.Size()
		}
		f.Files++
		f.States[doc.State]++
		f.Words += s.views[""].size()
		f.Seconds += took
		f.CPUSeconds += cost.CPU.Seconds()
		f.PeakBytes = max(f.PeakBytes, cost.Peak)
		f.reason(doc, path)
		samples[doc.Format] = append(samples[doc.Format], s)
	}
	if o.Reference {
		for _, name := range slices.Sorted(maps.Keys(formats)) {
			formats[name].References = compareFormats(ctx, name, samples[name], o, cache)
		}
	}
	for _, name := range slices.Sorted(maps.Keys(formats)) {
		report.Files += formats[name].Files
		report.Formats = append(report.Formats, *formats[name])
	}
	return report, ctx.Err()
}

func lastRead(path string) int {
	if strings.EqualFold(filepath.Ext(path), ".pdf") {
		return 1
	}
	return 0
}

// filesBelow lists the regular files below a folder, or the file itself.
func filesBelow(folder string) (paths []string, err error) {
	err = filepath.WalkDir(folder, func(path string, d fs.DirEntry, err error) error {
		if err == nil && d.Type().IsRegular() {
			paths = append(paths, path)
		}
		return err
	})
	if err != nil {
		return nil, spar.Errorf(spar.NotFound, "the folder to be read: %w", err)
	}
	return paths, nil
}

func (f *FormatReport) reason(doc *spar.Document, path string) {
	if !doc.State.Skipped() {
		return
	}
	for i := range f.Reasons {
		if r := &f.Reasons[i]; r.State == doc.State && r.Reason == doc.Reason {
			r.Files = append(r.Files, path)
			return
		}
	}
	f.Reasons = append(f.Reasons, Reason{doc.State, doc.Reason, []string{path}})
}

// A sample is one file with its words: views[""] has all, and another view those to compare with a program that omits
// something.
type sample struct {
	path  string
	views map[string]wordBag
}

// A wordBag counts words: runs of letters and digits, in lower case.
type wordBag map[string]int

func wordsOf(text string) wordBag {
	b := wordBag{}
	for w := range strings.FieldsFuncSeq(strings.ToLower(text), func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) }) {
		b[w]++
	}
	return b
}

func (b wordBag) size() (n int) {
	for _, k := range b {
		n += k
	}
	return n
}

// against returns the F1 of b and the share of the reference's words that b has.
func (b wordBag) against(reference wordBag) (f1, recall float64) {
	both := 0
	for w, k := range b {
		both += min(k, reference[w])
	}
	n := reference.size()
	return 2 * float64(both) / float64(b.size()+n), float64(both) / float64(n)
}

// compareFormats compares the files of one format with each program that reads it here.
func compareFormats(ctx context.Context, format string, samples []sample, o Options, dir string) []Reference {
	var list []Reference
	for _, tool := range referencesOf(format) {
		said := withKept(ctx, tool, samples, o.Keep, dir)
		r := Reference{Tool: tool.name, Without: tool.without}
		var f1s, recalls, wholes []float64
		var halves [2][]float64
		for i, s := range samples {
			r.Seconds += said[i].Took.Seconds()
			r.CPU += said[i].CPU.Seconds()
			words := wordsOf(said[i].Text)
			if words.size() < referenceWords {
				continue
			}
			if len(s.views[""]) == 0 {
				r.Missed = append(r.Missed, s.path)
				continue
			}
			f1, recall := s.views[tool.without].against(words)
			whole, _ := s.views[""].against(words)
			half := halfOf(s.path)
			f1s, recalls, wholes = append(f1s, f1), append(recalls, recall), append(wholes, whole)
			halves[half] = append(halves[half], f1)
			if f1 >= .9 {
				r.Good++
			}
			if f1 < o.Below {
				r.Low = append(r.Low, LowFormat{s.path, half, f1, recall})
			}
		}
		if r.Files = len(f1s); r.Files == 0 && len(r.Missed) == 0 {
			continue
		}
		r.F1, r.Recall, r.Whole, r.Good = medianOf(f1s), medianOf(recalls), medianOf(wholes), r.Good/float64(max(1, r.Files))
		for i, values := range halves {
			r.Halves[i] = Half{len(values), medianOf(values)}
		}
		slices.SortFunc(r.Low, func(a, b LowFormat) int { return cmp.Compare(a.F1, b.F1) })
		list = append(list, r)
	}
	return list
}

// halfOf returns 0 or 1 by a hash of the file's name.
func halfOf(path string) int {
	h := fnv.New32a()
	io.WriteString(h, filepath.Base(path))
	return int(h.Sum32()>>16) % 2
}

func medianOf(values []float64) float64 {
	if len(values) == 0 {
		return 0
	}
	slices.Sort(values)
	return values[len(values)/2]
}
