import { useEffect, useRef, useState } from 'preact/hooks'
import { get, lines, named, post } from './api'
import { Hint } from './hint'
import { useMay, useOne, usePages } from './pages'
import { PlaceView } from './place'
import { go, to } from './route'
import { useAct } from './space'
import { Name, count, visible } from './shown'
import { words } from './words'
import type { Judged, Pending, PendingCount, PendingCounts, ReviewSource } from './shapes'

const w = words.review

const by = (kind: string) => words.file.by[kind as keyof typeof words.file.by] ?? kind

// Sources say how often people accept what each source proposes, with the interval, and which one stopped.
function Sources({ now }: { now: number }) {
  const { value } = useOne(signal => lines<ReviewSource>('/review/sources', {}, signal), [now])
  const percent = (x: number) => Math.round(100 * x)
  if (!value?.length) return null
  return <section aria-label={w.sources}><h2>{w.sources}</h2><ul>{value.map(s => { const name = visible(s.name || by(s.kind)); return <li key={s.kind + s.name}>
    {s.sampled ? w.source(name, s.accepted, s.sampled, percent(s.low), percent(s.high)) : w.unknown(name)}{s.waiting > 0 && `, ${w.waiting(s.waiting)}`}{s.stopped && <> <b>{w.stopped}</b></>}</li> })}</ul></section>
}

// Between two looks whether tags were proposed, in milliseconds.
const wait = 4_000

type Chosen = { tag: string; source: string; folder: string; sort: string }

// Facet is one condition of what is listed, each value with how many would be listed.
function Facet({ name, value, list, called, set }: { name: string; value: string; list: PendingCount[]; called: (v: string) => string; set: (v: string) => void }) {
  const all = value && !list.some(o => o.name === value) ? [{ name: value, count: 0 }, ...list] : list
  return <label class="field"><span class="field-name">{name}</span><select aria-label={name} value={value} onChange={e => set(e.currentTarget.value)}><option value="">{w.any}</option>{all.map(o => <option key={o.name} value={o.name}>{called(o.name)}{o.count > 0 && ` (${count(o.count)})`}</option>)}</select></label>
}

// Review are proposed tags one after the other: a accepts, r rejects, s goes on, j, k and arrows move; the file stands beside. What is listed is
// narrowed by tag, source and folder, which stand in the address, and judged as a whole.
export function Review({ at: url }: { at: URL }) {
  const of = (k: keyof Chosen) => url.searchParams.get(k) ?? ''
  const chosen: Chosen = { tag: of('tag'), source: of('source'), folder: of('folder'), sort: of('sort') || 'teaches' }
  const { items, fault, more, reload } = usePages<Pending>('/review', chosen)
  const [at, setAt] = useState(0)
  const [judged, setJudged] = useState<Record<string, string>>({})
  const marks = Object.keys(judged).filter(k => judged[k]).length
  const counts = useOne(signal => get<PendingCounts>('/review/counts', { ...chosen }, signal), [JSON.stringify(chosen), marks])
  const { act, line } = useAct(() => {})
  const [proposing, setProposing] = useState(false) // somebody asked for it, and none came yet
  const curate = useMay('curate'), operate = useMay('operate')
  const id = (p: Pending) => named(p) + '\n' + p.tag + '\n' + p.origin
  const now = items?.[at]
  const here = useRef(0) // where the keys are: they come faster than the page is drawn
  const begin = () => { setAt(here.current = 0); setJudged({}) }
  const narrow = (change: Partial<Chosen>) => {
    const q = new URLSearchParams()
    for (const [k, v] of Object.entries({ ...chosen, ...change })) if (v && !(k === 'sort' && v === 'teaches')) q.set(k, v)
    begin()
    to('/review' + (q.size ? '?' + q : ''))
  }
  const place = (n: number) => { if (items) { setAt(here.current = Math.max(0, Math.min(items.length - 1, n))); if (n >= items.length - 5) more?.() } }
  const move = (by: number) => place(here.current + by)
  const judge = (review: 'accepted' | 'rejected') => {
    const n = here.current, p = items?.[n]
    if (!p || !curate) return
    const mark = (as: string) => setJudged(j => ({ ...j, [id(p)]: as }))
    act(() => post('/review', { file: named(p), tag: p.tag, review }).then(() => { mark(review); if (here.current === n) move(1) }), `${p.tag}: ${words.file.review[review]}`,
      () => post(`/tags/${encodeURIComponent(p.tag)}/review`, { files: [named(p)], review: 'pending' }).then(() => mark('')))
  }
  // A group is told by its conditions and judged by the server, so that it is whole however much of it is listed.
  const judgeAll = (review: 'accepted' | 'rejected', tag: string) => {
    const { sort, ...group } = chosen, anew = () => { begin(); reload(); counts.again() }
    return act(() => post<Judged>('/review/judge', { ...group, tag, review }).then(r => { anew(); return r }), r => w.all(tag, words.file.review[review], r.changed), r => (r.batch ? post(`/batches/${r.batch}/undo`, {}) : Promise.resolve()).then(anew))
  }
  useEffect(() => {
    if (!proposing || items?.length) return
    const again = setInterval(() => { if (!document.hidden) { reload(); counts.again() } }, wait)
    return () => clearInterval(again)
  }, [proposing, items])
  useEffect(() => {
    const key = (e: KeyboardEvent) => {
      if (e.target instanceof HTMLElement && /^(INPUT|TEXTAREA|SELECT)$/.test(e.target.tagName) || e.ctrlKey || e.metaKey || e.altKey) return
      const keys: Record<string, () => void> = { a: () => judge('accepted'), r: () => judge('rejected'), s: () => move(1), j: () => move(1), k: () => move(-1), ArrowDown: () => move(1), ArrowUp: () => move(-1) }
      if (keys[e.key]) { e.preventDefault(); keys[e.key]() }
    }
    addEventListener('keydown', key)
    return () => removeEventListener('keydown', key)
  })
  const c = counts.value, narrowed = chosen.tag || chosen.source || chosen.folder
  const about = [chosen.tag && visible(chosen.tag), chosen.folder && visible(chosen.folder), chosen.source && by(chosen.source)].filter(Boolean).join(', ')
  const ofTag = (tag: string) => c?.tags.find(t => t.name === tag)?.count ?? 0
  const propose = () => act(() => post('/work', { kind: 'propose' }), w.proposing).then(ok => ok && setProposing(true))
  return <section class={now ? 'page wide review' : 'page'}>
    <div><div class="head"><h1>{w.title}</h1><span class="tools"><a href="/findings" onClick={go}>{words.findings.title}</a><a href="/tags" onClick={go}>{words.nav.tags}</a></span></div>
      <Hint of="review">{w.lead}</Hint>
      {fault && <p class="error">{fault}</p>}
      {c && (c.total > 0 || narrowed) && <>
        <p role="status"><b>{w.total(c.total)}</b>{about && <> <span class="note">{about}</span> <button type="button" class="link" onClick={() => narrow({ tag: '', source: '', folder: '' })}>{w.wider}</button></>}</p>
        <div class="row facets-row" role="group" aria-label={words.files.narrow}>
          <Facet name={w.by.tag} value={chosen.tag} list={c.tags} called={visible} set={tag => narrow({ tag })} />
          <Facet name={w.by.folder} value={chosen.folder} list={c.folders} called={visible} set={folder => narrow({ folder })} />
          <Facet name={w.by.source} value={chosen.source} list={c.sources} called={by} set={source => narrow({ source })} />
          <label class="field"><span class="field-name">{w.by.sort}</span><select aria-label={w.by.sort} value={chosen.sort} onChange={e => narrow({ sort: e.currentTarget.value })}>{(['teaches', 'likeliest', 'newest', 'path'] as const).map(o => <option key={o} value={o}>{w.orders[o]}</option>)}</select></label></div>
        {curate && c.total > 1 && <p class="tools"><button type="button" onClick={() => judgeAll('accepted', chosen.tag)}>{w.acceptAll(c.total)}</button><button type="button" onClick={() => judgeAll('rejected', chosen.tag)}>{w.rejectAll(c.total)}</button></p>}</>}
      {c && c.total === 0 && !narrowed && !now && (c.known === 0 ? <p class="empty">{w.noTags} {curate && <><a href="/tags#import" onClick={go}>{words.vocabulary.title}</a> · <a href="/groups" onClick={go}>{w.alike}</a></>}</p>
        : <p class="empty">{w.empty} {operate && <button type="button" onClick={propose}>{words.state.work.begin.propose}</button>}</p>)}
      {line}{proposing && <p><a href="/state" onClick={go}>{words.nav.state}</a></p>}
      <ol class="cards">{items?.map((p, i) => <li key={id(p)} class={i === at ? 'here' : ''} aria-current={i === at || undefined}><button type="button" class="link" onClick={() => place(i)}><b>{visible(p.tag)}</b></button> <Name f={p} /> <small>{by(p.origin)}, {Math.round(100 * p.confidence)} %</small>
        {p.evidence && <p class="note">{words.file.evidence} {visible(p.evidence)}</p>}
        {judged[id(p)] ? <p class="note">{words.file.review[judged[id(p)] as 'accepted']}</p> : i === at && curate && <p class="tools"><button type="button" class="first" onClick={() => judge('accepted')}>{words.file.accept} (a)</button><button type="button" onClick={() => judge('rejected')}>{words.file.reject} (r)</button><button type="button" onClick={() => move(1)}>{w.skip} (s)</button>{!chosen.tag && ofTag(p.tag) > 1 && <button type="button" class="link" onClick={() => narrow({ tag: p.tag })}>{w.only(ofTag(p.tag), visible(p.tag))}</button>}</p>}</li>)}</ol>
      {more && <button type="button" onClick={more}>{words.files.more}</button>}
      <Sources now={marks} /></div>
    {now && <PlaceView at={named(now)} still />}
  </section>
}
