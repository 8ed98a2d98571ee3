package order

import (
	"testing"
	"time"

	"github.com/sparsearch/spar/internal/spar"
)

func TestParseBudget(t *testing.T) {
	for text, want := range map[string]Budget{
		"30s":                              {Time: 30 * time.Second},
		"0":                                {},
		"seconds=1.5":                      {Time: 1500 * time.Millisecond},
		"files=200":                        {Files: 200},
		"files=5%":                         {FilesShare: .05},
		"bytes=50MB, files = 7":            {Bytes: 50e6, Files: 7},
		"bytes=10%,seconds=10,files=100 %": {BytesShare: .1, Time: 10 * time.Second, FilesShare: 1},
		"5m,files=3":                       {Time: 5 * time.Minute, Files: 3},
	} {
		if got, err := ParseBudget(text); err != nil || got != want {
			t.Errorf("%q is %+v, %v, want %+v", text, got, err, want)
		}
	}
	for _, text := range []string{"", "soon", "-1s", "files", "files=", "files=0", "files=-3", "files=many", "files=0%", "files=101%", "bytes=none", "seconds=0", "pages=3", "30s,,", "seconds=NaN", "files=NaN%"} {
		if got, err := ParseBudget(text); spar.CodeOf(err) != spar.Invalid {
			t.Errorf("%q is %+v, %v, want an invalid budget", text, got, err)
		}
	}
}

func TestAmounts(t *testing.T) {
	for _, tc := range []struct {
		b     Budget
		files int
		bytes int64
	}{
		{Budget{}, 0, 0},
		{Budget{Files: 7, Bytes: 9}, 7, 9},
		{Budget{FilesShare: .05}, 10, 0},
		{Budget{FilesShare: .05, Files: 3}, 3, 0},
		{Budget{FilesShare: .05, Files: 30, BytesShare: .5}, 10, 500},
		{Budget{FilesShare: .0001}, 1, 0},
	} {
		if files, bytes := tc.b.Amounts(200, 1000); files != tc.files || bytes != tc.bytes {
			t.Errorf("%+v of 200 files with 1,000 bytes is %d and %d, want %d and %d", tc.b, files, bytes, tc.files, tc.bytes)
		}
	}
}
