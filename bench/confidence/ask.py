#!/usr/bin/env python3
"""Ask the near misses of near-misses.tsv once more, and print what is said beside what was judged.

Usage: ask.py SPAR RAG_MULTI_CORPUS FOLDER DATA

SPAR is the program, RAG_MULTI_CORPUS the folder with queries.jsonl and share/, FOLDER one that is made for the Markdown
files (FIRM/TITLE.md), DATA an absolute path for the catalog. A question's id is its line. The file that answers is left
out by the scope. Nothing is judged here: read the statements, then write the verdict into the table.
"""

import json
import pathlib
import shutil
import subprocess
import sys


def main():
    spar, corpus, folder, data = sys.argv[1], *map(pathlib.Path, sys.argv[2:5])
    for firm in (corpus / "share").iterdir():
        shutil.copytree(firm / "md", folder / firm.name, dirs_exist_ok=True)
    subprocess.run([spar, "share", "add", "near", str(folder.absolute()), "--data", str(data)], check=True, stdout=subprocess.DEVNULL)
    questions = (corpus / "queries.jsonl").read_text(encoding="utf-8").splitlines()
    table = pathlib.Path(__file__).with_name("near-misses.tsv").read_text(encoding="utf-8").splitlines()
    for row in (line.split("\t") for line in table if not line.startswith("#")):
        question = json.loads(questions[int(row[0].removeprefix("rag-")) - 1])
        gold = sorted({fact["filename"].removesuffix(".md") + ".md" for fact in question["facts"]})
        scope = f'path:"{question["firm"]}/**"' + "".join(f' -path:"{question["firm"]}/{name}"' for name in gold)
        out = subprocess.run([spar, "ask", "--data", str(data), "--share", "near", "--scope", scope, "--json", question["query"]],
                             check=True, capture_output=True, text=True).stdout
        answer = json.loads(out)
        how = "refused" if answer["refused"] else "unsure" if answer.get("unsure") else "sure"
        print(f'{row[0]}\t{question["query"]}\n  without {", ".join(gold)}\n  judged: {row[3]}, {row[4]} {row[5]}, answerable from the rest: {row[1]}\n  now: {how} {answer["confidence"]}')
        for bullet in answer.get("bullets") or []:
            print("   -", bullet["text"], bullet["citations"])
        for citation in answer.get("citations") or []:
            print(f'     [{citation["n"]}] {citation["path"]}')


if __name__ == "__main__":
    main()
