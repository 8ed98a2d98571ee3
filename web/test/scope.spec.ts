import { accessible, expect, test } from './serve'
test('the line of a scope is marked where its fault is', async ({ page, signedIn }) => {
  await page.goto(signedIn.url + '/files')
  const line = page.getByLabel('Scope', { exact: true }).first()
  await line.fill('type:md modified:20x (')
  await line.press('Enter')
  const spot = page.locator('.spot')
  await expect(spot).toHaveText(/^type:md modified:20x \( ?\n +\^$/)
  expect(await spot.evaluate(s => s.textContent!.split('\n').at(-1)!.length)).toBe('type:md modified:20x ('.length + 1)
  await accessible(page, 'a fault in a scope')
  await line.fill('type:md modified:20x')
  await line.press('Enter')
  await expect(spot.locator('mark')).toHaveText('m') // the constraint that is at fault
  await line.fill('type:md')
  await expect(spot).toHaveCount(0) // what is typed is another line
})
