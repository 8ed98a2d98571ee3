package schema_test

import (
	"testing"

	"github.com/sparsearch/spar/internal/entity"
	"github.com/sparsearch/spar/internal/schema"
	"github.com/sparsearch/spar/internal/tongue"
)

// TestLabelsInAllLanguages: every attribute that SPAR brings has a name in every language.
func TestLabelsInAllLanguages(t *testing.T) {
	standard, err := schema.Read("")
	if err != nil {
		t.Fatal(err)
	}
	var keys []string
	for _, a := range standard.Attributes {
		keys = append(keys, a.Name)
	}
	for _, kind := range []entity.Kind{entity.Person, entity.Organisation, entity.Place, entity.Date, entity.Amount, entity.Percent, entity.Mail, entity.Phone} {
		keys = append(keys, "entity."+string(kind))
	}
	for _, p := range entity.Standard() {
		keys = append(keys, "entity."+string(p.Kind))
	}
	if len(keys) < 70 {
		t.Errorf("%d attributes are known", len(keys))
	}
	for _, key := range keys {
		for _, language := range tongue.Languages() {
			if label := standard.Label(key); !tongue.HasName(language, label) {
				t.Errorf("internal/tongue/%s.txt has no line for the attribute %s:\nname:%s", language, key, label)
			}
		}
	}
}
