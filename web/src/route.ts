import { useEffect, useState } from 'preact/hooks'

// The URL is the state: what a view shows can be sent to a colleague, and Back undoes it.
const moved = new Event('spar-moved')

export function to(address: string) {
  history.pushState(null, '', address)
  dispatchEvent(moved)
}

// go makes a click on a link move within the page; others open as the browser does it.
export function go(e: MouseEvent) {
  const link = (e.currentTarget as HTMLAnchorElement)
  if (e.metaKey || e.ctrlKey || e.shiftKey || e.button !== 0) return
  e.preventDefault()
  to(link.pathname + link.search)
}

export function useAddress(): URL {
  const [at, set] = useState(() => new URL(location.href))
  useEffect(() => {
    const change = () => set(new URL(location.href))
    addEventListener('popstate', change)
    addEventListener('spar-moved', change)
    return () => { removeEventListener('popstate', change); removeEventListener('spar-moved', change) }
  }, [])
  return at
}
