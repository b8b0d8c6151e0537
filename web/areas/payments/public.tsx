// What other areas' screens may use; tabs are loaded where they are shown.
export const loadBillingHistory = () => import('./BillingHistory.tsx')
