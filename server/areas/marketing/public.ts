// What other areas may call.
export { leadToLandingPages } from './lead-to-landing-pages.ts'
