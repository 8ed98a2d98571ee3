"""Makes an evaluation set of the manual pages of a Debian system: each page without its macros and without its NAME section, and that section's
one-line description as the question that the page answers. 300 questions are drawn. Pages of gcloud, of which there may be many thousands, are left out.

    python3 bench/first/man.py FOLDER
    spar-eval replay FOLDER --cache DIR
"""
import gzip, json, os, random, re, sys

folder = sys.argv[1]
rng = random.Random(1)
marks = re.compile(r"\\f[BIRPC]|\\f\(..|\\s[-+]?\d|\\&|\\\||\\\^|\\/|\\,|\\c")
plain = (("\\-", "-"), ("\\e", "\\"), ("\\(aq", "'"), ("\\(em", " - "), ("\\~", " "), ("\\(lq", '"'), ("\\(rq", '"'), ("\\ ", " "))
inline = {"B", "I", "BR", "IR", "RB", "BI", "IB", "RI", "Fl", "Ar", "Nm", "Xr", "Dq", "Pa", "SM", "Cm", "Op"}
breaks = {"PP", "P", "LP", "Pp", "TP", "sp", "HP"}


def page(source):
    """Gives the text of a page, and its description or None."""
    out, description, naming = [], None, False
    for line in source.splitlines():
        if line.startswith(('.\\"', "'\\\"", '\\"')):
            continue
        macro = re.match(r"^[.'](\w+)\s*(.*)", line)
        if macro:
            name, rest = macro.group(1), macro.group(2).replace('"', "")
            if name in ("SH", "Sh", "SS", "Ss"):
                naming = rest.strip().upper() == "NAME"
                if not naming:
                    out += ["", rest, ""]
                continue
            if name == "Nd":
                description = rest
                continue
            if name in inline:
                line = rest
            elif name == "IP":
                line = "\n" + rest
            elif name in breaks:
                line = ""
            else:
                continue
        line = marks.sub("", line)
        for mark, text in plain:
            line = line.replace(mark, text)
        line = re.sub(r"\\\(..", "", line)
        if naming:
            said = re.search(r"\s-+\s(.*)", line)
            if said and not description:
                description = said.group(1)
            continue
        out.append(line)
    return "\n".join(out).strip(), description


questions = {}
for section in ("1", "5", "7", "8"):
    directory = "/usr/share/man/man" + section
    for name in sorted(os.listdir(directory)):
        path = os.path.join(directory, name)
        if name.startswith("gcloud") or os.path.islink(path):
            continue
        with (gzip.open if name.endswith(".gz") else open)(path, "rt", errors="replace") as f:
            text, description = page(f.read(200_000))
        if len(text) < 300:
            continue
        rel = "man" + section + "/" + name.removesuffix(".gz") + ".txt"
        to = os.path.join(folder, "share", rel)
        os.makedirs(os.path.dirname(to), exist_ok=True)
        with open(to, "w") as f:
            f.write(text)
        if description and len(description.split()) >= 4:
            questions.setdefault(description.strip(), rel)
asked = list(questions.items())
rng.shuffle(asked)
os.makedirs(os.path.join(folder, "qrels"), exist_ok=True)
with open(os.path.join(folder, "queries.jsonl"), "w") as queries, open(os.path.join(folder, "qrels/test.tsv"), "w") as judged:
    judged.write("query-id\tcorpus-id\tscore\n")
    for n, (text, rel) in enumerate(asked[:300]):
        queries.write(json.dumps({"_id": f"m{n}", "text": text}) + "\n")
        judged.write(f"m{n}\t{rel}\t1\n")
