package server

import (
	"bytes"
	"cmp"
	"context"
	"crypto/subtle"
	"encoding/json"
	"io"
	"net/http"
	"reflect"
	"strings"
	"time"

	"github.com/sparsearch/spar/internal/api"
	"github.com/sparsearch/spar/internal/service"
	"github.com/sparsearch/spar/internal/spar"
)

// unknown is the error for a request without a valid identity.
func unknown() *fault {
	f := problem(http.StatusUnauthorized, "unauthorized", "this server answers those it knows: send a token in the header Authorization, as Bearer, or sign in with the link that the server printed")
	f.Do = []spar.Remedy{{Do: spar.CreateToken}}
	return f
}

// who returns the asker. A browser sends cookies with every request, so endpoints for programs do not accept them.
func (s *Server) who(r *http.Request, cookies bool) (spar.Principal, error) {
	if key, ok := bearer(r); ok {
		who, number, err := s.o.Service.Bearer(r.Context(), key)
		if spar.CodeOf(err) == spar.NotFound && err != nil {
			return who, s.orphaned(r, number, err)
		}
		who.Trusted = s.o.Admin
		return who, s.noted(r, who, number, err)
	}
	if c, err := r.Cookie(s.cookie()); cookies && err == nil {
		who, number, err := s.o.Service.Session(r.Context(), c.Value)
		inquiryOf(r).entry.Via = "page"
		if spar.CodeOf(err) == spar.NotFound && err != nil {
			return who, s.orphaned(r, number, err)
		}
		who.Trusted = s.o.Admin
		// Whoever sits at the machine as the user of the server could open a terminal there, and shows who they are by that.
		who.Stale = who.Stale && !(who.May(spar.CanAdminister) && isLocal(s.o, r))
		return who, s.noted(r, who, number, err)
	}
	if cookies { // as a cookie, it comes along with whatever a browser requests
		if who, ok, err := s.visitor(r); ok || err != nil {
			inquiryOf(r).entry.Via = "page"
			who.Trusted = s.o.Admin
			return who, s.noted(r, who, 0, err)
		}
	}
	return spar.Principal{}, s.strange()
}

// orphaned refuses a valid key whose owner may not enter. If the key belongs to this server, the log says that its owner is gone: the
// client learns no more than a stranger, and the operator would otherwise look for the fault in the key.
func (s *Server) orphaned(r *http.Request, number int64, why error) error {
	err := s.stranger(r)
	if in := inquiryOf(r); number > 0 && in.wrongKey { // once a minute of an address, as in the trail
		s.o.Log.Warn("a key is right, but nobody here is its owner", "request", in.id, "key", number, "err", why)
	}
	return err
}

// strange is unknown with the place where a provider signs people in.
func (s *Server) strange() *fault {
	f := unknown()
	if s.provider.Load() != nil {
		f.say(spar.Errorf(f.Code, "this server answers those it knows: sign in at /auth/login, or send a token in the header Authorization, as Bearer"))
		f.Do = append([]spar.Remedy{{Do: spar.SignIn}}, f.Do...)
	}
	return f
}

// noted notes the asker in the request, and admits them unless they have asked too much.
func (s *Server) noted(r *http.Request, who spar.Principal, key int64, err error) error {
	if err == nil {
		in := inquiryOf(r)
		in.who, in.entry.Key = who.Owner(), key
		err = s.admit(r, who)
	}
	return err
}

func bearer(r *http.Request) (key string, ok bool) {
	kind, key, found := strings.Cut(r.Header.Get("Authorization"), " ")
	return strings.TrimSpace(key), found && strings.EqualFold(kind, "Bearer")
}

func (s *Server) secure() bool { return s.o.Base.Scheme == "https" }

// cookie is the name of the session's: browsers take one with this prefix from this host alone, over TLS.
func (s *Server) cookie() string {
	if s.secure() {
		return "__Host-spar"
	}
	return "spar-" + s.o.Base.Port() // cookies do not tell ports apart
}

func (s *Server) setCookie(w http.ResponseWriter, value string, age int) {
	http.SetCookie(w, &http.Cookie{
		Name: s.cookie(), Value: value, Path: "/", MaxAge: age, Secure: s.secure(), HttpOnly: true, SameSite: http.SameSiteLaxMode,
	})
}

// loginByLink signs in the user of this process, who alone has seen the link.
func (s *Server) loginByLink(w http.ResponseWriter, r *http.Request) {
	inquiryOf(r).operation = "loginByLink"
	key := r.URL.Query().Get("key")
	s.mu.Lock()
	ok := s.link != "" && subtle.ConstantTimeCompare([]byte(key), []byte(s.link)) == 1
	if ok {
		s.link = ""
	}
	s.mu.Unlock()
	if !ok {
		if err := s.stranger(r); s.faultOf(r, err).status == http.StatusTooManyRequests {
			s.fail(w, r, err)
			return
		}
		s.fail(w, r, problem(http.StatusUnauthorized, "unauthorized", "this link was used, or it is not the one that the server printed last: it signs in once. Sign in with a token, or have the machine of the server print another link"))
		return
	}
	who, err := s.o.Service.Process()
	if err == nil {
		_, err = s.signIn(w, r, who, false)
	}
	if err != nil {
		s.fail(w, r, err)
		return
	}
	http.Redirect(w, r, "/", http.StatusSeeOther)
}

// loginByToken signs a browser in with a token.
func (s *Server) loginByToken(w http.ResponseWriter, r *http.Request) {
	inquiryOf(r).operation = "loginByToken"
	var in struct {
		Token string `json:"token"`
	}
	if err := readJSON(w, r, &in); err != nil {
		s.fail(w, r, err)
		return
	}
	who, number, err := s.o.Service.Bearer(r.Context(), in.Token)
	switch {
	case spar.CodeOf(err) == spar.NotFound && err != nil:
		err = s.stranger(r)
	case err == nil:
		inquiryOf(r).entry.Key = number
		_, err = s.signIn(w, r, who, false)
	}
	if err != nil {
		s.fail(w, r, err)
		return
	}
	writeJSON(w, r, http.StatusOK, meOf(who))
}

// join uses up an invitation, signs the browser in, and returns its session, which says until when.
func join(s *Server, w http.ResponseWriter, r *http.Request) {
	inquiryOf(r).operation = "join"
	var in struct {
		Invitation string `json:"invitation"`
	}
	if err := readJSON(w, r, &in); err != nil {
		s.fail(w, r, err)
		return
	}
	var session api.Token
	who, stays, err := s.o.Service.Join(r.Context(), in.Invitation)
	if spar.CodeOf(err) == spar.NotFound && err != nil {
		if err = s.stranger(r); s.faultOf(r, err).status == http.StatusUnauthorized {
			err = problem(http.StatusUnauthorized, "unauthorized", "this invitation is not known, was taken already or has ended: ask for another one")
		}
	} else if err == nil {
		session, err = s.signIn(w, r, who, stays)
	}
	if err != nil {
		s.fail(w, r, err)
		return
	}
	writeJSON(w, r, http.StatusOK, session)
}

func (s *Server) signIn(w http.ResponseWriter, r *http.Request, who spar.Principal, stays bool) (session api.Token, err error) {
	inquiryOf(r).who, inquiryOf(r).entry.Via = who.Owner(), "page"
	if err := s.trail.now(r.Context(), inquiryOf(r).told()); err != nil {
		return session, err
	}
	secret, session, err := s.o.Service.SignIn(r.Context(), who, stays)
	if err == nil {
		inquiryOf(r).made(session.ID)
		s.setCookie(w, secret, int(time.Until(session.Expires).Seconds()))
	}
	return session, err
}

func (s *Server) logout(w http.ResponseWriter, r *http.Request) {
	inquiryOf(r).operation = "logout"
	if c, err := r.Cookie(s.cookie()); err == nil {
		if err := s.o.Service.SignOut(r.Context(), c.Value); err != nil {
			s.fail(w, r, err)
			return
		}
	}
	s.setCookie(w, "", -1)
	w.Header().Set("Clear-Site-Data", `"cache", "cookies", "storage"`)
	writeJSON(w, r, http.StatusOK, api.Done{Schema: api.DoneSchema, Done: "logout", Then: s.provider.Load().ends(s.o.Base)})
}

func me(c context.Context, s *service.Service, who spar.Principal, _ nothing) (api.Me, error) {
	m := meOf(who)
	m.Models, m.Tries, m.Data = s.Writers(c, who), s.TriesQuestions(), service.NamedDir(s, who)
	return m, nil
}

func meOf(who spar.Principal) api.Me {
	return api.Me{Schema: api.MeSchema, Who: who.Owner(), Name: cmp.Or(service.Called(who.Owner()), who.Name), May: service.May(who)}
}

// readJSON reads the body of a request strictly: an unknown field is an error.
func readJSON(w http.ResponseWriter, r *http.Request, into any) error {
	if kind, _, _ := strings.Cut(r.Header.Get("Content-Type"), ";"); !strings.EqualFold(strings.TrimSpace(kind), "application/json") {
		return problem(http.StatusUnsupportedMediaType, "unsupported-type", "the body must be JSON, and the header Content-Type application/json; it is %q", r.Header.Get("Content-Type"))
	}
	text, err := io.ReadAll(http.MaxBytesReader(w, r.Body, mostBody))
	if err != nil {
		return bodyFault(err)
	}
	d := json.NewDecoder(bytes.NewReader(text))
	d.DisallowUnknownFields()
	if err := d.Decode(into); err != nil {
		return bodyFault(err)
	}
	if d.More() {
		return problem(http.StatusBadRequest, string(spar.Invalid), "the body must be one JSON object; something follows it")
	}
	return exactKeys(text, reflect.TypeOf(into).Elem())
}
