// Package network says in plain words why a server elsewhere could not be asked. It stands beside the vocabulary, and knows the errors of
// the standard library's networking, which are made for programmers.
package network

import (
	"context"
	"crypto/tls"
	"crypto/x509"
	"encoding/json"
	"errors"
	"io"
	"net"
	"net/url"
	"strings"
	"syscall"

	"github.com/sparsearch/spar/internal/redact"
	"github.com/sparsearch/spar/internal/spar"
)

// Why returns what an error of asking the server at an address means for people, with what may help. It keeps the error as its cause. An
// error that it does not know it returns without the address, and without passwords that it may hold.
func Why(address string, err error) error {
	host := address
	if u, err := url.Parse(address); err == nil && u.Host != "" {
		host = u.Host
	}
	say := func(format string, args ...any) error {
		e := spar.Errorf(spar.Unavailable, format, args...)
		e.Err = err // for code that branches on it; what it says is for programmers
		return e
	}
	var (
		name      *net.DNSError
		wrong     x509.HostnameError
		authority x509.UnknownAuthorityError
		invalid   x509.CertificateInvalidError
		record    tls.RecordHeaderError
		syntax    *json.SyntaxError
		kind      *json.UnmarshalTypeError
		timeout   net.Error
	)
	switch {
	case errors.As(err, &name) && name.IsNotFound:
		return say("no machine is called %q: check how the address is written", name.Name)
	case errors.As(err, &name):
		return say("the name %q cannot be looked up now: check the network of this machine", name.Name)
	case errors.Is(err, syscall.ECONNREFUSED):
		return say("nothing answers at %s: check the port, and that the program runs there", host)
	case errors.Is(err, syscall.EHOSTUNREACH), errors.Is(err, syscall.ENETUNREACH):
		return say("no way leads from this machine to %s: check the network, and firewalls", host)
	case errors.As(err, &wrong):
		return say("the certificate of %s is one of another machine: check the address", host)
	case errors.As(err, &authority):
		return say("this machine does not trust who signed the certificate of %s: add that authority to those of the machine", host)
	case errors.As(err, &invalid) && invalid.Reason == x509.Expired:
		return say("the certificate of %s has expired, or does not hold yet", host)
	case errors.As(err, &record), err != nil && strings.HasSuffix(err.Error(), "server gave HTTP response to HTTPS client"): // which net/http has no value for
		return say("%s does not speak TLS: begin the address with http:// where that is safe", host)
	case errors.As(err, &syntax), errors.As(err, &kind), errors.Is(err, io.ErrUnexpectedEOF):
		return say("what %s says is not what such a server says: check the address, with its path", host)
	case errors.Is(err, syscall.ECONNRESET), errors.Is(err, io.EOF):
		return say("%s closed the connection before it answered", host)
	case errors.Is(err, context.DeadlineExceeded), errors.As(err, &timeout) && timeout.Timeout():
		return say("%s does not answer in time", host)
	}
	var at *url.Error
	if errors.As(err, &at) {
		err = at.Err
	}
	return redact.Error(err)
}
