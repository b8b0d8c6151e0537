// What other areas may call.
export { sendProductAlerts } from './send-product-alerts.ts'
