import { type File, type Page, get, named, place, post } from './api'
import { Tile } from './icons'
import { useOne } from './pages'
import { join } from './query'
import { go } from './route'
import { Name, count, legible, lines } from './shown'
import { words } from './words'
import type { Hits } from './shapes'

const w = words.found

// So many passages are listed, and files by their names.
const most = 30, mostNamed = 6

// calledSo selects the files whose names have all words, in letters of either case; '' where there are no words.
function calledSo(scope: string, find: string): string {
  const either = (c: string) => c.toLowerCase() === c.toUpperCase() ? c : `[${c.toLowerCase()}${c.toUpperCase()}]`
  const all = find.match(/[\p{L}\p{N}]+/gu) ?? []
  return all.length ? join([scope, ...all.slice(0, 12).map(x => `name:*${[...x].map(either).join('')}*`)]) : ''
}

// Marked has those words of a text marked that begin as one that was searched for. Short ones say little where there are longer ones.
function Marked({ text, of }: { text: string; of: string }) {
  const all = [...of.matchAll(/[\p{L}\p{N}]+/gu)].map(m => m[0]), long = all.filter(x => x.length > 3), asked = long.length ? long : all
  const parts = asked.length ? text.split(new RegExp(`(?<![\\p{L}\\p{N}])((?:${asked.join('|')})[\\p{L}\\p{N}]*)`, 'giu')) : [text]
  return <>{parts.map((p, i) => i % 2 ? <mark key={i}>{legible(p)}</mark> : lines(p))}</>
}

// Found are the files in scope that are called by some words, and the passages that share most with them. show opens one beside them.
export function Found({ scope, find, open, show }: { scope: string; find: string; open: string; show: (place: string) => void }) {
  const by = calledSo(scope, find)
  const { value: called } = useOne(signal => by ? get<Page<File>>('/files', { scope: by, limit: mostNamed }, signal) : Promise.resolve(null), [by])
  const { value, fault } = useOne(signal => post<Hits>('/search', { question: find, scope: scope || undefined, count: most }, signal), [scope, find])
  if (fault) return <p class="error" role="alert">{fault}</p>
  if (!value) return <p class="note" role="status">{words.ask.searching}</p>
  const { hits, coverage: c } = value, files = new Set(hits.map(h => h.share + ':' + h.path)).size
  return <div class="found">
    {!!called?.items.length && <><p class="note">{w.called} {called.next && <a href={'/files?' + new URLSearchParams({ scope: by })} onClick={go}>{w.allCalled}</a>}</p>
      <ul class="called">{called.items.map(f => <li key={named(f)}><button type="button" class="passage row-link" aria-expanded={open === named(f)} onClick={() => show(named(f))}><Tile path={f.path} /><Name f={f} /></button></li>)}</ul></>}
    <p class="note" role="status">{hits.length ? w.n(hits.length, files) : w.none} {c.waiting > 0 && w.waiting(count(c.waiting))}</p>
    <ul>{hits.map(h => <li key={h.open}><button type="button" class="passage row-link" aria-expanded={open === h.open} onClick={() => show(h.open)}>
      <Tile path={h.path} /><span class="trail"><Name f={h} />{place(h.locator) && <span class="crumb">{legible(place({ ...h.locator, heading: h.locator.heading?.split(' > ').at(-1) }))}</span>}</span>
      <span class="said"><Marked text={h.text.slice(0, 400)} of={find} /></span></button></li>)}</ul></div>
}
