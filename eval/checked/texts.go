package checked

import (
	"encoding/json"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"unicode"

	"github.com/sparsearch/spar/internal/chunk"
	"github.com/sparsearch/spar/internal/pattern"
)

// A sentence stands in a text, with the text around it.
type sentence struct {
	text, passage, source string
}

// Bounds of the sentences that are taken, in words, and how many a source gives.
const (
	fewest = 7
	most   = 34
	around = 2 // sentences before and behind that belong to the passage
)

// texts reads the sentences of the public sets below a data folder, by set.
func texts(data string) (map[string][]sentence, error) {
	sets := map[string][]sentence{}
	for _, set := range []struct{ name, folder, ending string }{
		{"rag", "rag_multi_corpus/share", ".md"}, {"handbook", "handbook_18f/pages", ".md"}, {"plos", "plos/share", ".xml"},
	} {
		err := filepath.WalkDir(filepath.Join(data, filepath.FromSlash(set.folder)), func(name string, d fs.DirEntry, err error) error {
			if err != nil || d.IsDir() || !strings.HasSuffix(name, set.ending) {
				return err
			}
			content, err := os.ReadFile(name)
			if err != nil {
				return err
			}
			below, err := filepath.Rel(data, name)
			if err != nil {
				return err
			}
			var paragraphs []string
			if set.ending == ".md" {
				paragraphs = strings.Split(string(content), "\n\n")
			} else if paragraphs, err = paragraphsOf(string(content)); err != nil {
				return fmt.Errorf("%s: %w", name, err)
			}
			sets[set.name] = append(sets[set.name], sentencesOf(paragraphs, filepath.ToSlash(below))...)
			return nil
		})
		if err != nil {
			return nil, err
		}
	}
	name := filepath.Join(data, "tatqa_dev", "tatqa_dataset_dev.json")
	content, err := os.ReadFile(name)
	if err != nil {
		return nil, err
	}
	var reports []struct {
		Paragraphs []struct {
			UID, Text string
		}
	}
	if err := json.Unmarshal(content, &reports); err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	for _, r := range reports {
		for _, p := range r.Paragraphs {
			sets["tatqa"] = append(sets["tatqa"], sentencesOf([]string{p.Text}, "tatqa_dev "+p.UID)...)
		}
	}
	return sets, nil
}

// paragraphsOf are those of the body of an article in JATS.
func paragraphsOf(content string) (list []string, err error) {
	d := xml.NewDecoder(strings.NewReader(content))
	d.Strict, d.Entity = false, xml.HTMLEntity
	depth, skip := 0, 0
	var b strings.Builder
	for {
		token, err := d.Token()
		if errors.Is(err, io.EOF) {
			return list, nil
		}
		if err != nil {
			return nil, err
		}
		switch t := token.(type) {
		case xml.StartElement:
			switch t.Name.Local {
			case "p":
				depth++
			case "xref", "table-wrap", "fig", "front", "ref-list":
				skip++
			}
		case xml.EndElement:
			switch t.Name.Local {
			case "p":
				if depth--; depth == 0 {
					list = append(list, b.String())
					b.Reset()
				}
			case "xref", "table-wrap", "fig", "front", "ref-list":
				skip--
			}
		case xml.CharData:
			if depth > 0 && skip == 0 {
				b.Write(t)
			}
		}
	}
}

var (
	links   = pattern.New(`\[([^\]\n]*)\]\([^)\n]*\)`)
	strange = pattern.New(`[|<>{}\[\]#*_=~\\` + "`" + `]|https?:`)
)

// sentencesOf returns the plain sentences of paragraphs.
func sentencesOf(paragraphs []string, source string) (list []sentence) {
	for _, p := range paragraphs {
		p = strings.Join(strings.Fields(strings.ReplaceAll(links.ReplaceAllString(p, "$1"), "**", "")), " ")
		var all []string
		for s := range chunk.Sentences(p) {
			all = append(all, strings.TrimSpace(s))
		}
		for i, s := range all {
			words := len(strings.Fields(s))
			if words < fewest || words > most || !strings.HasSuffix(s, ".") || !unicode.IsUpper([]rune(s)[0]) || strange.MatchString(s) ||
				strings.Contains(s, "( )") || strings.ContainsAny(s, "?:;\"“") {
				continue
			}
			passage := strings.Join(all[max(0, i-around):min(len(all), i+around+1)], " ")
			known := slices.ContainsFunc(list, func(o sentence) bool { return o.text == s })
			if !known && !strange.MatchString(passage) && chunk.Language(passage) == "en" {
				list = append(list, sentence{s, passage, source})
			}
		}
	}
	return list
}
