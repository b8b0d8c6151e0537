// What other areas may call.
import { approvable } from '#server/areas/approvals/public.ts'
import { replaceCodeAct } from './change-promo-code.ts'
import { applyCodeAct } from './give-promo-code.ts'
import { removeCodeAct } from './remove-promo-code.ts'
import { promoCodeAct } from './save-promo-code.ts'

export { recordRedemptions as redeemed } from './record-redemptions.ts'
export const promoCodeActs = [
  approvable(applyCodeAct),
  approvable(replaceCodeAct),
  approvable(removeCodeAct),
  approvable(promoCodeAct),
]
