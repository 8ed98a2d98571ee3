import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { type House, accessible, expect, open, signIn, test as base } from './serve'

// years is a server whose files are about six years, and all changed in one.
const test = base.extend<object, { years: House }>({
  years: [async ({}, use) => {
    const folder = mkdtempSync(join(tmpdir(), 'spar-years-'))
    for (let y = 2019; y < 2025; y++) for (const path of [`council/meetings/${y}/notes.md`, ...y > 2021 ? [`council/budget-${y}.csv`] : []]) {
      mkdirSync(dirname(join(folder, path)), { recursive: true })
      writeFileSync(join(folder, path), path.endsWith('csv') ? 'Post,Amount\nRoof,100\n' : `# Notes of ${y}\n\nThe council met.\n`)
      utimesSync(join(folder, path), new Date('2025-11-30'), new Date('2025-11-30'))
    }
    const { house, end } = await open(folder)
    for (let y = 2019; y < 2025; y++) house.run('attributes', 'set', `period=${y}`, `title=SKM_${y % 3}`, `author=${y % 2 ? 'python-docx' : 'Ada'}`, '--path', `council/meetings/${y}/**`)
    house.run('attributes', 'set', 'period=2023', 'author=Grace', '--path', 'council/*.csv')
    house.run('ask', 'When did the council meet?') // so that they are read, and nothing is left open
    await use(house)
    end()
    rmSync(folder, { recursive: true, force: true })
  }, { scope: 'worker', timeout: 300_000 }],
})

test('a list of values says at once how many more there are, a time has two ends, and what nobody filters by waits', async ({ page, years }) => {
  await signIn(page, years)
  await page.goto(years.url + '/files')
  const box = page.locator('.facets-list').first(), period = box.getByRole('group', { name: 'Period' }), said = page.locator('#files-said')
  await expect(period.locator('.value')).toHaveCount(3)
  await period.getByRole('button', { name: '3 more' }).click()
  await expect(period.locator('.value')).toHaveCount(6)
  await expect(box.getByRole('group', { name: 'People' }).locator('.value')).toHaveText([/Ada/, /Grace/]) // a program is nobody
  await expect(page.getByText('SKM_1')).toBeHidden()
  await box.getByText('More filters').click()
  await expect(box.getByRole('group', { name: 'Title' })).toContainText('SKM_')
  await accessible(page, 'filters')

  // What is chosen stands where room was kept for it: the list does not move.
  await page.goto(years.url + '/files')
  for (const name of ['Folder', 'Period']) await expect(box.getByRole('group', { name })).toBeVisible() // all is there
  const format = box.getByRole('group', { name: 'Format' }).locator('.value').first(), before = await format.boundingBox()
  await format.click()
  await expect(page.getByRole('list', { name: 'Constraints' })).toContainText('Format')
  await expect(said).not.toHaveText('9 files')
  expect(await format.boundingBox()).toEqual(before)

  await page.goto(years.url + '/files')
  await period.getByLabel('Period: from').fill('2021')
  await period.getByLabel('Period: to').fill('2022')
  await period.getByRole('button', { name: 'Period: Show' }).click()
  await expect(page).toHaveURL(/scope=period%3A2021\.\.2022/)
  await expect(said).toHaveText('3 of 9 files') // the budget of 2022 has that year in its name
  await expect(page.getByRole('list', { name: 'Constraints' })).toContainText('Period 2021–2022')
  await period.locator('.value').first().click() // one value takes the place of the time
  await expect(said).not.toHaveText('3 of 9 files')
})

test('a folder says how many files it adds to those that are chosen, and the tree shows where these lie', async ({ page, years }) => {
  await signIn(page, years)
  await page.goto(years.url + '/files?scope=' + encodeURIComponent('path:council/meetings/2019/**'))
  const folders = page.getByRole('group', { name: 'Folder' })
  await expect(folders.getByRole('button', { name: '2019 1', pressed: true })).toBeVisible()
  await expect(folders.getByRole('button', { name: 'council +8' })).toBeVisible()
  await expect(folders.getByRole('button', { name: 'meetings +5' })).toBeVisible()
})

test('words about a year also offer the files that are about it', async ({ page, years }) => {
  await signIn(page, years)
  await page.goto(years.url + '/files')
  await page.getByRole('button', { name: 'Describe them in words' }).click()
  await page.getByLabel('Which files?').fill('the markdown files changed in 2021')
  await page.getByRole('button', { name: 'Understand' }).click()
  await expect(page.locator('.panel').first()).toContainText('Or files that are about 2021')
  await expect(page.locator('.panel').first()).not.toContainText('modified:')
  await page.getByRole('button', { name: 'Period 2021 1 file' }).click()
  await expect(page.locator('#files-said')).toHaveText('1 of 9 files')
})

test('a workspace is made of files that were chosen, and its card says in words which', async ({ page, years }) => {
  await signIn(page, years)
  await page.goto(years.url + '/w')
  await page.getByLabel('Name of the workspace').fill('minutes')
  await page.getByRole('button', { name: 'Choose which files' }).click()
  const sheet = page.getByRole('dialog', { name: 'Choose which files' })
  await sheet.getByRole('group', { name: 'Folder' }).getByRole('button', { name: /^council/ }).first().click()
  await expect(page.locator('#new-said')).toHaveText('9 files')
  await accessible(page, 'a workspace that is made')
  await sheet.getByRole('button', { name: 'Done' }).click()
  await page.getByRole('button', { name: 'Create' }).click()
  await expect(page).toHaveURL(/\/w\/minutes$/)
  await page.goto(years.url + '/w')
  await expect(page.locator('.cards.workspaces')).toContainText('Folder council')
  await page.goto(years.url + '/files')
  await page.getByRole('button', { name: 'Save as workspace' }).click() // of all files, too
  await page.getByLabel('Name of the workspace').fill('whole')
  await page.getByRole('button', { name: 'Make the workspace' }).click()
  await expect(page).toHaveURL(/\/w\/whole$/)
  await page.goto(years.url + '/w')
  await expect(page.locator('.cards.workspaces')).toContainText('all files')
})

test('the display is chosen in a small window that stays through a change of language, and the keys have one that fits', async ({ page, years }) => {
  await signIn(page, years)
  await page.setViewportSize({ width: 1280, height: 900 })
  await page.getByRole('button', { name: 'Display' }).click()
  const display = page.getByRole('dialog', { name: 'Display' })
  await expect(display).not.toContainText('~tag')
  await display.getByLabel('Language').selectOption('Deutsch')
  const anzeige = page.getByRole('dialog', { name: 'Darstellung' }).or(page.getByRole('dialog', { name: 'Anzeige' }))
  await anzeige.getByLabel('Sprache').selectOption('English')
  await expect(display).toBeVisible()
  await display.getByRole('button', { name: 'Close' }).click()
  await page.reload()
  await expect(page.locator('#q')).toBeVisible()
  await expect(display).toBeHidden()
  await page.getByRole('button', { name: 'Keys' }).click()
  const close = await page.getByRole('dialog', { name: 'Keys' }).getByRole('button', { name: 'Close' }).boundingBox()
  expect(close!.y + close!.height).toBeLessThanOrEqual(900)
  await accessible(page, 'keys')
})

test('conversations of other people stand there only when somebody asks for them, and deleting says what is kept', async ({ page, years }) => {
  await signIn(page, years)
  const thread = { yours: true, asked: new Date().toISOString(), questions: 1, state: 'open' }
  await page.route('**/api/v1/threads?*', route => route.fulfill({ json: { items: [{ ...thread, id: '1', title: 'What does the roof cost?' }, { ...thread, id: 'uid:7/1', title: 'When do I get my raise?', owner: 'uid:7', owner_name: 'Vera' }] } }))
  await page.goto(years.url + '/threads')
  const talks = page.locator('.talks.whole')
  await expect(talks.getByRole('link')).toHaveText([/roof/])
  await talks.getByLabel('Show conversations of other people, too').check()
  await expect(talks.getByRole('link')).toHaveText([/roof/, /raise.*of Vera/])
  await talks.getByRole('button', { name: 'Delete “What does the roof cost?”' }).click()
  await expect(talks).toContainText('The audit trail of the server keeps that you asked')

  // A conversation in a workspace that the reader may not see has no title, and is no link without a word.
  await page.route('**/api/v1/threads?*', route => route.fulfill({ json: { items: [{ ...thread, id: '1', title: 'What does the roof cost?' }, { ...thread, yours: false, id: 'uid:0/20', title: '' }] } }))
  await page.goto(years.url + '/')
  await expect(page.locator('.go-on li a', { hasText: 'What does the roof cost?' })).toHaveCount(1)
  await expect(page.locator('.go-on a[href*="uid"]')).toHaveCount(0)
})
