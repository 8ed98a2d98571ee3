package engine

import (
	"context"
	"strings"

	"github.com/sparsearch/spar/internal/spar"
)

// Whole returns a file as it is now, with its text, as Place does. The text is empty if the file has none; why gives the reason. Whole
// reads an unread file.
func (e *texts) Whole(ctx context.Context, who spar.Principal, share, path string) (f spar.File, text Text, why string, err error) {
	f, text, err = e.textOf(ctx, who, share, path)
	if spar.CodeOf(err) != spar.NotFound {
		return f, text, "", err
	}
	snapshot, selection, fault := e.sel(ctx, Selection{Who: who})
	if fault != nil {
		return f, listed(nil), "", fault
	}
	f, ok := snapshot.Named(share, path)
	if !ok || !selection.Known.Contains(uint32(f.ID)) || f.State.Searchable() || f.State == spar.Unread {
		return spar.File{}, listed(nil), "", err
	}
	return f, listed(nil), err.Error(), nil
}

// Says reports whether a text has all letters of a quote, or the quote all letters of the text.
func Says(text, quote string) bool { return holds(letters(text), letters(quote)) }

// holdsQuote is Says of a passage and the letters of a quote.
func holdsQuote(p spar.Passage, quote string) bool { return holds(letters(p.Text), quote) }

func holds(text, quote string) bool {
	return text != "" && (strings.Contains(text, quote) || strings.Contains(quote, text))
}
