import { useEffect, useState } from 'preact/hooks'
import { type FileName, named, post } from './api'
import { useMay, usePages } from './pages'
import { PlaceView } from './place'
import { go } from './route'
import { useAct } from './space'
import { Name, visible } from './shown'
import { words } from './words'
import type { Pending } from './shapes'

const w = words.review

// Review are proposed tags one after the other: a accepts, r rejects, arrows move; the file stands beside.
export function Review() {
  const { items, fault, more } = usePages<Pending>('/review', {})
  const [at, setAt] = useState(0)
  const [judged, setJudged] = useState<Record<string, string>>({})
  const [said, setSaid] = useState('')
  const { act, line } = useAct(() => {})
  const curate = useMay('curate')
  const id = (p: Pending) => named(p) + '\n' + p.tag
  const now = items?.[at]
  const move = (n: number) => { if (items) { setAt(Math.max(0, Math.min(items.length - 1, n))); if (n >= items.length - 5) more?.() } }
  const judge = async (review: 'accepted' | 'rejected') => {
    if (!now || !curate) return
    try { await post('/review', { file: named(now), tag: now.tag, review }); setJudged(j => ({ ...j, [id(now)]: review })); setSaid(`${now.tag}: ${words.file.review[review]}`); move(at + 1) } catch (e) { setSaid((e as Error).message) }
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
      const keys: Record<string, () => void> = { a: () => judge('accepted'), r: () => judge('rejected'), ArrowDown: () => move(at + 1), ArrowUp: () => move(at - 1) }
      if (keys[e.key]) { e.preventDefault(); keys[e.key]() }
    }
    addEventListener('keydown', key)
    return () => removeEventListener('keydown', key)
  })
  return <section class={now ? 'page wide review' : 'page'}>
    <div><div class="head"><h1>{w.title}</h1><a href="/tags" onClick={go}>{words.nav.tags}</a></div>
      <p class="lead">{w.lead}</p>
      {fault && <p class="error">{fault}</p>}
      {items?.length === 0 && <p class="empty">{w.empty}</p>}
      <p role="status" class="note">{said}</p>
      {line}
      <ol class="cards">{items?.map((p, i) => <li key={id(p)} class={i === at ? 'here' : ''} aria-current={i === at || undefined}><button type="button" class="link" onClick={() => setAt(i)}><b>{visible(p.tag)}</b></button> <Name f={p} /> <small>{words.file.by[p.origin as keyof typeof words.file.by] ?? p.origin}, {Math.round(100 * p.confidence)} %</small>
        {p.evidence && <p class="note">{words.file.evidence} {visible(p.evidence)}</p>}
        {judged[id(p)] ? <p class="note">{words.file.review[judged[id(p)] as 'accepted']}</p> : i === at && curate && <p class="tools"><button type="button" class="first" onClick={() => judge('accepted')}>{words.file.accept} (a)</button><button type="button" onClick={() => judge('rejected')}>{words.file.reject} (r)</button>{listed(p.tag).length > 1 && <><button type="button" onClick={() => judgeAll(p.tag, 'accepted')}>{w.acceptAll(listed(p.tag).length)}</button><button type="button" onClick={() => judgeAll(p.tag, 'rejected')}>{w.rejectAll(listed(p.tag).length)}</button></>}</p>}</li>)}</ol>
      {more && <button type="button" onClick={more}>{words.files.more}</button>}</div>
    {now && <PlaceView at={named(now)} />}
  </section>
}
