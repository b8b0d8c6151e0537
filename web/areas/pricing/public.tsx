// What other areas may show.
export { default as PriceRules } from './PriceRules.tsx'
export const loadPriceRules = () => import('./PriceRules.tsx')
