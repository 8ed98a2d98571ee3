import { mkdirSync } from 'node:fs'
import { resolve } from 'node:path'
import { ask, signIn, test } from './serve'

// Pictures of every page, light and dark, wide and narrow: make ui-pictures.
const folder = resolve('../../docs/images/ui')
mkdirSync(folder, { recursive: true })

const views: [string, string][] = [['ask', '/'], ['files', '/files'], ['empty', '/files?scope=' + encodeURIComponent('type:pdf path:travel-and-leave/** modified:2019')], ['skipped', '/skipped'], ['file', '/file?f=' + encodeURIComponent('docs:travel-and-leave/leave.md')], ['workspaces', '/w'], ['conversations', '/threads'], ['state', '/state']]
const looks = [['light', 1280], ['dark', 1280], ['light', 360]] as const

test('pictures', async ({ page, sample }) => {
  test.setTimeout(300_000)
  await signIn(page, sample)
  await ask(page, 'How many hours of unused annual leave can I carry into the next leave year?')
  const answer = new URL(page.url()).pathname
  for (const [scheme, width] of looks) {
    await page.emulateMedia({ colorScheme: scheme, reducedMotion: 'reduce' })
    await page.setViewportSize({ width, height: 820 })
    for (const [name, path] of [...views, ['answer', answer], ['place', answer + '?a=1&c=1']]) {
      await page.goto(sample.url + path)
      await page.waitForLoadState('networkidle')
      await page.screenshot({ path: `${folder}/${name}-${scheme}-${width < 600 ? 'narrow' : 'wide'}.png` })
    }
  }
})
