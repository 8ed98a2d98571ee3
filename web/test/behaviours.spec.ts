import { mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { accessible, expect, open, signIn, test } from './serve'

test('while files are read a sentence says how many of how many, and hits by words stand there before', async ({ page }) => {
  const { house, end } = await open(resolve('../../testdata/sample/share')) // where nothing was read yet
  try {
    await signIn(page, house)
    await page.evaluate(() => {
      const seen: string[] = []
      Object.assign(window, { seen })
      new MutationObserver(() => { for (const e of document.querySelectorAll('.progress, .hits .note')) if (seen.at(-1) !== e.textContent) seen.push(e.textContent ?? '') }).observe(document.body, { subtree: true, childList: true, characterData: true })
    })
    await page.getByLabel('Your question').fill('How many hours of unused annual leave can I carry into the next leave year?')
    await page.keyboard.press('Enter')
    await expect(page.getByText(/Based on \d+ of 58 files/)).toBeVisible({ timeout: 100_000 })
    const seen = await page.evaluate(() => (window as unknown as { seen: string[] }).seen)
    expect(seen.some(s => /^Read \d+ of \d+ files(, \d+ of them have no text)? …$/.test(s)), seen.join('\n')).toBeTruthy()
  } finally { end() }
})

test('while files are read the answer so far says how likely a better one is, and at the end in how many files', async ({ page }) => {
  const folder = mkdtempSync(join(tmpdir(), 'spar-shelves-'))
  for (const part of ['boilers', 'misc', 'notes']) mkdirSync(join(folder, part))
  writeFileSync(join(folder, 'boilers', 'boiler 7 weight.md'), '# Boiler 7\n\nBoiler 7 weighs 70 kilograms without its stand.\n')
  for (let i = 0; i < 900; i++) writeFileSync(join(folder, i % 2 ? 'misc' : 'notes', `${i}.md`), `# Note ${i}\n\nShelf ${i} holds paper of the year ${1000 + i}.\n`)
  const { house, end } = await open(folder)
  try {
    await signIn(page, house)
    await page.evaluate(() => {
      const seen: string[] = []
      Object.assign(window, { seen })
      new MutationObserver(() => { for (const e of document.querySelectorAll('.better')) if (seen.at(-1) !== e.textContent) seen.push(e.textContent ?? '') }).observe(document.body, { subtree: true, childList: true, characterData: true })
    })
    await page.getByLabel('Your question').fill('how much does boiler 7 weigh?')
    await page.keyboard.press('Enter')
    await expect(page.getByText(/Based on \d+ of 901 files/)).toBeVisible({ timeout: 100_000 })
    await expect(page.locator('.bullets').first()).toContainText('70 kilograms')
    const seen = await page.evaluate(() => (window as unknown as { seen: string[] }).seen)
    expect(seen[0], seen.join('\n')).toMatch(/^A better answer is (likely|possible|unlikely|very unlikely) in what is left(\.|: \d+ files?\.)$/) // while files are read how many are left stands beside it; an answer that is sure at once says it itself
    // The answer at the end says of how many, if it left something.
    const based = await page.getByText(/Based on \d+ of 901 files/).textContent()
    await expect(page.locator('.foot .better')).toHaveCount(based!.includes('not read yet') ? 1 : 0)
    if (based!.includes('not read yet')) await expect(page.locator('.foot .better')).toHaveText(/in what is left: \d+ files?\.$/)
  } finally { end(); rmSync(folder, { recursive: true, force: true }) }
})

test('a place that is not there is said to be unknown, and nothing is marked', async ({ page, signedIn }) => {
  await page.goto(signedIn.url + '/open?' + new URLSearchParams({ at: 'docs:travel-and-leave/leave.md#heading=Nowhere' }))
  await expect(page.getByText('The place is not known.')).toBeVisible()
  await expect(page.locator('.cited, .box, mark')).toHaveCount(0)
})

test('a long list comes page by page, and the next page begins where the one before ended', async ({ page, attacked }) => {
  await signIn(page, attacked)
  let items = 0
  page.on('response', async r => { if (r.url().includes('/api/v1/files?')) items = Math.max(items, (await r.json()).items.length) })
  await page.goto(attacked.url + '/files?sort=name')
  await expect(page.getByText('1 to 100 of 200')).toBeVisible()
  const rows = page.locator('tbody tr')
  await expect(rows).toHaveCount(100)
  const last = await rows.last().textContent()
  await page.getByRole('link', { name: 'Next page' }).click()
  await expect(page.getByText('101 to 200 of 200')).toBeVisible()
  await expect(rows).toHaveCount(100)
  expect(await rows.allTextContents()).not.toContain(last)
  await page.goBack()
  await expect(page.getByText('1 to 100 of 200')).toBeVisible()
  expect(items).toBeLessThanOrEqual(100)
})

test('what is typed outlives a session that ended and a page that is loaded anew', async ({ page, signedIn }) => {
  await page.goto(signedIn.url + '/')
  const field = page.getByLabel('Your question')
  await field.fill('How many days of leave are there?')
  await page.reload()
  await expect(field).toHaveValue('How many days of leave are there?')
  await page.route('**/api/v1/answers', route => route.request().method() === 'POST' ? route.fulfill({ status: 401, json: { error: { code: 'unauthenticated', message: 'who are you?', request: '1' } } }) : route.continue())
  await field.press('Enter')
  await expect(page.locator('.exchange .error')).toContainText('You are signed out.')
  await expect(page.getByRole('dialog', { name: 'You are signed out' })).toBeVisible()
  await expect(field).toHaveValue('How many days of leave are there?')
})

test('while the server cannot be reached the answer says so, and goes on when it can', async ({ page, signedIn }) => {
  await page.goto(signedIn.url + '/')
  let away = true
  await page.route('**/api/v1/answers/*/events*', route => away ? route.abort() : route.continue())
  await page.getByLabel('Your question').fill('How many hours of unused annual leave can I carry into the next leave year?')
  await page.keyboard.press('Enter')
  await expect(page.getByText('The connection to the server is lost.')).toBeVisible()
  away = false
  await expect(page.getByText(/Based on \d+ of \d+ files/)).toBeVisible({ timeout: 50_000 })
  await expect(page.getByText('The connection to the server is lost.')).toHaveCount(0)
})

test('a workspace whose folder has another name says so and takes it; the share says what a scan found; a long talk fits a narrow screen', async ({ page }) => {
  const folder = mkdtempSync(join(tmpdir(), 'spar-moved-'))
  mkdirSync(join(folder, 'contracts'))
  const long = 'The supply contract with the waterworks of the district ends in May, ' + 'unless_it_is_prolonged_'.repeat(30) + ' by the council.'
  writeFileSync(join(folder, 'contracts', 'supply.md'), `# Supply\n\n${long}\n`)
  const { house, end } = await open(folder)
  try {
    house.run('ws', 'create', 'deals', '--path', 'contracts/**')
    renameSync(join(folder, 'contracts'), join(folder, 'agreements'))
    house.run('scan', 'docs')
    await signIn(page, house)
    await page.goto(house.url + '/w')
    await expect(page.getByText('docs:contracts, which the scope names, is agreements now, with 1 file.')).toBeVisible()
    await page.goto(house.url + '/w/deals/settings')
    await accessible(page, 'a workspace whose folder has another name')
    await page.getByRole('button', { name: 'Take the new name into the scope' }).click()
    await expect(page.getByText(/1 files? came in, 0 went out/)).toBeVisible()
    await page.goto(house.url + '/state/shares/docs')
    await page.getByText(/^Show what changed, last on/).click()
    await expect(page.getByText('was contracts/supply.md')).toBeVisible()
    await accessible(page, 'what scans found')
    await page.setViewportSize({ width: 320, height: 640 })
    await page.goto(house.url + '/w/deals')
    await page.getByLabel('Your question').fill('When does the supply contract with the waterworks end? ' + 'unlessitisprolonged'.repeat(20))
    await page.keyboard.press('Enter')
    await expect(page.getByText(/Based on \d+ of \d+ file/)).toBeVisible({ timeout: 60_000 })
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0)
    await accessible(page, 'a long talk on a narrow screen')
  } finally { end(); rmSync(folder, { recursive: true, force: true }) }
})
