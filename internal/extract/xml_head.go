package extract

import (
	"slices"
	"strings"
	"time"
)

// head emits the properties that a document gives itself, then its abstract. The rest of its head is beside the text.
func (x xmlProse) head(parent, n *xmlNode, level int) error {
	title := n.kid("title")
	if title != nil && title.attr("type") != "" { // of links to it, or what it is sorted by
		title = nil
	}
	for _, path := range [][]string{{"title-group", "article-title"}, {"article-meta", "title-group", "article-title"}, {"book-title-group", "book-title"},
		{"fileDesc", "titleStmt", "title"}, {"refentrytitle"}, {"title-info", "book-title"}} {
		if t := n.find(path...); title == nil && t != nil {
			title = t
		}
	}
	if title != nil && title.plain() != "" {
		if parent != x.root {
			if err := x.out.heading(level, title.plain(), title.place()); err != nil {
				return err
			}
		} else if err := x.out.title(title.plain(), title.place()); err != nil {
			return err
		}
	}
	of := n
	if info := n.kid("title-info"); info != nil { // the elements beside it describe the file and the print
		of = info
	}
	for _, p := range headProperties {
		list := of.all(p.element)
		if p.key == "modified" { // the newest
			slices.SortStableFunc(list, func(a, b *xmlNode) int { return xmlDate(b).Compare(xmlDate(a)) })
		}
		for _, k := range list {
			if p.when != nil && !p.when(k) {
				continue
			}
			if err := x.property(p.key, k); err != nil {
				return err
			}
			if !p.many {
				break
			}
		}
	}
	return x.headText(n, level, 0)
}

// headProperties are the elements of a head that are properties of the file.
var headProperties = []struct {
	element, key string
	many         bool
	when         func(*xmlNode) bool
}{
	{"journal-title", "journal", false, nil},
	{"contrib", "author", true, func(n *xmlNode) bool {
		t := n.attr("contrib-type")
		return t == "author" || t == "person" || t == ""
	}},
	{"author", "author", true, func(n *xmlNode) bool { return n.kid("author") == nil }},
	{"credit", "author", true, func(n *xmlNode) bool { return strings.Contains(n.attr("type"), "author") }},
	{"editor", "editor", true, nil},
	{"kwd", "keywords", true, nil},
	{"keyword", "keywords", true, nil},
	{"keywords", "keywords", true, func(n *xmlNode) bool {
		return !slices.ContainsFunc(n.kids, func(k *xmlNode) bool { return k.name != "" })
	}},
	{"genre", "category", true, nil},
	{"lang", "language", false, nil},
	{"pub-date", "published", false, func(n *xmlNode) bool { return xmlDate(n) != (time.Time{}) }},
	{"pubdate", "published", false, nil},
	{"created", "created", false, nil},
	{"revised", "modified", false, nil},
	{"revision", "modified", false, func(n *xmlNode) bool { return n.attr("date") != "" }},
	{"date", "published", false, func(n *xmlNode) bool {
		return n.attr("date-type") == "" || n.attr("date-type") == "pub" || n.attr("date-type") == "published"
	}},
	{"article-id", "doi", false, func(n *xmlNode) bool { return n.attr("pub-id-type") == "doi" }},
	{"volume", "volume", false, nil},
	{"issue", "issue", false, nil},
	{"publisher-name", "publisher", false, nil},
	{"publishername", "publisher", false, nil},
	{"subject", "category", true, nil},
	{"edition", "edition", false, nil},
}

func (x xmlProse) property(key string, n *xmlNode) error {
	switch key {
	case "published", "created", "modified":
		return x.out.dateProperty(key, xmlDate(n))
	case "author", "editor":
		return x.out.textProperty(key, n.person())
	}
	return x.out.textProperty(key, n.plain())
}

// person is the name of an author, given names first.
func (n *xmlNode) person() string {
	if k := n.kid("name", "personname", "persName"); k != nil {
		n = k
	}
	given, family := "", ""
	for _, name := range []string{"given-names", "given-name", "firstname", "first-name", "forename", "givenname"} {
		if list := n.all(name); len(list) > 0 && given == "" {
			for _, k := range list {
				given = strings.TrimSpace(given + " " + k.plain())
			}
		}
	}
	for _, name := range []string{"surname", "family", "last-name"} {
		if list := n.all(name); len(list) > 0 && family == "" {
			family = list[0].plain()
		}
	}
	if family != "" {
		return strings.TrimSpace(given + " " + family)
	}
	if k := n.kid("collab", "orgname", "string-name", "name"); k != nil {
		return k.plain()
	}
	if n.name == "contrib" {
		return ""
	}
	return cut(n.plain(), 200)
}

// xmlDate reads year, month and day of their elements, an ISO date in an attribute, or a date as text.
func xmlDate(n *xmlNode) time.Time {
	for _, text := range []string{n.attr("iso-8601-date"), n.attr("when"), n.attr("date"), n.attr("modified"), n.kid("date").plain(), n.plain()} {
		if t := datedAs(text); !t.IsZero() && n.kid("year") == nil {
			return t
		}
	}
	year, month, day := countOf(n.kid("year").plain()), countOf(n.kid("month").plain()), countOf(n.kid("day").plain())
	if t, err := time.Parse("January", n.kid("month").plain()); month == 0 && err == nil {
		month = int(t.Month())
	} else if t, err := time.Parse("Jan", n.kid("month").plain()); month == 0 && err == nil {
		month = int(t.Month())
	}
	if year < 1000 || year > 9999 || month > 12 || day > 31 {
		return time.Time{}
	}
	return time.Date(year, time.Month(max(1, month)), max(1, day), 0, 0, 0, 0, time.UTC)
}

// told are elements of a head that are properties, or names within them.
var told = names("title titleStmt article-title journal-title journal-title-group journal-id issn isbn contrib author editor kwd-group keywordset pub-date pubdate article-id article-categories volume issue elocation-id fpage lpage " +
	"credit revision critdates history self-uri counts custom-meta-group related-article publisher refentrytitle manvolnum subtitle titleabbrev copyright-year year pub-history alt-title book-title genre lang")

// headText hands on the rest of a head.
func (x xmlProse) headText(n *xmlNode, level, depth int) error {
	for _, k := range n.kids {
		var err error
		switch {
		case k.name == "", told[k.name], skippedNames[k.name]:
		case k.name == "abstract" || k.name == "trans-abstract":
			err = x.section(k, level)
		case depth < 8 && len(k.kids) > 0 && (headNames[k.name] || k.name == "contrib-group" || k.name == "title-group" || k.name == "fileDesc" || k.name == "profileDesc" || k.name == "publicationStmt" || k.name == "authorgroup" || strings.HasSuffix(k.name, "-info")):
			err = x.headText(k, level, depth+1)
		default:
			err = x.note(k)
		}
		if err != nil {
			return err
		}
	}
	return nil
}
