package llm

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"slices"
	"strings"
	"time"

	"github.com/sparsearch/spar"
	"github.com/sparsearch/spar/internal/redact"
)

// What a list of models may take.
const (
	listTimeout = 10 * time.Second
	listBytes   = 4 << 20
	namedModels = 10 // in an error
)

// Check asks the server which models it serves, and is nil if the model is one of them, or if the server keeps no list.
func (c *Client) Check(ctx context.Context) error {
	ctx, stop := context.WithTimeout(ctx, listTimeout)
	defer stop()
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, c.base.JoinPath("models").String(), nil)
	if err != nil {
		return err
	}
	if c.o.Key != "" {
		request.Header.Set("Authorization", "Bearer "+c.o.Key)
	}
	response, err := c.http.Do(request)
	if err != nil {
		return spar.Errorf(spar.Unavailable, "the model server at %s does not answer: %w", c.shown, redact.Error(err))
	}
	defer response.Body.Close()
	switch {
	case response.StatusCode == http.StatusNotFound || response.StatusCode == http.StatusMethodNotAllowed:
		return nil
	case response.StatusCode != http.StatusOK:
		return c.status(response.StatusCode)
	}
	var list struct{ Data []struct{ ID string } }
	if err := json.NewDecoder(io.LimitReader(response.Body, listBytes)).Decode(&list); err != nil {
		return spar.Errorf(spar.Unavailable, "the model server at %s does not answer as expected: %w", c.shown, redact.Error(err))
	}
	var names []string
	for _, m := range list.Data {
		if m.ID == c.o.Model || strings.TrimSuffix(m.ID, ":latest") == c.o.Model {
			return nil
		}
		names = append(names, m.ID)
	}
	slices.Sort(names)
	if more := len(names) - namedModels; more > 0 {
		names = append(names[:namedModels], fmt.Sprintf("%d more", more))
	}
	return spar.Errorf(spar.Unavailable, "the model server at %s has no model %q; it has %s", c.shown, c.o.Model, strings.Join(names, ", "))
}
