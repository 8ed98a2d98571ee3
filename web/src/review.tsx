import { useEffect, useRef, useState } from 'preact/hooks'
import { type Page, get, lines, named, post } from './api'
import { Hint } from './hint'
import { useMay, useOne, usePages } from './pages'
import { PlaceView } from './place'
import { quote } from './query'
import { go, to } from './route'
import { useAct } from './space'
import { Name, count, visible } from './shown'
import { words } from './words'
import type { Judged, Pending, PendingCount, PendingCounts, ReviewSource, Work } from './shapes'

const w = words.review

const by = (kind: string) => words.file.by[kind as keyof typeof words.file.by] ?? kind

// reasons names what speaks for a guess, the first two kinds of it; of anything else, who made it.
export function reasons(p: { origin: string; kinds?: string[] }): string {
  return p.kinds?.length ? p.kinds.slice(0, 2).map(k => words.file.kinds[k as keyof typeof words.file.kinds] ?? k).join(', ') : by(p.origin)
}

// calledBy is a proposed tag, or a value of an attribute in words.
const calledBy = (p: { label?: string; value?: string }, tag: string) => visible(p.label ? `${p.label}: ${p.value}` : tag)

// Sources say in words how often people accept what each source proposes, and which one stopped.
function Sources({ now }: { now: string }) {
  const { value } = useOne(signal => lines<ReviewSource>('/review/sources', {}, signal), [now])
  const percent = (x: number) => Math.round(100 * x)
  if (!value?.length) return null
  return <section aria-label={w.sources}><details class="edit"><summary>{w.sources}</summary><ul>{value.map(s => { const name = visible(s.label || s.name || by(s.kind)); return <li key={s.kind + s.name}>
    {s.sampled ? w.source(name, s.accepted, s.sampled, percent(s.low), percent(s.high)) : w.unknown(name)}{s.stopped && <> <b>{w.stopped}</b></>}</li> })}</ul></details></section>
}

// Between two looks whether tags were proposed, in milliseconds.
const wait = 4_000

type Chosen = { tag: string; source: string; folder: string; sort: string }

// whither are the files that have what was accepted.
const whither = (p: Pending) => ({ name: calledBy(p, p.tag), scope: p.scope_key ? `${p.scope_key}:${quote(p.value!)}` : `tag:${quote(p.tag)}` })

// Facet is one condition of what is listed, each value with how many would be listed.
function Facet({ name, value, list, called, set }: { name: string; value: string; list: PendingCount[]; called: (c: PendingCount) => string; set: (v: string) => void }) {
  const all = value && !list.some(o => o.name === value) ? [{ name: value, count: 0 }, ...list] : list
  return <label class="field"><span class="field-name">{name}</span><select aria-label={name} value={value} onChange={e => set(e.currentTarget.value)}><option value="">{w.any}</option>{all.map(o => <option key={o.name} value={o.name}>{called(o)}{o.count > 0 && ` (${count(o.count)})`}</option>)}</select></label>
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
  const [went, setWent] = useState<{ name: string; scope: string; file?: Pending } | null>(null) // what was accepted last
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
    const mark = (as: string) => { setJudged(j => ({ ...j, [id(p)]: as })); setWent(as === 'accepted' ? { ...whither(p), file: p } : null) }
    act(() => post('/review', { file: named(p), tag: p.tag, review }).then(() => { mark(review); if (here.current === n) move(1) }), `${calledBy(p, p.tag)}: ${words.file.review[review]}`,
      () => post(`/tags/${encodeURIComponent(p.tag)}/review`, { files: [named(p)], review: 'pending' }).then(() => mark('')))
  }
  // A group is told by its conditions and judged by the server, so that it is whole however much of it is listed.
  const judgeAll = (review: 'accepted' | 'rejected', tag: string) => {
    const { sort, ...group } = chosen, anew = () => { begin(); reload(); counts.again() }, of = tag ? items?.find(p => p.tag === tag) : undefined
    setWent(null)
    return act(() => post<Judged>('/review/judge', { ...group, tag, review }).then(r => { anew(); if (of && review === 'accepted') setWent(whither(of)); return r }), r => w.all(of ? calledBy(of, tag) : tag, words.file.review[review], r.changed), r => (r.batch ? post(`/batches/${r.batch}/undo`, {}) : Promise.resolve()).then(anew).then(() => setWent(null)))
  }
  // While tags are proposed, by whomever, the counts are asked for again, and the list as long as it is empty.
  const latest = useRef(() => {})
  latest.current = () => { counts.again(); if (!items?.length) reload() }
  useEffect(() => {
    const look = async () => {
      if (document.hidden) return
      const runs = operate && await get<Page<Work>>('/work', { limit: 1000 }).then(p => p.items.some(j => j.kind === 'propose' && !j.ended), () => false)
      setProposing(runs)
      if (runs || ran || !items?.length) latest.current()
      ran = runs
    }
    let ran = proposing
    const again = setInterval(look, wait)
    return () => clearInterval(again)
  }, [operate, !items?.length])
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
  const fresh = c && !more && items?.length ? c.total - items.length + marks : 0 // that came since the list was asked for
  const about = [chosen.tag && calledBy(c?.tags.find(t => t.name === chosen.tag) ?? {}, chosen.tag), chosen.folder && visible(chosen.folder), chosen.source && by(chosen.source)].filter(Boolean).join(', ')
  const ofTag = (tag: string) => c?.tags.find(t => t.name === tag)?.count ?? 0
  const propose = () => act(() => post('/work', { kind: 'propose' }), w.proposing).then(ok => ok && setProposing(true))
  return <section class={now ? 'page wide review' : 'page'}>
    <div><div class="head"><h1>{w.title}</h1><span class="tools"><a href="/findings" onClick={go}>{words.findings.title}</a><a href="/tags" onClick={go}>{words.nav.tags}</a></span></div>
      <Hint of="review">{w.lead}</Hint>
      {fault && <p class="error">{fault}</p>}
      {c && (c.total > 0 || narrowed) && <>
        <p role="status"><b>{w.total(c.total)}</b>{about && <> <span class="note">{about}</span> <button type="button" class="link" onClick={() => narrow({ tag: '', source: '', folder: '' })}>{w.wider}</button></>}</p>
        <div class="row facets-row" role="group" aria-label={words.files.narrow}>
          <Facet name={w.by.tag} value={chosen.tag} list={c.tags} called={o => calledBy(o, o.name)} set={tag => narrow({ tag })} />
          <Facet name={w.by.folder} value={chosen.folder} list={c.folders} called={o => visible(o.name)} set={folder => narrow({ folder })} />
          <Facet name={w.by.source} value={chosen.source} list={c.sources} called={o => by(o.name)} set={source => narrow({ source })} />
          <label class="field"><span class="field-name">{w.by.sort}</span><select aria-label={w.by.sort} value={chosen.sort} onChange={e => narrow({ sort: e.currentTarget.value })}>{(['teaches', 'likeliest', 'newest', 'path'] as const).map(o => <option key={o} value={o}>{w.orders[o]}</option>)}</select></label></div>
        {curate && c.total > 1 && <p class="tools"><button type="button" onClick={() => judgeAll('accepted', chosen.tag)}>{w.acceptAll(c.total)}</button><button type="button" onClick={() => judgeAll('rejected', chosen.tag)}>{w.rejectAll(c.total)}</button></p>}</>}
      {c && c.total === 0 && !narrowed && !now && (c.known === 0 ? <p class="empty">{w.noTags} {curate && <><a href="/tags#import" onClick={go}>{words.vocabulary.title}</a> · <a href="/groups" onClick={go}>{w.alike}</a></>}</p>
        : <p class="empty">{w.empty} {operate && <button type="button" onClick={propose}>{words.state.work.begin.propose}</button>}</p>)}
      {line}
      {went && <p class="note"><a href={'/files?' + new URLSearchParams({ scope: went.scope })} onClick={go}>{w.went(visible(went.name))}</a>{went.file && <> · <a href={'/file?' + new URLSearchParams({ f: named(went.file) })} onClick={go}><Name f={went.file} /></a></>}</p>}
      {proposing && <p class="note"><a href="/state" onClick={go}>{w.proposing}</a></p>}
      {fresh > 0 && <p><button type="button" onClick={() => { begin(); reload() }}>{w.fresh(fresh)}</button></p>}
      <ol class="cards">{items?.map((p, i) => <li key={id(p)} class={i === at ? 'here' : ''} aria-current={i === at || undefined}><button type="button" class="link" onClick={() => place(i)}><b>{calledBy(p, p.tag)}</b></button> <Name f={p} /> <small>{reasons(p)}, {Math.round(100 * p.confidence)} %</small>
        {p.evidence && <p class="note">{words.file.evidence} {visible(p.evidence)}</p>}
        {judged[id(p)] ? <p class="note">{words.file.review[judged[id(p)] as 'accepted']}</p> : i === at && curate && <p class="tools"><button type="button" class="first" onClick={() => judge('accepted')}>{words.file.accept} (a)</button><button type="button" onClick={() => judge('rejected')}>{words.file.reject} (r)</button><button type="button" onClick={() => move(1)}>{w.skip} (s)</button>{!chosen.tag && ofTag(p.tag) > 1 && <button type="button" class="link" onClick={() => narrow({ tag: p.tag })}>{w.only(ofTag(p.tag), calledBy(p, p.tag))}</button>}</p>}</li>)}</ol>
      {more && <button type="button" onClick={more}>{words.files.more}</button>}
      <Sources now={`${marks} ${c?.total}`} /></div>
    {now && <PlaceView at={named(now)} says={now.says} still />}
  </section>
}
