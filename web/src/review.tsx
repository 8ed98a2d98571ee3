import { useEffect, useRef, useState } from 'preact/hooks'
import { lines, named, post } from './api'
import { Hint } from './hint'
import { useMay, useOne, usePages } from './pages'
import { PlaceView } from './place'
import { go } from './route'
import { useAct } from './space'
import { Name, visible } from './shown'
import { words } from './words'
import type { Pending, ReviewSource } from './shapes'

const w = words.review

// Sources say how often people accept what each source proposes, with the interval, and which one stopped.
function Sources({ now }: { now: number }) {
  const { value } = useOne(signal => lines<ReviewSource>('/review/sources', {}, signal), [now])
  const percent = (x: number) => Math.round(100 * x)
  if (!value?.length) return null
  return <section aria-label={w.sources}><h2>{w.sources}</h2><ul>{value.map(s => { const name = visible(s.name || (words.file.by[s.kind as keyof typeof words.file.by] ?? s.kind)); return <li key={s.kind + s.name}>
    {s.sampled ? w.source(name, s.accepted, s.sampled, percent(s.low), percent(s.high)) : w.unknown(name)}{s.waiting > 0 && `, ${w.waiting(s.waiting)}`}{s.stopped && <> <b>{w.stopped}</b></>}</li> })}</ul></section>
}

// Review are proposed tags one after the other: a accepts, r rejects, s goes on, j, k and arrows move; the file stands beside.
export function Review() {
  const { items, fault, more } = usePages<Pending>('/review', {})
  const [at, setAt] = useState(0)
  const [judged, setJudged] = useState<Record<string, string>>({})
  const { act, line } = useAct(() => {})
  const curate = useMay('curate')
  const id = (p: Pending) => named(p) + '\n' + p.tag
  const now = items?.[at]
  const here = useRef(0) // where the keys are: they come faster than the page is drawn
  const place = (n: number) => { if (items) { setAt(here.current = Math.max(0, Math.min(items.length - 1, n))); if (n >= items.length - 5) more?.() } }
  const move = (by: number) => place(here.current + by)
  const judge = (review: 'accepted' | 'rejected') => {
    const n = here.current, p = items?.[n]
    if (!p || !curate) return
    const mark = (as: string) => setJudged(j => ({ ...j, [id(p)]: as }))
    act(() => post('/review', { file: named(p), tag: p.tag, review }).then(() => { mark(review); if (here.current === n) move(1) }), `${p.tag}: ${words.file.review[review]}`,
      () => post(`/tags/${encodeURIComponent(p.tag)}/review`, { files: [named(p)], review: 'pending' }).then(() => mark('')))
  }
  // All that are listed of one tag are judged at once; what was judged one by one stays.
  const listed = (tag: string) => items?.filter(p => p.tag === tag && !judged[id(p)]) ?? []
  const judgeAll = (tag: string, review: 'accepted' | 'rejected') => {
    const of = listed(tag), at = `/tags/${encodeURIComponent(tag)}/review`, files = of.map(named)
    const mark = (as?: string) => setJudged(j => ({ ...j, ...Object.fromEntries(of.map(p => [id(p), as ?? ''])) }))
    act(() => post(at, { files, review }).then(() => mark(review)), w.all(tag, words.file.review[review], of.length), () => post(at, { files, review: 'pending' }).then(() => mark()))
  }
  useEffect(() => {
    const key = (e: KeyboardEvent) => {
      if (e.target instanceof HTMLElement && /^(INPUT|TEXTAREA|SELECT)$/.test(e.target.tagName) || e.ctrlKey || e.metaKey || e.altKey) return
      const keys: Record<string, () => void> = { a: () => judge('accepted'), r: () => judge('rejected'), s: () => move(1), j: () => move(1), k: () => move(-1), ArrowDown: () => move(1), ArrowUp: () => move(-1) }
      if (keys[e.key]) { e.preventDefault(); keys[e.key]() }
    }
    addEventListener('keydown', key)
    return () => removeEventListener('keydown', key)
  })
  return <section class={now ? 'page wide review' : 'page'}>
    <div><div class="head"><h1>{w.title}</h1><a href="/findings" onClick={go}>{words.findings.title}</a><a href="/tags" onClick={go}>{words.nav.tags}</a></div>
      <Hint of="review">{w.lead}</Hint>
      {fault && <p class="error">{fault}</p>}
      {items?.length === 0 && <p class="empty">{w.empty}</p>}
      {line}
      <ol class="cards">{items?.map((p, i) => <li key={id(p)} class={i === at ? 'here' : ''} aria-current={i === at || undefined}><button type="button" class="link" onClick={() => place(i)}><b>{visible(p.tag)}</b></button> <Name f={p} /> <small>{words.file.by[p.origin as keyof typeof words.file.by] ?? p.origin}, {Math.round(100 * p.confidence)} %</small>
        {p.evidence && <p class="note">{words.file.evidence} {visible(p.evidence)}</p>}
        {judged[id(p)] ? <p class="note">{words.file.review[judged[id(p)] as 'accepted']}</p> : i === at && curate && <p class="tools"><button type="button" class="first" onClick={() => judge('accepted')}>{words.file.accept} (a)</button><button type="button" onClick={() => judge('rejected')}>{words.file.reject} (r)</button><button type="button" onClick={() => move(1)}>{w.skip} (s)</button>{listed(p.tag).length > 1 && <><button type="button" onClick={() => judgeAll(p.tag, 'accepted')}>{w.acceptAll(listed(p.tag).length)}</button><button type="button" onClick={() => judgeAll(p.tag, 'rejected')}>{w.rejectAll(listed(p.tag).length)}</button></>}</p>}</li>)}</ol>
      {more && <button type="button" onClick={more}>{words.files.more}</button>}
      <Sources now={Object.keys(judged).length} /></div>
    {now && <PlaceView at={named(now)} still />}
  </section>
}
