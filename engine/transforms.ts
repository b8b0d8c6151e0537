import type { Transform } from '#contract/feeds/settings.ts'
import { longestNumber, withoutExponent } from './number.ts'

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
      return (v) => decimalComma(v)
    case 'price':
      return readPrice
    case 'currency':
      return readCurrency
    case 'quantity_words': {
      const ownWords = Object.entries(t.words).map(([word, n]) => [word.toLowerCase(), n] as const)
      const words = new Map([...quantityWords, ...ownWords])
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
  }
}

/** `1.234,50` → `1234.50`; `12,5` → `12.5`. */
const decimalComma = (v: string) => v.replace(/(?<=[1-9]|\d\d)[.\s'](?=\d{3}(?:\D|$))/g, '').replace(',', '.')

/**
 * A price with its currency, `$1,234.50`, `EUR 12.50`, `12.99 USD`, `1 234,50 ₽`: the number alone.
 * The last `.` or `,` is the decimal mark, unless it only groups thousands.
 */
export function readPrice(value: string): string {
  const text = value.trim()
  if (text.length > longestNumber) return text
  const bare = text
    .replace(/^(?:(?:\p{L}+\.?|\p{Sc})\s*)+|(?:\s*(?:\p{L}+\.?|\p{Sc}))+$/gu, '')
    .replace(/(?<=\d)[\s'](?=\d{3}(?!\d))/g, '')
  const v = withoutExponent(bare)
  // two numbers, or one with ambiguous marks, is no price
  if (!/^[\d.,]+$/.test(v) || /[.,]{2}/.test(v)) return text
  const mark = thousands.test(v) ? -1 : v.search(/[.,](?=\d+$)/)
  return mark < 0 ? v.replace(/[.,]/g, '') : `${v.slice(0, mark).replace(/[.,]/g, '')}.${v.slice(mark + 1)}`
}
/** `1,234`, `1.234.567`, `1,23,456`. */
const thousands = /^[1-9]\d{0,2},\d{3}$|([.,]).*\1\d{3,}$/

const signs: Readonly<Record<string, string>> = {
  $: 'USD',
  US$: 'USD',
  C$: 'CAD',
  A$: 'AUD',
  '€': 'EUR',
  '£': 'GBP',
  '¥': 'JPY',
  '₴': 'UAH',
  '₽': 'RUB',
  '₹': 'INR',
  '₺': 'TRY',
  zł: 'PLN',
  Kč: 'CZK',
  грн: 'UAH',
  руб: 'RUB',
}
/** The currency beside a price's number, as a code of three letters; blank if there is none. */
function readCurrency(value: string): string {
  const sign = value
    .replace(/[\d\s.,'+-]+/g, ' ')
    .trim()
    .replace(/\.$/, '')
  return /^[A-Za-z]{3}$/.test(sign) ? sign.toUpperCase() : (signs[sign] ?? '')
}

const quantityWords = [
  ...[
    'call',
    'no',
    'false',
    'none',
    'out of stock',
    'outofstock',
    'out_of_stock',
    'discontinued',
    'sold out',
    'backorder',
    'preorder',
  ].map((word) => [word, 0] as const),
  ...['yes', 'true', 'in stock', 'instock', 'in_stock', 'available', 'low', 'low stock'].map(
    (word) => [word, 1] as const,
  ),
]

/** Words such as `CALL` by the table; `>100`, `100+`, `12.0+` and `5 new` by their number. */
function readQuantity(value: string, words: ReadonlyMap<string, number>): string {
  const v = value.trim()
  const word = words.get(v.toLowerCase())
  if (word !== undefined) return String(word)
  return /^[<>~≥≤=\s]*(\d+)(?:\.0+)?(?:\s*\+|\s+\p{L}+)?$/u.exec(v)?.[1] ?? v
}
