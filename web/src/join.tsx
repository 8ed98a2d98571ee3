import { useState } from 'preact/hooks'
import { tellShown } from './again'
import { type Me, joinBy } from './api'
import { day, visible } from './shown'
import { words } from './words'
import type { Token } from './shapes'

const w = words.people

// Join takes an invitation once somebody says so. The browser is signed in from then on, and the page says until when, and how to come back.
// Where somebody is signed in already, the link shows that it is still them.
export function Join({ me, signed }: { me?: Me | null; signed: () => void }) {
  const [secret] = useState(() => location.hash.slice(1))
  const [fault, setFault] = useState('')
  const [made, setMade] = useState<Token | null>(null)
  const take = async () => {
    try {
      const t = await joinBy(secret)
      history.replaceState(null, '', '/') // it counts no more
      tellShown(t.who)
      if (t.who === me?.who || t.who.startsWith('person:')) setMade(t)
      else signed()
    } catch (x) { setFault((x as Error).message) }
  }
  if (made && made.who === me?.who) return <><p><strong>{w.shownAgain}</strong> {w.goBack}</p><p><button type="button" class="first" autofocus onClick={signed}>{w.goOn}</button></p></>
  if (made) return <><p><strong>{w.joined(visible(made.name || made.who))}</strong> {w.stays(day(made.expires))}</p>
    <p class="note">{w.shared}</p><p><button type="button" class="first" autofocus onClick={signed}>{w.goOn}</button></p></>
  return <><p>{me ? w.isYou(visible(me.name || me.who)) : w.join}</p>{fault && <p class="error" role="alert">{fault}</p>}<p><button type="button" class="first" disabled={!secret} onClick={take}>{me ? w.itIsMe : w.joinDo}</button>{me && <> <a class="button" href="/">{w.goOn}</a></>}</p></>
}
