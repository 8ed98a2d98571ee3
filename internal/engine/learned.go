package engine

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"os"
	"path/filepath"

	"github.com/RoaringBitmap/roaring/v2"
	"github.com/sparsearch/spar/internal/calibrate"
	"github.com/sparsearch/spar/internal/durable"
	"github.com/sparsearch/spar/internal/propose"
)

// learnedFolder is where the data directory keeps the chances fitted to people's judgements, one file for each asker. All of it can be
// deleted, and is then fitted again.
const learnedFolder = "learned"

// learnedVersion is the version of the file and of the way to fit its model.
const learnedVersion = 1

// A learned model is kept with all that had a part in it.
type learned struct {
	Version int             `json:"version"`
	Encoder string          `json:"encoder"` // recipe; "": none
	Signs   []string        `json:"signs"`
	Judged  int             `json:"judged"` // judgements there were
	Fitted  int             `json:"fitted"` // judgements that the chances were fitted to
	Files   []byte          `json:"files"`  // that were judged or voted
	Model   calibrate.Model `json:"model"`
}

func (e *Engine) learnedFile(owner string) string {
	sum := sha256.Sum256([]byte(owner))
	return filepath.Join(e.dir, learnedFolder, hex.EncodeToString(sum[:8])+".json")
}

func (p *Proposer) recipe() string {
	if p.meaning == nil {
		return ""
	}
	return p.meaning.Encoder.Recipe()
}

// Learned takes the model that was fitted for an asker before, and says to how many judgements. It is still theirs if they may read every
// file that had a part in it, and if the judgements are at most a tenth more or fewer than there were.
func (p *Proposer) Learned(owner string, judged int) (fitted int, ok bool) {
	b, err := os.ReadFile(p.e.learnedFile(owner))
	if err != nil {
		return 0, false
	}
	var kept learned
	if json.Unmarshal(b, &kept) != nil || kept.Version != learnedVersion || kept.Encoder != p.recipe() ||
		10*max(kept.Judged-judged, judged-kept.Judged) > kept.Judged {
		return 0, false
	}
	files := roaring.New()
	if err := files.UnmarshalBinary(kept.Files); err != nil ||
		roaring.AndNot(files, p.readable).GetCardinality() > 0 || kept.Model.Check(propose.Signs) != nil {
		return 0, false
	}
	p.Model = kept.Model
	return kept.Fitted, true
}

// Learn fits the chances to judgements, and keeps them for owner if this engine may write. files are the judged files.
func (p *Proposer) Learn(ctx context.Context, owner string, judged int, files *roaring.Bitmap, samples []calibrate.Sample) error {
	there, err := propose.Stated()
	if err != nil {
		return err
	}
	p.Model = there
	if refit := calibrate.FitBeside(there, samples); refit.Better() {
		p.Model = refit.Model
	}
	if p.e.MayWrite() != nil {
		return ctx.Err()
	}
	kept := learned{Version: learnedVersion, Encoder: p.recipe(), Signs: propose.Signs, Judged: judged, Fitted: len(samples), Model: p.Model}
	if kept.Files, err = roaring.Or(files, p.voting).MarshalBinary(); err != nil {
		return err
	}
	b, err := json.Marshal(kept)
	if err == nil {
		err = os.MkdirAll(filepath.Join(p.e.dir, learnedFolder), 0o700)
	}
	if err == nil {
		err = durable.WriteFile(p.e.learnedFile(owner), b, 0o600)
	}
	if err != nil {
		p.e.log.Warn("what was learnt from judgements is not kept", "err", err)
	}
	return ctx.Err()
}
