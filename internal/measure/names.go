package measure

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"os"
	"strings"
	"unicode/utf8"

	"github.com/RoaringBitmap/roaring/v2"
	"github.com/sparsearch/spar/internal/catalog"
	"github.com/sparsearch/spar/internal/names"
	"github.com/sparsearch/spar/internal/order"
	"github.com/sparsearch/spar/internal/spar"
)

// longestName is how long a name of a file may be in bytes, a little less than file systems allow.
const longestName = 200

// FileNames makes names of titles, each once: without slashes, cut, with a number where two coincide.
func FileNames(titles []string) []string {
	met := map[string]int{}
	out := make([]string, len(titles))
	for i, t := range titles {
		t = strings.ReplaceAll(t, "/", "_")
		n := min(len(t), longestName)
		for n < len(t) && n > 0 && !utf8.RuneStart(t[n]) {
			n--
		}
		t = t[:n]
		if met[t]++; met[t] > 1 {
			t = fmt.Sprintf("%s %d", t, met[t])
		}
		out[i] = t
	}
	return out
}

// KeptNames keeps sketches of names as a data directory keeps them.
type KeptNames struct {
	dir      string
	sketches *names.Sketches
	encoder  names.Encoder
}

// Sketched makes the sketches of files, whose numbers go from 1 on.
func Sketched(ctx context.Context, files []spar.File, e names.Encoder) (*KeptNames, error) {
	dir, err := os.MkdirTemp("", "spar-eval-")
	if err != nil {
		return nil, err
	}
	s := &KeptNames{dir, names.Open(dir, names.OfNames, e), e}
	_, _, err = s.sketches.Follow(ctx, names.Source{Files: listed(files), Journal: unchanged{}, Text: func(f spar.File) string { return order.Name(f.Path) }}, e)
	if err != nil {
		return nil, errors.Join(err, s.Close())
	}
	return s, nil
}

func (s *KeptNames) Close() error { return os.RemoveAll(s.dir) }

// Near compares a question with the sketches.
func (s *KeptNames) Near(ctx context.Context, question string) (func(spar.File) (float64, bool), error) {
	asked, err := s.encoder.Embed(ctx, []string{question})
	if err != nil {
		return nil, err
	}
	scores, err := s.sketches.Score(ctx, asked[0])
	return func(f spar.File) (float64, bool) { return scores.Of(f.ID) }, err
}

// listed is a catalog of files that never change.
type listed []spar.File

func (l listed) Head() int64 { return 1 }

func (l listed) File(id spar.FileID) (spar.File, bool) {
	if id < 1 || int(id) > len(l) {
		return spar.File{}, false
	}
	return l[id-1], true
}

func (l listed) Files() *roaring.Bitmap {
	all := roaring.New()
	all.AddRange(1, uint64(len(l))+1)
	return all
}

type unchanged struct{}

func (unchanged) Changes(context.Context, int64) iter.Seq2[catalog.Change, error] {
	return func(func(catalog.Change, error) bool) {}
}
