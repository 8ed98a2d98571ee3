import { useState } from 'preact/hooks'
import { type FileName, get, named, post } from './api'
import { useOne } from './pages'
import { join, terms, without } from './query'
import { go } from './route'
import { Completed } from './scope'
import { count, visible } from './shown'
import { words } from './words'
import type { Diagnosis, FunnelStep, Relaxation } from './shapes'

const w = words.narrow

interface TagNode { tag: string; depth: number; is: 'selected' | 'implied' | 'not-selected'; files: number }
interface Explained {
  funnel: FunnelStep[]; gates: { gate: string; files: number }[]; files: number; unknown: number; read: number
  groups: { constraint: string; guess?: boolean; tags: TagNode[]; more?: number }[]; pruned: { constraint: string; tag?: string; by: string }[]; notes?: string[]
}

function files(scope: string): string { return '/files?' + new URLSearchParams({ scope }) }

// Funnel is how a scope comes to select what it does, constraint by constraint; every number is a link to those files.
export function Funnel({ scope, all }: { scope: string; all: number }) {
  const { value: e, fault } = useOne(signal => post<Explained>('/scope/explain', { text: scope }, signal), [scope])
  if (fault) return <p class="error">{fault}</p>
  if (!e) return null
  const steps = e.funnel.map(f => f.constraint)
  return <section class="funnel">
    {e.notes?.map(n => <p class="note" key={n}>{visible(n)}</p>)}
    {e.funnel.length > 0 && <div class="wide"><table><caption class="hidden">{w.funnel}</caption>
      <thead><tr><th scope="col">{w.constraint}</th><th scope="col" class="number">{w.alone}</th><th scope="col" class="number">{w.after}</th><th scope="col" class="number">{w.without}</th></tr></thead>
      <tbody><tr><td>{w.all}</td><td></td><td class="number"><Bar n={all} of={all} /><a href={files('')} onClick={go}>{count(all)}</a></td><td></td></tr>
        {e.funnel.map((f, i) => <tr key={f.constraint}><td><code>{visible(f.constraint)}</code></td>
          <td class="number"><a href={files(f.constraint)} onClick={go}>{count(f.alone)}</a></td>
          <td class="number"><Bar n={f.after} of={all} /><a href={files(join(steps.slice(0, i + 1)))} onClick={go}>{count(f.after)}</a>{f.unknown > 0 && <small>{w.unknown(f.unknown)}</small>}</td>
          <td class="number"><a href={files(join(steps.filter((_, j) => j !== i)))} onClick={go}>{count(f.without)}</a></td></tr>)}</tbody></table></div>}
    {e.groups.map(g => <TagTree key={g.constraint} g={g} />)}
    {e.pruned.map((p, i) => <p class="note" key={i}>{w.pruned(p.tag ?? p.constraint, p.by)}</p>)}
    <p class="note">{w.read(count(e.read), count(e.files))} {e.gates.filter(g => g.files > 0).map(g => <span key={g.gate}><a href={'/skipped?' + new URLSearchParams({ scope })} onClick={go}>{w.gates[g.gate as keyof typeof w.gates]?.(g.files) ?? `${g.gate}: ${g.files}`}</a> </span>)}</p>
  </section>
}

function Bar({ n, of }: { n: number; of: number }) { return <span class="bar" aria-hidden="true"><span style={{ width: `${of ? Math.max(n ? 2 : 0, 100 * n / of) : 0}%` }} /></span> }

const signs = { selected: '☑', implied: '▣', 'not-selected': '☐' }

// TagTree shows which tags a constraint selects, which it implies and which stand beside them, by sign and word.
function TagTree({ g }: { g: Explained['groups'][number] }) {
  return <div><h3><code>{visible(g.constraint)}</code>{g.guess && <small> {words.taken.guessed}</small>}</h3>
    <ul class="tagtree">{g.tags.map((t, i) => <li key={i} class={t.is} style={{ marginLeft: `${t.depth * 1.25}rem` }}>
      <span aria-hidden="true">{g.guess && t.is === 'selected' ? '☆' : signs[t.is]}</span> <a href={'/tags/' + encodeURIComponent(t.tag)} onClick={go}>{visible(t.tag)}</a> <small>{w.is[t.is]}, {words.files.n(t.files)}</small></li>)}</ul>
    {!!g.more && <p class="note">{w.more(g.more)}</p>}</div>
}

// Diagnose says why a scope has no file, or few, and offers others by a click.
export function Diagnose({ scope, set }: { scope: string; set: (s: string, why?: string) => void }) {
  const { value: d } = useOne(signal => post<Diagnosis>('/scope/diagnose', { text: scope }, signal), [scope])
  if (!d || !d.causes.length && !d.relaxations.length && !d.narrower?.length && !d.notes?.length) return null
  const list = d.files ? [...d.relaxations, ...d.narrower ?? []] : d.relaxations
  return <section class="diagnosis"><h3>{d.files ? w.other : w.nothing}</h3>
    {d.notes?.map(n => <p class="note" key={n}>{visible(n)}</p>)}
    {d.causes.map((c, i) => <p key={i}>{w.causes[c.kind as keyof typeof w.causes] ?? c.kind}: {c.constraints.map(x => <code key={x}>{visible(x)} </code>)}</p>)}
    {list.length > 0 && <ul class="relax">{list.map(r => <li key={r.n}><button type="button" onClick={() => set(r.scope, w.how(r.how, r.was, r.now))}>{visible(w.how(r.how, r.was, r.now))}</button> <small>{words.files.n(r.files)}</small></li>)}</ul>}
  </section>
}

interface WhyConstraint { constraint: string; holds: 'true' | 'false' | 'unknown'; has: string; any?: WhyConstraint[][] }
interface Why { file: FileName; holds: string; constraints: WhyConstraint[] }

// WhyNot says for one file why a scope selects it or not, and relaxes what keeps it out.
export function WhyNot({ scope, set }: { scope: string; set: (s: string, why?: string) => void }) {
  const [name, setName] = useState('')
  const [why, setWhy] = useState<Why | null>(null)
  const [fault, setFault] = useState('')
  const ask = async () => {
    try { setWhy(await get<Why>('/why', { file: name.trim(), scope })); setFault('') } catch (e) { setWhy(null); setFault((e as Error).message) }
  }
  return <section class="whynot"><h3>{w.why}</h3>
    <form class="row" onSubmit={e => { e.preventDefault(); ask() }}>
      <Completed id="why" label={w.file} kind="path" value={name} input={setName} commit={ask} placeholder={w.filePlaceholder} />
      <button disabled={!name.trim()}>{w.say}</button>
    </form>
    <div role="status">{fault && <p class="error">{fault} {w.mayNot}</p>}
      {why && <><p>{why.holds === 'true' ? w.in(named(why.file)) : why.holds === 'false' ? w.out(named(why.file)) : w.open(named(why.file))} <a href={'/file?' + new URLSearchParams({ f: named(why.file), scope })} onClick={go}>{words.place.about}</a></p>
        <WhyList list={why.constraints} scope={scope} relax={t => { set(without(scope, t), w.how('drop', t)); setWhy(null) }} />
        {why.holds !== 'true' && <button type="button" onClick={() => { set(join([...terms(scope), `+file:"${named(why.file).replace(/["\\]/g, '\\$&')}"`]), w.added(named(why.file))); setWhy(null) }}>{w.add}</button>}</>}</div>
  </section>
}

const truth = { true: '✓', false: '✗', unknown: '?' }

export function WhyList({ list, scope, relax }: { list: WhyConstraint[]; scope?: string; relax?: (term: string) => void }) {
  return <ul class="whys">{list.map((c, i) => <li key={i} class={c.holds}><span aria-hidden="true">{truth[c.holds]}</span> <span class="hidden">{w.holds[c.holds]}</span> <code>{visible(c.constraint)}</code> {c.has && <small>{w.has(visible(c.has))}</small>}
    {relax && c.holds === 'false' && terms(scope ?? '').some(t => t === c.constraint) && <button type="button" onClick={() => relax(c.constraint)}>{w.drop}</button>}
    {c.any?.map((of, j) => <WhyList key={j} list={of} />)}</li>)}</ul>
}
