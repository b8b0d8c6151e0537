import type { FeedFormat } from '#contract/feeds/settings.ts'
import { FeedFailure } from './failure.ts'
import { noRows, openRecords, type FileTraits } from './read.ts'
import type { LeftOutLine, Notice } from './record.ts'

export interface FirstRow {
  line: number
  cells: string[]
  /** Why the record can't be used at all. */
  fault: string | null
}
export interface FirstRows {
  encoding: string
  encodingBy: string
  columns: readonly string[]
  rows: FirstRow[]
  /** How many rows there are, as far as they were counted. */
  rowCount: number
  hasMore: boolean
  /** What was left out or corrected, as far as it was read. */
  notices: Notice[]
  /** The item that was found, as the setting would name it. */
  item: string | undefined
  /** What the file says it covers. */
  covers: 'some' | 'known' | undefined
  /** The first lines that aren't rows, and how many there are as far as rows were counted. */
  leftOut: LeftOutLine[]
  leftOutCount: number
  traits: FileTraits
  /** A failure further on in the file. */
  failure?: FeedFailure
}
const countedAtMost = 200_000
const shownLeftOut = 20
/** Rows after these are counted without splitting their cells, where the format allows it. */
const splitRows = 2000

export interface FirstRowsWith {
  /** Whether rows after the first aren't counted. */
  onlyBeginning?: boolean
  /** Called as rows are counted, with how many bytes of the file, as it is packed, were read. */
  onProgress?: (rows: number, bytes: number) => void
}

/** A file's first rows, and how many there are. */
export async function firstRows(
  path: string,
  format: FeedFormat,
  count: number,
  { onlyBeginning = false, onProgress }: FirstRowsWith = {},
): Promise<FirstRows> {
  const traits: FileTraits = { columns: [], ended: true, swallowed: undefined, sample: [], notes: [] }
  let bytesRead = () => 0
  let takenRows = 0
  const { encoding, encodingBy, batches } = await openRecords(path, format, {
    traits,
    knownRow: () => ++takenRows > splitRows,
    onOpen: (read) => (bytesRead = read),
  })
  const first: FirstRows = {
    encoding,
    encodingBy,
    columns: [],
    rows: [],
    rowCount: 0,
    hasMore: false,
    notices: [],
    item: undefined,
    covers: undefined,
    leftOut: [],
    leftOutCount: 0,
    traits,
  }
  try {
    for await (const batch of batches) {
      first.columns = [...batch.columns]
      for (const { line, cells, fault = null } of batch.rows.slice(0, count - first.rows.length))
        first.rows.push({ line, cells: [...cells], fault })
      first.rowCount += batch.rows.length
      first.leftOut.push(...(batch.leftOut ?? []).slice(0, shownLeftOut - first.leftOut.length))
      first.leftOutCount += batch.leftOut?.length ?? 0
      onProgress?.(first.rowCount, bytesRead())
      first.hasMore = first.rowCount >= countedAtMost || (onlyBeginning && first.rows.length === count)
      if (first.hasMore) break
    }
  } catch (error) {
    if (!(error instanceof FeedFailure) || first.rows.length === 0) throw error
    first.failure = error
  }
  first.notices = [...(traits.notices?.values() ?? [])]
  first.item = traits.item
  first.covers = traits.covers
  if (first.rowCount === 0) first.failure = noRows(traits)
  return first
}
