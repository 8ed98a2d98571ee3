import { resolve } from 'node:path'
import { expect, open, signIn, test } from './serve'

test('while files are read a sentence says how many of how many, and hits by words stand there before', async ({ page }) => {
  test.setTimeout(150_000)
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
