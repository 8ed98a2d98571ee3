package extract

import (
	"bytes"
	"context"
	"slices"
	"strings"
	"time"

	"github.com/sparsearch/spar/internal/pattern"
	"github.com/sparsearch/spar/internal/spar"
)

// A contentLine is one line of iCalendar or vCard, unfolded (RFC 5545, section 3.1; RFC 6350, section 3.3).
type contentLine struct {
	name   string            // in upper case, without its group
	params map[string]string // by upper-case name
	value  string            // as it stands
}

// The bounds of one event or card: how many lines are kept, and how many bytes of a line.
const (
	maxCardLines = 2000
	maxCardLine  = 256 << 10
)

// detectCards looks for the first line of calendars or cards, or of an event that somebody took out of its calendar.
func detectCards(begins ...string) func(head []byte, name string) int {
	return func(head []byte, name string) int {
		head = bytes.TrimLeft(bytes.TrimPrefix(head, []byte("\xef\xbb\xbf")), " \t\r\n")
		if slices.Contains(begins, strings.ToUpper(string(firstLine(head[:min(len(head), 100)])))) {
			return 80
		}
		return 0
	}
}

// extractCards reads a file of iCalendar or vCard.
func extractCards(ctx context.Context, in *Input, out *sink) error {
	cs, err := findCharset(in, "")
	if err != nil {
		return err
	}
	return readCalendar(in, cs, 0, out)
}

// cardReader gathers the components that people read, each with its heading and a field a line.
type cardReader struct {
	held  strings.Builder // a line whose continuation may follow
	open  []string        // components, the outermost first
	lines []contentLine   // of the component that is read
	at    spar.Span       // of it
	level int             // of its heading, above 1 within a message
}

// readComponents are the components that are emitted. Others, such as zones and alarms, say nothing to a reader.
var readComponents = []string{"VEVENT", "VTODO", "VJOURNAL", "VFREEBUSY", "VCARD"}

func (r *cardReader) line(out *sink, l line) error {
	text := l.text
	folded := text != "" && (text[0] == ' ' || text[0] == '\t')
	soft := strings.HasSuffix(r.held.String(), "=") && strings.Contains(strings.ToUpper(r.held.String()), "QUOTED-PRINTABLE") // vCard 2.1
	if r.held.Len() > 0 && !folded && !soft {
		if err := r.content(out, r.held.String()); err != nil {
			return err
		}
		r.held.Reset()
	}
	r.at = r.at.Union(l.at)
	if soft {
		kept := strings.TrimSuffix(r.held.String(), "=")
		r.held.Reset()
		r.held.WriteString(kept)
	} else if folded {
		text = text[1:]
	}
	if r.held.Len()+len(text) <= maxCardLine {
		r.held.WriteString(text)
	}
	return nil
}

func (r *cardReader) end(out *sink) error {
	if err := r.content(out, r.held.String()); err != nil {
		return err
	}
	return r.tell(out) // the end may be cut off
}

// content takes one whole line.
func (r *cardReader) content(out *sink, text string) error {
	c, ok := parseContentLine(text)
	if !ok {
		return nil
	}
	component := strings.ToUpper(strings.TrimSpace(c.value))
	switch {
	case c.name == "BEGIN":
		if len(r.open) < 20 {
			r.open = append(r.open, component)
		}
		if slices.Contains(readComponents, component) {
			r.lines, r.at = nil, spar.Span{}
		}
	case c.name == "END":
		told := len(r.open) > 0 && r.open[len(r.open)-1] == component && slices.Contains(readComponents, component)
		r.open = r.open[:max(0, len(r.open)-1)]
		if told {
			return r.tell(out)
		}
	case len(r.open) > 0 && slices.Contains(readComponents, r.open[len(r.open)-1]) && len(r.lines) < maxCardLines:
		r.lines = append(r.lines, c)
	}
	return nil
}

// parseContentLine splits NAME;PARAM=VALUE:value.
func parseContentLine(text string) (contentLine, bool) {
	quoted, colon := false, -1
	for i := 0; i < len(text) && colon < 0; i++ {
		switch {
		case text[i] == '"':
			quoted = !quoted
		case text[i] == ':' && !quoted:
			colon = i
		}
	}
	if colon < 0 {
		return contentLine{}, false
	}
	parts := strings.Split(text[:colon], ";")
	name := strings.ToUpper(parts[0])
	if _, own, ok := strings.Cut(name, "."); ok { // item1.TEL
		name = own
	}
	c := contentLine{name: name, value: text[colon+1:], params: map[string]string{}}
	for _, p := range parts[1:] {
		key, value, ok := strings.Cut(p, "=")
		if !ok {
			key, value = "TYPE", p
		}
		c.params[strings.ToUpper(key)] = strings.Trim(value, `"`)
	}
	if strings.EqualFold(c.params["ENCODING"], "quoted-printable") || strings.EqualFold(c.params["TYPE"], "quoted-printable") {
		cs, ok := byName(c.params["CHARSET"])
		if !ok {
			cs = utf8Charset
		}
		c.value = cs.decode(decodeTransfer([]byte(c.value), "quoted-printable"))
	}
	return c, true
}

var cardEscapes = strings.NewReplacer(`\n`, "\n", `\N`, "\n", `\,`, ",", `\;`, ";", `\:`, ":", `\\`, `\`)

// said is a value as a reader sees it.
func (c contentLine) said() string { return strings.TrimSpace(cardEscapes.Replace(c.value)) }

// person is who a line names, and how they are reached.
func (c contentLine) person() string {
	address := c.said()
	if i := strings.Index(address, ":"); i >= 0 && strings.EqualFold(address[:i], "mailto") {
		address = address[i+1:]
	}
	if name := strings.TrimSpace(c.params["CN"]); name != "" && name != address {
		return name + " <" + address + ">"
	}
	return address
}

var cardTime = pattern.New(`^(\d{4})-?(\d{2})-?(\d{2})(?:T(\d{2}):?(\d{2})(?::?(\d{2}))?(Z?))?$`)

// when returns a date or a time, with its zone, in a form that people and the search read. It returns false for any other text.
func (c contentLine) when() (string, time.Time, bool) {
	m := cardTime.FindStringSubmatch(c.said())
	if m == nil {
		return c.said(), time.Time{}, false
	}
	day, err := time.Parse(time.DateOnly, m[1]+"-"+m[2]+"-"+m[3])
	if err != nil {
		return c.said(), time.Time{}, false
	}
	text := day.Format(time.DateOnly)
	if m[4] != "" {
		text += " " + m[4] + ":" + m[5]
		switch zone := c.params["TZID"]; {
		case m[7] == "Z":
			text += " UTC"
		case zone != "":
			text += " (" + zone + ")"
		}
	}
	return text, day, true
}

// cardLabels are the emitted fields, in this order, with their labels.
var cardLabels = []struct {
	names []string
	label string
}{
	{[]string{"DTSTART"}, "From"}, {[]string{"DTEND"}, "To"}, {[]string{"DUE"}, "Due"}, {[]string{"COMPLETED"}, "Completed"}, {[]string{"DURATION"}, "Duration"}, {[]string{"RRULE"}, "Repeats"},
	{[]string{"LOCATION"}, "Place"}, {[]string{"ORGANIZER"}, "Organiser"}, {[]string{"ATTENDEE"}, "With"}, {[]string{"STATUS"}, "Status"}, {[]string{"CATEGORIES"}, "Categories"},
	{[]string{"TITLE"}, "Title"}, {[]string{"ROLE"}, "Role"}, {[]string{"ORG"}, "Organisation"}, {[]string{"TEL"}, "Telephone"}, {[]string{"EMAIL"}, "Email"}, {[]string{"ADR", "LABEL"}, "Address"},
	{[]string{"BDAY"}, "Birthday"}, {[]string{"URL"}, "Address on the web"},
}

// tell hands on the component that was read: its name as a heading, its fields as a paragraph of labelled lines, its text.
func (r *cardReader) tell(out *sink) error {
	card := r.lines
	at := spar.Locator{Bytes: r.at}
	r.lines = nil
	if len(card) == 0 {
		return nil
	}
	values := func(names []string) (values []string) {
		for _, c := range card {
			if !slices.Contains(names, c.name) {
				continue
			}
			value := c.said()
			switch c.name {
			case "DTSTART", "DTEND", "DUE", "COMPLETED", "BDAY":
				value, _, _ = c.when()
			case "ORGANIZER", "ATTENDEE":
				value = c.person()
			case "ADR", "ORG", "N":
				value = joinParts(c.value)
			case "TEL", "EMAIL", "URL":
				value = strings.TrimPrefix(value, "tel:")
			}
			if value != "" && !slices.Contains(values, value) {
				values = append(values, value)
			}
		}
		return values
	}
	title := strings.Join(values([]string{"SUMMARY", "FN"}), ", ")
	if title == "" {
		title = strings.Join(values([]string{"N", "NICKNAME"}), ", ")
	}
	if title != "" {
		if err := out.heading(r.level+1, squeeze(title), at); err != nil {
			return err
		}
	}
	var fields []string
	for _, l := range cardLabels {
		if v := values(l.names); len(v) > 0 {
			fields = append(fields, l.label+": "+squeeze(strings.Join(v, ", ")))
		}
	}
	if err := out.paragraph(strings.Join(fields, "\n"), at); err != nil {
		return err
	}
	for _, text := range values([]string{"DESCRIPTION", "COMMENT", "NOTE"}) {
		for para := range strings.SplitSeq(text, "\n\n") {
			if err := out.paragraph(para, at); err != nil {
				return err
			}
		}
	}
	return nil
}

// joinParts joins the parts of a structured value that say something.
func joinParts(value string) string {
	var parts []string
	for _, p := range strings.Split(strings.ReplaceAll(value, `\;`, "\x00"), ";") {
		if p = strings.TrimSpace(cardEscapes.Replace(strings.ReplaceAll(p, "\x00", `;`))); p != "" {
			parts = append(parts, p)
		}
	}
	return strings.Join(parts, ", ")
}

// readCalendar reads the calendar of a message; level is that of the message's heading.
func readCalendar(in *Input, cs charset, level int, out *sink) error {
	r := cardReader{level: level}
	for l, err := range lines(in, cs) {
		if err != nil {
			return err
		}
		if err := r.line(out, l); err != nil {
			return err
		}
	}
	return r.end(out)
}
