package format

import (
	"encoding/xml"
	"strings"

	"github.com/sparsearch/spar/internal/spar"
	"github.com/sparsearch/spar/internal/taxonomy"
)

// A termInfo is an entry of the PLOS thesaurus, https://github.com/PLOS/plos-thesaurus. OC has the positions, each with the term again, as
// in "10.20^Name|30.40^Name"; NT, the inverse of BT, and editors' notes are not used.
type termInfo struct {
	Term     string   `xml:"T"`
	Broader  []string `xml:"BT"`
	Related  []string `xml:"RT"`
	Synonyms []string `xml:"Synonym"`
	Scope    []string `xml:"SN"`
	Places   []string `xml:"OC"`
	Status   []string `xml:"Status"`
	Narrower []string `xml:"NT"`
	Other    []struct {
		XMLName xml.Name
	} `xml:",any"`
}

func readPLOS(s *source) (taxonomy.Vocabulary, error) {
	var v taxonomy.Vocabulary
	m := s.markup()
	err := m.records(func(xml.StartElement) error { return nil }, func(start xml.StartElement) error {
		if start.Name.Local != "TermInfo" {
			return spar.Errorf(spar.Invalid, "<%s> stands where a <TermInfo> should be", start.Name.Local)
		}
		var t termInfo
		if err := m.DecodeElement(&t, &start); err != nil {
			return err
		}
		for _, other := range t.Other {
			s.remarks.Add("elements <"+other.XMLName.Local+"> are not kept", strings.TrimSpace(t.Term))
		}
		c := taxonomy.Concept{ID: strings.TrimSpace(t.Term), Name: t.Term, Synonyms: t.Synonyms, Parents: t.Broader, Links: t.Related}
		for i, scope := range t.Scope {
			t.Scope[i] = strings.TrimSpace(scope)
		}
		c.Notes = strings.Join(t.Scope, "\n\n")
		for _, places := range t.Places {
			for place := range strings.SplitSeq(places, "|") {
				position, _, named := strings.Cut(place, "^")
				if !named {
					s.remarks.Add("places without a name behind them were left out", c.ID)
					continue
				}
				c.Positions = append(c.Positions, position)
			}
		}
		for _, status := range t.Status {
			if strings.TrimSpace(status) != "Accepted" {
				c.Retired = true
				s.remarks.Add("terms that are not accepted are kept as retired", c.ID)
			}
		}
		v.Concepts = append(v.Concepts, c)
		return tooMany(v)
	})
	return v, err
}
