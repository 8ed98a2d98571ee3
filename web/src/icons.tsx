// The signs of the page, drawn on a square of 20: lines alone, in the colour of the words beside them.
const drawn = {
  ask: 'M3 5.5A2.5 2.5 0 0 1 5.5 3h9A2.5 2.5 0 0 1 17 5.5v6a2.5 2.5 0 0 1-2.5 2.5H9l-4 3v-3.2a2.5 2.5 0 0 1-2-2.3zM10 6.2v5M7.5 8.7h5',
  files: 'M2.5 5.5a1 1 0 0 1 1-1h4l2 2h7a1 1 0 0 1 1 1v8a1 1 0 0 1-1 1h-13a1 1 0 0 1-1-1z',
  tags: 'M3 3.5h6.5l7.5 7.5-6.5 6.5L3 10zM6.4 6.9h.01',
  workspaces: 'M3 3h5.5v5.5H3zM11.5 3H17v5.5h-5.5zM3 11.5h5.5V17H3zM11.5 11.5H17V17h-5.5z',
  threads: 'M10 3a7 7 0 1 0 0 14 7 7 0 0 0 0-14zM10 6v4.2l2.8 1.6',
  server: 'M3 4h14v5H3zM3 11h14v5H3zM6 6.5h.01M6 13.5h.01',
  pen: 'M4 16l.8-3.6L13.2 4l2.8 2.8-8.4 8.4zM11.6 5.6l2.8 2.8', star: 'M10 2.8l2.2 4.6 5 .7-3.6 3.5.9 5-4.5-2.4-4.5 2.4.9-5L2.8 8.1l5-.7z',
  look: 'M10 3a7 7 0 1 0 0 14zM10 3a7 7 0 0 1 0 14',
  bin: 'M4 6h12M8 6V4h4v2M6 6l.7 10.5h6.6L14 6',
  text: 'M5 2.5h6.5L15 6v11.5H5zM8 10h4M8 13h4', table: 'M3 4h14v12H3zM3 8h14M8 8v8', send: 'M10 16V4.5M5 9l5-5 5 5',
}

export function Icon({ of }: { of: keyof typeof drawn }) { return <svg class="icon" viewBox="0 0 20 20" aria-hidden="true"><path d={drawn[of]} /></svg> }

// Emblem is the mark of SPAR: lines of a text, one of which is the place.
export function Emblem() { return <svg class="emblem" viewBox="0 0 20 20" aria-hidden="true"><rect width="20" height="20" rx="6" /><path d="M5 6h7M5 14h5" /><path class="found" d="M5 10h10" /></svg> }

// Tile says of what kind a file is, by the ending of its name in the colour of its kind. Whoever hears the page hears the name.
const kinds: Record<string, string> = {
  pdf: 'pdf', doc: 'prose', docx: 'prose', odt: 'prose', rtf: 'prose', pages: 'prose', xls: 'rows', xlsx: 'rows', ods: 'rows', csv: 'rows', tsv: 'rows', ppt: 'slides', pptx: 'slides', odp: 'slides',
  eml: 'mail', msg: 'mail', mbox: 'mail', jpg: 'image', jpeg: 'image', png: 'image', gif: 'image', tif: 'image', tiff: 'image', webp: 'image',
}

export function ending(path: string): string { return /\.([a-z0-9]{1,5})$/i.exec(path)?.[1].toLowerCase() ?? '' }

export function Tile({ path }: { path: string }) {
  const end = ending(path)
  return <span class={'tile ' + (kinds[end] ?? 'plain')} aria-hidden="true">{end.slice(0, 4) || '·'}</span>
}
