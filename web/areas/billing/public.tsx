// What other areas' screens may use; tabs are loaded where they are shown.
export { NextBill } from './NextBill.tsx'
export const loadBillingPlan = () => import('./BillingPlan.tsx')
export const loadBillingHistory = () => import('./BillingHistory.tsx')
