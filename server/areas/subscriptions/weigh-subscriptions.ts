import type { Parsed } from '#contract/index.ts'
import { effectsOf, planChanges } from '#contract/subscriptions/plan.ts'
import { invalid } from '#server/platform/http/errors.ts'
import type { Ctx } from '#server/platform/services.ts'
import { readFacts } from './facts.ts'

/** What `saveSubscriptions` and `removeSubscription` would do, computed by the same rules. */
export async function weighSubscriptions({ db, clock }: Ctx, { params, body }: Parsed<'weighSubscriptions'>) {
  const { rows, plan, now } = await readFacts(db, clock, params.vendor_id)
  const { changes, faults } = planChanges(rows, body, plan, now)
  if (Object.keys(faults).length > 0) throw invalid(faults)
  return effectsOf(rows, changes, plan)
}
