// What other areas may call.
export { affiliateIds } from './campaigns.ts'
export { leadToLandingPages } from './lead-to-landing-pages.ts'
export { endOf, refuseRange, startOf } from './report.ts'
