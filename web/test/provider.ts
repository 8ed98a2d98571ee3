import { createHash, generateKeyPairSync, randomUUID, sign } from 'node:crypto'
import { type IncomingMessage, createServer } from 'node:http'
import { type AddressInfo } from 'node:net'

// provider is an OpenID provider on loopback that takes whoever comes for ada, as long as she is signed in there: she signs in by the
// button of its page, and out at /end.
export async function provider(): Promise<{ url: string; end: () => void }> {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const begun = new Map<string, URLSearchParams>()
  const server = createServer(async (q, reply) => {
    const at = new URL(q.url!, issuer), said = at.searchParams
    const json = (body: unknown) => reply.writeHead(200, { 'Content-Type': 'application/json' }).end(JSON.stringify(body))
    const page = (body: string) => reply.writeHead(200, { 'Content-Type': 'text/html' }).end(`<!doctype html><html lang="en"><title>Provider</title>${body}`)
    const go = (to: URL) => reply.writeHead(303, { Location: to.href }).end()
    switch (at.pathname) {
      case '/.well-known/openid-configuration':
        return json({ issuer, authorization_endpoint: issuer + '/auth', token_endpoint: issuer + '/token', jwks_uri: issuer + '/keys', end_session_endpoint: issuer + '/end', id_token_signing_alg_values_supported: ['RS256'] })
      case '/keys': return json({ keys: [{ ...publicKey.export({ format: 'jwk' }), kid: 'one', alg: 'RS256', use: 'sig' }] })
      case '/auth': {
        const code = randomUUID()
        begun.set(code, said)
        const back = new URL(said.get('redirect_uri')!)
        for (const [k, v] of [['code', code], ['state', said.get('state')!]]) back.searchParams.set(k, v)
        return page(`<a href="${back.href.replaceAll('&', '&amp;')}">I am ada</a>`)
      }
      case '/token': {
        const sent = new URLSearchParams(await body(q)), asked = begun.get(sent.get('code') ?? '')
        begun.delete(sent.get('code') ?? '')
        if (asked?.get('code_challenge') !== createHash('sha256').update(sent.get('code_verifier') ?? '').digest('base64url')) return reply.writeHead(400).end()
        const now = Math.floor(Date.now() / 1000)
        const text = [{ alg: 'RS256', kid: 'one' }, { iss: issuer, sub: '1', aud: 'spar', iat: now, exp: now + 300, nonce: asked.get('nonce'), login: 'ada' }].map(x => Buffer.from(JSON.stringify(x)).toString('base64url')).join('.')
        return json({ access_token: 'x', token_type: 'Bearer', id_token: `${text}.${sign('sha256', Buffer.from(text), privateKey).toString('base64url')}` })
      }
      case '/end': return said.get('client_id') === 'spar' ? go(new URL(said.get('post_logout_redirect_uri')! + '?left')) : reply.writeHead(400).end()
    }
    reply.writeHead(404).end()
  })
  await new Promise<void>(done => server.listen(0, '127.0.0.1', done))
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return { url: issuer, end: () => { server.closeAllConnections(); server.close() } }
}

async function body(q: IncomingMessage): Promise<string> {
  let text = ''
  for await (const part of q) text += part
  return text
}
