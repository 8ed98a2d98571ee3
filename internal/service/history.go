package service

import (
	"context"
	"slices"
	"strings"
	"time"

	"github.com/sparsearch/spar/internal/api"
	"github.com/sparsearch/spar/internal/spar"
	"github.com/sparsearch/spar/internal/workspace"
)

// mostInquiries is how much of its history a workspace tells.
const mostInquiries = 10_000

// WorkspaceHistory tells who asked what in a workspace, when and from which files, and who opened which places, the latest first. It
// withholds entries that rest on files that the reader may not read.
func (s *Service) WorkspaceHistory(ctx context.Context, who spar.Principal, name string) ([]api.Inquiry, error) {
	ws, err := s.workspaceFor(ctx, who, name, workspace.Viewer)
	if err != nil {
		return nil, err
	}
	return s.history(ctx, who, ws, mostInquiries)
}

func (s *Service) history(ctx context.Context, who spar.Principal, ws workspace.Workspace, limit int) ([]api.Inquiry, error) {
	asked, err := s.workspaces.Inquiries(ctx, ws.ID, limit, s.engine.Alive)
	if err != nil {
		return nil, err
	}
	opened, err := s.workspaces.Openings(ctx, ws.ID, limit)
	if err != nil {
		return nil, err
	}
	turns := make([]workspace.Turn, len(asked), len(asked)+len(opened))
	for i, q := range asked {
		turns[i] = q.Turn
	}
	for _, o := range opened {
		turns = append(turns, workspace.Turn{Uses: []workspace.Use{{File: o.File}}})
	}
	may, err := s.mayShow(ctx, who, turns)
	if err != nil {
		return nil, err
	}
	called := calling()
	list := make([]api.Inquiry, 0, len(turns))
	for i, q := range asked {
		one := api.Inquiry{Schema: api.InquirySchema, At: stamp(q.Turn.Asked), Who: q.Thread.Owner, Name: called(q.Thread.Owner), Did: "ask", Thread: q.Thread.Ref(who), Turn: q.Turn.Number}
		one.Imported = toldImported(q.Turn.Imported, called)
		own := mine(who, q.Thread)
		may[i] = may[i] && (own || restsOnKnown(q.Turn))
		if may[i] || own {
			one.Question, one.State = q.Turn.Question, string(q.Turn.State)
		}
		if one.Withheld = !may[i]; may[i] {
			one.Files = restsOn(q.Turn)
		}
		list = append(list, one)
	}
	for i, o := range opened {
		one := api.Inquiry{Schema: api.InquirySchema, At: stamp(o.At), Who: o.Who, Name: called(o.Who), Did: "open"}
		if one.Withheld = !may[len(asked)+i]; !one.Withheld {
			one.Open, one.Dwelt = o.Place, int(o.Dwelt.Seconds())
		}
		list = append(list, one)
	}
	slices.SortStableFunc(list, func(a, b api.Inquiry) int { return strings.Compare(b.At, a.At) })
	return list[:min(limit, len(list))], nil
}

// restsOn returns the files that an answer rests on.
func restsOn(t workspace.Turn) (list []api.FileName) {
	for _, u := range t.Uses {
		if name := (api.FileName{Share: u.Share, Path: api.PathOf(string(u.Path))}); !slices.Contains(list, name) {
			list = append(list, name)
		}
	}
	return list
}

// KeepHistory sets how much history a workspace keeps: all; questions, without the places that were opened; a number of days such as 90d;
// or both, as questions,90d. SPAR forgets everything else at once and for good, whoever it belongs to.
func (s *Service) KeepHistory(ctx context.Context, who spar.Principal, name, keep string) (api.Workspace, error) {
	k, err := workspace.ParseKeep(keep)
	if err != nil {
		return api.Workspace{}, err
	}
	ws, err := s.workspaceFor(ctx, who, name, workspace.Owner)
	if err != nil {
		return api.Workspace{}, err
	}
	if err := s.workspaces.Keep(ctx, ws, k); err != nil {
		return api.Workspace{}, err
	}
	return s.told(ctx, who, ws)
}

// ForgetHistory deletes what the asker has asked and opened in a workspace, and returns the number of deleted threads.
func (s *Service) ForgetHistory(ctx context.Context, who spar.Principal, name string) (int, error) {
	ws, err := s.workspaceFor(ctx, who, name, workspace.Viewer)
	if err != nil {
		return 0, err
	}
	return s.workspaces.ForgetOwn(ctx, who, ws.ID)
}

// noteOpening stores that somebody opened a place from within a workspace.
func (s *Service) noteOpening(ctx context.Context, who spar.Principal, name string, a spar.Address, file spar.FileID) error {
	ws, err := s.workspaceFor(ctx, who, name, workspace.Viewer)
	if err != nil {
		return err
	}
	if !ws.Keep.Opened {
		return nil
	}
	return s.workspaces.NoteOpening(ctx, ws.ID, workspace.Opening{Who: who.Owner(), At: time.Now(), File: file, Place: placeKept(a)})
}

// placeKept returns a place as a history stores it: without words of its file, which may be purged.
func placeKept(a spar.Address) string {
	a.Locator.Heading, a.Locator.Sheet = "", ""
	return a.String()
}

// Dwell adds to the time that the asker has looked at a place that they opened from within a workspace. It stores nothing if the
// workspace keeps no openings.
func (s *Service) Dwell(ctx context.Context, who spar.Principal, name, place string, seconds int) error {
	if seconds <= 0 || seconds > int(workspace.MostDwell.Seconds()) {
		return spar.Errorf(spar.Invalid, "a place is looked at for 1 to %d seconds at a time, not for %d", int(workspace.MostDwell.Seconds()), seconds)
	}
	a, err := spar.ParseAddress(place)
	if err != nil {
		return err
	}
	ws, err := s.workspaceFor(ctx, who, name, workspace.Viewer)
	if err != nil || !ws.Keep.Opened {
		return err
	}
	for _, path := range spellings(a.Path) {
		a.Path = path
		if kept, err := s.workspaces.NoteDwell(ctx, ws.ID, who, placeKept(a), time.Duration(seconds)*time.Second); kept || err != nil {
			return err
		}
	}
	return spar.Errorf(spar.NotFound, "you have not opened %q from within the workspace %q", place, name)
}

// stamp is a time as it is told, "" for none.
func stamp(t time.Time) string {
	if t.IsZero() {
		return ""
	}
	return t.UTC().Format(time.RFC3339)
}
