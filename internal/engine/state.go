package engine

import "github.com/sparsearch/spar/internal/spar"

// Describe says in words what a state of a file means, and what somebody can do about it. The advice is empty if there is nothing to mend.
func Describe(s spar.State) (meaning string, advice spar.Advice) {
	meaning, advice.Remedy = describe(s)
	switch s {
	case spar.NeedsOCR:
		advice.Do = []spar.Remedy{{Do: spar.RecoverText}}
	case spar.TooBig:
		advice.Do = []spar.Remedy{{Do: spar.ListSettings}}
	case spar.Quarantined:
		advice.Do = []spar.Remedy{{Do: spar.RereadFiles, Name: "state:" + string(s)}}
	case spar.Offline:
		advice.Do = []spar.Remedy{{Do: spar.RecallFiles}}
	case spar.Denied, spar.Vanished:
		advice.Do = []spar.Remedy{{Do: spar.ScanShare}}
	}
	return meaning, advice
}

// Waits is the advice about a file that another program here will read.
func Waits(s spar.State) spar.Advice {
	remedy := "another program here tries it when SPAR has nothing else to do, or when you say so"
	if s == spar.NeedsOCR || s == spar.Partial {
		remedy = "SPAR recognises the text when it has nothing else to do, or when you say so"
	}
	return spar.Advice{Remedy: remedy, Do: []spar.Remedy{{Do: spar.RecoverText}}}
}

func describe(s spar.State) (meaning, remedy string) {
	switch s {
	case spar.Unread:
		return "not read yet; a question reads what it needs", ""
	case spar.OK:
		return "read; all of the text can be searched", ""
	case spar.Partial:
		return "read in part; what was read can be searched", "install tesseract where the reason names OCR; else split the file, or mend what it names"
	case spar.Container:
		return "an archive; what it holds are files of their own", ""
	case spar.NoText:
		return "there is no text inside", "if there should be text, save the file anew from its own program"
	case spar.NeedsOCR:
		return "pictures of text", "install tesseract, or put a searchable copy into the share"
	case spar.Encrypted:
		return "a password is needed", "put a copy without a password into the share"
	case spar.Corrupt:
		return "damaged, or not what the name says", "get the file again from its source, or open it in its own program and save it anew"
	case spar.TooBig:
		return "beyond a limit of size, time or memory", "split the file, or raise the limit if the reason names a setting"
	case spar.Quarantined:
		return "two readers were lost on it, and it is not tried again by itself", "mend what the reason names, or raise a setting that it names; else save the file anew"
	case spar.Unsupported:
		return "there is no reader for the format", "save a copy as DOCX, PDF or text"
	case spar.Program:
		return "compiled code, in which nobody can read", ""
	case spar.Denied:
		return "the system does not let you read it", "get the right to read the file and to enter every folder above it"
	case spar.Offline:
		return "on a tape or in another tier; left asleep", "recall the file from its tier"
	case spar.Special:
		return "a link, FIFO, socket or device; never opened", "none is needed; where a link points to a folder that is in no share, add that folder as one to search it"
	case spar.Vanished:
		return "gone since the last scan", ""
	}
	return "", ""
}
