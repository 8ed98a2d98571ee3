package company

import (
	"context"
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"

	"github.com/sparsearch/spar/internal/api"
	"github.com/sparsearch/spar/internal/engine"
	"github.com/sparsearch/spar/internal/service"
	"github.com/sparsearch/spar/internal/spar"
)

// Each writes the share of a company to a temporary folder, asks questions of an engine over it, and calls f with each answer and its
// result. ask has the options of the questions.
func Each(ctx context.Context, c *Company, questions []Question, o engine.Options, ask engine.Request, f func(Question, spar.Answer, engine.Result) error) error {
	return Open(ctx, c, o, func(e *engine.Opened, who spar.Principal) error {
		for _, q := range questions {
			ask.Who, ask.Question = who, q.Text
			a, r, err := e.Ask(ctx, ask)
			if err != nil {
				return fmt.Errorf("question %s: %w", q.ID, err)
			}
			if err := f(q, a, r); err != nil {
				return err
			}
		}
		return nil
	})
}

// Open writes the share of a company to a temporary folder, and calls f with an engine over it and a principal who may ask. Both are
// gone when f returns.
func Open(ctx context.Context, c *Company, o engine.Options, f func(*engine.Opened, spar.Principal) error) (err error) {
	dir, err := os.MkdirTemp("", "spar-company-")
	if err != nil {
		return spar.Errorf(spar.Unavailable, "no temporary folder: %w; set TMPDIR to one that can be written", err)
	}
	defer func() { err = errors.Join(err, os.RemoveAll(dir)) }()
	folder := dir + "/share"
	if err := c.Write(folder); err != nil {
		return err
	}
	o.Dir = dir + "/data"
	return OpenFolder(ctx, folder, o, f)
}

// OpenFolder calls f with an engine over a folder, whose data directory is that of the options, and a principal who may ask.
func OpenFolder(ctx context.Context, folder string, o engine.Options, f func(*engine.Opened, spar.Principal) error) (err error) {
	e, err := engine.Open(ctx, o)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, e.Close()) }()
	who, err := service.New(e, service.Options{}).Process()
	if err != nil {
		return err
	}
	share, _, _, err := e.ShareOf(ctx, folder)
	if err != nil {
		return err
	}
	if _, err := e.Scan(ctx, share.Name, engine.ScanOptions{}); err != nil {
		return err
	}
	return f(e, who)
}

// Verdict judges an answer as Judge does.
func Verdict(q Question, a spar.Answer) string {
	judged := api.Answer{Refused: a.Refused}
	for _, b := range a.Bullets {
		judged.Bullets = append(judged.Bullets, api.Bullet(b))
	}
	for _, c := range a.Citations {
		judged.Citations = append(judged.Citations, api.Citation{N: c.N, Path: api.PathOf(c.Path)})
	}
	return Judge(q, judged).Verdict
}

// Says reports whether a text of a file has everything that a question requires and nothing that it forbids.
func (q Question) Says(text, file string) bool {
	said := func(p string) bool {
		return matches(p, text) || strings.Contains(p, "@") && matches(strings.ReplaceAll(p, "@", ""), text+"\n"+file)
	}
	return len(q.Require) > 0 && !slices.ContainsFunc(q.Require, func(p string) bool { return !said(p) }) && !slices.ContainsFunc(q.Forbid, said)
}

// Requires reports whether a text has everything that a question requires. It also searches the text for names of files.
func (q Question) Requires(text string) bool {
	return !slices.ContainsFunc(q.Require, func(p string) bool { return !matches(strings.ReplaceAll(p, "@", ""), text) })
}
