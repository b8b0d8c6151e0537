import { confirm } from './confirmed.ts'
import { matchOf, plain, wordsIn, hasPattern, patterns } from './column-words.ts'
import { sureWithin } from './by-name.ts'
import { blankSure, enough, byName, sureOf, type Guess } from './guess.ts'
import { fewest, type TableSample, type Values } from './table-sample.ts'
import { countPattern, shareOf } from './value-shapes.ts'
import { wholeNames } from './whole-names.ts'
import { wordsWithin } from './words-within.ts'

interface Stock {
  from: string
  sure: number
  because: string
  /** Numbers of pieces say more than words, words more than yes and no. */
  says: number
}
const stockNames = wholeNames.find(([field]) => field === 'quantity')?.[1] ?? []
const mostAdded = 10

/** The stock among the columns that are named so; that of several warehouses is added. */
export function guessStock(table: TableSample, takenColumns: ReadonlySet<string>): Guess | undefined {
  const stocks = table.columns
    .filter((c) => !takenColumns.has(c))
    .flatMap((from) => stockIn(table, from) ?? [])
    .toSorted((a, b) => b.says - a.says || b.sure - a.sure)
  const [best] = stocks
  if (!best) return undefined
  const addedStocks = best.says === numbers ? warehouses(table, stocks) : []
  if (addedStocks.length > 1) {
    const [first = best, ...others] = addedStocks
    return {
      field: 'quantity',
      from: first.from,
      also: others.map((s) => s.from).slice(0, mostAdded),
      sure: Math.min(first.sure, 0.8),
      because: `${addedStocks.length} stock columns, added up`,
    }
  }
  return { field: 'quantity', from: best.from, sure: best.sure, because: best.because }
}

const numbers = 3
function saysHow(values: Values): number {
  if (values.length < fewest) return 2
  const isCounted = shareOf(values, (v) => /^[\d.,\s'+<>=-]+$/.test(v) || countPattern.test(v)) > 0.5
  if (!isCounted) return 2
  return values.every((v) => v === '0' || v === '1') ? 1 : numbers
}

function stockIn(table: TableSample, from: string): Stock | undefined {
  const nameWords = wordsIn(from)
  const isWhole = stockNames.includes(plain(from.replace(/^\w{1,3}:|^@/, '')))
  const isEnd = stockNames.includes(nameWords.join(''))
  const within = sureWithin(nameWords, 'quantity')
  const nameSure = isWhole ? sureOf.wholeName : isEnd ? sureOf.endOfPath : within
  if (nameSure === undefined) return undefined
  const values = table.values(from)
  if (table.rows > 0 && values.length === 0)
    return {
      from,
      sure: Math.min(blankSure, nameSure),
      because: `${byName}, blank in the first rows`,
      says: 0,
    }
  const sure = nameSure * confirm('quantity', values).trust
  return sure < enough ? undefined : { from, sure, because: byName, says: saysHow(values) }
}

const totals = patterns(
  'total totals sum all overall gesamt* summe toplam total_stock всего всього razem celkem',
)
const places = patterns(
  'warehouse* wh store* shop* location* loc lager magazyn* magazin* склад* dc depot* filial* branch* sklad* raktar* depo varasto* site hub east west north south central uk usa us eu de fr it es pl nl cz china europe germany france',
)

/** Columns of the same stock in several places: named alike except for a number or a place. */
function warehouses(table: TableSample, stocks: readonly Stock[]): Stock[] {
  const countedStocks = stocks.filter((s) => s.says === numbers)
  const placedStocks = countedStocks.flatMap((stock) => {
    const nameWords = wordsIn(stock.from)
    if (hasPattern(nameWords, totals)) return []
    const match = matchOf(nameWords, wordsWithin.quantity?.words ?? [])
    if (!match) return []
    const core = nameWords.slice(match.place, match.place + match.length).join(' ')
    const rest = nameWords.filter((_, i) => i < match.place || i >= match.place + match.length)
    const isPlace = rest.some((word) => /^\d+$/.test(word) || hasPattern([word], places))
    return [{ stock, core, rest, isPlace }]
  })
  if (countedStocks.some(({ from }) => hasPattern(wordsIn(from), totals))) return []
  // a column named as the stock alone is the whole stock
  if (placedStocks.some(({ rest }) => rest.length === 0)) return []
  const [first] = placedStocks
  const alike = placedStocks.filter(
    (p) => p.core === first?.core && p.rest.length === first.rest.length && p.isPlace === first.isPlace,
  )
  const areDistinct = new Set(alike.map((p) => p.rest.join(' '))).size === alike.length
  if (!first?.isPlace || !areDistinct) return []
  const order = (s: Stock) => table.columns.indexOf(s.from)
  return alike.map((p) => p.stock).toSorted((a, b) => order(a) - order(b))
}
