package server

import (
	"io"
	"net/http"
	"reflect"
	"regexp"
	"strings"

	"github.com/sparsearch/spar/internal/service"
	"github.com/sparsearch/spar/internal/spar"
	"github.com/sparsearch/spar/internal/tongue"
)

// The types of files that are kept.
const (
	csvType  = "text/csv; charset=utf-8"
	htmlType = "text/html; charset=utf-8"
)

// kept are operations whose results a browser keeps as files.
var kept = []operation{
	{id: "filesTable", method: http.MethodGet, path: "/files/table", needs: spar.CanRead, tells: "the files of a scope as CSV: share, path, format, bytes, modified, state, reason",
		in: reflect.TypeFor[fileList](), gives: csvType, serve: filesTable},
	{id: "threadPage", method: http.MethodGet, path: "/threads/{id}/page", needs: spar.CanRead,
		tells: "a conversation with its citations as a page of HTML that stands alone; turns that rest on files that you may not read are withheld",
		in:    reflect.TypeFor[item](), gives: htmlType, serve: threadPage},
}

// wordingOf is that of a file for whoever asks.
func wordingOf(o Options, r *http.Request) service.Wording {
	language := inquiryOf(r).language
	return service.Wording{Language: language, Base: o.Base.String(), Say: func(format string, args ...any) string { return tongue.Format(language, format, args...) },
		Plan: func(text string) string { return tongue.Plan(language, text) }}
}

// filesTable sends a list of files while it is made. An error before the first byte has a status of its own; a later one ends the connection.
func filesTable(s *Server, c *call) error {
	in, err := input[fileList](c)
	if err != nil {
		return err
	}
	end, err := s.turn(c)
	if err != nil {
		return err
	}
	defer end()
	out := &attachment{w: c.w, kind: c.op.gives, name: "files.csv"}
	if _, err = service.FilesCSV(c.r.Context(), s.o.Service, c.who, in.listing(), out, wordingOf(s.o, c.r)); err != nil && out.begun {
		panic(http.ErrAbortHandler)
	}
	return err
}

func threadPage(s *Server, c *call) error {
	in, err := input[item](c)
	if err != nil {
		return err
	}
	t, err := s.o.Service.Thread(c.r.Context(), c.who, in.ID)
	if err != nil {
		return err
	}
	_, err = io.WriteString(&attachment{w: c.w, kind: c.op.gives, name: fileNameOf(t.Title) + ".html"}, service.HTML(t, wordingOf(s.o, c.r)))
	return err
}

var unnamable = regexp.MustCompile(`[^\p{L}\p{N}]+`)

// fileNameOf is a title as the name of a file.
func fileNameOf(title string) string {
	name := strings.Trim(service.Cut(unnamable.ReplaceAllString(title, "-"), 60), "-")
	if name == "" {
		return "conversation"
	}
	return name
}
