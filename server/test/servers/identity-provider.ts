import { generateKeyPairSync } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import Provider, { type JWK } from 'oidc-provider'

export interface AccountThere {
  email?: string
  email_verified?: boolean
}
const clientId = 'feedstock'
const clientSecret = 'a secret that only the provider and Feedstock know'

/**
 * A real OpenID Connect provider over HTTP. It asks for nothing: whoever comes is signed in as `person`, the
 * subject of one of its accounts.
 */
export async function identityProvider(redirectUri: string) {
  const accounts = new Map<string, AccountThere>()
  const there = { person: '' }
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const provider = new Provider(issuer, {
    clients: [
      {
        client_id: clientId,
        client_secret: clientSecret,
        redirect_uris: [redirectUri],
        token_endpoint_auth_method: 'client_secret_post',
      },
    ],
    claims: { openid: ['sub'], email: ['email', 'email_verified'] },
    cookies: { keys: ['signs the provider’s own cookies'] },
    jwks: { keys: [{ ...privateKey.export({ format: 'jwk' }), use: 'sig', alg: 'RS256' } as JWK] },
    features: { devInteractions: { enabled: false } },
    pkce: { required: () => true },
    ttl: { Session: 60, Interaction: 60, Grant: 60, AccessToken: 60, IdToken: 60 },
    interactions: { url: (_ctx, { uid }) => `/interaction/${uid}` },
    findAccount: (_ctx, accountId) => ({
      accountId,
      claims: () => ({ sub: accountId, ...accounts.get(accountId) }),
    }),
    // nobody is asked whether Feedstock may know the address
    async loadExistingGrant({ oidc }) {
      const grant = new provider.Grant({ clientId, accountId: oidc.session?.accountId ?? '' })
      grant.addOIDCScope('openid email')
      await grant.save()
      return grant
    },
  })
  const answer = provider.callback()
  server.on('request', (req, res) => {
    if (!req.url?.startsWith('/interaction/')) return void answer(req, res)
    void provider.interactionFinished(req, res, { login: { accountId: there.person, remember: false } })
  })
  return {
    issuer,
    clientId,
    clientSecret,
    accounts,
    there,
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

/** Follows the provider’s own redirects as a browser does, until it sends the person back to us. */
export async function throughProvider(address: string, issuer: string): Promise<URL> {
  const jar = new Map<string, string>()
  let at = new URL(address)
  for (let steps = 0; at.origin === issuer && steps < 10; steps++) {
    const cookies = [...jar].map(([name, value]) => `${name}=${value}`).join('; ')
    const response = await fetch(at, { redirect: 'manual', headers: { cookie: cookies } })
    for (const line of response.headers.getSetCookie()) {
      const [pair = ''] = line.split(';')
      jar.set(pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1))
    }
    const location = response.headers.get('location')
    if (location === null)
      throw new Error(`The provider answered ${response.status}: ${await response.text()}`)
    at = new URL(location, at)
  }
  return at
}
