package server

import (
	"iter"

	"github.com/sparsearch/spar/internal/api"
	"github.com/sparsearch/spar/internal/service"
	"github.com/sparsearch/spar/internal/spar"
)

var tags = []operation{
	many("tags", "/tags", spar.CanRead, "the tags, parents before children", func(c ctx, s *service.Service, who spar.Principal, _ nothing) iter.Seq2[api.Tag, error] {
		tree, err := s.Tags(c, who)
		var list []api.Tag
		for _, line := range tree {
			if !line.Again {
				list = append(list, line.Tag)
			}
		}
		return listed(list, err)
	}),
	one("addTag", "POST", "/tags", spar.CanCurate, "make a tag", func(c ctx, s *service.Service, who spar.Principal, in api.NewTag) (api.TagDetail, error) {
		if _, err := s.AddTag(c, who, in); err != nil {
			return api.TagDetail{}, err
		}
		return s.Tag(c, who, in.Name)
	}),
	one("tag", "GET", "/tags/{name}", spar.CanRead, "a tag with what stands above and below it", func(c ctx, s *service.Service, who spar.Principal, in named) (api.TagDetail, error) {
		return s.Tag(c, who, in.Name)
	}),
	done("editTag", "PATCH", "/tags/{name}", spar.CanCurate, "change a tag", func(c ctx, s *service.Service, who spar.Principal, in editing) error {
		return s.EditTag(c, who, in.Name, in.TagEdit)
	}),
	done("renameTag", "POST", "/tags/{name}/rename", spar.CanCurate, "rename a tag", func(c ctx, s *service.Service, who spar.Principal, in renaming) error {
		_, err := s.RenameTag(c, who, in.Name, in.To, in.Keep)
		return err
	}),
	one("mergeTag", "POST", "/tags/{name}/merge", spar.CanCurate,
		"put a tag into another, which gets its files, its names and its place",
		func(c ctx, s *service.Service, who spar.Principal, in merging) (api.TagMerge, error) {
			return s.MergeTag(c, who, in.Name, in.Into)
		}),
	one("removeTag", "DELETE", "/tags/{name}", spar.CanCurate, "put a tag into the trash", func(c ctx, s *service.Service, who spar.Principal, in named) (api.Trashed, error) {
		return s.RemoveTag(c, who, in.Name)
	}),
	one("assign", "POST", "/tags/{name}/assign", spar.CanCurate, "put a tag on files", func(c ctx, s *service.Service, who spar.Principal, in assigning) (api.Assignment, error) {
		return s.Assign(c, who, in.Name, in.Target, false)
	}),
	one("unassign", "POST", "/tags/{name}/unassign", spar.CanCurate, "take a tag off files", func(c ctx, s *service.Service, who spar.Principal, in assigning) (api.Assignment, error) {
		return s.Assign(c, who, in.Name, in.Target, true)
	}),
	one("reviewAll", "POST", "/tags/{name}/review", spar.CanCurate,
		"accept or reject a proposed tag of many files, or have it judged again (pending)",
		func(c ctx, s *service.Service, who spar.Principal, in judgingAll) (api.Reviews, error) {
			return s.ReviewAll(c, who, in.Name, in.Target, in.Judge)
		}),
	many("pending", "/review", spar.CanCurate, "tags that were proposed and wait to be judged", func(c ctx, s *service.Service, who spar.Principal, in api.PendingQuery) iter.Seq2[api.Pending, error] {
		return s.Pending(c, who, in)
	}),
	one("review", "POST", "/review", spar.CanCurate, "accept or reject a proposed tag", func(c ctx, s *service.Service, who spar.Principal, in judging) (api.Review, error) {
		return s.Review(c, who, in.File, in.Tag, in.Judge)
	}),
	one("countPending", "GET", "/review/counts", spar.CanCurate, "how many proposals wait, by tag, source and folder",
		func(c ctx, s *service.Service, who spar.Principal, in api.PendingQuery) (api.PendingCounts, error) {
			return s.CountPending(c, who, in)
		}),
	one("judgeAll", "POST", "/review/judge", spar.CanCurate, "accept or reject all proposals that a query means, as a batch that can be undone",
		func(c ctx, s *service.Service, who spar.Principal, in api.Judging) (api.Judged, error) {
			return s.JudgeAll(c, who, in)
		}),
	many("suggest", "/suggestions", spar.CanCurate, "tags that files may have, with what speaks for each", func(c ctx, s *service.Service, who spar.Principal, in api.Suggesting) iter.Seq2[api.Suggestion, error] {
		return s.Suggest(c, who, in)
	}),
	one("propose", "POST", "/suggestions", spar.CanCurate, "put the likeliest tags of files down for review", func(c ctx, s *service.Service, who spar.Principal, in api.Suggesting) (api.Proposed, error) {
		return s.Propose(c, who, in)
	}),
	many("reviewQueue", "/review/queue", spar.CanCurate, "proposed tags in the order of what judging them teaches", func(c ctx, s *service.Service, who spar.Principal, in api.QueueQuery) iter.Seq2[api.Queued, error] {
		return listed(s.ReviewQueue(c, who, in))
	}),
	many("reviewSources", "/review/sources", spar.CanCurate, "how often people accept what each source proposes", func(c ctx, s *service.Service, who spar.Principal, _ nothing) iter.Seq2[api.ReviewSource, error] {
		return listed(s.ReviewSources(c, who))
	}),
	many("vocabularies", "/vocabularies", spar.CanRead, "the vocabularies that were imported", func(c ctx, s *service.Service, who spar.Principal, _ nothing) iter.Seq2[api.Vocabulary, error] {
		list, _, err := s.Vocabularies(c, who)
		return listed(list, err)
	}),
	many("taxonomyProblems", "/vocabularies/problems", spar.CanRead, "what is odd about the tags", func(c ctx, s *service.Service, who spar.Principal, _ nothing) iter.Seq2[api.TaxonomyProblem, error] {
		list, _, err := s.TaxonomyProblems(c, who)
		return listed(list, err)
	}),
	many("rules", "/rules", spar.CanCurate, "the rules that tag files, and what they did", func(c ctx, s *service.Service, who spar.Principal, _ nothing) iter.Seq2[api.Rule, error] {
		return listed(s.Rules(c, who))
	}),
	many("auditTags", "/findings", spar.CanCurate, "what may be wrong with tags and the tags of files, each with what would mend it",
		func(c ctx, s *service.Service, who spar.Principal, in api.TagAuditQuery) iter.Seq2[api.TagFinding, error] {
			return listed(s.AuditTags(c, who, in))
		}),
	one("mendTags", "POST", "/findings/mend", spar.CanCurate, "mend a finding, as a batch that can be undone", func(c ctx, s *service.Service, who spar.Principal, in api.Mending) (api.Mended, error) {
		return s.MendTags(c, who, in)
	}),
	many("groups", "/groups", spar.CanCurate, "files or tags in groups of what is alike, with what sets each apart",
		func(c ctx, s *service.Service, who spar.Principal, in api.GroupQuery) iter.Seq2[api.Group, error] {
			return listed(s.Groups(c, who, in))
		}),
	many("tagParents", "/tag-parents", spar.CanCurate, "the tags that a new tag could be below, the likeliest first",
		func(c ctx, s *service.Service, who spar.Principal, in api.ParentQuery) iter.Seq2[api.TagParent, error] {
			return listed(s.TagParents(c, who, in))
		}),
	one("acceptGroup", "POST", "/groups/accept", spar.CanCurate, "make a tag of a group, as a batch that can be undone",
		func(c ctx, s *service.Service, who spar.Principal, in api.GroupAccepting) (api.GroupAccepted, error) {
			return s.AcceptGroup(c, who, in)
		}),
	one("checkRules", "GET", "/rules/check", spar.CanCurate, "whether the rules file can be applied", func(c ctx, s *service.Service, who spar.Principal, _ nothing) (api.RuleCheck, error) {
		return s.CheckRules(c, who)
	}),
	one("applyRules", "POST", "/rules/apply", spar.CanCurate, "apply rules to all files, or say what that would do",
		func(c ctx, s *service.Service, who spar.Principal, in applying) (api.Tagging, error) {
			return s.ApplyRules(c, who, in.Rules, in.Share, in.DryRun)
		}),
	many("batches", "/batches", spar.CanCurate, "what tagging did, batch by batch", func(c ctx, s *service.Service, who spar.Principal, _ nothing) iter.Seq2[api.Batch, error] {
		return listed(s.Batches(c, who))
	}),
	one("batch", "GET", "/batches/{id}", spar.CanCurate, "one batch", func(c ctx, s *service.Service, who spar.Principal, in batched) (api.Batch, error) {
		return s.Batch(c, who, in.ID)
	}),
	many("sampleBatch", "/batches/{id}/sample", spar.CanCurate, "files of a batch, drawn by chance", func(c ctx, s *service.Service, who spar.Principal, in sampling) iter.Seq2[api.BatchSample, error] {
		if in.N == 0 {
			in.N = 10
		}
		return listed(s.SampleBatch(c, who, in.ID, min(in.N, mostItems), in.Seed))
	}),
	one("undoBatch", "POST", "/batches/{id}/undo", spar.CanCurate, "take back what a batch did", func(c ctx, s *service.Service, who spar.Principal, in batched) (api.BatchUndo, error) {
		return s.UndoBatch(c, who, in.ID)
	}),
}
