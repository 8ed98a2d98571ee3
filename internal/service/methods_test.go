package service_test

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/sparsearch/spar/internal/api"
	"github.com/sparsearch/spar/internal/nearest"
	"github.com/sparsearch/spar/internal/service"
	"github.com/sparsearch/spar/internal/spar"
)

// A method is what somebody needs to call it, and a call with arguments that name what the house of hidden files has.
type method struct {
	needs spar.Capability
	call  func(s *service.Service, ctx context.Context, who spar.Principal) (any, error)
}

// quiet is a method without a result but an error.
func quiet(call func(s *service.Service, ctx context.Context, who spar.Principal) error) func(*service.Service, context.Context, spar.Principal) (any, error) {
	return func(s *service.Service, ctx context.Context, who spar.Principal) (any, error) {
		return nil, call(s, ctx, who)
	}
}

var (
	secret    = "docs:secret/plan.md"
	secretive = api.Target{Files: []string{secret}}
	folder    = "/nonexistent"
)

// methods is what each method of Service that takes who asks needs.
var methods = map[string]method{
	"Ask": {spar.CanRead, func(s *service.Service, ctx context.Context, who spar.Principal) (any, error) {
		return all(s.Ask(ctx, who, api.Question{Question: "what is the plan of the merger?"}))
	}},
	"Table": {spar.CanRead, func(s *service.Service, ctx context.Context, who spar.Principal) (any, error) {
		return s.Table(ctx, who, api.TableQuestion{Files: []string{secret}, Question: "how many rows?"})
	}},
	"Search": {spar.CanRead, func(s *service.Service, ctx context.Context, who spar.Principal) (any, error) {
		return all(s.Search(ctx, who, api.Question{Question: "merger"}))
	}},
	"SearchFiles": {spar.CanRead, func(s *service.Service, ctx context.Context, who spar.Principal) (any, error) {
		return s.SearchFiles(ctx, who, api.Question{Question: "merger OR zebra*"})
	}},
	"Prepare": {spar.CanRead, func(s *service.Service, ctx context.Context, who spar.Principal) (any, error) {
		return all(s.Prepare(ctx, who, api.Question{Question: "merger"}))
	}},
	"EmbedAll": {spar.CanRead, func(s *service.Service, ctx context.Context, who spar.Principal) (any, error) {
		return s.EmbedAll(ctx, who, api.Question{Question: "merger"}, func(int, int) {})
	}},
	"Open": {spar.CanRead, func(s *service.Service, ctx context.Context, who spar.Principal) (any, error) {
		return s.Open(ctx, who, secret, "")
	}},
	"Work": {spar.CanOperate, quiet(func(s *service.Service, ctx context.Context, who spar.Principal) error {
		return s.Work(ctx, who, api.NewWork{Kind: api.WorkRead}, service.WorkAt{}, func(service.WorkAt) {})
	})},
	"Accounts": {spar.CanAdminister, func(s *service.Service, ctx context.Context, who spar.Principal) (any, error) {
		return s.Accounts(ctx, who)
	}},
	"FoundModels": {spar.CanAdminister, func(s *service.Service, ctx context.Context, who spar.Principal) (any, error) {
		return s.FoundModels(ctx, who)
	}},
	"UseWriter": {spar.CanAdminister, func(s *service.Service, ctx context.Context, who spar.Principal) (any, error) {
		return s.UseWriter(ctx, who, api.WriterChoice{})
	}},
	"CountedShares": {spar.CanRead, func(s *service.Service, ctx context.Context, who spar.Principal) (any, error) {
		return s.CountedShares(ctx, who)
	}},
	"Connect": {spar.CanAdminister, func(s *service.Service, ctx context.Context, who spar.Principal) (any, error) {
		who.Trusted = true
		s.OnConnect(func(map[string]*string) (service.Connection, error) {
			return service.Connection{Keep: func() error { return nil }}, nil
		})
		return s.Connect(ctx, who, api.Connection{What: api.ConnectModel})
	}},
	"TryWriter": {spar.CanAdminister, func(s *service.Service, ctx context.Context, who spar.Principal) (any, error) {
		return s.TryWriter(ctx, who, "")
	}},
	"AddPerson": {spar.CanAdminister, func(s *service.Service, ctx context.Context, who spar.Principal) (any, error) {
		return s.AddPerson(ctx, who, api.NewPerson{Name: "somebody else"})
	}},
	"ChangePerson": {spar.CanAdminister, func(s *service.Service, ctx context.Context, who spar.Principal) (any, error) {
		return s.ChangePerson(ctx, who, api.PersonChange{Name: "nobody there"})
	}},
	"InvitePerson": {spar.CanAdminister, func(s *service.Service, ctx context.Context, who spar.Principal) (any, error) {
		return s.InvitePerson(ctx, who, api.NewInvitation{Name: "nobody there"})
	}},
	"PersonSees": {spar.CanAdminister, func(s *service.Service, ctx context.Context, who spar.Principal) (any, error) {
		return s.PersonSees(ctx, who, "nobody there")
	}},
	"ForgetAccount": {spar.CanAdminister, func(s *service.Service, ctx context.Context, who spar.Principal) (any, error) {
		return s.ForgetAccount(ctx, who, 1)
	}},
	"View": {spar.CanRead, func(s *service.Service, ctx context.Context, who spar.Principal) (any, error) {
		return s.View(ctx, who, service.Look{At: secret})
	}},
	"Original": {spar.CanRead, func(s *service.Service, ctx context.Context, who spar.Principal) (any, error) {
		var b bytes.Buffer
		err := s.Original(ctx, who, service.Look{At: secret}, func(name string, size int64) (io.Writer, error) {
			fmt.Fprintln(&b, name, size)
			return &b, nil
		})
		return b.String(), err
	}},
	"Picture": {spar.CanRead, func(s *service.Service, ctx context.Context, who spar.Principal) (any, error) {
		return s.Picture(ctx, who, service.Look{At: secret}, 0, true)
	}},
	"Diagnose": {spar.CanRead, func(s *service.Service, ctx context.Context, who spar.Principal) (any, error) {
		return s.Diagnose(ctx, who, "path:Secret/** client:zebr tag:zebr")
	}},
	"Names": {spar.CanRead, func(s *service.Service, ctx context.Context, who spar.Principal) (any, error) {
		names := map[string][]string{}
		for _, kind := range []string{"share", "tag", "attribute", "type", "workspace", "vocabulary", "rule", "model", "rights"} {
			names[kind] = slices.Collect(s.Names(ctx, who, kind))
		}
		return names, nil
	}},
	"Computing": {"", func(s *service.Service, ctx context.Context, who spar.Principal) (any, error) {
		_, end, err := s.Computing(ctx, who)
		if err == nil {
			end()
		}
		return nil, err
	}},
	"Complete": {spar.CanRead, func(s *service.Service, ctx context.Context, who spar.Principal) (any, error) {
		words := map[string][]api.Completion{}
		for _, begin := range []string{"", "docs:", "docs:se", "client:", "tag:", "share:", "type:", "has:"} {
			words[begin] = slices.Concat(slices.Collect(s.Complete(ctx, who, "path", begin)), slices.Collect(s.Complete(ctx, who, "scope", begin)), slices.Collect(s.Complete(ctx, who, "tag", begin)))
		}
		return words, nil
	}},
	"Writers": {"", func(s *service.Service, ctx context.Context, who spar.Principal) (any, error) {
		return s.Writers(ctx, who), nil
	}},
	"Meant": {spar.CanRead, func(s *service.Service, ctx context.Context, who spar.Principal) (any, error) {
		var hints []string
		for _, kind := range []string{"share", "tag", "attribute", "workspace", "rule", "vocabulary"} {
			for _, name := range []string{"dox", "zebr", "clent", "mne", "mergrs", "animls"} {
				hints = append(hints, s.Meant(ctx, who, nearest.Unknown{Kind: kind, Name: name}))
			}
		}
		return hints, nil
	}},

	"PrintScope": {spar.CanRead, func(s *service.Service, ctx context.Context, who spar.Principal) (any, error) {
		return s.PrintScope(ctx, who, "(tag:Zebra or @uid:1/shared) -path:secret/**")
	}},
	"ParseSentence": {spar.CanRead, func(s *service.Service, ctx context.Context, who spar.Principal) (any, error) {
		var all []any
		for _, text := range []string{"all files tagged Zebra by Zoe in the folder secret and related documents", "plans of Zebra Ltd from May 2024, not the drafts", "secret markdown files of docs"} {
			for _, guess := range []bool{false, true} {
				out, err := s.ParseSentence(ctx, who, api.Saying{Sentence: text, Now: "2025-06-18", Guess: guess, Guard: true})
				if all = append(all, out); err != nil {
					return all, err
				}
			}
		}
		return all, nil
	}},
	"Do": {spar.CanRead, func(s *service.Service, ctx context.Context, who spar.Principal) (any, error) {
		return s.Do(ctx, who, api.Saying{Sentence: "show the plans tagged Zebra in the folder secret", Now: "2025-06-18"})
	}},
	"Changes": {spar.CanRead, func(s *service.Service, ctx context.Context, who spar.Principal) (any, error) {
		return all(s.Changes(ctx, who, api.ChangesQuery{}))
	}},
	"ScopeNotes": {spar.CanRead, func(s *service.Service, ctx context.Context, who spar.Principal) (any, error) {
		return s.ScopeNotes(ctx, who, "client:zebr* cliemt:zebra")
	}},
	"ExplainScope": {spar.CanRead, func(s *service.Service, ctx context.Context, who spar.Principal) (any, error) {
		return s.ExplainScope(ctx, who, "path:secret/** client:zebr* has:tag type:(markdown|text)")
	}},
	"WhyFile": {spar.CanRead, func(s *service.Service, ctx context.Context, who spar.Principal) (any, error) {
		return s.WhyFile(ctx, who, secret, "client:zebr* or type:pdf")
	}},
	"DivideScope": {spar.CanRead, func(s *service.Service, ctx context.Context, who spar.Principal) (any, error) {
		return s.DivideScope(ctx, who, "", 0)
	}},
	"SureQuestions": {spar.CanRead, func(s *service.Service, ctx context.Context, who spar.Principal) (any, error) {
		return s.SureQuestions(ctx, who, api.Trying{Questions: []string{"What is the plan of the merger?"}})
	}},
	"FolderTree": {spar.CanRead, func(s *service.Service, ctx context.Context, who spar.Principal) (any, error) {
		return s.FolderTree(ctx, who, "", "docs:")
	}},
	"DiagnoseScope": {spar.CanRead, func(s *service.Service, ctx context.Context, who spar.Principal) (any, error) {
		var all []any
		for _, text := range []string{"path:Secret/** size:1GB..", "client:zebr", "folder:secrt name:plan*", "author:Zo type:markdown", ""} {
			d, err := s.DiagnoseScope(ctx, who, text)
			if all = append(all, d); err != nil {
				return all, err
			}
		}
		return all, nil
	}},
	"RelaxScope": {spar.CanRead, func(s *service.Service, ctx context.Context, who spar.Principal) (any, error) {
		return s.RelaxScope(ctx, who, "client:zebr", 1)
	}},
	"SaveScope": {spar.CanRead, func(s *service.Service, ctx context.Context, who spar.Principal) (any, error) {
		return s.SaveScope(ctx, who, api.Scope{Name: "own", Text: "path:secret/** or client:*"})
	}},
	"SavedScopes": {spar.CanRead, func(s *service.Service, ctx context.Context, who spar.Principal) (any, error) {
		return s.SavedScopes(ctx, who)
	}},
	"SavedScope": {spar.CanRead, func(s *service.Service, ctx context.Context, who spar.Principal) (any, error) {
		return s.SavedScope(ctx, who, "hidden")
	}},
	"RenameScope": {spar.CanRead, quiet(func(s *service.Service, ctx context.Context, who spar.Principal) error {
		return s.RenameScope(ctx, who, "hidden", "other")
	})},
	"DeleteScope": {spar.CanRead, func(s *service.Service, ctx context.Context, who spar.Principal) (any, error) {
		return s.DeleteScope(ctx, who, "hidden")
	}},
	"ShareScope": {spar.CanRead, func(s *service.Service, ctx context.Context, who spar.Principal) (any, error) {
		return s.ShareScope(ctx, who, "hidden", true)
	}},

	"Files": {spar.CanRead, func(s *service.Service, ctx context.Context, who spar.Principal) (any, error) {
		return all(s.Files(ctx, who, api.Listing{Sort: "-size", Limit: 3}))
	}},
	"Count": {spar.CanRead, func(s *service.Service, ctx context.Context, who spar.Principal) (any, error) {
		return s.Count(ctx, who, api.Listing{})
	}},
	"File": {spar.CanRead, func(s *service.Service, ctx context.Context, who spar.Principal) (any, error) {
		return s.File(ctx, who, secret, "type:markdown")
	}},
	"Duplicates": {spar.CanRead, func(s *service.Service, ctx context.Context, who spar.Principal) (any, error) {
		groups, coverage, err := s.Duplicates(ctx, who, "", 0)
		return []any{groups, coverage}, err
	}},
	"Summarize": {spar.CanRead, func(s *service.Service, ctx context.Context, who spar.Principal) (any, error) {
		return s.Summarize(ctx, who, api.SummaryQuestion{Documents: 50})
	}},
	"Versions": {spar.CanRead, func(s *service.Service, ctx context.Context, who spar.Principal) (any, error) {
		return s.Versions(ctx, who, secret, "")
	}},
	"Rights": {spar.CanAdminister, func(s *service.Service, ctx context.Context, who spar.Principal) (any, error) {
		return s.Rights(ctx, who, stranger, secret)
	}},

	"Backups": {spar.CanAdminister, func(s *service.Service, ctx context.Context, who spar.Principal) (any, error) {
		return s.Backups(ctx, who)
	}},
	"ChooseBackupFolder": {spar.CanAdminister, func(s *service.Service, ctx context.Context, who spar.Principal) (any, error) {
		return s.ChooseBackupFolder(ctx, who, api.NewBackupFolder{Folder: folder})
	}},
	"BeginBackup": {spar.CanAdminister, func(s *service.Service, ctx context.Context, who spar.Principal) (any, error) {
		_, err := s.BeginBackup(ctx, who, "test")
		return nil, err
	}},
	"Folders": {spar.CanAdminister, func(s *service.Service, ctx context.Context, who spar.Principal) (any, error) {
		return s.Folders(ctx, who, "")
	}},
	"AddShareWithin": {spar.CanAdminister, func(s *service.Service, ctx context.Context, who spar.Principal) (any, error) {
		return s.AddShareWithin(ctx, who, api.NewShare{Folder: folder})
	}},
	"ChangeSetting": {spar.CanAdminister, func(s *service.Service, ctx context.Context, who spar.Principal) (any, error) {
		s.OnChange(func(string, *string) error { return nil })
		return s.ChangeSetting(ctx, who, "budget", nil)
	}},
	"Configuration": {spar.CanAdminister, func(s *service.Service, ctx context.Context, who spar.Principal) (any, error) {
		return s.Configuration(ctx, who)
	}},
	"Directory": {spar.CanAdminister, func(s *service.Service, ctx context.Context, who spar.Principal) (any, error) {
		return s.Directory(ctx, who)
	}},
	"SetRights": {spar.CanAdminister, func(s *service.Service, ctx context.Context, who spar.Principal) (any, error) {
		return s.SetRights(ctx, who, api.RightsPlan{Name: "docs", Rights: "open"})
	}},
	"TryRights": {spar.CanAdminister, func(s *service.Service, ctx context.Context, who spar.Principal) (any, error) {
		return s.TryRights(ctx, who, api.RightsPlan{Name: "docs", Rights: "table"})
	}},
	"ShareRights": {spar.CanAdminister, func(s *service.Service, ctx context.Context, who spar.Principal) (any, error) {
		return s.ShareRights(ctx, who, "docs")
	}},

	"Attributes": {spar.CanRead, func(s *service.Service, ctx context.Context, who spar.Principal) (any, error) {
		return all(s.Attributes(ctx, who, ""))
	}},
	"Values": {spar.CanRead, func(s *service.Service, ctx context.Context, who spar.Principal) (any, error) {
		return s.Values(ctx, who, "", "client", 0)
	}},
	"AttributeTypes": {spar.CanRead, func(s *service.Service, ctx context.Context, who spar.Principal) (any, error) {
		return s.AttributeTypes(ctx, who)
	}},
	"AttributeFaults": {spar.CanRead, func(s *service.Service, ctx context.Context, who spar.Principal) (any, error) {
		return s.AttributeFaults(ctx, who)
	}},
	"SetAttributes": {spar.CanCurate, func(s *service.Service, ctx context.Context, who spar.Principal) (any, error) {
		return s.SetAttributes(ctx, who, secretive, []api.KeyValue{{Key: "client", Value: "Quagga"}})
	}},
	"UnsetAttributes": {spar.CanCurate, func(s *service.Service, ctx context.Context, who spar.Principal) (any, error) {
		return s.UnsetAttributes(ctx, who, secretive, []string{"client"})
	}},

	"Tags": {spar.CanRead, func(s *service.Service, ctx context.Context, who spar.Principal) (any, error) {
		return s.Tags(ctx, who)
	}},
	"Tag": {spar.CanRead, func(s *service.Service, ctx context.Context, who spar.Principal) (any, error) {
		return s.Tag(ctx, who, "Zebra")
	}},
	"AddTag": {spar.CanCurate, func(s *service.Service, ctx context.Context, who spar.Principal) (any, error) {
		return s.AddTag(ctx, who, api.NewTag{Name: "Okapi"})
	}},
	"EditTag": {spar.CanCurate, quiet(func(s *service.Service, ctx context.Context, who spar.Principal) error {
		return s.EditTag(ctx, who, "Zebra", api.TagEdit{AddSynonyms: []string{"Horse"}})
	})},
	"RenameTag": {spar.CanCurate, func(s *service.Service, ctx context.Context, who spar.Principal) (any, error) {
		return s.RenameTag(ctx, who, "Zebra", "Horse", true)
	}},
	"MergeTag": {spar.CanCurate, func(s *service.Service, ctx context.Context, who spar.Principal) (any, error) {
		return s.MergeTag(ctx, who, "Zebra", "Horse")
	}},
	"RemoveTag": {spar.CanCurate, func(s *service.Service, ctx context.Context, who spar.Principal) (any, error) {
		return s.RemoveTag(ctx, who, "Zebra")
	}},
	"LossOfTag": {spar.CanCurate, func(s *service.Service, ctx context.Context, who spar.Principal) (any, error) {
		return s.LossOfTag(ctx, who, "Zebra")
	}},
	"LossOfLinks": {spar.CanCurate, func(s *service.Service, ctx context.Context, who spar.Principal) (any, error) {
		return s.LossOfLinks(ctx, who, "Zebra", secretive)
	}},
	"Matches": {spar.CanCurate, func(s *service.Service, ctx context.Context, who spar.Principal) (any, error) {
		return s.Matches(ctx, who, secretive)
	}},
	"Assign": {spar.CanCurate, func(s *service.Service, ctx context.Context, who spar.Principal) (any, error) {
		return s.Assign(ctx, who, "Zebra", secretive, false)
	}},
	"Review": {spar.CanCurate, func(s *service.Service, ctx context.Context, who spar.Principal) (any, error) {
		return s.Review(ctx, who, secret, "Zebra", spar.Accepted)
	}},
	"ReviewAll": {spar.CanCurate, func(s *service.Service, ctx context.Context, who spar.Principal) (any, error) {
		return s.ReviewAll(ctx, who, "Zebra", secretive, spar.Rejected)
	}},
	"Pending": {spar.CanCurate, func(s *service.Service, ctx context.Context, who spar.Principal) (any, error) {
		return all(s.Pending(ctx, who, api.PendingQuery{}))
	}},
	"CountPending": {spar.CanCurate, func(s *service.Service, ctx context.Context, who spar.Principal) (any, error) {
		return s.CountPending(ctx, who, api.PendingQuery{})
	}},
	"JudgeAll": {spar.CanCurate, func(s *service.Service, ctx context.Context, who spar.Principal) (any, error) {
		return s.JudgeAll(ctx, who, api.Judging{Review: spar.Rejected})
	}},
	"Suggest": {spar.CanCurate, func(s *service.Service, ctx context.Context, who spar.Principal) (any, error) {
		return all(s.Suggest(ctx, who, api.Suggesting{Target: api.Target{Scope: "path:**"}, Least: .001}))
	}},
	"Propose": {spar.CanCurate, func(s *service.Service, ctx context.Context, who spar.Principal) (any, error) {
		return s.Propose(ctx, who, api.Suggesting{Target: api.Target{Scope: "path:**"}, Least: .001})
	}},
	"ReviewQueue": {spar.CanCurate, func(s *service.Service, ctx context.Context, who spar.Principal) (any, error) {
		return s.ReviewQueue(ctx, who, api.QueueQuery{})
	}},
	"AuditTags": {spar.CanCurate, func(s *service.Service, ctx context.Context, who spar.Principal) (any, error) {
		return s.AuditTags(ctx, who, api.TagAuditQuery{})
	}},
	"MendTags": {spar.CanCurate, func(s *service.Service, ctx context.Context, who spar.Principal) (any, error) {
		return s.MendTags(ctx, who, api.Mending{Do: "off", Tag: "Zebra", Files: []string{secret}})
	}},
	"Groups": {spar.CanCurate, func(s *service.Service, ctx context.Context, who spar.Principal) (any, error) {
		return s.Groups(ctx, who, api.GroupQuery{All: true})
	}},
	"TagParents": {spar.CanCurate, func(s *service.Service, ctx context.Context, who spar.Principal) (any, error) {
		return s.TagParents(ctx, who, api.ParentQuery{Name: "Zebra crossing"})
	}},
	"AcceptGroup": {spar.CanCurate, func(s *service.Service, ctx context.Context, who spar.Principal) (any, error) {
		return s.AcceptGroup(ctx, who, api.GroupAccepting{Group: "0123456789abcdef", Name: "Zebras"})
	}},
	"ReviewSources": {spar.CanCurate, func(s *service.Service, ctx context.Context, who spar.Principal) (any, error) {
		return s.ReviewSources(ctx, who)
	}},

	"Import": {spar.CanCurate, func(s *service.Service, ctx context.Context, who spar.Principal) (any, error) {
		return s.Import(ctx, who, strings.NewReader("id,name\nO,Okapi\n"), service.Importing{Source: "others"})
	}},
	"ImportFile": {spar.CanCurate, func(s *service.Service, ctx context.Context, who spar.Principal) (any, error) {
		return s.ImportFile(ctx, who, "../taxonomy/format/testdata/skos.ttl", service.Importing{})
	}},
	"Vocabulary": {spar.CanRead, func(s *service.Service, ctx context.Context, who spar.Principal) (any, error) {
		return s.Vocabulary(ctx, who, "")
	}},
	"Vocabularies": {spar.CanRead, func(s *service.Service, ctx context.Context, who spar.Principal) (any, error) {
		list, own, err := s.Vocabularies(ctx, who)
		return []any{list, own}, err
	}},
	"TaxonomyProblems": {spar.CanRead, func(s *service.Service, ctx context.Context, who spar.Principal) (any, error) {
		list, n, err := s.TaxonomyProblems(ctx, who)
		return []any{list, n}, err
	}},

	"RulesFile": {"", func(s *service.Service, _ context.Context, who spar.Principal) (any, error) {
		return s.RulesFile(who), nil
	}},
	"Rules": {spar.CanCurate, func(s *service.Service, ctx context.Context, who spar.Principal) (any, error) {
		return s.Rules(ctx, who)
	}},
	"CheckRules": {spar.CanCurate, func(s *service.Service, ctx context.Context, who spar.Principal) (any, error) {
		return s.CheckRules(ctx, who)
	}},
	"TestRules": {spar.CanCurate, func(s *service.Service, ctx context.Context, who spar.Principal) (any, error) {
		list, sums, err := s.TestRules(ctx, who, []string{"mergers"}, "", 0)
		return []any{list, sums}, err
	}},
	"ApplyRules": {spar.CanCurate, func(s *service.Service, ctx context.Context, who spar.Principal) (any, error) {
		return s.ApplyRules(ctx, who, nil, "", true)
	}},
	"ApplyTable": {spar.CanAdminister, func(s *service.Service, ctx context.Context, who spar.Principal) (any, error) {
		return s.ApplyTable(ctx, who, folder, "docs", false, true)
	}},
	"ReadProperties": {spar.CanOperate, func(s *service.Service, ctx context.Context, who spar.Principal) (any, error) {
		return s.ReadProperties(ctx, who, "", 0, 0, nil)
	}},
	"Batches": {spar.CanCurate, func(s *service.Service, ctx context.Context, who spar.Principal) (any, error) {
		return s.Batches(ctx, who)
	}},
	"Batch": {spar.CanCurate, func(s *service.Service, ctx context.Context, who spar.Principal) (any, error) {
		return s.Batch(ctx, who, 1)
	}},
	"SampleBatch": {spar.CanCurate, func(s *service.Service, ctx context.Context, who spar.Principal) (any, error) {
		return s.SampleBatch(ctx, who, 1, 10, 1)
	}},
	"UndoBatch": {spar.CanCurate, func(s *service.Service, ctx context.Context, who spar.Principal) (any, error) {
		return s.UndoBatch(ctx, who, 1)
	}},

	"Threads": {spar.CanRead, func(s *service.Service, ctx context.Context, who spar.Principal) (any, error) {
		return s.Threads(ctx, who, "")
	}},
	"Thread": {spar.CanRead, func(s *service.Service, ctx context.Context, who spar.Principal) (any, error) {
		return s.Thread(ctx, who, "1")
	}},
	"ReplayTurn": {spar.CanRead, func(s *service.Service, ctx context.Context, who spar.Principal) (any, error) {
		return s.ReplayTurn(ctx, who, "1")
	}},
	"MayStillSee": {spar.CanRead, func(s *service.Service, ctx context.Context, who spar.Principal) (any, error) {
		return s.MayStillSee(ctx, who, &api.Answer{Citations: []api.Citation{{Share: "docs", Path: api.Path{Name: "secret/plan.md"}}}}, nil)
	}},
	"RateTurn": {spar.CanRead, quiet(func(s *service.Service, ctx context.Context, who spar.Principal) error {
		return s.RateTurn(ctx, who, "1/1", "down", "")
	})},
	"StarWorkspace": {spar.CanRead, quiet(func(s *service.Service, ctx context.Context, who spar.Principal) error {
		return s.StarWorkspace(ctx, who, "all", true)
	})},
	"ShareThread": {spar.CanRead, func(s *service.Service, ctx context.Context, who spar.Principal) (any, error) {
		return s.ShareThread(ctx, who, "7", "root", true)
	}},
	"RenameThread": {spar.CanRead, quiet(func(s *service.Service, ctx context.Context, who spar.Principal) error {
		return s.RenameThread(ctx, who, "7", "another")
	})},
	"DeleteThread": {spar.CanRead, quiet(func(s *service.Service, ctx context.Context, who spar.Principal) error {
		return s.DeleteThread(ctx, who, "7")
	})},

	"CreateToken": {spar.CanRead, func(s *service.Service, ctx context.Context, who spar.Principal) (any, error) {
		made, err := s.CreateToken(ctx, who, api.NewToken{})
		made.Secret = ""
		return made, err
	}},
	"Tokens": {spar.CanRead, func(s *service.Service, ctx context.Context, who spar.Principal) (any, error) {
		return s.Tokens(ctx, who)
	}},
	"RevokeToken": {spar.CanRead, quiet(func(s *service.Service, ctx context.Context, who spar.Principal) error {
		return s.RevokeToken(ctx, who, 1)
	})},
	"SignIn": {spar.CanRead, quiet(func(s *service.Service, ctx context.Context, who spar.Principal) error {
		_, _, err := s.SignIn(ctx, who, false)
		return err
	})},

	"Trash": {spar.CanRead, func(s *service.Service, ctx context.Context, who spar.Principal) (any, error) {
		return s.Trash(ctx, who)
	}},
	"Restore": {spar.CanRead, func(s *service.Service, ctx context.Context, who spar.Principal) (any, error) {
		return s.Restore(ctx, who, "tag-1", "")
	}},

	"Models": {spar.CanAdminister, func(s *service.Service, ctx context.Context, who spar.Principal) (any, error) {
		return s.Models(ctx, who)
	}},
	"AddModel": {spar.CanAdminister, func(s *service.Service, ctx context.Context, who spar.Principal) (any, error) {
		return s.AddModel(ctx, who, folder, "more")
	}},
	"PullModel": {spar.CanAdminister, func(s *service.Service, ctx context.Context, who spar.Principal) (any, error) {
		ctx, stop := context.WithCancel(ctx)
		stop() // nothing is fetched
		return s.PullModel(ctx, who, "some/model", "more", "", nil)
	}},
	"UseModel": {spar.CanAdminister, func(s *service.Service, ctx context.Context, who spar.Principal) (any, error) {
		return s.UseModel(ctx, who, "more", false, nil)
	}},
	"RevertModel": {spar.CanAdminister, func(s *service.Service, ctx context.Context, who spar.Principal) (any, error) {
		return s.RevertModel(ctx, who)
	}},
	"FitLight": {spar.CanAdminister, func(s *service.Service, ctx context.Context, who spar.Principal) (any, error) {
		return s.FitLight(ctx, who, service.LightFitting{Scope: "path:none"})
	}},
	"FitCoverage": {spar.CanAdminister, func(s *service.Service, ctx context.Context, who spar.Principal) (any, error) {
		return s.FitCoverage(ctx, who, service.CoverageFitting{Scope: "path:none"})
	}},

	"Shares": {spar.CanRead, func(s *service.Service, ctx context.Context, who spar.Principal) (any, error) {
		return s.Shares(ctx, who)
	}},
	"Share": {spar.CanRead, func(s *service.Service, ctx context.Context, who spar.Principal) (any, error) {
		return s.Share(ctx, who, "docs")
	}},
	"Status": {spar.CanRead, func(s *service.Service, ctx context.Context, who spar.Principal) (any, error) {
		return s.Status(ctx, who)
	}},
	"AddShare": {spar.CanOperate, func(s *service.Service, ctx context.Context, who spar.Principal) (any, error) {
		share, _, err := s.AddShare(ctx, who, api.NewShare{Name: "more", Folder: folder})
		return share, err
	}},
	"RelocateShare": {spar.CanOperate, quiet(func(s *service.Service, ctx context.Context, who spar.Principal) error {
		return s.RelocateShare(ctx, who, "docs", folder)
	})},
	"RenameShare": {spar.CanOperate, func(s *service.Service, ctx context.Context, who spar.Principal) (any, error) {
		return s.RenameShare(ctx, who, "docs", "others")
	}},
	"RemoveShare": {spar.CanOperate, func(s *service.Service, ctx context.Context, who spar.Principal) (any, error) {
		return s.RemoveShare(ctx, who, "docs")
	}},
	"LossOfShare": {spar.CanOperate, func(s *service.Service, ctx context.Context, who spar.Principal) (any, error) {
		return s.LossOfShare(ctx, who, "docs")
	}},
	"Ignore": {spar.CanOperate, func(s *service.Service, ctx context.Context, who spar.Principal) (any, error) {
		return s.Ignore(ctx, who, api.IgnoreEdit{Share: "docs"})
	}},
	"Limits": {spar.CanOperate, func(s *service.Service, ctx context.Context, who spar.Principal) (any, error) {
		return s.Limits(ctx, who, api.LimitsEdit{Share: "docs"})
	}},
	"Scan": {spar.CanOperate, func(s *service.Service, ctx context.Context, who spar.Principal) (any, error) {
		return all(s.Scan(ctx, who, api.ScanRequest{What: []string{"docs"}}))
	}},
	"Watch": {spar.CanOperate, func(s *service.Service, ctx context.Context, who spar.Principal) (any, error) {
		return all(s.Watch(ctx, who, api.WatchRequest{Shares: []string{"docs"}, Once: true}))
	}},
	"Recover": {spar.CanOperate, func(s *service.Service, ctx context.Context, who spar.Principal) (any, error) {
		return s.Recover(ctx, who, "", 0, 0, func(int, int, string) {})
	}},
	"Reread": {spar.CanOperate, func(s *service.Service, ctx context.Context, who spar.Principal) (any, error) {
		return s.Reread(ctx, who, secretive)
	}},

	"Examine": {spar.CanRead, func(s *service.Service, ctx context.Context, who spar.Principal) (any, error) {
		return all(s.Examine(ctx, who, true))
	}},
	"Check": {spar.CanAdminister, func(s *service.Service, ctx context.Context, who spar.Principal) (any, error) {
		return s.Check(ctx, who)
	}},
	"CheckStore": {spar.CanAdminister, func(s *service.Service, ctx context.Context, who spar.Principal) (any, error) {
		return s.CheckStore(ctx, who)
	}},
	"TrashCount": {spar.CanAdminister, func(s *service.Service, ctx context.Context, who spar.Principal) (any, error) {
		return s.TrashCount(ctx, who)
	}},
	"Audit": {spar.CanAdminister, func(s *service.Service, ctx context.Context, who spar.Principal) (any, error) {
		return all(s.Audit(ctx, who, api.AuditQuery{Since: "7d"}))
	}},
	"Purge": {spar.CanAdminister, func(s *service.Service, ctx context.Context, who spar.Principal) (any, error) {
		return s.Purge(ctx, who, api.PurgeRequest{})
	}},
	"Backup": {spar.CanAdminister, func(s *service.Service, ctx context.Context, who spar.Principal) (any, error) {
		return s.Backup(ctx, who, folder+"/backup", "test")
	}},
}
