// Package places makes questions by rule whose words stand only in part in a file's text, and for the rest in its path, its title or a
// heading above: what ranks by the text alone finds another file. It belongs to spar-eval.
package places

import (
	"html"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"github.com/sparsearch/spar/internal/chunk"
	"github.com/sparsearch/spar/internal/spar"
)

// A Question asks for a file by words of one place of it and by words of its text.
type Question struct {
	Kind string // path, title or heading: where the deciding word stands
	Text string
	File string // below the folder, with slashes
}

// A page is a file whose words are known by place.
type page struct {
	path, title, headings string
	text                  map[string]bool
	all                   map[string]bool // of the text and of all places
}

var (
	tagged = regexp.MustCompile(`(?s)<(script|style).*?</(script|style)>|<[^>]*>`)
	titled = regexp.MustCompile(`(?is)<title>(.*?)</title>`)
	headed = regexp.MustCompile(`(?im)^#{1,6} +(.*)$|<h[1-6][^>]*>(.*?)</h[1-6]>`)
)

// Make makes at most so many questions of each kind about the text files, Markdown and HTML below a folder, by a seed. A file is asked for
// at most once.
func Make(folder string, each int, seed uint64) ([]Question, error) {
	var pages []page
	err := fs.WalkDir(os.DirFS(folder), ".", func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || !slices.Contains([]string{".txt", ".md", ".html"}, filepath.Ext(name)) {
			return err
		}
		data, err := os.ReadFile(filepath.Join(folder, filepath.FromSlash(name)))
		if err == nil {
			pages = append(pages, pageOf(name, string(data)))
		}
		return err
	})
	if err != nil {
		return nil, spar.Errorf(spar.Invalid, "questions about places need a folder that can be read: %w", err)
	}
	r := rand.New(rand.NewPCG(seed, 0))
	r.Shuffle(len(pages), func(i, j int) { pages[i], pages[j] = pages[j], pages[i] })
	var list []Question
	asked := map[string]bool{}
	for _, kind := range []string{"path", "title", "heading"} {
		n := 0
		for _, p := range pages {
			if n == each {
				break
			}
			if asked[p.path] {
				continue
			}
			if q, ok := p.question(kind, pages, r); ok {
				list, n, asked[p.path] = append(list, q), n+1, true
			}
		}
	}
	return list, nil
}

func pageOf(name, data string) page {
	p := page{path: name}
	if m := titled.FindStringSubmatch(data); m != nil {
		p.title = html.UnescapeString(m[1])
		data = strings.Replace(data, m[0], " ", 1)
	}
	for _, m := range headed.FindAllStringSubmatch(data, -1) {
		p.headings += m[1] + m[2] + "\n"
	}
	data = headed.ReplaceAllString(data, " ")
	p.text = wordsOf(html.UnescapeString(tagged.ReplaceAllString(data, " ")))
	p.all = wordsOf(strings.TrimSuffix(name, filepath.Ext(name)) + "\n" + p.title + "\n" + tagged.ReplaceAllString(p.headings, " "))
	for w := range p.text {
		p.all[w] = true
	}
	return p
}

// wordsOf returns the words of a text that a person would ask with.
func wordsOf(text string) map[string]bool {
	set := map[string]bool{}
	for _, w := range chunk.Words(strings.NewReplacer("/", " ", "_", " ", "-", " ", ".", " ").Replace(text)) {
		if len(w) >= 4 && !chunk.Common(w, "en") && !strings.ContainsAny(w, "0123456789") {
			set[w] = true
		}
	}
	return set
}

// question asks for the page by a word of one place that its text lacks and by two words of its text that stand in other texts, too, such
// that no other page says all three anywhere.
func (p page) question(kind string, pages []page, r *rand.Rand) (q Question, ok bool) {
	place := map[string]string{"path": strings.TrimSuffix(p.path, filepath.Ext(p.path)), "title": p.title, "heading": p.headings}[kind]
	var decides, about []string
	for w := range wordsOf(place) {
		if !p.text[w] {
			decides = append(decides, w)
		}
	}
	for w := range p.text {
		if n := others(pages, p.path, w); n >= 2 && n <= max(4, len(pages)/4) {
			about = append(about, w)
		}
	}
	slices.Sort(decides)
	slices.Sort(about)
	if len(decides) == 0 || len(about) < 2 {
		return q, false
	}
	for range 20 {
		word, a, b := decides[r.IntN(len(decides))], about[r.IntN(len(about))], about[r.IntN(len(about))]
		if a == b || slices.ContainsFunc(pages, func(o page) bool { return o.path != p.path && o.all[word] && o.all[a] && o.all[b] }) {
			continue
		}
		form := []string{"what is said about %A and %B for %W?", "where do we say something of %A and %B, for %W?", "%W: %A and %B", "what about %A and %B in %W?"}[r.IntN(4)]
		return Question{kind, strings.NewReplacer("%A", a, "%B", b, "%W", word).Replace(form), p.path}, true
	}
	return q, false
}

// others is how many other pages have a word in their text.
func others(pages []page, path, word string) (n int) {
	for _, o := range pages {
		if o.path != path && o.text[word] {
			n++
		}
	}
	return n
}
