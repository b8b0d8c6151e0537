import { money } from '#contract/formats.ts'
import type { Parsed } from '#contract/index.ts'
import { cardLinkDays, cardLinkEveryMinutes } from '#contract/payments/failing-cards.ts'
import { declineText } from '#contract/payments/decline-words.ts'
import { numberOf } from '#contract/billing/papers.ts'
import { isOpenTo } from '#server/areas/vendor-record/public.ts'
import { sql, type Tx } from '#server/platform/database/db.ts'
import { randomToken, sha256 } from '#server/platform/secrets.ts'
import { write, type Ctx } from '#server/platform/services.ts'
import { billingRecipients, cardLinkLetter } from '../letters.ts'
import { hasFailed, isFailing } from './failing-cards.ts'
import { requireCustomer } from './own-customer.ts'

const minuteMs = 60_000
const dayMs = 1440 * minuteMs

interface Owing {
  vendor_id: number
  owed: string
  numbers: { series: string; number: number }[]
  card: string | null
  card_exception: string | null
  decline_code: string | null
  isRecent: boolean
}

/**
 * Emails vendors whose card fails a link to change it, at most one an hour each. It works only for the vendor's own
 * logins, and for some days (docs/domain/cards.md, Card links).
 */
export const sendCardLinks = (ctx: Ctx, { body: { vendor_ids } }: Parsed<'sendCardLinks'>) =>
  write(ctx, async (tx, logActivity) => {
    const now = ctx.clock.now()
    const owing = await lockOwing(ctx, tx, vendor_ids, now)
    const due = owing.filter(({ isRecent }) => !isRecent)
    const recipients = await billingRecipients(
      tx,
      due.map(({ vendor_id }) => vendor_id),
    )
    const links = due.flatMap((vendor) => {
      const addresses = recipients.get(vendor.vendor_id) ?? []
      return addresses.length === 0 ? [] : { ...vendor, addresses, token: randomToken() }
    })
    const tm = new Date(now).toISOString()
    const expires = new Date(now + cardLinkDays * dayMs).toISOString()
    if (links.length > 0)
      await tx
        .insertInto('card_link')
        .values(
          links.map(({ vendor_id, addresses, token }) => ({
            vendor_id,
            token_hash: sha256(token),
            recipients: addresses,
            sent_by: ctx.who.login_id,
            sent_by_name: ctx.who.name,
            insert_tm: tm,
            expires_tm: expires,
          })),
        )
        .execute()
    await ctx.mail.write(
      tx,
      ...links.flatMap(({ addresses, ...link }) =>
        addresses.map((recipient) => ({ recipient, ...letterOf(link, expires) })),
      ),
    )
    await logActivity(
      links.map(({ vendor_id, addresses, owed }) => ({
        type: 'payment.card_link' as const,
        vendor_id,
        entity: 'vendor',
        entity_id: vendor_id,
        message: `Card link sent to ${addresses.join(', ')}: ${money(owed)} unpaid`.slice(0, 500),
      })),
    )
    const recentCount = owing.length - due.length
    return {
      sent: links.length,
      recent: recentCount,
      unreachable: new Set(vendor_ids).size - recentCount - links.length,
    }
  })

const letterOf = (
  { owed, numbers, card, card_exception, decline_code, token }: Owing & { token: string },
  expires: string,
) =>
  cardLinkLetter({
    owed,
    numbers: numbers.map(numberOf),
    card,
    reason: declineText(decline_code, card_exception),
    token,
    until: expires.slice(0, 10),
  })

/** What the chosen vendors owe whose card fails, each vendor's row held until the links are written. */
async function lockOwing(ctx: Ctx, tx: Tx, vendorIds: readonly number[], now: number): Promise<Owing[]> {
  await sql`
    select v.vendor_id
    from vendor v
    where v.vendor_id = any(${vendorIds as number[]}::int[])
    order by v.vendor_id
    for no key update`.execute(tx)
  const since = new Date(now - cardLinkEveryMinutes * minuteMs).toISOString()
  const { rows } = await sql<Owing>`
    select f.vendor_id, f.owed, f.numbers, last.card, last.card_exception, last.decline_code,
      exists (
        select from card_link l where l.vendor_id = f.vendor_id and l.insert_tm > ${since}::timestamptz
      ) as "isRecent"
    from (
      select i.vendor_id, sum(i.total)::text as owed, array_agg(i.invoice_id) as ids,
        jsonb_agg(jsonb_build_object('series', i.series, 'number', i.number) order by i.invoice_id) as numbers
      from invoice i
      join vendor v using (vendor_id)
      where ${isFailing}
        and i.vendor_id = any(${vendorIds as number[]}::int[])
        and v.deleted_tm is null
        and ${isOpenTo(ctx)}
      group by i.vendor_id) f
    left join lateral (
      select c.card, c.card_exception, c.decline_code
      from vendor_charge c
      where c.invoice_id = any(f.ids) and ${hasFailed}
      order by c.vendor_charge_id desc
      limit 1) last on true
    order by f.vendor_id`.execute(tx)
  return rows
}

/** Whether a card link is the signed-in customer's and still works; its first opening is kept. */
export async function openCardLink(ctx: Ctx, { body: { token } }: Parsed<'openCardLink'>) {
  const vendorId = requireCustomer(ctx)
  const now = new Date(ctx.clock.now()).toISOString()
  const { rows } = await sql<{ expired: boolean }>`
    update card_link
    set opened_tm = case when expires_tm > ${now}::timestamptz then coalesce(opened_tm, ${now}) else opened_tm end
    where token_hash = ${sha256(token)} and vendor_id = ${vendorId}
    returning expires_tm <= ${now}::timestamptz as expired`.execute(ctx.db)
  const [link] = rows
  if (!link) return { state: 'unknown' as const }
  return { state: link.expired ? ('expired' as const) : ('valid' as const) }
}
