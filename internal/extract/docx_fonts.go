package extract

import (
	"bytes"
	"cmp"
	"context"
	"encoding/xml"
	"io"
	"slices"
	"strings"
)

// fontLevels tells headings by their font in a document that has no heading styles.
type fontLevels struct {
	body   int // half points of most of the text
	levels map[fontClass]int
}

// fontClass is how a heading looks.
type fontClass struct {
	size int
	bold bool
}

// maxHeading is how long a paragraph may be to pass for a heading by its font.
const maxHeading = 120

// classOf is the look of a paragraph: the size of most of its characters, and whether all are bold.
func classOf(p *wordPara, style resolved) fontClass {
	size, most := 0, 0
	for s, n := range p.sizes {
		if n > most || n == most && s > size {
			size, most = s, n
		}
	}
	if size == 0 {
		size = style.size
	}
	return fontClass{size, p.bold >= p.chars && p.chars > 0}
}

// candidate reports whether a paragraph could be a heading by its text.
func candidate(text string) bool {
	if len(text) > maxHeading || strings.Contains(text, "\n") {
		return false
	}
	letters := strings.ContainsFunc(text, func(r rune) bool { return r >= 'A' })
	return letters && !strings.ContainsAny(text[len(text)-1:], ".,;")
}

func (f *fontLevels) level(p *wordPara, text string, style resolved) int {
	if !candidate(text) {
		return 0
	}
	return f.levels[classOf(p, style)]
}

// fontSurvey counts how the paragraphs of a document look.
type fontSurvey struct {
	chars      map[fontClass]int
	candidates map[fontClass]int
	paragraphs int
	total      int
	bold       int
}

func (s *fontSurvey) add(p *wordPara, text string, style resolved, inside bool) {
	class := classOf(p, style)
	if len(s.chars) < 1000 {
		s.chars[class] += p.chars
	}
	s.total += p.chars
	s.bold += p.bold
	if inside {
		return
	}
	s.paragraphs++
	if candidate(text) && len(s.candidates) < 1000 {
		s.candidates[class]++
	}
}

// levels ranks the looks that are larger or bolder than the body; the largest is level 1. A look that most paragraphs have belongs to no
// heading.
func (s *fontSurvey) levels() *fontLevels {
	bySize := map[int]int{}
	for c, n := range s.chars {
		bySize[c.size] += n
	}
	body := 0
	for size, n := range bySize {
		if n > bySize[body] || n == bySize[body] && size < body {
			body = size
		}
	}
	boldCounts := s.bold*2 < s.total
	var classes []fontClass
	for c, n := range s.candidates {
		larger := c.size*100 >= body*115
		if (larger || c.bold && boldCounts && c.size >= body) && n*2 <= s.paragraphs+1 {
			classes = append(classes, c)
		}
	}
	if len(classes) == 0 {
		return nil
	}
	slices.SortFunc(classes, func(a, b fontClass) int {
		if a.size != b.size {
			return cmp.Compare(b.size, a.size)
		}
		if a.bold {
			return -1
		}
		return 1
	})
	f := &fontLevels{body: body, levels: map[fontClass]int{}}
	for i, c := range classes {
		f.levels[c] = min(i+1, 6)
	}
	return f
}

// headingFonts tells which fonts headings have. If the body has no heading styles, it first reads all of it once more. It returns nil if
// styles mark the headings, or if no font stands out.
func headingFonts(ctx context.Context, c *container, main string, styles docxStyles, limits Limits) (*fontLevels, error) {
	styled, err := hasHeadingStyles(c, main, styles)
	if styled || err != nil {
		return nil, err
	}
	r, err := c.part(main)
	if r == nil || err != nil {
		return nil, err
	}
	defer r.Close()
	survey := &fontSurvey{chars: map[fontClass]int{}, candidates: map[fontClass]int{}}
	nowhere := &sink{ctx: ctx, limits: limits, emit: func(Item) error { return nil }}
	w := wordReader{out: nowhere, styles: styles, survey: survey, memo: map[string]resolved{}}
	d := xml.NewDecoder(r)
	for {
		tok, err := d.RawToken()
		if err != nil {
			break // the reading proper will say so
		}
		switch t := tok.(type) {
		case xml.StartElement:
			err = w.start(t)
		case xml.EndElement:
			err = w.end(t)
		case xml.CharData:
			w.chars(t)
		}
		if err == nil {
			err = ctx.Err()
		}
		if err != nil {
			break
		}
	}
	return survey.levels(), ctx.Err()
}

// hasHeadingStyles looks for a paragraph with a heading style, without parsing.
func hasHeadingStyles(c *container, main string, styles docxStyles) (bool, error) {
	r, err := c.part(main)
	if r == nil || err != nil {
		return false, err
	}
	defer r.Close()
	const window = 64 << 10
	buf := make([]byte, 0, 2*window)
	marks := [][]byte{[]byte("pStyle "), []byte("outlineLvl ")}
	for {
		n, err := r.Read(buf[len(buf):min(cap(buf), len(buf)+window)])
		buf = buf[:len(buf)+n]
		last := err != nil
		for k, mark := range marks {
			for rest := buf; ; {
				i := bytes.Index(rest, mark)
				if i < 0 || len(rest)-i < 200 && !last {
					break
				}
				rest = rest[i+len(mark):]
				value := quotedValue(rest[:min(len(rest), 200)])
				if k == 1 && value != "9" || k == 0 && styles.resolve(value).level > 0 {
					return true, nil
				}
			}
		}
		if last {
			if err != io.EOF {
				return false, nil // the reading proper will say so
			}
			return false, nil
		}
		keep := min(len(buf), 256)
		buf = append(buf[:0], buf[len(buf)-keep:]...)
	}
}

// quotedValue is the first quoted attribute value in b.
func quotedValue(b []byte) string {
	i := bytes.IndexAny(b, `"'`)
	if i < 0 {
		return ""
	}
	j := bytes.IndexByte(b[i+1:], b[i])
	if j < 0 {
		return ""
	}
	return string(b[i+1 : i+1+j])
}
