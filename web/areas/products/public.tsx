// What other areas' screens may use.
export { ActiveStatus } from './ActiveStatus.tsx'
export { ProductImage } from './ProductImage.tsx'
export { SkuLink } from './SkuLink.tsx'
