import { type ComponentChildren } from 'preact'
import { useState } from 'preact/hooks'
import { words } from './words'

const w = words.hint

function kept(key: string): boolean { try { return localStorage.getItem(key) !== null } catch { return false } }

// Hint says at the first use of a page what it is for, until somebody closes it; then it stays closed in this browser.
export function Hint({ of, children }: { of: string; children: ComponentChildren }) {
  const key = 'spar-hint-' + of
  const [closed, setClosed] = useState(() => kept(key))
  const close = () => { setClosed(true); try { localStorage.setItem(key, '') } catch { /* then it comes again */ } }
  return closed ? null : <aside class="hint" aria-label={w.label}><p>{children}</p><button type="button" class="quiet" aria-label={w.close} title={w.close} onClick={close}>×</button></aside>
}
