// What other areas may use.
export { VariantMapping } from './VariantMapping.tsx'
