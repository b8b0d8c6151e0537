import { vendorStatus } from '#contract/vendors/status.ts'
import { addDays, dayOf } from '#contract/billing/days.ts'
import { delistAfterDays } from '#contract/payments/dunning.ts'
import { followStatus } from '#server/areas/stores/public.ts'
import { sql, type Tx } from '#server/platform/database/db.ts'
import { setHistoryFacts } from '#server/platform/database/history.ts'
import { record, type Services } from '#server/platform/services.ts'
import { delistedLetter, billingRecipients } from '../letters.ts'
import { owedOf } from '../papers/owed.ts'
import { forAllDue, isEligibleFor, type Work } from './renewal-steps.ts'

const atOnce = 500
/** Takes the products of vendors suspended for 30 days out of their stores; returns how many vendors. */
export const delistSuspended = (services: Services): Promise<number> =>
  forAllDue(services, delistingsDue(services))
export function delistingsDue(services: Services): Work<{ vendor_id: number }> {
  const now = services.clock.now()
  const last = addDays(dayOf(now), -delistAfterDays)
  return {
    step: 'delist',
    hold: async (tx, vendorIds) => {
      const { rows } = await sql<{ vendor_id: number }>`
        select v.vendor_id
        from vendor v
        where v.vendor_status_id = ${sql.lit(vendorStatus.suspended)}
          and v.suspended_on <= ${last}::date
          and ${isEligibleFor('delist', now, vendorIds)}
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
  await setHistoryFacts(tx, { status_why: 'delisted' })
  await tx
    .updateTable('vendor')
    .set({ vendor_status_id: vendorStatus.delisted })
    .where('vendor_id', 'in', ids)
    .execute()
  await followStatus(
    tx,
    ids.map((vendor_id) => ({
      vendor_id,
      was: vendorStatus.suspended,
      vendor_status_id: vendorStatus.delisted,
    })),
  )
  await record(
    tx,
    {},
    ...ids.map((vendor_id) => ({
      type: 'payment.delist' as const,
      vendor_id,
      message: `Suspended for ${delistAfterDays} days, products removed from stores`,
      changes: { vendor_status_id: { from: vendorStatus.suspended, to: vendorStatus.delisted } },
    })),
  )
  const recipients = await billingRecipients(tx, ids)
  const owed = await owedOf(tx, ids)
  await services.mail.write(
    tx,
    ...[...recipients].flatMap(([vendor_id, addresses]) =>
      addresses.map((recipient) => ({ recipient, ...delistedLetter(owed.get(vendor_id)) })),
    ),
  )
}
