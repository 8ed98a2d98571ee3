import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { type House, accessible, ask, expect, open, signIn, test as base } from './serve'

// sample is a server of this file's own, whose conversations and workspaces are those that it makes.
// dated has files of several folders, years, people and tags.
const test = base.extend<object, { sample: House; dated: House }>({
  sample: [async ({}, use) => {
    const { house, end } = await open(resolve('../../testdata/sample/share'))
    await use(house)
    end()
  }, { scope: 'worker', timeout: 120_000 }],
  dated: [async ({}, use) => {
    const folder = mkdtempSync(join(tmpdir(), 'spar-dated-'))
    const files: [string, string, string][] = [
      ['finance/2023/budget.md', '2023-03-04', '# Budget of 2023\n\nThe budget of the lighthouse is 48,000 dollars.\n'], ['finance/2024/budget.md', '2024-05-06', '# Budget of 2024\n\nThe budget of the lighthouse is 52,000 dollars.\n'],
      ['finance/2024/audit.txt', '2024-06-07', 'The audit of the harbour found nothing.\n'], ['hr/leave.md', '2024-05-08', '# Leave\n\nParental leave is 34 weeks for every parent.\n'],
      ['hr/pool.md', '2025-01-02', '# Pool\n\nThe swimming pool opens at seven o\'clock.\n'], ['towns.csv', '2025-02-03', 'Town,Inhabitants\nOakville,1000\nElmton,2500\n'],
    ]
    for (const [path, day, text] of files) {
      mkdirSync(dirname(join(folder, path)), { recursive: true })
      writeFileSync(join(folder, path), text)
      utimesSync(join(folder, path), new Date(day), new Date(day))
    }
    const { house, end } = await open(folder)
    house.run('tag', 'add', 'People')
    house.run('tag', 'add', 'Leave', '--parent', 'People')
    house.run('tag', 'assign', 'Leave', '--path', 'hr/leave.md')
    house.run('attributes', 'set', 'author=Ada', '--path', 'finance/**')
    house.run('attributes', 'set', 'author=Grace', '--path', 'hr/**')
    house.run('attributes', 'set', 'author=Ada', '--path', 'towns.csv') // else only reading it can tell that Grace did not write it
    house.run('ws', 'create', 'staff', '--path', 'hr/**')
    await use(house)
    end()
    rmSync(folder, { recursive: true, force: true })
  }, { scope: 'worker', timeout: 120_000 }],
})

test.describe.configure({ timeout: 240_000 })

test('conversations are found by what was asked in them, renamed and deleted in place, and workspaces are kept at hand', async ({ page, sample }) => {
  sample.run('ask', '--thread', 'new', 'Who approves advanced sick leave?')
  sample.run('ask', '--continue', 'What is the per diem for meals?')
  sample.run('ask', '--thread', 'new', 'Who pays for a taxi?')
  for (const n of 'abcdefgh') sample.run('ws', 'create', n + '-files', '--path', 'travel-and-leave/**')
  await signIn(page, sample)
  const side = page.getByRole('navigation', { name: 'History' }), talks = side.locator('.talks')
  await expect(talks.getByRole('link')).toHaveText([/taxi/, /sick leave/])
  // The second question of the first one has the words; its title has not.
  await side.getByRole('searchbox', { name: 'Search conversations' }).fill('MEALS diem')
  await expect(talks.getByRole('link')).toHaveText([/Who approves advanced sick leave\?.*What is the per diem for meals\?/])
  await side.getByRole('searchbox').fill('zebra')
  await expect(side.getByRole('status')).toHaveText('No conversation has these words.')
  await side.getByRole('searchbox').fill('')

  await side.getByRole('button', { name: 'Rename “Who pays for a taxi?”' }).focus()
  await page.keyboard.press('Enter')
  await page.keyboard.type('Taxis <b>at night</b>')
  await accessible(page, 'a conversation that is renamed')
  await page.keyboard.press('Enter')
  await expect(talks.getByRole('link').first()).toHaveText('Taxis <b>at night</b>')
  await side.getByRole('button', { name: 'Undo' }).click()
  await expect(talks.getByRole('link').first()).toHaveText('Who pays for a taxi?')

  await side.getByRole('button', { name: 'Delete “Who pays for a taxi?”' }).focus()
  await page.keyboard.press('Enter')
  await expect(side.getByRole('button', { name: 'Delete', exact: true })).toBeFocused()
  await accessible(page, 'a conversation that may be deleted')
  await page.keyboard.press('Escape')
  await expect(talks.getByRole('link')).toHaveCount(2)
  await side.getByRole('button', { name: 'Delete “Who pays for a taxi?”' }).focus()
  await page.keyboard.press('Enter')
  await side.getByRole('button', { name: 'Delete', exact: true }).click()
  await expect(talks.getByRole('link')).toHaveText([/sick leave/])

  // A workspace far down the list comes first, for whoever keeps it at hand.
  await expect(side.getByRole('link', { name: 'h-files' })).toHaveCount(0)
  await page.goto(sample.url + '/w/h-files')
  await page.getByRole('main').getByRole('button', { name: 'Keep h-files at hand' }).click()
  await expect(side.locator('section').first().getByRole('link').first()).toHaveText('h-files')
  await side.getByRole('button', { name: 'Keep h-files at hand' }).focus()
  await page.keyboard.press('Enter')
  await expect(side.getByRole('link', { name: 'h-files' })).toHaveCount(0)

  // The page of conversations has the same, also in a narrow window.
  await page.setViewportSize({ width: 360, height: 780 })
  await page.goto(sample.url + '/threads')
  await page.getByRole('main').getByRole('searchbox').fill('diem')
  await expect(page.getByRole('main').getByRole('link')).toHaveText([/sick leave.*per diem/])
  await accessible(page, 'conversations in a narrow window')
})

test('which files are asked is chosen on a sheet: folders, workspaces, tags, formats, dates and people, each with what it would leave', async ({ page, dated }) => {
  await signIn(page, dated)
  await page.getByRole('button', { name: 'Choose which files' }).click()
  const sheet = page.getByRole('dialog', { name: 'Choose which files' }), left = sheet.locator('#choose-said')
  await expect(left).toHaveText('6 files')
  const folders = sheet.getByRole('group', { name: 'Folder' })
  await folders.getByRole('button', { name: 'What lies in finance' }).click()
  await folders.getByRole('button', { name: /^2024 2$/ }).click()
  await expect(left).toHaveText('2 files')
  // Another folder adds to it, and says how many it adds.
  await folders.getByRole('button', { name: 'hr +2' }).click()
  await expect(left).toHaveText('4 files')
  await expect(sheet.getByRole('list', { name: 'Constraints' })).toHaveText('Folder finance/2024, hr×')
  await sheet.getByRole('group', { name: 'Format' }).getByRole('button', { name: 'markdown 3' }).click()
  await expect(left).toHaveText('3 files')
  await sheet.getByRole('group', { name: 'Date' }).getByRole('button', { name: '2024 2' }).click()
  await expect(left).toHaveText('2 files')
  await sheet.getByRole('group', { name: 'Date' }).getByRole('button', { name: '2024-05 +2' }).click()
  await sheet.getByRole('button', { name: 'Clear' }).click()
  await expect(left).toHaveText('6 files')
  await sheet.getByRole('group', { name: 'People' }).getByRole('button', { name: 'Grace 2' }).click()
  await expect(left).toHaveText('2 files')
  const tags = sheet.getByRole('group', { name: 'Tag', exact: true })
  await expect(tags.getByRole('button', { name: /^(People|Leave) 1$/ })).toHaveText(['People1', 'Leave1'])
  await tags.getByRole('button', { name: 'Without Tag Leave' }).click()
  await expect(left).toHaveText('1 file')
  await sheet.getByRole('button', { name: 'Clear' }).click()
  await sheet.getByRole('group', { name: 'Workspaces' }).getByRole('button', { name: 'staff 2' }).click()
  await expect(left).toHaveText('2 files')
  await accessible(page, 'which files')
  await page.keyboard.press('Escape')
  await expect(page.getByRole('button', { name: 'Choose which files' })).toBeFocused()
  await expect(page).toHaveURL(/scope=path%3Ahr/)
  await page.setViewportSize({ width: 320, height: 640 })
  await page.getByRole('button', { name: 'Choose which files' }).click()
  await accessible(page, 'which files in a narrow window')
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320)
  await page.keyboard.press('Escape')
  await ask(page, 'When does the swimming pool open?')
  await expect(page.locator('.exchange').last()).toContainText('seven o\'clock')
  await expect(page.locator('.exchange').last()).toContainText('of 2 files')
})

test('files are looked at beside their list, by arrows, their text is searched, and a year is a click', async ({ page, dated }) => {
  await page.setViewportSize({ width: 1360, height: 860 })
  await signIn(page, dated)
  await page.goto(dated.url + '/files')
  const place = page.getByRole('complementary', { name: 'Place' })
  await page.getByRole('link', { name: 'audit.txt' }).click()
  await expect(place).toContainText('The audit of the harbour found nothing.')
  await expect(page).toHaveURL(/f=docs%3Afinance%2F2024%2Faudit.txt/)
  await page.getByRole('link', { name: 'audit.txt' }).focus()
  await page.keyboard.press('ArrowDown')
  await expect(place).toContainText('52,000 dollars')
  await expect(page.getByRole('link', { name: /2024\/.*budget\.md/ })).toBeFocused()
  await accessible(page, 'a file beside the list')
  await page.keyboard.press('Escape')
  await expect(place).toHaveCount(0)

  await page.getByRole('searchbox', { name: 'Search the text of these files' }).fill('lighthouse budget')
  await page.keyboard.press('Enter')
  await expect(page.locator('.found li')).toHaveCount(2)
  await expect(page.locator('.found mark').first()).toHaveText(/lighthouse|budget/i)
  await page.locator('.found button', { hasText: '48,000' }).click()
  await expect(place.locator('.cited')).toContainText('48,000 dollars')
  await accessible(page, 'passages that were found')
  await page.getByRole('searchbox', { name: 'Search the text of these files' }).fill('AUDIT.txt')
  await page.keyboard.press('Enter')
  await expect(page.getByText('Files that are called so:')).toBeVisible()
  await page.locator('.found .called button', { hasText: 'audit.txt' }).click()
  await expect(place).toContainText('The audit of the harbour found nothing.')
  await page.getByRole('button', { name: 'Back to the list' }).click()

  await page.getByRole('button', { name: '2024: 3 files' }).click()
  await expect(page.getByText('3 of 6 files')).toBeVisible()
  await page.getByRole('button', { name: '2024-05: 2 files' }).click()
  await expect(page.getByText('2 of 6 files')).toBeVisible()
  await accessible(page, 'files of a month')
  await page.getByRole('button', { name: 'All years' }).click()
  await expect(page.getByText('6 files')).toBeVisible()
})

test('home has questions that are answered for sure, and a map of the folders', async ({ page, dated }) => {
  await signIn(page, dated)
  const tries = page.locator('.try button')
  await expect(page.locator('.tries[aria-busy=false], .try[aria-busy=false]')).toBeVisible({ timeout: 50_000 })
  const asked = await tries.allTextContents()
  expect(dated.run('thread', 'list')).not.toContain('What does') // nothing was kept of trying them
  for (const q of asked.map(t => t.replace(/^(csv|md|txt)/, ''))) {
    const { refused, unsure } = JSON.parse(dated.run('ask', '--json', '--extract', q))
    expect([q, refused, unsure ?? false]).toEqual([q, false, false])
  }
  const map = page.locator('.map')
  await expect(map.getByRole('link')).toHaveText([/^finance3 files/, /^hr2 files/])
  await accessible(page, 'home')
  await map.getByRole('link', { name: /^hr/ }).click()
  await expect(page.getByText('2 of 6 files')).toBeVisible()
})
