package catalog

import (
	"context"

	"github.com/sparsearch/spar/internal/db"
)

// lists is the access control lists in the catalog by their numbers. Few files have one, and most that do share it.
type lists map[int64]string

// lostList stands for a list whose number is not known. It is none that package acl can read, and so denies.
const lostList = "\x00"

func (l lists) of(number int64) string {
	if number == 0 {
		return ""
	}
	if list, ok := l[number]; ok {
		return list
	}
	return lostList
}

func queryLists(ctx context.Context, tx *db.Tx) (lists, error) {
	rows, err := tx.QueryContext(ctx, "SELECT id, value FROM acls")
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	all := lists{}
	for rows.Next() {
		var id int64
		var value []byte
		if err := rows.Scan(&id, &value); err != nil {
			return nil, err
		}
		all[id] = string(value)
	}
	return all, rows.Err()
}

// scanLists gives the lists that a scan meets their numbers.
type scanLists struct {
	known map[string]int64
	fresh map[string]int64 // of the transaction under way
}

func newScanLists(known lists) scanLists {
	s := scanLists{known: make(map[string]int64, len(known))}
	for id, list := range known {
		s.known[list] = id
	}
	return s
}

// is reports whether a list has the number.
func (s *scanLists) is(number uint32, list string) bool {
	if list == "" {
		return number == 0
	}
	return number != 0 && s.known[list] == int64(number)
}

// number is that of a list that was interned.
func (s *scanLists) number(list string) int64 {
	if list == "" {
		return 0
	}
	if n, ok := s.known[list]; ok {
		return n
	}
	return s.fresh[list]
}

// intern gives numbers to the lists of a batch, which hold when the transaction does.
func (s *scanLists) intern(t *tx, lists ...string) error {
	s.fresh = map[string]int64{}
	for _, list := range lists {
		if list == "" || s.number(list) != 0 {
			continue
		}
		id, err := t.intern(list)
		if err != nil {
			return err
		}
		s.fresh[list] = id
	}
	return nil
}

// keep is called when the transaction was committed.
func (s *scanLists) keep() {
	for list, id := range s.fresh {
		s.known[list] = id
	}
	s.fresh = nil
}

// lists is the access control lists of a batch.
func (b *batch) lists() []string {
	var all []string
	for _, rows := range [][]row{b.changed, b.touched} {
		for _, r := range rows {
			if r.entry.ACL != "" {
				all = append(all, r.entry.ACL)
			}
		}
	}
	for _, e := range b.added {
		if e.ACL != "" {
			all = append(all, e.ACL)
		}
	}
	for _, d := range b.dirs {
		if d.acl != "" {
			all = append(all, d.acl)
		}
	}
	return all
}
