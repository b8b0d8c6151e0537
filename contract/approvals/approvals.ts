import { z } from 'zod'
import { billingOperations } from '../billing/billing.ts'
import { amount, id, lines } from '../inputs.ts'
import { get, post } from '../operation.ts'
import { effects, faults, outcome } from '../payments/payments.ts'
import { promoCodeOperations } from '../promo-codes/promo-codes.ts'
import { reopening } from '../reports/closing.ts'
import { decimal } from '../values.ts'
import { vendorBasicsOperations } from '../vendors/basics.ts'
import { moneyMove, waits } from './acts.ts'

const limit = z.object({ second_person_above: amount.nullable().describe('null: no limit') })
const { saveBillingExtras, saveBillingPlan, savePlanType, toggleCustomBillingPlan } = billingOperations
const { givePromoCode, changePromoCode, removePromoCode, savePromoCode } = promoCodeOperations
const { saveVendor } = vendorBasicsOperations

/** The acts that are previewed here, each with the input of its own call. */
const act = z.discriminatedUnion('act', [
  z.object({ act: z.literal('basic_info'), vendor_id: id, body: saveVendor.body }),
  z.object({ act: z.literal('plan_type'), vendor_id: id, body: savePlanType.body }),
  z.object({ act: z.literal('custom_plan'), vendor_id: id, body: saveBillingPlan.body }),
  z.object({ act: z.literal('use_custom_plan'), vendor_id: id, body: toggleCustomBillingPlan.body }),
  z.object({ act: z.literal('extras'), vendor_id: id, body: saveBillingExtras.body }),
  z.object({ act: z.literal('apply_code'), vendor_id: id, body: givePromoCode.body }),
  z.object({ act: z.literal('replace_code'), body: changePromoCode.body }),
  z.object({ act: z.literal('remove_code'), promo_code_usage_id: id, body: removePromoCode.query }),
  z.object({ act: z.literal('promo_code'), body: savePromoCode.body }),
  z.object({ act: z.literal('cancel_after_refund'), vendor_id: id }),
  z.object({ act: z.literal('approval_limit'), body: limit }),
  z.object({ act: z.literal('reopen_month'), body: reopening }),
])
type PreviewedAct = z.output<typeof act>
export type PreviewedActInput = z.input<typeof act>
/** The stored input of an act. */
export type RequestOf<Act extends PreviewedAct['act']> = Omit<Extract<PreviewedAct, { act: Act }>, 'act'>

/** An act to preview. It is named, since the contract's whole type would else be too long for the compiler. */
export interface ActToPreview {
  act: PreviewedAct['act']
  vendor_id?: number
  promo_code_usage_id?: number
  body?: object
}
const actToPreview = act as unknown as z.ZodType<ActToPreview, ActToPreview>

export const approvalOperations = {
  weighMoneyAct: post('/api/money-act/effects', 'Preview a change of charges, credit or status', {
    reads: true,
    body: actToPreview,
    answer: moneyMove,
    refuses: ['not_found', 'conflict', 'locked'],
  }),
  weighApproval: get('/api/money-approval/{id}/effects', 'Preview approving a request', {
    access: 'money',
    answer: z.union([effects.extend({ faults }), moneyMove]),
    refuses: ['not_found', 'conflict', 'forbidden', 'locked'],
  }),
  approveMoney: post('/api/money-approval/{id}/approve', 'Approve and carry out a request', {
    fresh: true,
    access: 'money',
    answer: outcome,
    refuses: ['not_found', 'conflict', 'forbidden', 'locked'],
  }),
  refuseMoney: post('/api/money-approval/{id}/refuse', 'Reject a request, or withdraw your own', {
    fresh: true,
    body: z.object({ reason: lines(4000, 'Enter a reason') }),
    refuses: ['not_found', 'conflict', 'forbidden'],
  }),
  saveSecondPersonLimit: post('/api/payments/second-person', 'Set the approval limit', {
    fresh: true,
    access: 'admin',
    body: limit,
    answer: z.object({ second_person_above: decimal.nullable(), waiting: waits }),
    refuses: ['conflict'],
  }),
}
