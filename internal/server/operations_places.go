package server

import (
	"crypto/sha256"
	"encoding/hex"
	"net/http"
	"reflect"
	"strconv"

	"github.com/sparsearch/spar"
	"github.com/sparsearch/spar/internal/api"
	"github.com/sparsearch/spar/internal/service"
)

type (
	viewing struct {
		At    string `json:"at"`              // an address, or the number of a citation of the last answer
		Quote string `json:"quote,omitempty"` // what was cited there, such as the text of the citation; all that stands there if it is not given
		From  *int   `json:"from,omitempty"`  // how many passages, rows or members are left out; a little before the place if it is not given
		Count int    `json:"count,omitempty"` // how many passages, rows or members are shown
	}
	picturing struct {
		At    string `json:"at"`              // an address, or the number of a citation of the last answer
		Quote string `json:"quote,omitempty"` // as of view
		DPI   int    `json:"dpi,omitempty"`   // dots to the inch, 24 to 300: 96
		Mark  bool   `json:"mark,omitempty"`  // mark what was cited in the picture
	}
)

var places = []operation{
	one("view", "GET", "/view", spar.CanRead, "how a file looks where a citation stands: the words of a page with boxes around what was cited, rows of a sheet, a slide, a message, the files of an archive, or passages",
		func(c ctx, s *service.Service, who spar.Principal, in viewing) (api.View, error) {
			return s.View(c, who, service.Look{At: in.At, Quote: in.Quote, From: in.From, Count: in.Count})
		}),
	{id: "picture", method: http.MethodGet, path: "/picture", needs: spar.CanRead, tells: "the page of a PDF on which a citation stands, as a picture", in: reflect.TypeFor[picturing](), gives: "image/png",
		serve: (*Server).picture},
}

// picture sends a page as a picture. A browser may keep it and asks each time whether it is still the same, and still allowed.
func (s *Server) picture(c *call) error {
	in, err := input[picturing](c)
	if err != nil {
		return err
	}
	p, err := s.o.Service.Picture(c.r.Context(), c.who, service.Look{At: in.At, Quote: in.Quote}, in.DPI, in.Mark)
	if err != nil {
		return err
	}
	sum := sha256.Sum256(p.PNG)
	h := c.w.Header()
	tag := `"` + hex.EncodeToString(sum[:12]) + `"`
	h.Set("ETag", tag)
	h.Set("Cache-Control", "private, no-cache")
	if c.r.Header.Get("If-None-Match") == tag {
		c.w.WriteHeader(http.StatusNotModified)
		return nil
	}
	h.Set("Content-Type", c.op.gives)
	h.Set("Content-Length", strconv.Itoa(len(p.PNG)))
	h.Set("X-Spar-Page", strconv.Itoa(p.Page))
	h.Set("X-Spar-Pages", strconv.Itoa(p.Pages))
	c.w.Write(p.PNG) // who is gone needs none
	return nil
}
