import { useState } from 'preact/hooks'
import { type Answer, type Citation, place } from './api'
import type { Also, Evidence as Unit } from './shapes'
import { Readings } from './computed'
import { type Show } from './exchange'
import { Tile } from './icons'
import { Badges, Name, legible, lines, visible } from './shown'
import { Thumb, hasPages } from './thumb'
import { words } from './words'

const w = words.evidence

// leads says whether the statements of an answer stand in front of its evidence: they are likely right, were computed, or a model wrote
// them. Else the evidence speaks, with its marks.
export function leads(a: Answer): boolean {
  return !a.refused && a.bullets.length > 0 && (!a.evidence?.length || a.confidence >= .8 || !!a.computed && !a.computed.refused || !!a.inventory || !!a.model)
}

// merged keeps below what an answer shows now the units that it showed before: nothing vanishes from before somebody's eyes.
export function merged(before?: Answer, now?: Answer): Answer | undefined {
  const kept = before?.evidence?.filter(u => !now?.evidence?.some(x => x.n === u.n))
  return now && kept?.length ? { ...now, evidence: [...now.evidence ?? [], ...kept] } : now
}

// A Run is a part of a text that is marked, or is not.
interface Run { text: string; mark: boolean }

// runsOf cuts a text at its marks. Marks that overlap are one; one that is out of bounds, or within a character, marks whole characters of the text.
export function runsOf(text: string, marks: [number, number][]): Run[] {
  const bytes = new TextEncoder().encode(text), read = new TextDecoder('utf-8', { ignoreBOM: true })
  const edge = (n: number) => { n = Math.max(0, Math.min(n, bytes.length)); while (n > 0 && (bytes[n] & 0xc0) === 0x80) n--; return n }
  const runs: Run[] = []
  let at = 0
  const put = (to: number, mark: boolean) => { if (to > at) { runs.push({ text: read.decode(bytes.subarray(at, to)), mark }); at = to } }
  for (const [from, to] of [...marks].sort((a, b) => a[0] - b[0])) { if (edge(to) > at) { put(edge(from), false); put(edge(to), true) } }
  put(bytes.length, false)
  return runs
}

// mostWords is how many words of a unit stand there before somebody asks for all.
const mostWords = 120

// folded gives the beginning of a unit where all of its marks stand there. Else it gives the lines of the marks, as many as there is room for
// and the first in any case, with what stands around them; what is left out between them is a line with … of its own.
export function folded(runs: Run[]): { runs: Run[]; before: boolean; after: boolean } {
  const all = runs.map(r => r.text).join('')
  const until = (from: number, n = mostWords) => { for (const m of all.slice(from).matchAll(/\S+/g)) if (--n < 0) return from + m.index; return all.length }
  const marks: [number, number][] = []
  runs.reduce((at, r) => { if (r.mark) marks.push([at, at + r.text.length]); return at + r.text.length }, 0)
  let parts: [number, number][] = [[0, until(0)]]
  if (marks.some(m => m[1] > parts[0][1])) {
    const wordsIn = (from: number, to: number) => all.slice(from, to).match(/\S+/g)?.length ?? 0
    const endOf = (at: number) => { const end = all.indexOf('\n', at); return end < 0 ? all.length : end }
    let room = mostWords
    parts = []
    for (const [from, to] of marks) {
      let part: [number, number] = [all.lastIndexOf('\n', from - 1) + 1, endOf(Math.max(from, to - 1))]
      const last = parts.at(-1)
      if (last) part[0] = Math.max(part[0], last[1])
      if (part[1] <= part[0]) continue
      if (!last && wordsIn(...part) > room) { const end = until(part[0]); part = from < end && to <= end ? [part[0], end] : [from, until(from)] }
      if (last && wordsIn(...part) > room) break
      room -= wordsIn(...part)
      if (last && !all.slice(last[1], part[0]).trim()) last[1] = part[1]; else parts.push(part)
    }
    // What room is left goes to the line before the first of them, as it may be a heading, and to what follows each.
    const above = all.slice(0, parts[0][0]).trimEnd(), line = above.lastIndexOf('\n') + 1
    if (above && wordsIn(line, parts[0][0]) <= room) { room -= wordsIn(line, parts[0][0]); parts[0][0] = line }
    parts.forEach((part, i) => {
      if (room <= 0) return
      const to = Math.min(until(part[1], room), parts[i + 1]?.[0] ?? all.length)
      room -= wordsIn(part[1], to)
      part[1] = to
    })
  }
  const kept: Run[] = []
  parts.forEach(([from, to], i) => {
    if (i > 0 && all.slice(parts[i - 1][1], from).trim()) kept.push({ text: '\n…\n', mark: false })
    runs.reduce((at, r) => { const text = r.text.slice(Math.max(0, from - at), Math.max(0, to - at)); if (text) kept.push({ ...r, text }); return at + r.text.length }, 0)
  })
  return { runs: kept, before: parts[0][0] > 0, after: parts.at(-1)![1] < all.length }
}

function Runs({ runs }: { runs: Run[] }) { return <>{runs.map((r, i) => r.mark ? <mark key={i}>{lines(r.text)}</mark> : lines(r.text))}</> }

// linesOf gives the runs of each line.
function linesOf(runs: Run[]): Run[][] {
  const out: Run[][] = [[]]
  for (const r of runs) r.text.split('\n').forEach((text, i) => { if (i > 0) out.push([]); if (text) out.at(-1)!.push({ ...r, text }) })
  return out.filter(l => l.some(r => r.text.trim()))
}

function textOf(line: Run[]): string { return line.map(r => r.text).join('') }

// without takes so many characters off the beginning of a line.
function without(line: Run[], n: number): Run[] {
  return line.map(r => { const off = Math.min(n, r.text.length); n -= off; return { ...r, text: r.text.slice(off) } }).filter(r => r.text)
}

// A sign is what a list's item begins with: a bullet, or the number or letter that people cite it by, or both.
const bullet = /^(\s*)((?:[-*•–▪◦·]\s+)*)(?:(\(?)(\d{1,3}|xl|x{0,3}(?:ix|iv|vi{0,3}|i{1,3})|x{2,3}|[a-z])([.)])\s+)?/i

interface Item { lines: Run[][]; depth: number; number?: number; sign?: boolean }
interface Level { key: string; indent: number; last: string }

// keyOf tells the kind of a sign by how it is written. One letter is a roman number where it does not go on with letters.
function keyOf(open: string, sign: string, close: string, levels: Level[]): string {
  const case_ = sign === sign.toLowerCase() ? 'a' : 'A', key = (kind: string) => kind + case_ + open + close
  if (!sign) return '-'
  if (/^\d/.test(sign)) return '1' + open + close
  const holds = (kind: string) => levels.find(l => l.key === key(kind)), before = holds('letter')?.last
  const next = sign.length === 1 && before?.length === 1 && before.charCodeAt(0) + 1 === sign.charCodeAt(0)
  return key(sign.length > 1 || !next && (/[ivx]/i.test(sign) || /[lcdm]/i.test(sign) && holds('roman')) ? 'roman' : 'letter')
}

// itemsOf are the lines that lead into a list, and its items. A line without a sign belongs to the item before it. An item keeps its number or
// letter as the file has it. It stands below the one before where it is set in further, or has another kind of sign.
function itemsOf(all: Run[][], numbered: boolean): { lead: Run[][]; items: Item[] } {
  const lead: Run[][] = [], items: Item[] = []
  let levels: Level[] = []
  for (const line of all) {
    const text = textOf(line), m = bullet.exec(text)
    if (m && (m[2] || m[4])) {
      const [, space, , open = '', sign = '', close = ''] = m, plain = numbered && !open && close === '.' && /^\d/.test(sign)
      levels = levels.filter(l => l.indent <= space.length)
      const key = keyOf(open, sign, close, levels), at = levels.findIndex(l => l.key === key && l.indent === space.length)
      levels = [...levels.slice(0, at < 0 ? levels.length : at), { key, indent: space.length, last: sign }]
      const depth = levels.length - 1, number = plain && depth === 0 ? Number(sign) : undefined
      items.push({ lines: [without(line, number !== undefined || !sign ? m[0].length : text.indexOf(open + sign + close))], depth, number, sign: !!sign && number === undefined })
    } else if (items.length) items.at(-1)!.lines.push(line)
    else lead.push(line)
  }
  return { lead, items }
}

function Lines({ list }: { list: Run[][] }) { return <>{list.map((l, i) => <>{i > 0 && <br />}<Runs key={i} runs={l} /></>)}</> }

function Items({ all, numbered }: { all: Run[][]; numbered: boolean }) {
  const { lead, items } = itemsOf(all, numbered)
  // Without signs each line is an item, the first one where it ends in a colon leads in.
  const plain = !items.length
  const head = plain ? all.slice(0, /:\s*$/.test(textOf(all[0] ?? [])) ? 1 : 0) : lead
  const list: Item[] = plain ? all.slice(head.length).map(l => ({ lines: [l], depth: 0 })) : items
  const Tag = numbered ? 'ol' : 'ul'
  return <>{head.length > 0 && <p><Lines list={head} /></p>}
    <Tag>{list.map((x, i) => <li key={i} class={x.sign ? 'signed' : x.depth || numbered && !plain && !x.number ? 'deeper' : ''} style={x.depth ? { marginLeft: 1.2 * Math.min(x.depth, 4) + 'rem' } : undefined} value={numbered ? x.number : undefined}><Lines list={x.lines} /></li>)}</Tag></>
}

function Fields({ all }: { all: Run[][] }) {
  return <dl class="facts">{all.map((l, i) => {
    const text = textOf(l), at = text.search(/:(\s|$)/)
    return at < 0 ? <dd key={i} class="alone"><Runs runs={l} /></dd> : <><dt key={i}>{legible(text.slice(0, at).trim())}</dt><dd><Runs runs={without(l, at + 1)} /></dd></>
  })}</dl>
}

// opened is what is shown of a unit, or of a cell of it, beside the answer. It has no number among the citations.
function opened(u: Unit, open = u.open, text = u.text): Citation { return { share: u.share, path: u.path, locator: u.locator, n: 0, open, text } }

// A row of more columns than these is a record, of which so many fields stand there before somebody asks for all.
const mostColumns = 5, mostFields = 8, mostMarked = 3

// Rows are a small table, each cell of which opens. A cell that holds nothing but what is marked of the text is marked.
function Rows({ u, runs, show }: { u: Unit; runs: Run[]; show: Show }) {
  const columns = u.columns ?? [], cells = u.cells ?? []
  const rows: typeof cells[] = []
  for (let i = 0; i < cells.length; i += columns.length) rows.push(cells.slice(i, i + columns.length))
  const [whole, setWhole] = useState(false)
  const marked = runs.filter(r => r.mark).map(r => r.text.trim()), plain = runs.length === 1 // where all of it is marked no cell stands out but those behind the first, which says of what it is
  const isMarked = (text: string, i: number) => !!text.trim() && (marked.includes(text.trim()) || !plain && marked.some(m => text.trim().length > 2 && m.includes(text.trim()) || `${m};`.includes(`${columns[i]}: ${text.trim()};`)))
  const said = (text: string, i: number) => isMarked(text, i) || plain && runs[0].mark && i > 0 && columns.length <= mostMarked ? <mark>{legible(text)}</mark> : legible(text)
  const cell = (c: typeof cells[0], i: number) => c.text && (c.open ? <button type="button" onClick={ev => show(opened(u, c.open, c.text), ev.currentTarget)}>{said(c.text, i)}</button> : said(c.text, i))
  // One row of many columns is read as a record, the marked ones of it first.
  if (rows.length === 1 && columns.length > mostColumns) {
    const all = columns.map((label, i) => ({ label, i, c: rows[0][i] })).filter(x => x.c?.text), order = [...all.filter(x => isMarked(x.c.text, x.i)), ...all.filter(x => !isMarked(x.c.text, x.i))]
    return <><dl class="record">{(whole ? all : order.slice(0, mostFields)).map(x => <div key={x.label}><dt>{legible(x.label)}</dt><dd>{cell(x.c, x.i)}</dd></div>)}</dl>
      {all.length > mostFields && <button type="button" class="quiet" aria-expanded={whole} onClick={() => setWhole(!whole)}>{whole ? w.less : w.all}</button>}</>
  }
  return <div class="wide" tabIndex={0} role="region" aria-label={words.view.table}><table><thead><tr>{columns.map((c, i) => <th key={i} scope="col">{legible(c)}</th>)}</tr></thead>
    <tbody>{rows.map((r, i) => <tr key={i}>{r.map((c, j) => <td key={j}>{cell(c, j)}</td>)}</tr>)}</tbody></table></div>
}

function Body({ u, runs }: { u: Unit; runs: Run[] }) {
  const all = linesOf(runs)
  switch (u.kind) {
    case 'steps': return <Items all={all} numbered />
    case 'list': return <Items all={all} numbered={false} />
    case 'fields': return <Fields all={all} />
    case 'code': return <pre tabIndex={0}><code><Runs runs={runs} /></code></pre>
    case 'qa': return <><p><strong><Runs runs={all[0] ?? []} /></strong></p><p class="said"><Lines list={all.slice(1)} /></p></>
  }
  return <p class="said"><Runs runs={runs} /></p>
}

// Trail is where in its file a unit stands, as chips: the numbers of its citations, the headings above it, the innermost last, and its page, sheet or row.
function Trail({ u, n, headed }: { u: Unit; n: string; headed: boolean }) {
  const headings = (u.heading ?? '').split(' > ').filter(Boolean), at = place({ ...u.locator, heading: undefined })
  return <small class="trail">{n && <span class="n">{n}</span>}{headings.slice(-2).map((h, i) => <span key={i} class="crumb">{legible(h)}</span>)}{at && <span class="crumb">{at}</span>}{!headings.length && !at && <span class={headed ? 'hidden' : ''}>{w.place}</span>}</small>
}

// UnitView is a unit: its file where another stands before it, the headings it stands under, and its text. Its head opens its place.
function UnitView({ u, show, cited, headed }: { u: Unit; show: Show; cited?: Citation; headed: boolean }) {
  const [whole, setWhole] = useState(false)
  const runs = runsOf(u.text, u.marks ?? [])
  const table = u.kind === 'rows' && !!u.columns?.length && !!u.cells?.length
  const fold = folded(runs), long = (fold.before || fold.after) && !table, shown = long && !whole ? fold.runs : runs
  const quote = runs.find(r => r.mark)?.text
  return <>
    <h3><button type="button" class="unit-head" onClick={ev => show(cited ?? opened(u), ev.currentTarget, quote)}>
      {headed && (hasPages(u.path) ? <Thumb f={u} page={u.locator.page} /> : <Tile path={u.path} />)}<span class="what">{headed && <Name f={u} />}<Trail u={u} headed={headed} n={cited ? u.citations?.join(', ') ?? String(u.n) : ''} /></span>{headed && <Badges c={u} />}</button></h3>
    <div class="unit-text">{table ? <Rows u={u} runs={runs} show={show} /> : <>{long && !whole && fold.before && '… '}<Body u={u} runs={shown} />{long && !whole && fold.after && <span aria-hidden="true">…</span>}</>}
      {long && <button type="button" class="quiet" aria-expanded={whole} onClick={() => setWhole(!whole)}>{whole ? w.less : w.all}</button>}</div>
  </>
}

// So many units stand open; those behind them are folded.
const first = 3

// byFile puts units of one file behind each other, in the order of the first of each.
export function byFile<T extends { share: string; path: string }>(list: T[]): T[] {
  const files = new Map<string, T[]>()
  for (const u of list) { const k = u.share + ':' + u.path; files.set(k, [...files.get(k) ?? [], u]) }
  return [...files.values()].flat()
}

// EvidenceView is what an answer rests on, whole, under it or under a refusal, a card a file. A unit that a citation stands in opens as that citation.
// All of it is folded where a figure over many rows stands above, of which it has some.
export function EvidenceView({ list, citations, show, folded }: { list: Unit[]; citations: Citation[]; show: Show; folded?: boolean }) {
  const open = folded ? 0 : first
  const cards = (part: Unit[]) => <ol class="evidence" aria-label={w.label}>{byFile(part).map((u, i, all) => {
    const same = i > 0 && all[i - 1].share === u.share && all[i - 1].path === u.path && all[i - 1].doc_version === u.doc_version && all[i - 1].in_force === u.in_force && !u.copies?.length
    return <li key={u.n} class={(same ? 'same ' : '') + (u.in_force === false ? 'outdated' : '')}><UnitView u={u} show={show} headed={!same} cited={citations.find(c => c.n === u.n) ?? citations.find(c => u.citations?.includes(c.n))} /></li>
  })}</ol>
  return <>{open > 0 && cards(list.slice(0, open))}{list.length > open && <details class="more-places"><summary>{w.more(list.length - open)}</summary>{cards(list.slice(open))}</details>}</>
}

// AlsoView is what else may be meant, as choices.
export function AlsoView({ list, units, show }: { list: Also[]; units: Unit[]; show: Show }) {
  return <section class="also"><h3>{w.also}</h3><ul>{list.map((x, i) => <li key={i}>
    {x.text && <span>{lines(x.text)} </span>}
    {x.evidence?.map(n => { const u = units.find(y => y.n === n); return u && <button type="button" key={n} class="quiet" onClick={ev => show(opened(u), ev.currentTarget)}>{visible(u.heading || u.path.slice(u.path.lastIndexOf('/') + 1))}</button> })}
    {!!x.readings?.length && <Readings list={x.readings} />}</li>)}</ul></section>
}
