// What other areas' screens may use; tabs are loaded when shown.
export { NextBill } from './NextBill.tsx'
export { PlanMovesOf } from './PlanMoves.tsx'
export { unbilledText } from './terms.ts'
export { useAskRefusal, useMayMove, useMoneyRefusal as useWhyNotMoney } from './useMoneyRefusal.ts'
export const loadBillingPlan = () => import('./BillingPlan.tsx')
