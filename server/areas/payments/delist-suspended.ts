import { addDays, dayOf } from '#contract/billing/days.ts'
import { delistAfterDays } from '#contract/payments/dunning.ts'
import { followStatus } from '#server/areas/stores/public.ts'
import { sql } from '#server/platform/db.ts'
import { write, type Services } from '#server/platform/services.ts'
import { delistedLetter, lettersTo } from './letters.ts'

/** Vendors suspended for 30 days: their products are taken out of their stores. Answers how many. */
export const delistSuspended = (services: Services): Promise<number> =>
  write(services, async (tx, _, logForVendors) => {
    const last = addDays(dayOf(services.clock.now()), -delistAfterDays)
    const { rows } = await sql<{ vendor_id: number }>`
      update vendor
      set vendor_status_id = 3
      where vendor_id in (
        select vendor_id
        from vendor
        where vendor_status_id = 2 and suspended_on <= ${last}::date
        order by vendor_id
        limit 500
        for no key update skip locked)
      returning vendor_id`.execute(tx)
    const ids = rows.map((row) => row.vendor_id)
    await followStatus(
      tx,
      ids.map((vendor_id) => ({ vendor_id, was: 2, vendor_status_id: 3 })),
    )
    await logForVendors(ids, {
      type: 'payment.delist',
      message: `Suspended for ${delistAfterDays} days: its products are taken out of its stores`,
      changes: { vendor_status_id: { from: 2, to: 3 } },
    })
    const to = await lettersTo(tx, ids)
    await services.mail.write(
      tx,
      ...[...to.values()].flat().map((recipient) => ({ recipient, ...delistedLetter() })),
    )
    return rows.length
  })
