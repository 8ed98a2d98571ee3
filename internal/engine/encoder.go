package engine

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"
	"sync/atomic"

	"github.com/sparsearch/spar/internal/embed"
	"github.com/sparsearch/spar/internal/models"
	"github.com/sparsearch/spar/internal/spar"
	"github.com/sparsearch/spar/internal/store"
)

// UseEncoder puts another encoder in the place of the one in use. It first embeds, with the new encoder, every passage that the old one has
// embedded; now skips this. An interrupted call resumes where it stopped. Until the switch, the old encoder answers questions. Old vectors
// stay, for RevertEncoder. If the encoder is already in use, UseEncoder does the rest of CatchUp's work. progress may be nil.
func (e *encoders) UseEncoder(ctx context.Context, model string, now bool, progress func(done, total int)) (made int, err error) {
	was, err := models.ReadChoice(e.dir)
	if err != nil {
		if !now {
			return 0, err
		}
		was = models.Choice{}
	}
	if model == was.Encoder {
		if now {
			return 0, nil
		}
		return e.CatchUp(ctx, progress)
	}
	next, err := e.meanings.of(ctx, model)
	if err != nil {
		return 0, err
	}
	if !now && was.Encoder != models.None {
		old, err := e.meanings.of(ctx, was.Encoder)
		if err != nil {
			return 0, spar.Errorf(spar.CodeOf(err), "the vectors of %s cannot be made anew: %w", was.Encoder, err).Try(spar.Remedy{Do: spar.UseModelNow, Name: model})
		}
		if made, err = e.embedAgain(ctx, old, next, progress); err != nil {
			return made, err
		}
	}
	before := was.Before
	if was.Encoder != "" {
		before = append([]string{was.Encoder}, before...)
	}
	return made, was.Switched(model, before, now).Write(e.dir)
}

// RevertEncoder goes back to the encoder that was in use before, and names it. Passages that got vectors since may lack one of that
// encoder. Questions make the vectors that they need; CatchUp makes all.
func (e *encoders) RevertEncoder(ctx context.Context) (string, error) {
	c, err := models.ReadChoice(e.dir)
	if err != nil {
		return "", err
	}
	if len(c.Before) == 0 {
		return "", spar.Errorf(spar.NotFound, "no encoder was in use before %s", c.Encoder)
	}
	back := c.Before[0]
	if _, err := e.meanings.of(ctx, back); err != nil {
		return "", fmt.Errorf("%s was in use before and cannot be opened: %w", back, err)
	}
	return back, c.Switched(back, c.Before[1:], true).Write(e.dir)
}

// EncoderInUse names the model that compares meaning now; "" if a server does.
func (e *encoders) EncoderInUse() (string, error) {
	if e.meanings.chosen.URL != "" {
		return "", nil
	}
	if model := e.meanings.chosen.Model; model != "" && model != models.Auto {
		return model, nil
	}
	return models.Used(e.dir)
}

// Behind names encoders whose passages may lack a vector of the encoder in use.
func (e *encoders) Behind() ([]string, error) {
	c, err := models.ReadChoice(e.dir)
	return c.Behind, err
}

// CatchUp embeds, with the encoder in use, every passage that an earlier encoder has embedded, as far as a switch left that to be done. An
// interrupted call keeps its vectors. It passes over an encoder that can no longer be opened, with a warning; questions make the missing
// vectors. progress may be nil.
func (e *encoders) CatchUp(ctx context.Context, progress func(done, total int)) (made int, err error) {
	for {
		c, err := models.ReadChoice(e.dir)
		if err != nil || len(c.Behind) == 0 {
			return made, err
		}
		next, err := e.meanings.of(ctx, c.Encoder)
		if err != nil {
			return made, err
		}
		old, err := e.meanings.of(ctx, c.Behind[0])
		if err != nil {
			e.log.Warn("passages that have vectors of this encoder alone get none in the background", "encoder", c.Behind[0], "err", err)
		} else {
			n, err := e.embedAgain(ctx, old, next, progress)
			if made += n; err != nil {
				return made, err
			}
		}
		now, err := models.ReadChoice(e.dir)
		if err != nil {
			return made, err
		}
		if now.Encoder != c.Encoder || !slices.Equal(now.Behind, c.Behind) {
			continue // another process has switched meanwhile, or was quicker
		}
		now.Behind = now.Behind[1:]
		if err := now.Write(e.dir); err != nil {
			return made, err
		}
	}
}

// embedAgain embeds with next the passages that have a vector of old.
func (e *encoders) embedAgain(ctx context.Context, old, next *Meaning, progress func(done, total int)) (made int, err error) {
	if progress == nil {
		progress = func(int, int) {}
	}
	for _, m := range []*Meaning{old, next} {
		if err := m.Column.Refresh(ctx); err != nil {
			return 0, err
		}
	}
	type todo struct {
		segment  *store.Segment
		passages []int
	}
	var list []todo
	total, done := 0, 0
	for _, id := range old.Column.Segments() {
		segment, err := e.store.Segment(ctx, id)
		if errors.Is(err, store.ErrMissing) || errors.Is(err, store.ErrDamaged) {
			continue // its files are read again when a question meets them
		}
		if err != nil {
			return 0, err
		}
		t := todo{segment: segment}
		err = store.Guard(func() error {
			had, has := old.Column.Slots(id), next.Column.Slots(id)
			for i := range had.Len() {
				if had.Has(i) {
					if total++; has.Has(i) {
						done++
					} else {
						t.passages = append(t.passages, i)
					}
				}
			}
			return nil
		})
		if err != nil {
			return 0, err
		}
		list = append(list, t)
	}
	var texts []string
	var vectors []store.Vector
	flush := func() error {
		values, err := next.Encoder.Embed(ctx, texts)
		if err != nil {
			return err
		}
		for i := range vectors {
			vectors[i].Values = values[i]
		}
		if err := next.Column.Put(ctx, vectors); err != nil {
			return err
		}
		made, done = made+len(vectors), done+len(vectors)
		texts, vectors = texts[:0], vectors[:0]
		progress(done, total)
		return nil
	}
	for _, t := range list {
		for _, i := range t.passages {
			p, err := t.segment.Passage(i)
			if err != nil {
				return made, err
			}
			texts = append(texts, p.Ranked())
			vectors = append(vectors, store.Vector{Segment: t.segment.ID(), Len: t.segment.Len(), Index: i})
			if len(texts) == embedPassages {
				if err := flush(); err != nil {
					return made, err
				}
			}
		}
	}
	if len(texts) > 0 {
		return made, flush()
	}
	return made, nil
}

// Vectors counts the passages that have a vector of a model, by its name.
func (e *encoders) Vectors(ctx context.Context, model string) (int, error) {
	m, err := e.meanings.of(ctx, model)
	if err != nil {
		return 0, err
	}
	return m.vectors(ctx)
}

// vectors counts the passages that have one.
func (m *Meaning) vectors(ctx context.Context) (int, error) {
	if err := m.Column.Refresh(ctx); err != nil {
		return 0, err
	}
	n := 0
	err := store.Guard(func() error {
		for _, id := range m.Column.Segments() {
			s := m.Column.Slots(id)
			for i := range s.Len() {
				if s.Has(i) {
					n++
				}
			}
		}
		return nil
	})
	return n, err
}

// meanings are the encoders that were opened, each with the column of its vectors.
type meanings struct {
	dir    string
	store  *store.Store
	chosen models.Encoder // by the settings
	open   func(context.Context, models.Encoder) (embed.Encoder, error)

	mu     sync.Mutex
	opened map[string]*opening // by model; "" if a setting names it
}

// An opening is an encoder that was opened or is being opened. Whoever needs the same one waits; nobody else does.
type opening struct {
	turn chan struct{}           // of cap 1: whose it is to open it
	m    atomic.Pointer[Meaning] // nil until it is open
}

// named returns the model that "" stands for. If no setting names one, it is the current choice of UseEncoder, so a long-running process
// follows a switch.
func (m *meanings) named(model string) (string, error) {
	if model != "" || m.chosen.URL != "" || m.chosen.Model != "" && m.chosen.Model != models.Auto {
		return model, nil
	}
	c, err := models.ReadChoice(m.dir)
	return c.Encoder, err
}

// of opens the encoder of a model that is here, or with "" the chosen one, once.
func (m *meanings) of(ctx context.Context, model string) (*Meaning, error) {
	model, err := m.named(model)
	if err != nil {
		return nil, err
	}
	o := m.opening(model)
	if m := o.m.Load(); m != nil {
		return m, nil
	}
	select {
	case o.turn <- struct{}{}:
		defer func() { <-o.turn }()
	case <-ctx.Done():
		return nil, ctx.Err()
	}
	if m := o.m.Load(); m != nil {
		return m, nil
	}
	chosen := m.chosen
	if model != "" {
		chosen = models.Encoder{Model: model, Run: chosen.Run}
	}
	encoder, err := m.open(ctx, chosen)
	if err != nil {
		return nil, err
	}
	column, err := m.store.Column(ctx, encoder.Recipe(), encoder.Dim())
	if err != nil {
		return nil, err
	}
	opened := &Meaning{encoder, column}
	o.m.Store(opened)
	return opened, nil
}

func (m *meanings) opening(model string) *opening {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.opened == nil {
		m.opened = map[string]*opening{}
	}
	if m.opened[model] == nil {
		m.opened[model] = &opening{turn: make(chan struct{}, 1)}
	}
	return m.opened[model]
}

func (m *meanings) close() error {
	m.mu.Lock()
	defer m.mu.Unlock()
	var errs []error
	for _, o := range m.opened {
		o.turn <- struct{}{}
		if opened := o.m.Load(); opened != nil {
			errs = append(errs, opened.Column.Close())
		}
		<-o.turn
	}
	m.opened = nil
	return errors.Join(slices.Clip(errs)...)
}
