package server

import (
	"cmp"
	"html/template"
	"net/http"
	"strings"

	"github.com/sparsearch/spar/internal/tongue"
)

// navigates reports whether a browser asks for what it is to show as a page, rather than for the page that asks.
func navigates(r *http.Request) bool {
	if mode := r.Header.Get("Sec-Fetch-Mode"); mode != "" {
		return mode == "navigate"
	}
	return r.Method == http.MethodGet && strings.Contains(r.Header.Get("Accept"), "text/html")
}

// failedPage is shown in place of what an address was to show: links that sign in, files that are kept, and what a provider sends back.
var failedPage = template.Must(template.New("").Parse(`<!doctype html>
<html lang="{{.Language}}">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>SPAR</title>
<link rel="stylesheet" href="/page/app.css">
<main class="sign-in">
<h1>{{.Head}}</h1>
<p class="error" role="alert">{{.Message}}.</p>
<p class="tools">{{if .Again}}<a class="button first" href="/auth/login">{{.Again}}</a> {{end}}<a class="button" href="/">{{.On}}</a></p>
<p class="note">{{.Number}}</p>
</main>
`))

// showFailed shows an error to somebody whose browser opened an address.
func showFailed(s *Server, w http.ResponseWriter, r *http.Request, f *fault) {
	in := inquiryOf(r)
	say := func(format string, args ...any) string { return tongue.Format(in.language, format, args...) }
	page := struct{ Language, Head, Message, Again, On, Number string }{
		Language: cmp.Or(in.language, tongue.English), Head: say("This did not work"), Message: strings.TrimSuffix(f.Message, "."),
		On: say("Go on to SPAR"), Number: say("The log of the server has it under the number %s.", in.id),
	}
	if f.status == http.StatusUnauthorized && s.provider.Load() != nil {
		page.Again = say("Sign in")
	}
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	w.Header().Set("Content-Security-Policy", policy)
	w.Header().Add("Vary", "Accept-Language, Sec-Fetch-Mode, Accept")
	w.WriteHeader(f.status)
	failedPage.Execute(w, page) // who is gone needs none
}
