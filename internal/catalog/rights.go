package catalog

import (
	"context"
	"database/sql"
	"iter"

	"github.com/sparsearch/spar/internal/db"
	"github.com/sparsearch/spar/internal/share"
	spar "github.com/sparsearch/spar/internal/spar"
)

// SetRights says how it is found out who may read the files of a share. Its table of rights, if it has one, stays.
func (c *Catalog) SetRights(ctx context.Context, share string, r spar.Rights) error {
	sh, err := c.Share(ctx, share)
	if err != nil || sh.Rights == r {
		return err
	}
	return c.setShare(ctx, sh, "UPDATE shares SET rights = ? WHERE id = ?", string(r), sh.ID)
}

// SetFileSystem keeps what a share lies on, as package share writes it.
func (c *Catalog) SetFileSystem(ctx context.Context, sh spar.Share, fs string) error {
	return c.write(ctx, func(t *tx) error {
		n, err := t.exec("UPDATE shares SET filesystem = ? WHERE id = ? AND filesystem <> ?", fs, sh.ID, fs)
		if err != nil || n == 0 {
			return err
		}
		return t.logShare(ShareChanged, sh.ID)
	})
}

func (c *Catalog) setShare(ctx context.Context, sh spar.Share, query string, args ...any) error {
	return c.write(ctx, func(t *tx) error {
		n, err := t.exec(query, args...)
		if err != nil {
			return err
		}
		if n == 0 {
			return gone(sh)
		}
		return t.logShare(ShareChanged, sh.ID)
	})
}

// SetGrants replaces the table of rights of a share and makes it count, in one transaction.
func (c *Catalog) SetGrants(ctx context.Context, share string, grants []spar.Grant) error {
	sh, err := c.Share(ctx, share)
	if err != nil {
		return err
	}
	return c.write(ctx, func(t *tx) error {
		if _, err := t.exec("DELETE FROM grants WHERE share = ?", sh.ID); err != nil {
			return err
		}
		for _, g := range grants {
			allow := 0
			if g.Allow {
				allow = 1
			}
			if _, err := t.exec("INSERT INTO grants (share, path, principal, allow) VALUES (?, ?, ?, ?)", sh.ID, []byte(g.Path), g.Principal, allow); err != nil {
				if db.IsForeignKey(err) {
					return gone(sh)
				}
				return err
			}
		}
		n, err := t.exec("UPDATE shares SET rights = ? WHERE id = ?", string(spar.ByTable), sh.ID)
		if err != nil {
			return err
		}
		if n == 0 {
			return gone(sh)
		}
		return t.logShare(ShareChanged, sh.ID)
	})
}

// Grants yields all tables of rights, ordered by the name of their share, then by the bytes of their path.
func (c *Catalog) Grants(ctx context.Context) iter.Seq2[spar.Grant, error] {
	return each(ctx, c.db, scanGrant, selectGrants)
}

// Grants yields all tables of rights in the order of Catalog.Grants.
func (v *View) Grants() iter.Seq2[spar.Grant, error] { return rowsOf(v, scanGrant, selectGrants) }

const selectGrants = "SELECT s.name, g.path, g.principal, g.allow FROM shares s JOIN grants g ON g.share = s.id ORDER BY s.name, g.path, g.principal"

func scanGrant(r *sql.Rows) (g spar.Grant, err error) {
	var path []byte
	var allow int
	err = r.Scan(&g.Share, &path, &g.Principal, &allow)
	g.Path, g.Allow = string(path), allow != 0
	return g, err
}

// FoldersTo is the folders that lead to a path of a share, from the root down, as far as they are known.
func (c *Catalog) FoldersTo(ctx context.Context, sh spar.Share, at string) ([]Directory, error) {
	paths := []any{[]byte(share.Root)}
	for i := range at {
		if at[i] == '/' {
			paths = append(paths, []byte(at[:i]))
		}
	}
	return collect(each(ctx, c.db, func(r *sql.Rows) (Directory, error) {
		d := Directory{Share: sh.Name}
		err := scanDirectory(r, &d)
		return d, err
	}, "SELECT "+directoryColumns+" FROM directories d LEFT JOIN acls a ON a.id = d.acl WHERE d.share = ? AND d.path IN ("+marks(len(paths))+") ORDER BY length(d.path), d.path",
		append([]any{sh.ID}, paths...)...))
}

// A ListUse is an access control list, in canonical form, and how many files and folders have it.
type ListUse struct {
	List           string
	Files, Folders int
}

// Lists is the access control lists in use.
func (c *Catalog) Lists(ctx context.Context) ([]ListUse, error) {
	return collect(each(ctx, c.db, func(r *sql.Rows) (u ListUse, err error) {
		var list []byte
		err = r.Scan(&list, &u.Files, &u.Folders)
		u.List = string(list)
		return u, err
	}, `SELECT a.value, coalesce(f.n, 0), coalesce(d.n, 0) FROM acls a
		LEFT JOIN (SELECT acl, count(*) AS n FROM files WHERE acl <> 0 GROUP BY acl) f ON f.acl = a.id
		LEFT JOIN (SELECT acl, count(*) AS n FROM directories WHERE acl <> 0 GROUP BY acl) d ON d.acl = a.id
		WHERE f.n > 0 OR d.n > 0 ORDER BY a.id`))
}

// ground finds the file system below the share, and the access control lists for the walk to read: the ones that count. They count from the
// next complete scan on.
func (s *scan) ground(o *share.WalkOptions) error {
	shares, err := s.c.Shares(s.ctx)
	if err != nil {
		return err
	}
	known := s.share // which may have other rights by now
	for _, sh := range shares {
		if sh.ID == known.ID {
			known = sh
		}
	}
	now := share.FileSystemOf(s.share.Root)
	wants := now.Wants(known.Rights)
	s.wants, o.NoLists, o.Lists = wants.Read, !wants.Read, wants.Ask
	now.Lists = s.wants && share.ParseFileSystem(known.FileSystem).Lists
	return s.c.SetFileSystem(s.ctx, s.share, now.String())
}

// grounded says that the lists of the whole share were read, or were not.
func (s *scan) grounded() error {
	now := share.FileSystemOf(s.share.Root)
	now.Lists = s.wants
	return s.c.SetFileSystem(s.ctx, s.share, now.String())
}
