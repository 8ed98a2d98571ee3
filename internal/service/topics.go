package service

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"github.com/sparsearch/spar/internal/api"
	"github.com/sparsearch/spar/internal/question"
	"github.com/sparsearch/spar/internal/scope"
	"github.com/sparsearch/spar/internal/spar"
)

// Bounds for finding tags for words that name none. These numbers are guesses, not fitted to a test set; docs/results/tagging.md has
// their results.
const (
	nearTopic   = 5   // shown tags by meaning for a topic
	leastTopic  = .45 // their least cosine
	sureTopic   = .6  // cosine from which accepting a topic takes the nearest tag
	mostOfTopic = 20  // tags of a topic by a part of their names, or by their notes
	mostTopics  = 12  // topics of a sentence
	mostAdvised = 4   // topics for which constraints are advised
)

// How a tag fits a topic, besides those of package question.
const byNote question.How = "note"

// A topic is an api.Topic with the part of the sentence that it becomes once accepted.
type topic struct {
	api.Topic
	part question.Part
	// only has the tags of the topic that somebody accepted by name.
	only []string
}

// topics finds the tags that fit the words that a sentence searches for: by name, synonym, part of one, note or meaning. Tags that the
// sentence names become parts of it as guesses until somebody accepts them. Tags found by meaning become parts only once accepted.
func (s *Service) topics(ctx context.Context, v view, in api.Saying, got question.Sentence) (question.Sentence, []topic, error) {
	if in.Guess || got.Command != question.Query && got.Command != question.Build && got.Command != question.Update {
		return got, nil, nil
	}
	names, err := s.spoken.of(v)
	if err != nil {
		return got, nil, err
	}
	base := got
	base.Parts = slices.DeleteFunc(slices.Clone(got.Parts), question.Part.IsTopic)
	stated, err := v.chosen(base.Scope(false))
	if err != nil {
		return got, nil, err
	}
	_, files, err := v.CountTagsIn(v.who, stated.files())
	if err != nil {
		return got, nil, err
	}
	used, called := []spar.Tag{}, map[string]int{}
	for _, t := range v.TagsFor(v.who) {
		if files[t.ID] > 0 && !t.Retired {
			used, called[t.Name] = append(used, t), files[t.ID]
		}
	}
	var list []topic
	for _, theme := range got.Themes(names, func(tag string) bool { return called[tag] > 0 }, func(words string) bool {
		return slices.ContainsFunc(used, func(t spar.Tag) bool {
			return question.HasWords(t.Name, words) || slices.ContainsFunc(t.Synonyms, func(n string) bool { return question.HasWords(n, words) })
		})
	}) {
		words := theme.Of(got.Text)
		var tags []api.TopicTag
		for _, t := range theme.Tags {
			tags = append(tags, api.TopicTag{Tag: t.Name, How: string(t.How), Files: called[t.Name]})
		}
		if len(tags) == 0 {
			if tags, err = s.fitting(ctx, words, used, called); err != nil {
				return got, nil, err
			}
		}
		if n := len(list); n > 0 && theme.Either {
			last := &list[n-1]
			last.End, last.Text = theme.End, got.Text[last.Start:theme.End]
			last.Tags = append(last.Tags, tags...)
			last.part.Spans = append(last.part.Spans, theme.Span)
			continue
		}
		if len(list) == mostTopics {
			break
		}
		list = append(list, topic{Topic: api.Topic{Words: wordsOf(got.Text, theme.Span), Tags: tags}, part: question.Part{Spans: []question.Span{theme.Span}}})
	}
	if err := accepted(in, list); err != nil {
		return got, nil, err
	}
	for i := range list {
		list[i].settle()
		if p := list[i].part; len(p.Constraint.Values) > 0 && (!p.Guess || p.How != byMeaning) {
			base.Parts = append(base.Parts, p)
		}
	}
	slices.SortStableFunc(base.Parts, func(a, b question.Part) int { return cmp.Compare(a.Spans[0].Start, b.Spans[0].Start) })
	return base, list, v.leaves(base, stated.count(), list, names)
}

// fitting finds tags for words that no tag has as its name: tags with all of the words in a name, or else in their notes, or else the
// tags nearest in meaning.
func (s *Service) fitting(ctx context.Context, words string, used []spar.Tag, files map[string]int) (list []api.TopicTag, err error) {
	for _, t := range used {
		how := question.Partly
		if !question.HasWords(t.Name, words) && !slices.ContainsFunc(t.Synonyms, func(n string) bool { return question.HasWords(n, words) }) {
			if how = byNote; t.Notes == "" || !question.HasWords(t.Notes, words) {
				continue
			}
		}
		list = append(list, api.TopicTag{Tag: t.Name, How: string(how), Files: files[t.Name], Near: how == byNote})
	}
	slices.SortFunc(list, func(a, b api.TopicTag) int {
		return cmp.Or(cmp.Compare(b.How, a.How), cmp.Compare(b.Files, a.Files), cmp.Compare(a.Tag, b.Tag))
	})
	list = list[:min(len(list), mostOfTopic)]
	if slices.ContainsFunc(list, func(t api.TopicTag) bool { return !t.Near }) {
		return list, nil
	}
	near, err := s.engine.NearTags(ctx, words, used)
	if err != nil || near == nil {
		return list, err
	}
	var order []int
	for i, x := range near {
		if x >= leastTopic && !math.IsNaN(x) {
			order = append(order, i)
		}
	}
	slices.SortFunc(order, func(a, b int) int {
		return cmp.Or(cmp.Compare(near[b], near[a]), cmp.Compare(used[a].Name, used[b].Name))
	})
	for n, i := range order[:min(len(order), nearTopic)] {
		if t := used[i]; !slices.ContainsFunc(list, func(o api.TopicTag) bool { return o.Tag == t.Name }) {
			list = append(list, api.TopicTag{Tag: t.Name, How: byMeaning, Files: files[t.Name], Near: n > 0 || near[i] < sureTopic})
		}
	}
	return list, nil
}

// accepted marks the topics that somebody accepts: by number, by the name of one of their tags, or all topics with tags.
func accepted(in api.Saying, list []topic) error {
	for i := range list {
		list[i].N = i + 1
		list[i].Accepted = in.Strict && slices.ContainsFunc(list[i].Tags, func(t api.TopicTag) bool { return !t.Near })
	}
	for _, a := range in.Accept {
		if n, err := strconv.Atoi(a); err == nil {
			if n < 1 || n > len(list) || !slices.ContainsFunc(list[n-1].Tags, func(t api.TopicTag) bool { return !t.Near }) {
				return spar.Errorf(spar.Invalid, "there is no topic %d with tags to accept; look at the topics that are told without accepting any, and name one of those or a tag of it", n)
			}
			list[n-1].Accepted = true
			continue
		}
		i := slices.IndexFunc(list, func(t topic) bool {
			return slices.ContainsFunc(t.Tags, func(o api.TopicTag) bool { return strings.EqualFold(o.Tag, a) })
		})
		if i < 0 {
			return spar.Errorf(spar.Invalid, "no topic of the sentence has the tag %q; accept the number of a topic, or a tag that it shows", a)
		}
		list[i].Accepted = true
		list[i].only = append(list[i].only, a)
	}
	return nil
}

// settle makes the part of a topic from the tags that accepting it takes, or from the tags accepted by name.
func (t *topic) settle() {
	t.part.Guess = !t.Accepted
	t.part.Constraint = spar.Constraint{Key: "tag"}
	for i := range t.Tags {
		if o := &t.Tags[i]; len(t.only) > 0 {
			o.Near = !slices.ContainsFunc(t.only, func(name string) bool { return strings.EqualFold(name, o.Tag) })
		}
		if o := t.Tags[i]; !o.Near && !slices.Contains(t.part.Constraint.Values, spar.Match{Text: o.Tag}) {
			t.part.Constraint.Values = append(t.part.Constraint.Values, spar.Match{Text: o.Tag})
			if t.part.How == "" {
				t.part.How = question.How(o.How)
			}
		}
	}
}

// leaves says how many files each topic leaves of a sentence once accepted. For a topic without tags it advises constraints that would
// narrow the sentence.
func (v view) leaves(got question.Sentence, of int, list []topic, names *question.Vocabulary) error {
	advised := 0
	for i := range list {
		t := &list[i]
		with := func(c spar.Constraint) (api.SentenceChoice, error) {
			sc := spar.Scope{}
			for _, p := range got.Parts {
				if !p.IsTopic() || p.Spans[0] != t.part.Spans[0] {
					k := p.Constraint
					k.Guess = k.Guess || p.Guess
					sc.Constraints = append(sc.Constraints, k)
				}
			}
			if !t.Accepted {
				sc.Constraints = append(sc.Constraints, c)
			}
			choice, _, err := v.choice(c, sc)
			return choice, err
		}
		if len(t.part.Constraint.Values) > 0 {
			choice, err := with(t.part.Constraint)
			if err != nil {
				return err
			}
			t.Files, t.Scope = choice.Files, choice.Scope
			continue
		}
		if advised++; advised > mostAdvised {
			continue
		}
		for _, c := range instead(t.Text, names) {
			// A constraint that only reading can decide leaves all files, so it narrows nothing.
			if choice, err := with(c); err == nil && choice.Files > 0 && choice.Files < of {
				t.Instead = append(t.Instead, choice)
			}
		}
	}
	return nil
}

// instead returns constraints for the words of a topic: as a phrase, as single words, and in names of files.
func instead(words string, names *question.Vocabulary) (list []spar.Constraint) {
	var plain []string
	for _, w := range strings.FieldsFunc(strings.ToLower(words), func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) }) {
		if !question.Common(w, "en") {
			plain = append(plain, w)
		}
	}
	if len(plain) == 0 {
		return nil
	}
	all := strings.Join(plain, " ")
	if len(plain) > 1 {
		list = append(list, spar.Constraint{Key: "text", Values: []spar.Match{{Text: `"` + all + `"`}}})
	}
	list = append(list, spar.Constraint{Key: "text", Values: []spar.Match{{Text: all}}})
	if names.Spelled != nil {
		c := spar.Constraint{Key: "name"}
		for _, glob := range names.Spelled(all, false) {
			c.Values = append(c.Values, spar.Match{Text: glob})
		}
		if len(c.Values) > 0 {
			list = append(list, c)
		}
	}
	return list
}

// wide reports whether a topic narrows nothing, so that a workspace would hold files about other things.
func wide(list []topic) bool {
	return slices.ContainsFunc(list, func(t topic) bool { return !t.Accepted })
}

// toldTopics returns topics in the form of the API.
func toldTopics(list []topic) (out []api.Topic) {
	for _, t := range list {
		for i := range t.Tags {
			t.Tags[i].Constraint = scope.PrintConstraint(spar.Constraint{Key: "tag", Values: []spar.Match{{Text: t.Tags[i].Tag}}})
		}
		out = append(out, t.Topic)
	}
	return out
}

// mostListed bounds the files that are listed with a sentence.
const mostListed = 20

// listedOf lists the first files of a sentence, the most promising for its search words first.
func (s *Service) listedOf(ctx context.Context, who spar.Principal, out *api.Sentence) error {
	out.Listed = []api.FileName{}
	if out.Files+out.Unknown == 0 {
		return nil
	}
	var words []string
	for _, k := range out.Keywords {
		words = append(words, k.Text)
	}
	for f, err := range s.Files(ctx, who, api.Listing{Scope: out.Scope, Order: strings.Join(words, " "), Limit: mostListed}) {
		if err != nil {
			return fmt.Errorf("list the files of the sentence: %w", err)
		}
		if out.Listed = append(out.Listed, api.FileName{Share: f.Share, Path: f.Path}); len(out.Listed) == mostListed {
			break
		}
	}
	return nil
}
