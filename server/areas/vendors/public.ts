// What other areas may call.
export { vendorsMatching } from './matching.ts'
export { activeIntegration } from './integrations.ts'
