import { useEffect, useRef } from 'preact/hooks'
import { Narrowing } from './narrowing'
import { Chips, Completed, SaveWorkspace, ScopeSaid, useCount } from './scope'
import { words } from './words'

const x = words.choose

// useKept keeps the focus in a part of the page when what has it vanishes, as a folder does that was left out: what took its place among its
// neighbours gets it, else the part itself. Without that the keyboard would be out of the part, and Esc would not close it.
function useKept(part: { current: HTMLElement | null }) {
  useEffect(() => {
    const el = part.current
    if (!el) return
    let group: Element | null = null, at = 0, had: Element | null = null
    const buttons = () => [...group?.querySelectorAll<HTMLElement>('button') ?? []]
    const note = () => { const on = document.activeElement; if (on && el.contains(on)) { had = on; group = on.closest('fieldset, .chips'); at = buttons().indexOf(on as HTMLElement) } }
    const seen = new MutationObserver(() => {
      if (!had || had.isConnected) return note()
      if (document.activeElement !== document.body) { had = null; return }
      const near = group?.isConnected ? buttons() : []
      const next = near[Math.min(Math.max(0, at), near.length - 1)] ?? el
      next.focus({ preventScroll: next === el })
      note()
    })
    el.addEventListener('focusin', note)
    seen.observe(el, { childList: true, subtree: true })
    return () => { seen.disconnect(); el.removeEventListener('focusin', note) }
  }, [])
}

// Sheet stands beside the question and has which files it is asked of: by what they have, and as a line of the query language.
export function Sheet({ scope, set, close, space, only }: { scope: string; set: (s: string) => void; close: () => void; space: string; only?: boolean }) { // only: its line stands elsewhere
  const { files, fault, spot } = useCount(scope)
  const sheet = useRef<HTMLDivElement>(null)
  useEffect(() => { sheet.current?.focus({ preventScroll: true }) }, [])
  useKept(sheet)
  return <div class="choose" id="choose" role="dialog" aria-labelledby="choose-title" tabIndex={-1} ref={sheet} onKeyDown={e => { if (e.key === 'Escape' && !e.defaultPrevented) { e.stopPropagation(); close() } }}>
    <header><h2 id="choose-title">{words.scope.choose}</h2><ScopeSaid id="choose-said" files={files} fault={fault} />
      {scope && <button type="button" class="link" onClick={() => set('')}>{x.clear}</button>}<button type="button" class="first" onClick={close}>{x.done}</button></header>
    <div class="chosen-room"><Chips scope={scope} set={set} /></div>
    {!space && <Narrowing scope={fault ? '' : scope} set={set} spaces dates />}
    {!only && <details open={!!space}><summary>{x.advanced}</summary><p class="note">{x.advancedNote}</p>
      <Completed id="scope" label={words.scope.label} kind="scope" mono value={scope} input={set} placeholder={words.scope.placeholder} described="choose-said" invalid={!!fault} spot={spot} />
      {scope.trim() && !fault && !space && <SaveWorkspace scope={scope} />}</details>}
  </div>
}
