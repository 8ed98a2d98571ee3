package service_test

import (
	"iter"
	"testing"

	"github.com/sparsearch/spar/internal/engine"
	"github.com/sparsearch/spar/internal/engine/enginetest"
	"github.com/sparsearch/spar/internal/entity"
	"github.com/sparsearch/spar/internal/service"
	"github.com/sparsearch/spar/internal/spar"
)

func TestMain(m *testing.M) { enginetest.Main(m) }

// Who asks in these tests. What the file system lets everybody read the reader may read, who has no account here.
var (
	owner   = enginetest.All
	reader  = spar.Principal{Name: "ada", UID: 4_000_000, Served: true}
	curator = spar.Principal{Name: "bob", UID: 4_000_001, Served: true, Role: spar.Curator}
)

// open gives a service over a share of files, which nobody has scanned.
func open(t *testing.T, files map[string]string) (*service.Service, *enginetest.House) {
	t.Helper()
	h := enginetest.Open(t, files, func(o *engine.Options) { o.Read.Entities = entity.Standard() })
	return service.New(h.Opened, service.Options{}), h
}

// all is what a sequence has before its error.
func all[E any](events iter.Seq2[E, error]) (list []E, err error) {
	for e, fault := range events {
		if fault != nil {
			return list, fault
		}
		list = append(list, e)
	}
	return list, nil
}
