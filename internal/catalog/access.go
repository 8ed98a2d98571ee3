package catalog

import (
	"context"
	"crypto/sha256"
	"database/sql"
	"errors"
	"io/fs"

	"github.com/sparsearch/spar/internal/acl"
	"github.com/sparsearch/spar/internal/spar"
)

// Rights are from the last scan until a file is opened: its reading is recorded with the rights at that time. They replace the rights of
// the file, whose text they belong to. For a folder on the way, which may lead to unopened files, they may only take rights away: additions
// wait for a scan.

// Retake takes the rights of files and of the folders on the way to them as they were found now, in one transaction, and says whether the
// catalog knew others. The reading of a file goes, unless its rights only became narrower: nobody knows whether its content changed with
// them.
func (c *Catalog) Retake(ctx context.Context, found ...spar.Access) (changed bool, err error) {
	if len(found) == 0 {
		return false, nil
	}
	err = c.write(ctx, func(t *tx) error {
		changed = false
		for _, a := range found {
			differed, err := t.take(a)
			if err != nil {
				return err
			}
			changed = changed || differed
		}
		return nil
	})
	return changed && err == nil, err
}

// Stands reports whether the known rights of a folder may stay although they have changed: whoever they let in may still enter.
func Stands(known, now spar.Permissions) bool {
	return known.ACL == unsettled() || narrower(known, now)
}

// narrower reports whether p lets in nobody whom q does not, as far as that can be told.
func narrower(p, q spar.Permissions) bool {
	return p.UID == q.UID && p.GID == q.GID && p.ACL == q.ACL && p.Mode.Type() == q.Mode.Type() && p.Mode.Perm()&^q.Mode.Perm() == 0
}

// unsettled is the list of a folder that has another owner or another list than the last scan saw. It denies.
func unsettled() string {
	return acl.Format([]acl.List{{Kind: acl.Unclear, Why: "its owner or its access control list changed after the last scan: scan the share"}})
}

// takeRead is take for a reading of a file that is known in version v. It is not ok, and takes nothing, where the file on disk (the file
// itself or its container) is known in another version by now: older rights come to no newer text.
func (t *tx) takeRead(v spar.FileVersion, a spar.Access) (ok bool, err error) {
	if !a.Known() {
		return true, nil
	}
	if a.Version.File != v.File {
		v = a.Version
	}
	s, err := t.stmt("SELECT count(*) FROM files " + whereVersion)
	if err != nil {
		return false, err
	}
	var n int
	if err := s.QueryRow(versionArgs(v)...).Scan(&n); err != nil || n == 0 {
		return false, err
	}
	_, err = t.take(a)
	return err == nil, err
}

// take writes the rights of a file on disk and of its folders, and says whether it knew others. A file that is known at
// another path by now has the rights that a scan found since.
func (t *tx) take(a spar.Access) (changed bool, err error) {
	var sh int64
	var list, path []byte
	var number integer
	known := spar.Permissions{Path: a.File.Path}
	s, err := t.stmt("SELECT f.share, f.path, f.mode, f.uid, f.gid, f.acl, a.value FROM files f LEFT JOIN acls a ON a.id = f.acl WHERE f.id = ?")
	if err != nil {
		return false, err
	}
	err = s.QueryRow(a.Version.File).Scan(&sh, &path, &known.Mode, &known.UID, &known.GID, &number, &list)
	if errors.Is(err, sql.ErrNoRows) || err == nil && string(path) != a.File.Path {
		return false, nil
	}
	if err != nil {
		return false, err
	}
	known.ACL = listText(number, list)
	if changed, err = t.takeFolders(sh, a.Folders); err != nil || known == a.File {
		return changed, err
	}
	return true, t.takeFile(a.Version.File, known, a.File)
}

// listText is the list of a row, whose number is not 0 where there is one.
func listText(number integer, value []byte) string {
	if number != 0 && len(value) == 0 {
		return lostList
	}
	return string(value)
}

// takeFile gives a file other rights.
func (t *tx) takeFile(id spar.FileID, known, now spar.Permissions) error {
	list, err := t.intern(now.ACL)
	if err != nil {
		return err
	}
	if err := t.run("UPDATE files SET mode = ?, uid = ?, gid = ?, acl = ? WHERE id = ?", now.Mode, now.UID, now.GID, list, id); err != nil {
		return err
	}
	if err := t.forgetDigest(id); err != nil {
		return err
	}
	if narrower(now, known) {
		return t.logFile(FileChanged, id)
	}
	if err := t.run("UPDATE files SET state = ?, reason = '', hash = NULL, segment = NULL, peeked = NULL WHERE id = ? AND state <> ?", spar.Unread, id, spar.Special); err != nil {
		return err
	}
	return t.forgetReading(id)
}

// takenFolder is a folder of a share as it was taken in this transaction.
type takenFolder struct {
	share int64
	spar.Permissions
}

// takeFolders narrows the known rights of folders, and makes the next scan look at folders whose rights differ.
func (t *tx) takeFolders(sh int64, folders []spar.Permissions) (changed bool, err error) {
	var news []string
	for _, now := range folders {
		at := takenFolder{sh, now}
		if t.taken[at] {
			continue
		}
		if t.taken == nil {
			t.taken = map[takenFolder]bool{}
		}
		t.taken[at] = true
		known, err := t.folder(sh, now.Path)
		if errors.Is(err, sql.ErrNoRows) || err == nil && known == now {
			continue // of one that no scan has seen nobody who is served knows
		}
		if err != nil {
			return false, err
		}
		if err := t.run("UPDATE directories SET digest = NULL WHERE share = ? AND path = ? AND digest IS NOT NULL", sh, []byte(now.Path)); err != nil {
			return false, err
		}
		if Stands(known, now) {
			continue
		}
		if !narrower(now, known) {
			now.ACL = unsettled()
		}
		list, err := t.intern(now.ACL)
		if err != nil {
			return false, err
		}
		if err := t.run("UPDATE directories SET mode = ?, uid = ?, gid = ?, acl = ? WHERE share = ? AND path = ?", now.Mode, now.UID, now.GID, list, sh, []byte(now.Path)); err != nil {
			return false, err
		}
		news = append(news, now.Path)
	}
	return len(news) > 0, t.logFolders(sh, news)
}

// folder gives the known rights of a folder.
func (t *tx) folder(sh int64, path string) (spar.Permissions, error) {
	var mode, uid, gid, number integer
	var list []byte
	s, err := t.stmt("SELECT d.mode, d.uid, d.gid, d.acl, a.value FROM directories d LEFT JOIN acls a ON a.id = d.acl WHERE d.share = ? AND d.path = ?")
	if err != nil {
		return spar.Permissions{}, err
	}
	err = s.QueryRow(sh, []byte(path)).Scan(&mode, &uid, &gid, &number, &list)
	return spar.Permissions{Path: path, Mode: fs.FileMode(mode), UID: uint32(uid), GID: uint32(gid), ACL: listText(number, list)}, err
}

// intern gives the number of a list, which it is kept under from now on; 0 is none.
func (t *tx) intern(list string) (number int64, err error) {
	if list == "" {
		return 0, nil
	}
	digest := sha256.Sum256([]byte(list))
	if err := t.run("INSERT INTO acls (digest, value) VALUES (?, ?) ON CONFLICT (digest) DO NOTHING", digest[:], []byte(list)); err != nil {
		return 0, err
	}
	err = t.QueryRow("SELECT id FROM acls WHERE digest = ?", digest[:]).Scan(&number)
	return number, err
}
