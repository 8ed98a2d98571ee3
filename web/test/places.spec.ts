import { readFileSync } from 'node:fs'
import { accessible, ask, expect, signIn, test } from './serve'

test('a citation of a PDF opens its page as a picture with the passage marked, and the pages around it', async ({ page, signedIn }) => {
  await page.goto(signedIn.url + '/?scope=type%3Apdf')
  await ask(page, 'How much may I be reimbursed for meals when I travel?')
  await expect.poll(() => page.locator('.unit-head .thumb').first().evaluate((i: HTMLImageElement) => i.naturalWidth)).toBeGreaterThan(60) // a card shows the page
  // Whichever statement is the first, of the answer or of the evidence that speaks for it: its own words are those that are marked on the page.
  const said = (await page.locator('.bullets li, .evidence mark').first().evaluate(li => li.firstChild!.textContent!)).replace(/\s+/g, ' ').trim().slice(0, 40)
  expect(said.length).toBeGreaterThan(20)
  await page.locator('.bullets .mark button, .unit-head').first().click()
  const place = page.getByRole('complementary', { name: 'Place' })
  const picture = place.getByRole('img', { name: /^Page 1 of \d+$/ })
  await expect(picture).toBeVisible()
  await expect.poll(() => picture.evaluate((i: HTMLImageElement) => i.naturalWidth)).toBeGreaterThan(500)
  await expect(place.locator('.box').first()).toBeVisible()
  // The words lie where they are in the picture: that which a box is around is the passage.
  const inside = await place.evaluate(el => {
    const boxes = [...el.querySelectorAll('.box')].map(b => b.getBoundingClientRect())
    return [...el.querySelectorAll('.leaf-words span')].filter(s => { const r = s.getBoundingClientRect(), x = r.left + r.width / 2, y = r.top + r.height / 2; return boxes.some(b => x >= b.left && x <= b.right && y >= b.top && y <= b.bottom) }).map(s => s.textContent).join('')
  })
  expect(inside.replace(/\s+/g, ' ')).toContain(said)
  await accessible(page, 'page of a PDF')
  await place.getByRole('button', { name: 'As text' }).click()
  await expect(place.locator('.cited')).toContainText(said)
  await page.keyboard.press('Escape')
  await expect(page.locator('.bullets .mark button, .unit-head').first()).toBeFocused()
  await page.goto(signedIn.url + '/open?' + new URLSearchParams({ at: 'docs:about-us/code-of-conduct.pdf' }))
  await page.getByRole('button', { name: 'Next page' }).click()
  await expect(page.getByRole('img', { name: /^Page 2 of/ })).toBeVisible()
  await page.getByRole('button', { name: 'Previous page' }).click()
  await expect(page.getByRole('img', { name: /^Page 1 of/ })).toBeVisible()
})

test('files are shown as pictures; a picture is opened as a page is', async ({ page, places }) => {
  await signIn(page, places)
  await page.goto(places.url + '/files')
  await page.getByRole('button', { name: 'As pictures' }).click()
  const card = (name: string) => page.locator('.pictures li').filter({ hasText: name })
  for (const name of ['atlas.pdf', 'harbour.bmp']) {
    await expect(card(name).locator('img')).toBeVisible()
    await expect.poll(() => card(name).locator('img').evaluate((i: HTMLImageElement) => i.naturalWidth)).toBeGreaterThan(60)
  }
  await expect(card('towns.csv').locator('.tile')).toHaveText('csv') // what has no picture has its kind
  await expect(card('tower.pptx').locator('.tile')).toHaveText('pptx')
  await accessible(page, 'files as pictures')
  await page.getByRole('checkbox', { name: 'Choose harbour.bmp' }).check()
  await expect(page.getByRole('region', { name: /chosen|1 file/i }).or(page.locator('.bulk'))).toContainText('1')
  await card('harbour.bmp').getByRole('link').click()
  const place = page.getByRole('complementary', { name: 'Place' }), picture = place.getByRole('img')
  await expect(picture).toBeVisible()
  await expect.poll(() => picture.evaluate((i: HTMLImageElement) => [i.naturalWidth, i.naturalHeight])).toEqual([300, 200])
  await expect(place.getByRole('heading', { name: 'harbour.bmp' })).toBeVisible()
  await place.getByRole('button', { name: 'Larger' }).click()
  await expect(place).toContainText('125 %')
  await page.reload()
  await expect(card('atlas.pdf').locator('img')).toBeVisible() // the address says how files are shown
})

test('the file of a citation is kept as it lies on its share, beside the answer and on its own page, and is not shown', async ({ page, places }) => {
  await signIn(page, places)
  await ask(page, 'What does the bridge cost?')
  await page.getByRole('button', { name: /offer.eml/ }).first().click()
  const kept = async (link: string) => {
    const [file] = await Promise.all([page.waitForEvent('download'), page.getByRole('link', { name: link, exact: true }).click()])
    return { name: file.suggestedFilename(), text: readFileSync(await file.path(), 'utf8') }
  }
  const message = await kept('Download the file')
  expect(message.name).toBe('offer.eml')
  expect(message.text).toContain('Subject: The offer for the bridge')
  await page.getByRole('link', { name: 'About this file' }).click()
  expect(await kept('Download')).toEqual(message)
  // What is attached to a message is a file, too.
  await page.goto(places.url + '/open?' + new URLSearchParams({ at: 'docs:offer.eml!/terms.md' }))
  const attached = await kept('Download the file')
  expect(attached.name).toBe('terms.md')
  expect(attached.text).toContain('paid in two parts')
  // A file that would act in a browser is kept and not opened: the page stays what it is.
  const here = page.url()
  expect(await page.evaluate(async () => {
    const reply = await fetch('/api/v1/original?' + new URLSearchParams({ at: 'docs:offer.eml' }))
    return [reply.headers.get('content-disposition')?.split(';')[0], reply.headers.get('content-security-policy'), reply.headers.get('x-content-type-options')]
  })).toEqual(['attachment', "sandbox; default-src 'none'", 'nosniff'])
  expect(page.url()).toBe(here)
})

test('a row of a large table opens among its neighbours, and the rest is not loaded', async ({ page, places }) => {
  await signIn(page, places)
  let bytes = 0
  page.on('response', async r => { if (r.url().includes('/view?') || r.url().includes('/open?')) bytes += (await r.body()).length })
  await page.goto(places.url + '/open?' + new URLSearchParams({ at: 'docs:towns.csv#row=15001' }))
  const row = page.getByRole('row').filter({ has: page.getByText('Town of the 15000 oaks') })
  await expect(row).toBeInViewport()
  await expect(row).toHaveClass('cited-row')
  await expect(page.getByRole('columnheader', { name: /Inhabitants/ })).toBeVisible()
  expect(await page.getByRole('row').count()).toBeLessThan(120)
  expect(bytes).toBeLessThan(100_000)
  await accessible(page, 'rows of a table')
  await page.getByRole('button', { name: 'Next rows' }).click()
  await expect(page.getByText('Town of the 15060 oaks')).toBeVisible()
})

test('a message shows its head and what is attached, which opens', async ({ page, places }) => {
  await signIn(page, places)
  await ask(page, 'What does the bridge cost?')
  await page.getByRole('button', { name: /offer.eml/ }).first().click()
  const place = page.getByRole('complementary', { name: 'Place' })
  await expect(place).toContainText('The offer for the bridge')
  await expect(place).toContainText('Ada Lovelace')
  await expect(place.locator('.cited')).toContainText('48,000 dollars')
  await accessible(page, 'a message')
  await place.getByRole('link', { name: 'terms.md' }).click()
  await expect(page.locator('.place')).toContainText('paid in two parts')
})

// shown counts the bytes of what is fetched to show a place.
function shown(page: import('@playwright/test').Page) {
  const seen = { bytes: 0 }
  page.on('response', async r => { if (/\/(view|open)\?/.test(r.url())) seen.bytes += (await r.body()).length })
  return seen
}

test('a page of 2,000 and a row of 200,000 open at once, and the rest is not loaded', async ({ page, places }) => {
  await signIn(page, places)
  let seen = shown(page)
  await page.goto(places.url + '/open?' + new URLSearchParams({ at: 'docs:atlas.pdf#page=1500' }))
  const picture = page.getByRole('img', { name: 'Page 1500 of 2000' })
  await expect(picture).toBeVisible()
  await expect.poll(() => picture.evaluate((i: HTMLImageElement) => i.naturalWidth)).toBeGreaterThan(500)
  await expect(page.locator('.leaf-words')).toContainText('district 1500')
  await expect(page.locator('.leaf-words')).not.toContainText('district 1501')
  await expect.poll(() => seen.bytes).toBeGreaterThan(1000)
  expect(seen.bytes).toBeLessThan(50_000)
  seen = shown(page)
  await page.goto(places.url + '/open?' + new URLSearchParams({ at: 'docs:census.csv#row=150001' }))
  const row = page.getByRole('row').filter({ has: page.getByText('Village of the 150000 elms') })
  await expect(row).toBeInViewport()
  await expect(row).toHaveClass('cited-row')
  await expect(page.getByText('of 200,000')).toBeVisible()
  await expect(page.getByRole('columnheader', { name: /Inhabitants/ })).toBeVisible()
  await expect.poll(() => seen.bytes).toBeGreaterThan(1000)
  expect(seen.bytes).toBeLessThan(50_000)
})

test('a slide shows alone, with what was cited of it marked', async ({ page, places }) => {
  await signIn(page, places)
  await ask(page, 'What does the lantern of the new tower weigh?')
  await page.getByRole('button', { name: /tower.pptx/ }).first().click()
  const place = page.getByRole('complementary', { name: 'Place' })
  await expect(place.locator('.cited')).toContainText('weighs 940 kilograms')
  await expect(place).toContainText('The lantern')
  await expect(place.locator('.looks')).not.toContainText('The stairs')
  await accessible(page, 'a slide')
})

test('an archive lists what it holds, and each opens', async ({ page, places }) => {
  await signIn(page, places)
  await page.goto(places.url + '/open?' + new URLSearchParams({ at: 'docs:papers.zip' }))
  await expect(page.getByRole('link', { name: 'in/plan.md' })).toBeVisible()
  await expect(page.locator('.inners li')).toHaveCount(2)
  await accessible(page, 'an archive')
  await page.getByRole('link', { name: 'in/plan.md' }).click()
  await expect(page.locator('.place')).toContainText('The harbour is dredged in autumn')
})

test('plain text keeps its layout in the panel, and a statement is marked across its line breaks', async ({ page, places }) => {
  await signIn(page, places)
  await page.goto(places.url + '/?scope=name%3Alamp.txt')
  await ask(page, 'When is the wick of the lamp cut?')
  await page.locator('.mark button').first().click()
  const text = page.getByRole('complementary', { name: 'Place' }).locator('.text')
  await expect(text).toHaveClass(/mono/)
  await expect(text.locator('.cited mark')).toHaveText(/whoever had\n {4}the watch/)
})

test('a page of a PDF beside its list is looked at from near, and stays in view while the list is scrolled', async ({ page, places, attacked }) => {
  await signIn(page, places)
  await page.setViewportSize({ width: 1280, height: 800 })
  await page.goto(places.url + '/files?f=' + encodeURIComponent('docs:atlas.pdf'))
  const picture = page.getByRole('img', { name: 'Page 1 of 2000' }), width = async () => (await picture.boundingBox())!.width
  await expect(picture).toBeVisible()
  const whole = await width()
  await expect(page.getByRole('button', { name: 'Smaller' })).toBeDisabled()
  for (const _ of [1, 2, 3]) await page.getByRole('button', { name: 'Larger' }).click()
  await expect.poll(width).toBeCloseTo(2 * whole, -1)
  await expect(picture).toHaveAttribute('src', /dpi=192/)
  expect(await page.locator('.leaf-frame').evaluate(f => f.scrollLeft)).toBeGreaterThan(0) // its middle stays in the middle
  await accessible(page, 'a page from near')
  await page.getByRole('button', { name: 'Next page' }).click()
  await expect(page.getByRole('img', { name: 'Page 2 of 2000' })).toBeVisible()
  await page.getByRole('button', { name: '200 %' }).click()
  await expect(page.getByRole('button', { name: 'Smaller' })).toBeDisabled()
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBeTruthy()
  // A list that is longer than the window.
  await signIn(page, attacked)
  await page.goto(attacked.url + '/files')
  await page.locator('.row-link').first().click()
  await expect(page.locator('.split > .place')).toBeVisible()
  await page.evaluate(() => scrollTo(0, 2500))
  await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(2000)
  const box = (await page.locator('.split > .place').boundingBox())!
  expect(box.y).toBeGreaterThanOrEqual(0)
  expect(box.y + box.height).toBeLessThanOrEqual(800)
  // What can be done with a file that is chosen far down is in sight there.
  await page.getByRole('checkbox', { name: /^Choose / }).nth(60).check()
  await expect(page.getByRole('button', { name: 'Tag 1 file' })).toBeInViewport()
  await expect(page.getByRole('region', { name: 'What is chosen' }).getByText('1 file chosen')).toBeInViewport()
})

test('a page of a PDF beside an answer is looked at from near, too', async ({ page, places }) => {
  await signIn(page, places)
  await page.setViewportSize({ width: 1280, height: 800 })
  await ask(page, 'How high does the lighthouse of district 1234 stand?')
  await page.locator('.bullets .mark button, .unit-head').first().click()
  const place = page.getByRole('complementary', { name: 'Place' }), picture = place.getByRole('img', { name: /^Page \d+ of 2000$/ }), width = async () => (await picture.boundingBox())!.width
  await expect(picture).toBeVisible()
  await expect(place.getByRole('button', { name: 'Larger' })).toBeInViewport({ ratio: 1 })
  const whole = await width()
  for (const _ of [1, 2, 3]) await place.getByRole('button', { name: 'Larger' }).click()
  await expect.poll(width).toBeCloseTo(2 * whole, -1)
  await accessible(page, 'a page from near, beside an answer')
})
