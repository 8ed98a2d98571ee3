package llm

import (
	"bytes"
	"io"
	"net/http"
	"sync/atomic"

	"github.com/openai/openai-go/v3/option"
)

// An ending tells whether the stream of a reply came to its end, which the line "data: [DONE]" is. Some servers send it
// and no reason for the end.
type ending struct{ seen atomic.Bool }

// watch looks at the body of a response as it is read.
func (e *ending) watch(request *http.Request, next option.MiddlewareNext) (*http.Response, error) {
	response, err := next(request)
	if err == nil && response != nil && response.Body != nil {
		response.Body = &endingBody{ReadCloser: response.Body, ending: e}
	}
	return response, err
}

type endingBody struct {
	io.ReadCloser
	ending *ending
	line   []byte // as much of the present line as is needed to know it
}

// longestEnd is how much of a line is kept.
const longestEnd = 32

func (b *endingBody) Read(p []byte) (int, error) {
	n, err := b.ReadCloser.Read(p)
	for rest := p[:n]; len(rest) > 0; {
		line, after, whole := bytes.Cut(rest, []byte("\n"))
		b.line = append(b.line, line[:min(len(line), longestEnd-len(b.line))]...)
		if whole {
			b.ended()
		}
		rest = after
	}
	if err == io.EOF {
		b.ended()
	}
	return n, err
}

// ended looks at a line that is whole.
func (b *endingBody) ended() {
	if data, ok := bytes.CutPrefix(b.line, []byte("data:")); ok && bytes.HasPrefix(bytes.TrimSpace(data), []byte("[DONE]")) {
		b.ending.seen.Store(true)
	}
	b.line = b.line[:0]
}
