import { productFields, type ProductField } from '#contract/feeds/settings.ts'
import { currencyCode } from '../cells/currencies.ts'
import { shareRead, transformsFor, unknownNotation } from './fewest-transforms.ts'
import { fewest, type Values } from './table-sample.ts'
import { hasWord, isGtin, looksLikeDate, looksLikePicture, shareOf } from './value-shapes.ts'

/** What a column's values say of the field that its name suggests. */
export interface Witness {
  /** 1 confirms; below 0.5 the column is something else. */
  trust: number
  /** What is seen in the values, as people read it. */
  because?: string
}
const contradicts: Witness = { trust: 0.3 }

/** How far the values confirm a name: a column of words is no price, whatever its name. */
export function confirm(field: ProductField, values: Values): Witness {
  if (values.length < fewest) return { trust: 1 }
  switch (field) {
    case 'sku': {
      if (shareOf(values, looksLikeDate) > 0.5) return contradicts
      const share = new Set(values).size / values.length
      return { trust: 0.6 + 0.4 * share, ...(share === 1 && { because: 'each value once' }) }
    }
    case 'title':
      return shareOf(values, hasWord) < 0.5 ? contradicts : { trust: 1 }
    case 'description':
    case 'manufacturer':
    case 'categories':
      return shareOf(values, (v) => /\p{L}|^\d+$/u.test(v)) < 0.5 ? contradicts : { trust: 1 }
    case 'currency':
      return shareOf(values, (v) => currencyCode(v) !== undefined) < 0.5 ? contradicts : { trust: 1 }
    case 'images': {
      const share = shareOf(values, looksLikePicture)
      return share === 1 ? { trust: 1, because: 'image addresses' } : { trust: share < 0.3 ? 0.7 : 1 }
    }
    case 'upc':
    case 'ean': {
      const share = shareRead(field, [], values)
      const because = [13, 12].find((n) => shareOf(values, isGtin(n)) === 1)
      if (because) return { trust: 1, because: `${because} digits with the right check digit` }
      return share < 0.3 ? contradicts : { trust: 0.7 + 0.3 * share }
    }
    default:
      return confirmAmount(field, values)
  }
}

function confirmAmount(field: ProductField, values: Values): Witness {
  const { kind } = productFields[field]
  if (kind !== 'decimal' && kind !== 'quantity') return { trust: 1 }
  const share = shareRead(field, transformsFor(field, values, unknownNotation), values)
  return share < 0.3 ? contradicts : { trust: 0.7 + 0.3 * share }
}
