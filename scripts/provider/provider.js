// An OpenID provider (oidc-provider of npm) for sign_in.py, on loopback: SPAR_URL is the server whose people it signs in. Whoever comes is
// who they say. It prints its address. Beside what a provider answers: POST /test/rotate gives it another key; POST /test/stale?sub=
// signs a logout token by the first one, which it has given up then.
import { generateKeyPairSync } from 'node:crypto'
import { createServer } from 'node:http'
import { SignJWT, importJWK } from 'jose'
import { Provider } from 'oidc-provider'

const people = {
  ada: { groups: ['staff'] }, bob: { groups: ['guests'] }, nobody: {},
}
const spar = process.env.SPAR_URL

function key(kid) {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  return { ...privateKey.export({ format: 'jwk' }), kid, use: 'sig', alg: 'RS256' }
}

const server = createServer()
await new Promise(done => server.listen(0, '127.0.0.1', done))
const issuer = `http://127.0.0.1:${server.address().port}`

function provide(jwk) {
  const provider = new Provider(issuer, {
    clients: [{
      client_id: 'spar', client_secret: 'a secret of the test', redirect_uris: [spar + '/auth/callback'], post_logout_redirect_uris: [spar + '/'],
      backchannel_logout_uri: spar + '/auth/backchannel', backchannel_logout_session_required: true,
    }],
    jwks: { keys: [jwk] }, cookies: { keys: ['a key of the test'] },
    claims: { openid: ['sub'], profile: ['preferred_username', 'name', 'groups'] },
    features: { backchannelLogout: { enabled: true }, devInteractions: { enabled: true } },
    pkce: { required: () => true },
    fetch: (url, { dispatcher, ...how }) => fetch(url, how), // its own refuses to call loopback
    findAccount: (_, id) => ({ accountId: id, claims: () => ({ sub: id, preferred_username: id, name: id, ...people[id] }) }),
  })
  provider.on('backchannel.error', (_, err, client, who) => console.error(`${client.clientId} was not told that ${who} left: ${err.stack}`, err.cause ?? ''))
  return provider.callback()
}

const first = key('first')
let answer = provide(first)
server.on('request', async (q, reply) => {
  const url = new URL(q.url, issuer)
  if (url.pathname === '/test/rotate') { answer = provide(key('second')); reply.end() }
  else if (url.pathname === '/test/stale') {
    reply.end(await new SignJWT({ sub: url.searchParams.get('sub'), events: { 'http://schemas.openid.net/event/backchannel-logout': {} } })
      .setProtectedHeader({ alg: 'RS256', kid: 'first', typ: 'logout+jwt' }).setIssuer(issuer).setAudience('spar').setIssuedAt().setExpirationTime('2m').setJti('stale')
      .sign(await importJWK(first, 'RS256')))
  } else answer(q, reply)
})
console.log(issuer)
