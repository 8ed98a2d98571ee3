package catalog

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"unicode"

	"github.com/sparsearch/spar/internal/db"
	"github.com/sparsearch/spar/internal/durable"
	"github.com/sparsearch/spar/internal/nearest"
	spar "github.com/sparsearch/spar/internal/spar"
)

// ShareOptions shape AddShare and RelocateShare; the zero value is the default.
type ShareOptions struct {
	Nested   bool     // allow a share within another, whose files are then known twice
	Settings Settings // of a share that is added
}

// AddShare makes the folder root a share. The root is stored absolute and without symbolic links. A root that is a
// share already, or lies in or around one, is a spar.Conflict that names it; a root inside the data directory is
// spar.Invalid. The data directory may lie inside the root: the walk must then skip it.
func (c *Catalog) AddShare(ctx context.Context, name, root string, o ShareOptions) (spar.Share, error) {
	if err := validName(name); err != nil {
		return spar.Share{}, err
	}
	root, err := c.resolveRoot(root)
	if err != nil {
		return spar.Share{}, err
	}
	sh := spar.Share{Name: name, Root: root, AnyCase: o.Settings.AnyCase}
	err = c.write(ctx, func(t *tx) error {
		if err := t.checkRoot(sh, o); err != nil {
			return err
		}
		settings, err := json.Marshal(o.Settings)
		if err != nil {
			return err
		}
		err = t.QueryRow("INSERT INTO shares (name, root, settings) VALUES (?, ?, ?) RETURNING id", name, []byte(root), string(settings)).Scan(&sh.ID)
		if db.IsUnique(err) {
			return taken(name)
		}
		if err != nil {
			return err
		}
		return t.logShare(ShareChanged, sh.ID)
	})
	return sh, err
}

// Shares is all shares by name.
func (c *Catalog) Shares(ctx context.Context) (shares []spar.Share, err error) {
	err = c.db.Read(ctx, func(tx *db.Tx) error {
		shares, err = queryShares(tx)
		return err
	})
	return shares, err
}

func queryShares(tx *db.Tx) ([]spar.Share, error) {
	rows, err := tx.Query("SELECT id, name, root, rights, filesystem, relocated, settings FROM shares ORDER BY name")
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	var shares []spar.Share
	for rows.Next() {
		var s spar.Share
		var root []byte
		var text string
		if err := rows.Scan(&s.ID, &s.Name, &root, &s.Rights, &s.FileSystem, &s.Relocated, &text); err != nil {
			return nil, err
		}
		var settings struct {
			AnyCase bool `json:"any_case"`
		}
		if err := json.Unmarshal([]byte(text), &settings); err != nil {
			return nil, fmt.Errorf("the settings of share %s: %w", s.Name, err)
		}
		s.Root, s.AnyCase = string(root), settings.AnyCase
		shares = append(shares, s)
	}
	return shares, rows.Err()
}

// Share is the share of that name.
func (c *Catalog) Share(ctx context.Context, name string) (spar.Share, error) {
	shares, err := c.Shares(ctx)
	if err != nil {
		return spar.Share{}, err
	}
	return ShareNamed(shares, name)
}

// ShareNamed finds a share by name among the shares that somebody knows of; the error names no other.
func ShareNamed(shares []spar.Share, name string) (spar.Share, error) {
	var names []string
	for _, s := range shares {
		if s.Name == name {
			return s, nil
		}
		names = append(names, s.Name)
	}
	if len(names) == 0 {
		return spar.Share{}, spar.Errorf(spar.NotFound, "%w: there are no shares yet", nearest.Unknown{Kind: "share", Name: name}).Try(spar.Remedy{Do: spar.AddShare})
	}
	return spar.Share{}, spar.Errorf(spar.NotFound, "%w: the shares are %s", nearest.Unknown{Kind: "share", Name: name}, strings.Join(names, ", ")).Try(spar.Remedy{Do: spar.AddShare})
}

// RenameShare gives a share another name. With it, in the same transaction, goes what also does.
func (c *Catalog) RenameShare(ctx context.Context, from, to string, also ...func(*db.Tx) error) error {
	if err := validName(to); err != nil {
		return err
	}
	sh, err := c.Share(ctx, from)
	if err != nil || from == to {
		return err
	}
	return c.write(ctx, func(t *tx) error {
		n, err := t.exec("UPDATE shares SET name = ? WHERE id = ?", to, sh.ID)
		switch {
		case db.IsUnique(err):
			return taken(to)
		case err != nil:
			return err
		case n == 0:
			return gone(sh)
		}
		for _, do := range also {
			if err := do(t.Tx); err != nil {
				return err
			}
		}
		return t.logShare(ShareChanged, sh.ID)
	})
}

// RelocateShare says that a share's files are now below another root. Readings stay: the next scan takes a file with the same path, size
// and time for the same. Until it is complete nobody who is served reads the share. Relocating to the same root tells a scan that refused
// to believe in the root that it is the right one.
func (c *Catalog) RelocateShare(ctx context.Context, name, root string, o ShareOptions) (spar.Share, error) {
	sh, err := c.Share(ctx, name)
	if err != nil {
		return sh, err
	}
	if sh.Root, err = c.resolveRoot(root); err != nil {
		return sh, err
	}
	sh.Relocated = true
	lock, err := c.TryScanLock(sh)
	if err != nil {
		return sh, err
	}
	defer lock.Unlock()
	return sh, c.write(ctx, func(t *tx) error {
		if err := t.checkRoot(sh, o); err != nil {
			return err
		}
		n, err := t.exec("UPDATE shares SET root = ?, relocated = 1 WHERE id = ?", []byte(sh.Root), sh.ID)
		if err != nil {
			return err
		}
		if n == 0 {
			return gone(sh)
		}
		return t.logShare(ShareChanged, sh.ID)
	})
}

// RemoveShare is TrashShare for who does not ask what went.
func (c *Catalog) RemoveShare(ctx context.Context, name string) error {
	_, err := c.TrashShare(ctx, name)
	return err
}

// ScanLock takes the right to scan a share, which one process has at a time. It waits for another scan to end, and
// tells waiting, if not nil, who it waits for.
func (c *Catalog) ScanLock(ctx context.Context, sh spar.Share, waiting func(holder string)) (*durable.Held, error) {
	path, err := c.scanLockPath(sh)
	if err != nil {
		return nil, err
	}
	return durable.Lock(ctx, path, waiting)
}

// TryScanLock is ScanLock that does not wait: when another has the right, it is a spar.Conflict that names them.
func (c *Catalog) TryScanLock(sh spar.Share) (*durable.Held, error) {
	path, err := c.scanLockPath(sh)
	if err != nil {
		return nil, err
	}
	lock, err := durable.TryLock(path)
	var held *durable.HeldError
	if errors.As(err, &held) {
		return nil, spar.Errorf(spar.Conflict, "the share %q is being scanned by %s: wait until that has ended: %w", sh.Name, held.Holder, err)
	}
	return lock, err
}

func (c *Catalog) scanLockPath(sh spar.Share) (string, error) {
	if err := c.db.MayWrite(); err != nil {
		return "", err
	}
	dir := filepath.Join(c.db.Dir(), "locks")
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return "", err
	}
	return filepath.Join(dir, fmt.Sprintf("scan-%d", sh.ID)), nil
}

func validName(name string) error {
	if name == "" || len(name) > 100 || strings.ContainsAny(name, "/\\:,\x00\n\r\t ") || name[0] == '-' || name[0] == '.' ||
		strings.ToValidUTF8(name, "") != name || strings.ContainsFunc(name, func(r rune) bool { return !unicode.IsPrint(r) }) {
		return spar.Errorf(spar.Invalid, "%q cannot name a share: take letters, digits, '-' and '_', such as \"finance-2024\"", name)
	}
	return nil
}

func (c *Catalog) resolveRoot(root string) (string, error) {
	abs, err := filepath.Abs(root)
	if err == nil {
		abs, err = filepath.EvalSymlinks(abs)
	}
	var info fs.FileInfo
	if err == nil {
		info, err = os.Stat(abs)
	}
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return "", spar.Errorf(spar.NotFound, "there is no folder %q: check the path, or mount it first: %w", root, err)
	case err != nil:
		return "", spar.Errorf(spar.Unavailable, "the folder %q cannot be reached: check that it is mounted and may be read: %w", root, err)
	case !info.IsDir():
		return "", spar.Errorf(spar.Invalid, "%q is not a folder: a share is a folder with all below it", root)
	}
	data := c.db.Dir()
	if real, err := filepath.EvalSymlinks(data); err == nil {
		data = real
	}
	if within(abs, data) {
		return "", spar.Errorf(spar.Invalid, "%q lies in SPAR's own data directory %q and cannot be a share: choose a folder outside of it", abs, data)
	}
	return abs, nil
}

// checkRoot looks for other shares at, in and around a share's root.
func (t *tx) checkRoot(sh spar.Share, o ShareOptions) error {
	shares, err := queryShares(t.Tx)
	if err != nil {
		return err
	}
	// The very folder before those around it and in it: with that name all is said.
	for _, other := range shares {
		if other.ID != sh.ID && other.Root == sh.Root {
			return spar.Errorf(spar.Conflict, "%q is the share %q already: use that name", sh.Root, other.Name)
		}
	}
	for _, other := range shares {
		switch {
		case other.ID == sh.ID, o.Nested:
		case within(sh.Root, other.Root):
			return spar.Errorf(spar.Conflict, "%q lies in the share %q (%s): use that one with a path", sh.Root, other.Name, other.Root).Try(spar.Remedy{Do: spar.NestShare})
		case within(other.Root, sh.Root):
			return spar.Errorf(spar.Conflict, "%q contains the share %q (%s)", sh.Root, other.Name, other.Root).Try(spar.Remedy{Do: spar.RemoveShare, Name: other.Name}, spar.Remedy{Do: spar.NestShare})
		}
	}
	return nil
}

// within reports whether path is dir or lies below it; both are absolute and clean.
func within(path, dir string) bool {
	rel, err := filepath.Rel(dir, path)
	return err == nil && filepath.IsLocal(rel)
}

func taken(name string) error {
	return spar.Errorf(spar.Conflict, "there is a share %q already: choose another name", name)
}

func gone(sh spar.Share) error {
	return spar.Errorf(spar.NotFound, "the share %q was removed meanwhile", sh.Name).Try(spar.Remedy{Do: spar.AddShare, Name: sh.Name, Path: sh.Root})
}
