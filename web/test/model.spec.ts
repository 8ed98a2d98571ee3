import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { accessible, expect, open, signIn, test } from './serve'

// A seeker is a model that searches once more before it answers, and is let go on at each of its replies.
async function seeker() {
  const waiting: (() => void)[] = []
  const asked: string[] = []
  const server = createServer(async (request, reply) => {
    if (request.method === 'GET') return reply.end('{"data":[{"id":"usual"},{"id":"other"}]}')
    let body = ''
    for await (const piece of request) body += piece
    const { messages, model } = JSON.parse(body)
    const prompt: string = messages[1].content
    reply.writeHead(200, { 'Content-Type': 'text/event-stream' })
    const send = (x: object) => reply.write(`data: ${JSON.stringify(x)}\n\n`)
    const say = (content: string) => { send({ choices: [{ index: 0, delta: { content }, finish_reason: 'stop' }] }); reply.end('data: [DONE]\n\n') }
    asked.push(model + (prompt.startsWith('Excerpts:') ? ' answers' : ' steps'))
    if (prompt.startsWith('Excerpts:')) {
      send({ choices: [], prompt_progress: { total: 900, processed: 300 } })
      const n = [...prompt.matchAll(/<excerpt-\w+ number="(\d+)"[^>]*>([^]*?)<\/excerpt-/g)].find(m => m[2].includes('Inge Rask'))?.[1]
      waiting.push(() => say(`- The tug Marlin is led by Inge Rask. [${n}]`))
    } else {
      const step = asked.length === 2 ? { tool: 'answer', input: '', passage: 0 } : { tool: 'search', input: 'who leads the tug Marlin', passage: 0 }
      waiting.push(() => say(JSON.stringify(step)))
    }
  })
  await new Promise<void>(done => server.listen(0, '127.0.0.1', done))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`, asked,
    goOn: () => { for (const w of waiting.splice(0)) w() }, end: () => { server.closeAllConnections(); server.close() },
  }
}

test('a model searches before it answers where that is wanted: its steps show while they happen and are kept, and how much of the prompt it read', async ({ page }) => {
  const folder = mkdtempSync(join(tmpdir(), 'spar-harbour-')), model = await seeker()
  writeFileSync(join(folder, 'crew.md'), '# Crew\n\nThe tug Marlin is led by Inge Rask.\n\nThe tug Otter is led by Per Holm.\n')
  writeFileSync(join(folder, 'duty.md'), '# Duty\n\nThe night watch of the lock is kept by the tug Marlin.\n')
  const { house, end } = await open(folder, { SPAR_LLM_URL: model.url, SPAR_LLM_MODEL: 'usual,other' })
  try {
    await page.emulateMedia({ reducedMotion: 'reduce' }) // a line that breathes is paler for a moment
    await signIn(page, house)
    await expect(page.getByLabel('Language model').locator('option')).toHaveText(['usual', 'other', 'no model, sentences of the files'])
    await accessible(page, 'a choice of model')
    await page.getByLabel('Language model').selectOption('other')
    await page.getByLabel('Let the model look for more').check()
    await page.getByLabel('Your question').fill('who leads the tug that keeps the night watch of the lock?')
    await page.keyboard.press('Enter')
    const steps = page.locator('.exchange details.steps')
    await expect.poll(() => model.asked).toEqual(['other steps'])
    model.goOn()
    await expect(steps.locator('li')).toHaveText([/^searched for “who leads the tug Marlin”: [1-9]\d* found$/])
    await expect.poll(() => model.asked.length).toBe(2)
    model.goOn()
    await expect(page.locator('.exchange .progress')).toHaveText('other reads the prompt 300 / 900 …')
    await accessible(page, 'steps of a model')
    model.goOn()
    await expect(page.locator('.exchange')).toHaveAttribute('aria-busy', 'false')
    expect(model.asked).toEqual(['other steps', 'other steps', 'other answers'])
    await expect(page.locator('.answer')).toContainText('Inge Rask')
    await page.reload()
    await expect(steps.locator('summary')).toHaveText('The model took 2 steps')
    await steps.locator('summary').click()
    await expect(steps.locator('li').last()).toHaveText('has seen enough')
    await expect(page.getByLabel('Let the model look for more')).toBeChecked() // as it was chosen last

    // Without a model the sentences of the files answer, and nothing searches.
    await page.getByLabel('Language model').selectOption({ label: 'no model, sentences of the files' })
    await expect(page.getByLabel('Let the model look for more')).toHaveCount(0)
    await page.goto(house.url + '/')
    await page.getByLabel('Your question').fill('who leads the tug Otter?')
    await page.keyboard.press('Enter')
    await expect(page.locator('.answer')).toContainText('Per Holm')
    expect(model.asked.length).toBe(3)
  } finally { end(); model.end(); rmSync(folder, { recursive: true }) }
})

test('where no model is configured nothing of models stands at the question', async ({ page, signedIn }) => {
  await page.goto(signedIn.url + '/')
  await expect(page.getByLabel('Your question')).toBeVisible()
  await expect(page.getByLabel('Let the model look for more')).toHaveCount(0)
  await expect(page.getByLabel('Language model')).toHaveCount(0)
})

test('a language model that was added is chosen and tried on the page, and taken away again', async ({ page }) => {
  const folder = mkdtempSync(join(tmpdir(), 'spar-writers-')), config = join(folder, 'config.yaml'), file = join(folder, 'tiny.gguf')
  writeFileSync(config, '# ours\n')
  const head = Buffer.alloc(64)
  head.write('GGUF'); head.writeUInt32LE(3, 4); head.writeBigUInt64LE(1n, 8); head.writeBigUInt64LE(1n, 16)
  writeFileSync(file, head)
  const { house, end } = await open(null, { SPAR_CONFIG: config })
  try {
    house.run('model', 'add', file, '--name', 'tiny')
    await page.goto(house.link)
    await page.goto(house.url + '/state/models')
    await expect(page.getByText('No language model writes answers.')).toBeVisible()
    await page.getByRole('button', { name: 'Look for models' }).click()
    await page.getByRole('button', { name: 'Use it: tiny' }).click()
    await expect(page.getByText('tiny writes answers.')).toBeVisible()
    expect(readFileSync(config, 'utf8')).toBe('# ours\nllm: tiny\n')
    await accessible(page, 'language models')
    await page.getByRole('button', { name: 'Try it' }).click()
    await expect(page.locator('.error').first()).toContainText('tiny') // its file is no model that a program could run
    await page.goto(house.url + '/')
    await expect(page.getByLabel('Let the model look for more')).toBeVisible()
    await page.goto(house.url + '/state/models')
    await page.getByRole('button', { name: 'Answer without a model' }).click()
    await expect(page.getByText('No language model writes answers.')).toBeVisible()
    expect(readFileSync(config, 'utf8')).toBe('# ours\n')
    const headers = { 'Content-Type': 'application/json', 'Sec-Fetch-Site': 'same-origin' }
    for (const data of [{ name: 'nothing' }, { name: file }, { name: 'x', server: 'http://evil.example/v1' }, { name: 'x', server: 'http://127.0.0.1:9/v1' }])
      expect((await page.request.post(house.url + '/api/v1/models/writer', { headers, data })).status(), JSON.stringify(data)).toBe(404)
  } finally { end(); rmSync(folder, { recursive: true }) }
})
