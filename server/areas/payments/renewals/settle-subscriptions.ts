import { dayOf } from '#contract/billing/days.ts'
import { hasDueSubscriptions, settleHeld } from '#server/areas/subscriptions/public.ts'
import { sql } from '#server/platform/database/db.ts'
import type { Services } from '#server/platform/services.ts'
import { judgeRun } from '../brake/judge-run.ts'
import { forAllDue, isEligibleFor, type Work } from './renewal-steps.ts'

const atOnce = 100
/** Pending subscriptions whose day has come; a vendor whose settling fails isn't billed and is set aside. */
export function subscriptionsDue(services: Services): Work<{ vendor_id: number }> {
  const now = services.clock.now()
  return {
    step: 'settle',
    hold: async (tx, vendorIds) => {
      const { rows } = await sql<{ vendor_id: number }>`
        select v.vendor_id
        from vendor v
        where ${hasDueSubscriptions(dayOf(now))} and ${isEligibleFor('settle', now, vendorIds)}
        order by v.vendor_id
        limit ${atOnce}
        for no key update skip locked`.execute(tx)
      return rows
    },
    carryOut: (tx, due) =>
      settleHeld(
        tx,
        services,
        due.map((row) => row.vendor_id),
      ),
  }
}

/** Ends and freezes subscriptions whose day has come. */
export const settleSubscriptionsOf = (services: Services): Promise<number> =>
  forAllDue(services, subscriptionsDue(services))

/** The same unless renewals are stopped: on a wrong day, subscriptions would end as early as bills. */
export const settleDueSubscriptions = async (services: Services): Promise<number> =>
  (await judgeRun(services)) ? settleSubscriptionsOf(services) : 0
