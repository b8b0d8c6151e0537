import { createHmac, randomUUID } from 'node:crypto'
import type { Ctx } from '#server/platform/services.ts'

export const lastsSeconds = 60
const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')

/**
 * A ticket of a minute (a JSON web token, HS256) for whom the order automation opens a session of its own
 * (docs/domain.md, Order automation).
 */
function ticket({ clock, who }: Ctx, secret: string): string {
  const now = Math.floor(clock.now() / 1000)
  const { vendor_id, email, name } = who
  const said = { iss: 'feedstock', sub: String(who.login_id), vendor_id, email, name }
  const body = `${part({ alg: 'HS256', typ: 'JWT' })}.${part({ ...said, iat: now, exp: now + lastsSeconds, jti: randomUUID() })}`
  return `${body}.${createHmac('sha256', secret).update(body).digest('base64url')}`
}

export async function signInToOrders(ctx: Ctx) {
  ctx.reply.header('cache-control', 'no-store')
  const { orderAutomation } = ctx.config
  if (!orderAutomation) return { url: null }
  const url = new URL(orderAutomation.url)
  // behind the #: no server between here and there logs it
  url.hash = `ticket=${ticket(ctx, orderAutomation.secret)}`
  return { url: url.href }
}
export const getOrderAutomation = async ({ config }: Ctx) => ({
  available: config.orderAutomation !== undefined,
})
