package read

import (
	"encoding/json"

	"github.com/sparsearch/spar/internal/entity"
)

// Hints gives of the note of a stored segment how to find what its passages name. False is a segment that was made before
// there were any, or without looking for entities.
func Hints(note []byte) (*entity.Hints, bool) {
	var out struct {
		Entities *entity.Hints `json:"entities"`
	}
	if json.Unmarshal(note, &out) != nil || out.Entities == nil {
		return nil, false
	}
	return out.Entities, true
}
