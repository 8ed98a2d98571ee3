import { useEffect, useRef, useState } from 'preact/hooks'
import { type Page, get, post, remove } from './api'
import { useMay } from './pages'
import { Bar } from './reading'
import { count, visible } from './shown'
import { language, words } from './words'
import type { Reread, Work } from './shapes'

const w = words.state.work

// Between two looks, in milliseconds: while something goes on, and while nothing does.
const soon = 800, later = 5000

function said(j: Work): string {
  const parts = [w.states[j.state] ?? j.state]
  if (j.done || j.total) parts.push(j.total ? w.of(count(j.done), count(j.total)) : count(j.done))
  if (j.rate) parts.push(w.rate(j.rate.toLocaleString(language, { maximumSignificantDigits: 2 })))
  return parts.join(', ')
}

// LongWork is what the server does at length, whoever began it: how far it is, and how it is held up. The server knows it, so that it is
// the same after the page was loaded again and in another browser. Of one kind there is the list alone, looked at again with each begun;
// ended is told when some of it is over.
export function LongWork({ kind, begun, ended }: { kind?: string; begun?: number; ended?: () => void }) {
  const operate = useMay('operate')
  const [list, setList] = useState<Work[]>([])
  const [fault, setFault] = useState('')
  const [looks, setLooks] = useState(0)
  const running = useRef(new Set<string>())
  const told = useRef(ended)
  told.current = ended
  useEffect(() => {
    if (!operate) return
    let left = false, timer = 0
    const look = async () => {
      let runs = false
      try {
        const { items } = await get<Page<Work>>('/work', { limit: 1000 }), mine = kind ? items.filter(j => j.kind === kind) : items
        runs = mine.some(j => j.state === 'running')
        if (!left) {
          setList(mine)
          if (mine.some(j => j.state !== 'running' && running.current.has(j.id))) told.current?.()
          running.current = new Set(mine.filter(j => j.state === 'running').map(j => j.id))
        }
      } catch (e) { if (!left) setFault((e as Error).message) }
      if (!left) timer = setTimeout(look, runs ? soon : later)
    }
    look()
    return () => { left = true; clearTimeout(timer) }
  }, [looks, operate, begun])
  if (!operate) return null
  const act = async (work: () => Promise<unknown>) => { try { setFault(''); await work() } catch (e) { setFault((e as Error).message) } setLooks(n => n + 1) }
  const at = (j: Work) => '/work/' + encodeURIComponent(j.id)
  const name = (j: Work) => [w.kinds[j.kind] ?? j.kind, j.share ?? j.scope ?? ''].filter(Boolean).map(visible).join(', ')
  const open = (kind: string) => list.some(j => j.kind === kind && !j.ended)
  if (kind && !list.length && !fault) return null
  return <section class="work">{!kind && <h2>{w.head}</h2>}<p class="note">{w.note}</p>
    {fault && <p class="error" role="alert">{fault}</p>}
    <ul class="cards">{list.map(j => <li key={j.id}><div class="head"><b>{name(j)}</b><span class="tools">
      {j.pauses && j.state === 'running' && <button type="button" aria-label={`${w.pause}: ${name(j)}`} onClick={() => act(() => post(at(j) + '/pause', {}))}>{w.pause}</button>}
      {(j.state === 'paused' || j.state === 'interrupted') && <button type="button" aria-label={`${w.resume}: ${name(j)}`} onClick={() => act(() => post(at(j) + '/resume', {}))}>{w.resume}</button>}
      {j.pauses && !j.ended && <button type="button" class="stop" aria-label={`${words.ask.stop}: ${name(j)}`} onClick={() => act(() => remove(at(j)))}>{words.ask.stop}</button>}</span></div>
      {!!j.total && <Bar name={name(j)} done={j.done} all={j.total} rest={j.rest} />}
      <p class={j.state === 'failed' ? 'error' : 'note'}>{said(j)}{j.fault && <>: {visible(j.fault.message)}</>}</p></li>)}</ul>
    {!kind && <p class="tools">{(['read', 'embed', 'propose'] as const).map(kind => <button key={kind} type="button" disabled={open(kind)} onClick={() => act(() => post('/work', { kind }))}>{w.begin[kind]}</button>)}</p>}
  </section>
}

// A Target is files to read again, by their names or by a scope.
export interface Target { files?: string[]; scope?: string }

// scopeOf is a target as a scope.
function scopeOf(t: Target): string { return t.files ? 'file:' + (t.files.length === 1 ? exactly(t.files[0]) : '(' + t.files.map(exactly).join('|') + ')') : t.scope ?? '' }

function exactly(name: string): string { return '"' + name.replace(/["\\]/g, '\\$&') + '"' }

// recognise begins to recognise the text of pictures.
export async function recognise(t: Target): Promise<void> { await post('/work', { kind: 'recognise', scope: scopeOf(t) || undefined }) }

// readAgain has files read again when they are next needed, and begins to recognise those that only this helps. It says what it did.
export async function readAgain(t: Target): Promise<{ said: string; recognises: boolean }> {
  const r = await post<Reread>('/reread', t)
  if (!r.recognise) return { said: words.skipped.again(r.files), recognises: false }
  await recognise(t)
  return { said: [r.files > 0 && words.skipped.again(r.files), words.skipped.recognising(r.recognise)].filter(Boolean).join(' '), recognises: true }
}
