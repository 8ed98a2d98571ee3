package server

import (
	"net/http/httptest"
	"slices"
	"strings"
	"testing"
)

// deeds are the operations whose requests are never a look: they change, order or ask something, or take a copy away.
var deeds = strings.Fields(`
	ask search searchFiles summarize table startAnswer stopAnswer replayTurn original exportWorkspace filesTable threadPage
	setAttributes unsetAttributes do saveScope renameScope deleteScope shareScope
	createWorkspace editWorkspace renameWorkspace deleteWorkspace updateWorkspace resetWorkspace forgetHistory importWorkspace
	keepHistory dwell followMoves archiveWorkspace expireWorkspace shareWorkspace starWorkspace transferWorkspace reactivateWorkspace
	terminateWorkspace pinWorkspace followWorkspace
	deleteThread renameThread shareThread rateTurn restore createToken revokeToken
	addTag editTag renameTag removeTag mergeTag assign unassign reviewAll judgeAll propose acceptGroup mendTags review importVocabulary undoBatch
	addShare addShareWithin renameShare removeShare relocateShare setRights scan startScan stopScan startWork pauseWork resumeWork stopWork
	cost reread check purge startBackup chooseBackupFolder allowFolder
	changeSetting useModel revertModel useWriter tryWriter connect forgetAccount addPerson changePerson invitePerson`)

// looked are the operations whose requests are all looks.
var looked = strings.Fields(`
	me open view picture thumbnail files countFiles file versions duplicates attributes attribute attributeTypes attributeFaults complete
	answers answer answerEvents explainScope whyFile divideScope folderTree sureQuestions diagnoseScope relaxScope parseSentence printScope
	savedScopes savedScope workspaces workspace workspaceFiles workspaceHistory threads thread changes trash tokens
	tags tag pending countPending suggest reviewQueue reviewSources groups tagParents auditTags vocabularies taxonomyProblems
	rules checkRules batches batch sampleBatch shares share scans works status
	models foundModels accounts folders configuration directory backups personSees audit shareRights tryRights`)

// TestLooksOfAll: each operation is known as a look, as a deed, or as one whose requests are told apart by what they say. Who adds an
// operation says here which it is.
func TestLooksOfAll(t *testing.T) {
	s := &Server{}
	s.o.Admin = true
	known := 0
	for _, op := range s.operations() {
		does, shows := slices.Contains(deeds, op.id), slices.Contains(looked, op.id)
		if _, either := partly[op.id]; either {
			if does || shows {
				t.Errorf("%s is in two lists", op.id)
			}
			known++
			continue
		}
		if does == shows {
			t.Errorf("%s is in none of the lists, or in both", op.id)
		}
		known++
		if got := looking(t, op, requests[op.id].query, requests[op.id].body); got != shows {
			t.Errorf("%s is a look: %t", op.id, got)
		}
	}
	if known != len(deeds)+len(looked)+len(partly) {
		t.Errorf("%d operations, and the lists have %d", known, len(deeds)+len(looked)+len(partly))
	}
	for _, c := range []struct {
		id, query, body string
		want            bool
	}{
		{"limits", "", `{"share": "docs"}`, true}, {"limits", "", `{"share": "docs", "letters": "any"}`, false}, {"limits", "?letters=any", `{"share": "docs"}`, false},
		{"limits", "", `{"share": "docs"} {"share": "docs"}`, false}, {"limits", "", `{"share": "docs", "Letters": "any"}`, false}, {"limits", "", `[]`, false},
		{"ignore", "", `{"share": "docs"}`, true}, {"ignore", "", `{"share": "docs", "rules": []}`, true}, {"ignore", "?clear=true", `{"share": "docs"}`, false},
		{"applyRules", "", `{"dry_run": true}`, true}, {"applyRules", "", `{}`, false}, {"applyRules", "?dry_run=false", `{"dry_run": true}`, false},
		{"doctor", "", "", true}, {"doctor", "?model=true", "", false}, {"doctor", "?model=t", "", false}, {"doctor", "?model=perhaps", "", false},
	} {
		i := slices.IndexFunc(s.operations(), func(op operation) bool { return op.id == c.id })
		if got := looking(t, s.operations()[i], c.query, c.body); got != c.want {
			t.Errorf("%s%s %s is a look: %t", c.id, c.query, c.body, got)
		}
	}
}

// looking asks whether a request is a look, and whether the operation still finds its body then.
func looking(t *testing.T, op operation, query, body string) bool {
	t.Helper()
	if i := strings.IndexByte(query, '?'); i >= 0 {
		query = query[i:]
	} else {
		query = ""
	}
	r := httptest.NewRequest(op.method, prefix+"/x"+query, strings.NewReader(body))
	r.Header.Set("Content-Type", "application/json")
	is, err := looks(&call{op: op, w: httptest.NewRecorder(), r: r})
	left := make([]byte, len(body)+1)
	if n, _ := r.Body.Read(left); err != nil || string(left[:n]) != body {
		t.Errorf("%s: %v, and the body is %q then", op.id, err, left)
	}
	return is
}
