package extract

import (
	"encoding/xml"
	"io"
	"strconv"
	"strings"

	"github.com/sparsearch/spar/internal/pattern"
)

// docxStyle is a style, as far as structure goes; -1 and 0 mean that it says nothing.
type docxStyle struct {
	name    string
	basedOn string
	outline int    // 0 to 8, 9 for body text, -1 unset
	num     int    // 1: numbered or bulleted, -1: explicitly not
	list    string // the list that num 1 is about
	depth   int    // the level in it, -1 unset
	bold    int    // 1 or -1
	size    int    // half points
}

// docxStyles are the paragraph and character styles by id.
type docxStyles struct {
	byID        map[string]docxStyle
	defaultID   string
	defaultSize int
}

const maxStyles = 20_000

// readStyles reads the styles part (ECMA-376 part 1, clause 17.7).
func readStyles(c *container, name string) (docxStyles, error) {
	st := docxStyles{byID: map[string]docxStyle{}, defaultSize: 20}
	r, err := c.part(name)
	if r == nil || err != nil {
		return st, err
	}
	defer r.Close()
	d := xml.NewDecoder(r)
	var id, path string
	var cur docxStyle
	depth, inStyle := 0, 0
	for {
		tok, err := d.RawToken()
		if err == io.EOF {
			return st, nil
		}
		if err != nil {
			return st, xmlError(name, err)
		}
		switch t := tok.(type) {
		case xml.StartElement:
			depth++
			switch t.Name.Local {
			case "style":
				inStyle, id = depth, attr(t, "styleId")
				cur = docxStyle{outline: -1, depth: -1}
				if attr(t, "type") == "paragraph" && isOn(attr(t, "default"), false) {
					st.defaultID = id
				}
			case "docDefaults", "rPrDefault", "pPrDefault":
				path = t.Name.Local
			case "name":
				cur.name = strings.ToLower(attr(t, "val"))
			case "basedOn":
				cur.basedOn = attr(t, "val")
			case "outlineLvl":
				cur.outline = number(attr(t, "val"), -1)
			case "numId":
				cur.num, cur.list = 1, attr(t, "val")
				if cur.list == "0" {
					cur.num = -1
				}
			case "ilvl":
				cur.depth = number(attr(t, "val"), -1)
			case "b":
				cur.bold = onOff(t)
			case "sz":
				if inStyle > 0 {
					cur.size = number(attr(t, "val"), 0)
				} else if path == "rPrDefault" {
					st.defaultSize = number(attr(t, "val"), st.defaultSize)
				}
			}
		case xml.EndElement:
			if depth == inStyle {
				if id != "" && len(st.byID) < maxStyles {
					st.byID[id] = cur
				}
				inStyle, id = 0, ""
			}
			depth--
		}
	}
}

var (
	headingName  = pattern.New(`^(?:heading|überschrift|titre|título|titolo|kop|nagłówek|заголовок|rubrik|overskrift|otsikko|nadpis|标题|標題|見出し|제목)\s*([1-9])$`)
	headingID    = pattern.New(`(?i)^(?:heading|berschrift|titre|ttulo|titolo|kop|nagwek|rubrik|overskrift|otsikko|nadpis)([1-9])$`)
	contentsName = pattern.New(`^(?:toc|table of contents|contents|verzeichnis|index)\s*(?:[1-9]|heading)?$`)
	listName     = pattern.New(`^(?:list bullet|list number|list \d|bullet|aufzählung)`)
)

// maxBasedOn bounds a chain of styles, which may be a cycle.
const maxBasedOn = 20

// resolved has the settings that a paragraph takes from its style.
type resolved struct {
	level    int // of a heading, 0 for none
	listed   bool
	list     string // that its paragraphs are of, "" for none
	depth    int    // the level in it, -1 where the list tells
	contents bool   // a line of a table of contents
	bold     bool
	size     int
}

// resolve follows the chain of a paragraph style.
func (st docxStyles) resolve(id string) resolved {
	out := resolved{depth: -1}
	outline, num, bold, title := -1, 0, 0, 0
	if id == "" {
		id = st.defaultID
	}
	for i := 0; id != "" && i < maxBasedOn; i++ {
		s, ok := st.byID[id]
		if !ok {
			s = docxStyle{outline: -1, depth: -1}
		}
		if out.level == 0 && outline == -1 {
			if m := headingName.FindStringSubmatch(s.name); m != nil {
				out.level = number(m[1], 0)
			} else if m := headingID.FindStringSubmatch(id); m != nil {
				out.level = number(m[1], 0)
			} else if s.name == "title" || id == "Title" {
				title = 1
			} else if s.name == "subtitle" || id == "Subtitle" {
				title = 2
			}
		}
		if outline == -1 {
			outline = s.outline
		}
		if num == 0 {
			num, out.list = s.num, s.list
		}
		if out.depth < 0 {
			out.depth = s.depth
		}
		if bold == 0 {
			bold = s.bold
		}
		if out.size == 0 {
			out.size = s.size
		}
		out.contents = out.contents || contentsName.MatchString(s.name)
		out.listed = out.listed || listName.MatchString(s.name)
		id = s.basedOn
	}
	if out.level == 0 && outline >= 0 && outline < 9 {
		out.level = outline + 1
	}
	if outline == 9 && title == 0 {
		out.level = 0
	}
	if out.level == 0 {
		out.level = title
	}
	out.listed = num > 0 || out.listed && num == 0
	out.bold = bold > 0
	if num <= 0 {
		out.list = ""
	}
	if out.size == 0 {
		out.size = st.defaultSize
	}
	return out
}

// onOff reads a toggle property (ECMA-376 part 1, clause 17.17.4): 1 when on, -1 when off.
func onOff(s xml.StartElement) int {
	if isOn(attr(s, "val"), true) {
		return 1
	}
	return -1
}

func isOn(v string, absent bool) bool {
	switch v {
	case "":
		return absent
	case "0", "false", "off", "none":
		return false
	}
	return true
}

func number(s string, otherwise int) int {
	n, err := strconv.Atoi(s)
	if err != nil || n < 0 || n > 1<<20 {
		return otherwise
	}
	return n
}
