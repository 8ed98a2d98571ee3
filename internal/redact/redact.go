// Package redact makes texts fit to be seen: it takes passwords and keys out of them, and what a terminal would act on. It
// stands beside the vocabulary; whoever makes an error, a note or a log of an address, or writes to a terminal, goes through it.
package redact

import (
	"regexp"
	"strings"
)

// Hidden stands where a password or a key was.
const Hidden = "xxxxx"

var (
	// Everything up to white space or a quote: the end of an address is of no matter here.
	address = regexp.MustCompile("[a-zA-Z][a-zA-Z0-9+.-]*://[^\\s\"'`<>]+")
	// As in connection strings of PostgreSQL: password=secret, password='a secret'.
	assignment = regexp.MustCompile(`(?i)\b((?:ssl)?password|passwd|pwd)(\s*=\s*)('(?:[^'\\]|\\.)*'|[^\s&;,"'#)]+)`)
	bearer     = regexp.MustCompile(`(?i)\b(bearer\s+)[A-Za-z0-9._~+/=-]{8,}`)
)

// harmless are the parameters of addresses whose values may be seen; every other may be a key, whatever it is called.
var harmless = map[string]bool{
	"api-version": true, "api_version": true, "version": true, "sslmode": true, "search_path": true, "application_name": true, "connect_timeout": true,
}

// Text hides passwords and keys in a text: what stands before the @ of an address, the values of its parameters but for a
// few that are known to be harmless, password=... as in connection strings, and bearer tokens.
func Text(s string) string {
	if strings.Contains(s, "://") {
		s = address.ReplaceAllStringFunc(s, one)
	}
	if strings.Contains(s, "=") {
		s = assignment.ReplaceAllString(s, "${1}${2}"+Hidden)
	}
	return bearer.ReplaceAllString(s, "${1}"+Hidden)
}

// one hides the secrets in one address. It does not parse it: a malformed address may hold a password as well.
func one(url string) string {
	scheme, rest, _ := strings.Cut(url, "://")
	rest, fragment, fragmented := strings.Cut(rest, "#")
	rest, query, asked := strings.Cut(rest, "?")
	rest = authority(scheme, rest)
	if asked && strings.Contains(query, "@") && strings.Contains(rest, ":") && !strings.Contains(rest, "@") {
		// A password with an unescaped question mark.
		rest, query = Hidden, query[strings.LastIndexByte(query, '@'):]
		return scheme + "://" + rest + query
	}
	out := scheme + "://" + rest
	if asked {
		out += "?" + parameters(query)
	}
	if fragmented && fragment != "" {
		out += "#" + Hidden // no server needs it: whoever writes one there means something else
	}
	return out
}

// authority hides what stands before the @ of an address: the password, and of the web the user too, who may be a token.
func authority(scheme, rest string) string {
	host, _, _ := strings.Cut(rest, "/")
	at := strings.LastIndexByte(host, '@')
	if at < 0 && strings.Contains(strings.TrimLeft(portless(host), ":"), ":") {
		at = strings.LastIndexByte(rest, '@') // a password with an unescaped slash
	}
	if at < 0 {
		return rest
	}
	user, _, password := strings.Cut(rest[:at], ":")
	switch {
	case strings.HasPrefix(strings.ToLower(scheme), "http"):
		return Hidden + rest[at:]
	case password:
		return user + ":" + Hidden + rest[at:]
	}
	return rest
}

// portless is a host without its port, and without the colons of an address of IPv6.
func portless(host string) string {
	if i := strings.LastIndexByte(host, ']'); i >= 0 && strings.HasPrefix(host, "[") {
		host = "host" + host[i+1:]
	}
	name, port, ok := strings.Cut(host, ":")
	if ok && strings.Trim(port, "0123456789") == "" {
		return name
	}
	return host
}

// parameters hides the values of a query.
func parameters(query string) string {
	parts := strings.Split(query, "&")
	for i, p := range parts {
		name, value, ok := strings.Cut(p, "=")
		switch {
		case ok && value != "" && !harmless[strings.ToLower(name)]:
			parts[i] = name + "=" + Hidden
		case !ok && len(p) >= 16: // a key alone
			parts[i] = Hidden
		}
	}
	return strings.Join(parts, "&")
}

// Error is an error whose message went through Text; the wrapped error stays. It is nil for nil.
func Error(err error) error {
	if err == nil {
		return nil
	}
	return hiding{err}
}

type hiding struct{ error }

func (h hiding) Error() string { return Text(h.error.Error()) }
func (h hiding) Unwrap() error { return h.error }
