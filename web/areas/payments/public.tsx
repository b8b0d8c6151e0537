// What other areas' screens may use. Tabs load only when they are shown.
export const loadBillingHistory = () => import('./BillingHistory.tsx')
