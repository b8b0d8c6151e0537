// What other areas may use.
export { AffiliateSelect } from './AffiliateSelect.tsx'
