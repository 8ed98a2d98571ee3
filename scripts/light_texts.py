"""Writes the texts that the built-in light encoder is fitted to, lines {"text"} in one file a source.

    light_texts.py PACKAGES HANDBOOK OUT

PACKAGES holds the unpacked packages that light.sh fetches, a folder each. Of large sources a share is taken, by a digest
of each text, so that the same packages give the same texts.
"""

import glob
import hashlib
import json
import os
import re
import sqlite3
import sys
from html.parser import HTMLParser

packages, handbook, out = sys.argv[1:]


def write(name, texts, percent=100):
    met = set()
    with open(os.path.join(out, name + ".jsonl"), "w", encoding="utf-8") as f:
        for text in texts:
            text = " ".join(text.split())
            digest = hashlib.sha256(text.encode()).digest()
            if len(text) < 20 or digest in met or int.from_bytes(digest[:4], "little") % 100 >= percent:
                continue
            met.add(digest)
            f.write(json.dumps({"text": text}, ensure_ascii=False) + "\n")
    print(f"{name}: {len(met)} texts", file=sys.stderr)


def wordnet():
    """Each concept with its meaning, and concepts with those below them."""
    concepts, below = {}, {}
    for part in ("noun", "verb", "adj", "adv"):
        path = os.path.join(packages, "wordnet-base/usr/share/wordnet/data." + part)
        with open(path, encoding="utf-8", errors="replace") as f:
            for line in f:
                if line.startswith("  "):  # the licence
                    continue
                data, gloss = line.split(" | ", 1)
                field = data.split()
                count = int(field[3], 16)
                words = [re.sub(r"\(\w+\)$", "", w).replace("_", " ") for w in field[4 : 4 + 2 * count : 2]]
                pointers = field[5 + 2 * count :]
                key = part + field[0]
                concepts[key] = (words, gloss.strip())
                for i in range(int(field[4 + 2 * count])):
                    symbol, above, kind = pointers[4 * i : 4 * i + 3]
                    if symbol in ("@", "@i") and kind == field[2]:
                        below.setdefault(part + above, []).append(key)
    for words, gloss in concepts.values():
        yield ", ".join(words[:4]) + ": " + gloss
    for key, keys in below.items():
        for i in range(0, len(keys), 5):
            yield ". ".join(concepts[k][0][0] + ": " + concepts[k][1] for k in [key] + keys[i : i + 5])


def gene_ontology():
    """Each term with its definition, and definitions with those of the terms below."""
    db = sqlite3.connect(glob.glob(packages + "/r-bioc-go.db/**/GO.sqlite", recursive=True)[0])
    terms = {}
    for key, name, definition in db.execute("SELECT _id, term, definition FROM go_term ORDER BY _id"):
        if definition and name != "all":
            terms[key] = definition
            yield name + ". " + definition
    for table in ("go_bp_parents", "go_mf_parents", "go_cc_parents"):
        below = {}
        for key, above in db.execute(f"SELECT _id, _parent_id FROM {table} ORDER BY _id, _parent_id"):
            below.setdefault(above, []).append(key)
        for above, keys in below.items():
            for i in range(0, len(keys), 4):
                yield " ".join(terms[k] for k in [above] + keys[i : i + 4] if k in terms)


class Paragraphs(HTMLParser):
    silent = {"script", "style", "pre", "nav", "head", "table", "dt"}
    breaks = {"p", "li", "h1", "h2", "h3", "h4", "div", "section"}

    def __init__(self):
        super().__init__()
        self.depth, self.list = 0, [""]

    def handle_starttag(self, tag, attrs):
        self.depth += tag in self.silent
        if tag in self.breaks:
            self.list.append("")

    def handle_endtag(self, tag):
        self.depth = max(0, self.depth - (tag in self.silent))
        if tag in self.breaks:
            self.list.append("")

    def handle_data(self, data):
        if not self.depth:
            self.list[-1] += data


def pack(paragraphs, size=800):
    """Joins paragraphs to texts of about that many characters."""
    text = ""
    for paragraph in paragraphs:
        paragraph = " ".join(paragraph.split())
        if len(paragraph) < 25 or paragraph.startswith("digraph"):
            continue
        if text and len(text) + len(paragraph) > size:
            yield text
            text = ""
        text = (text + " " + paragraph).strip()
        while len(text) > 1.6 * size:
            cut = text.rfind(". ", 0, size) + 1 or size
            yield text[:cut]
            text = text[cut:].strip()
    if text:
        yield text


def pages(package):
    lists = r"_modules|/generated/|genindex|/search|_static|classes\.html|whats_?new|changelog|/release/|allos|contents\.html"
    for path in sorted(glob.glob(f"{packages}/{package}/**/*.html", recursive=True)):
        if not os.path.islink(path) and not re.search(lists, path):
            parser = Paragraphs()
            with open(path, encoding="utf-8", errors="replace") as f:
                parser.feed(f.read())
            yield from pack(parser.list)


def markdown(folder):
    for path in sorted(glob.glob(folder + "/**/*.md", recursive=True)):
        with open(path, encoding="utf-8", errors="replace") as f:
            text = f.read()
        text = re.sub(r"\A---\n.*?\n---\n", "", text, flags=re.S)
        text = re.sub(r"\{%.*?%\}|\{\{.*?\}\}|<[^>]+>", "", text)
        text = re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", text)
        yield from pack(re.sub(r"[#*`>|]", " ", text).split("\n\n"))


write("biopython", pages("python-biopython-doc"))
write("gene-ontology", gene_ontology(), 30)
write("handbook", markdown(handbook))
write("python", pages("python3.11-doc"), 40)
write("sklearn", pages("python-sklearn-doc"))
write("statsmodels", pages("python-statsmodels-doc"))
write("wordnet", wordnet(), 35)
