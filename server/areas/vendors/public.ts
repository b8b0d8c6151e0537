// What other areas may call.
export { exactness, vendorsAlike, vendorsMatching, whyMatched } from './matching.ts'
export { readTerm, type Sought } from './term.ts'
export { activeIntegration } from './integrations.ts'
