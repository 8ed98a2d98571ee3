import { useContext, useState } from 'preact/hooks'
import type { AgentStep, Waiting } from './shapes'
import { count, visible } from './shown'
import { Who } from './pages'
import { words } from './words'

const w = words.steps

// said is a step of a model in words, with what it gave.
function said(s: AgentStep): string {
  const what = (w.tools as Record<string, string>)[s.tool] ?? w.none
  const at = (s.args.passage ? ` [${s.args.passage}]` : '') + (s.args.input ? ` “${s.args.input}”` : '')
  return visible(what + at + (s.failed ? ': ' + s.failed : s.tool === 'answer' ? '' : ': ' + w.found(s.found)))
}

// Steps are those that a model took to look for an answer: open while they happen, folded in the turn that keeps them.
export function Steps({ list, running }: { list: AgentStep[]; running?: boolean }) {
  return <details class="note steps" open={running}><summary>{w.head(list.length)}</summary><ol>{list.map(s => <li key={s.n}>{said(s)}</li>)}</ol></details>
}

// waited says what a model is waited for before its first word: how much of the prompt it has read, if its server tells.
export function waited(model: string, x: Waiting): string {
  const of = x.for === 'reading' && x.of ? ` ${count(x.read ?? 0)} / ${count(x.of)}` : ''
  return visible(model) + ' ' + ((w.waits as Record<string, string>)[x.for] ?? w.waits.busy) + of + ' …'
}

// A Writing says which model writes and whether it may search before.
export interface Writing { model: string; searches: boolean }

const kept = 'spar-writing'

// useWriting is what was chosen last in this tab.
export function useWriting() {
  const [on, set] = useState<Writing>(() => { try { return { model: '', searches: false, ...JSON.parse(sessionStorage.getItem(kept) ?? '{}') } } catch { return { model: '', searches: false } } })
  return [on, (to: Writing) => { sessionStorage.setItem(kept, JSON.stringify(to)); set(to) }] as const
}

// asked is that as a question says it. A model that is there no more is not asked for.
export function useAsked(on: Writing): { model?: string; agent?: boolean; extract?: boolean } {
  const there = useContext(Who)?.models ?? []
  if (!there.length) return {}
  if (on.model === none) return { extract: true }
  return { model: there.indexOf(on.model) > 0 ? on.model : undefined, agent: on.searches || undefined }
}

// none is no name of a model.
const none = '/'

// WriterChoice lets somebody choose the model and whether it searches before it answers. It is there where a model is configured.
export function WriterChoice({ on, set }: { on: Writing; set: (to: Writing) => void }) {
  const there = useContext(Who)?.models ?? []
  if (!there.length) return null
  return <>
    {there.length > 1 && <select aria-label={w.model} value={on.model || there[0]} onChange={ev => set({ ...on, model: ev.currentTarget.value })}>
      {there.map(m => <option key={m} value={m}>{visible(m)}</option>)}<option value={none}>{w.without}</option></select>}
    {on.model !== none && <label class="check-label" title={w.about}><input type="checkbox" checked={on.searches} onChange={ev => set({ ...on, searches: ev.currentTarget.checked })} /> {w.label}</label>}
  </>
}
