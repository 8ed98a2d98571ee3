package server

import (
	"cmp"
	"io"
	"mime"
	"net/http"
	"reflect"
	"strconv"
	"strings"

	"github.com/sparsearch/spar/internal/api"
	"github.com/sparsearch/spar/internal/service"
	"github.com/sparsearch/spar/internal/spar"
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
	thumbing struct {
		At  string `json:"at"`            // an address
		DPI int    `json:"dpi,omitempty"` // dots to the inch, 24 to 72: 24
	}
)

type originals struct {
	At string `json:"at"` // an address, of which the file counts, or the number of a citation of the last answer
}

var places = []operation{
	one("view", "GET", "/view", spar.CanRead,
		"how a file looks where a citation stands: the words of a page with boxes around what was cited, rows of a sheet, a "+
			"slide, a message, the files of an archive, or passages",
		func(c ctx, s *service.Service, who spar.Principal, in viewing) (api.View, error) {
			return s.View(c, who, service.Look{At: in.At, Quote: in.Quote, From: in.From, Count: in.Count})
		}),
	{id: "picture", method: http.MethodGet, path: "/picture", needs: spar.CanRead,
		tells: "a page as a picture: that of a PDF on which a citation stands, a picture, or the small one that an Office file carries of itself", in: reflect.TypeFor[picturing](), gives: "image/png",
		serve: picture},
	{id: "thumbnail", method: http.MethodGet, path: "/thumbnail", needs: spar.CanRead,
		tells: "the same, small enough for a list: of a file without a place its first page", in: reflect.TypeFor[thumbing](), gives: "image/png",
		serve: thumbnail},
	{id: "original", method: http.MethodGet, path: "/original", needs: spar.CanRead,
		tells: "the file in which a place stands, byte by byte as it lies on its share, to be kept and not shown",
		in:    reflect.TypeFor[originals](), gives: "application/octet-stream",
		serve: (*Server).original},
}

// original sends a file. A browser never shows it: the author of the file could have made it act in the name of the reader. If the file
// changes during the copy, the connection ends early, so that nobody takes the part for the whole.
func (s *Server) original(c *call) error {
	in, err := input[originals](c)
	if err != nil {
		return err
	}
	begun := false
	err = s.o.Service.Original(c.r.Context(), c.who, service.Look{At: in.At}, func(name string, size int64) (io.Writer, error) {
		begun = true
		h := c.w.Header()
		h.Set("Content-Type", c.op.gives)
		h.Set("Content-Disposition", cmp.Or(mime.FormatMediaType("attachment", map[string]string{"filename": name}), "attachment"))
		h.Set("Content-Security-Policy", "sandbox; default-src 'none'")
		h.Set("X-Spar-Size", strconv.FormatInt(size, 10)) // without a length a connection that ends early is seen to
		return c.w, nil
	})
	if err != nil && begun {
		panic(http.ErrAbortHandler)
	}
	return err
}

// mostThumbDots is the resolution above which a page can be read, in dots to the inch: who looks at it has opened it.
const mostThumbDots = 72

func thumbnail(s *Server, c *call) error {
	in, err := input[thumbing](c)
	if err != nil {
		return err
	}
	if in.DPI > mostThumbDots {
		return spar.Errorf(spar.Invalid, "small pictures have %d to %d dots to the inch, not %d", service.LeastDots, mostThumbDots, in.DPI)
	}
	return sendPicture(s, c, service.Look{At: in.At}, cmp.Or(in.DPI, service.LeastDots), false)
}

func picture(s *Server, c *call) error {
	in, err := input[picturing](c)
	if err != nil {
		return err
	}
	return sendPicture(s, c, service.Look{At: in.At, Quote: in.Quote}, in.DPI, in.Mark)
}

// sendPicture sends a page as a picture. A browser may keep it, but asks each time whether it is unchanged and still allowed.
func sendPicture(s *Server, c *call, look service.Look, dots int, mark bool) error {
	end, err := s.turn(c)
	if err != nil {
		return err
	}
	defer end()
	have, _ := strings.CutPrefix(c.r.Header.Get("If-None-Match"), `"`)
	look.Have = strings.TrimSuffix(have, `"`)
	p, err := s.o.Service.Picture(c.r.Context(), c.who, look, dots, mark)
	if err != nil {
		return err
	}
	h := c.w.Header()
	h.Set("ETag", `"`+p.Tag+`"`)
	h.Set("Cache-Control", "private, no-cache")
	if p.Same {
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
