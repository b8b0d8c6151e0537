// What other areas may call.
export { activeIntegration } from './integrations.ts'
