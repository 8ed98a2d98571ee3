import { type Hit, place, post } from './api'
import { Tile } from './icons'
import { useOne } from './pages'
import { Name, count, lines, visible } from './shown'
import { words } from './words'
import type { Hits } from './shapes'

const w = words.found

// So many passages are listed.
const most = 30

// Marked has those words of a text marked that begin as one that was searched for. Short ones say little where there are longer ones.
function Marked({ text, of }: { text: string; of: string }) {
  const all = [...of.matchAll(/[\p{L}\p{N}]+/gu)].map(m => m[0]), long = all.filter(x => x.length > 3), asked = long.length ? long : all
  const parts = asked.length ? text.split(new RegExp(`(?<![\\p{L}\\p{N}])((?:${asked.join('|')})[\\p{L}\\p{N}]*)`, 'giu')) : [text]
  return <>{parts.map((p, i) => i % 2 ? <mark key={i}>{visible(p)}</mark> : lines(p))}</>
}

// Found are the passages of the files in scope that share most with some words. show opens one beside them.
export function Found({ scope, find, open, show }: { scope: string; find: string; open: string; show: (h: Hit) => void }) {
  const { value, fault } = useOne(signal => post<Hits>('/search', { question: find, scope: scope || undefined, count: most }, signal), [scope, find])
  if (fault) return <p class="error" role="alert">{fault}</p>
  if (!value) return <p class="note" role="status">{words.ask.searching}</p>
  const { hits, coverage: c } = value, files = new Set(hits.map(h => h.share + ':' + h.path)).size
  return <div class="found"><p class="note" role="status">{hits.length ? w.n(hits.length, files) : w.none} {c.waiting > 0 && w.waiting(count(c.waiting))}</p>
    <ul>{hits.map(h => <li key={h.open}><button type="button" class="passage row-link" aria-expanded={open === h.open} onClick={() => show(h)}>
      <Tile path={h.path} /><span class="trail"><Name f={h} />{place(h.locator) && <span class="crumb">{visible(place({ ...h.locator, heading: h.locator.heading?.split(' > ').at(-1) }))}</span>}</span>
      <span class="said"><Marked text={h.text.slice(0, 400)} of={find} /></span></button></li>)}</ul></div>
}
