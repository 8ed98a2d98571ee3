package server

import (
	"context"
	"encoding/json"
	"errors"
	"io"
	"iter"
	"net/http"
	"reflect"
	"slices"
	"strconv"
	"strings"

	"github.com/sparsearch/spar/internal/api"
	"github.com/sparsearch/spar/internal/service"
	"github.com/sparsearch/spar/internal/spar"
)

// prefix is where the operations lie.
const prefix = "/api/v1"

// An operation is one thing that the API does.
type operation struct {
	id, method, path string
	needs            spar.Capability
	tells            string       // what it does, in a line
	in, out          reflect.Type // out is of one piece, where it gives several
	event            reflect.Type // of the pieces before the last, nil where there are none
	list             bool
	takes            string // the type of a body that is no JSON; what in has is in the address then
	gives            string // the type of a reply that is no JSON
	status           int    // of a reply that is no error; 0: 200
	serve            func(*Server, *call) error
}

// A call is a request for an operation.
type call struct {
	op  operation
	w   http.ResponseWriter
	r   *http.Request
	who spar.Principal
}

// nothing is the input of operations that need none.
type nothing struct{}

// one is an operation with one result.
func one[I, O any](id, method, path string, needs spar.Capability, tells string, do func(context.Context, *service.Service, spar.Principal, I) (O, error)) operation {
	return operation{id: id, method: method, path: path, needs: needs, tells: tells, in: reflect.TypeFor[I](), out: reflect.TypeFor[O](),
		serve: func(s *Server, c *call) error {
			in, err := input[I](c)
			if err != nil {
				return err
			}
			end, err := s.turn(c)
			if err != nil {
				return err
			}
			defer end()
			out, err := do(c.r.Context(), s.o.Service, c.who, in)
			if err == nil {
				writeJSON(c.w, c.r, http.StatusOK, out)
			}
			return err
		}}
}

// done is an operation that only changes something.
func done[I any](id, method, path string, needs spar.Capability, tells string, do func(context.Context, *service.Service, spar.Principal, I) error) operation {
	return one(id, method, path, needs, tells, func(ctx context.Context, s *service.Service, who spar.Principal, in I) (api.Done, error) {
		return api.Done{Schema: api.DoneSchema, Done: id}, do(ctx, s, who, in)
	})
}

// many is an operation that gives a list: page by page, or whole as lines of JSON.
func many[I, O any](id, path string, needs spar.Capability, tells string, do func(context.Context, *service.Service, spar.Principal, I) iter.Seq2[O, error]) operation {
	return operation{id: id, method: http.MethodGet, path: path, needs: needs, tells: tells, in: reflect.TypeFor[I](), out: reflect.TypeFor[O](), list: true,
		serve: func(s *Server, c *call) error {
			in, err := input[I](c)
			if err != nil {
				return err
			}
			end, err := s.turn(c)
			if err != nil {
				return err
			}
			defer end()
			return list(s, c, do(c.r.Context(), s.o.Service, c.who, in))
		}}
}

// windowed is an operation of many that makes only the part of a list that is needed, as a windowedList says.
func windowed[I, O any](id, path string, needs spar.Capability, tells string, do func(c context.Context, s *service.Service, who spar.Principal, in I, skip, most int) iter.Seq2[O, error]) operation {
	op := many(id, path, needs, tells, func(c context.Context, s *service.Service, who spar.Principal, in I) iter.Seq2[O, error] {
		return do(c, s, who, in, 0, 0)
	})
	op.serve = func(s *Server, c *call) error {
		in, err := input[I](c)
		if err != nil {
			return err
		}
		end, err := s.turn(c)
		if err != nil {
			return err
		}
		defer end()
		return listWindow(s, c, func(skip, most int) iter.Seq2[O, error] { return do(c.r.Context(), s.o.Service, c.who, in, skip, most) })
	}
	return op
}

// stages say of the events of an operation what stage each is of.
type stages[E, O any] struct {
	name  func(E) string
	final func(E) (O, bool)
	fault func(api.RequestFault) any // the event that ends a stream with an error
}

// staged is an operation whose result comes in pieces: as events or as lines, each as it comes, or the last alone.
func staged[I, E, O any](id, path string, needs spar.Capability, tells string, st stages[E, O], do func(context.Context, *service.Service, spar.Principal, I, bool) iter.Seq2[E, error]) operation {
	return operation{id: id, method: http.MethodPost, path: path, needs: needs, tells: tells,
		in: reflect.TypeFor[I](), out: reflect.TypeFor[O](), event: reflect.TypeFor[E](),
		serve: func(s *Server, c *call) error {
			in, err := input[I](c)
			if err != nil {
				return err
			}
			leave, err := s.enter(c.r.Context(), c.who, waitForPlace)
			if err != nil {
				return err
			}
			defer leave()
			end, err := s.turn(c)
			if err != nil {
				return err
			}
			defer end()
			f := formOf(c.r)
			var out *sender
			for e, err := range do(c.r.Context(), s.o.Service, c.who, in, f != whole) {
				if err != nil && out == nil {
					return err
				}
				if f == whole {
					if last, ok := st.final(e); ok {
						writeJSON(c.w, c.r, http.StatusOK, last)
						return nil
					}
					continue
				}
				if out == nil {
					out = s.send(c.r.Context(), c.w, f)
					defer out.stop()
				}
				if err != nil {
					return out.piece("error", st.fault(s.faultOf(c.r, err).of(c.r)))
				}
				if out.piece(st.name(e), e) != nil {
					return nil // nobody reads any more
				}
			}
			return nil
		}}
}

// forbidden is the error for an asker who lacks a capability.
func forbidden(needs spar.Capability) *fault {
	return problem(http.StatusForbidden, "forbidden", "this needs the capability %q, which you or your token do not have", needs)
}

// operation answers the requests for an operation.
func (s *Server) operation(op operation) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		inquiryOf(r).operation = op.id
		who, err := s.who(r, true)
		if err == nil && !who.May(op.needs) {
			err = forbidden(op.needs)
		}
		c := &call{op: op, w: w, r: r, who: who}
		if err == nil {
			inquiryOf(r).looks, err = looks(c) // before the entry that is written before an act
		}
		if err == nil {
			if critical(op) {
				if err = s.trail.now(r.Context(), inquiryOf(r).told()); err != nil {
					s.fail(w, r, err)
					return
				}
			}
			err = s.only(c, func() error { return op.serve(s, c) })
		}
		if err != nil {
			s.fail(w, r, err)
		}
	}
}

// turn waits until the asker may compute, and returns the function that ends the turn. Operations of operators and administrators take no
// turn.
func (s *Server) turn(c *call) (end func(), err error) {
	if c.op.needs != spar.CanRead && c.op.needs != spar.CanCurate {
		return func() {}, nil
	}
	ctx, end, err := s.compute(c.r.Context(), c.who)
	c.r = c.r.WithContext(ctx)
	return end, err
}

// input returns the input of an operation, and notes it for the audit trail.
func input[I any](c *call) (in I, err error) {
	if in, err = parsed[I](c); err == nil {
		inquiryOf(c.r).asked(in)
	}
	return in, err
}

// parsed parses the input of an operation: the body, the query and the names in the path, by the JSON names of the fields of I.
func parsed[I any](c *call) (in I, err error) {
	if c.op.takes == "" && c.r.Method != http.MethodGet && c.r.Method != http.MethodDelete && c.op.in.NumField() > len(wildcards(c.op.path)) {
		if err := readJSON(c.w, c.r, &in); err != nil && !(errors.Is(err, io.EOF)) {
			return in, err
		}
	}
	v := reflect.ValueOf(&in).Elem()
	for _, name := range wildcards(c.op.path) {
		if err := set(v, name, []string{c.r.PathValue(name)}); err != nil {
			return in, err
		}
	}
	for name, values := range c.r.URL.Query() {
		if c.op.list && (name == "after" || name == "limit") {
			continue
		}
		if err := set(v, name, values, paging(c.op)...); err != nil {
			return in, err
		}
	}
	return in, nil
}

// paging are the parameters that every list has.
func paging(op operation) []string {
	if op.list {
		return []string{"limit", "after"}
	}
	return nil
}

// wildcards are the names in a path.
func wildcards(path string) (names []string) {
	for _, part := range strings.Split(path, "/") {
		if name, ok := strings.CutPrefix(part, "{"); ok {
			names = append(names, strings.TrimSuffix(strings.TrimSuffix(name, "}"), "..."))
		}
	}
	return names
}

// set sets the field with a JSON name. Others are the parameters that are no fields.
func set(v reflect.Value, name string, values []string, others ...string) error {
	i := slices.Index(fieldNames(v.Type()), name)
	if i < 0 {
		known := append(fieldNames(v.Type()), others...)
		if len(known) == 0 {
			return spar.Errorf(spar.Invalid, "there is no parameter %q: this operation takes none", name)
		}
		return spar.Errorf(spar.Invalid, "there is no parameter %q; there are %s", name, strings.Join(known, ", "))
	}
	field := v.Field(i)
	if field.Kind() == reflect.Slice {
		for _, text := range values {
			element := reflect.New(field.Type().Elem()).Elem()
			if err := parse(element, name, text); err != nil {
				return err
			}
			field.Set(reflect.Append(field, element))
		}
		return nil
	}
	if len(values) != 1 {
		return spar.Errorf(spar.Invalid, "the parameter %q is there %d times", name, len(values))
	}
	if field.Kind() == reflect.Pointer {
		field.Set(reflect.New(field.Type().Elem()))
		field = field.Elem()
	}
	return parse(field, name, values[0])
}

func parse(field reflect.Value, name, text string) (err error) {
	switch field.Kind() {
	case reflect.String:
		field.SetString(text)
	case reflect.Bool:
		var b bool
		b, err = strconv.ParseBool(text)
		field.SetBool(b)
	case reflect.Int, reflect.Int64:
		var n int64
		n, err = strconv.ParseInt(text, 10, 64)
		field.SetInt(n)
	case reflect.Uint32, reflect.Uint64:
		var n uint64
		n, err = strconv.ParseUint(text, 10, field.Type().Bits())
		field.SetUint(n)
	case reflect.Float64:
		var x float64
		x, err = strconv.ParseFloat(text, 64)
		field.SetFloat(x)
	default:
		return spar.Errorf(spar.Invalid, "the parameter %q cannot be given in the address", name)
	}
	if err != nil {
		return spar.Errorf(spar.Invalid, "the parameter %q is %q and must be %s", name, text, spar.Phrase(kindText(field.Kind())))
	}
	return nil
}

// kindText says what a parameter of a kind must be.
func kindText(k reflect.Kind) string {
	switch k {
	case reflect.Bool:
		return "true or false"
	case reflect.Uint32, reflect.Uint64:
		return "a whole number that is not negative"
	case reflect.Int, reflect.Int64:
		return "a whole number"
	}
	return "a number"
}

// fieldNames are the JSON names of the fields of a struct, in their order.
func fieldNames(t reflect.Type) []string {
	names := make([]string, t.NumField())
	for i := range names {
		names[i], _, _ = strings.Cut(t.Field(i).Tag.Get("json"), ",")
	}
	return names
}

// bodyFault says what is wrong with a body that is not JSON, or that the operation does not take.
func bodyFault(err error) error {
	var large *http.MaxBytesError
	var kind *json.UnmarshalTypeError
	switch {
	case errors.As(err, &large), errors.Is(err, errSlow):
		return err
	case errors.As(err, &kind):
		return problem(http.StatusBadRequest, string(spar.Invalid), "the body has a %s as %q, which must be a %s", kind.Value, kind.Field, kind.Type)
	case errors.Is(err, io.EOF):
		return problem(http.StatusBadRequest, string(spar.Invalid), "the request has no body; send at least {}")
	}
	return problem(http.StatusBadRequest, string(spar.Invalid), "the body is not what this operation takes: %s", strings.TrimPrefix(err.Error(), "json: "))
}
