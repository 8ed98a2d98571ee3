package extract

import (
	"context"
	"errors"
	"io"

	"github.com/sparsearch/spar/internal/extract/pdfium"
	spar "github.com/sparsearch/spar/internal/spar"
)

// Where a member of a PDF lies, beyond the numbers of its pages: a file of the document by its number, or one of a remark by the page, from
// 0 on, and the number of the annotation.
const (
	pdfAttachment = 1 << 40
	pdfRemark     = 1 << 41
	pdfPerPage    = 1 << 12
)

// attachments emits the files that the document as a whole holds. If it cannot read their list, it emits none.
func (r *pdfReader) attachments(ctx context.Context) error {
	list, err := r.doc.Attachments(ctx)
	if err != nil {
		if ctx.Err() != nil {
			return ctx.Err()
		}
		return r.open(ctx)
	}
	for i, a := range list {
		if err := r.out.member(spar.Member{Name: attachmentName(a.Name), Size: a.Size, At: pdfAttachment + int64(i)}); err != nil {
			return err
		}
	}
	return nil
}

// attached hands on the files of remarks on the page that was read last.
func (r *pdfReader) attached(ctx context.Context, annotations []int) error {
	for _, n := range annotations {
		a, err := r.doc.Attached(ctx, r.next, n)
		if err != nil {
			if ctx.Err() != nil {
				return ctx.Err()
			}
			return r.open(ctx)
		}
		at := pdfRemark + int64(r.next)*pdfPerPage + int64(n)
		if err := r.out.member(spar.Member{Name: attachmentName(a.Name), Size: a.Size, At: at}); err != nil {
			return err
		}
	}
	return nil
}

// unpack writes a file of the document.
func (r *pdfReader) unpack(ctx context.Context, at int64, w io.Writer) error {
	var err error
	if at >= pdfRemark {
		at -= pdfRemark
		if at/pdfPerPage >= int64(r.doc.Pages()) {
			return errNoMember
		}
		err = r.doc.WriteAttached(ctx, int(at/pdfPerPage), int(at%pdfPerPage), w)
	} else {
		err = r.doc.WriteAttachment(ctx, int(at-pdfAttachment), w)
	}
	switch {
	case err == nil, ctx.Err() != nil:
		return err
	case errors.Is(err, pdfium.ErrMemory):
		return refuse(ErrTooBig, "%v", err)
	case errors.Is(err, pdfium.ErrFormat), errors.Is(err, pdfium.ErrCrash):
		return errNoMember
	}
	return err
}
