package extract

// Limits bound what one file may cost. A zero field means its default, which stands in its comment.
type Limits struct {
	Text     int64 // bytes of text handed on: 64 MB
	Blocks   int   // blocks and table rows handed on: 4 million
	Columns  int   // cells of one table row: 4096
	Inflated int64 // bytes inflated from a container in all: 512 MB
	Part     int64 // bytes inflated from one part of a container: 64 MB
	Ratio    int64 // inflated bytes to packed bytes of a part of more than 1 MB: 250
	Entries  int   // entries of a container: 20,000
	Depth    int   // nesting of elements, tables, lists: 256
}

func (l Limits) withDefaults() Limits {
	def := func(p *int64, v int64) {
		if *p <= 0 {
			*p = v
		}
	}
	defInt := func(p *int, v int) {
		if *p <= 0 {
			*p = v
		}
	}
	def(&l.Text, 64<<20)
	defInt(&l.Blocks, 4_000_000)
	defInt(&l.Columns, 4096)
	def(&l.Inflated, 512<<20)
	def(&l.Part, 64<<20)
	def(&l.Ratio, 250)
	defInt(&l.Entries, 20_000)
	defInt(&l.Depth, 256)
	return l
}
