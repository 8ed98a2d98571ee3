import { useEffect, useState } from 'preact/hooks'
import { visible } from './shown'
import { words } from './words'

// The URL is the state: what a view shows can be sent to a colleague, and Back undoes it.
const moved = new Event('spar-moved')

export function to(address: string) {
  history.pushState(null, '', address)
  dispatchEvent(moved)
}

// replace says where the view is now that it shows already. A browser takes long for it, even where nothing changes.
export function replace(address: string) {
  if (address === location.pathname + location.search) return
  const before = location.pathname
  history.replaceState(null, '', address)
  if (location.pathname !== before) dispatchEvent(new Event('spar-here')) // a conversation has its address
}

// go makes a click on a link move within the page; others open as the browser does it.
export function go(e: MouseEvent) {
  const link = (e.currentTarget as HTMLAnchorElement)
  if (e.metaKey || e.ctrlKey || e.shiftKey || e.button !== 0) return
  e.preventDefault()
  to(link.pathname + link.search)
}

// useTitle names the window by what it shows, so that tabs, the history and whoever hears the page can tell one from another. "" is the page of questions.
export function useTitle(name: string) {
  useEffect(() => { document.title = name ? `${visible(name)} – ${words.title}` : words.title }, [name])
}

// useAddress is where the view is, and how often it moved: a move to where it is already begins anew.
export function useAddress(): { at: URL; moves: number } {
  const [here, set] = useState(() => ({ at: new URL(location.href), moves: 0 }))
  useEffect(() => {
    const change = () => set(({ moves }) => ({ at: new URL(location.href), moves: moves + 1 }))
    addEventListener('popstate', change)
    addEventListener('spar-moved', change)
    return () => { removeEventListener('popstate', change); removeEventListener('spar-moved', change) }
  }, [])
  return here
}
