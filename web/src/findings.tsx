import { useEffect, useRef, useState } from 'preact/hooks'
import { lines, named, post } from './api'
import { useMay, useOne } from './pages'
import { PlaceView } from './place'
import { go } from './route'
import { useAct } from './space'
import { Name, visible } from './shown'
import { words } from './words'
import type { Mended, TagFinding } from './shapes'

const w = words.findings
const id = (f: TagFinding) => [f.kind, ...f.tags, ...f.files?.map(named) ?? []].join('\n')

// Findings are faults of tags, kind by kind with their evidence: a mends, s goes on, j and k move; the file stands beside.
export function Findings() {
  const [fresh, setFresh] = useState(false)
  const { value, fault } = useOne(signal => lines<TagFinding>('/findings', { new: fresh || undefined }, signal), [fresh])
  const [at, setAt] = useState(0)
  const [done, setDone] = useState<ReadonlySet<string>>(new Set())
  const { act, line } = useAct(() => {})
  const curate = useMay('curate')
  const kinds = [...new Set(value?.map(f => f.kind))]
  const items = kinds.flatMap(k => value!.filter(f => f.kind === k)), now = items[at]
  const here = useRef(0) // where the keys are: they come faster than the page is drawn
  const place = (n: number) => setAt(here.current = Math.max(0, Math.min(items.length - 1, n)))
  const move = (by: number) => place(here.current + by)
  const mark = (of: TagFinding[], is: boolean) => setDone(d => { const n = new Set(d); for (const f of of) is ? n.add(id(f)) : n.delete(id(f)); return n })
  const mendable = (f: TagFinding) => !!f.repair.do && !done.has(id(f))
  // What belongs together is one kind of fault of the files of one tag. Where a repair fails, those before it are taken back.
  const alike = (f: TagFinding) => f.repair.files ? items.filter(o => o.kind === f.kind && o.repair.tag === f.repair.tag && mendable(o)) : []
  const back = async (made: Mended[]) => { for (const m of made.reverse()) await post(`/batches/${m.batch}/undo`, {}) }
  const mend = (of: TagFinding[]) => {
    if (!curate || !of.length || !of.every(mendable)) return
    act(async () => {
      const made: Mended[] = []
      try { for (const f of of) made.push(await post<Mended>('/findings/mend', f.repair)) } catch (e) { await back(made); throw e }
      mark(of, true)
      place(items.indexOf(of[of.length - 1]) + 1)
      return made
    }, w.done(of.length), async made => { await back(made); mark(of, false) })
  }
  useEffect(() => {
    const key = (e: KeyboardEvent) => {
      if (e.target instanceof HTMLElement && /^(INPUT|TEXTAREA|SELECT)$/.test(e.target.tagName) || e.ctrlKey || e.metaKey || e.altKey) return
      const keys: Record<string, () => void> = { a: () => mend(items.slice(here.current, here.current + 1)), s: () => move(1), j: () => move(1), k: () => move(-1), ArrowDown: () => move(1), ArrowUp: () => move(-1) }
      if (keys[e.key]) { e.preventDefault(); keys[e.key]() }
    }
    addEventListener('keydown', key)
    return () => removeEventListener('keydown', key)
  })
  const repair = (f: TagFinding) => { const r = f.repair; return r.do ? w.repairs[r.do as keyof typeof w.repairs](visible(r.tag ?? ''), visible(r.into ?? ''), visible(r.from ?? ''), r.files?.length ?? 0) : w.open }
  const beside = now?.files?.[0]
  return <section class={beside ? 'page wide review' : 'page'}>
    <div><div class="head"><h1>{w.title}</h1><span class="tools"><a href="/review" onClick={go}>{words.review.title}</a><a href="/groups" onClick={go}>{words.groups.title}</a></span></div>
      <p class="lead">{w.lead}</p>
      <p class="tools"><label><input type="checkbox" checked={fresh} onChange={e => { setFresh(e.currentTarget.checked); place(0) }} /> {w.onlyNew}</label></p>
      {fault && <p class="error">{fault}</p>}
      {!value && !fault && <p role="status" class="note">{w.looking}</p>}
      {value?.length === 0 && <p class="empty">{w.empty}</p>}
      {value?.[0]?.notes?.map(n => <p key={n} class="note">{n}</p>)}
      {line}
      {kinds.map(k => <section key={k} aria-label={w.kinds[k as keyof typeof w.kinds]}><h2>{w.kinds[k as keyof typeof w.kinds]}</h2>
        <ol class="cards">{items.map((f, i) => f.kind === k && <li key={id(f)} class={i === at ? 'here' : ''} aria-current={i === at || undefined}>
          <button type="button" class="link" onClick={() => place(i)}><b>{f.tags.map(visible).join(', ')}</b></button> {f.files?.[0] && <Name f={f.files[0]} />} <small>{Math.round(100 * f.chance)} %, {w.since(f.since)}{f.new && <> <span class="badge">{w.fresh}</span></>}</small>
          {f.evidence.map(e => <p key={e} class="note">{visible(e)}</p>)}
          {done.has(id(f)) ? <p class="note">{w.mended}</p> : i === at && <><p>{repair(f)}</p>
            {curate && mendable(f) && <p class="tools"><button type="button" class="first" onClick={() => mend([f])}>{w.mend} (a)</button><button type="button" onClick={() => move(1)}>{w.skip} (s)</button>
              {alike(f).length > 1 && <button type="button" onClick={() => mend(alike(f))}>{w.all(alike(f).length)}</button>}</p>}</>}</li>)}</ol></section>)}</div>
    {beside && <PlaceView at={named(beside)} still />}
  </section>
}
