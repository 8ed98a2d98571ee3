package answer

import (
	"context"
	"slices"
	"strings"

	"github.com/sparsearch/spar"
	"github.com/sparsearch/spar/internal/question"
)

// mostNearest is how many files a refusal names and quotes.
const mostNearest = 2

// nearest names the files that came nearest to a question that they do not answer.
func nearest(hits []spar.Hit) (list []string) {
	for _, h := range hits {
		if name := nearName(h); len(list) < mostNearest && !slices.Contains(list, name) {
			list = append(list, name)
		}
	}
	return list
}

// nearName is the name of a file with the first heading above a passage of it.
func nearName(h spar.Hit) string {
	name := h.Path[strings.LastIndexByte(h.Path, '/')+1:]
	if heading, _, _ := strings.Cut(h.Passage.Locator.Heading, " > "); heading != "" {
		return heading + " (" + name + ")"
	}
	return name
}

// WithNearest is a refusal with quotes of the files that it names, so that the asker sees whether they answer in other words: of the best passage of each
// the statement that says most of what is asked, and what follows. What the quotes say is not missing: the text around a hit may say more than it.
func WithNearest(ctx context.Context, a spar.Answer, text string, hits []spar.Hit, w Weights, o Options) spar.Answer {
	q := question.Parse(text)
	first := 0. // what the first quote says of what is asked
	for _, name := range a.Nearest {
		h, ok := quotable(hits, name)
		if !ok {
			continue // it was found for one side of a comparison
		}
		near := spar.Nearby{Share: h.Share, Path: h.Path, Locator: h.Passage.Locator, Segment: h.Segment, Index: h.Index}
		asked := newAsked(sayingWords(q), h.Passage.Lang, w)
		switch h.Passage.Kind {
		case spar.RowPassage:
			near.Quote = unmarked(rowAsked(q.Text, h.Passage, w))
		case spar.TextPassage:
			near.Quote = sayingMost(statementsOf(sources(ctx, []spar.Hit{h}, o)), asked)
		default:
			near.Quote = lineAsked(h.Passage.Text, asked)
		}
		says := asked.share(h.Passage.Text)
		if len(a.Nearby) == 0 {
			first = says
		} else if h.Passage.Kind != spar.TextPassage && says < first {
			continue // text may answer in other words; a row that says less than another place does is only another row
		}
		a.Nearby = append(a.Nearby, near)
	}
	a.Missing = slices.DeleteFunc(slices.Clone(a.Missing), func(name string) bool {
		return slices.ContainsFunc(a.Nearby, func(n spar.Nearby) bool { return says(n.Quote, name) })
	})
	return a
}

// quotable is the best passage of a file that is named so of which something can be quoted. Of a table that is a row of it, where one was found.
func quotable(hits []spar.Hit, name string) (best spar.Hit, ok bool) {
	for _, h := range hits {
		if nearName(h) != name {
			continue
		}
		if h.Passage.Kind == spar.TextPassage || h.Passage.Kind == spar.RowPassage {
			return h, true
		}
		if !ok {
			best, ok = h, true
		}
	}
	return best, ok
}

// lineAsked is of a table or of what tells of one its first line, which names the columns, and the line that says most of what is asked.
func lineAsked(text string, a asked) string {
	head, rest, _ := strings.Cut(strings.TrimSpace(text), "\n")
	best, most := "", 0.
	for line := range strings.Lines(rest) {
		if said := a.share(line); said > most {
			best, most = strings.TrimSpace(line), said
		}
	}
	return unmarked(strings.TrimSpace(head + "\n" + best))
}

// mostQuoted is about how many bytes are quoted of a file that does not answer.
const mostQuoted = 300

// sayingMost is the statement that says most of what is asked, the first of several, with those behind it that one sees at a glance.
func sayingMost(said []statement, a asked) string {
	most, at := -1., 0
	for i, s := range said {
		if share := a.share(s.text); share > most {
			most, at = share, i
		}
	}
	var quote string
	for _, s := range said[min(at, len(said)):] {
		text := unmarked(s.text)
		if quote != "" && len(quote)+len(text) > mostQuoted {
			break
		}
		quote = strings.TrimSpace(quote + "\n" + text)
	}
	return quote
}
