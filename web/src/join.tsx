import { useState } from 'preact/hooks'
import { joinBy } from './api'
import { toClipboard } from './copy'
import { visible } from './shown'
import { words } from './words'
import type { Token } from './shapes'

const w = words.people

// Join takes an invitation once somebody says so, and shows the key that they sign in with from then on, in a form that a password manager keeps.
export function Join({ signed }: { signed: () => void }) {
  const [secret] = useState(() => location.hash.slice(1))
  const [fault, setFault] = useState('')
  const [made, setMade] = useState<Token | null>(null)
  const take = async () => {
    try {
      const t = await joinBy(secret)
      history.replaceState(null, '', '/') // it counts no more
      if (t.secret) setMade(t)
      else signed()
    } catch (x) { setFault((x as Error).message) }
  }
  if (made) return <form onSubmit={e => { e.preventDefault(); signed() }}>
    <p>{w.joined(visible(made.name || made.who))}</p>
    <label>{w.name} <input name="username" autocomplete="username" readOnly value={made.name || made.who} /></label>
    <label>{w.key} <input name="token" type="password" autocomplete="new-password" readOnly value={made.secret} /></label>
    <code class="secret">{made.secret}</code>
    <button type="button" onClick={() => toClipboard(made.secret!)}>{w.copyKey}</button> <button class="first">{w.goOn}</button></form>
  return <><p>{w.join}</p>{fault && <p class="error" role="alert">{fault}</p>}<p><button type="button" class="first" disabled={!secret} onClick={take}>{w.joinDo}</button></p></>
}
