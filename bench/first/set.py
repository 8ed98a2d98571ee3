"""Makes an evaluation set of /usr/share/doc of a Debian system: the questions whose file is known, and the one-line descriptions of 170
packages, which somebody wrote for another purpose. Packed files are unpacked, and those of more than 300 kB are left out.

    python3 bench/first/set.py FOLDER
    spar-eval replay FOLDER --cache DIR
"""
import gzip, json, os, random, shutil, subprocess, sys

folder, here = sys.argv[1], os.path.dirname(os.path.abspath(__file__))
doc = "/usr/share/doc"
for root, _, names in os.walk(doc, followlinks=True):
    for name in names:
        path = os.path.join(root, name)
        to = os.path.join(folder, "share", os.path.relpath(path, doc))
        if not os.path.isfile(path) or os.path.getsize(path) > 300_000:
            continue
        os.makedirs(os.path.dirname(to), exist_ok=True)
        if name.endswith(".gz") and not name.endswith(".tar.gz"):
            with gzip.open(path) as f:
                text = f.read(300_001)
            if len(text) <= 300_000:
                with open(to[:-3], "wb") as f:
                    f.write(text)
        else:
            shutil.copyfile(path, to)
os.makedirs(os.path.join(folder, "qrels"), exist_ok=True)
listed = subprocess.run(["dpkg-query", "-W", "-f", "${binary:Package}\t${binary:Summary}\n"], capture_output=True, text=True, check=True)
packages = listed.stdout.splitlines()
random.seed(1)
random.shuffle(packages)
with open(os.path.join(folder, "queries.jsonl"), "w") as queries, open(os.path.join(folder, "qrels/test.tsv"), "w") as judged:
    judged.write("query-id\tcorpus-id\tscore\n")
    for n, line in enumerate(open(os.path.join(here, "usr-share-doc.tsv")), 1):
        text, paths = line.rstrip("\n").split("\t")
        queries.write(json.dumps({"_id": f"k{n}", "text": text}) + "\n")
        for path in paths.split("|"):
            for name in (path, path.removesuffix(".gz")):
                if os.path.isfile(os.path.join(folder, "share", name)):
                    judged.write(f"k{n}\t{name}\t1\n")
                    break
    for n, line in enumerate(packages[:170]):
        queries.write(json.dumps({"_id": f"s{n}", "text": line.split("\t")[1]}) + "\n")
