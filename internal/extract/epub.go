package extract

import (
	"bytes"
	"context"
	"encoding/xml"
	"io"
	"net/url"
	"path"
	"strings"

	"github.com/sparsearch/spar/internal/spar"
)

// detectEPUB looks for the entry that every book begins with; identify looks at all.
func detectEPUB(head []byte, name string) int {
	if bytes.HasPrefix(head, zipMagic) && bytes.Contains(head[:min(len(head), 200)], []byte("application/epub+zip")) {
		return 80
	}
	return 0
}

// extractEPUB reads a book (EPUB 3.3): its pages in the order of the spine, through the reader of HTML.
func extractEPUB(ctx context.Context, in *Input, out *sink) error {
	c, err := openContainer(in)
	if err != nil {
		return err
	}
	if c.files["meta-inf/encryption.xml"] != nil && c.files["meta-inf/rights.xml"] != nil {
		return refuse(ErrEncrypted, "it is a book with copy protection, which only its own reader opens")
	}
	opf := ""
	err = c.tokens("meta-inf/container.xml", func(tok xml.Token, _ int) error {
		if s, ok := tok.(xml.StartElement); ok && s.Name.Local == "rootfile" && opf == "" {
			opf = attr(s, "full-path")
		}
		return nil
	})
	if err != nil && opf == "" {
		return err
	}
	if c.files[strings.ToLower(opf)] == nil {
		return refuse(ErrCorrupt, "it is a book without a package document inside")
	}
	keys := map[string]string{"title": "title", "creator": "author", "language": "language", "publisher": "publisher", "date": "created", "subject": "subject", "description": "description"}
	pages := map[string]string{}
	var spine []string
	key, value := "", ""
	err = c.tokens(opf, func(tok xml.Token, _ int) error {
		switch t := tok.(type) {
		case xml.StartElement:
			switch t.Name.Local {
			case "item":
				if len(pages) < c.limits.Entries {
					pages[attr(t, "id")] = attr(t, "href")
				}
			case "itemref":
				if len(spine) < c.limits.Entries {
					spine = append(spine, attr(t, "idref"))
				}
			}
			key, value = "", ""
			if t.Name.Space == "dc" {
				key = keys[t.Name.Local]
			}
		case xml.CharData:
			if len(value) < maxPropertyBytes {
				value += string(t)
			}
		case xml.EndElement:
			k := key
			key = ""
			switch {
			case k == "title":
				return out.title(value, spar.Locator{})
			case k == "created":
				return out.property(k, textOrDate(strings.TrimSpace(value)))
			case k != "":
				return out.textProperty(k, value)
			}
		}
		return nil
	})
	faults := faultList{}
	if err := faults.pass(err); err != nil {
		return err
	}
	if err := out.told(); err != nil {
		return err
	}
	for _, id := range spine {
		href, err := url.PathUnescape(pages[id])
		if err != nil || href == "" {
			continue
		}
		if err := faults.pass(readPage(c, path.Join(path.Dir(opf), href), out)); err != nil {
			return err
		}
	}
	return faults.first
}

// readPage reads one page of a container.
func readPage(c *container, name string, out *sink) error {
	r, err := c.part(name)
	if r == nil || err != nil {
		return err
	}
	defer r.Close()
	raw, fault := io.ReadAll(r) // within the limit of a part
	if len(raw) == 0 {
		return fault
	}
	in := Input{R: bytes.NewReader(raw), Size: int64(len(raw)), Limits: c.limits}
	err = out.inner(func(out *sink) error {
		declared := ""
		if m := htmlCharset.FindSubmatch(raw[:min(len(raw), 4096)]); m != nil {
			declared = string(m[1])
		}
		cs, err := findCharset(&in, declared)
		if err != nil {
			return refuse(ErrCorrupt, "its part %s is no text", name)
		}
		return readHTML(&in, cs, spar.Span{Start: cs.skip, End: in.Size}, out)
	})
	if err != nil {
		return err
	}
	return fault
}
