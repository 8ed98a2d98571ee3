import { post } from './api'

// dwell counts for how long a place is before somebody's eyes, and tells the workspace from within which it was opened when they turn
// away: they close it, open another one, or look at another window. Nobody waits for that, and what is lost is lost.
export function dwell(open: string, workspace: string): () => void {
  let since = 0, seen = 0
  const look = () => { if (document.visibilityState === 'visible' && !since) since = performance.now() }
  const away = () => {
    if (since) seen += performance.now() - since
    since = 0
    const seconds = Math.min(3600, Math.round(seen / 1000))
    if (!seconds) return
    seen = 0
    post('/workspaces/' + encodeURIComponent(workspace) + '/dwell', { open, seconds }, undefined, true).catch(() => {})
  }
  const turn = () => document.visibilityState === 'visible' ? look() : away()
  document.addEventListener('visibilitychange', turn)
  look()
  return () => { document.removeEventListener('visibilitychange', turn); away() }
}
