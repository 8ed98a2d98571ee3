package retrieve

import (
	"time"

	"github.com/sparsearch/spar/internal/vec"
)

// CompareTime measures what it takes to compare two vectors of so many numbers, as the search for the nearest does.
func CompareTime(dim int) time.Duration {
	const rows = 20_000
	if dim < 1 {
		return 0
	}
	q, all, products := make([]int8, dim), make([]int8, rows*dim), make([]int32, rows)
	kernels := vec.Best()
	kernels.ScanI8(products, q, all) // has the pages there
	begin := time.Now()
	kernels.ScanI8(products, q, all)
	return time.Since(begin) / rows
}
