import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { accessible, expect, open, test } from './serve'

test('long work shows how far it is, survives a reload, and is paused, resumed and stopped', async ({ page }) => {
  const folder = mkdtempSync(join(tmpdir(), 'spar-work-'))
  for (let i = 0; i < 60; i++) writeFileSync(join(folder, `note ${i}.md`), `# Note ${i}\n\nThe lamp ${i} is lit at dusk.\n`)
  const { house, end } = await open(folder)
  try {
    house.run('share', 'limit', 'docs', '--opens', '3')
    await page.goto(house.link)
    await page.getByRole('link', { name: 'Server' }).click()
    await page.getByRole('button', { name: 'Read all files' }).click()
    const bar = page.getByRole('progressbar', { name: 'Reading files' })
    await expect(bar).toHaveAttribute('max', '60')
    await expect(page.getByText(/running, \d+ of 60, [\d.]+ a second/)).toBeVisible()
    await expect(page.getByText(/about \d+ seconds? left/)).toBeVisible()
    await page.reload()
    await expect(bar).toBeVisible()
    await page.getByRole('button', { name: 'Pause: Reading files' }).click()
    await expect(page.getByText(/paused, \d+ of 60/)).toBeVisible()
    await accessible(page, 'work that is paused')
    const done = Number(await bar.getAttribute('value'))
    expect(done).toBeGreaterThan(0)
    await page.getByRole('button', { name: 'Resume: Reading files' }).click()
    await expect.poll(async () => Number(await bar.getAttribute('value'))).toBeGreaterThan(done)
    await expect.poll(() => house.run('status')).toMatch(/server: read\s+running, \d+ of 60/)
    await page.getByRole('button', { name: 'Stop: Reading files' }).click()
    await expect(page.getByText(/stopped, \d+ of 60/)).toBeVisible()
    await expect(page.getByRole('button', { name: 'Read all files' })).toBeEnabled()
  } finally {
    end()
    rmSync(folder, { recursive: true, force: true })
  }
})

// picture is the beginning of a PNG file, as much as SPAR reads of it.
function picture(width: number, height: number): Buffer {
  const head = Buffer.alloc(33)
  Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 13]).copy(head)
  head.write('IHDR', 12, 'latin1')
  head.writeUInt32BE(width, 16)
  head.writeUInt32BE(height, 20)
  head.set([8, 0, 0, 0, 0], 24)
  return head
}

test('pictures of text say that they wait to be recognised, and the page begins with it', async ({ page }) => {
  const folder = mkdtempSync(join(tmpdir(), 'spar-scans-')), share = join(folder, 'share'), bin = join(folder, 'bin')
  mkdirSync(share)
  mkdirSync(bin)
  writeFileSync(join(share, 'garden.md'), '# Garden\n\nThe garden opens in April.\n')
  for (const [i, name] of ['march.png', 'april.png', 'may.png'].entries()) writeFileSync(join(share, name), picture(400 + i, 300))
  // A program in the place of tesseract: it takes a while, though it may start no other, and finds one line in each picture. SPAR lets it run
  // from its folder because its data could lie there.
  const words = 'The caretaker worked 25 hours.'.split(' ').map((word, i) => `5\\t1\\t1\\t1\\t1\\t${i + 1}\\t0\\t0\\t9\\t9\\t95\\t${word}\\n`).join('')
  writeFileSync(join(bin, 'tesseract'), `#!/bin/sh\nif [ "$1" = --version ]; then echo 'tesseract 5.3.0'; exit; fi\ni=0; while [ $i -lt 1000000 ]; do i=$((i+1)); done\nprintf '${words}'\n`, { mode: 0o755 })
  const { house, end } = await open(share, { PATH: `${bin}:${process.env.PATH}`, TESSDATA_PREFIX: bin })
  try {
    await page.goto(house.link)
    await page.getByLabel('Your question').fill('When does the garden open?')
    await page.keyboard.press('Enter')
    await expect(page.locator('.covered')).toContainText('3 wait for the text to be recognised')
    await page.goto(house.url + '/open?at=' + encodeURIComponent('docs:may.png'))
    await expect(page.getByText('has not been recognised yet')).toHaveCount(1)
    await expect(page.locator('.place')).not.toContainText('needs-ocr')
    await expect(page.locator('.place')).not.toContainText('The place is not known')
    await page.goto(house.url + '/skipped')
    await expect(page.getByText('SPAR recognises the text when it has nothing else to do')).toBeVisible()
    await expect(page.getByText('install tesseract')).toHaveCount(0)
    await accessible(page, 'what waits to be recognised')
    // One of them, by the button that reads again: it does not leave the list as if it were solved.
    await page.getByRole('button', { name: 'Try again: april.png' }).click()
    await expect(page.getByText('The text of 1 file is being recognised.')).toBeVisible()
    await expect(page.getByRole('link', { name: 'docs:april.png' })).toBeVisible()
    await expect(page.getByText('2 files')).toBeVisible()
    // The others, all at once.
    await page.getByRole('button', { name: 'Recognise now' }).click()
    await expect(page.getByRole('progressbar', { name: 'Recognising text' }).last()).toHaveAttribute('max', '2')
    await page.getByRole('button', { name: 'Pause: Recognising text' }).last().click()
    await expect(page.getByText(/paused, \d of 2/)).toBeVisible()
    await page.getByRole('button', { name: 'Resume: Recognising text' }).last().click()
    await expect(page.getByText('Pictures of text')).toHaveCount(0, { timeout: 60_000 })
    await page.goto(house.url + '/open?at=' + encodeURIComponent('docs:may.png'))
    await page.getByRole('button', { name: 'As text' }).click()
    await expect(page.getByText('The caretaker worked 25 hours.')).toBeVisible()
  } finally {
    end()
    rmSync(folder, { recursive: true, force: true })
  }
})
