import { patternChars, type Transform } from '#contract/feeds/settings.ts'
import { currencyBeside } from './cells/currencies.ts'
import { productOf, quotientOf, rounded } from './cells/decimals.ts'
import { readDecimalComma, readPrice } from './cells/price.ts'
import { ownStockWords, readQuantity } from './cells/quantity.ts'
import { convertUnit } from './cells/units.ts'

export type Cell = (value: string) => string

/** Another cell of the same row, by its column; undefined: the file has no such column. */
export type CellBeside = (column: string) => string | undefined

/** A mapping entry's transforms as one function; a blank stays blank except with `default`. */
export function compileTransforms(
  transforms: readonly Transform[],
  cellBeside: CellBeside = () => undefined,
): Cell | undefined {
  if (transforms.length === 0) return undefined
  const steps = transforms.map((t) => step(t, cellBeside))
  return (value) => {
    let v = value
    for (const s of steps) v = s(v)
    return v
  }
}

function step(t: Transform, cellBeside: CellBeside): Cell {
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
    case 'divide':
      return (v) => quotientOf(readPrice(v), String(t.by)) ?? v
    case 'divide_by':
      return (v) => {
        if (v.trim() === '') return v
        const cell = cellBeside(t.column)
        const divisor = t.has === 'pieces' ? piecesIn(cell) : powerOfTen(cell)
        // shown as it couldn't be read
        return (divisor && quotientOf(readPrice(v), divisor)) ?? `${v} / ${cell?.trim() || '?'}`
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

/** The pieces that a price is for; a blank cell is one piece, as catalogs define it. */
function piecesIn(cell: string | undefined): string | undefined {
  if (cell?.trim() === '') return '1'
  const pieces = readQuantity(cell ?? '', noWords)
  return /^\d{1,7}$/.test(pieces) && Number(pieces) > 0 ? pieces : undefined
}
const noWords: ReadonlyMap<string, number> = new Map()

const powerOfTen = (cell = ''): string | undefined =>
  /^\s*[0-8](?:\.0+)?\s*$/.test(cell) ? `1${'0'.repeat(Number(cell))}` : undefined
