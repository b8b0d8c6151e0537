import type { MoneyActName } from '#contract/approvals/acts.ts'
import { approvalActs } from './areas/approvals/public.ts'
import { billingActs } from './areas/billing/public.ts'
import { paymentActs } from './areas/payments/public.ts'
import { promoCodeActs } from './areas/promo-codes/public.ts'
import { reportActs } from './areas/reports/public.ts'
import { vendorActs } from './areas/vendors/public.ts'
import type { ApprovableAct } from './platform/services.ts'

const all = [...approvalActs, ...billingActs, ...paymentActs, ...promoCodeActs, ...reportActs, ...vendorActs]

/** Every act that may need a second person, by its name. */
export const moneyActs = Object.fromEntries(all.map((act) => [act.act, act])) as Record<
  MoneyActName,
  ApprovableAct
>
