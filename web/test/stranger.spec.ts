import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Page } from '@playwright/test'
import { ask, expect, open, signIn, test } from './serve'

const question = 'How many hours of unused annual leave can I carry into the next leave year?'

// answering has what a conversation keeps come with something else.
async function answering(page: Page, change: object) {
  await page.route('**/api/v1/threads/*', async route => {
    const reply = await route.fetch(), thread = await reply.json()
    Object.assign(thread.turns[0].answer, change)
    await route.fulfill({ response: reply, json: thread })
  })
  await page.reload()
}

const unit = (text: string, kind: string, marked: string[], more: object = {}) => ({
  n: 1, share: 'docs', path: 'travel-and-leave/leave.md', open: 'docs:travel-and-leave/leave.md', heading: 'Council', locator: {}, kind, text,
  marks: marked.map(m => { const from = Buffer.byteLength(text.slice(0, text.indexOf(m))); return [from, from + Buffer.byteLength(m)] }), ...more,
})

test('when a share is scanned holds: the next scan is within the hours at once, and outside of them nothing is looked at', async ({ page }) => {
  const folder = mkdtempSync(join(tmpdir(), 'spar-hours-'))
  writeFileSync(join(folder, 'first.md'), '# First\n')
  const { house, end } = await open(folder, {}, ['--no-watch=false'])
  try {
    await signIn(page, house)
    await page.goto(house.url + '/state/shares/docs')
    const next = page.locator('dt', { hasText: 'Next scan' }).locator('xpath=following-sibling::dd[1]')
    await expect(next).toContainText(/\d/)
    const at = (await (await page.request.get(house.url + '/api/v1/shares/docs')).json()).scanned
    const night = new Date().getHours() === 12 // so that the hours are others than now
    await page.getByLabel('Hours for scans and reading ahead').selectOption(night ? '22-6' : '12-13')
    await page.getByLabel('Between scans').selectOption('every day')
    await page.getByRole('button', { name: 'Change' }).last().click()
    await expect(next).toContainText(night ? '10:00 PM' : '12:00 PM')
    writeFileSync(join(folder, 'second.md'), '# Second\n')
    await page.waitForTimeout(6_000) // an event is looked at after two seconds
    expect(house.run('files')).not.toContain('second.md')
    expect((await (await page.request.get(house.url + '/api/v1/shares/docs')).json()).scanned).toBe(at)
    await page.getByRole('button', { name: 'Scan now' }).click()
    await expect(page.getByText('1 new')).toBeVisible()
    await expect(next).toContainText(night ? '10:00 PM' : '12:00 PM')
  } finally { end(); rmSync(folder, { recursive: true, force: true }) }
})

test('what else a question may mean wraps on a phone', async ({ page, signedIn }) => {
  await ask(page, question)
  await page.setViewportSize({ width: 390, height: 844 })
  await answering(page, { also: [{ kind: 'reading', text: 'It may be meant otherwise.', chance: .3, readings: [{ text: 'number of rows, airline with airlines, avail_seat_km_per_week at least 1985, avail_seat_km_per_week at most 1999', value: '0', plan: 'count()' }] }] })
  await expect(page.getByRole('button', { name: /number of rows, airline/ })).toBeVisible()
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
})

test('a long list shows its marks though it is folded, and a short figure of a row is marked', async ({ page, signedIn }) => {
  await ask(page, question)
  const words = (n: number, of: string) => Array.from({ length: n }, (_, i) => of + i).join(' ')
  const second = 'The council elects nine of them.', last = 'The members elect the two others.'
  const text = ['(a) Mandate', `- ${words(60, 'rule')}`, '(b) Members', `- ${words(50, 'member')}`, `- ${second}`, ...Array.from({ length: 12 }, (_, i) => `- ${words(20, 'more' + i)}`), `- ${last}`].join('\n')
  const row = 'Year: 2021; Donor: Weaver Mill; Boxes: 85; Metres: 8'
  await answering(page, { evidence: [
    unit(text, 'list', ['member3 member4', second, last]),
    { ...unit(row, 'rows', ['Year: 2021; Donor: Weaver Mill; Boxes: 85'], { columns: ['Year', 'Donor', 'Boxes', 'Metres'], cells: ['2021', 'Weaver Mill', '85', '8'].map(t => ({ text: t, open: 'docs:travel-and-leave/leave.md#row=2' })) }), n: 2 },
  ] })
  const cards = page.locator('.evidence > li')
  await expect(cards.nth(0).locator('mark')).toHaveText(['member3 member4', second, last])
  await expect(cards.nth(0)).toContainText('Members') // the line above the first, a heading
  await expect(cards.nth(0)).not.toContainText('more32')
  await cards.nth(0).getByRole('button', { name: 'Show all' }).click()
  await expect(cards.nth(0)).toContainText('more32')
  await expect(cards.nth(1).locator('mark')).toHaveText(['2021', 'Weaver Mill', '85'])
})

test('the highest of a table stand with their figures, and what ties with the last is named', async ({ page }) => {
  const folder = mkdtempSync(join(tmpdir(), 'spar-highest-'))
  const litres = [9.5, 14.4, 12.9, 12.4, 11.9, 11.8, 11.8, 5, 4.2, 3.1]
  writeFileSync(join(folder, 'drinks.csv'), 'country,beer_servings,total_litres_of_pure_alcohol\n' + litres.map((l, i) => `${['Estonia', 'Belarus', 'Lithuania', 'Andorra', 'Grenada', 'Czechia', 'France', 'China', 'Japan', 'Peru'][i]},${100 + i},${l}\n`).join(''))
  const { house, end } = await open(folder)
  try {
    await signIn(page, house)
    await ask(page, 'Which five countries have the highest total litres of pure alcohol?')
    const figure = page.locator('.figure')
    await expect(figure.getByRole('row', { name: /Belarus 14\.4/ })).toBeVisible()
    await expect(figure.getByRole('columnheader')).toHaveText(['country', 'total_litres_of_pure_alcohol'])
    await expect(figure).toContainText('1 more row has the same value as the last: France')
    await expect(figure.locator('.chart')).toBeVisible()
    await page.goto(house.url)
    await ask(page, 'Which country has the highest total litres of pure alcohol?')
    await expect(figure.locator('.value-large')).toContainText('14.4')
  } finally { end(); rmSync(folder, { recursive: true, force: true }) }
})

test('what is left out by keyboard leaves the focus in the panel, which Esc closes', async ({ page, signedIn }) => {
  await page.goto(signedIn.url)
  await page.getByRole('button', { name: 'Choose which files' }).click()
  const panel = page.getByRole('dialog', { name: 'Choose which files' }), out = panel.getByRole('button', { name: /^Without Folder/ }).first()
  const name = await out.getAttribute('aria-label')
  await out.focus()
  await page.keyboard.press('Enter')
  await expect(panel.getByRole('button', { name: name!, exact: true })).toHaveCount(0)
  await expect.poll(() => page.evaluate(() => !!document.activeElement?.closest('#choose')), 'the focus is in the panel').toBe(true)
  await page.keyboard.press('Escape')
  await expect(panel).toBeHidden()
})

test('what is wrong with a setting stands beside it, and a file of tags says which columns it has', async ({ page, signedIn }) => {
  const folder = mkdtempSync(join(tmpdir(), 'spar-fault-')), config = join(folder, 'config.yaml')
  writeFileSync(config, '# ours\n')
  const { house, end } = await open(null, { SPAR_CONFIG: config })
  try {
    await page.goto(house.link)
    await page.goto(house.url + '/state/settings')
    await page.setViewportSize({ width: 1280, height: 500 })
    const field = page.getByLabel('Length of the model’s evidence', { exact: true })
    await field.fill('abc')
    await field.press('Enter')
    const row = page.getByRole('row').filter({ has: field })
    await expect(row.getByRole('status')).toContainText('abc')
    await expect(row.getByRole('status')).toBeInViewport()
    await expect(field).toBeFocused()
  } finally { end(); rmSync(folder, { recursive: true, force: true }) }
  await page.goto(signedIn.url + '/tags#import') // opens it
  await expect(page.locator('#import')).toContainText('name, and if you like parents, synonyms')
  await page.getByText('An example (CSV)').click()
  const sample = await page.locator('#import pre').innerText()
  await page.locator('#import input[type=file]').setInputFiles({ name: 'sample.csv', mimeType: 'text/csv', buffer: Buffer.from(sample) })
  await expect(page.getByRole('region', { name: 'What the file would change' })).toContainText('2 tags in the file')
})

test('an open page of the server is one look in the trail, which is read without a restart', async ({ page }) => {
  const { house, end } = await open(null)
  try {
    await page.goto(house.link)
    await page.goto(house.url + '/state')
    await expect(page.getByRole('heading', { name: 'Shares' })).toBeVisible()
    await page.waitForTimeout(11_000) // it looks every five seconds
    const { items } = await (await page.request.get(house.url + '/api/v1/audit?limit=1000')).json()
    const looks = items.filter((e: { operation: string }) => e.operation === 'shares').map((e: { about?: string[] }) => (e.about ?? []).join())
    expect(looks.length).toBeGreaterThan(0)
    expect(looks.length).toBe(new Set(looks).size)
    await page.goto(house.url + '/state/audit')
    await expect(page.getByRole('heading', { name: 'Server' })).toBeVisible()
    await expect(page.locator('.error')).toHaveCount(0)
    const [file] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: 'Save as CSV' }).click()])
    const rows = readFileSync(await file.path(), 'utf8')
    expect(rows).toMatch(/^"at","who"/)
    expect(rows).toContain(',"page",')
  } finally { end() }
})
