package service

import (
	"context"
	"slices"
	"strings"

	"github.com/sparsearch/spar/internal/api"
	"github.com/sparsearch/spar/internal/pattern"
	suggested "github.com/sparsearch/spar/internal/propose"
	"github.com/sparsearch/spar/internal/scope"
	spar "github.com/sparsearch/spar/internal/spar"
)

// evidenceKinds tell the kinds of evidence by how their texts begin or end, as evidenceOf and the language model write them.
var evidenceKinds = []struct{ kind, begins, ends string }{
	{"name", "the name of the file says ", ""}, {"text", "the text says ", ""}, {"meaning", "the name of the file is near to ", ""}, {"meaning", "the text is near to ", ""},
	{"words", "the text has ", ""}, {"format", "it is a file of the format ", ""}, {"folder", "the name of the folder says it: ", ""},
	{"neighbours", "", " that are most like it"}, {"folder", "", " of its folder"}, {"model", "the model ", ""},
}

// saidInText finds the words of the text that evidence names.
var saidInText = pattern.New(`(?:^|; )the (?:text (?:says|has)|model .{1,200} chose it, by) “([^”]*)”`)

// speaksFor returns the kinds of a proposal's evidence, in its order, and the words of the text that it names.
func speaksFor(a spar.Assignment) (out api.Speaks) {
	if !a.Guessed() {
		return out
	}
	for part := range strings.SplitSeq(a.Evidence, "; ") {
		for _, k := range evidenceKinds {
			if strings.HasPrefix(part, k.begins) && strings.HasSuffix(part, k.ends) && !slices.Contains(out.Kinds, k.kind) {
				out.Kinds = append(out.Kinds, k.kind)
				break
			}
		}
	}
	if m := saidInText.FindStringSubmatch(a.Evidence); m != nil {
		out.Says = m[1]
	}
	return out
}

// valueInWords tells a proposed value of an attribute in words; nothing for a tag, which has no key.
func valueInWords(v view, key, value string) (out api.Valued) {
	if key != "" {
		out = api.Valued{Label: v.Schema().Label(key), Key: scope.AttributeKey(key), Value: value}
	}
	return out
}

// OpenSaid opens the first passage of a file that says words, in whatever form, or the file where none does.
func OpenSaid(ctx context.Context, s *Service, who spar.Principal, file, words, ws string) (api.Place, error) {
	a, err := spar.ParseAddress(file)
	if err != nil {
		return api.Place{}, err
	}
	a.Locator = spar.Locator{}
	list, err := s.engine.Passages(ctx, who, a.Share, a.Path)
	if err != nil {
		return api.Place{}, err
	}
	for _, p := range list {
		if strings.Contains(p.Text, words) || suggested.Written(p.Text, words) != "" {
			a.Locator = p.Locator
			break
		}
	}
	place, err := s.Open(ctx, who, a.String(), ws)
	place.Open = a.String()
	return place, err
}
