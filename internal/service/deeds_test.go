package service

import (
	"slices"
	"strings"
	"testing"

	"github.com/sparsearch/spar/internal/api"
	"github.com/sparsearch/spar/internal/spar"
	"github.com/sparsearch/spar/internal/tongue"
)

// TestDeedsInAllLanguages: each phrase of the trail has a line in each language with the same holes, the last of an operation has none, and
// no operation has two wordings.
func TestDeedsInAllLanguages(t *testing.T) {
	all := []spar.Phrase{notDone, everybody, unknownOne, theServer, andMore}
	for _, p := range outcomes {
		all = append(all, p)
	}
	all = append(all, aPreview, mayRead, mayNotRead, everything)
	for _, more := range []map[string]spar.Phrase{deedRoles, deedDetails} {
		for _, p := range more {
			all = append(all, p)
		}
	}
	for _, d := range deedWordings {
		all = append(all, d.says...)
		if last := d.says[len(d.says)-1]; len(holes(string(last))) > 0 {
			t.Errorf("%s: the last phrase needs something: %s", d.operations, last)
		}
		if !slices.Contains(deedKinds, d.kind) {
			t.Errorf("%s: the kind %s is in no list", d.operations, d.kind)
		}
	}
	for _, p := range all {
		want := holes(string(p))
		slices.Sort(want)
		for _, language := range tongue.Languages() {
			said, is := tongue.Line(language, ofDeeds+string(p))
			got := holes(said)
			slices.Sort(got)
			if !is || !slices.Equal(got, want) {
				t.Errorf("%s.txt has no line deed:%s with the holes %q: %q", language, p, want, said)
			}
		}
	}
	n := 0
	for _, d := range deedWordings {
		n += strings.Count(d.operations, " ") + 1
	}
	if n != len(deedsOf()) {
		t.Errorf("%d operations have %d wordings", len(deedsOf()), n)
	}
}

// TestTell says entries in words.
func TestTell(t *testing.T) {
	names := func(owner string) string { return map[string]string{"uid:0": "root", "person:anna": "anna"}[owner] }
	for _, tc := range []struct {
		language          string
		e                 api.AuditEntry
		kind, says, ended string
	}{
		{"en", api.AuditEntry{Operation: "changeSetting", About: []string{"name=llm-url", "value=http://x"}}, deedSettings, "changed the setting llm-url to http://x", ""},
		{"de", api.AuditEntry{Operation: "changeSetting", About: []string{"name=llm-url"}}, deedSettings, "hat der Einstellung llm-url wieder ihre Vorgabe gegeben", ""},
		{"en", api.AuditEntry{Operation: "changeSetting", Outcome: "begun"}, deedSettings, "changed a setting", "begun"},
		{"en", api.AuditEntry{Operation: "setRights", About: []string{"name=docs", "rights=table", "gives=docs:**,user:anna,allow", "gives=docs:**,everyone,deny"}}, deedRights,
			"gave anna rights in the share docs and took some from everyone", ""},
		{"es", api.AuditEntry{Operation: "setRights", About: []string{"name=docs", "takes=docs:a,b/**,group:hr,allow", "takes=docs:**,user:eve,allow"}}, deedRights,
			"quitó a group:hr y 1 más derechos en el recurso docs", ""},
		{"fr", api.AuditEntry{Operation: "ask", Question: "Qui {scope} ?", Outcome: "refused"}, deedQuestions, "a demandé «\u00a0Qui {scope} ?\u00a0»", "les fichiers ne le disent pas"},
		{"de", api.AuditEntry{Operation: "addTag", Outcome: "forbidden"}, deedTags, "hat ein Schlagwort angelegt", "nicht geschehen: nicht erlaubt"},
		{"en", api.AuditEntry{Operation: "shareWorkspace", About: []string{"name=Travel", "who=uid:0", "role=reader"}}, deedWorkspaces, "gave root the role “reads and asks” in the workspace “Travel”", ""},
		{"de", api.AuditEntry{Operation: "shareWorkspace", About: []string{"dry_run=true", "name=uid:0/Travel", "who=uid:0", "role=viewer"}}, deedWorkspaces, "hat root im Arbeitsbereich „Travel“ die Rolle „fragt und sieht“ gegeben", "nur eine Vorschau: nichts wurde geändert"},
		{"en", api.AuditEntry{Operation: "restore", About: []string{"id=ws-1", "of=workspace", "restored=Travel"}}, deedServer, "restored the workspace “Travel” from the trash", ""},
		{"en", api.AuditEntry{Operation: "chooseBackupFolder", About: []string{"folder=/srv", "make=copies"}}, deedServer, "has backups go to the new folder copies in /srv", ""},
		{"en", api.AuditEntry{Operation: "starWorkspace", About: []string{"name=Travel", "starred=true"}}, deedWorkspaces, "keeps the workspace “Travel” at hand", ""},
		{"en", api.AuditEntry{Operation: "starWorkspace", About: []string{"name=Travel"}}, deedWorkspaces, "no longer keeps the workspace “Travel” at hand", ""},
		{"en", api.AuditEntry{Operation: "limits", About: []string{"share=docs"}}, deedShares, "looked at how fast and when the share docs is read", ""},
		{"en", api.AuditEntry{Operation: "limits", About: []string{"letters=any", "share=docs"}}, deedShares, "changed how fast and when the share docs is read", ""},
		{"en", api.AuditEntry{Operation: "open", Files: []string{"docs:hr/pay.pdf#page=3", "docs:hr/pay.pdf#page=4", "docs:a"}}, deedFiles, "opened docs:hr/pay.pdf and 1 more", ""},
		{"en", api.AuditEntry{Operation: "paintShare", Outcome: "teapot"}, deedServer, "paintShare", "not done: teapot"},
	} {
		if tc.e.Outcome == "" {
			tc.e.Outcome = "done"
		}
		teller{language: tc.language, called: names}.tell(&tc.e)
		if tc.e.Kind != tc.kind || tc.e.Says != tc.says || tc.e.Ended != tc.ended {
			t.Errorf("%s %s %q: %s, %q, %q; want %s, %q, %q", tc.language, tc.e.Operation, tc.e.About, tc.e.Kind, tc.e.Says, tc.e.Ended, tc.kind, tc.says, tc.ended)
		}
	}
	for _, tc := range []struct {
		e    api.AuditEntry
		want string
	}{
		{api.AuditEntry{Operation: "shareWorkspace", About: []string{"name=Travel", "who=uid:0", "role=reader"}}, ""},
		{api.AuditEntry{Operation: "paintShare", About: []string{"name=docs", "who=uid:0", "for=uid:77", "colour=red"}}, "name=docs who=uid:0 for=uid:77 colour=red"},
		{api.AuditEntry{Operation: "setRights", About: []string{"name=docs", "gives=docs:**,user:anna,allow", "gives=docs:a/**,user:anna,allow"}}, "anna may read the whole share anna may read docs:a/**"},
		{api.AuditEntry{Operation: "setRights", About: []string{"name=docs", "takes=.,user:anna,allow", "gives=... 9 more"}}, "anna may no longer read the whole share"},
		{api.AuditEntry{Operation: "ask", About: []string{"stream=true", "made=7", "budget=5m"}}, ""},
		{api.AuditEntry{Operation: "addPerson", About: []string{"name=eva", `groups=["staff","law"]`, "role=curator"}}, "groups staff, law"},
		{api.AuditEntry{Operation: "revokeToken", About: []string{"id=12", "n=1", "who=uid:0", "folder=1"}}, "root folder 1"},
	} {
		tc.e.Outcome = "done"
		if (teller{language: "en", called: names}).tell(&tc.e); strings.Join(tc.e.Details, " ") != tc.want {
			t.Errorf("%s %q has the details %q, want %q", tc.e.Operation, tc.e.About, tc.e.Details, tc.want)
		}
	}
	for via, want := range map[string]string{"server": "der Server", "api": "jemand"} {
		e := api.AuditEntry{Via: via, Operation: "start", Outcome: "done"}
		if (teller{language: "de", called: names}).tell(&e); e.Name != want {
			t.Errorf("who did it by %s: %q", via, e.Name)
		}
	}
}
