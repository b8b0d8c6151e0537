import { patternChars, type Transform } from '#contract/feeds/settings.ts'
import { currencyBeside } from './cells/currencies.ts'
import { productOf, rounded } from './cells/decimals.ts'
import { readDecimalComma, readPrice } from './cells/price.ts'
import { ownStockWords, readQuantity } from './cells/quantity.ts'
import { convertUnit } from './cells/units.ts'

export type Cell = (value: string) => string

/** A mapping entry's transforms as one function; a blank stays blank except with `default`. */
export function compileTransforms(transforms: readonly Transform[]): Cell | undefined {
  if (transforms.length === 0) return undefined
  const steps = transforms.map(step)
  return (value) => {
    let v = value
    for (const s of steps) v = s(v)
    return v
  }
}

function step(t: Transform): Cell {
  switch (t.kind) {
    case 'trim':
      return (v) => v.trim()
    case 'decimal_comma':
      return readDecimalComma
    case 'price':
      return readPrice
    case 'currency':
      return currencyBeside
    case 'quantity_words': {
      const words = ownStockWords(t.words)
      return (v) => readQuantity(v, words)
    }
    case 'split':
      return (v) =>
        t.take === undefined
          ? v
              .split(t.by)
              .map((p) => p.trim())
              .filter(Boolean)
              .join('|')
          : (v.split(t.by)[t.take]?.trim() ?? '')
    case 'prefix':
      return (v) =>
        v
          .split('|')
          .map((p) => p.trim())
          .map((p) => (p === '' || /^https?:/i.test(p) ? p : t.text + p))
          .join('|')
    case 'default':
      return (v) => (v.trim() === '' ? t.text : v)
    case 'lookup': {
      const table = new Map(Object.entries(t.table))
      return (v) => table.get(v) ?? v
    }
    case 'blank':
      return (v) => (t.values.includes(v) ? '' : v)
    case 'unit':
      return (v) => convertUnit(v, t.from, t.to)
    case 'exchange':
      return (v) => {
        const product = productOf(readPrice(v), t.rate)
        return product === undefined ? v : rounded(product)
      }
    case 'pattern': {
      const find = new RegExp(t.find, 'gu')
      return (v) => (v.length > patternChars ? v : v.replace(find, t.put))
    }
    case 'when': {
      const values = new Set(t.values.map((value) => value.trim().toLowerCase()))
      return (v) => (values.has(v.trim().toLowerCase()) ? t.put : v)
    }
  }
}
