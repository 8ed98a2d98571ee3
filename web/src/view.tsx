import { type ComponentChildren } from 'preact'
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks'
import { type Locator, get } from './api'
import { go } from './route'
import { count, legible, lines, minute, size, visible } from './shown'
import { words } from './words'
import type { GridView as Sheet, Inner, View } from './shapes'
export type { View }

const w = words.view

function fileOf(v: View): string { return v.open.slice(0, v.open.lastIndexOf('#')) }

// viewOf is how a file looks at a place. A quote that is very long is looked for by its beginning.
export function viewOf(at: string, quote?: string, from?: number, signal?: AbortSignal): Promise<View> { return get<View>('/view', { at, quote: quote?.slice(0, 1500), from }, signal) }

// Looks shows a file as its own readers would see it, and moves through it. With said the reason why nothing is marked stands there already.
export function Looks({ view, quote, sentence, said }: { view: View; quote?: string; sentence?: string; said?: boolean }) {
  const [v, setView] = useState(view)
  const [fault, setFault] = useState('')
  useEffect(() => setView(view), [view])
  const move = async (at: string, from?: number) => { try { setView(await viewOf(at, at === view.open ? quote : undefined, from)); setFault('') } catch (e) { setFault((e as Error).message) } }
  const turn = (n: number) => move(n === view.page?.number ? view.open : `${fileOf(v)}#page=${n}`)
  return <div class="looks">
    {!said && v.unknown && v.marked !== 'whole' && <p class="note">{v.marked === 'part' ? w.partly(v.unknown) : w.unknown(v.unknown)}</p>}
    {fault && <p class="error">{fault}</p>}
    {v.page && <Page v={v} quote={v.open === view.open ? quote : undefined} sentence={v.open === view.open ? sentence : undefined}>{v.page.pages > 1 && <Turn at={w.page(v.page.number, v.page.pages)} before={v.page.number > 1 ? () => turn(v.page!.number - 1) : undefined} next={v.page.number < v.page.pages ? () => turn(v.page!.number + 1) : undefined} names={[w.pageBefore, w.pageNext]} />}</Page>}
    {v.grid && <Grid v={v} g={v.grid} move={move} />}
    {v.mail && <dl class="facts">{([['from', v.mail.from], ['to', v.mail.to], ['cc', v.mail.cc]] as const).map(([k, list]) => list.length > 0 && <><dt key={k}>{w.mail[k]}</dt><dd>{list.map(visible).join(', ')}</dd></>)}
      {v.mail.date && <><dt>{w.mail.date}</dt><dd>{minute(v.mail.date)}</dd></>}{v.mail.subject && <><dt>{w.mail.subject}</dt><dd>{legible(v.mail.subject)}</dd></>}
      {v.mail.attachments.length > 0 && <><dt>{w.mail.attachments}</dt><dd><Inners list={v.mail.attachments} /></dd></>}</dl>}
    {v.members && <><p class="note">{w.members(v.members.of)}</p><Inners list={v.members.members} />
      {v.members.from + v.members.members.length < v.members.of && <button type="button" onClick={() => move(v.open, v.members!.from + v.members!.members.length)}>{words.files.more}</button>}</>}
    {v.text.map((t, i) => <Said key={i} text={t.text} marked={t.marked} first={t.marked && !v.text.slice(0, i).some(x => x.marked)} />)}
  </div>
}

function Turn({ at, before, next, names }: { at: string; before?: () => void; next?: () => void; names: [string, string] }) {
  return <span class="tools turn"><button type="button" disabled={!before} aria-label={names[0]} title={names[0]} onClick={before}>‹</button><span class="note">{at}</span><button type="button" disabled={!next} aria-label={names[1]} title={names[1]} onClick={next}>›</button></span>
}

function useHere<T extends HTMLElement>(on: unknown) {
  const here = useRef<T>(null)
  useEffect(() => { here.current?.scrollIntoView({ block: 'center', inline: here.current.tagName === 'TD' ? 'center' : 'nearest' }) }, [on])
  return here
}

function Said({ text, marked, first }: { text: string; marked?: boolean; first?: boolean }) {
  const here = useHere<HTMLDivElement>(text)
  return marked ? <div class="cited" ref={first ? here : undefined}><p>{lines(text)}</p></div> : <p class="said">{lines(text)}</p>
}

// How many times as wide as its frame a page may be.
const zooms = [1, 1.25, 1.5, 2, 3, 4]

// sentenceIn is where the words of a page say a sentence word for word: the boxes of these words, a line's joined to one. Elsewhere the
// passage alone is marked.
export function sentenceIn(list: { text: string; box: number[] }[], sentence = ''): number[][] {
  const parts = (s: string) => s.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []
  const wanted = parts(sentence), said = list.flatMap((x, i) => parts(x.text).map(part => ({ part, i })))
  if (wanted.length < 3) return []
  const begin = said.findIndex((_, n) => n + wanted.length <= said.length && wanted.every((part, m) => said[n + m].part === part))
  if (begin < 0) return []
  const boxes: number[][] = []
  for (const i of new Set(said.slice(begin, begin + wanted.length).map(x => x.i))) {
    const [l, t, r, b] = list[i].box, last = boxes[boxes.length - 1]
    if (last && Math.abs((last[1] + last[3]) / 2 - (t + b) / 2) < (b - t) / 2 && l >= last[0]) { last[1] = Math.min(last[1], t); last[2] = Math.max(last[2], r); last[3] = Math.max(last[3], b) } else boxes.push([l, t, r, b])
  }
  return boxes
}

// Page is a picture of a page, below its words, which can be selected and are read aloud, and boxes around what was cited. It can be
// looked at from near; the page after it is as near. What turns and enlarges it stays in sight at the lower edge.
function Page({ v, quote, sentence, children }: { v: View; quote?: string; sentence?: string; children?: ComponentChildren }) {
  const p = v.page!, strong = useMemo(() => sentenceIn(p.words, sentence),  [p, sentence]), here = useHere<HTMLDivElement>(v)
  const saidAt = useHere<HTMLDivElement>(strong)
  const [lost, setLost] = useState(false)
  const [zoom, setZoom] = useState(0)
  const near = zooms[zoom], frame = useRef<HTMLDivElement>(null)
  const sizing = useRef<[number, number] | null>(null) // the middle of what shows, as a part of the page
  const to = (z: number) => {
    const f = frame.current!
    sizing.current = [(f.scrollLeft + f.clientWidth / 2) / f.scrollWidth, (f.scrollTop + f.clientHeight / 2) / f.scrollHeight]
    setZoom(z)
  }
  useLayoutEffect(() => {
    const f = frame.current, middle = sizing.current
    if (!f || !middle) return
    f.scrollLeft = middle[0] * f.scrollWidth - f.clientWidth / 2
    f.scrollTop = middle[1] * f.scrollHeight - f.clientHeight / 2
    sizing.current = null
  }, [zoom])
  useEffect(() => setLost(false), [v])
  const at = ([l, t, r, b]: number[]) => ({ left: 100 * l / p.width + '%', top: 100 * t / p.height + '%', width: 100 * (r - l) / p.width + '%', height: 100 * (b - t) / p.height + '%' })
  const picture = '/api/v1/picture?' + new URLSearchParams({ at: `${fileOf(v)}#page=${p.number}`, dpi: near * devicePixelRatio > 2.5 ? '300' : near * devicePixelRatio > 1.3 ? '192' : '120' })
  return <>{lost && <p class="note">{w.noPicture}</p>}
    <div class={near > 1 ? 'leaf-frame near' : 'leaf-frame'} ref={frame} tabIndex={near > 1 ? 0 : undefined} role={near > 1 ? 'region' : undefined} aria-label={near > 1 ? w.page(p.number, p.pages) : undefined}><div class="leaf" style={{ aspectRatio: `${p.width} / ${p.height}`, width: 100 * near + '%', maxWidth: 60 * near + 'rem' }}>
      <img src={picture} alt={w.page(p.number, p.pages)} onError={() => setLost(true)} />
      {p.marks.map((b, i) => <div key={'m' + i} class="box" style={at(b)} ref={i === 0 ? here : undefined} />)}
      {strong.map((b, i) => <div key={'s' + i} class="box said-box" style={at(b)} ref={i === 0 ? saidAt : undefined} />)}
      <p class={lost ? 'leaf-words shown' : 'leaf-words'}>{p.words.map((x, i) => <span key={i} style={{ ...at(x.box), fontSize: 82 * (x.box[3] - x.box[1]) / p.width + 'cqw' }}>{legible(x.text)} </span>)}</p>
    </div></div>
    <div class="tools turn near-bar">{children}<span class="tools turn"><button type="button" disabled={zoom === 0} aria-label={w.smaller} title={w.smaller} onClick={() => to(zoom - 1)}>−</button><button type="button" class="quiet" disabled={zoom === 0} title={w.whole} onClick={() => to(0)}>{Math.round(100 * near)} %</button><button type="button" disabled={zoom === zooms.length - 1} aria-label={w.larger} title={w.larger} onClick={() => to(zoom + 1)}>+</button></span></div>
    {p.marks.length > 0 && quote && <p class="hidden">{w.marked}</p>}
    {p.recognised && <p class="note">{w.recognised}</p>}</>
}

function Grid({ v, g, move }: { v: View; g: Sheet; move: (at: string, from?: number) => void }) {
  const row = useHere<HTMLTableRowElement>(v), here = useHere<HTMLTableCellElement>(v)
  const last = g.from + g.rows.length, step = Math.max(20, g.rows.length)
  const first = g.rows.flatMap(r => r.cells).find(c => c.marked) // of a whole column
  return <>
    {g.sheets.length > 1 && <nav class="tools" aria-label={w.sheets}>{g.sheets.map(s => <button type="button" key={s} aria-pressed={s === g.sheet} onClick={() => move(`${fileOf(v)}#sheet=${encodeURIComponent(s)}`)}>{legible(s)}</button>)}</nav>}
    <Turn at={w.rows(count(g.from + 1), count(last), count(g.of), g.about)} names={[w.rowsBefore, w.rowsNext]} before={g.from > 0 ? () => move(v.open, Math.max(0, g.from - step)) : undefined} next={last < g.of ? () => move(v.open, last) : undefined} />
    <div class="wide grid" tabIndex={0} role="region" aria-label={g.sheet ? legible(g.sheet) : w.table}><table><thead><tr><th scope="col"><span class="hidden">{w.row}</span></th>{g.columns.map(c => <th key={c.column} scope="col"><small>{c.name}</small>{c.label && legible(c.label)}</th>)}</tr></thead>
      <tbody>{g.rows.map(r => <tr key={r.row} ref={r.marked ? row : undefined} class={r.marked ? 'cited-row' : ''}><th scope="row">{r.row}</th>{r.text ? <td colSpan={g.columns.length || 1}>{legible(r.text)}</td>
        : g.columns.map(c => { const cell = r.cells.find(x => x.column === c.column); return <td key={c.column} ref={cell && cell === first ? here : undefined}>{cell?.marked ? <mark>{legible(cell.text)}</mark> : legible(cell?.text ?? '')}</td> })}</tr>)}</tbody></table></div>
  </>
}

function Inners({ list }: { list: Inner[] }) {
  return <ul class="inners">{list.map(m => <li key={m.name}>{m.file ? <a href={'/open?' + new URLSearchParams({ at: m.open })} onClick={go}>{visible(m.name)}</a> : visible(m.name)}{m.size > 0 && <small> {size(m.size)}</small>}</li>)}</ul>
}
