import { useEffect, useRef, useState } from 'preact/hooks'
import { signIn } from './api'
import { Command } from './command'
import { words } from './words'

const w = words.again

// shownChannel has the windows of a browser tell each other that somebody showed once more who they are.
const shownChannel = 'spar-shown'

// tellShown tells the other windows of this browser.
export function tellShown(who: string) { const c = new BroadcastChannel(shownChannel); c.postMessage(who); c.close() }

interface Asked { done: (shown: boolean) => void; elsewhere: boolean; about: string }

// ShowAgain asks whoever sits at the browser to show once more who they are, before something is done that hands out rights, sends data elsewhere or shows the trail.
export function ShowAgain({ who }: { who: string }) {
  const [asked, setAsked] = useState<Asked | null>(null)
  const [fault, setFault] = useState('')
  const box = useRef<HTMLDialogElement>(null)
  useEffect(() => {
    const show = (e: Event) => { setFault(''); setAsked((e as CustomEvent<Asked>).detail); box.current?.showModal() }
    addEventListener('spar-show-again', show)
    return () => removeEventListener('spar-show-again', show)
  }, [])
  const end = (shown: boolean) => { asked?.done(shown); setAsked(null); box.current?.close() }
  // Another window of this browser says when the link of the machine was opened in it.
  useEffect(() => {
    if (!asked) return
    const c = new BroadcastChannel(shownChannel)
    c.onmessage = ({ data }) => { if (data === who) end(true); else location.reload() }
    return () => c.close()
  }, [asked])
  const submit = async (e: SubmitEvent) => {
    e.preventDefault()
    const form = e.currentTarget as HTMLFormElement
    try {
      const me = await signIn(String(new FormData(form).get('token')).trim())
      form.reset()
      if (me.who !== who) return location.reload() // somebody else sits here now
      end(true)
    } catch (x) { setFault((x as Error).message) }
  }
  return <dialog ref={box} aria-labelledby="show-title" onCancel={e => { e.preventDefault(); end(false) }}>
    <h2 id="show-title">{w.head}</h2><p>{w.about[asked?.about as 'trail'] ?? w.about.rights} {w.why}</p>
    {asked?.elsewhere && <p><a class="button first" target="_blank" rel="noopener" href="/auth/login?again=1&to=/state">{words.signIn.button}</a></p>}
    <form onSubmit={submit}><label>{words.signIn.token} <input name="token" type="password" autocomplete="current-password" required /></label>
      <span class="tools"><button class="first">{w.show}</button><button type="button" onClick={() => end(false)}>{words.ask.cancel}</button></span></form>
    {fault && <p class="error" role="alert">{fault}</p>}
    <p class="note">{w.link} <Command text="spar token link" /> <button type="button" class="quiet" onClick={() => end(true)}>{w.did}</button></p>
  </dialog>
}
