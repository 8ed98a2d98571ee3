import { useState } from 'preact/hooks'
import { joinBy } from './api'
import { day, visible } from './shown'
import { words } from './words'
import type { Token } from './shapes'

const w = words.people

// Join takes an invitation once somebody says so. The browser is signed in from then on, and the page says until when, and how to come back.
export function Join({ signed }: { signed: () => void }) {
  const [secret] = useState(() => location.hash.slice(1))
  const [fault, setFault] = useState('')
  const [made, setMade] = useState<Token | null>(null)
  const take = async () => {
    try {
      const t = await joinBy(secret)
      history.replaceState(null, '', '/') // it counts no more
      if (t.who.startsWith('person:')) setMade(t)
      else signed()
    } catch (x) { setFault((x as Error).message) }
  }
  if (made) return <><p><strong>{w.joined(visible(made.name || made.who))}</strong> {w.stays(day(made.expires))}</p>
    <p class="note">{w.shared}</p><p><button type="button" class="first" autofocus onClick={signed}>{w.goOn}</button></p></>
  return <><p>{w.join}</p>{fault && <p class="error" role="alert">{fault}</p>}<p><button type="button" class="first" disabled={!secret} onClick={take}>{w.joinDo}</button></p></>
}
