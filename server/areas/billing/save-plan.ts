import { customPlanFaults, type CustomPlanBody } from '#contract/billing/billing.ts'
import { dayText, money } from '#contract/formats.ts'
import type { Parsed } from '#contract/index.ts'
import { lockVendor } from '#server/areas/vendor-record/public.ts'
import type { Tx } from '#server/platform/database/db.ts'
import { conflict, invalid } from '#server/platform/http/errors.ts'
import { differences, write, type Ctx } from '#server/platform/services.ts'
import { refuseStale } from '#server/platform/database/versions.ts'
import { planToday, prorateRest } from './prorate-rest.ts'
import { editedBilling, readBilling } from './read.ts'
import { billTerms } from './terms.ts'

/** Gives a vendor another plan type; its custom plan stays in effect if it is used. */
export const savePlanType = (ctx: Ctx, { params, body }: Parsed<'savePlanType'>) =>
  changePlan(ctx, params.vendor_id, body, async (tx) => {
    const { vendor_plan_type_id } = body
    const before = await billTerms(tx, ctx.clock, params.vendor_id)
    const plan = await planName(tx, vendor_plan_type_id, 'vendor_plan_type_id')
    await tx
      .updateTable('vendor')
      .set({ vendor_plan_type_id })
      .where('vendor_id', '=', params.vendor_id)
      .execute()
    return {
      type: 'billing.plan_type',
      message: `Plan type: ${before.plan?.name ?? 'none'} to ${plan ?? 'none'}`,
      changes: differences({ vendor_plan_type_id: before.vendor_plan_type_id }, { vendor_plan_type_id }),
    }
  })

/** Gives a vendor a custom billing plan, in effect from its start (docs/domain/bills.md, Plans and extras). */
export const saveBillingPlan = (ctx: Ctx, { params, body }: Parsed<'saveBillingPlan'>) =>
  changePlan(ctx, params.vendor_id, body, async (tx) => {
    const { vendor_id } = params
    const plan = { ...body.billing_plan, monthly_fee: Number(body.billing_plan.monthly_fee).toFixed(2) }
    const faults = customPlanFaults(plan)
    if (Object.keys(faults).length > 0)
      throw invalid(Object.fromEntries(Object.entries(faults).map(([k, v]) => [`billing_plan.${k}`, v])))
    const next = await planName(tx, plan.billing_plan_default_id, 'billing_plan.billing_plan_default_id')
    const { own: ownPlan, custom } = await billTerms(tx, ctx.clock, vendor_id)
    await tx
      .insertInto('billing_plan')
      .values({ vendor_id, ...plan })
      .onConflict((c) => c.column('vendor_id').doUpdateSet(plan))
      .execute()
    await setUsesCustomPlan(tx, vendor_id, true)
    return {
      type: 'billing.plan',
      message: planText(plan, next),
      changes: differences(
        { ...ownPlan, has_custom_billing_plan: custom !== null },
        { ...plan, has_custom_billing_plan: true },
      ),
    }
  })

/** Switches between a vendor's custom billing plan and its plan type. */
export const toggleCustomBillingPlan = (ctx: Ctx, { params, body }: Parsed<'toggleCustomBillingPlan'>) =>
  changePlan(ctx, params.vendor_id, body, async (tx) => {
    const { own: ownPlan, custom, plan } = await billTerms(tx, ctx.clock, params.vendor_id)
    const { has_custom_billing_plan } = body
    if (has_custom_billing_plan && ownPlan === null) throw conflict('This vendor has no custom plan yet')
    await setUsesCustomPlan(tx, params.vendor_id, has_custom_billing_plan)
    const fallback = plan ? `back to ${plan.name}` : 'no plan'
    return {
      type: 'billing.plan',
      message: has_custom_billing_plan ? 'Custom plan turned on' : `Custom plan turned off, ${fallback}`,
      changes: differences({ has_custom_billing_plan: custom !== null }, { has_custom_billing_plan }),
    }
  })

interface Change {
  type: 'billing.plan_type' | 'billing.plan'
  message: string
  changes: ReturnType<typeof differences>
}
/** Makes one of these changes and logs it, unless nothing changed. */
async function changePlan(
  ctx: Ctx,
  vendorId: number,
  { version, reason }: { version?: number | undefined; reason: string },
  act: (tx: Tx) => Promise<Change>,
) {
  await write(ctx, async (tx, logActivity) => {
    await lockVendor(ctx, tx, vendorId)
    await refuseStale(tx, ctx, editedBilling(vendorId), version)
    const before = await planToday(tx, ctx.clock, vendorId)
    const planChange = await act(tx)
    const prorationText = await prorateRest(tx, ctx.clock, vendorId, before)
    if (planChange.changes)
      await logActivity({
        ...planChange,
        message: planChange.message + prorationText,
        vendor_id: vendorId,
        entity: 'vendor',
        entity_id: vendorId,
        reason: reason || null,
      })
  })
  return readBilling(ctx.db, ctx.clock, vendorId)
}

const setUsesCustomPlan = (tx: Tx, vendorId: number, has_custom_billing_plan: boolean) =>
  tx.updateTable('vendor').set({ has_custom_billing_plan }).where('vendor_id', '=', vendorId).execute()

async function planName(tx: Tx, id: number | null, field: string): Promise<string | null> {
  if (id === null) return null
  const plan = await tx
    .selectFrom('plan_type')
    .select('name')
    .where('vendor_plan_type_id', '=', id)
    .executeTakeFirst()
  if (!plan) throw invalid({ [field]: 'Plan not found' })
  return plan.name
}

function planText(plan: CustomPlanBody, next: string | null): string {
  const from = `Custom plan: ${money(plan.monthly_fee)} a month from ${dayText(plan.custom_billing_plan_start_tm)}`
  return plan.billing_plan_expiration_date === null
    ? from
    : `${from} until ${dayText(plan.billing_plan_expiration_date)}, then ${next ?? 'the plan type'}`
}
