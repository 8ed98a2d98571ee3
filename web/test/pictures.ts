import { mkdirSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { ask, signIn, test } from './serve'

// Pictures of every page, and of the main ones dark and narrow too: make ui-pictures. Those that docs/ui.md shows go to the docs, all
// others to .cache/ui-pictures, to be looked at.
const shown = resolve('../../docs/images/ui'), folder = resolve('../../.cache/ui-pictures')
const guide = readFileSync(resolve('../../docs/ui.md'), 'utf8')
mkdirSync(folder, { recursive: true })
const picture = (name: string) => `${guide.includes(`images/ui/${name}.png`) ? shown : folder}/${name}.png`

const views: [string, string][] = [['ask', '/'], ['choose', '/'], ['files', '/files'], ['beside', '/files?f=' + encodeURIComponent('docs:travel-and-leave/leave.md')], ['empty', '/files?scope=' + encodeURIComponent('type:pdf path:travel-and-leave/** modified:2019')], ['narrow', '/files?scope=' + encodeURIComponent('type:(markdown|pdf) path:travel-and-leave/** tag:"People matters"')], ['skipped', '/skipped'], ['taken', '/'], ['file', '/file?f=' + encodeURIComponent('docs:travel-and-leave/leave.md')], ['tags', '/tags'], ['tag', '/tags/Leave'], ['rules', '/rules'], ['words', '/files'], ['tokens', '/state/tokens'], ['workspaces', '/w'], ['workspace', '/w/leave/files'], ['history', '/w/leave/history'], ['settings', '/w/leave/settings'], ['conversations', '/threads']]
const main = ['choose', 'taken', 'answer', 'place', 'page', 'files', 'narrow', 'tags', 'workspace', 'file', 'skipped']
const looks = [['light', 1280], ['dark', 1280], ['light', 360]] as const

test('pictures', async ({ page, sample, empty, places }) => {
  test.setTimeout(1_200_000)
  sample.run('tag', 'add', 'Leave', '--parent', 'People matters')
  sample.run('tag', 'add', 'Travel', '--parent', 'People matters')
  sample.run('tag', 'assign', 'Leave', '--path', 'travel-and-leave/*leave*')
  sample.run('tag', 'assign', 'Travel', '--path', 'travel-and-leave/*travel*')
  sample.run('ws', 'create', 'leave', '--path', 'travel-and-leave/**')
  await signIn(page, sample)
  await page.goto(sample.url + '/w/leave')
  await ask(page, 'Who approves advanced sick leave?')
  await page.goto(sample.url + '/')
  await ask(page, 'How many hours of unused annual leave can I carry into the next leave year?')
  const answer = new URL(page.url()).pathname
  await page.goto(sample.url + '/?scope=type%3Apdf')
  await ask(page, 'How much may I be reimbursed for meals when I travel?')
  const paper = new URL(page.url()).pathname
  for (const [scheme, width] of looks) {
    await page.emulateMedia({ colorScheme: scheme, reducedMotion: 'reduce' })
    await page.setViewportSize({ width, height: 820 })
    for (const [name, path] of [...views, ['answer', answer], ['card', answer], ['place', answer + '?a=1&c=1'], ['page', paper + '?a=1&c=1']]) {
      if ((scheme === 'dark' || width < 600) && !main.includes(name)) continue
      await page.goto(sample.url + path)
      await page.waitForLoadState('networkidle')
      if (name === 'tags') { await page.getByRole('tree').focus(); await page.keyboard.press('ArrowRight') }
      if (name === 'choose') { await page.getByRole('button', { name: 'Choose which files' }).click(); await page.getByRole('button', { name: 'What lies in travel-and-leave' }).click() }
      if (name === 'narrow') await page.getByRole('button', { name: 'Why these files' }).click()
      if (name === 'taken') { await page.getByLabel('Your question').fill('What do the PDFs of travel and leave say about per diem?'); await page.locator('.taken li').first().waitFor() }
      if (name === 'words') { await page.getByRole('button', { name: 'Describe them in words' }).click(); await page.getByLabel('Which files?').fill('the PDFs about travel, not the drafts'); await page.getByRole('button', { name: 'Understand' }).click() }
      if (name === 'page') await page.locator('.leaf img').waitFor()
      if (name === 'card') await page.locator('.mark button').first().focus()
      await page.waitForLoadState('networkidle')
      await page.screenshot({ path: picture(`${name}-${scheme}-${width < 600 ? 'narrow' : 'wide'}`) })
    }
  }
  // The table and the message, and an installation that is empty.
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' })
  await page.setViewportSize({ width: 1280, height: 820 })
  const take = async (name: string) => { await page.waitForLoadState('networkidle'); await page.screenshot({ path: picture(`${name}-light-wide`) }) }
  await signIn(page, places)
  await page.goto(places.url + '/open?' + new URLSearchParams({ at: 'docs:towns.csv#row=15001' }))
  await take('rows')
  await page.goto(places.url + '/open?' + new URLSearchParams({ at: 'docs:offer.eml' }))
  await take('message')
  await page.goto(empty.link)
  await page.getByRole('button', { name: /spar-files-/ }).click()
  await page.getByRole('button', { name: 'company' }).click()
  await take('first')
  await page.getByRole('button', { name: 'handbook' }).click()
  await page.getByRole('button', { name: 'Add this folder' }).click()
  await page.getByText(/handbook has/).waitFor()
  for (const [name, path] of [['share', '/shares/handbook'], ['configuration', '/settings'], ['audit', '/audit'], ['models', '/models'], ['state', '']]) { await page.goto(empty.url + '/state' + path); await take(name) }
})
