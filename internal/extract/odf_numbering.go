package extract

import (
	"encoding/xml"
	"strings"
)

// odfLists are the lists of a text document (ODF 1.3 part 3, clauses 5.3 and 16.30 to 16.34): their styles, and the open lists. A list
// begins anew unless it says that it continues another.
type odfLists struct {
	styles  map[string]*[maxListLevels]listLevel
	outline *[maxListLevels]listLevel // of headings, nil for none
	plain   map[string]bool           // styles of paragraphs that are of no list
	defined *[maxListLevels]listLevel // the style that is being defined

	headings numbering
	open     []odfList
	byID     map[string]*numbering
	byStyle  map[string]*numbering
}

type odfList struct {
	style string
	count *numbering
	fresh bool // an item has begun and has no text yet
}

func newODFLists() odfLists {
	return odfLists{styles: map[string]*[maxListLevels]listLevel{}, plain: map[string]bool{}, byID: map[string]*numbering{}, byStyle: map[string]*numbering{}}
}

// odfFormats are the formats of numbers.
var odfFormats = map[string]string{"1": "decimal", "a": "lowerLetter", "A": "upperLetter", "i": "lowerRoman", "I": "upperRoman", "": "none"}

// start takes the beginning of an element.
func (l *odfLists) start(t xml.StartElement) {
	switch t.Name.Local {
	case "list-style":
		l.defined = bulletLevels()
		if len(l.styles) < maxLists {
			l.styles[attr(t, "name")] = l.defined
		}
	case "outline-style":
		l.defined = bulletLevels()
		l.outline = l.defined
	case "list-level-style-number", "outline-level-style":
		if i := number(attr(t, "level"), 0) - 1; l.defined != nil && i >= 0 && i < maxListLevels {
			l.defined[i] = odfLevel(t, i, l.defined)
		}
	case "style":
		for _, a := range t.Attr {
			if a.Name.Local == "list-style-name" && a.Value == "" && len(l.plain) < maxStyles {
				l.plain[attr(t, "name")] = true
			}
		}
	case "list":
		l.begin(t)
	case "list-item":
		if k := len(l.open) - 1; k >= 0 {
			l.open[k].fresh = true
			if start := number(attr(t, "start-value"), -1); start >= 0 && k < maxListLevels {
				l.open[k].count.count[k], l.open[k].count.begun[k] = start-1, true
			}
		}
	case "list-header":
		if k := len(l.open) - 1; k >= 0 {
			l.open[k].fresh = false
		}
	}
}

func bulletLevels() *[maxListLevels]listLevel {
	levels := &[maxListLevels]listLevel{}
	for i := range levels {
		levels[i] = listLevel{start: 1, format: "bullet", restart: -1}
	}
	return levels
}

// odfLevel reads how a level is numbered; above are the levels before it.
func odfLevel(t xml.StartElement, i int, above *[maxListLevels]listLevel) listLevel {
	l := listLevel{start: number(attr(t, "start-value"), 1), format: odfFormats[attr(t, "num-format")], restart: -1}
	if l.format == "none" {
		return l
	}
	var label strings.Builder
	label.WriteString(cut(attr(t, "num-prefix"), maxLabelTemplate))
	for k := max(0, i+1-number(attr(t, "display-levels"), 1)); k < i; k++ {
		if above[k].format != "none" && above[k].format != "bullet" {
			label.WriteString(string(rune(k+1)) + ".")
		}
	}
	label.WriteRune(rune(i + 1))
	label.WriteString(cut(attr(t, "num-suffix"), maxLabelTemplate))
	l.label = label.String()
	return l
}

// begin opens a list, which stands in another or continues one.
func (l *odfLists) begin(t xml.StartElement) {
	n := odfList{style: attr(t, "style-name")}
	if k := len(l.open) - 1; k >= 0 {
		n.count = l.open[k].count
		if n.style == "" {
			n.style = l.open[k].style
		}
	} else {
		if id := attr(t, "continue-list"); id != "" {
			n.count = l.byID[id]
		}
		if n.count == nil && isOn(attr(t, "continue-numbering"), false) {
			n.count = l.byStyle[n.style]
		}
		if n.count == nil {
			n.count = &numbering{}
		}
		if len(l.byID) < maxLists {
			l.byID[attr(t, "id")] = n.count
			l.byStyle[n.style] = n.count
		}
	}
	l.open = append(l.open, n)
}

// end takes the end of an element.
func (l *odfLists) end(t xml.EndElement) {
	switch t.Name.Local {
	case "list-style", "outline-style":
		l.defined = nil
	case "list":
		l.open = l.open[:max(0, len(l.open)-1)]
	}
}

// label counts a paragraph or heading that begins, and gives its number; "" for none.
func (l *odfLists) label(t xml.StartElement) string {
	if k := len(l.open) - 1; k >= 0 {
		if !l.open[k].fresh {
			return ""
		}
		l.open[k].fresh = false
		if levels := l.styles[l.open[k].style]; levels != nil {
			return l.open[k].count.next(levels, k)
		}
		return ""
	}
	if t.Name.Local != "h" || l.outline == nil || l.plain[attr(t, "style-name")] || isOn(attr(t, "is-list-header"), false) {
		return ""
	}
	return l.headings.next(l.outline, number(attr(t, "outline-level"), 1)-1)
}
