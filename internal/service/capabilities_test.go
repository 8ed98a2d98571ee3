package service_test

import (
	"maps"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/sparsearch/spar/internal/service"
	"github.com/sparsearch/spar/internal/spar"
)

// A stranger may read no file.
var stranger = spar.Principal{Name: "eve", UID: 4_000_009, Served: true}

// TestMethods: each method that takes who asks is in the table.
func TestMethods(t *testing.T) {
	there := map[string]bool{}
	for m := range reflect.TypeFor[*service.Service]().Methods() {
		for i := range m.Type.NumIn() {
			if m.Type.In(i) == reflect.TypeFor[spar.Principal]() {
				there[m.Name] = true
			}
		}
		if _, ok := methods[m.Name]; there[m.Name] && !ok {
			t.Errorf("the table of methods does not say what %s needs", m.Name)
		}
	}
	for name := range methods {
		if !there[name] {
			t.Errorf("there is no method %s that takes who asks", name)
		}
	}
}

// refusal is what somebody is told who may not do a thing, "" otherwise.
func refusal(err error) string {
	if err != nil && spar.CodeOf(err) == spar.Invalid && strings.HasSuffix(err.Error(), "you have no such role") {
		return err.Error()
	}
	return ""
}

// TestCapabilities calls each method as somebody of each role: those without the capability are all refused in the same
// words, and nobody else is.
func TestCapabilities(t *testing.T) {
	said := map[spar.Capability]string{}
	for _, who := range []spar.Principal{stranger, reader, curator, operator, owner} {
		s := closed(t, true) // the calls change it
		for _, name := range slices.Sorted(maps.Keys(methods)) {
			needs := methods[name].needs
			may := needs == "" || who.May(needs)
			_, err := methods[name].call(s, t.Context(), who)
			got := refusal(err)
			if may == (got != "") {
				t.Errorf("%s, of whom it is %t that they may %s, calls %s: %v", who.Name, may, needs, name, err)
			}
			if said[needs] == "" {
				said[needs] = got
			}
			if !may && said[needs] != got {
				t.Errorf("%s is refused %s with %q, and others with %q", who.Name, name, got, said[needs])
			}
		}
	}
}
