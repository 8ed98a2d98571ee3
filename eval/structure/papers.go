package structure

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/sparsearch/spar/internal/api"
	"github.com/sparsearch/spar/internal/engine"
	"github.com/sparsearch/spar/internal/service"
	"github.com/sparsearch/spar/internal/spar"
)

// Papers counts what a reader of papers sees: places of sections, citations that open, answers from the paper itself.
type Papers struct {
	Files int `json:"files"` // JATS articles with sections

	Sections Count `json:"sections"` // titles of sections: a place opens at the heading
	Lines    int   `json:"lines"`    // most lines that an opened section or citation shows
	Whole    int   `json:"whole"`    // places that show more than 60 lines

	Asked     int `json:"asked"`
	Answered  int `json:"answered"`
	Citations int `json:"citations"`
	Bullets   int `json:"bullets"`
	Cited     int `json:"from_references"` // bullets whose text stands only in the paper's list of cited works

	Wrong []string `json:"wrong,omitempty"`
}

// mostShown is the most lines that an opened place may show: more would be a file and no place.
const mostShown = 60

// A paper has the contents of its markup, found without the reader.
type paper struct {
	name     string
	title    string
	sections []string
	works    []string // titles of cited works
	text     string   // key of all text except cited works
	cited    string   // key of the text of cited works
}

// Sections of JATS, and its lists of cited works.
var (
	sectionsOfJATS = set("sec app abstract trans-abstract ack app-group boxed-text")
	worksOfJATS    = set("ref-list")
)

func paperOf(name string, text []byte) (*paper, error) {
	root, err := tree(text)
	if err != nil {
		return nil, err
	}
	if !slices.ContainsFunc(root.kids, func(e *element) bool { return e.name == "article" }) {
		return nil, nil
	}
	p := &paper{name: name}
	var own, works strings.Builder
	var walk func(e, parent *element, works *strings.Builder)
	cited := &works
	walk = func(e, parent *element, to *strings.Builder) {
		switch {
		case e.name == "":
			to.WriteString(e.text)
			return
		case worksOfJATS[e.name]:
			to = cited
		case e.name == "article-title" && to == cited:
			p.works = append(p.works, strings.Join(strings.Fields(e.plain()), " "))
		case e.name == "article-title" && p.title == "" && parent.name == "title-group":
			p.title = strings.Join(strings.Fields(e.plain()), " ")
		case e.name == "title" && sectionsOfJATS[parent.name] && to != cited && key(e.plain()) != "":
			p.sections = append(p.sections, strings.Join(strings.Fields(e.plain()), " "))
		}
		for _, k := range e.kids {
			walk(k, e, to)
		}
		to.WriteByte(' ')
	}
	walk(root, root, &own)
	p.text, p.cited = key(own.String()), key(works.String())
	if len(p.sections) == 0 {
		return nil, nil
	}
	return p, nil
}

// OfPapers reads the JATS articles below a folder as a share and opens each of their sections. It asks for as many sections of each paper
// as questions says, and for half as many cited works, and opens every citation.
func OfPapers(ctx context.Context, folder string, questions int, o engine.Options, s service.Options, list bool) (report *Papers, err error) {
	var papers []*paper
	err = filepath.WalkDir(folder, func(path string, e fs.DirEntry, err error) error {
		if err != nil || !e.Type().IsRegular() || !slices.Contains([]string{".xml", ".nxml"}, filepath.Ext(path)) {
			return err
		}
		text, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		name, err := filepath.Rel(folder, path)
		if err != nil {
			return err
		}
		p, err := paperOf(name, text)
		if err != nil {
			return fmt.Errorf("%s: %w", path, err)
		}
		if p != nil {
			papers = append(papers, p)
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	if len(papers) == 0 {
		return nil, spar.Errorf(spar.Invalid, "there are no JATS articles with sections below %q: name a folder that has some, with names that end with .xml or .nxml", folder)
	}
	if o.Dir, err = os.MkdirTemp("", "spar-papers-"); err != nil {
		return nil, spar.Errorf(spar.Unavailable, "no temporary folder: %w; set TMPDIR to one that can be written", err)
	}
	defer func() { err = errors.Join(err, os.RemoveAll(o.Dir)) }()
	e, err := engine.Open(ctx, o)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, e.Close()) }()
	asked := service.New(e, s)
	who, err := asked.Process()
	if err != nil {
		return nil, err
	}
	share, _, _, err := e.ShareOf(ctx, folder)
	if err != nil {
		return nil, err
	}
	if _, err := e.Scan(ctx, share.Name, engine.ScanOptions{}); err != nil {
		return nil, err
	}
	r := &reading{Papers: &Papers{Files: len(papers)}, engine: e, service: asked, who: who, share: share.Name, folder: folder, list: list}
	for _, p := range papers {
		if err := r.paper(ctx, p, questions); err != nil {
			return nil, fmt.Errorf("%s: %w", p.name, err)
		}
	}
	return r.Papers, nil
}

// reading is a share of papers during the measurement.
type reading struct {
	*Papers
	engine  *engine.Opened
	service *service.Service
	who     spar.Principal
	share   string
	folder  string
	list    bool
}

func (r *reading) wrong(p *paper, format string, args ...any) {
	if r.list {
		r.Wrong = append(r.Wrong, p.name+": "+fmt.Sprintf(format, args...))
	}
}

func (r *reading) paper(ctx context.Context, p *paper, questions int) error {
	for i := range min(questions, len(p.sections)) {
		section := p.sections[i*len(p.sections)/min(questions, len(p.sections))]
		if err := r.ask(ctx, p, fmt.Sprintf("what does %q say of %s?", p.title, section)); err != nil {
			return err
		}
		if i%2 == 0 && len(p.works) > i/2 {
			if err := r.ask(ctx, p, p.works[i/2*7%len(p.works)]); err != nil {
				return err
			}
		}
	}
	contents, err := r.headings(ctx, p)
	if err != nil {
		return err
	}
	for _, section := range p.sections {
		want := key(section)
		i := slices.IndexFunc(contents, func(h string) bool { return strings.HasSuffix(key(h[strings.LastIndex(h, " > ")+1:]), want) })
		if i < 0 {
			r.Sections.add(false)
			r.wrong(p, "no heading %q", section)
			continue
		}
		place, err := r.service.Open(ctx, r.who, spar.Address{Share: r.share, Path: p.name, Locator: spar.Locator{Heading: contents[i]}}.String(), "")
		if err != nil && spar.CodeOf(err) != spar.NotFound {
			return err
		}
		if r.Sections.add(err == nil); err != nil {
			r.wrong(p, "no place at %q", contents[i])
			continue
		}
		r.shown(p, place)
	}
	return nil
}

// headings returns the paths of headings in a paper, as the share tells them: of the passages, and all paths above these.
func (r *reading) headings(ctx context.Context, p *paper) (list []string, err error) {
	passages, err := r.engine.Passages(ctx, r.who, r.share, p.name)
	if err != nil {
		return nil, err
	}
	seen := map[string]bool{}
	for _, passage := range passages {
		for path := passage.Locator.Heading; path != "" && !seen[path]; path = path[:max(0, strings.LastIndex(path, " > "))] {
			seen[path] = true
			list = append(list, path)
		}
	}
	return list, nil
}

// ask asks a question over all papers and inspects the answer.
func (r *reading) ask(ctx context.Context, p *paper, question string) error {
	r.Asked++
	var got *api.Answer
	for e, err := range r.service.Ask(ctx, r.who, api.Question{Question: question, Folder: r.folder, Extract: true}) {
		if err != nil {
			return fmt.Errorf("%q: %w", question, err)
		}
		if e.Answer != nil {
			got = e.Answer
		}
	}
	if got == nil {
		return fmt.Errorf("%q: no answer came", question)
	}
	if !got.Refused {
		r.Answered++
	}
	for _, c := range got.Citations {
		r.Citations++
		place, err := r.service.Open(ctx, r.who, c.Open, "")
		if err != nil {
			return err
		}
		r.shown(p, place)
	}
	for _, b := range got.Bullets {
		r.Bullets++
		if k := key(b.Text); strings.Contains(p.cited, k) && !strings.Contains(p.text, k) {
			r.Cited++
			r.wrong(p, "%q is answered by a cited work: %.120q", question, b.Text)
		}
	}
	return nil
}

// shown counts the lines of an opened place.
func (r *reading) shown(p *paper, place api.Place) {
	lines := 0
	for _, texts := range [][]string{place.Before, place.Text, place.After} {
		for _, text := range texts {
			for line := range strings.SplitSeq(text, "\n") {
				lines += 1 + max(0, utf8.RuneCountInString(line)-1)/shownLine
			}
		}
	}
	r.Lines = max(r.Lines, lines)
	if lines > mostShown {
		r.Whole++
		r.wrong(p, "%d lines at %s", lines, place.Locator)
	}
}

// WriteMarkdown prints the counts.
func (r *Papers) WriteMarkdown(w io.Writer) error {
	_, err := fmt.Fprintf(w, "| papers | sections that open | most lines of a place | places of more than %d lines | "+
		"questions | answered | citations opened | bullets | of them from lists of references |\n|---|---|---|---|---|---|---|---|---|\n"+
		"| %d | %s | %d | %d | %d | %d | %d | %d | %d |\n", mostShown, r.Files, r.Sections, r.Lines, r.Whole, r.Asked, r.Answered, r.Citations, r.Bullets, r.Cited)
	for _, c := range r.Wrong {
		if err == nil {
			_, err = fmt.Fprintf(w, "\n- %s", c)
		}
	}
	return err
}
