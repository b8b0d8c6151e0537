// What other areas may call.
export { readIntegrations } from './list-integrations.ts'
