package embed

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/url"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"time"

	"github.com/sparsearch/spar/internal/spar"
)

// A Hub is a server from which models are fetched, with the API of huggingface.co. Nothing in this package asks it but
// Pull.
type Hub struct {
	URL      string // "": https://huggingface.co
	Revision string // branch, tag or commit; "": main
	Most     int64  // bytes of a model; 0: 4 GiB
	Progress func(file string, done, total int64)
}

// HubURL is the hub that is asked if no other is named.
const HubURL = "https://huggingface.co"

// What a hub may send at most.
const (
	hubList  = 8 << 20  // the list of files
	hubSmall = 64 << 20 // a file that is not weights
	hubFiles = 64       // of one model that are fetched
	hubWait  = time.Minute
)

// modelFiles are the files of a model, and the ones about its licence.
var modelFiles = []string{"*.json", "*.jsonl", "vocab.txt", "model.safetensors", "LICENSE*", "README.md", "*/config.json"}

// ModelFiles are patterns of the files that make a model.
func ModelFiles() []string { return slices.Clone(modelFiles) }

var hubName = regexp.MustCompile(`^[A-Za-z0-9][A-Za-z0-9._-]*(/[A-Za-z0-9][A-Za-z0-9._-]*)?$`)

// hubFile is a file as the hub lists it.
type hubFile struct {
	Name string `json:"rfilename"`
	Size int64  `json:"size"`
	LFS  *struct {
		Sum  string `json:"sha256"`
		Size int64  `json:"size"`
	} `json:"lfs"`
}

// Pull fetches the files of a model, such as sentence-transformers/all-mpnet-base-v2, into dir, an empty folder, all of
// one commit, whose name it returns. Weights that only Python can read are refused before anything is fetched, large
// files are checked by the SHA-256 that the hub lists. Whether the files make a model is for Open to say.
func (h Hub) Pull(ctx context.Context, name, dir string) (commit string, err error) {
	if h.URL == "" {
		h.URL = HubURL
	}
	if h.Revision == "" {
		h.Revision = "main"
	}
	if h.Most <= 0 {
		h.Most = 4 << 30
	}
	base, err := url.Parse(strings.TrimRight(h.URL, "/"))
	if err != nil || base.Host == "" || base.User != nil || base.RawQuery != "" || !safeScheme(base) {
		return "", spar.Errorf(spar.Invalid, "the address of the hub is no URL such as %s: only https is used, and http on this machine", HubURL)
	}
	if !hubName.MatchString(name) || !hubName.MatchString(h.Revision) || strings.Contains(name+h.Revision, "..") {
		return "", spar.Errorf(spar.Invalid, "%q at %q is no model of a hub: name one such as sentence-transformers/all-mpnet-base-v2", name, h.Revision)
	}
	client := &http.Client{CheckRedirect: func(r *http.Request, via []*http.Request) error {
		if len(via) > 5 || !safeScheme(r.URL) {
			return errors.New("the hub sends elsewhere than to an https address")
		}
		return nil
	}}
	list, commit, err := h.list(ctx, client, base, name)
	if err != nil {
		return "", err
	}
	left := h.Most
	for _, f := range list {
		n, err := h.fetch(ctx, client, base.JoinPath(name, "resolve", commit, f.Name), f, filepath.Join(dir, filepath.FromSlash(f.Name)), left)
		if err != nil {
			return "", fmt.Errorf("%s of %s: %w", f.Name, name, err)
		}
		left -= n
	}
	return commit, nil
}

// safeScheme holds for https, and for http to this machine.
func safeScheme(u *url.URL) bool {
	ip := net.ParseIP(u.Hostname())
	return u.Scheme == "https" || u.Scheme == "http" && (u.Hostname() == "localhost" || ip != nil && ip.IsLoopback())
}

// list gives the files of a model that are wanted, and the commit that they are of.
func (h Hub) list(ctx context.Context, client *http.Client, base *url.URL, name string) ([]hubFile, string, error) {
	u := base.JoinPath("api", "models", name, "revision", h.Revision)
	u.RawQuery = "blobs=true"
	body, err := h.get(ctx, client, u)
	if err != nil {
		return nil, "", fmt.Errorf("the files of %s cannot be listed: %w", name, err)
	}
	defer body.Close()
	data, err := io.ReadAll(io.LimitReader(body, hubList+1))
	if err != nil {
		return nil, "", spar.Errorf(spar.Unavailable, "the files of %s cannot be listed: %w; try again", name, err)
	}
	var about struct {
		Commit string    `json:"sha"`
		Files  []hubFile `json:"siblings"`
	}
	if err := json.Unmarshal(data, &about); err != nil || len(data) > hubList || !regexp.MustCompile(`^[0-9a-f]{40}$`).MatchString(about.Commit) {
		return nil, "", spar.Errorf(spar.Unavailable, "%s does not list the files of %s as a hub does: check the setting hub-url", base.Host, name)
	}
	var wanted []hubFile
	pickled, total := "", int64(0)
	for _, f := range about.Files {
		if slices.ContainsFunc([]string{".bin", ".pt", ".pth", ".ckpt", ".pkl"}, func(e string) bool { return path.Ext(f.Name) == e }) {
			pickled = f.Name
		}
		if !filepath.IsLocal(filepath.FromSlash(f.Name)) || strings.ContainsAny(f.Name, "\\:\x00") || !isModelFile(f.Name) {
			continue
		}
		if f.LFS != nil {
			f.Size = f.LFS.Size
		}
		if f.Size < 0 {
			return nil, "", spar.Errorf(spar.Unavailable, "%s lists %s with %d bytes", base.Host, f.Name, f.Size)
		}
		total += min(f.Size, h.Most-total+1) // sizes that hubs claim may not fit into a sum
		wanted = append(wanted, f)
	}
	has := func(n string) bool { return slices.ContainsFunc(wanted, func(f hubFile) bool { return f.Name == n }) }
	switch {
	case !has("model.safetensors") && pickled != "":
		return nil, "", spar.Errorf(spar.Invalid, "%s has its weights only as %s, a format that can run code: take a model or a revision with model.safetensors", name, pickled)
	case !has("model.safetensors") || !has("config.json"):
		return nil, "", spar.Errorf(spar.Invalid, "%s has no model.safetensors and config.json: take another model", name)
	case len(wanted) > hubFiles || total > h.Most:
		return nil, "", spar.Errorf(spar.Invalid,
			"%s has %d files with %d bytes, and %d with %d are the most: download it yourself", name, len(wanted), total,
			hubFiles, h.Most).Try(spar.Remedy{Do: spar.AddModel})
	}
	return wanted, about.Commit, nil
}

func isModelFile(name string) bool {
	return slices.ContainsFunc(modelFiles, func(pattern string) bool {
		ok, err := path.Match(pattern, name)
		return ok && err == nil
	})
}

// get asks once; a hub that does not answer at all is given up after a minute.
func (h Hub) get(ctx context.Context, client *http.Client, u *url.URL) (io.ReadCloser, error) {
	asking, stop := context.WithCancel(ctx)
	timer := time.AfterFunc(hubWait, stop)
	request, err := http.NewRequestWithContext(asking, http.MethodGet, u.String(), nil)
	if err != nil {
		stop()
		return nil, err
	}
	request.Header.Set("User-Agent", "spar")
	response, err := client.Do(request)
	if err != nil {
		timer.Stop()
		stop()
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		return nil, spar.Errorf(spar.Unavailable, "%w: look at the connection, or download the model elsewhere", err).Try(spar.Remedy{Do: spar.AddModel})
	}
	if response.StatusCode != http.StatusOK {
		response.Body.Close()
		timer.Stop()
		stop()
		code, remedy := spar.Unavailable, "try again later"
		switch response.StatusCode {
		case http.StatusNotFound, http.StatusUnauthorized, http.StatusForbidden: // a hub says 401 for missing models
			code, remedy = spar.NotFound, "check its name; models that need an account have to be downloaded in another way, and added then"
		}
		return nil, spar.Errorf(code, "%s answers %s: %s", u.Host, response.Status, remedy).Try(spar.Remedy{Do: spar.AddModel})
	}
	return &silent{response.Body, timer, stop}, nil
}

// silent is a body that is given up when no byte comes for a while.
type silent struct {
	io.ReadCloser
	timer *time.Timer
	stop  context.CancelFunc
}

func (s *silent) Read(p []byte) (int, error) {
	n, err := s.ReadCloser.Read(p)
	s.timer.Reset(hubWait)
	return n, err
}

func (s *silent) Close() error {
	s.timer.Stop()
	s.stop()
	return s.ReadCloser.Close()
}

// fetch writes one file and checks it against the hub's listing.
func (h Hub) fetch(ctx context.Context, client *http.Client, from *url.URL, f hubFile, to string, left int64) (int64, error) {
	most := min(left, hubSmall)
	if path.Ext(f.Name) == ".safetensors" {
		most = left
	}
	body, err := h.get(ctx, client, from)
	if err != nil {
		return 0, err
	}
	defer body.Close()
	if err := os.MkdirAll(filepath.Dir(to), 0o700); err != nil {
		return 0, err
	}
	out, err := os.OpenFile(to, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
	if err != nil {
		return 0, err
	}
	sum := sha256.New()
	n, err := io.Copy(io.MultiWriter(out, sum, &counted{h: h, f: f}), io.LimitReader(body, most+1))
	if closing := out.Close(); err == nil {
		err = closing
	}
	switch {
	case ctx.Err() != nil:
		return n, ctx.Err()
	case err != nil:
		return n, spar.Errorf(spar.Unavailable, "it broke off after %d bytes: %w; try again", n, err)
	case n > most:
		return n, spar.Errorf(spar.Invalid, "it has more than the %d bytes that are allowed: download the model yourself", most).Try(spar.Remedy{Do: spar.AddModel})
	case f.Size > 0 && n != f.Size:
		return n, spar.Errorf(spar.Unavailable, "it has %d bytes, and the hub lists %d: try again", n, f.Size)
	case f.LFS != nil && hex.EncodeToString(sum.Sum(nil)) != f.LFS.Sum:
		return n, spar.Errorf(spar.Unavailable, "its SHA-256 is not the one that the hub lists: try again")
	}
	return n, nil
}

// counted tells the progress of one file.
type counted struct {
	h    Hub
	f    hubFile
	done int64
}

func (c *counted) Write(p []byte) (int, error) {
	c.done += int64(len(p))
	if c.h.Progress != nil {
		c.h.Progress(c.f.Name, c.done, c.f.Size)
	}
	return len(p), nil
}
