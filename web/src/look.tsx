import { useState } from 'preact/hooks'
import { words } from './words'

const w = words.look

// A Look is what somebody chose of how the page looks, kept in this browser; "auto" is what the system says.
type Look = { shade: keyof typeof w.shades; room: keyof typeof w.rooms; motion: keyof typeof w.motions }

const kept = 'spar-look', plain: Look = { shade: 'auto', room: 'auto', motion: 'auto' }

function chosen(): Look { try { return { ...plain, ...JSON.parse(localStorage.getItem(kept) ?? '{}') } } catch { return plain } }

function show(l: Look) { Object.assign(document.documentElement.dataset, l) }

show(chosen())

// Looks has the colours, the density and the motion of the page to choose; each holds at once.
export function Looks() {
  const [look, setLook] = useState(chosen)
  const set = (change: Partial<Look>) => { const l = { ...look, ...change }; setLook(l); show(l); try { localStorage.setItem(kept, JSON.stringify(l)) } catch { /* it holds until the page is loaded anew */ } }
  const field = <K extends keyof Look>(key: K, label: string, names: Record<Look[K], string>) => <label>{label} <select value={look[key]} onChange={e => set({ [key]: e.currentTarget.value } as Partial<Look>)}>{Object.entries<string>(names).map(([k, name]) => <option key={k} value={k}>{name}</option>)}</select></label>
  return <>{field('shade', w.shade, w.shades)}{field('room', w.room, w.rooms)}{field('motion', w.motion, w.motions)}</>
}

// keeping remembers what a browser forgets when somebody signs out, where it says nothing of who that was: the look, the language, hints that were closed. What it gives puts that back.
export function keeping(): () => void {
  try {
    const own = Object.entries({ ...localStorage }).filter(([k]) => /^spar-(look|language|hint-)/.test(k))
    return () => { for (const [k, v] of own) localStorage.setItem(k, v) }
  } catch { return () => {} } // a browser may keep nothing
}
