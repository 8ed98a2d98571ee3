"""Makes an evaluation set of the documentation that Debian packages hold, or of the source files of Go modules.

    python3 bench/first/docs.py FOLDER PACKAGE...
    python3 bench/first/docs.py FOLDER --go
    spar-eval replay FOLDER --cache DIR

Packages are fetched by `apt-get download` and unpacked, not installed; what is packed in them is unpacked, and files above 300 kB are left out. The
questions are headings of HTML pages of four words or more that stand in one page alone: 200 are drawn, and taken out of all files. --go copies up to
4,000 files, at most 60 of a module, of the modules that the current folder's go.mod names; its questions are the first sentences of package comments, each
taken out of its file. Which file answers is known for each, but for the chance of something better nobody needs it.
"""
import gzip, html, json, os, random, re, subprocess, sys, tempfile

folder, what = sys.argv[1], sys.argv[2:]
rng = random.Random(1)
most, each, largest, drawn = 4000, 60, 300_000, 200


def keep(rel, data):
    to = os.path.join(folder, "share", rel)
    os.makedirs(os.path.dirname(to), exist_ok=True)
    with open(to, "wb") as f:
        f.write(data)


def words(text):
    return re.findall(r"[a-z]{2,}", text.lower())


def packaged(packages):
    """Gives the files of packages below usr/share/doc, by their paths there."""
    files = {}
    with tempfile.TemporaryDirectory() as work:
        subprocess.run(["apt-get", "download", "-qq", "-o", "APT::Sandbox::User=root", *packages], cwd=work, check=True)
        for deb in sorted(os.listdir(work)):
            print(deb)
            subprocess.run(["dpkg", "-x", deb, "out"], cwd=work, check=True)
        doc = os.path.join(work, "out", "usr", "share", "doc")
        for root, _, names in sorted(os.walk(doc)):
            for name in sorted(names):
                path = os.path.join(root, name)
                if os.path.islink(path) or not os.path.isfile(path):
                    continue
                rel = os.path.relpath(path, doc)
                with (gzip.open if name.endswith(".gz") else open)(path, "rb") as f:
                    data = f.read(largest + 1)
                if len(data) <= largest and os.path.splitext(rel.removesuffix(".gz"))[1] not in (".png", ".gif", ".jpg", ".svg", ".js", ".css", ".inv"):
                    files[rel.removesuffix(".gz")] = data
    return files


def headed(files):
    """Gives headings that stand in one page alone, with it, and takes those that are drawn out of all files."""
    of = {}
    for rel, data in files.items():
        if not rel.endswith(".html"):
            continue
        for raw in re.findall(r"<h[1-4][^>]*>(.*?)</h[1-4]>", data.decode("utf-8", "replace"), re.S):
            text = html.unescape(re.sub(r"<[^>]*>", "", raw)).replace("\u00b6", "").replace("\xa0", " ")
            text = re.sub(r"^((Chapter|Appendix) )?(\d+|[A-Z](?=\.))(\.\d+)*\.?\s+", "", re.sub(r"\s+", " ", text).strip())
            if len(set(words(text))) >= 4 and not text.endswith("Manual Page"):
                of.setdefault(text, set()).add(rel)
    asked = sorted((text, min(rels)) for text, rels in of.items() if len(rels) == 1)
    rng.shuffle(asked)
    asked = asked[:drawn]
    gaps = re.compile("|".join(sorted((r"\s+".join(map(re.escape, html.escape(t, False).split())) for t, _ in asked), key=len, reverse=True)))
    for rel, data in files.items():
        keep(rel, gaps.sub("", data.decode("utf-8", "surrogateescape")).encode("utf-8", "surrogateescape"))
    return asked


def modules():
    """Copies files of Go modules, and gives the first sentences of package comments."""
    listed = subprocess.run(["go", "list", "-m", "-f", "{{.Path}}\t{{.Dir}}", "all"], capture_output=True, text=True, check=True).stdout
    places = [line.split("\t") for line in listed.splitlines()[1:]]
    rng.shuffle(places)
    asked, n = [], 0
    for module, where in places:
        found = []
        for root, _, names in sorted(os.walk(where)) if where else []:
            for name in sorted(names):
                if not name.endswith((".go", ".md", ".txt")) and "." in name:
                    continue
                with open(os.path.join(root, name), "rb") as f:
                    data = f.read(largest + 1)
                if len(data) > largest or b"\0" in data:
                    continue
                rel, comment = module + "/" + os.path.relpath(os.path.join(root, name), where), None
                if name.endswith(".go") and not name.endswith("_test.go"):
                    comment = re.search(rb"^// (Package \w+ .*?\.)\s", data[:20000].replace(b"\n// ", b" "), re.M)
                found.append((comment is None and name.endswith(".go"), rel, data, comment))
        found.sort(key=lambda f: f[0])  # those that say something of the package first; else in their order
        for _, rel, data, comment in found[: min(each, most - n)]:
            if comment:
                text = " ".join(comment.group(1).decode("utf-8", "replace").split()[2:]).rstrip(".")
                if len(set(words(text))) >= 4 and "/" not in text:
                    asked.append((text, rel))
                    data = re.sub(rb"\s+(// )?".join(map(re.escape, comment.group(1).split())), b"", data, count=1)
            n += 1
            keep(rel, data)
    rng.shuffle(asked)
    return asked[:drawn]


asked = modules() if what == ["--go"] else headed(packaged(what))
os.makedirs(os.path.join(folder, "qrels"), exist_ok=True)
with open(os.path.join(folder, "queries.jsonl"), "w") as queries, open(os.path.join(folder, "qrels/test.tsv"), "w") as judged:
    judged.write("query-id\tcorpus-id\tscore\n")
    for n, (text, rel) in enumerate(asked):
        queries.write(json.dumps({"_id": f"d{n}", "text": text}) + "\n")
        judged.write(f"d{n}\t{rel}\t1\n")
