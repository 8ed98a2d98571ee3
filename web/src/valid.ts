// Browsers say what is wrong with a field in a language of their own. This says it in that of the page.
import { words } from './words'

type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement
const field = (e: Event): Field | null => e.target instanceof HTMLElement && 'setCustomValidity' in e.target ? e.target as Field : null

// wrong is what is wrong with a field, '' for nothing.
function wrong({ validity: v, type }: Field): string {
  if (v.valueMissing) return words.fields.missing
  if (v.badInput && type === 'date') return words.fields.day
  return v.valid ? '' : words.fields.other
}

// speakOfFields has every form speak the language of the page. What was said of a field goes as soon as somebody changes it.
export function speakOfFields() {
  addEventListener('invalid', e => { const f = field(e); f?.setCustomValidity(''); f?.setCustomValidity(wrong(f)) }, true)
  for (const change of ['input', 'change']) addEventListener(change, e => field(e)?.setCustomValidity(''), true)
}
