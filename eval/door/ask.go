package door

import (
	"bufio"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/sparsearch/spar/eval/judge"
	"github.com/sparsearch/spar/internal/spar"
)

// firstPassages is the number of passages that a search asks for.
const firstPassages = 5

// A Keeper keeps the replies of programs in a folder, so that nothing is asked twice: a file of JSON lines for each program and set.
type Keeper struct{ Dir string }

// A kept reply.
type kept struct {
	Key    string          `json:"key"` // of the program, the files and all that was asked
	ID     string          `json:"id"`
	Ask    json.RawMessage `json:"ask"`
	Search json.RawMessage `json:"search"`
	Model  *judge.Written  `json:"written,omitempty"`
}

// Ask asks a program questions about the files below a folder, in their order, and returns the replies. It does not ask for replies that
// the keeper has. A question without a reply ends it; earlier replies are kept. It calls done after each question.
func (k Keeper) Ask(ctx context.Context, p Program, set, folder string, questions []judge.Question, done func(asked int)) (_ []judge.Reply, err error) {
	sum, err := sumOf(folder)
	if err != nil {
		return nil, err
	}
	name := filepath.Join(k.Dir, p.Name+"-"+p.Sum[:12], strings.NewReplacer("/", "-", ":", "-").Replace(set)+".jsonl")
	known, err := read(name)
	if err != nil {
		return nil, err
	}
	if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
		return nil, spar.Errorf(spar.Unavailable, "replies cannot be kept: %w; name a folder that can be written", err)
	}
	to, err := os.OpenFile(name, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o644)
	if err != nil {
		return nil, spar.Errorf(spar.Unavailable, "replies cannot be kept: %w; name a folder that can be written", err)
	}
	defer func() { err = errors.Join(err, to.Close()) }()
	var s *served
	list := make([]judge.Reply, len(questions))
	for i, q := range questions {
		key := keyOf(p, sum, q)
		r, ok := known[key]
		if !ok {
			if s == nil {
				dir, err := os.MkdirTemp("", "spar-door-")
				if err != nil {
					return nil, spar.Errorf(spar.Unavailable, "no temporary folder: %w; set TMPDIR to one that can be written", err)
				}
				defer os.RemoveAll(dir)
				if s, err = p.serve(ctx, dir, folder); err != nil {
					return nil, err
				}
				defer s.end()
			}
			if r, err = s.ask(ctx, q); err != nil {
				return nil, fmt.Errorf("%s, question %s: %w", p.Name, q.ID, err)
			}
			r.Key, r.ID = key, q.ID
			line, err := json.Marshal(r)
			if err != nil {
				return nil, err
			}
			if _, err := to.Write(append(line, '\n')); err != nil {
				return nil, spar.Errorf(spar.Unavailable, "a reply cannot be kept: %w", err)
			}
		}
		if list[i], err = r.reply(); err != nil {
			return nil, fmt.Errorf("%s, question %s: %w", p.Name, q.ID, err)
		}
		done(i + 1)
	}
	return list, nil
}

func (r kept) reply() (out judge.Reply, err error) {
	out.Written = r.Model
	if err = json.Unmarshal(r.Ask, &out.Answer); err == nil {
		err = json.Unmarshal(r.Search, &out.Found)
	}
	return out, err
}

// ask asks a question, after the earlier ones of its conversation. Then it searches for the first passages with the question as understood.
func (s *served) ask(ctx context.Context, q judge.Question) (r kept, err error) {
	type question struct {
		Question string   `json:"question"`
		Extract  bool     `json:"extract,omitempty"`
		Thread   string   `json:"thread,omitempty"`
		Count    int      `json:"count,omitempty"`
		Cut      *float64 `json:"cut,omitempty"`
	}
	thread := ""
	for i, before := range q.Before {
		if i == 0 {
			thread = "new"
		}
		reply, err := s.post(ctx, "/ask", question{Question: before, Extract: true, Thread: thread})
		if err != nil {
			return r, err
		}
		var begun struct {
			Thread string `json:"thread"`
		}
		if err := json.Unmarshal(reply, &begun); err != nil {
			return r, err
		}
		thread = begun.Thread
	}
	if r.Ask, err = s.post(ctx, "/ask", question{Question: q.Text, Extract: s.model == nil, Thread: thread}); err != nil {
		return r, err
	}
	if s.model != nil {
		if r.Model, err = s.model.taken(); err != nil {
			return r, spar.Errorf(spar.Unavailable, "the model does not answer: %w; start its server again, what was asked is kept", err)
		}
	}
	var understood struct {
		Rewritten string `json:"rewritten"`
	}
	if err := json.Unmarshal(r.Ask, &understood); err != nil {
		return r, err
	}
	if understood.Rewritten == "" {
		understood.Rewritten = q.Text
	}
	r.Search, err = s.post(ctx, "/search", question{Question: understood.Rewritten, Count: firstPassages, Cut: new(float64)})
	return r, err
}

// keyOf returns a key of everything that a reply depends on.
func keyOf(p Program, files string, q judge.Question) string {
	h := sha256.New()
	parts := append([]string{p.Sum, files, q.Text}, q.Before...)
	if p.Model != nil {
		parts = append(parts, p.Model.sum())
	}
	for _, part := range parts {
		fmt.Fprintf(h, "%d %s\n", len(part), part)
	}
	return hex.EncodeToString(h.Sum(nil))[:32]
}

// sumOf returns the SHA-256 of the files below a folder, their paths and their bytes.
func sumOf(folder string) (string, error) {
	h := sha256.New()
	err := filepath.WalkDir(folder, func(path string, d fs.DirEntry, err error) error {
		if err != nil || !d.Type().IsRegular() {
			return err
		}
		name, err := filepath.Rel(folder, path)
		if err != nil {
			return err
		}
		f, err := os.Open(path)
		if err != nil {
			return err
		}
		defer f.Close()
		of := sha256.New()
		if _, err := io.Copy(of, f); err != nil {
			return err
		}
		fmt.Fprintf(h, "%q %x\n", filepath.ToSlash(name), of.Sum(nil))
		return nil
	})
	if err != nil {
		return "", spar.Errorf(spar.NotFound, "the files cannot be read: %w; name a folder", err)
	}
	return hex.EncodeToString(h.Sum(nil)), nil
}

// read reads kept replies by their keys. It skips a last line that a crash cut short; the question is asked again.
func read(name string) (map[string]kept, error) {
	list := map[string]kept{}
	f, err := os.Open(name)
	if errors.Is(err, fs.ErrNotExist) {
		return list, nil
	}
	if err != nil {
		return nil, spar.Errorf(spar.Unavailable, "kept replies cannot be read: %w", err)
	}
	defer f.Close()
	lines := bufio.NewReader(f)
	for {
		line, err := lines.ReadBytes('\n')
		var r kept
		if len(line) > 1 && json.Unmarshal(line, &r) == nil {
			list[r.Key] = r
		}
		if err == io.EOF {
			return list, nil
		}
		if err != nil {
			return nil, spar.Errorf(spar.Unavailable, "kept replies cannot be read: %w", err)
		}
	}
}
