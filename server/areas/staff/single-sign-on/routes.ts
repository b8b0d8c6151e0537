import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { ssoFaultKey, ssoPath, type SsoFault } from '#contract/session/single-sign-on.ts'
import { cookie, enter, rememberBrowser, secure } from '#server/areas/session/public.ts'
import type { SignInProvider } from '#server/platform/config.ts'
import { networkOf } from '#server/platform/network.ts'
import { withinLimit, type Services } from '#server/platform/services.ts'
import { matchLogin } from './match-login.ts'
import { accountAtProvider, addressAtProvider, type BegunSignIn, type ProviderAccount } from './provider.ts'

const callback = `${ssoPath}/callback`
const minutes = 10
const cookieName = 'single-sign-on'
const begunSignIn = z.object({
  state: z.string(),
  nonce: z.string(),
  verifier: z.string(),
  next: z.string(),
  until: z.number(),
})

/** Sign-in by an OpenID Connect provider, for staff only (docs/domain/staff.md, Single sign-on). */
export function signInByProvider(app: FastifyInstance, services: Services): void {
  const settings = services.config.signInProvider
  if (!settings) return
  app.get(ssoPath, (req, reply) => begin(services, settings, req, reply))
  app.get(callback, (req, reply) => finish(services, settings, req, reply))
}

async function begin(services: Services, settings: SignInProvider, req: FastifyRequest, reply: FastifyReply) {
  const { config, secrets, clock, log } = services
  const next = ownPath((req.query as { next?: unknown }).next, config.publicUrl)
  if (!(await withinLimit(services.db, `single sign-on from ${networkOf(req.ip)}`, 60, 300)))
    return refuse(reply, 'too_many', next)
  try {
    const { address, begun } = await addressAtProvider(settings, `${config.publicUrl}${callback}`)
    const kept = { ...begun, next, until: clock.now() + minutes * 60_000 }
    reply.setCookie(cookieName, secrets.seal(JSON.stringify(kept)), {
      ...cookie,
      path: ssoPath,
      httpOnly: true,
      secure: secure(config),
      maxAge: minutes * 60,
    })
    return reply.header('cache-control', 'no-store').redirect(address.href)
  } catch (error) {
    log.warn({ err: (error as Error).message }, 'the identity provider could not be reached')
    return refuse(reply, 'failed', next)
  }
}

async function finish(
  services: Services,
  settings: SignInProvider,
  req: FastifyRequest,
  reply: FastifyReply,
) {
  const begun = begunIn(services, req)
  reply.clearCookie(cookieName, { ...cookie, path: ssoPath })
  if (!begun) return refuse(reply, 'expired', '')
  let account: ProviderAccount
  try {
    account = await accountAtProvider(settings, new URL(`${services.config.publicUrl}${req.url}`), begun)
  } catch (error) {
    services.log.warn({ err: (error as Error).message }, 'a sign-in by the identity provider failed')
    return refuse(reply, 'failed', begun.next)
  }
  const ctx = { ...services, req, reply, requestId: req.id }
  const fault = await services.db.transaction().execute(async (tx) => {
    const login = await matchLogin(tx, account)
    if (typeof login === 'string') return login
    // the provider asks for the second step
    await enter(ctx, tx, login, { twoStep: true, by: settings.name })
    rememberBrowser(ctx, login.email)
    return undefined
  })
  if (fault)
    services.log.warn({ fault, subject: account.subject }, 'a sign-in by the identity provider was refused')
  return fault ? refuse(reply, fault, begun.next) : reply.redirect(begun.next || '/')
}

/** The sign-in that this browser began; undefined if it began none, or too long ago. */
function begunIn({ secrets, clock }: Services, req: FastifyRequest): BegunSignIn | undefined {
  try {
    const kept = begunSignIn.parse(JSON.parse(secrets.open(req.cookies[cookieName] ?? '')))
    return kept.until > clock.now() ? kept : undefined
  } catch {
    return undefined
  }
}

/** A path of this app; anything else is left out. */
function ownPath(next: unknown, publicUrl: string): string {
  if (typeof next !== 'string' || next.length > 2000 || !next.startsWith('/')) return ''
  if (!URL.canParse(next, publicUrl)) return ''
  const { origin, pathname, search, hash } = new URL(next, publicUrl)
  return origin === new URL(publicUrl).origin ? pathname + search + hash : ''
}

/** Back to the sign-in page, which says what is wrong. */
function refuse(reply: FastifyReply, fault: SsoFault, next: string) {
  const search = new URLSearchParams({ [ssoFaultKey]: fault, ...(next && { next }) })
  return reply.header('cache-control', 'no-store').redirect(`/login?${search.toString()}`)
}
