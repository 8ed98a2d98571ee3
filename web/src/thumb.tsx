import { useState } from 'preact/hooks'
import { type FileName, named } from './api'
import { Tile, ending } from './icons'

// The endings of files whose pages SPAR draws, and of those that may carry a small picture of themselves.
const pages = new Set(['pdf', 'png', 'jpg', 'jpeg', 'gif', 'tif', 'tiff', 'bmp', 'webp'])
const carriers = new Set(['pptx', 'odp', 'odt', 'docx'])

// hasPages says that a file can be shown as a picture, whatever else is in it.
export function hasPages(path: string): boolean { return pages.has(ending(path)) }

// Thumb is a page of a file, small, or the tile of its kind where there is no picture. It is fetched when it comes into sight.
export function Thumb({ f, page = 1 }: { f: FileName; page?: number }) {
  const [lost, setLost] = useState(false)
  if (lost || !hasPages(f.path) && !carriers.has(ending(f.path))) return <Tile path={f.path} />
  const src = '/api/v1/thumbnail?' + new URLSearchParams({ at: `${named(f)}#page=${page}`, dpi: devicePixelRatio > 1.3 ? '48' : '24' })
  return <img class="thumb" loading="lazy" decoding="async" alt="" src={src} onError={() => setLost(true)} />
}
