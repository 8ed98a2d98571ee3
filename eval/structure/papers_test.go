package structure

import (
	"slices"
	"testing"
)

// TestPaperOf: the text of an article stays apart from that of cited works, and the section titles are its own.
func TestPaperOf(t *testing.T) {
	p, err := paperOf("a.xml", []byte(`<?xml version="1.0"?><article><front><article-meta><title-group><article-title>Salt and <italic>sleep</italic></article-title></title-group></article-meta></front><body>
<sec><title>Methods</title><sec><title>Subjects</title><p>Twelve people slept.</p></sec></sec></body>
<back><ref-list><title>References</title><ref><element-citation><article-title>Pepper keeps rats awake</article-title></element-citation></ref></ref-list></back></article>`))
	if err != nil {
		t.Fatal(err)
	}
	if p.title != "Salt and sleep" || !slices.Equal(p.sections, []string{"Methods", "Subjects"}) || !slices.Equal(p.works, []string{"Pepper keeps rats awake"}) ||
		p.text != "saltandsleepmethodssubjectstwelvepeopleslept" || p.cited != "referencespepperkeepsratsawake" {
		t.Errorf("%+v", p)
	}
	if p, err := paperOf("a.xml", []byte("<book><title>Salt</title></book>")); p != nil || err != nil {
		t.Errorf("a book is %+v, %v", p, err)
	}
}
