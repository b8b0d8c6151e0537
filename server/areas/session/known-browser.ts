import { timingSafeEqual } from 'node:crypto'
import { randomToken } from '#server/platform/secrets.ts'
import type { Ctx } from '#server/platform/services.ts'
import { cookie, knownCookie, secure } from './cookie.ts'

const year = 365 * 86_400
const signature = ({ secrets }: Pick<Ctx, 'secrets'>, name: string, random: string) =>
  secrets.digest(`known browser ${random} ${name}`)

/**
 * This browser's owner has signed in here before: attempts elsewhere don't lock it out (docs/domain/session.md,
 * Sign-in limits).
 */
export function rememberBrowser(ctx: Pick<Ctx, 'config' | 'secrets' | 'reply'>, email: string): void {
  const random = randomToken()
  const value = `${random}.${signature(ctx, email.toLowerCase(), random).toString('base64url')}`
  ctx.reply.setCookie(knownCookie(ctx.config), value, {
    ...cookie,
    httpOnly: true,
    secure: secure(ctx.config),
    maxAge: year,
  })
}

/** Identifies a browser in which somebody has signed in with this name; undefined: nobody has. */
export function knownBrowser(ctx: Pick<Ctx, 'config' | 'secrets' | 'req'>, name: string): string | undefined {
  const [random = '', end = ''] = (ctx.req.cookies[knownCookie(ctx.config)] ?? '').split('.')
  const [givenSignature, right] = [Buffer.from(end, 'base64url'), signature(ctx, name, random)]
  return givenSignature.length === right.length && timingSafeEqual(givenSignature, right) ? random : undefined
}
