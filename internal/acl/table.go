package acl

import (
	"bytes"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"path"
	"slices"
	"strings"

	"github.com/sparsearch/spar/internal/spar"
)

const (
	maxTable = 64 << 20
	maxLines = 1 << 20
)

// ReadTable reads a table of rights of a share: CSV with the columns path, principal and right. The path is that of a
// folder, and means all below it, or of a file; the principal is user:NAME, group:NAME or everyone; the right is allow or
// deny, or read or none. Errors name the line. known says whether a principal is anybody; nil takes every name.
func ReadTable(share string, from io.Reader, known func(principal string) bool) ([]spar.Grant, error) {
	text, err := io.ReadAll(io.LimitReader(from, maxTable+1))
	if err != nil {
		return nil, err
	}
	if len(text) > maxTable {
		return nil, spar.Errorf(spar.Invalid, "the table has more than %d bytes; give rights to folders instead of files", maxTable)
	}
	r := csv.NewReader(bytes.NewReader(bytes.TrimPrefix(text, []byte("\uFEFF"))))
	r.Comment, r.FieldsPerRecord = '#', -1
	var grants []spar.Grant
	lines := map[[2]string]int{} // where a path and a principal were named
	checked := map[string]bool{}
	for n := 0; ; n++ {
		record, err := r.Read()
		if errors.Is(err, io.EOF) {
			return grants, nil
		}
		if err != nil {
			return nil, spar.Errorf(spar.Invalid, "the table is no CSV: %w", err)
		}
		line, _ := r.FieldPos(0)
		fail := func(format string, args ...any) ([]spar.Grant, error) {
			return nil, spar.Errorf(spar.Invalid, "line %d of the table: %s", line, fmt.Sprintf(format, args...))
		}
		if len(record) != 3 {
			return fail("it has %d cells and must have three: path, principal, right", len(record))
		}
		if n == 0 && strings.EqualFold(strings.TrimSpace(record[0]), "path") && strings.EqualFold(strings.TrimSpace(record[1]), "principal") {
			continue
		}
		g := spar.Grant{Share: share, Principal: strings.TrimSpace(record[1])}
		if g.Path, err = tablePath(record[0]); err != nil {
			return fail("%s", err)
		}
		switch right := strings.ToLower(strings.TrimSpace(record[2])); right {
		case "allow", "read":
			g.Allow = true
		case "deny", "none":
		default:
			return fail("the right %q must be allow or deny, or read or none", right)
		}
		kind, name, _ := strings.Cut(g.Principal, ":")
		switch {
		case g.Principal == "everyone":
		case !slices.Contains([]string{"user", "group"}, kind) || name == "" || len(name) > maxPersonName:
			return fail("the principal %q must be user:NAME, group:NAME or everyone", g.Principal)
		case known != nil && !checked[g.Principal]:
			if checked[g.Principal] = known(g.Principal); !checked[g.Principal] {
				return fail("there is no %s %q, neither on this machine nor in the principals file", kind, name)
			}
		}
		key := [2]string{g.Path, g.Principal}
		if before := lines[key]; before != 0 {
			return fail("it speaks of %s and %s, as line %d does", g.Path, g.Principal, before)
		}
		lines[key] = line
		if len(lines) > maxLines {
			return fail("a table has at most %d lines; give rights to folders instead of files", maxLines)
		}
		grants = append(grants, g)
	}
}

// tablePath is a path of a table as the catalog writes paths.
func tablePath(text string) (string, error) {
	if strings.ContainsRune(text, 0) {
		return "", fmt.Errorf("the path %q holds a NUL", text)
	}
	p := strings.Trim(text, "/")
	if p == "" || p == "." {
		return ".", nil
	}
	if path.Clean(p) != p || p == ".." || strings.HasPrefix(p, "../") {
		return "", fmt.Errorf("the path %q must be relative to the share, such as finance/2024", text)
	}
	return p, nil
}
