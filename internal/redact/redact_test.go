package redact

import (
	"strings"
	"testing"
	"unicode/utf8"
)

func TestText(t *testing.T) {
	for in, want := range map[string]string{
		"nothing to hide in a=b: here":                                    "nothing to hide in a=b: here",
		"http://localhost:11434/v1":                                       "http://localhost:11434/v1",
		"at http://ada:secret@host:8080/v1, it fails":                     "at http://xxxxx@host:8080/v1, it fails",
		"https://token@host/v1":                                           "https://xxxxx@host/v1",
		"https://host/v1?key=secret":                                      "https://host/v1?key=xxxxx",
		`Post "https://host/v1/chat?api_key=secret&api-version=2024-06"`:  `Post "https://host/v1/chat?api_key=xxxxx&api-version=2024-06"`,
		"https://host/v1?k=secret#access_token=secret":                    "https://host/v1?k=xxxxx#xxxxx",
		"https://host/v1?0123456789abcdef":                                "https://host/v1?xxxxx",
		"postgres://ada:secret@db:5432/spar?sslmode=disable":              "postgres://ada:xxxxx@db:5432/spar?sslmode=disable",
		"postgres://ada@db/spar":                                          "postgres://ada@db/spar",
		"postgresql://db/spar?user=ada&password=secret":                   "postgresql://db/spar?user=xxxxx&password=xxxxx",
		"postgres://ada:se/cret@db/spar":                                  "postgres://ada:xxxxx@db/spar",
		"postgres://ada:se@cret@db/spar":                                  "postgres://ada:xxxxx@db/spar",
		"host=db user=ada password=secret dbname=spar":                    "host=db user=ada password=xxxxx dbname=spar",
		`host=db password='a "secret" \' here' dbname=spar`:               "host=db password=xxxxx dbname=spar",
		"HTTPS://ADA:SECRET@HOST/":                                        "HTTPS://xxxxx@HOST/",
		"https://host/@scope/pkg":                                         "https://host/@scope/pkg",
		"http://[::1]:8080/v1/@x":                                         "http://[::1]:8080/v1/@x",
		"Authorization: Bearer sk-0123456789abcdef":                       "Authorization: Bearer xxxxx",
		"two: http://a:secret@x/ and http://b:secret@y/":                  "two: http://xxxxx@x/ and http://xxxxx@y/",
		"http://ada:sec?ret@host/v1":                                      "http://xxxxx@host/v1",
		"there is no share \"a://b\"":                                     "there is no share \"a://b\"",
		"https://example.org/a?api-version=1&signature=secret&sig=secret": "https://example.org/a?api-version=1&signature=xxxxx&sig=xxxxx",
	} {
		if got := Text(in); got != want {
			t.Errorf("Text(%q)\n got %q\nwant %q", in, got, want)
		}
	}
}

func FuzzText(f *testing.F) {
	for _, s := range []string{"http://a:b@c/d?e=f#g", "password='", "://", "x://@", "http://[::1"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		once := Text(s)
		if twice := Text(once); twice != once {
			t.Fatalf("Text(%q) = %q, which becomes %q", s, once, twice)
		}
		if strings.ContainsFunc(s, func(r rune) bool { return r <= ' ' || r >= utf8.RuneSelf || strings.ContainsRune("\"'`<>?#/@", r) }) {
			return
		}
		if got := Text("http://ada:" + s + "@host/v1"); got != "http://xxxxx@host/v1" {
			t.Fatalf("a password %q is shown as %q", s, got)
		}
	})
}
