import { delimiters, type FeedFormat } from '#contract/feeds/settings.ts'
import { cut, firstRecords, type Dialect } from './split.ts'

/** How much of a text decides how it is cut. */
export const sampleChars = 65_536
const sampleRecords = 200

/** The delimiters that are looked for, likeliest first: a comma is also a decimal mark, a colon part of addresses. */
const likely = ['\t', ';', '|', ',', ...delimiters.filter((d) => !'\t;|,:'.includes(d))]

/** What the first line `sep=;` says, as spreadsheets write it. */
export const namedDelimiter = (text: string): string | undefined =>
  /^\uFEFF?"?sep=(.)"?\r?\n/i.exec(text)?.[1]

/** How a text is cut: as the format says, else by what cuts all of its sample into rows of the same width. */
export function dialectOf(text: string, format: FeedFormat, whole: boolean): Dialect {
  const lineDelimiter = namedDelimiter(text)
  const sample = lineDelimiter === undefined ? text : text.slice(text.indexOf('\n') + 1)
  const quote = quoteOf(sample, format)
  const knownDelimiter = format.delimiter ?? lineDelimiter
  const candidates =
    knownDelimiter === undefined ? likely.filter((d) => sample.includes(d)) : [knownDelimiter]
  let best: Dialect = { delimiter: knownDelimiter ?? ',', quote, hasBackslashes: false }
  let highest = 0
  for (const delimiter of candidates)
    for (const hasBackslashes of quote !== '' && sample.includes(`\\${quote}`) ? [false, true] : [false]) {
      const dialect = { delimiter, quote, hasBackslashes }
      const score = regularity(sample, dialect, whole)
      if (score > highest + 1e-9) [best, highest] = [dialect, score]
    }
  return best
}

/** Single quotes count if all lines are written with them and none with double ones. */
function quoteOf(sample: string, { quote }: FeedFormat): string {
  if (quote !== '"') return quote === 'none' ? '' : quote
  if (sample.includes('"') || !sample.includes("'")) return '"'
  const lines = sample
    .split(/\r\n|\r|\n/)
    .slice(0, 50)
    .filter((line) => line.trim() !== '')
  const single = lines.filter((line) => /^'.*'[\t;|,]'?/.test(line) || /[\t;|,]'[^']*'$/.test(line))
  return lines.length > 1 && single.length >= 0.8 * lines.length ? "'" : '"'
}

/** How regular the rows are that a dialect cuts; 0: one cell a row. */
function regularity(sample: string, dialect: Dialect, whole: boolean): number {
  const inQuotes = firstRecords(sample, dialect, { atMost: sampleRecords, whole })
  // an open quote may hide the whole sample
  const records =
    inQuotes.length > 1
      ? inQuotes
      : firstRecords(sample, { ...dialect, quote: '' }, { atMost: sampleRecords, whole: true })
  const counts = new Map<number, number>()
  for (const { text } of records) {
    const { length } = cut(text, dialect)
    counts.set(length, (counts.get(length) ?? 0) + 1)
  }
  let commonest = 1
  let rows = 0
  for (const [width, n] of counts)
    if (width > 1 && (n > rows || (n === rows && width > commonest))) [commonest, rows] = [width, n]
  const others = [...counts].reduce((sum, [width, n]) => sum + (width > 1 && width !== commonest ? n : 0), 0)
  const share = (rows + others / 2) / Math.max(records.length, 1)
  return share ** 2 * Math.log2(commonest)
}

/** Whether a sample's lines end with carriage returns alone, as on old Macs. */
export const endsWithReturns = (sample: string): boolean => {
  if (!sample.includes('\r')) return false
  const lone = sample.match(/\r(?!\n)/g)?.length ?? 0
  return lone > 0 && lone > (sample.match(/\n/g)?.length ?? 0)
}
