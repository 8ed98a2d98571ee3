package service_test

import (
	"testing"

	"github.com/sparsearch/spar/internal/api"
	"github.com/sparsearch/spar/internal/service"
	"github.com/sparsearch/spar/internal/spar"
)

// TestWorkEmbeds: vectors are made without a question.
func TestWorkEmbeds(t *testing.T) {
	s, _ := open(t, letters)
	var last service.WorkAt
	err := s.Work(t.Context(), owner, api.NewWork{Kind: api.WorkEmbed}, service.WorkAt{}, func(at service.WorkAt) { last = at })
	if spar.CodeOf(err) == spar.Unavailable {
		t.Skip(err) // the build has no encoder
	}
	if err != nil || last.Done != last.Total {
		t.Errorf("%+v, %v", last, err)
	}
}
