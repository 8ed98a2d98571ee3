"""Writes the text and HTML files of a folder as Word documents, or as PDF files of at most 40 pages, into another: for shares in which no
byte says a word as it is.

    python3 bench/first/office.py FROM TO [pdf]
"""
import html, os, re, sys, textwrap, zipfile, zlib

source, target, pdf = sys.argv[1], sys.argv[2], sys.argv[3:] == ["pdf"]


def paged(lines):
    """Gives the bytes of a PDF file with the text of lines."""
    wrapped = [part for line in lines for part in textwrap.wrap(line, 95)]
    pages = [wrapped[at : at + 60] for at in range(0, min(len(wrapped), 2400), 60)] or [[]]
    objects = ["<< /Type /Catalog /Pages 2 0 R >>", f"<< /Type /Pages /Count {len(pages)} /Kids [{' '.join(f'{4 + 2 * n} 0 R' for n in range(len(pages)))}] >>", "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>"]
    objects = [o.encode() for o in objects]
    for n, page in enumerate(pages):
        shown = b"BT /F 10 Tf 12 TL 40 800 Td\n" + b"".join(b"(" + re.sub(rb"([()\\])", rb"\\\1", t.encode("latin-1", "replace")) + b") '\n" for t in page) + b"ET"
        packed = zlib.compress(shown)
        objects.append(f"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents {5 + 2 * n} 0 R /Resources << /Font << /F 3 0 R >> >> >>".encode())
        objects.append(f"<< /Length {len(packed)} /Filter /FlateDecode >>\nstream\n".encode() + packed + b"\nendstream")
    out, places = b"%PDF-1.4\n", []
    for n, o in enumerate(objects, 1):
        places.append(len(out))
        out += f"{n} 0 obj\n".encode() + o + b"\nendobj\n"
    table = b"".join(f"{at:010d} 00000 n \n".encode() for at in places)
    return out + f"xref\n0 {len(objects) + 1}\n0000000000 65535 f \n".encode() + table + f"trailer << /Size {len(objects) + 1} /Root 1 0 R >>\nstartxref\n{len(out)}\n%%EOF\n".encode()


types = """<?xml version="1.0" encoding="UTF-8"?><Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Override PartName="/word/document.xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/></Types>"""
links = """<?xml version="1.0" encoding="UTF-8"?><Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="a" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument" Target="word/document.xml"/></Relationships>"""
for root, _, names in os.walk(source):
    for name in names:
        path = os.path.join(root, name)
        with open(path, encoding="utf-8", errors="replace") as f:
            text = f.read()
        if name.endswith((".html", ".htm")):
            text = html.unescape(re.sub(r"<(script|style).*?</\1>|<[^>]*>", " ", text, flags=re.S))
        lines = [re.sub(r"[\x00-\x08\x0b\x0c\x0e-\x1f]", "", line).strip() for line in text.splitlines()]
        body = "".join(f"<w:p><w:r><w:t>{html.escape(line, False)}</w:t></w:r></w:p>" for line in lines if line)
        to = os.path.join(target, os.path.relpath(path, source)) + (".pdf" if pdf else ".docx")
        os.makedirs(os.path.dirname(to), exist_ok=True)
        if pdf:
            with open(to, "wb") as f:
                f.write(paged(lines))
            continue
        with zipfile.ZipFile(to, "w", zipfile.ZIP_DEFLATED) as z:
            z.writestr("[Content_Types].xml", types)
            z.writestr("_rels/.rels", links)
            z.writestr("word/document.xml", f'<?xml version="1.0" encoding="UTF-8"?><w:document xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"><w:body>{body}</w:body></w:document>')
