// What other areas may call.
export { sendDailyUpdates } from './send-daily-updates.ts'
export { sendProductAlerts } from './send-product-alerts.ts'
