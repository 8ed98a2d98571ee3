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
	LongestTable = 64 << 20 // bytes of a table of rights

	maxLines = 1 << 20
)

// The parts of a principal in a table of rights.
const (
	Everyone    = "everyone"
	UserPrefix  = "user:"
	GroupPrefix = "group:"
)

// A Line is one of a table of rights: the path of a folder, which means all below it, or of a file; the principal, user:NAME, group:NAME or
// everyone; the right, allow or deny, or read or none.
type Line struct{ Path, Principal, Right string }

// ReadTable reads a table of rights of a share: CSV with the columns path, principal and right, as in a Line. Errors name the line. known says
// whether a principal is anybody; nil takes every name.
func ReadTable(share string, from io.Reader, known func(principal string) bool) ([]spar.Grant, error) {
	text, err := io.ReadAll(io.LimitReader(from, LongestTable+1))
	if err != nil {
		return nil, err
	}
	if len(text) > LongestTable {
		return nil, spar.Errorf(spar.Invalid, "the table has more than %d bytes; give rights to folders instead of files", LongestTable)
	}
	r := csv.NewReader(bytes.NewReader(bytes.TrimPrefix(text, []byte("\uFEFF"))))
	r.Comment, r.FieldsPerRecord = '#', -1
	t := newTable(share, known)
	for n := 0; ; n++ {
		record, err := r.Read()
		if errors.Is(err, io.EOF) {
			return t.grants, nil
		}
		if err != nil {
			return nil, spar.Errorf(spar.Invalid, "the table is no CSV: %w", err)
		}
		line, _ := r.FieldPos(0)
		if len(record) != 3 {
			return nil, wrong(line, "it has %d cells and must have three: path, principal, right", len(record))
		}
		if n == 0 && strings.EqualFold(strings.TrimSpace(record[0]), "path") && strings.EqualFold(strings.TrimSpace(record[1]), "principal") {
			continue
		}
		if err := t.add(line, Line{record[0], record[1], record[2]}); err != nil {
			return nil, err
		}
	}
}

// Table makes a table of rights of its lines. Errors name the line, from 1. known is as that of ReadTable.
func Table(share string, lines []Line, known func(principal string) bool) ([]spar.Grant, error) {
	t := newTable(share, known)
	for i, l := range lines {
		if err := t.add(i+1, l); err != nil {
			return nil, err
		}
	}
	return t.grants, nil
}

// WriteTable writes a table of rights as ReadTable reads it.
func WriteTable(grants []spar.Grant) string {
	var b strings.Builder
	b.WriteString("path,principal,right\n")
	for _, g := range grants {
		for i, cell := range []string{g.Path, g.Principal, RightOf(g)} {
			if i > 0 {
				b.WriteByte(',')
			}
			if strings.ContainsAny(cell, "\",\r\n#") || strings.TrimSpace(cell) != cell {
				cell = `"` + strings.ReplaceAll(cell, `"`, `""`) + `"` // a # would begin a comment
			}
			b.WriteString(cell)
		}
		b.WriteByte('\n')
	}
	return b.String()
}

// RightOf is the right that a line of a table gives.
func RightOf(g spar.Grant) string {
	if g.Allow {
		return "allow"
	}
	return "deny"
}

func wrong(line int, format string, args ...any) error {
	return spar.Errorf(spar.Invalid, "line %d of the table: %s", line, fmt.Sprintf(format, args...))
}

// A table checks lines one by one.
type table struct {
	share   string
	known   func(principal string) bool
	grants  []spar.Grant
	lines   map[[2]string]int // where a path and a principal were named
	checked map[string]bool
}

func newTable(share string, known func(principal string) bool) *table {
	return &table{share: share, known: known, lines: map[[2]string]int{}, checked: map[string]bool{}}
}

func (t *table) add(line int, l Line) (err error) {
	g := spar.Grant{Share: t.share, Principal: strings.TrimSpace(l.Principal)}
	if g.Path, err = tablePath(l.Path); err != nil {
		return wrong(line, "%s", err)
	}
	switch right := strings.ToLower(strings.TrimSpace(l.Right)); right {
	case "allow", "read":
		g.Allow = true
	case "deny", "none":
	default:
		return wrong(line, "the right %q must be allow or deny, or read or none", right)
	}
	kind, name, _ := strings.Cut(g.Principal, ":")
	switch {
	case g.Principal == Everyone:
	case !slices.Contains([]string{"user", "group"}, kind) || name == "" || len(name) > maxPersonName:
		return wrong(line, "the principal %q must be user:NAME, group:NAME or everyone", g.Principal)
	case t.known != nil && !t.checked[g.Principal]:
		if t.checked[g.Principal] = t.known(g.Principal); !t.checked[g.Principal] {
			return wrong(line, "there is no %s %q, neither on this machine nor in the principals file", kind, name)
		}
	}
	key := [2]string{g.Path, g.Principal}
	if before := t.lines[key]; before != 0 {
		return wrong(line, "it speaks of %s and %s, as line %d does", g.Path, g.Principal, before)
	}
	t.lines[key] = line
	if len(t.lines) > maxLines {
		return wrong(line, "a table has at most %d lines; give rights to folders instead of files", maxLines)
	}
	t.grants = append(t.grants, g)
	return nil
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
