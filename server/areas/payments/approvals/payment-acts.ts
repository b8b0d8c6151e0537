import type { ClosingRequest } from '#contract/payments/closing.ts'
import type { ManualCharge } from '#contract/payments/manual-charge.ts'
import type { PaymentEffects, RefundBody } from '#contract/payments/payments.ts'
import { approvable } from '#server/areas/approvals/public.ts'
import type { Tx } from '#server/platform/database/db.ts'
import type { ApprovableAct, Ctx, StoredRequest } from '#server/platform/services.ts'
import { cancelAfterRefundAct } from '../charges/cancel-after-refund.ts'
import { beginCharge, effectsOfCharge } from '../charges/charge-manually.ts'
import { beginRefund, effectsOfRefund } from '../charges/refund-charge.ts'
import { finishMoney } from '../intents/outcome.ts'
import { beginClosing, effectsOfClosing } from '../papers/close-invoice.ts'
import type { MoneyAct } from './money-act.ts'
import { textOf, type PaymentRequest } from './second-person.ts'

/** An act of a vendor's payments, as another person approves it. */
function paymentAct<Request>(
  act: PaymentRequest['act'],
  {
    effectsOf,
    begin,
  }: {
    effectsOf: (
      ctx: Ctx,
      vendor_id: number,
      request: Request,
    ) => Promise<PaymentEffects & { faults: Record<string, string> }>
    begin: (ctx: Ctx, tx: Tx, money: MoneyAct<Request>) => Promise<string[]>
  },
): ApprovableAct {
  const vendorOf = ({ vendor_id }: StoredRequest): number => {
    if (vendor_id === null) throw new Error(`A ${act} belongs to a vendor`)
    return vendor_id
  }
  return {
    act,
    access: 'money',
    labelOf: (request) => textOf({ act, request } as PaymentRequest),
    // the person who looks is the second person
    weigh: async (ctx, _, approval) => ({
      ...(await effectsOf(ctx, vendorOf(approval), approval.request as Request)),
      second_person: null,
    }),
    async begin(ctx, tx, requester, approval) {
      const vendor_id = vendorOf(approval)
      const intents = await begin(ctx, tx, { vendor_id, request: approval.request as Request, requester })
      return { intents, finish: () => finishMoney(ctx, vendor_id, intents) }
    },
  }
}

export const paymentActs = [
  paymentAct<ManualCharge>('manual_charge', { effectsOf: effectsOfCharge, begin: beginCharge }),
  paymentAct<RefundBody>('refund', { effectsOf: effectsOfRefund, begin: beginRefund }),
  paymentAct<ClosingRequest>('close_invoice', { effectsOf: effectsOfClosing, begin: beginClosing }),
  approvable(cancelAfterRefundAct),
]
