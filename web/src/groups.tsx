import { useState } from 'preact/hooks'
import { lines, named, post } from './api'
import { Completed } from './scope'
import { useMay, useOne } from './pages'
import { go } from './route'
import { useAct } from './space'
import { Name, visible } from './shown'
import { words } from './words'
import type { Group, GroupAccepted } from './shapes'

const w = words.groups

// Groups are files without tags, or tags, that are alike: wider groups with narrower ones in them. Accepting one makes a tag of it.
export function Groups() {
  const [of, setOf] = useState<'files' | 'tags'>('files')
  const { value, fault, again } = useOne(signal => lines<Group>('/groups', { of }, signal), [of])
  const { act, line } = useAct(again)
  const curate = useMay('curate')
  const accept = (g: Group, name: string, out: string[], also: string[]) => act(() => post<GroupAccepted>('/groups/accept', { of, group: g.group, name: g.tag ? '' : name, leave_out: out, also }),
    done => w.accepted(done.tag, done.files, done.tags), done => post(`/batches/${done.batch}/undo`, {}))
  const wider = [...new Set(value?.map(g => g.within))].map(n => value!.filter(g => g.within === n))
  return <section class="page">
    <div class="head"><h1>{w.title}</h1><span class="tools"><a href="/tags" onClick={go}>{words.nav.tags}</a><a href="/findings" onClick={go}>{words.findings.title}</a></span></div>
    <p class="lead">{w.lead}</p>
    <p class="tools">{(['files', 'tags'] as const).map(o => <button key={o} type="button" aria-pressed={of === o} onClick={() => setOf(o)}>{w.of[o]}</button>)}</p>
    {line}
    {fault && <p class="error">{fault}</p>}
    {!value && !fault && <p role="status" class="note">{w.looking}</p>}
    {value?.length === 0 && <p class="empty">{w.empty}</p>}
    {value?.[0]?.notes?.map(n => <p key={n} class="note">{n}</p>)}
    {wider.map(list => <section key={list[0].group} aria-label={list.map(g => g.label).join(', ')}>
      {list.length > 1 && <h2>{list.slice(0, 3).map(g => visible(g.label)).join(', ')}{list.length > 3 && ' …'} <small>{w.n(list.reduce((n, g) => n + g.members, 0), of)}</small></h2>}
      <ul class="cards">{list.map(g => <One key={g.group} g={g} of={of} curate={curate} accept={accept} />)}</ul></section>)}
  </section>
}

// One is a group with its members, of which those without a mark stay out of it, now and later.
function One({ g, of, curate, accept }: { g: Group; of: 'files' | 'tags'; curate: boolean; accept: (g: Group, name: string, out: string[], also: string[]) => void }) {
  const [name, setName] = useState(g.label)
  const [out, setOut] = useState<readonly string[]>([])
  const [also, setAlso] = useState<readonly string[]>([])
  const [more, setMore] = useState('')
  const put = (f: string, is: boolean) => setOut(is ? out.filter(o => o !== f) : [...out, f])
  return <li>
    <h3>{visible(g.label)} <small>{w.n(g.members, of)}{g.tag && `, ${w.fresh(g.new)}`}</small></h3>
    {g.evidence.map(e => <p key={e} class="note">{visible(e)}</p>)}
    <details><summary>{w.members}</summary>
      {g.files && <ul>{g.files.map(f => <li key={named(f)}>{curate && <input type="checkbox" aria-label={w.belongs(f.path as string)} checked={!out.includes(named(f))} onChange={e => put(named(f), e.currentTarget.checked)} />} <Name f={f} /></li>)}</ul>}
      {g.tags && <p>{g.tags.map(visible).join(', ')}</p>}
      {curate && g.files && <form class="row" onSubmit={e => { e.preventDefault(); setAlso([...also, more.trim()]); setMore('') }}>
        <Completed id={'also-' + g.group} label={w.also} kind="path" value={more} input={setMore} /><button disabled={!more.trim()}>{words.tag.add}</button></form>}
      {also.map(f => <p key={f} class="note">{w.joins(visible(f))}</p>)}
    </details>
    {curate && g.new > 0 && <form class="row" onSubmit={e => { e.preventDefault(); accept(g, name.trim(), [...out], [...also]) }}>
      {!g.tag && <input aria-label={w.name(g.label)} value={name} maxLength={200} onInput={e => setName(e.currentTarget.value)} />}
      <button class="first" disabled={!g.tag && !name.trim()}>{g.tag ? w.goOn(g.tag) : w.accept}</button></form>}
  </li>
}
