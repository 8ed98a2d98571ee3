package extract

import (
	"strings"
	"time"

	"github.com/sparsearch/spar/internal/spar"
)

// xmlSays takes the properties that a document of records gives itself. They stand in children of its root, and in children of these that
// only describe, such as the head of a feed. The first of each kind counts; of authors and keywords, all count.
type xmlSays struct {
	told map[string]bool
	n    int // children of the root so far
}

// describing are elements that only describe the document around them.
var describing = names("metadata metadataList head header channel Document work movement identification info encoding titleInfo originInfo eadheader filedesc titlestmt publicationstmt releases RDF Work titleStmt recordInfo")

// selfTold maps elements that belong to no person to the properties they give.
var selfTold = map[string]string{
	"title": "title", "titleproper": "title", "work-title": "title", "movement-title": "title", "name": "title",
	"author": "author", "creator": "author", "managingEditor": "author", "ownerName": "author", "developer_name": "author", "developer": "author", "contributor": "author",
	"published": "published", "pubDate": "published", "date": "published", "dateIssued": "published", "issued": "published",
	"created": "created", "dateCreated": "created", "encoding-date": "created", "time": "created",
	"updated": "modified", "modified": "modified", "dateModified": "modified", "lastBuildDate": "modified",
	"publisher": "publisher", "language": "language", "subject": "subject", "keywords": "keywords", "copyright": "copyright", "rights": "copyright", "generator": "generator", "software": "generator",
}

// maxSays bounds the children of the root that are looked at.
const maxSays = 50

// child looks at the next child of the root.
func (s *xmlSays) child(out *sink, n *xmlNode) error {
	if s.n++; s.n > maxSays {
		return nil
	}
	return s.element(out, n, 0)
}

func (s *xmlSays) element(out *sink, n *xmlNode, depth int) error {
	if n.name == "" {
		return nil
	}
	if describing[n.name] && depth < 4 {
		for _, k := range n.kids[:min(len(n.kids), maxSays)] {
			if err := s.element(out, k, depth+1); err != nil {
				return err
			}
		}
		return nil
	}
	name, value := n.name, n.plain()
	if value == "" && n.attr("content") != "" { // <meta name="dc:title" content="..."/>
		name, value = n.attr("name"), n.attr("content")
		name = name[strings.LastIndexByte(name, ':')+1:]
	}
	if n.name == "release" { // the newest comes first
		name, value = "published", n.attr("date")
	}
	key := selfTold[name]
	if key == "" || value == "" || n.attr("lang") != "" && s.told[key] {
		return nil
	}
	var property spar.Value
	switch key {
	case "published", "created", "modified":
		t := datedAs(value)
		if t.IsZero() || s.told[key] {
			return nil
		}
		property = spar.Value{Kind: spar.Date, Date: t}
	case "author", "publisher":
		if value = n.kid("name").plain(); value == "" {
			if value = n.person(); value == "" || n.attr("content") != "" {
				value = n.attr("content")
			}
		}
		property = spar.Value{Kind: spar.Text, Text: value}
	default:
		if s.told[key] && key != "keywords" || len(value) > 1000 {
			return nil
		}
		property = spar.Value{Kind: spar.Text, Text: value}
	}
	if s.told == nil {
		s.told = map[string]bool{}
	}
	s.told[key] = true
	return out.property(key, property)
}

// dateForms are the forms that schemas write dates in.
var dateForms = []string{time.RFC3339, "2006-01-02T15:04:05", time.DateOnly, "2006-01", "2006", time.RFC1123Z, time.RFC1123, "Mon, 2 Jan 2006 15:04:05 -0700", "Mon, 2 Jan 2006 15:04:05 MST", "2006-01-02 15:04:05 -0700", "20060102T150405Z",
	"2 January 2006", "January 2006", "January 2, 2006", "02 January 2006", "2 Jan 2006", "Jan 2, 2006"}

// datedAs reads a date in one of these forms. It is zero if none fits.
func datedAs(text string) time.Time {
	for _, form := range dateForms {
		if t, err := time.Parse(form, text); err == nil {
			return t
		}
	}
	return time.Time{}
}
