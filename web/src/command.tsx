import { useContext } from 'preact/hooks'
import { toClipboard } from './copy'
import { Who } from './pages'
import { visible } from './shown'
import { words } from './words'

// shell is a text as one word of a shell's command line.
export function shell(text: string): string { return /^[\w\-./:=,+@]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'` }

// Command is one to type on the machine of the server, ready to be copied. It names the data directory where the machine would take another.
export function Command({ text }: { text: string }) {
  const data = useContext(Who)?.data_dir, whole = data ? `${text} --data ${shell(data)}` : text
  return <span class="command"><code>{visible(whole)}</code> <button type="button" class="quiet" onClick={() => toClipboard(whole)}>{words.ask.copy}</button></span>
}
