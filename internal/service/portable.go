package service

import (
	"archive/tar"
	"bufio"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"hash"
	"io"
	"maps"
	"os"
	"slices"
	"strings"
	"time"

	"github.com/sparsearch/spar/internal/api"
	"github.com/sparsearch/spar/internal/spar"
	"github.com/sparsearch/spar/internal/workspace"
)

// An exported workspace is a tar of lines of JSON, with a manifest with their sums at the end. Text of files in it is only for people and
// other programs: an import never takes it as the text of a file, which it might not be.
const (
	portableVersion  = 1
	portableManifest = "manifest.json"
	portableFiles    = "files.jsonl"   // portableFile
	portableThreads  = "threads.jsonl" // api.Thread
	portableText     = "text.jsonl"    // portablePassage

	mostPortable = 4 << 30   // bytes of a part of an imported export
	mostLine     = 64 << 20  // bytes of a line of it
	mostFiles    = 5_000_000 // files and
	mostThreads  = 100_000   // threads of it
	mostPath     = 64 << 10  // bytes of a path
	mostTurn     = 4 << 20   // bytes of the answer of a turn
)

type (
	manifest struct {
		Version int       `json:"version"`
		Made    time.Time `json:"made"`
		Name    string    `json:"name"`
		Scope   string    `json:"scope"`
		Encoder string    `json:"encoder,omitempty"`
		Owner   string    `json:"owner"`
		Parts   []part    `json:"parts"`
	}
	part struct {
		Name   string `json:"name"`
		Size   int64  `json:"size"`
		SHA256 string `json:"sha256"`
	}
	portableFile struct {
		Share string `json:"share"`
		api.Path
		Size     int64     `json:"size"`
		Modified time.Time `json:"modified"`
		Hash     string    `json:"sha256,omitempty"`
		Format   string    `json:"format,omitempty"`
		State    string    `json:"state"`
	}
	portablePassage struct {
		Share string `json:"share"`
		api.Path
		Locator spar.Locator `json:"locator"`
		Text    string       `json:"text"`
	}
)

// ExportWorkspace writes a workspace to take it elsewhere: its scope, the list of its files with their sums, and its threads as far as
// the asker may see them; with text also the passages of the read files.
func (s *Service) ExportWorkspace(ctx context.Context, who spar.Principal, name string, to io.Writer, text bool) (api.Portable, error) {
	out := api.Portable{Schema: api.PortableSchema}
	ws, err := s.workspaceFor(ctx, who, name, workspace.Viewer)
	if err != nil {
		return out, err
	}
	v, err := s.view(ctx, who)
	if err != nil {
		return out, err
	}
	files, err := s.filesOf(ctx, who, ws)
	if err != nil {
		return out, err
	}
	out.Workspace = ws.Name
	told, err := s.scopeFor(ctx, who, ws)
	if err != nil {
		return out, err
	}
	m := manifest{Version: portableVersion, Made: time.Now().UTC().Truncate(time.Second), Name: ws.Name, Scope: told, Encoder: ws.Encoder, Owner: ws.Owner}
	counted := &counter{w: to}
	archive := tar.NewWriter(counted)
	err = m.add(archive, portableFiles, func(line func(any) error) error {
		for f := range v.In(files) {
			out.Files++
			if err := line(portableFile{Share: f.Share, Path: api.PathOf(f.Path), Size: f.Size, Modified: f.ModTime.UTC(), Hash: f.Hash.String(), Format: f.Format, State: string(f.State)}); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		return out, err
	}
	err = m.add(archive, portableThreads, func(line func(any) error) error {
		all, err := s.workspaces.Threads(ctx, who)
		if err != nil {
			return err
		}
		for _, t := range all {
			if t.Workspace != ws.ID {
				continue
			}
			told, err := s.Thread(ctx, who, t.Ref(who))
			if err != nil {
				return err
			}
			n := len(told.Turns)
			told.Turns = slices.DeleteFunc(told.Turns, func(t api.Turn) bool { return t.Withheld })
			if out.Withheld += n - len(told.Turns); len(told.Turns) == 0 {
				continue
			}
			out.Threads++
			if err := line(told); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		return out, err
	}
	if text {
		err = m.add(archive, portableText, func(line func(any) error) error {
			for f := range v.In(files) {
				if f.Segment == (spar.SegmentID{}) || !f.State.Searchable() {
					continue
				}
				passages, err := s.engine.Passages(ctx, who, f.Share, f.Path)
				if spar.CodeOf(err) == spar.NotFound { // it has changed or is gone
					continue
				}
				if err != nil {
					return err
				}
				for _, p := range passages {
					if err := line(portablePassage{Share: f.Share, Path: api.PathOf(f.Path), Locator: p.Locator, Text: p.Text}); err != nil {
						return err
					}
				}
			}
			return nil
		})
		if err != nil {
			return out, err
		}
	}
	b, err := json.MarshalIndent(m, "", "  ")
	if err == nil {
		err = archive.WriteHeader(&tar.Header{Name: portableManifest, Mode: 0o600, Size: int64(len(b)), ModTime: m.Made})
	}
	if err == nil {
		_, err = archive.Write(b)
	}
	err = errors.Join(err, archive.Close())
	out.Bytes = counted.n
	return out, err
}

// counter counts the bytes written through it.
type counter struct {
	w io.Writer
	n int64
}

func (c *counter) Write(b []byte) (int, error) {
	n, err := c.w.Write(b)
	c.n += int64(n)
	return n, err
}

// add writes a part of an export. It spools the part first, because a tar states the size of each part before it.
func (m *manifest) add(archive *tar.Writer, name string, write func(line func(any) error) error) (err error) {
	spool, err := os.CreateTemp("", "spar-export-")
	if err != nil {
		return err
	}
	// If the system allows it, the open file loses its name at once, so that a killed export leaves nothing.
	unnamed := os.Remove(spool.Name()) == nil
	defer func() {
		err = errors.Join(err, spool.Close())
		if !unnamed {
			err = errors.Join(err, os.Remove(spool.Name()))
		}
	}()
	sum := sha256.New()
	buffered := bufio.NewWriter(io.MultiWriter(spool, sum))
	lines := json.NewEncoder(buffered)
	if err := write(lines.Encode); err != nil {
		return err
	}
	if err := buffered.Flush(); err != nil {
		return err
	}
	size, err := spool.Seek(0, io.SeekCurrent)
	if err == nil {
		_, err = spool.Seek(0, io.SeekStart)
	}
	if err == nil {
		err = archive.WriteHeader(&tar.Header{Name: name, Mode: 0o600, Size: size, ModTime: m.Made})
	}
	if err == nil {
		_, err = io.Copy(archive, spool)
	}
	m.Parts = append(m.Parts, part{name, size, hex.EncodeToString(sum.Sum(nil))})
	return err
}

// ImportWorkspace makes a workspace of the asker from an export, under its name or another one. It reads the files within the budget of a
// question, compares each with its sum, and says which differ. It gives nobody a right: it withholds turns that rest on files which are
// missing here or have changed. It imports the workspace with all its threads, or nothing.
func (s *Service) ImportWorkspace(ctx context.Context, who spar.Principal, from io.Reader, as string, progress func(api.Reading)) (out api.Portable, err error) {
	out = api.Portable{Schema: api.PortableSchema}
	if err := must(who, spar.CanRead); err != nil {
		return out, err
	}
	m, files, threads, err := unpack(ctx, from)
	if err != nil {
		return out, err
	}
	if as != "" {
		m.Name = as
	}
	if m.Encoder != "" {
		if _, err := s.encoderOf(m.Encoder); err != nil {
			out.Notes = append(out.Notes, fmt.Sprintf("the workspace had the encoder %s, which is not here: its questions use the one in use", m.Encoder))
			m.Encoder = ""
		}
	}
	encoder, err := s.encoderOf(m.Encoder)
	if err != nil {
		return out, err
	}
	if err := s.workspaces.Free(ctx, who, m.Name); err != nil {
		return out, err
	}
	if out.Notes, out.Do, err = s.notHere(ctx, who, files, out.Notes); err != nil {
		return out, err
	}
	sc, _, err := s.selects(ctx, who, m.Scope)
	if spar.CodeOf(err) == spar.NotFound && len(out.Do) > 0 {
		return out, spar.Errorf(spar.NotFound, "the scope of the workspace %s names what is not here (%s): bring its shares under their names first, then import again", m.Name, m.Scope).Try(out.Do...)
	}
	if err != nil {
		return out, err
	}
	sel, err := s.selection(ctx, who, workspace.Workspace{Owner: who.Owner(), Scope: sc})
	if err != nil {
		return out, err
	}
	set, err := s.settings()
	if err != nil {
		return out, err
	}
	sel.Budget = set.Budget
	if _, err := s.engine.ReadAhead(ctx, sel, telling(progress)); err != nil {
		return out, err
	}
	v, err := s.view(ctx, who)
	if err != nil {
		return out, err
	}
	may, err := v.readable()
	if err != nil {
		return out, err
	}
	here := func(share string, path api.Path) (spar.File, bool) {
		f, ok := v.Named(share, rawPath(path))
		return f, ok && may.may.Contains(uint32(f.ID))
	}
	for _, was := range files {
		how := ""
		switch f, ok := here(was.Share, was.Path); {
		case !ok:
			out.Missing, how = out.Missing+1, "missing"
		case was.Hash != "" && f.Hash.String() == was.Hash, was.Hash == "" && f.Size == was.Size && f.ModTime.Equal(was.Modified):
			out.Same++
		case f.Hash == (spar.Hash{}) && f.Size == was.Size:
			out.Unread++
		default:
			out.Changed, how = out.Changed+1, "changed"
		}
		if how != "" && len(out.Differing) < mostDrift {
			out.Differing = append(out.Differing, api.DriftFile{FileName: api.FileName{Share: was.Share, Path: was.Path}, How: how})
		}
	}
	bring := bringing{ctx: ctx, s: s, who: who, here: here, imported: importedBy(who, m)}
	var list []workspace.Conversation
	for _, t := range threads {
		list = append(list, bring.conversation(t))
	}
	if bring.unverified > 0 {
		out.Notes = append(out.Notes, fmt.Sprintf("%s in the threads not found in the files here, and marked so: ask again where it matters",
			Plural(bring.unverified, "quotation was", "quotations were")))
	}
	out.Workspace, out.Files, out.Threads = m.Name, len(files), len(list)
	return out, s.workspaces.Bring(ctx, who, m.Name, sc, encoder, list)
}

// notHere adds notes and remedies for the shares of an export that do not exist here or were never scanned.
func (s *Service) notHere(ctx context.Context, who spar.Principal, files []portableFile, notes []string) ([]string, []spar.Remedy, error) {
	of := map[string]int{}
	for _, f := range files {
		of[f.Share]++
	}
	shares, err := s.engine.SharesFor(ctx, who)
	if err != nil {
		return notes, nil, err
	}
	var do []spar.Remedy
	for _, name := range slices.Sorted(maps.Keys(of)) {
		i := slices.IndexFunc(shares, func(sh spar.Share) bool { return sh.Name == name })
		if i < 0 {
			notes = append(notes,
				fmt.Sprintf("%s of the share %q, which is not here: make their folder a share of that name, delete this workspace "+
					"and import it again", Plural(of[name], "file is", "files are"), name))
			do = append(do, spar.Remedy{Do: spar.AddShare, Name: name})
			continue
		}
		scanned, err := s.catalog.Scanned(ctx, shares[i])
		if err != nil {
			return notes, do, err
		}
		if !scanned {
			notes = append(notes, fmt.Sprintf("%s of the share %q, which was never scanned: scan it, delete this workspace and import it again", Plural(of[name], "file is", "files are"), name))
			do = append(do, spar.Remedy{Do: spar.ScanShare, Name: name})
		}
	}
	return notes, do, nil
}

// unpack reads an export, and refuses an incomplete one.
func unpack(ctx context.Context, from io.Reader) (m manifest, files []portableFile, threads []api.Thread, err error) {
	broken := func(format string, args ...any) error {
		return spar.Errorf(spar.Invalid, "this is no whole export of a workspace: "+format, args...)
	}
	archive := tar.NewReader(from)
	sums := map[string]part{}
	for {
		h, err := archive.Next()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return m, nil, nil, broken("%w", err)
		}
		if _, again := sums[h.Name]; again || m.Version != 0 {
			return m, nil, nil, broken("it has %q where nothing more may come", h.Name)
		}
		if h.Typeflag != tar.TypeReg || h.Size > mostPortable || slices.ContainsFunc(slices.Collect(maps.Keys(h.PAXRecords)), func(k string) bool { return strings.HasPrefix(k, "GNU.sparse") }) {
			return m, nil, nil, broken("%s is no plain file of at most %d bytes", h.Name, int64(mostPortable))
		}
		in := &summed{ctx: ctx, r: archive, sum: sha256.New()}
		switch h.Name {
		case portableManifest:
			if err := json.NewDecoder(io.LimitReader(in, mostLine)).Decode(&m); err != nil {
				return m, nil, nil, broken("%s: %w", h.Name, err)
			}
			if m.Version != portableVersion {
				return m, nil, nil, spar.Errorf(spar.Invalid, "the export has version %d, and this program reads version %d: export the workspace again from a SPAR of the same release as this one", m.Version, portableVersion)
			}
			continue
		case portableFiles:
			err = each(in, mostFiles, func(f portableFile) error {
				files = append(files, f)
				return namesFile(f.Share, f.Path)
			})
		case portableThreads:
			err = each(in, mostThreads, func(t api.Thread) error { threads = append(threads, t); return boundedThread(t) })
		case portableText:
			_, err = io.Copy(io.Discard, in)
		default:
			err = fmt.Errorf("it is no part of an export")
		}
		if err != nil {
			return m, nil, nil, broken("%s: %w", h.Name, err)
		}
		sums[h.Name] = part{h.Name, in.n, hex.EncodeToString(in.sum.Sum(nil))}
	}
	if m.Version == 0 {
		return m, nil, nil, broken("it has no %s", portableManifest)
	}
	if len(m.Scope) > mostPath || len(m.Encoder) > longLabel || len(m.Owner) > longLabel {
		return m, nil, nil, broken("%s: the scope may have %d bytes, the encoder and the owner %d", portableManifest, mostPath, longLabel)
	}
	for _, p := range m.Parts {
		if sums[p.Name] != p {
			return m, nil, nil, broken("%s is not what the manifest says: the file was changed or cut off", p.Name)
		}
	}
	if len(sums) != len(m.Parts) {
		return m, nil, nil, broken("it has parts that the manifest does not name")
	}
	return m, files, threads, nil
}

// summed reads a part, and sums and counts its bytes.
type summed struct {
	ctx context.Context
	r   io.Reader
	sum hash.Hash
	n   int64
}

func (s *summed) Read(b []byte) (int, error) {
	if err := s.ctx.Err(); err != nil {
		return 0, err
	}
	n, err := s.r.Read(b)
	s.sum.Write(b[:n])
	s.n += int64(n)
	return n, err
}

// each reads lines of JSON, at most most.
func each[T any](r io.Reader, most int, do func(T) error) error {
	lines := bufio.NewScanner(r)
	lines.Buffer(nil, mostLine)
	n := 0
	for lines.Scan() {
		if n++; n > most {
			return fmt.Errorf("it has more than %d lines", most)
		}
		var v T
		if err := json.Unmarshal(lines.Bytes(), &v); err != nil {
			return fmt.Errorf("line %d: %w", n, err)
		}
		if err := do(v); err != nil {
			return fmt.Errorf("line %d: %w", n, err)
		}
	}
	return lines.Err()
}
