import { useState } from 'preact/hooks'
import { type Thread, get, post } from './api'
import { Field } from './field'
import { Names } from './names'
import { day, visible } from './shown'
import { useAct } from './space'
import { words } from './words'

const w = words.shared

// SharedWith says who else may look at a conversation, and lets its owner share it. What it says is asked for when it is opened.
export function SharedWith({ id }: { id: string }) {
  const [t, setT] = useState<Thread | null>(null)
  const [who, setWho] = useState('')
  const [fault, setFault] = useState('')
  const path = '/threads/' + encodeURIComponent(id)
  const look = () => { get<Thread>(path).then(t => { setT(t); setFault('') }, e => setFault((e as Error).message)) }
  const { act, line } = useAct(look)
  const put = (who: string, shared: boolean) => post<Thread>(path + '/share', { who, shared })
  const give = () => { const name = who.trim(); if (name) act(() => put(name, true), w.given(name), () => put(name, false)).then(ok => ok && setWho('')) }
  return <details class="shared" onToggle={e => { if (e.currentTarget.open && !t) look() }}><summary>{w.share}</summary>
    {fault && <p class="error" role="alert">{fault}</p>}
    {t && <>
      {!!t.readers?.length && <ul class="cards">{t.readers.map(m => <li key={m.who}>{visible(m.name || m.who)} <small>{day(m.since)}</small> <button type="button" aria-label={words.space.leave(visible(m.name || m.who))} onClick={() => act(() => put(m.who, false), words.space.done, () => put(m.who, true))}>{words.space.leave('')}</button></li>)}</ul>}
      <Names id="people-shared" /><form class="row" onSubmit={e => { e.preventDefault(); give() }}><Field name={words.space.who}><input value={who} list="people-shared" onInput={e => setWho(e.currentTarget.value)} /></Field><button disabled={!who.trim()}>{words.space.share}</button></form>
      <p class="note">{w.rights}</p></>}
    {line}
  </details>
}
