import { addDays, dayOf } from '#contract/billing/days.ts'
import { fieldName } from '#contract/activity/names.ts'
import {
  directFieldLabels,
  directFields,
  type DirectPlanType,
  type DirectUserFields,
} from '#contract/direct-app/direct-users.ts'
import { dayText, money } from '#contract/formats.ts'
import type { Parsed, Answer } from '#contract/index.ts'
import { sql, type Tx } from '#server/platform/database/db.ts'
import { refuseStale } from '#server/platform/database/versions.ts'
import { invalid, notFound } from '#server/platform/http/errors.ts'
import { differences, write, type Ctx } from '#server/platform/services.ts'
import type { StoredUser } from './compare-sides.ts'
import { editedDirectUser, readDirectUser, readPlans } from './read.ts'
import { editable, storedColumns } from './receive.ts'
import { queueSync } from './sync-direct.job.ts'

/** Changes a user here; what changed is sent to IS Direct by a job. */
export const saveDirectUser = (
  ctx: Ctx,
  { body }: Parsed<'saveDirectUser'>,
): Promise<Answer<'saveDirectUser'>> =>
  write(ctx, async (tx, logActivity) => {
    const { version, user, changed_billing_plan } = body
    const { id, ...after } = user
    const before = await lockDirectUser(tx, id)
    await refuseStale(tx, ctx, editedDirectUser(id), version)
    const plans = await readPlans(tx)
    const faults = {
      ...planFaults(before, user, plans),
      ...dateFaults(before, user, { plans, tomorrow: addDays(dayOf(ctx.clock.now()), 1) }),
      ...(await takenEmail(tx, before, user)),
    }
    if (Object.keys(faults).length > 0) throw invalid(faults)
    const isPlanChanged = after.direct_plan_type_id !== before.direct_plan_type_id
    if (isPlanChanged && !changed_billing_plan)
      return { version: version ?? 0, direct_user: null, error: 'Confirm the plan change first' }
    const changes = differences(editable(before), after)
    if (changes) {
      const changedFields = directFields.filter((field) => field in changes)
      await tx
        .updateTable('direct_user')
        .set({ ...after, unsent: [...new Set([...before.unsent, ...changedFields])] })
        .where('direct_user_id', '=', id)
        .execute()
      const others = changedFields.filter((field) => field !== 'direct_plan_type_id').map(fieldName)
      await logActivity({
        type: 'direct_user.save',
        entity: 'direct_user',
        entity_id: id,
        message: `${after.email} changed: ${[
          ...(isPlanChanged
            ? [
                `${planText(plans, before.direct_plan_type_id)} → ${planText(plans, after.direct_plan_type_id)}`,
              ]
            : []),
          ...others,
        ].join(', ')}`,
        changes,
      })
      if (ctx.config.directApp)
        await queueSync(ctx, tx, { id, subject: after.email, requester: ctx.who.name })
    }
    const saved = await readDirectUser(ctx, tx, id)
    return { version: saved.version, direct_user: saved.direct_user, error: null }
  })

/** The user, locked until the write ends. */
export async function lockDirectUser(tx: Tx, id: number): Promise<StoredUser> {
  const { rows } = await sql<StoredUser>`
    select ${storedColumns} from direct_user where direct_user_id = ${id} for update`.execute(tx)
  if (!rows[0]) throw notFound('IS Direct user')
  return rows[0]
}

type Plans = readonly DirectPlanType[]
const planOf = (plans: Plans, id: number | null) => plans.find((plan) => plan.direct_plan_type_id === id)
export function planText(plans: Plans, id: number | null): string {
  const plan = planOf(plans, id)
  return plan ? `${plan.name} (${money(plan.monthly_fee)} a month)` : 'no plan'
}

function planFaults(before: StoredUser, { direct_plan_type_id: id }: DirectUserFields, plans: Plans) {
  if (id === before.direct_plan_type_id || id === null) return {}
  const plan = planOf(plans, id)
  if (!plan) return { direct_plan_type_id: 'Plan not found' }
  return plan.is_offered ? {} : { direct_plan_type_id: `${plan.name} is no longer offered` }
}

/** A date that passed stays until somebody changes it. */
function dateFaults(
  before: StoredUser,
  { direct_plan_type_id, next_charge_date }: DirectUserFields,
  { plans, tomorrow }: { plans: Plans; tomorrow: string },
): Record<string, string> {
  const isChanged =
    next_charge_date !== before.next_charge_date || direct_plan_type_id !== before.direct_plan_type_id
  if (!isChanged) return {}
  const fee = Number(planOf(plans, direct_plan_type_id)?.monthly_fee ?? 0)
  if (next_charge_date === null)
    return fee > 0
      ? { next_charge_date: `${directFieldLabels.next_charge_date} is required for this plan` }
      : {}
  return next_charge_date < tomorrow ? { next_charge_date: `Enter ${dayText(tomorrow)} (UTC) or later` } : {}
}

async function takenEmail(tx: Tx, before: StoredUser, { id, email }: DirectUserFields) {
  if (email === before.email) return {}
  const { rows } = await sql`
    select
    from direct_user
    where lower(email) = lower(${email}) and direct_user_id <> ${id}
    limit 1`.execute(tx)
  return rows.length > 0 ? { email: 'Another IS Direct user has this email' } : {}
}
