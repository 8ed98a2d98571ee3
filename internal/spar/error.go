package spar

import (
	"errors"
	"fmt"
)

// Code classes an error for programs: it decides the exit status and, in a server, the HTTP status.
type Code string

// The codes.
const (
	Invalid     Code = "invalid"     // the request is wrong: exit 2
	NotFound    Code = "not-found"   // or forbidden, which looks the same: exit 3
	Conflict    Code = "conflict"    // exists already, or is held by another process: exit 4
	Unavailable Code = "unavailable" // a share, an asset or a service is not there now: exit 5
	Internal    Code = "internal"    // a fault of SPAR or of the machine: exit 1
)

// An Error is one that a user may see. Message names the fault and a remedy outside of SPAR. It names no command, flag or button, because
// each door has its own. Do lists remedies inside SPAR, the likeliest first; [RemediesOf] collects them from a chain of errors. Err, if
// any, is the cause; its text is already part of Message. Format and Args are what Message was made of, so that a door can say it in the
// language of its reader. Spot, if any, is where in a text that somebody typed the fault is.
type Error struct {
	Code    Code
	Message string
	Do      []Remedy
	Err     error

	Format string
	Args   []any
	Spot   *Spot
}

// A Spot is a place in a text that somebody typed: the text, and the number of the character, from 1; behind the last one the text ends too
// early.
type Spot struct {
	Text string `json:"text"`
	At   int    `json:"at"`
}

// SpotOf is the first Spot in err's chain, nil where there is none.
func SpotOf(err error) *Spot {
	for e := (*Error)(nil); errors.As(err, &e); err = e.Err {
		if e.Spot != nil {
			return e.Spot
		}
	}
	return nil
}

// A Phrase is an argument of a format that is not data but words of SPAR: it is said in the language of the rest.
type Phrase string

// Error is the message.
func (e *Error) Error() string { return e.Message }

// Unwrap gives the cause.
func (e *Error) Unwrap() error { return e.Err }

// Try adds what can be done about e, which it returns.
func (e *Error) Try(do ...Remedy) *Error {
	e.Do = append(e.Do, do...)
	return e
}

// Errorf makes an Error, which is never nil. As with fmt.Errorf, an error given for %w is kept as the cause.
func Errorf(code Code, format string, args ...any) *Error {
	err := fmt.Errorf(format, args...)
	return &Error{Code: code, Message: err.Error(), Err: errors.Unwrap(err), Format: format, Args: args}
}

// CodeOf is the code of the first Error in err's chain, Internal when there is none.
func CodeOf(err error) Code {
	var e *Error
	if errors.As(err, &e) {
		return e.Code
	}
	return Internal
}
