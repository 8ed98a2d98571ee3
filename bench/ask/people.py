"""Asks `spar` the questions of a user about a folder and judges the answers by patterns; the answers are printed, to be judged by reading.

    python3 bench/ask/people.py bench/ask/sqlite3-doc.tsv /usr/share/doc/sqlite3 [--spar bin/spar] [--data DIR] [--read] [--terse]

A line of the file has the kind of the question, the question, and what the bullets must have: regular expressions joined by &&, or - where the
files do not answer and right is a refusal. "part" is an answer with some of what it must have. --read reads all files first, in --data.
Two more columns may follow: the files that answer, parted by spaces, and a regular expression that the bullets must not have. An answer that
cites none of these files is marked "elsewhere"; it counts as it did.

Of folders of software, cobra and openssh to choose by, click and rsync-redis to report by:

    cobra.tsv        the Go module github.com/spf13/cobra v1.10.2
    openssh.tsv      Debian's openssh-client and openssh-server 1:9.2p1-2+deb12u10, unpacked
    click.tsv        Debian's python3-click 8.1.3-2, unpacked
    rsync-redis.tsv  Debian's rsync 3.5.0+ds1-0+deb12u1, redis-server and redis-tools 5:7.0.15-1~deb12u10, unpacked

Held back, for reporting: nobody looks at single questions of these while the program is changed.

    borgbackup-doc.tsv  /usr/share/doc/borgbackup  Debian's borgbackup-doc 1.2.4-1
    postfix-doc.tsv     /usr/share/doc/postfix     Debian's postfix-doc 3.7.11-0+deb12u1, without postfix
    bash-doc.tsv        /usr/share/doc/bash        Debian's bash-doc 5.2.15-2, with what bash 5.2.15-2+b13 puts there
"""
import argparse, collections, json, os, re, subprocess, tempfile, time

p = argparse.ArgumentParser()
p.add_argument("questions")
p.add_argument("folder")
p.add_argument("--spar", default="bin/spar")
p.add_argument("--data", default="")
p.add_argument("--read", action="store_true")
p.add_argument("--terse", action="store_true")
o = p.parse_args()
data = o.data or tempfile.mkdtemp(prefix="people-")
if o.read:
    subprocess.run([o.spar, "--data", data, "search", o.folder, "anything", "--budget", "0", "--rank", "bm25", "-q"], stdout=subprocess.DEVNULL, check=False)
counts, words = collections.Counter(), collections.Counter()
for line in open(o.questions):
    kind, text, must, files, never = (line.rstrip("\n").split("\t") + ["", ""])[:5]
    begun = os.times()
    out = subprocess.run([o.spar, "--data", data, "ask", o.folder, text, "--json", "-q"], capture_output=True, text=True)
    used = os.times()
    try:
        a = json.loads(out.stdout)
    except ValueError:
        print("ERROR", text, out.stderr[-300:])
        counts["error", ""] += 1
        continue
    said = "\n".join(b["text"] for b in a.get("bullets") or [])
    refused = bool(a.get("refused"))
    if must == "-":
        verdict = "right" if refused else "wrong"
    elif refused:
        verdict = "refused"
    else:
        wanted = [bool(re.search(m, " ".join(said.split()))) for m in must.split("&&")]
        verdict = "right" if all(wanted) else "part" if any(wanted) else "wrong"
        if never and re.search(never, " ".join(said.split())):
            verdict = "wrong"
    counts[verdict, "not there" if must == "-" else "there"] += 1
    seconds = used.children_user + used.children_system - begun.children_user - begun.children_system
    cited = {c["path"] for c in a.get("citations") or []}
    elsewhere = ", elsewhere" if files and cited and not any(("/" + c).endswith("/" + f) for c in cited for f in files.split()) else ""
    print(f"{verdict.upper():8} {kind:10} {a.get('intent', ''):10} {text}  [{len(said.split())} words, {a.get('confidence', 0):.2f}, {seconds:.1f} s of processor{elsewhere}]")
    if not o.terse:
        for b in a.get("bullets") or []:
            c = [c for c in a["citations"] if c["n"] in b["citations"]]
            print("     -", b["text"][:400], "|", ", ".join(x["path"] for x in c))
        for n in (a.get("notes") or []) + (["missing: " + ", ".join(a["missing"])] if a.get("missing") else []):
            print("     !", n)
for (verdict, there), n in sorted(counts.items()):
    print(f"{there:10} {verdict:8} {n}")
