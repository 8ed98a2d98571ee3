package read

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/sparsearch/spar/internal/spar"
)

// Bounds of a mailbox that another program unpacks.
const (
	mailTime   = 15 * time.Minute
	mailBytes  = 16 << 30 // of all messages
	mailFactor = 4        // times the size of the mailbox; attachments are encoded in messages
	mailSpare  = 64 << 20
)

// A mailbox is what another program made of one: its messages, one after the other in a file without a name, so that nothing
// of them remains whatever happens.
type mailbox struct {
	key      string
	file     *os.File
	messages []message
	cut      bool // there were more
}

// A message is one file of a mailbox.
type message struct {
	name     string // below the mailbox
	off, len int64
}

func (m *mailbox) members() (list []spar.Member) {
	for i, msg := range m.messages {
		list = append(list, spar.Member{Name: msg.name, Size: msg.len, At: int64(i)})
	}
	return list
}

// keyOf names the content of a mailbox.
func keyOf(c *content, hash spar.Hash) string {
	if hash != (spar.Hash{}) {
		return hash.String()
	}
	return fmt.Sprint(c.stamp)
}

// mailProgram is the program that unpacks mailboxes of a format; false when none can be used here.
func (r *Reader) mailProgram(format string) (Program, bool) {
	i := slices.IndexFunc(rescuers, func(p Program) bool { return p.Name == mailer })
	return rescuers[i], r.o.usable(rescuers[i], format)
}

// isMailbox reports whether files of a format are containers that another program unpacks.
func isMailbox(format string) bool { return format == "pst" }

// unpackMail unpacks a mailbox, or gives the one that was unpacked last. The caller holds r.mailing.
func (r *Reader) unpackMail(ctx context.Context, p Program, c *content, key string) (_ *mailbox, err error) {
	if m := r.mail; m != nil && m.key == key {
		return m, nil
	}
	r.dropMail() // what it holds on disk goes first
	f, err := r.newFolder(min(mailBytes, mailFactor*c.stamp.size+mailSpare), 4*maxMembers)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, f.remove()) }()
	// A program that is given the open file itself needs no copy; the descriptor is of this call alone, for its position
	// is shared.
	in, err := os.Open(fmt.Sprintf("/proc/self/fd/%d", c.file.Fd()))
	if err != nil {
		return nil, err
	}
	defer in.Close()
	_, err = r.call(ctx, call{path: p.Path(), args: []string{"-q", "-j", "0", "-e", "-8", "-o", f.out(), "/dev/stdin"}, in: in, folder: f, time: mailTime})
	if err != nil {
		return nil, err
	}
	names, err := f.made()
	if err != nil {
		return nil, err
	}
	if len(names) == 0 {
		return nil, errors.New("it found no messages")
	}
	slices.SortFunc(names, byNumber)
	m := &mailbox{key: key}
	if m.file, err = os.CreateTemp(r.o.CacheDir, "mail-*"); err != nil {
		return nil, err
	}
	defer func() {
		if err != nil {
			m.file.Close()
		}
	}()
	if err := os.Remove(m.file.Name()); err != nil {
		return nil, err
	}
	// All of a mailbox lies below a folder that is called after it, which says nothing.
	top, _, _ := strings.Cut(filepath.ToSlash(names[0]), "/")
	for _, name := range names {
		if first, _, below := strings.Cut(filepath.ToSlash(name), "/"); !below || first != top {
			top = ""
		}
	}
	var off int64
	for _, name := range names {
		if len(m.messages) == maxMembers {
			m.cut = true
			break
		}
		member := strings.TrimPrefix(path.Clean("/"+filepath.ToSlash(name)), "/")
		if top != "" {
			member = strings.TrimPrefix(member, top+"/")
		}
		file, err := f.open(name)
		if err != nil {
			return nil, err
		}
		n, err := io.Copy(io.NewOffsetWriter(m.file, off), io.LimitReader(file, mailBytes-off))
		file.Close()
		if err == nil {
			err = os.Remove(filepath.Join(f.out(), name)) // so that it is on the disk once
		}
		if err != nil {
			return nil, err
		}
		if n > 0 {
			m.messages = append(m.messages, message{member, off, n})
			off += n
		}
	}
	if len(m.messages) == 0 {
		return nil, errors.New("it found no messages")
	}
	r.mail = m
	return m, nil
}

// dropMail lets go of the mailbox that is kept. The caller holds r.mailing.
func (r *Reader) dropMail() {
	if r.mail != nil {
		r.mail.file.Close()
		r.mail = nil
	}
}

// byNumber orders 2.eml before 10.eml.
func byNumber(a, b string) int {
	if c := strings.Compare(filepath.Dir(a), filepath.Dir(b)); c != 0 {
		return c
	}
	a, b = filepath.Base(a), filepath.Base(b)
	number := func(s string) string { return s[:len(s)-len(strings.TrimLeft(s, "0123456789"))] }
	if x, y := number(a), number(b); x != "" && y != "" && len(x) != len(y) {
		return len(x) - len(y)
	}
	return strings.Compare(a, b)
}

// mailbox has a mailbox unpacked, and gives its messages as members.
func (r *Reader) mailbox(ctx context.Context, p Program, c *content) (rescued, error) {
	r.mailing.Lock()
	defer r.mailing.Unlock()
	m, err := r.unpackMail(ctx, p, c, keyOf(c, c.hash))
	if err != nil {
		return rescued{}, err
	}
	got := rescued{members: m.members(), faults: fmt.Sprintf("mailbox of %d messages and other items, which are files of their own", len(m.messages))}
	if m.cut {
		got.faults = fmt.Sprintf("mailbox of more than %d messages, of which these are files of their own; split it to have the rest read", maxMembers)
	}
	return got, nil
}

// letter gives one message of an open mailbox in a file without a name that the caller closes.
func (r *Reader) letter(ctx context.Context, outer *content, j Job) (_ *os.File, err error) {
	box := j.Container.File
	p, ok := r.mailProgram(box.Format)
	if !ok {
		return nil, &refusal{spar.Unsupported, "it lies in a mailbox that " + mailer + " unpacks, which cannot be used here now"}
	}
	r.mailing.Lock()
	defer r.mailing.Unlock()
	m, err := r.unpackMail(ctx, p, outer, keyOf(outer, box.Hash))
	if ctx.Err() != nil {
		return nil, ctx.Err()
	}
	if err != nil {
		return nil, &refusal{spar.Corrupt, fmt.Sprintf("its mailbox cannot be unpacked any more: %s failed (%v)", mailer, err)}
	}
	// Another version of the program may number them otherwise: the name decides.
	name := strings.TrimPrefix(j.File.Path, box.Path+"!/")
	at := int(j.At)
	if at < 0 || at >= len(m.messages) || m.messages[at].name != name {
		at = slices.IndexFunc(m.messages, func(m message) bool { return m.name == name })
	}
	if at < 0 {
		return nil, &refusal{spar.Vanished, "its mailbox no longer holds it: scan again"}
	}
	msg := m.messages[at]
	if msg.len > maxMember {
		return nil, &refusal{spar.TooBig, "unpacked it is larger than the limit"}
	}
	f, err := os.CreateTemp(r.o.CacheDir, "member-*")
	if err != nil {
		return nil, err
	}
	err = os.Remove(f.Name())
	if err == nil {
		_, err = io.Copy(io.NewOffsetWriter(f, 0), io.NewSectionReader(m.file, msg.off, msg.len))
	}
	if err != nil {
		f.Close()
		return nil, err
	}
	return f, nil
}
