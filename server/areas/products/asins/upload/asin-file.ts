import { feedFormat } from '#contract/feeds/settings.ts'
import { asinOf, gtinOf } from '#contract/products/asins/codes.ts'
import {
  asinUploadLimits,
  columnsOfFile,
  headerFault,
  type AsinColumn,
} from '#contract/products/asins/uploads.ts'
import { count } from '#contract/words.ts'
import { FeedFailure } from '#engine/failure.ts'
import { detectFormat } from '#engine/formats/formats.ts'
import { openRecords } from '#engine/read.ts'
import type { SourceRow } from '#engine/record.ts'
import { withoutGuard } from '#server/platform/files/csv.ts'
import { identifierKey } from '../../search-index.ts'

const longestLine = 64 * 1024
/** A small file that unpacks to more than this isn't a list. */
const unpackedBytes = 256 * 1024 * 1024

/** Why a line can't be used. */
export interface LineFault {
  column_name: string
  value: string
  reason: string
}
export interface AsinLine {
  line: number
  cells: readonly string[]
  asin?: string | undefined
  product_id?: number | undefined
  sku_key?: string | undefined
  prefix?: string | undefined
  gtin?: string | undefined
  title?: string | undefined
  brand?: string | undefined
  model?: string | undefined
  image?: string | undefined
  price?: string | undefined
  pack?: number | undefined
  decision?: 'accept' | 'reject' | undefined
  fault?: LineFault
}

/** A feed's failure in words that fit a file from a person's computer: there is no encoding to choose. */
function toUploadFailure(error: unknown): never {
  if (!(error instanceof FeedFailure)) throw error
  if (error.code === 'broken_archive')
    throw new FeedFailure(error.code, 'it is damaged or not complete. Save it again as XLSX or CSV')
  if (error.code === 'encoding')
    throw new FeedFailure(error.code, 'its text isn’t in UTF-8. Save it again as CSV UTF-8')
  throw error
}

async function* withUploadFailures<B>(batches: AsyncIterable<B>): AsyncGenerator<B> {
  try {
    yield* batches
  } catch (error) {
    toUploadFailure(error)
  }
}

/** The lines of a file in batches. Throws FeedFailure if it can't be read or isn't a list of ASINs. */
export async function* readAsinFile(
  path: string,
  name: string,
): AsyncGenerator<{ columns: readonly string[]; rows: readonly SourceRow[] }> {
  const kind = await detectFormat(path, name).catch(toUploadFailure)
  if (kind !== 'csv' && kind !== 'xlsx')
    throw new FeedFailure('no_list', 'it is neither a CSV, TSV nor XLSX file')
  if ((kind === 'xlsx') !== /\.xlsx$/i.test(name))
    throw new FeedFailure('no_list', 'its content and its name are of different formats')
  const { batches } = await openRecords(path, feedFormat.parse({ kind }), {
    unpackLimits: { bytes: unpackedBytes, ratio: 200, ratioFrom: 16 * 1024 * 1024 },
  }).catch(toUploadFailure)
  let rows = 0
  for await (const batch of withUploadFailures(batches)) {
    const fault = headerFault(batch.columns)
    if (fault) throw new FeedFailure('no_list', fault)
    rows += batch.rows.length
    if (rows > asinUploadLimits.rows)
      throw new FeedFailure('too_many_rows', `it has more than ${count(asinUploadLimits.rows)} lines`)
    yield batch
  }
  if (rows === 0) throw new FeedFailure('no_rows', 'it has no lines')
}

/** The header and number of lines of a file, once all of it could be read. */
export async function checkAsinFile(
  path: string,
  name: string,
): Promise<{ columns: readonly string[]; rows: number }> {
  let columns: readonly string[] = []
  let rows = 0
  for await (const batch of readAsinFile(path, name)) {
    columns = batch.columns
    rows += batch.rows.length
  }
  return { columns, rows }
}

/** Reads the cells of a header's columns. */
export function lineReader(header: readonly string[]): (row: SourceRow) => AsinLine {
  const columns = columnsOfFile(header)
  return (row) => {
    const cell = (column: AsinColumn): string => {
      const position = columns.get(column)
      return position === undefined ? '' : withoutGuard(row.cells[position] ?? '').trim()
    }
    const nameOf = (column: AsinColumn) => header[columns.get(column) ?? -1] ?? column
    const faulty = (column: AsinColumn, reason: string): AsinLine => ({
      line: row.line,
      cells: row.cells,
      fault: { column_name: nameOf(column), value: cell(column).slice(0, 200), reason },
    })
    if (row.fault) return faulty('asin', row.fault)
    if (row.cells.reduce((sum, text) => sum + text.length, 0) > longestLine)
      return faulty('asin', 'The line is longer than 64 KiB')
    return readCells({ row, cell, faulty })
  }
}

interface CellReading {
  row: SourceRow
  cell: (column: AsinColumn) => string
  faulty: (column: AsinColumn, reason: string) => AsinLine
}

function readCells({ row, cell, faulty }: CellReading): AsinLine {
  const asin = asinOf(cell('asin'))
  if (!asin) return faulty('asin', cell('asin') === '' ? 'The ASIN is missing' : 'Not a valid ASIN')
  const gtin = gtinOf(cell('gtin'))?.gtin
  const sku_key = identifierKey(cell('sku')) || undefined
  const productId = /^[1-9]\d{0,14}$/.test(cell('product_id')) ? Number(cell('product_id')) : undefined
  if (cell('product_id') !== '' && productId === undefined)
    return faulty('product_id', 'Not a valid product ID')
  if (!gtin && !sku_key && productId === undefined)
    return cell('gtin') === ''
      ? faulty('sku', 'The SKU, barcode or product ID is missing')
      : faulty('gtin', 'Not a valid barcode: check its length and last digit')
  const decision = cell('decision').toLowerCase()
  if (decision !== '' && decision !== 'accept' && decision !== 'reject')
    return faulty('decision', 'Enter accept, reject or nothing')
  const pack = Number(cell('pack'))
  const image = cell('image')
  return {
    line: row.line,
    cells: row.cells,
    asin,
    product_id: productId,
    sku_key,
    gtin,
    prefix: cell('prefix').toUpperCase() || undefined,
    title: cell('title').slice(0, 1000) || undefined,
    brand: cell('brand').slice(0, 200) || undefined,
    model: cell('model').slice(0, 100) || undefined,
    image: /^https?:\/\/\S{4,1900}$/.test(image) ? image : undefined,
    price: priceOf(cell('price')),
    pack: Number.isInteger(pack) && pack >= 1 && pack <= 100_000 ? pack : undefined,
    decision: decision || undefined,
  }
}

/** An amount without its currency sign; undefined: it isn't one. */
const priceOf = (text: string): string | undefined =>
  /^[^\d.-]{0,4}(\d{1,7}(?:\.\d{1,4})?)[^\d]{0,4}$/.exec(text.replace(/(\d),(?=\d{3}\b)/g, '$1'))?.[1]
