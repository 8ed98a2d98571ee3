import { useEffect, useState } from 'preact/hooks'
import { type Page, get, post, remove } from './api'
import { useMay } from './pages'
import { Bar } from './reading'
import { count, visible } from './shown'
import { language, words } from './words'
import type { Work } from './shapes'

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
// the same after the page was loaded again and in another browser.
export function LongWork() {
  const operate = useMay('operate')
  const [list, setList] = useState<Work[]>([])
  const [fault, setFault] = useState('')
  const [looks, setLooks] = useState(0)
  useEffect(() => {
    if (!operate) return
    let left = false, timer = 0
    const look = async () => {
      let runs = false
      try {
        const { items } = await get<Page<Work>>('/work', { limit: 1000 })
        runs = items.some(j => j.state === 'running')
        if (!left) setList(items)
      } catch (e) { if (!left) setFault((e as Error).message) }
      if (!left) timer = setTimeout(look, runs ? soon : later)
    }
    look()
    return () => { left = true; clearTimeout(timer) }
  }, [looks, operate])
  if (!operate) return null
  const act = async (work: () => Promise<unknown>) => { try { setFault(''); await work() } catch (e) { setFault((e as Error).message) } setLooks(n => n + 1) }
  const at = (j: Work) => '/work/' + encodeURIComponent(j.id)
  const name = (j: Work) => [w.kinds[j.kind] ?? j.kind, j.share ?? j.scope ?? ''].filter(Boolean).map(visible).join(', ')
  const open = (kind: string) => list.some(j => j.kind === kind && !j.ended)
  return <section class="work"><h2>{w.head}</h2><p class="note">{w.note}</p>
    {fault && <p class="error" role="alert">{fault}</p>}
    <ul class="cards">{list.map(j => <li key={j.id}><div class="head"><b>{name(j)}</b><span class="tools">
      {j.pauses && j.state === 'running' && <button type="button" aria-label={`${w.pause}: ${name(j)}`} onClick={() => act(() => post(at(j) + '/pause', {}))}>{w.pause}</button>}
      {(j.state === 'paused' || j.state === 'interrupted') && <button type="button" aria-label={`${w.resume}: ${name(j)}`} onClick={() => act(() => post(at(j) + '/resume', {}))}>{w.resume}</button>}
      {j.pauses && !j.ended && <button type="button" class="stop" aria-label={`${words.ask.stop}: ${name(j)}`} onClick={() => act(() => remove(at(j)))}>{words.ask.stop}</button>}</span></div>
      {!!j.total && <Bar name={name(j)} done={j.done} all={j.total} rest={j.rest} />}
      <p class={j.state === 'failed' ? 'error' : 'note'}>{said(j)}{j.fault && <>: {visible(j.fault.message)}</>}</p></li>)}</ul>
    <p class="tools">{(['read', 'embed', 'propose'] as const).map(kind => <button key={kind} type="button" disabled={open(kind)} onClick={() => act(() => post('/work', { kind }))}>{w.begin[kind]}</button>)}</p>
  </section>
}
