package service

import (
	"cmp"
	"context"
	"path"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/sparsearch/spar/internal/api"
	"github.com/sparsearch/spar/internal/spar"
	"github.com/sparsearch/spar/internal/table"
)

const (
	keptStarts       = 32              // askers and scopes whose beginnings of questions stay in memory
	figureFiles      = 4               // files that are looked at for figures
	figureRows       = 500             // rows of a table that tell whether a column groups the others
	fewestRows       = 8               // of a table that is worth a question
	mostFigureGroups = 12              // names by which figures are grouped
	figureLimit      = 5 * time.Second // for the tables of all files
)

// figureNamed are the endings of names of files with tables.
var figureNamed = []string{".csv", ".tsv", ".xlsx", ".ods"}

// starts keeps what questions to start from are made of, until the catalog changes: finding it reads and searches.
type starts struct {
	mu   sync.Mutex
	kept []start
}

type start struct {
	who, workspace, scope string
	head                  int64
	headings              []api.FileHeading
	figures               []api.FileFigure
}

// of returns headings and figures of the first files of a scope or a workspace, for an asker.
func (k *starts) of(ctx context.Context, s *Service, who spar.Principal, in api.Trying) (start, error) {
	v, err := s.view(ctx, who)
	if err != nil {
		return start{}, err
	}
	of := start{who: spokenBy(who), workspace: in.Workspace, scope: in.Scope, head: v.Head()}
	same := func(o start) bool { return o.who == of.who && o.workspace == of.workspace && o.scope == of.scope }
	k.mu.Lock()
	i := slices.IndexFunc(k.kept, same)
	if i >= 0 && k.kept[i].head == of.head {
		defer k.mu.Unlock()
		return k.kept[i], nil
	}
	k.mu.Unlock()
	files, err := s.firstFiles(ctx, who, in)
	if err != nil {
		return of, err
	}
	if of.headings, err = s.headings(ctx, who, in, files); err != nil {
		return of, err
	}
	if in.Workspace == "" || in.Scope != "" { // tables may lie behind a hundred documents
		of := api.Trying{Scope: "ext:(csv|tsv|xlsx|ods)"}
		if in.Scope != "" {
			of.Scope = "(" + in.Scope + ") " + of.Scope
		}
		if files, err = s.firstFiles(ctx, who, of); err != nil {
			return start{}, err
		}
	}
	within, end := context.WithTimeout(ctx, figureLimit)
	defer end()
	of.figures = s.figures(within, who, v, files)
	if now, err := s.view(ctx, who); err == nil { // reading them has changed the catalog
		of.head = now.Head()
	}
	k.mu.Lock()
	defer k.mu.Unlock()
	k.kept = slices.DeleteFunc(k.kept, same)
	if len(k.kept) >= keptStarts {
		k.kept = k.kept[1:]
	}
	k.kept = append(k.kept, of)
	return of, ctx.Err()
}

// firstFiles returns the first files of a scope, or of a workspace.
func (s *Service) firstFiles(ctx context.Context, who spar.Principal, in api.Trying) (list []api.FileName, err error) {
	if in.Workspace != "" && in.Scope == "" {
		for f, err := range s.WorkspaceFiles(ctx, who, in.Workspace) {
			if err != nil {
				return nil, err
			}
			if list = append(list, api.FileName{Share: f.Share, Path: f.Path}); len(list) == headedOf {
				break
			}
		}
		return list, nil
	}
	for f, err := range s.Files(ctx, who, api.Listing{Scope: in.Scope, Limit: headedOf}) {
		if err != nil {
			return nil, err
		}
		list = append(list, api.FileName{Share: f.Share, Path: f.Path})
	}
	return list, nil
}

// figures returns a figure of some tables with a column that groups it. A file that cannot be read in time has none.
func (s *Service) figures(ctx context.Context, who spar.Principal, v view, files []api.FileName) (list []api.FileFigure) {
	looked := 0
	for _, name := range files {
		if !slices.Contains(figureNamed, strings.ToLower(path.Ext(name.Path.Name))) {
			continue
		}
		f, ok := v.Named(name.Share, rawPath(name.Path))
		if !ok || f.Size > heldWhole {
			continue
		}
		if looked++; looked > figureFiles || ctx.Err() != nil {
			break
		}
		tables, err := s.tablesOf(ctx, who, f)
		if err != nil {
			continue
		}
		for _, t := range tables {
			if of, by := figureOf(t.Table); of != "" {
				list = append(list, api.FileFigure{Share: name.Share, Path: name.Path, Of: of, By: by})
				break
			}
		}
	}
	return list
}

// figureOf returns the labels of the column of a table whose figures differ most, and of the text column with the fewest names that groups
// its rows; "" where it has none of either.
func figureOf(t *table.Table) (of, by string) {
	rows := t.Rows[:min(len(t.Rows), figureRows)]
	if len(rows) < fewestRows {
		return "", ""
	}
	most, fewest, alone := fewestRows/2, min(mostFigureGroups, len(rows)/2)+1, ""
	for i, c := range t.Columns {
		if c.Unnamed || c.Key && (c.Kind != spar.Number || i == 0) {
			continue
		}
		different, filled := map[string]bool{}, 0
		for r := range rows {
			if rows[r].Total || i >= len(rows[r].Cells) || rows[r].Cells[i].Text == "" {
				continue
			}
			different[rows[r].Cells[i].Text] = true
			filled++
		}
		switch n := len(different); {
		case 5*filled < 4*len(rows):
		case c.Key: // numbers of things, or figures that happen to differ
			alone = c.Label
		case c.Kind == spar.Number && n > most:
			most, of = n, c.Label
		case c.Kind == spar.Text && n > 1 && n < fewest:
			fewest, by = n, c.Label
		}
	}
	if of = cmp.Or(of, alone); of == "" || by == "" {
		return "", ""
	}
	return of, by
}
