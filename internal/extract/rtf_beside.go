package extract

import "github.com/sparsearch/spar/internal/spar"

// rtfBeside are the destinations for content beside the text.
var rtfBeside = map[string]spar.BlockKind{
	"header": spar.RunningHeader, "headerl": spar.RunningHeader, "headerr": spar.RunningHeader, "headerf": spar.RunningHeader,
	"footer": spar.RunningFooter, "footerl": spar.RunningFooter, "footerr": spar.RunningFooter, "footerf": spar.RunningFooter,
	"footnote": spar.Note, "annotation": spar.Comment, "shptxt": spar.Aside,
}

// maxRTFWaiting bounds in bytes what may wait beside one paragraph or table.
const maxRTFWaiting = 4 << 20

// rtfOpen is a paragraph that goes on behind the note or text box within it.
type rtfOpen struct {
	text   string
	item   bool
	number string
}

// beside begins a destination of a kind of its own.
func (r *rtfReader) beside(kind spar.BlockKind) {
	r.outer = append(r.outer, rtfOpen{r.text.String(), r.item, r.number})
	r.text.Reset()
	r.item, r.number = false, ""
	r.state.kind, r.state.para = kind, rtfPara{}
}

// besideEnd ends it, and goes on with the paragraph around it.
func (r *rtfReader) besideEnd() error {
	dest := r.state.dest
	r.state.dest = ""
	err := r.paragraph()
	r.state.dest = dest
	if k := len(r.outer) - 1; k >= 0 {
		open := r.outer[k]
		r.outer = r.outer[:k]
		r.text.Reset()
		r.text.WriteString(open.text)
		r.item, r.number = open.item, open.number
		if r.state.kind == spar.Note && open.text != "" {
			r.text.WriteByte(' ')
		}
	}
	return err
}

// wait keeps a block until the paragraph or table beside it has ended; what would be too much to keep goes on at once.
func (r *rtfReader) wait(b spar.Block) error {
	if b.Text == "" {
		return nil
	}
	if r.waits += len(b.Text) + 64; r.waits > maxRTFWaiting {
		return r.out.block(b)
	}
	if b.Kind == spar.RunningHeader || b.Kind == spar.RunningFooter {
		r.lines = append(r.lines, b)
	} else {
		r.notes = append(r.notes, b)
	}
	return nil
}

// notesEnd hands on the notes that wait.
func (r *rtfReader) notesEnd() error {
	notes := r.notes
	r.notes = nil
	for _, b := range notes {
		r.waits -= len(b.Text) + 64
		if err := r.out.block(b); err != nil {
			return err
		}
	}
	return nil
}
