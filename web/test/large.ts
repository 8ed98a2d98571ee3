import { crc32 as sum, deflateSync } from 'node:zlib'

// What is made here is large, or packed: files that no repository should carry.

// pdf is a file of so many pages, each with lines of text.
export function pdf(pages: number, lines: (page: number) => string[]): Buffer {
  const objects: (string | Buffer)[] = ['<</Type/Catalog/Pages 2 0 R>>', '', '<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>'], kids: string[] = []
  for (let n = 1; n <= pages; n++) {
    const z = deflateSync('BT /F1 12 Tf 60 760 Td 16 TL ' + lines(n).map(l => `(${l}) Tj T* `).join('') + 'ET')
    objects.push(Buffer.concat([Buffer.from(`<</Length ${z.length}/Filter/FlateDecode>>stream\n`), z, Buffer.from('\nendstream')]))
    objects.push(`<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]/Resources<</Font<</F1 3 0 R>>>>/Contents ${objects.length} 0 R>>`)
    kids.push(`${objects.length} 0 R`)
  }
  objects[1] = `<</Type/Pages/Count ${pages}/Kids[${kids.join(' ')}]>>`
  const parts = [Buffer.from('%PDF-1.4\n')], starts: number[] = []
  let at = parts[0].length
  const add = (b: Buffer) => { parts.push(b); at += b.length }
  objects.forEach((o, i) => { starts.push(at); add(Buffer.concat([Buffer.from(`${i + 1} 0 obj\n`), Buffer.from(o), Buffer.from('\nendobj\n')])) })
  add(Buffer.from(`xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${starts.map(s => String(s).padStart(10, '0') + ' 00000 n \n').join('')}trailer<</Size ${objects.length + 1}/Root 1 0 R>>\nstartxref\n${at}\n%%EOF\n`))
  return Buffer.concat(parts)
}

// zip is an archive of files that are stored as they are.
export function zip(files: Record<string, string | Buffer>): Buffer {
  const local: Buffer[] = [], central: Buffer[] = []
  let at = 0
  for (const [name, content] of Object.entries(files)) {
    const data = Buffer.from(content), called = Buffer.from(name), head = Buffer.alloc(26)
    head.writeUInt16LE(20, 0); head.writeUInt16LE(0x21, 8) // version; the first day that there is
    head.writeUInt32LE(sum(data), 10); head.writeUInt32LE(data.length, 14); head.writeUInt32LE(data.length, 18); head.writeUInt16LE(called.length, 22)
    const entry = Buffer.concat([Buffer.from('PK\x03\x04'), head, called, data])
    const listed = Buffer.alloc(14)
    listed.writeUInt32LE(at, 10)
    central.push(Buffer.concat([Buffer.from('PK\x01\x02\x14\x00'), head, listed, called]))
    local.push(entry)
    at += entry.length
  }
  const list = Buffer.concat(central), end = Buffer.alloc(18)
  end.writeUInt16LE(central.length, 4); end.writeUInt16LE(central.length, 6); end.writeUInt32LE(list.length, 8); end.writeUInt32LE(at, 12)
  return Buffer.concat([...local, list, Buffer.from('PK\x05\x06'), end])
}

const xml = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>', office = 'http://schemas.openxmlformats.org'

// pptx is a presentation, each slide a title and a sentence.
export function pptx(slides: [string, string][]): Buffer {
  const rels = (list: [string, string][]) => `${xml}<Relationships xmlns="${office}/package/2006/relationships">${list.map(([type, target], i) => `<Relationship Id="rId${i + 1}" Type="${office}/officeDocument/2006/relationships/${type}" Target="${target}"/>`).join('')}</Relationships>`
  const shape = (id: number, holder: string, text: string) => `<p:sp><p:nvSpPr><p:cNvPr id="${id}" name="s${id}"/><p:cNvSpPr/><p:nvPr>${holder}</p:nvPr></p:nvSpPr><p:spPr/><p:txBody><a:bodyPr/><a:p><a:r><a:t>${text}</a:t></a:r></a:p></p:txBody></p:sp>`
  const spaces = `xmlns:a="${office}/drawingml/2006/main" xmlns:r="${office}/officeDocument/2006/relationships" xmlns:p="${office}/presentationml/2006/main"`
  const made = 'application/vnd.openxmlformats-officedocument.presentationml'
  return zip({
    '[Content_Types].xml': `${xml}<Types xmlns="${office}/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/ppt/presentation.xml" ContentType="${made}.presentation.main+xml"/>${slides.map((_, i) => `<Override PartName="/ppt/slides/slide${i + 1}.xml" ContentType="${made}.slide+xml"/>`).join('')}</Types>`,
    '_rels/.rels': rels([['officeDocument', 'ppt/presentation.xml']]),
    'ppt/presentation.xml': `${xml}<p:presentation ${spaces}><p:sldIdLst>${slides.map((_, i) => `<p:sldId id="${256 + i}" r:id="rId${i + 1}"/>`).join('')}</p:sldIdLst></p:presentation>`,
    'ppt/_rels/presentation.xml.rels': rels(slides.map((_, i) => ['slide', `slides/slide${i + 1}.xml`])),
    ...Object.fromEntries(slides.map(([title, text], i) => [`ppt/slides/slide${i + 1}.xml`, `${xml}<p:sld ${spaces}><p:cSld><p:spTree><p:nvGrpSpPr><p:cNvPr id="1" name=""/><p:cNvGrpSpPr/><p:nvPr/></p:nvGrpSpPr><p:grpSpPr/>${shape(2, '<p:ph type="title"/>', title)}${shape(3, '<p:ph idx="1"/>', text)}</p:spTree></p:cSld></p:sld>`])),
  })
}
