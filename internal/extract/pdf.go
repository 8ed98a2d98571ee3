package extract

import "context"

// extractPDF reads a PDF.
func extractPDF(ctx context.Context, in *Input, out *sink) error {
	return refuse(ErrUnsupported, "this build has no reader for PDF")
}
