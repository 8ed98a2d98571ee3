package server

import (
	"net"
	"net/http"
	"net/netip"
	"os"
	"reflect"

	"github.com/sparsearch/spar/internal/spar"
)

// knowing is an operation with one result, which depends on more of the request than its input.
func knowing[I, O any](id, method, path string, needs spar.Capability, tells string, do func(*Server, *call, I) (O, error)) operation {
	return operation{id: id, method: method, path: path, needs: needs, tells: tells, in: reflect.TypeFor[I](), out: reflect.TypeFor[O](),
		serve: func(s *Server, c *call) error {
			in, err := input[I](c)
			if err != nil {
				return err
			}
			out, err := do(s, c, in)
			if err == nil {
				writeJSON(c.w, c.r, http.StatusOK, out)
			}
			return err
		}}
}

// passedOn are headers that a proxy or a tunnel leaves: whoever asks through one may be anywhere.
var passedOn = []string{"Forwarded", "X-Forwarded-For", "X-Forwarded-Host", "X-Real-Ip", "Via"}

// isLocal says whether a request comes from a program of this machine that runs as the user of this process. Who sits at such a program could
// as well change the settings by hand. Where the system does not tell, nobody is here.
func isLocal(o Options, r *http.Request) bool {
	if o.Proxied || o.Socket || o.Front.Header != "" || !isHere(o.Base.Host) {
		return false
	}
	for _, name := range passedOn {
		if len(r.Header.Values(name)) > 0 {
			return false
		}
	}
	local, ok := r.Context().Value(http.LocalAddrContextKey).(net.Addr)
	if !ok {
		return false
	}
	from, err := netip.ParseAddrPort(r.RemoteAddr)
	to, lerr := netip.ParseAddrPort(local.String())
	if err != nil || lerr != nil || !from.Addr().Unmap().IsLoopback() || !to.Addr().Unmap().IsLoopback() {
		return false
	}
	user, known := userOf(from, to)
	return known && user == os.Getuid()
}
