import { createHmac, randomUUID } from 'node:crypto'
import type { Ctx } from '#server/platform/services.ts'

export const lastsSeconds = 60
const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')

/**
 * A one-minute ticket (a JSON web token, HS256) with which the order automation opens its own session
 * (docs/domain/account.md, Order automation).
 */
function ticket({ clock, who: person }: Ctx, secret: string): string {
  const now = Math.floor(clock.now() / 1000)
  const { vendor_id, email, name } = person
  const claims = { iss: 'feedstock', sub: String(person.login_id), vendor_id, email, name }
  const body = `${part({ alg: 'HS256', typ: 'JWT' })}.${part({ ...claims, iat: now, exp: now + lastsSeconds, jti: randomUUID() })}`
  return `${body}.${createHmac('sha256', secret).update(body).digest('base64url')}`
}

export async function signInToOrders(ctx: Ctx) {
  ctx.reply.header('cache-control', 'no-store')
  const { orderAutomation } = ctx.config
  if (!orderAutomation) return { url: null }
  const url = new URL(orderAutomation.url)
  // after the #, so no server on the way logs it
  url.hash = `ticket=${ticket(ctx, orderAutomation.secret)}`
  return { url: url.href }
}
export const getOrderAutomation = async ({ config }: Ctx) => ({
  available: config.orderAutomation !== undefined,
})
