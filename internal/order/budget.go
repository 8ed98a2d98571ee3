package order

import (
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/sparsearch/spar/internal/scope"
	"github.com/sparsearch/spar/internal/spar"
)

// A Budget bounds the reading for one question. The first bound to be reached ends it; a zero field is no
// bound, and the zero Budget none at all.
type Budget struct {
	Time       time.Duration
	Files      int
	FilesShare float64 // of the files in scope, above 0 and up to 1
	Bytes      int64
	BytesShare float64 // of their bytes
}

// Of makes a budget of the time alone.
func Of(d time.Duration) Budget { return Budget{Time: d} }

// ParseBudget reads a duration such as "30s", or bounds joined by commas: "files=200", "files=5%", "bytes=50MB", "bytes=5%", "seconds=10".
// "0" is no bound. An error tells the expected form, but does not name the setting.
func ParseBudget(text string) (b Budget, err error) {
	for part := range strings.SplitSeq(text, ",") {
		if err := b.bound(strings.TrimSpace(part)); err != nil {
			return Budget{}, err
		}
	}
	return b, nil
}

const budgetForms = `write a time such as 30s, or files=200, files=5%, bytes=50MB, bytes=5% or seconds=10, several joined by commas; 0 is no limit`

// bound takes in one bound; of two of a kind the last counts.
func (b *Budget) bound(text string) error {
	key, value, named := strings.Cut(text, "=")
	if !named {
		d, err := time.ParseDuration(text)
		if err != nil || d < 0 {
			return spar.Errorf(spar.Invalid, "%q is no budget: %s", text, spar.Phrase(budgetForms))
		}
		b.Time = d
		return nil
	}
	key, value = strings.TrimSpace(key), strings.TrimSpace(value)
	wrong := spar.Errorf(spar.Invalid, "%q is no budget: it must be above 0; %s", text, spar.Phrase(budgetForms))
	share, percent := 0.0, strings.HasSuffix(value, "%")
	if percent {
		n, err := strconv.ParseFloat(strings.TrimSpace(strings.TrimSuffix(value, "%")), 64)
		if share = n / 100; err != nil || !(share > 0 && share <= 1) {
			return spar.Errorf(spar.Invalid, "%q is no budget: a share is above 0 %% and at most 100 %%", text)
		}
	}
	switch {
	case key == "files" && percent:
		b.FilesShare = share
	case key == "files":
		n, err := strconv.Atoi(value)
		if err != nil || n < 1 {
			return wrong
		}
		b.Files = n
	case key == "bytes" && percent:
		b.BytesShare = share
	case key == "bytes":
		n, err := scope.Size(value)
		if err != nil {
			return fmt.Errorf("the budget %q: %w", text, err)
		}
		if n < 1 {
			return wrong
		}
		b.Bytes = int64(min(n, 1<<60))
	case key == "seconds":
		n, err := strconv.ParseFloat(value, 64)
		if err != nil || !(n > 0 && n <= 1e9) {
			return wrong
		}
		b.Time = time.Duration(n * float64(time.Second))
	default:
		return spar.Errorf(spar.Invalid, "%q is no budget: %s", text, spar.Phrase(budgetForms))
	}
	return nil
}

// Amounts resolves the shares of a budget for so many files of so many bytes in all. 0 is no bound.
func (b Budget) Amounts(files int, bytes int64) (mostFiles int, mostBytes int64) {
	mostFiles, mostBytes = b.Files, b.Bytes
	if b.FilesShare > 0 {
		mostFiles = lesser(mostFiles, max(1, int(b.FilesShare*float64(files))))
	}
	if b.BytesShare > 0 {
		mostBytes = lesser(mostBytes, max(1, int64(b.BytesShare*float64(bytes))))
	}
	return mostFiles, mostBytes
}

// lesser is the lower of two bounds; the first may be none.
func lesser[N int | int64](a, b N) N {
	if a == 0 {
		return b
	}
	return min(a, b)
}
