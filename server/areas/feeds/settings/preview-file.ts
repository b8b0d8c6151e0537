import type { FeedPreview } from '#contract/feeds/preview.ts'
import type { FeedFormat, ReadSettings } from '#contract/feeds/settings.ts'
import { FeedFailure } from '#engine/failure.ts'
import { firstRows, type FirstRow, type FirstRows } from '#engine/first-rows.ts'
import { lineAt, lookAtFile, type Look } from '#engine/look.ts'
import { suggest } from '#engine/mapping/suggest.ts'
import { tryMapping } from '#engine/try-mapping.ts'

/** A fetched file, and how a person wants to see it. */
export interface PreviewedFile {
  path: string
  name: string
  settings: ReadSettings
  /** Whether the format is detected. */
  detect: boolean
  rows: number
}
type PreviewOfFile = Omit<FeedPreview, 'file' | 'remembered'>
type OnProgress = (rows: number, bytes: number) => void

/** A file's preview. It is read once: the suggestion comes from its beginning. */
export async function previewFile(file: PreviewedFile, onProgress: OnProgress): Promise<PreviewOfFile> {
  let { settings } = file
  let fileLook: Look | undefined
  try {
    const { encoding, file: inArchive } = settings.format
    fileLook = await lookAtFile(file.path, file.name, encoding, inArchive)
    if (file.detect) settings = { ...settings, format: withDetected(settings.format, fileLook) }
    const { failure, ...rest } = await readPreview(file, settings, onProgress)
    return { ...describeLook(fileLook), ...rest, ...(await describe(failure, file, fileLook, settings)) }
  } catch (error) {
    if (!(error instanceof FeedFailure)) throw error
    const failure = await describe(error, file, fileLook, settings)
    return { ...unread(settings), ...describeLook(fileLook), ...failure }
  }
}

const describe = async (
  failure: FeedFailure | undefined,
  file: PreviewedFile,
  fileLook: Look | undefined,
  settings: ReadSettings,
) => ({
  failure: failure?.message ?? null,
  failure_code: failure?.code ?? null,
  failing_line: failure ? await failingLine(file, fileLook, failure, settings) : null,
})

/** The format as detected, without the settings of another kind. */
const withDetected = (format: FeedFormat, { kind, header }: Look): FeedFormat => {
  const { quote, encoding, file } = format
  return { kind, header, quote, ...(encoding && { encoding }), ...(file && { file }) }
}

const describeLook = (fileLook: Look | undefined) => ({
  detected: fileLook
    ? { kind: fileLook.kind, delimiter: fileLook.delimiter, sure: fileLook.sure, because: fileLook.because }
    : null,
  lines: fileLook?.lines ?? [],
})

/** What a file that can't be read has. */
export const unread = (settings: ReadSettings) => ({
  detected: null,
  lines: [],
  format: settings.format,
  encoding: '',
  encoding_by: '',
  rows_counted: 0,
  rows_more: false,
  table: null,
  notes: [],
  left_out_counted: 0,
  left_out: [],
  columns: [],
  rows: [],
  notices: [],
  suggestion: { ...settings, mapping: [], confidence: {}, reasons: {}, notes: [] },
  preset: null,
  tried: { problem: null, rows: [], fields: [] },
})

/** How many rows a suggestion is made from. */
const suggestedByRows = 300

/** Without a mapping of its own, the file is read with the suggested one. */
async function readPreview(
  { path, rows: count }: PreviewedFile,
  requestedSettings: ReadSettings,
  onProgress: OnProgress,
) {
  const isMapped = requestedSettings.mapping.length > 0
  // a suggestion looks at more rows than are shown
  const looked = Math.max(count, suggestedByRows)
  const beginning = isMapped
    ? undefined
    : await firstRows(path, requestedSettings.format, looked, { onlyBeginning: true })
  const format = beginning ? suggestFor(beginning, requestedSettings).format : requestedSettings.format
  const read = await firstRows(path, format, looked, { onProgress })
  // columns of XML and JSON grow until the file's end
  const hasGrown = beginning && read.columns.length > beginning.columns.length
  const { preset, ...suggestion } = suggestFor(
    beginning && !hasGrown ? beginning : { ...read, item: read.item ?? beginning?.item },
    requestedSettings,
  )
  const settings = isMapped ? requestedSettings : { ...suggestion, format }
  const shown = { ...read, rows: read.rows.slice(0, count) }
  return {
    format: settings.format,
    encoding: read.encoding,
    encoding_by: read.encodingBy,
    rows_counted: read.rowCount,
    rows_more: read.hasMore,
    ...describeTable(read),
    columns: [...read.columns],
    rows: shortenCells(shown.rows),
    notices: read.notices.map(({ reason, count: rows, line, value }) => ({ reason, rows, line, value })),
    suggestion: isMapped ? suggestion : { ...suggestion, format },
    preset: preset?.label ?? null,
    tried: tryMapping(shown, settings),
    failure: read.failure,
  }
}

/** Where the rows were found, and which lines are none. */
const describeTable = ({ traits: { table, notes = [] }, leftOut, leftOutCount }: FirstRows) => ({
  table: table
    ? {
        header_row: table.headerRow ?? null,
        delimiter: table.delimiter ?? null,
        sheet: table.sheet ?? null,
        sheets: [...(table.sheets ?? [])],
      }
    : null,
  notes,
  left_out_counted: leftOutCount,
  left_out: leftOut.map(({ line, cells, reason }) => ({
    line,
    text: cells
      .filter((cell) => cell.trim() !== '')
      .join(' · ')
      .slice(0, 200),
    reason,
  })),
})

/** A suggestion with the item that was found, and with what the file says it covers. */
function suggestFor(read: FirstRows, requestedSettings: ReadSettings) {
  const cells = read.rows.map((row) => row.cells)
  const delimiter = requestedSettings.format.delimiter ?? read.traits.table?.delimiter ?? null
  const { format, rules, ...rest } = suggest(read.columns, requestedSettings, cells, delimiter)
  const item = requestedSettings.format.item ?? read.item
  return {
    ...rest,
    format: item === undefined ? format : { ...format, item },
    rules: read.covers ? { ...rules, covers: read.covers } : rules,
  }
}

/** The text of the line that a failure names; a workbook has no lines. */
async function failingLine(
  file: PreviewedFile,
  fileLook: Look | undefined,
  { line }: FeedFailure,
  { format }: ReadSettings,
): Promise<string | null> {
  if (!fileLook || fileLook.kind === 'xlsx' || line === undefined) return null
  return lineAt(file.path, line, format.encoding).catch(() => null)
}

/** A preview is only for looking at: long cells and wide files are cut. */
const shownChars = 800_000
function shortenCells(rows: readonly FirstRow[]): FirstRow[] {
  const cells = rows.reduce((sum, row) => sum + row.cells.length, 0)
  const cellChars = Math.min(300, Math.floor(shownChars / Math.max(cells, 1)))
  return rows.map((row) => ({ ...row, cells: row.cells.map((cell) => cell.slice(0, cellChars)) }))
}
