"""Compares the patients whom SPAR finds in DICOM files with those that pydicom reads, and asks every door as somebody who may not know of them.

    pip install pydicom
    python3 bench/patients/check.py bin/spar FOLDER

FOLDER has DICOM files alone, such as src/pydicom/data/charset_files and test_files of the source package of pydicom. A file is right if its attributes patient-id
and patient-name are those of pydicom, within sequences too, in the form that the setting asks for, and if it is confidential. Of a name the first form and
its first three parts count. Whoever lacks the clearance must be told no file of a patient, no name and no number: by the command line, the API and MCP.
"""
import json, os, re, subprocess, sys, tempfile, urllib.error, urllib.parse, urllib.request

import pydicom

spar, folder = os.path.abspath(sys.argv[1]), os.path.abspath(sys.argv[2])


def people_of(ds, ids, names):
    for e in ds:
        if e.tag == 0x00100020 and e.value:
            ids.add(str(e.value).strip())
        elif e.tag == 0x00100010 and re.search(r"\w", str(e.value)):
            first = next(f for f in str(e.value).split("=") if f.strip("^ "))
            names.add(" ".join(re.sub(r"[\s,]+", " ", " ".join(first.split("^")[:3])).split()).upper())
        elif e.VR == "SQ":
            for item in e.value:
                people_of(item, ids, names)


want = {}
for d, _, files in os.walk(folder):
    for name in files:
        path, ids, names = os.path.join(d, name), set(), set()
        try:
            people_of(pydicom.dcmread(path, stop_before_pixels=True, force=name.endswith(".dcm")), ids, names)
        except Exception:
            pass  # it is none, or damaged
        if ids or names:
            want[os.path.relpath(path, folder)] = (ids, names)
print(len(want), "files name a patient to pydicom")

with tempfile.TemporaryDirectory() as work:
    people = os.path.join(work, "people.yaml")
    with open(people, "w") as f:
        f.write("people:\n  - name: ada\n    uid: 70010\n    clearance: confidential\n  - name: bob\n    uid: 70011\n")
    for form in ("off", "hashed", "plain"):
        env = dict(os.environ, SPAR_DICOM_PATIENT=form, SPAR_PRINCIPALS=people, SPAR_DICOM_PATIENT_KEY="the key of the house")

        def run(*args):
            done = subprocess.run([spar, "--data", os.path.join(work, form), *args], env=env, capture_output=True, text=True, errors="replace")
            return done.stdout + done.stderr

        run("share", "add", "s", folder)
        run("share", "rights", "s", "open")
        run("scan")
        run("search", "CompressedSamples", "--budget", "0")
        tokens = {who: run("token", "create", "--for", who, "--expires", "1d").split()[0] for who in ("ada", "bob")}
        server = subprocess.Popen([spar, "--data", os.path.join(work, form), "serve", "--listen", "127.0.0.1:0", "--json", "--no-watch"], env=env, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
        try:
            base = json.loads(server.stdout.readline())["url"].rstrip("/")

            def ask(who, path, body=None):
                head = {"Authorization": "Bearer " + tokens[who], "Accept": "application/json, text/event-stream", "Content-Type": "application/json"}
                try:
                    with urllib.request.urlopen(urllib.request.Request(base + path, None if body is None else json.dumps(body).encode(), head)) as r:
                        return r.read().decode()
                except urllib.error.HTTPError as err:
                    return err.read().decode()

            wrong, values, ids_shown = [], set(), set()
            for path, (ids, names) in sorted(want.items()):
                shown = json.loads(ask("ada", "/api/v1/file?file=" + urllib.parse.quote("s:" + path)))
                of = {}
                for a in shown.get("attributes", []):
                    of.setdefault(a["key"], set()).add(str(a["value"]["value"]))
                got = of.get("patient-id", set()), of.get("patient-name", set())
                values |= got[0] | got[1]
                if form == "off":
                    fine = not got[0] | got[1] and "confidentiality" not in of
                elif form == "hashed":
                    fine = all(re.fullmatch("[0-9a-f]{32}", v) for v in got[0] | got[1]) and (len(got[0]), len(got[1])) == (len(ids), len(names))
                else:
                    fine = got[0] == ids and {" ".join(re.sub(r"[\s,]+", " ", v).split()).upper() for v in got[1]} == names
                if form != "off":
                    fine = fine and of.get("confidentiality") == {"confidential"}
                    ids_shown |= got[0]
                if not fine:
                    wrong.append((path, shown.get("state"), ids, names, got))
            print(f"{form}: {len(want) - len(wrong)} of {len(want)} right")
            for w in wrong:
                print("  wrong:", *w)

            def mcp(tool, **arguments):
                return lambda who: ask(who, "/mcp", {"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": tool, "arguments": arguments}})

            one = next(iter(sorted(ids_shown)), "none")  # a number, or its hash
            path = next(p for p in sorted(want) if want[p][0])
            api = lambda address, body=None: lambda who: ask(who, "/api/v1" + address, body)
            cli = lambda *args: lambda who: run(*args, "--as", who)
            doors = {
                "files": cli("files"), "files of a patient": cli("files", "--scope", "patient-id:" + one), "show": cli("show", "s:" + path), "attributes": cli("attributes"),
                "values": cli("attributes", "patient-id"), "search": cli("search", one), "ask": cli("ask", "who is patient " + one), "in words": cli("do", "files of patient " + one),
                "open": cli("open", "s:" + path), "API files": api("/files?scope=" + urllib.parse.quote("patient-id:" + one)), "API count": api("/files/count?scope=" + urllib.parse.quote("patient-id:" + one)),
                "API file": api("/file?file=" + urllib.parse.quote("s:" + path)), "API attributes": api("/attributes"), "API values": api("/attributes/patient-id"), "API names": api("/attributes/patient-name"),
                "API search": api("/search", {"question": one}), "API ask": api("/ask", {"question": "who is patient " + one}), "API words": api("/scope/sentence", {"sentence": "files of patient " + one}),
                "API explain": api("/scope/explain", {"text": "patient-id:" + one}), "API complete": api("/complete?kind=value&key=patient-id&begin=" + one[:2]),
                "API complete a scope": api("/complete?kind=scope&begin=" + urllib.parse.quote("patient-id:" + one[:1])),
                "MCP files": mcp("list_files", scope="patient-id:" + one), "MCP file": mcp("explain_file", file="s:" + path, scope="patient-id:" + one), "MCP scope": mcp("describe_scope", scope="patient-id:" + one),
                "MCP words": mcp("parse_sentence", sentence="files of patient " + one), "MCP ask": mcp("ask", question="who is patient " + one), "MCP fetch": mcp("fetch", id="s:" + path),
            }
            if form == "off":
                said = "".join(door("ada") for door in doors.values())
                told = [v for ids, names in want.values() for v in ids if len(v) > 6 and f'"{v}"' in said]
                print(f"{form}: {len(told)} numbers are told to anybody {told[:5]}")
                continue
            for name, door in doors.items():
                mine, theirs = door("ada"), door("bob")
                echoed = theirs.replace(one, "").replace(path, "")  # what was asked may come back
                leaks = [v for v in values if len(v) > 4 and v in echoed] + [p for p in want if "s:" + p in echoed or f'"path":"{p}"' in echoed]
                known = one in mine.replace("patient-id:" + one, "").replace("patient " + one, "") or os.path.basename(path) in mine.replace("s:" + path, "")
                print(f"  {name}: ada is told {len(mine)} bytes{'' if known else ', no patient'}; bob {len(theirs)} bytes, {len(leaks)} leaks {leaks[:3]}")
        finally:
            server.terminate()
            server.wait()
