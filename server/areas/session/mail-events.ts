import { createHash, timingSafeEqual } from 'node:crypto'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { email, line } from '#contract/inputs.ts'
import { troubleText, troubles } from '#contract/vendors/mail-state.ts'
import { sql, type Db } from '#server/platform/database/db.ts'
import { forbidden, notFound } from '#server/platform/http/errors.ts'
import { record, type Services } from '#server/platform/services.ts'

const mostEvents = 500
const event = z.object({
  type: z.enum(troubles),
  email,
  reason: line(1000).default(''),
  tm: z.iso.datetime({ offset: true }).optional(),
})
const body = z.object({ events: z.array(event).min(1).max(mostEvents) })
type Event = z.output<typeof event>

/**
 * Where the mail service reports bounces and complaints (docs/operations.md, Bounces and complaints). The
 * sender is verified before the body is parsed.
 */
export function receiveMailEvents(app: FastifyInstance, services: Services): void {
  const secret = services.config.mailEventsSecret
  app.post(
    '/api-public/mail-events',
    {
      schema: { body },
      onRequest: (req, _reply, next) => {
        if (secret === undefined) next(notFound('page'))
        else next(knows(req, secret) ? undefined : forbidden('Wrong secret'))
      },
    },
    async (req, reply) => {
      await note(services, req, (req.body as z.output<typeof body>).events)
      return reply.status(204).send()
    },
  )
}

const digest = (text: string) => createHash('sha256').update(text).digest()
const knows = (req: FastifyRequest, secret: string): boolean =>
  timingSafeEqual(digest(req.headers.authorization ?? ''), digest(`Bearer ${secret}`))

/** The addresses that bounced permanently or complained: optional mail isn't sent to them. */
export async function unreachableOf(db: Db, addresses: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ address: string }>`
    select distinct address
    from mail_trouble
    where what <> 'soft_bounce' and address = any(${addresses.map((address) => address.toLowerCase())}::text[])
    limit 1000`.execute(db)
  return addresses.filter((recipient) => rows.some(({ address }) => address === recipient.toLowerCase()))
}

/** An event reported twice is recorded once; it is logged for the customers whose contact it is. */
async function note({ db, clock }: Services, req: FastifyRequest, events: readonly Event[]): Promise<void> {
  const now = new Date(clock.now()).toISOString()
  const eventRows = events.map((event) => ({
    address: event.email.toLowerCase(),
    what: event.type,
    reason: event.reason,
    // an event dated in the future counts as now
    tm: event.tm !== undefined && Date.parse(event.tm) < Date.parse(now) ? event.tm : now,
  }))
  await db.transaction().execute(async (tx) => {
    const { rows } = await sql<{ address: string; what: Event['type']; reason: string; vendor_id: number }>`
      with told as (
        select distinct on (address, what) address, what, reason, tm
        from jsonb_to_recordset(${JSON.stringify(eventRows)}::jsonb)
          as t (address text, what text, reason text, tm timestamptz)
        order by address, what, tm desc
      ), noted as (
        insert into mail_trouble as m (address, what, reason, tm)
        select address, what, reason, tm from told
        on conflict (address, what) do update set reason = excluded.reason, tm = excluded.tm
        where m.tm < excluded.tm
        returning m.address, m.what, m.reason)
      select distinct n.address, n.what, n.reason, c.vendor_id
      from noted n
      join contact c on lower(c.email) = n.address
      join vendor v on v.vendor_id = c.vendor_id and not v.is_staff and v.deleted_tm is null
      order by c.vendor_id`.execute(tx)
    await record(
      tx,
      { requestId: req.id },
      ...rows.map(({ address, what: type, reason, vendor_id }) => ({
        type: 'session.mail_trouble' as const,
        vendor_id,
        entity: 'vendor',
        entity_id: vendor_id,
        message: `${address}: ${troubleText[type]}${reason && `. ${reason}`}`,
      })),
    )
  })
}
