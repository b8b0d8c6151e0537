import type { MoneyActName } from '#contract/approvals/acts.ts'
import type { RequestOf } from '#contract/approvals/approvals.ts'
import { customPlanFaults, type CustomPlanBody } from '#contract/billing/billing.ts'
import { dayText, money } from '#contract/formats.ts'
import type { Parsed } from '#contract/index.ts'
import { carryOut, requestAct, type Doing, type GuardedAct } from '#server/areas/approvals/public.ts'
import type { Tx } from '#server/platform/database/db.ts'
import { conflict, invalid } from '#server/platform/http/errors.ts'
import { differences, type Ctx } from '#server/platform/services.ts'
import { refuseStale } from '#server/platform/database/versions.ts'
import { planToday, prorateRest } from './prorate-rest.ts'
import { editedBilling, keepBilling, readBilling } from './read.ts'
import { billTerms } from './terms.ts'
import { vendorAct } from './vendor-act.ts'

const planTypeChange = planAct<RequestOf<'plan_type'>>('plan_type', async ({ ctx, tx, vendor_id }, body) => {
  const { vendor_plan_type_id } = body
  const before = await billTerms(tx, ctx.clock, vendor_id)
  const plan = await planName(tx, vendor_plan_type_id, 'vendor_plan_type_id')
  await tx.updateTable('vendor').set({ vendor_plan_type_id }).where('vendor_id', '=', vendor_id).execute()
  return {
    type: 'billing.plan_type',
    message: `Plan type: ${before.plan?.name ?? 'none'} to ${plan ?? 'none'}`,
    changes: differences({ vendor_plan_type_id: before.vendor_plan_type_id }, { vendor_plan_type_id }),
  }
})
export const planTypeAct = { ...planTypeChange, requestable: true }
/** Gives a vendor another plan type; its custom plan stays in effect if it is used. */
export const savePlanType = (ctx: Ctx, { params, body }: Parsed<'savePlanType'>) =>
  save(ctx, planTypeAct, { ...params, body })

/** Asks finance to give a vendor another plan type. */
export const requestPlanType = async (ctx: Ctx, { params, body }: Parsed<'requestPlanType'>) => ({
  money_approval_id: await requestAct(ctx, planTypeAct, { ...params, body }, body.reason),
})

export const customPlanAct = planAct<RequestOf<'custom_plan'>>(
  'custom_plan',
  async ({ ctx, tx, vendor_id }, body) => {
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
  },
)
/** Gives a vendor a custom billing plan, in effect from its start (docs/domain/bills.md, Plans and extras). */
export const saveBillingPlan = (ctx: Ctx, { params, body }: Parsed<'saveBillingPlan'>) =>
  save(ctx, customPlanAct, { ...params, body })

export const useCustomPlanAct = planAct<RequestOf<'use_custom_plan'>>(
  'use_custom_plan',
  async ({ ctx, tx, vendor_id }, body) => {
    const { own: ownPlan, custom, plan } = await billTerms(tx, ctx.clock, vendor_id)
    const { has_custom_billing_plan } = body
    if (has_custom_billing_plan && ownPlan === null) throw conflict('This vendor has no custom plan yet')
    await setUsesCustomPlan(tx, vendor_id, has_custom_billing_plan)
    const fallback = plan ? `back to ${plan.name}` : 'no plan'
    return {
      type: 'billing.plan',
      message: has_custom_billing_plan ? 'Custom plan turned on' : `Custom plan turned off, ${fallback}`,
      changes: differences({ has_custom_billing_plan: custom !== null }, { has_custom_billing_plan }),
    }
  },
)
/** Switches between a vendor's custom billing plan and its plan type. */
export const toggleCustomBillingPlan = (ctx: Ctx, { params, body }: Parsed<'toggleCustomBillingPlan'>) =>
  save(ctx, useCustomPlanAct, { ...params, body })

interface Change {
  type: 'billing.plan_type' | 'billing.plan'
  message: string
  changes: ReturnType<typeof differences>
}
interface PlanRequest {
  vendor_id: number
  body: { version?: number | undefined; reason: string }
}
/** One of these changes, logged unless nothing changed. */
function planAct<Request extends PlanRequest>(
  act: MoneyActName,
  change: (doing: Doing<number>, body: Request['body']) => Promise<Change>,
) {
  return vendorAct<Request>({
    act,
    keep: keepBilling,
    async perform(doing, { body }) {
      const { ctx, tx, logActivity, vendor_id } = doing
      await refuseStale(tx, ctx, editedBilling(vendor_id), body.version)
      const before = await planToday(tx, ctx.clock, vendor_id)
      const planChange = await change(doing, body)
      const prorationText = await prorateRest(tx, ctx.clock, vendor_id, before)
      if (planChange.changes)
        await logActivity({
          ...planChange,
          message: planChange.message + prorationText,
          vendor_id,
          entity: 'vendor',
          entity_id: vendor_id,
          reason: body.reason || null,
        })
      return planChange.message
    },
  })
}

async function save<Request extends PlanRequest>(
  ctx: Ctx,
  act: GuardedAct<Request, number>,
  request: Request,
) {
  const waiting = await carryOut(ctx, act, request)
  return { ...(await readBilling(ctx.db, ctx.clock, request.vendor_id)), waiting }
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
