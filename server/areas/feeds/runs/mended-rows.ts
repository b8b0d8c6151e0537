import { randomUUID } from 'node:crypto'
import { Readable } from 'node:stream'
import type { FeedFormat } from '#contract/feeds/settings.ts'
import { count, many } from '#contract/words.ts'
import { FeedFailure } from '#engine/failure.ts'
import { detectFormat } from '#engine/formats/formats.ts'
import { openRecords } from '#engine/read.ts'
import { csvCell, withoutGuard } from '#server/platform/files/csv.ts'
import { Refusal } from '#server/platform/http/errors.ts'
import type { Files } from '#server/platform/files/files.ts'
import { keepFile } from '../files/fetched-files.ts'
import { leftOutPrefix, mendedColumns, repeatedReason } from './issues.ts'
import { uploadKeys } from '../files/old-files.ts'
import { rejectedRows } from './run-exports.ts'

/** The format of mended rows, whatever the feed's own. */
export const mendedFormat: FeedFormat = {
  kind: 'csv',
  header: true,
  header_row: 1,
  every_line: true,
  quote: '"',
  delimiter: ',',
}
/** How long checking a file of them may take. */
const lookMs = 120_000

export interface RejectedFile {
  feed_run_id: number
  feed_id: number
  key: string
  /** The column of the feed's SKU. */
  skuColumn: string | undefined
}
interface MendedFile {
  key: string
  rows: number
  /** Rows whose SKU is still another row's. */
  left_out: number
}

/** How a rejected row is recognized. */
interface RejectedRow {
  sku: string | undefined
  /** It repeats a SKU, or isn't a product's row. */
  isNoProduct: boolean
}

/**
 * Keeps an upload's rows as a file with the supplier's own columns, or refuses it: each must be a rejected row of
 * the run, recognized by its line and SKU. A row that still repeats a SKU is left out, because on its own it would
 * win over the row that counts; so is a line that the run left out.
 */
export async function keepMended(
  files: Files,
  rejectedFile: RejectedFile,
  upload: { key: string; name: string },
): Promise<MendedFile> {
  const { columns, rowsByLine } = await knownRows(files, rejectedFile)
  const keptCopy = await keepFile(await files.open(upload.key), AbortSignal.timeout(lookMs)).catch(unread)
  const key = uploadKeys.key({ owner: rejectedFile.feed_id, uuid: randomUUID() })
  const reader = new UploadReader(rejectedFile, columns, rowsByLine)
  try {
    const kind = (await detectFormat(keptCopy.path, upload.name)) === 'xlsx' ? 'xlsx' : 'csv'
    const { batches } = await openRecords(keptCopy.path, {
      kind,
      header: true,
      header_row: 1,
      every_line: true,
      quote: '"',
    })
    await files.put(key, Readable.from(reader.lines(batches)))
    reader.refuse()
    return { key, rows: reader.rows, left_out: reader.leftOut }
  } catch (error) {
    await files.remove(key)
    return unread(error)
  } finally {
    await keptCopy.remove()
  }
}

function unread(error: unknown): never {
  throw error instanceof FeedFailure ? refusal(`Couldn’t read the file: ${error.message}`) : error
}

async function knownRows(files: Files, { key, skuColumn }: RejectedFile) {
  const rowsByLine = new Map<string, RejectedRow>()
  let columns: readonly string[] = []
  for await (const { columns: header, rows } of rejectedRows(files, key)) {
    columns = header.slice(0, -mendedColumns.length)
    const skuPosition = skuColumn === undefined ? -1 : columns.indexOf(skuColumn)
    for (const cells of rows)
      rowsByLine.set(cells.at(-2) ?? '', {
        sku: skuPosition < 0 ? undefined : cells[skuPosition]?.trim(),
        isNoProduct: cells.at(-1) === repeatedReason || cells.at(-1)?.startsWith(leftOutPrefix) === true,
      })
  }
  return { columns, rowsByLine }
}

type Batches = Awaited<ReturnType<typeof openRecords>>['batches']

/** Reads an upload once: writes the rows that it accepts, and counts those that aren't the run's. */
class UploadReader {
  rows = 0
  leftOut = 0
  readonly #rejectedFile: RejectedFile
  readonly #columns: readonly string[]
  readonly #rowsByLine: ReadonlyMap<string, RejectedRow>
  #foreign = 0
  #firstFault = ''

  constructor(
    rejectedFile: RejectedFile,
    columns: readonly string[],
    rowsByLine: ReadonlyMap<string, RejectedRow>,
  ) {
    this.#rejectedFile = rejectedFile
    this.#columns = columns
    this.#rowsByLine = rowsByLine
  }

  async *lines(batches: Batches): AsyncGenerator<string> {
    let positions: { line: number; sku: number; cells: number[] } | undefined
    for await (const { columns, rows } of batches) {
      if (!positions) {
        positions = this.#header(columns)
        yield csvLine(positions.cells.map((i) => columns[i] ?? ''))
      }
      for (const { cells } of rows) {
        const fits = cells.length === columns.length
        const line = (fits ? cells[positions.line] : cells.at(-2))?.trim() ?? ''
        if (!this.#takes(line, withoutGuard(cells[positions.sku] ?? '').trim())) continue
        // the run reports a row that still has more cells than columns
        const ownCells = fits
          ? positions.cells.map((i) => cells[i] ?? '')
          : cells.slice(0, -mendedColumns.length)
        yield csvLine(ownCells.map(withoutGuard))
      }
    }
  }

  #header(columns: readonly string[]) {
    const lacks = [...mendedColumns, ...this.#columns].find((name) => !columns.includes(name))
    if (lacks !== undefined)
      throw refusal(
        `The file doesn’t match the rejected rows of run ${this.#rejectedFile.feed_run_id}: the column “${lacks}” is missing. ` +
          'Download them again and keep every column',
      )
    const ownPositions = columns.flatMap((name, i) => (mendedColumns.includes(name as never) ? [] : [i]))
    return {
      line: columns.indexOf(mendedColumns[0]),
      sku: columns.indexOf(this.#rejectedFile.skuColumn ?? ''),
      cells: ownPositions,
    }
  }

  #takes(line: string, sku: string): boolean {
    this.rows++
    const rejectedRow = this.#rowsByLine.get(line)
    if (!rejectedRow) return this.#rejectForeign(`line “${line}” was not rejected`)
    if (rejectedRow.isNoProduct && rejectedRow.sku === sku) {
      this.rows--
      this.leftOut++
      return false
    }
    if (!rejectedRow.isNoProduct && rejectedRow.sku && rejectedRow.sku !== sku)
      return this.#rejectForeign(`line ${line} had the SKU “${rejectedRow.sku}” and now has “${sku}”`)
    return true
  }

  #rejectForeign(reason: string): false {
    this.#foreign++
    this.#firstFault ||= reason
    return false
  }

  refuse(): void {
    const { feed_run_id } = this.#rejectedFile
    if (this.#foreign > 0)
      throw refusal(
        `${count(this.#foreign)} of ${many(this.rows, 'row')} ${this.#foreign === 1 ? 'is not a rejected row' : 'are not rejected rows'} of run ${feed_run_id}: ${this.#firstFault}. ` +
          'Check that the file is from this run',
      )
    if (this.rows === 0)
      throw refusal(
        this.leftOut > 0
          ? 'Every row still has a duplicate SKU. Change the SKUs first'
          : 'The file has no rows',
      )
  }
}

const csvLine = (cells: readonly string[]) => `${cells.map(csvCell).join(',')}\r\n`
const refusal = (reason: string) => new Refusal('invalid', `${reason}.`, { file: reason })
