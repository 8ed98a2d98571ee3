import { useState } from 'preact/hooks'
import { get, post } from './api'
import { Command } from './command'
import { Connect } from './connect'
import { useOne } from './pages'
import { count, decimal, visible } from './shown'
import { useAct } from './space'
import { Operating } from './state'
import { words } from './words'
import type { Config, FoundModels, ModelTrial, ModelUsed, Models as ModelList } from './shapes'

const w = words.operate, m = words.models

// Models are those that write answers, and those that texts are compared and named with.
export function Models() {
  const { value, fault, again } = useOne(signal => get<ModelList>('/models', {}, signal), [])
  const { act, line } = useAct(again)
  const use = (name: string) => post<ModelUsed>('/models/use', { name, now: true })
  return <Operating tab="models">
    <Writers />
    <h2>{m.compare}</h2><p class="note">{w.models}</p>{fault && <p class="error">{fault}</p>}{line}
    {value && <table><thead><tr><th scope="col">{w.model}</th><th scope="col">{w.kind}</th><th scope="col">{w.from}</th><th scope="col" class="number">{w.vectors}</th><th scope="col"><span class="hidden">{w.use}</span></th></tr></thead>
      <tbody>{value.models.filter(x => x.kind !== 'language model').map(x => <tr key={x.name}><th scope="row">{visible(x.name)} {x.in_use && <span class="badge good">{w.inUse}</span>}</th><td>{m.kinds[x.kind as 'encoder'] ?? x.kind}{x.problem && <small class="error">{x.problem}</small>}</td><td>{visible(x.from)}</td><td class="number">{x.vectors === undefined ? '' : count(x.vectors)}</td><td>{x.kind === 'encoder' && !x.in_use && <button type="button" aria-label={`${w.use}: ${x.name}`} onClick={() => act(() => use(x.name), r => w.used(r.model), () => post('/models/revert', {}))}>{w.use}</button>}</td></tr>)}</tbody></table>}
  </Operating>
}

// Writers are the language models: which one writes answers, those that are here or on this machine, and how fast one is.
function Writers() {
  const me = useOne(signal => get<{ models?: string[] }>('/me', {}, signal), [])
  const { act, line } = useAct(me.again)
  const [found, setFound] = useState<FoundModels | null>(null)
  const [trial, setTrial] = useState<ModelTrial | null>(null)
  const [busy, setBusy] = useState(false)
  const wait = async (work: () => Promise<unknown>) => { setBusy(true); try { return await work() } finally { setBusy(false) } }
  const look = () => wait(() => act(async () => setFound(await get<FoundModels>('/models/found')), ''))
  const choose = (choice: { name?: string; server?: string }) => act(() => post<Config>('/models/writer', choice), choice.name ? m.chosen(choice.name) : m.noneNow)
  const attempt = () => wait(() => act(async () => setTrial(await post<ModelTrial>('/models/try', {})), ''))
  const usual = me.value?.models?.[0]
  const option = (name: string, server?: string, from?: string) => <li key={(server ?? '') + name} class="head"><span><b>{visible(name)}</b> <small>{from ?? m.added}</small> {usual === name && <span class="badge good">{w.inUse}</span>}</span>
    {usual !== name && <button type="button" aria-label={`${w.use}: ${name}`} onClick={() => choose({ name, server })}>{w.use}</button>}</li>
  return <section class="edit"><h2>{m.write}</h2><p class="note">{m.lead}</p>{line}
    {me.value && <p>{usual ? m.now(visible(usual)) : m.no}</p>}
    <p class="tools"><button type="button" class={usual ? '' : 'first'} disabled={busy} onClick={look}>{m.look}</button>
      {usual && <button type="button" disabled={busy} onClick={attempt}>{m.attempt}</button>}{usual && <button type="button" class="quiet" onClick={() => choose({})}>{m.without}</button>}{busy && <span class="note progress">{m.waits}</span>}</p>
    {trial && <p class="panel" role="status"><span>{visible(trial.text)}</span><small>{m.speed(decimal(trial.first_seconds), decimal(trial.pieces_a_second))}</small></p>}
    {found && <><ul class="cards">{found.added.map(name => option(name))}{found.servers.flatMap(s => s.models.map(name => option(name, s.url, `${s.name}, ${s.url}`)))}</ul>
      {!found.added.length && !found.servers.length && <p class="empty">{m.nothing} <Command text="spar model add FILE.gguf" /></p>}</>}
    <Connect what="model" changed={me.again} />
  </section>
}
