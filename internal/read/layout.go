package read

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"mime/multipart"
	"net"
	"net/http"
	"net/url"
	"os"
	"strings"
	"sync"
	"time"

	"github.com/sparsearch/spar/internal/extract"
	"github.com/sparsearch/spar/internal/spar"
)

// Layout says where a layout service is, which reads PDF files and pictures of text in place of the readers here. It speaks the
// protocol of Docling Serve: POST /v1/convert/file. Nothing is sent unless it is named.
type Layout struct {
	URL    string        // such as http://localhost:5001; "": none
	KeyEnv string        // the environment variable with the key that is sent as X-Api-Key; "" sends none
	Time   time.Duration // for one file; 0: 5 minutes

	most int64 // bytes of a reply; 0: layoutReply
}

const (
	layoutName  = "layout"
	layoutTime  = 5 * time.Minute
	layoutFile  = 512 << 20 // bytes of a file that is sent
	layoutReply = 96 << 20  // bytes of a reply
	layoutPause = time.Minute
)

// layoutFormats are the formats to send to a layout service, with their endings.
var layoutFormats = map[string]string{"pdf": ".pdf", "png": ".png", "jpg": ".jpg", "tiff": ".tif", "bmp": ".bmp", "webp": ".webp"}

// takes reports whether files of a format are sent to the service.
func (l Layout) takes(format string) bool { return l.URL != "" && layoutFormats[format] != "" }

// recipe is the part of a recipe that says that a service read the file.
func (l Layout) recipe(format string) string {
	if !l.takes(format) {
		return ""
	}
	return " " + extract.LayoutRecipe
}

// Check refuses an address that cannot be one, and a key that would go over the network in the clear.
func (l Layout) Check() error {
	return checkAddress("layout-url", "http://localhost:5001", "SPAR_LAYOUT_KEY", l.URL, l.KeyEnv)
}

func (l Layout) limit() time.Duration { return cmp.Or(l.Time, layoutTime) }

// Version is the server's own version text. An error says that it cannot be asked.
func (l Layout) Version(ctx context.Context) (string, error) {
	ctx, cancel := context.WithTimeout(ctx, min(30*time.Second, l.limit()))
	defer cancel()
	var fault error
	for _, path := range []string{"/version", "/health"} {
		got, err := ask(ctx, outgoing{method: http.MethodGet, url: l.URL, path: path, keyEnv: l.KeyEnv, keyHeader: "X-Api-Key"})
		if err != nil {
			return "", err
		}
		if got.StatusCode == http.StatusOK {
			version, err := extract.LayoutVersion(got.Body)
			got.Body.Close()
			return version, err
		}
		fault = fmt.Errorf("it answers %d %s", got.StatusCode, http.StatusText(got.StatusCode))
		got.Body.Close()
	}
	return "", fault
}

// read sends a file and puts the reply into a file.
func (l Layout) read(ctx context.Context, c *content, format string, to io.Writer) error {
	if c.stamp.size > layoutFile {
		return fmt.Errorf("the file is larger than %d MB", layoutFile>>20)
	}
	ctx, cancel := context.WithTimeout(ctx, l.limit())
	defer cancel()
	var before bytes.Buffer
	form := multipart.NewWriter(&before)
	for _, f := range [][2]string{{"to_formats", "json"}, {"image_export_mode", "placeholder"}, {"do_ocr", "true"}} {
		if err := form.WriteField(f[0], f[1]); err != nil {
			return err
		}
	}
	if _, err := form.CreateFormFile("files", "file"+layoutFormats[format]); err != nil { // its own name is nobody's business
		return err
	}
	after := "\r\n--" + form.Boundary() + "--\r\n"
	body := io.MultiReader(&before, io.NewSectionReader(c.file, 0, c.stamp.size), strings.NewReader(after))
	size := int64(before.Len()) + c.stamp.size + int64(len(after))
	late := func(err error) error {
		if ctx.Err() == context.DeadlineExceeded {
			return fmt.Errorf("it took longer than %v", l.limit())
		}
		return err
	}
	got, err := ask(ctx, outgoing{
		method: http.MethodPost, url: l.URL, path: "/v1/convert/file", keyEnv: l.KeyEnv, keyHeader: "X-Api-Key", body: body, size: size,
		header: map[string]string{"Content-Type": form.FormDataContentType(), "Accept": "application/json"},
	})
	if err != nil {
		return &unreachable{late(err)}
	}
	defer got.Body.Close()
	switch code := got.StatusCode; {
	case code >= 300 && code < 400:
		return &unreachable{fmt.Errorf("it answers %d and wants to lead elsewhere, which is not followed", code)}
	case code == http.StatusUnauthorized || code == http.StatusForbidden || code == http.StatusNotFound || code == http.StatusTooManyRequests || code >= 500:
		return &unreachable{fmt.Errorf("it answers %d %s", code, http.StatusText(code))}
	case code != http.StatusOK:
		return fmt.Errorf("it answers %d %s", code, http.StatusText(code))
	}
	most := cmp.Or(l.most, layoutReply)
	n, err := io.Copy(to, io.LimitReader(got.Body, most+1))
	if err != nil {
		return late(err)
	}
	if n > most {
		return fmt.Errorf("its reply is larger than %d MB", most>>20)
	}
	return nil
}

// unreachable is a fault of the service, and not one of the file: it is not asked again for a while.
type unreachable struct{ err error }

func (u *unreachable) Error() string { return u.err.Error() }
func (u *unreachable) Unwrap() error { return u.err }

// aside remembers since when a service is not asked.
type aside struct {
	mu    sync.Mutex
	until time.Time
}

func (a *aside) active() bool {
	a.mu.Lock()
	defer a.mu.Unlock()
	return time.Now().Before(a.until)
}

func (a *aside) begin() {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.until = time.Now().Add(layoutPause)
}

// layoutReplied gives the service's reply to a file as a content that the caller closes.
func (r *Reader) layoutReplied(ctx context.Context, c *content, format string) (_ *content, err error) {
	if r.silent.active() {
		return nil, errSilent
	}
	f, err := r.nameless()
	if err != nil {
		return nil, err
	}
	defer func() {
		if err != nil {
			f.Close()
		}
	}()
	if err := r.o.Layout.read(ctx, c, format, f); err != nil {
		var far *unreachable
		if errors.As(err, &far) && ctx.Err() == nil {
			r.silent.begin()
			r.o.Log.Warn("the layout service cannot be used; files are read without it", "url", r.o.Layout.URL, "err", err)
		}
		return nil, err
	}
	made := &content{file: f}
	made.stamp, err = stampOf(f)
	return made, err
}

var errSilent = errors.New("it was not asked, since it failed a short while ago")

// laidOut has the service read a content and cuts its text into passages. Any error but ctx's says that the readers here have
// to read it.
func (r *Reader) laidOut(ctx context.Context, c *content, path string) (*text, error) {
	reply, err := r.layoutReplied(ctx, c, c.format)
	if err != nil {
		return nil, err
	}
	defer reply.file.Close()
	t := &text{}
	t.outcome, err = r.attempt(ctx, reply, path, func(d demand) (outcome, error) {
		t.release(r)
		t.passages, t.head, t.bytes = nil, "", 0
		d.Layout = true
		return t.cut(ctx, r, d)
	})
	if err == nil && (!t.State.Searchable() || len(t.passages) == 0) {
		err = errors.New(cmp.Or(t.Reason, "it found no text"))
	}
	if err != nil {
		t.release(r)
		return nil, err
	}
	t.Format = c.format
	about, err := r.attempt(ctx, c, path, func(d demand) (outcome, error) {
		d.Properties, d.Time = true, min(d.Time, peekTime)
		return r.try(ctx, d, nil)
	})
	if err == nil {
		t.Properties = append(about.Properties, readBy(layoutName))
		err = r.describe(ctx, &t.outcome, t.passages, t.head)
	}
	if err != nil {
		t.release(r)
		return nil, err
	}
	return t, nil
}

// layoutBlocks gives the blocks that the service makes of a content.
func (r *Reader) layoutBlocks(ctx context.Context, c *content, format, path string) (got rescued, err error) {
	reply, err := r.layoutReplied(ctx, c, format)
	if err != nil {
		return got, err
	}
	defer reply.file.Close()
	out, err := r.attempt(ctx, reply, path, func(d demand) (outcome, error) {
		got.blocks, d.Layout = nil, true
		return r.try(ctx, d, func(b spar.Block, _ int64) error { got.blocks = append(got.blocks, b); return nil })
	})
	if err == nil && !out.State.Searchable() {
		err = errors.New(out.Reason)
	}
	got.faults = out.Reason
	return got, err
}

// outgoing is a request to a server that a setting names.
type outgoing struct {
	method, url, path string
	keyEnv, keyHeader string // the variable with the key, and the header that carries it
	keyPrefix         string
	header            map[string]string
	body              io.Reader
	size              int64
}

// ask makes a request and gives the answer, whose body the caller closes.
func ask(ctx context.Context, o outgoing) (*http.Response, error) {
	q, err := http.NewRequestWithContext(ctx, o.method, strings.TrimRight(o.url, "/")+o.path, o.body)
	if err != nil {
		return nil, err
	}
	if o.body != nil {
		q.ContentLength = o.size
	}
	for k, v := range o.header {
		q.Header.Set(k, v)
	}
	if o.keyEnv != "" {
		key := os.Getenv(o.keyEnv)
		if key == "" {
			return nil, fmt.Errorf("the environment variable %s, which should hold its key, is not set", o.keyEnv)
		}
		q.Header.Set(o.keyHeader, o.keyPrefix+key)
	}
	got, err := tikaClient().Do(q)
	if err != nil {
		var u *url.Error
		if errors.As(err, &u) {
			err = u.Err // the address stands in the settings
		}
	}
	return got, err
}

// checkAddress refuses an address of a server that cannot be one, and a key that would go over the network in the clear.
func checkAddress(setting, such, variable, address, keyEnv string) error {
	if address == "" {
		return nil
	}
	u, err := url.Parse(address)
	switch {
	case err != nil || u.Scheme != "http" && u.Scheme != "https" || u.Host == "":
		return spar.Errorf(spar.Invalid, "the setting %s is no URL such as %s", setting, such)
	case u.User != nil || u.RawQuery != "" || u.Fragment != "":
		return spar.Errorf(spar.Invalid, "the setting %s holds more than a host and a path: give a key in %s", setting, variable)
	}
	if ip := net.ParseIP(u.Hostname()); keyEnv != "" && u.Scheme == "http" && u.Hostname() != "localhost" && (ip == nil || !ip.IsLoopback()) {
		return spar.Errorf(spar.Invalid, "the key for %s would go over the network unencrypted: use https", u.Host)
	}
	return nil
}
