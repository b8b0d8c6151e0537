import type { Transform } from '#contract/feeds/settings.ts'
import { withoutExponent } from './number.ts'

export type Cell = (value: string) => string

/** A mapping entry's transforms as one function; blank stays blank but for `default`. */
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
      return (v) => decimalComma(v)
    case 'price':
      return readPrice
    case 'quantity_words': {
      const words = {
        ...quantityWords,
        ...Object.fromEntries(Object.entries(t.words).map(([k, n]) => [k.toLowerCase(), n])),
      }
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
        v === ''
          ? ''
          : v
              .split('|')
              .map((p) => (/^https?:/i.test(p) ? p : t.text + p.trim()))
              .join('|')
    case 'default':
      return (v) => (v === '' ? t.text : v)
    case 'lookup':
      return (v) => t.table[v] ?? v
    case 'blank':
      return (v) => (t.values.includes(v) ? '' : v)
  }
}

/** `1.234,50` → `1234.50`; `12,5` → `12.5`. */
const decimalComma = (v: string) => v.replace(/[.\s\u00a0'](?=\d{3}(?:\D|$))/g, '').replace(',', '.')

/**
 * A price with its currency, `$1,234.50`, `EUR 12.50`, `12.99 USD`, `1 234,50 ₽`: the number alone.
 * The last `.` or `,` with one or two digits behind it is the decimal mark.
 */
function readPrice(value: string): string {
  const bare = value
    .replace(/[\s\u00a0\u202f']/g, '')
    .replace(/^(?:[A-Za-z]{1,3}\$?|\p{Sc})+|(?:[A-Za-z]{1,3}\.?|\p{Sc})+$/gu, '')
  const v = withoutExponent(bare)
  if (!/^-?[\d.,]+$/.test(v)) return value.trim()
  const mark = /[.,](?=\d{1,2}$)/.exec(v)?.index ?? (/^-?\d+\.\d{3,}$/.test(v) ? v.indexOf('.') : -1)
  return mark < 0 ? v.replace(/[.,]/g, '') : `${v.slice(0, mark).replace(/[.,]/g, '')}.${v.slice(mark + 1)}`
}

const quantityWords: Record<string, number> = {
  call: 0,
  no: 0,
  false: 0,
  none: 0,
  'out of stock': 0,
  outofstock: 0,
  out_of_stock: 0,
  discontinued: 0,
  'sold out': 0,
  backorder: 0,
  preorder: 0,
  yes: 1,
  true: 1,
  'in stock': 1,
  instock: 1,
  in_stock: 1,
  available: 1,
  low: 1,
  'low stock': 1,
}

/** `>100`, `100+`, `12.0+` and `5 new` by their number, words such as `CALL` by the table. */
function readQuantity(value: string, words: Record<string, number>): string {
  const v = value.trim()
  if (v === '' || /^-?\d+$/.test(v)) return v
  const word = words[v.toLowerCase()]
  if (word !== undefined) return String(word)
  const n = /^[<>~≥≤=\s]*(\d+)(?:\.0+)?(?:\s*\+|\s+\p{L}+)?$/u.exec(v)?.[1]
  return n ?? v
}
