import type { Parsed } from '#contract/index.ts'
import { many } from '#contract/words.ts'
import { subscribeAgain } from '#server/areas/session/public.ts'
import { updateAddresses } from '#server/areas/vendor-record/public.ts'
import { sql } from '#server/platform/database/db.ts'
import { notFound } from '#server/platform/http/errors.ts'
import { write, type Ctx } from '#server/platform/services.ts'

const kind = 'supplier_incidents'

/** Turns emails about some of the vendor's own suppliers on or off (docs/domain/incidents.md, Incidents). */
export async function saveIncidentMails(ctx: Ctx, { body }: Parsed<'saveIncidentMails'>): Promise<void> {
  const { vendor_id } = ctx.who
  const ids = [...new Set(body.dropshipper_ids)]
  await write(ctx, async (tx, logActivity) => {
    const { rows: subscriptions } = await sql<{ dropshipper_id: number; supplier_name: string }>`
      select s.dropshipper_id, d.supplier_name
      from subscription s
      join dropshipper d using (dropshipper_id)
      where s.vendor_id = ${vendor_id} and s.dropshipper_id = any(${ids}::int[])
      order by s.dropshipper_id
      for key share of s`.execute(tx)
    if (subscriptions.length < ids.length) throw notFound('supplier')
    const { rows: changedRows } = await (
      body.on
        ? sql<{ dropshipper_id: number }>`
            insert into incident_mail (vendor_id, dropshipper_id, since_tm)
            select ${vendor_id}, id, ${new Date(ctx.clock.now()).toISOString()}
            from unnest(${ids}::int[]) id
            on conflict do nothing
            returning dropshipper_id`
        : sql<{ dropshipper_id: number }>`
            delete from incident_mail
            where vendor_id = ${vendor_id} and dropshipper_id = any(${ids}::int[])
            returning dropshipper_id`
    ).execute(tx)
    // addresses that unsubscribed by a link get emails again
    if (body.on)
      await subscribeAgain(tx, { vendor_id, addresses: await updateAddresses(tx, vendor_id), kind })
    if (changedRows.length === 0) return
    const names = subscriptions.filter((subscription) =>
      changedRows.some((c) => c.dropshipper_id === subscription.dropshipper_id),
    )
    await logActivity({
      type: 'subscription.mails',
      vendor_id,
      entity: 'vendor',
      entity_id: vendor_id,
      message: `Emails about ${
        names.length > 3
          ? many(names.length, 'supplier')
          : names.map((subscription) => subscription.supplier_name).join(', ')
      } turned ${body.on ? 'on' : 'off'}`,
    })
  })
}
