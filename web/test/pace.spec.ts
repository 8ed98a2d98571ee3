import { expect, signIn, test } from './serve'

// What somebody on a slow machine feels: a processor four times slower, and the whole page fetched anew.
test('the page is small, soon there, and does not jump, on a slow processor', async ({ page, sample }) => {
  await signIn(page, sample)
  const client = await page.context().newCDPSession(page)
  await client.send('Network.enable')
  await client.send('Network.setCacheDisabled', { cacheDisabled: true })
  await client.send('Emulation.setCPUThrottlingRate', { rate: 4 })
  let bytes = 0
  client.on('Network.loadingFinished', e => { bytes += e.encodedDataLength })
  await page.addInitScript(() => {
    const seen = { shift: 0, longest: 0 }
    Object.assign(window, { seen })
    new PerformanceObserver(l => { for (const e of l.getEntries() as (PerformanceEntry & { value: number; hadRecentInput: boolean })[]) if (!e.hadRecentInput) seen.shift += e.value }).observe({ type: 'layout-shift', buffered: true })
    new PerformanceObserver(l => { for (const e of l.getEntries()) seen.longest = Math.max(seen.longest, e.duration) }).observe({ type: 'longtask', buffered: true })
  })
  const begun = Date.now()
  await page.goto(sample.url + '/')
  await page.getByLabel('Your question').fill('How many hours of unused annual leave can I carry into the next leave year?')
  const usable = Date.now() - begun
  await page.waitForLoadState('networkidle')
  const first = bytes
  // What watches the page from outside works in it, too: nothing looks until the answer is there.
  await page.keyboard.press('Enter')
  await expect.poll(async () => (await (await page.request.get(sample.url + '/api/v1/answers')).json()).items[0]?.state, { timeout: 45_000, intervals: [1000] }).toBe('done')
  await new Promise(done => setTimeout(done, 2000))
  const { shift, longest } = await page.evaluate(() => (window as unknown as { seen: { shift: number; longest: number } }).seen)
  await expect(page.locator('.bullets')).toBeVisible()
  console.log(`usable after ${usable} ms, ${first} bytes, shift ${shift.toFixed(4)}, longest task ${longest} ms`)
  expect(first, 'bytes of the first load').toBeLessThanOrEqual(120_000)
  expect(usable, 'ms until a question can be written').toBeLessThanOrEqual(2000)
  expect(shift, 'cumulative layout shift').toBeLessThanOrEqual(0.02)
})

test('whoever scrolls up while an answer comes is not pulled back, and can return', async ({ page, slow }) => {
  await signIn(page, slow)
  await page.setViewportSize({ width: 900, height: 420 })
  await page.getByLabel('Your question').fill('How many hours of unused annual leave can I carry into the next leave year?')
  await page.keyboard.press('Enter')
  await expect(page.getByText(/writes; each statement is checked/)).toBeVisible({ timeout: 45_000 })
  await page.evaluate(() => scrollTo(0, 0))
  await expect(page.getByRole('button', { name: 'Follow the answer' })).toBeVisible()
  await page.getByRole('button', { name: 'Follow the answer' }).dispatchEvent('click') // a click of Playwright's would scroll first
  await expect(page.getByRole('button', { name: 'Follow the answer' })).toBeHidden()
  slow.goOn()
  await expect(page.locator('.bullets')).toContainText('240 annual leave hours')
})

test('forced colours and a zoom of 400 % keep everything within reach', async ({ page, signedIn }) => {
  await page.emulateMedia({ forcedColors: 'active', reducedMotion: 'reduce' })
  await page.setViewportSize({ width: 320, height: 256 }) // 1280 by 1024 at 400 %
  for (const path of ['/', '/files', '/tags', '/w']) {
    await page.goto(signedIn.url + path)
    await expect(page.getByRole('navigation', { name: 'SPAR' })).toBeVisible()
    expect(await page.evaluate(() => document.documentElement.scrollWidth), path).toBeLessThanOrEqual(320)
  }
  await page.goto(signedIn.url + '/')
  await page.getByLabel('Your question').fill('Who approves leave?')
  await page.getByRole('button', { name: 'Ask', exact: true }).click()
  await expect(page.locator('.exchange').last().getByText(/Based on/)).toBeVisible({ timeout: 45_000 })
})
