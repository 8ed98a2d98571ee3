import { useState } from 'preact/hooks'
import { type File, get, named } from './api'
import { Tile, ending } from './icons'
import { useMay, useOne, usePages } from './pages'
import { join, terms } from './query'
import { go } from './route'
import { Chips } from './scope'
import { Name, count } from './shown'
import { to } from './route'
import { words } from './words'
import { type Target, LongWork, readAgain, recognise } from './work'

const w = words.skipped

// Skipped are the files that cannot be searched, or not wholly, by reason, with what helps.
export function Skipped({ at }: { at: URL }) {
  const scope = at.searchParams.get('scope') ?? ''
  const { value, fault, again } = useOne(signal => get<{ states: Record<string, number> }>('/files/count', { scope, skipped: true }, signal), [scope])
  const [said, setSaid] = useState('')
  const [begun, setBegun] = useState(0), [ended, setEnded] = useState(0)
  const operate = useMay('operate')
  const act = async (work: () => Promise<{ said: string; recognises: boolean }>) => {
    try { const r = await work(); setSaid(r.said); if (r.recognises) setBegun(n => n + 1); again() } catch (e) { setSaid((e as Error).message) }
  }
  const reread = (target: Target) => act(() => readAgain(target))
  const now = (scope: string) => act(async () => { await recognise({ scope }); return { said: '', recognises: true } })
  const states = Object.entries(value?.states ?? {}).sort((a, b) => b[1] - a[1])
  return <section class="page">
    <h1>{w.title}</h1>
    <p class="lead">{w.lead}</p>
    <Chips scope={scope} set={s => to('/skipped' + (s ? '?' + new URLSearchParams({ scope: s }) : ''))} />
    <p role="status" class="note">{said}</p>
    <LongWork kind="recognise" begun={begun} ended={() => { setSaid(''); setEnded(n => n + 1); again() }} />
    {fault && <p class="error">{fault}</p>}
    {value && states.length === 0 && <p class="empty">{w.none}</p>}
    {states.map(([state, n]) => <Group key={state + scope + ended} state={state} n={n} scope={scope} again={operate ? reread : undefined} now={operate ? now : undefined} open={states.length < 4} />)}
  </section>
}

type Again = (target: Target) => void
type Now = (scope: string) => void

function Group({ state, n, scope, again, now, open }: { state: string; n: number; scope: string; again?: Again; now?: Now; open: boolean }) {
  const [shown, setShown] = useState(open)
  const here = join([...terms(scope), 'state:' + state])
  return <details class="group" open={shown} onToggle={e => setShown(e.currentTarget.open)}>
    <summary><strong>{w.states[state as keyof typeof w.states] ?? state}</strong> <span class="note">{words.files.n(n)}</span></summary>
    <p class="tools"><a href={'/files?' + new URLSearchParams({ scope: here })} onClick={go}>{w.list(count(n))}</a>{again && <button type="button" onClick={() => again({ scope: here })}>{w.tryAll}</button>}</p>
    {shown && <Reasons key={n} scope={here} again={again && (f => again({ files: [named(f)] }))} now={now && (() => now(here))} />}
  </details>
}

function Reasons({ scope, again, now }: { scope: string; again?: (f: File) => void; now?: () => void }) {
  const { items, fault, more } = usePages<File>('/files', { scope, skipped: true })
  const by = new Map<string, File[]>()
  for (const f of items ?? []) { const k = `${kindOf(f.reason ?? '')}\n${f.remedy ?? ''}`; by.set(k, [...by.get(k) ?? [], f]) }
  return <>{fault && <p class="error">{fault}</p>}
    {[...by].map(([k, list]) => { const [reason, remedy] = k.split('\n'); return <section key={k} class="reason"><p>{reason && <b>{reason.charAt(0).toUpperCase() + reason.slice(1)}. </b>}{remedy && <em>{w.helps} {remedy}.</em>} {now && list.some(f => f.recoverable) && <button type="button" class="first" onClick={now}>{w.now}</button>}</p>
      {byKind(list).map(([kind, files]) => files.length > mostOfKind
        ? <details key={kind}><summary><Tile path={files[0].path} /> {w.ofKind(kind, files.length)}</summary><Named list={files} again={again} /></details>
        : <Named key={kind} list={files} again={again} />)}</section> })}
    {more && <button type="button" onClick={more}>{words.files.more}</button>}</>
}

// kindOf is a reason without the sizes that it gives of one file: sixty-five icons are one line, whatever their pixels.
function kindOf(reason: string): string { return reason.replace(/ ?\([^()]*\d[^()]*\)/g, '') }

// So many files of one kind are one line, which opens.
const mostOfKind = 5

function byKind(list: File[]): [string, File[]][] {
  const kinds = new Map<string, File[]>()
  for (const f of list) { const k = ending(f.path); kinds.set(k, [...kinds.get(k) ?? [], f]) }
  return [...kinds].sort((a, b) => b[1].length - a[1].length)
}

function Named({ list, again }: { list: File[]; again?: (f: File) => void }) {
  return <ul>{list.map(f => <li key={named(f)}><a class="plain" href={'/file?' + new URLSearchParams({ f: named(f) })} onClick={go}><Name f={f} /></a> {again && <button type="button" class="quiet" aria-label={`${w.tryOne}: ${f.path}`} onClick={() => again(f)}>{w.tryOne}</button>}</li>)}</ul>
}
