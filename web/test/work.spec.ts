import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
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
