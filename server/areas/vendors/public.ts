// What other areas may call.
export { exactness, readTerm, vendorsAlike, vendorsMatching, whyMatched, type Sought } from './matching.ts'
export { activeIntegration } from './integrations.ts'
