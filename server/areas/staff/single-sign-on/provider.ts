import * as client from 'openid-client'
import type { SignInProvider } from '#server/platform/config.ts'

const timeoutSeconds = 10
const described = new WeakMap<SignInProvider, Promise<client.Configuration>>()

/** The provider as it describes itself, read at the first sign-in; if that fails, the next one reads it again. */
export function providerOf(settings: SignInProvider): Promise<client.Configuration> {
  const known = described.get(settings)
  if (known) return known
  const { issuer, clientId, clientSecret } = settings
  const server = new URL(issuer)
  const reading = client.discovery(server, clientId, clientSecret, undefined, {
    timeout: timeoutSeconds,
    // the settings of production refuse such an issuer
    ...(server.protocol === 'http:' && { execute: [client.allowInsecureRequests] }),
  })
  described.set(settings, reading)
  reading.catch(() => described.delete(settings))
  return reading
}

export interface ProviderAccount {
  issuer: string
  subject: string
  email: string | undefined
  email_verified: boolean
}

/** What a begun sign-in keeps in the person’s browser until the provider sends them back. */
export interface BegunSignIn {
  state: string
  nonce: string
  verifier: string
  next: string
}

/** The address at the provider, and what proves later that the same browser comes back. */
export async function addressAtProvider(settings: SignInProvider, redirect_uri: string) {
  const begun = {
    state: client.randomState(),
    nonce: client.randomNonce(),
    verifier: client.randomPKCECodeVerifier(),
  }
  const address = client.buildAuthorizationUrl(await providerOf(settings), {
    redirect_uri,
    scope: 'openid email',
    state: begun.state,
    nonce: begun.nonce,
    code_challenge: await client.calculatePKCECodeChallenge(begun.verifier),
    code_challenge_method: 'S256',
  })
  return { address, begun }
}

/** Redeems the code that the provider sent the person back with. Throws if anything of it isn’t right. */
export async function accountAtProvider(
  settings: SignInProvider,
  returned: URL,
  { state, nonce, verifier }: BegunSignIn,
): Promise<ProviderAccount> {
  const provider = await providerOf(settings)
  const tokens = await client.authorizationCodeGrant(provider, returned, {
    expectedState: state,
    expectedNonce: nonce,
    pkceCodeVerifier: verifier,
    idTokenExpected: true,
  })
  const claims = tokens.claims()
  if (!claims) throw new Error('The provider sent no ID token')
  // many providers tell the address only on request
  const { email, email_verified } =
    claims.email === undefined
      ? await client.fetchUserInfo(provider, tokens.access_token, claims.sub)
      : claims
  return {
    issuer: claims.iss,
    subject: claims.sub,
    email: typeof email === 'string' ? email : undefined,
    email_verified: email_verified === true,
  }
}
