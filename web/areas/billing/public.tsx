// What other areas' screens may use; tabs are loaded where they are shown.
export { NextBill } from './NextBill.tsx'
export { PlanMovesOf } from './PlanMoves.tsx'
export { unbilledText } from './terms.ts'
export { useMoneyRefusal as useWhyNotMoney } from './useMoneyRefusal.ts'
export const loadBillingPlan = () => import('./BillingPlan.tsx')
