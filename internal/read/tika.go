package read

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strings"
	"time"
	"unicode/utf8"
)

// Tika says where an Apache Tika server is, which is sent what nothing here can read. Nothing is sent unless it is named.
type Tika struct {
	URL    string        // such as http://localhost:9998; "": none
	KeyEnv string        // the environment variable with a key that is sent as a bearer token; "" sends none
	Time   time.Duration // for one file; 0: 2 minutes
}

// tikaName names the server beside programs.
const tikaName = "tika"

// tikaFile is how large a file may be that is sent.
const tikaFile = 512 << 20

// Check refuses an address that cannot be one, and a key that would go over the network in the clear.
func (t Tika) Check() error {
	return checkAddress("tika-url", "http://localhost:9998", "SPAR_TIKA_KEY", t.URL, t.KeyEnv)
}

// tikaClient follows no redirect and no proxy of the environment: files go to the host that was named, or nowhere. It keeps
// no connection, for files come seldom.
func tikaClient() *http.Client {
	return &http.Client{
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
		Transport:     &http.Transport{Proxy: nil, DisableKeepAlives: true, MaxResponseHeaderBytes: 64 << 10, DisableCompression: true},
	}
}

// do makes a request and gives the answer, whose body the caller closes.
func (t Tika) do(ctx context.Context, method, path string, body io.Reader, size int64, header map[string]string) (*http.Response, error) {
	return ask(ctx, outgoing{
		method: method, url: t.URL, path: path, keyEnv: t.KeyEnv, keyHeader: "Authorization", keyPrefix: "Bearer ", header: header, body: body, size: size,
	})
}

func (t Tika) limit() time.Duration {
	if t.Time > 0 {
		return t.Time
	}
	return outsideTime
}

// Version is the server's own version text. An error says that it cannot be asked.
func (t Tika) Version(ctx context.Context) (string, error) {
	ctx, cancel := context.WithTimeout(ctx, min(30*time.Second, t.limit()))
	defer cancel()
	got, err := t.do(ctx, http.MethodGet, "/version", nil, 0, map[string]string{"Accept": "text/plain"})
	if err != nil {
		return "", err
	}
	defer got.Body.Close()
	if got.StatusCode != http.StatusOK {
		return "", fmt.Errorf("it answers %d %s", got.StatusCode, http.StatusText(got.StatusCode))
	}
	said, err := io.ReadAll(io.LimitReader(got.Body, 200))
	if err != nil {
		return "", err
	}
	version := line(string(said), 100)
	if !strings.Contains(version, "Tika") || !utf8.ValidString(version) {
		return "", errors.New("it does not say that it is Apache Tika")
	}
	return version, nil
}

// read sends a file and gives its text, at most so many bytes of it.
func (t Tika) read(ctx context.Context, c *content, suffix string, most int64) (string, error) {
	if c.stamp.size > tikaFile {
		return "", fmt.Errorf("the file is larger than %d MB", tikaFile>>20)
	}
	ctx, cancel := context.WithTimeout(ctx, t.limit())
	defer cancel()
	header := map[string]string{"Accept": "text/plain; charset=UTF-8", "Content-Type": "application/octet-stream"}
	if suffix != "" {
		header["Content-Disposition"] = "attachment; filename=file" + suffix // its own name is nobody's business
	}
	got, err := t.do(ctx, http.MethodPut, "/tika", io.NewSectionReader(c.file, 0, c.stamp.size), c.stamp.size, header)
	late := func(err error) error {
		if ctx.Err() == context.DeadlineExceeded {
			return fmt.Errorf("it took longer than %v", t.limit())
		}
		return err
	}
	if err != nil {
		return "", late(err)
	}
	defer got.Body.Close()
	switch code := got.StatusCode; {
	case code == http.StatusNoContent:
		return "", errors.New("it found no text")
	case code >= 300 && code < 400:
		return "", fmt.Errorf("it answers %d and wants to lead elsewhere, which is not followed", code)
	case code == http.StatusUnsupportedMediaType:
		return "", errors.New("it does not know the format")
	case code == http.StatusUnprocessableEntity:
		return "", errors.New("it cannot process the file")
	case code != http.StatusOK:
		return "", fmt.Errorf("it answers %d %s", code, http.StatusText(code))
	}
	text, err := io.ReadAll(io.LimitReader(got.Body, most+1))
	if err != nil {
		return "", late(err)
	}
	if int64(len(text)) > most {
		return "", fmt.Errorf("it gave more than %d MB of text", max(1, most>>20))
	}
	return strings.ToValidUTF8(strings.ReplaceAll(string(text), "\x00", ""), "\uFFFD"), nil
}
