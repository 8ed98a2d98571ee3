// What leaves the page as a file of the browser.
import { type Query, fetched } from './api'

// table is rows as CSV. What a spreadsheet would take for a formula begins with an apostrophe; a number below zero is none.
export function table(rows: string[][]): string {
  return rows.map(r => r.map(c => '"' + c.replace(/^(?!-[\d.,]+$)[=+\-@\t\r]/, "'$&").replaceAll('"', '""') + '"').join(',')).join('\r\n') + '\r\n'
}

// download hands a text or a picture to the browser as a file.
export function download(name: string, text: string | Blob, type: string): void {
  const a = document.createElement('a')
  a.href = URL.createObjectURL(typeof text !== 'string' ? text : new Blob([text], { type: type.includes(';') ? type : type + ';charset=utf-8' }))
  a.download = name
  a.click()
  setTimeout(() => URL.revokeObjectURL(a.href), 10_000)
}

// keep has the browser keep a file that the server makes, under the name that the server gives it.
export async function keep(path: string, query: Query, name: string): Promise<void> {
  const { text, type, named } = await fetched(path, query)
  download(named || name, text, type)
}
