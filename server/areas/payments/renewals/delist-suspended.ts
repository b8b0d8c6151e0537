import { addDays, dayOf } from '#contract/billing/days.ts'
import { delistAfterDays } from '#contract/payments/dunning.ts'
import { followStatus } from '#server/areas/stores/public.ts'
import { sql, type Tx } from '#server/platform/database/db.ts'
import { record, type Services } from '#server/platform/services.ts'
import { delistedLetter, lettersTo } from '../letters.ts'
import { forAllDue, hasItsTurn, type Work } from './renewal-steps.ts'

const atOnce = 500
/** Vendors suspended for 30 days: their products are taken out of their stores. Answers how many. */
export const delistSuspended = (services: Services): Promise<number> =>
  forAllDue(services, delistingsDue(services))
export function delistingsDue(services: Services): Work<{ vendor_id: number }> {
  const now = services.clock.now()
  const last = addDays(dayOf(now), -delistAfterDays)
  return {
    step: 'delist',
    hold: async (tx, only) => {
      const { rows } = await sql<{ vendor_id: number }>`
        select v.vendor_id
        from vendor v
        where v.vendor_status_id = 2
          and v.suspended_on <= ${last}::date
          and ${hasItsTurn('delist', now, only)}
        order by v.vendor_id
        limit ${atOnce}
        for no key update skip locked`.execute(tx)
      return rows
    },
    carryOut: (tx, due) => delist(services, tx, due),
  }
}

async function delist(services: Services, tx: Tx, due: readonly { vendor_id: number }[]): Promise<void> {
  const ids = due.map((row) => row.vendor_id)
  await tx.updateTable('vendor').set({ vendor_status_id: 3 }).where('vendor_id', 'in', ids).execute()
  await followStatus(
    tx,
    ids.map((vendor_id) => ({ vendor_id, was: 2, vendor_status_id: 3 })),
  )
  await record(
    tx,
    {},
    ...ids.map((vendor_id) => ({
      type: 'payment.delist' as const,
      vendor_id,
      message: `Suspended for ${delistAfterDays} days: its products are taken out of its stores`,
      changes: { vendor_status_id: { from: 2, to: 3 } },
    })),
  )
  const to = await lettersTo(tx, ids)
  await services.mail.write(
    tx,
    ...[...to.values()].flat().map((recipient) => ({ recipient, ...delistedLetter() })),
  )
}
