import { formatKinds, formatNamed, type FormatKind } from '#contract/feeds/formats.ts'
import type { FeedFormat } from '#contract/feeds/settings.ts'
import { readCsv } from './csv.ts'
import { decode } from './decode.ts'
import { FeedFailure, type UnpackLimits } from '../failure.ts'
import { readJson, readJsonLines } from './json.ts'
import type { KnownRow, RecordBatch, TextTraits } from '../record.ts'
import { nameInZip, namesInZip, packingOf, unpack } from './unpack.ts'
import { readX12 } from './x12.ts'
import { readXlsx } from './xlsx.ts'
import { readXml } from './xml.ts'

type Batches = AsyncGenerator<RecordBatch>
/** How a file begins. */
interface Beginning {
  /** Decoded and unpacked; empty if the archive holds several files. */
  text: string
  /** The files in a zip archive. */
  zipEntries: readonly string[]
  /** The name of the archive's file that is read. */
  name?: string | undefined
}
type Format = {
  /** Whether a file with this beginning has the format. */
  begins(beginning: Beginning): boolean
  /** A record is a piece of the file's text, so a fingerprint can recognize it unsplit. */
  byLine: boolean
  /** The columns are known before the first row, and a row has as many cells. */
  fixedColumns: boolean
} & (
  | { text(text: AsyncIterable<string>, format: FeedFormat, known?: KnownRow, traits?: TextTraits): Batches }
  /** Its reader opens the file itself. */
  | {
      packed: 'zip'
      file(path: string, format: FeedFormat, bounds?: UnpackLimits, seen?: TextTraits): Batches
    }
)
const streamDefaults = { byLine: false, fixedColumns: false } as const

/** Every format of a feed: how it is recognized and read. Its labels are in `contract/feeds/formats.ts`. */
export const formats: Record<FormatKind, Format> = {
  csv: { begins: () => false, byLine: true, fixedColumns: true, text: readCsv },
  xml: {
    ...streamDefaults,
    begins: ({ text }) => /^\s*<[?!\p{L}_]/u.test(text),
    text: (text, format, _known, traits) => readXml(text, format.item, traits),
  },
  json: {
    ...streamDefaults,
    begins: ({ text }) => /^\s*(?:\[\s*[[{\]]|\{\s*["}])/.test(text) && !manyObjects(text),
    text: (text, format, _known, traits) => readJson(text, format.item, traits),
  },
  jsonl: {
    begins: ({ text }) => isObject(text.replace(/\n[^]*/, '').trim()),
    byLine: true,
    fixedColumns: false,
    text: (text, _format, knownRow, traits) => readJsonLines(text, knownRow, traits),
  },
  xlsx: {
    ...streamDefaults,
    begins: ({ zipEntries }) => zipEntries.some((name) => name.toLowerCase() === 'xl/workbook.xml'),
    packed: 'zip',
    file: readXlsx,
  },
  x12: {
    ...streamDefaults,
    begins: ({ text }) => /^\s*ISA[^A-Za-z0-9\s]/.test(text),
    text: (text) => readX12(text),
  },
}

/** Whether rows can be recognized by their text; a group's later rows depend on its first. */
export const hasFingerprint = (format: FeedFormat) => formats[format.kind].byLine && !format.group

/**
 * The format of a file: by its name, unless its beginning is clearly another format's.
 * @param file which of an archive's files, if that is set
 */
export async function detectFormat(
  path: string,
  name: string,
  file?: string,
): Promise<FormatKind | undefined> {
  const beginning = await beginningOf(path, file)
  const namedKind = formatNamed(name) ?? formatNamed(beginning.name ?? '')
  if (namedKind && formats[namedKind].begins(beginning)) return namedKind
  return formatKinds.find((kind) => formats[kind].begins(beginning)) ?? namedKind
}

async function beginningOf(path: string, file?: string): Promise<Beginning> {
  const zipEntries = (await packingOf(path)) === 'zip' ? await namesInZip(path) : []
  if (zipEntries.includes('xl/workbook.xml')) return { text: '', zipEntries }
  const name = zipEntries.length > 0 ? await nameInZip(path, { file }).catch(toNothing) : undefined
  if (zipEntries.length > 0 && name === undefined) return { text: '', zipEntries }
  const bytes = await unpack(path, undefined, undefined, { file })
  const { text } = await decode(bytes as AsyncIterable<Buffer>)
  for await (const piece of text) return { text: piece.replace(/^\uFEFF/, ''), zipEntries, name }
  return { text: '', zipEntries, name }
}

/** Why none of an archive's files can be chosen is said when it is read. */
function toNothing(error: unknown): undefined {
  if (!(error instanceof FeedFailure)) throw error
}

/** Whether the text has two lines or more, each an object. */
function manyObjects(text: string): boolean {
  const [first, second] = text.split('\n', 2).map((line) => line.trim())
  return !!first && !!second && isObject(first) && second.startsWith('{')
}
function isObject(text: string): boolean {
  if (!text.startsWith('{')) return false
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

/** Whether a file with this name must be a zip archive. */
export const mustBeZip = (name: string): boolean => {
  const kind = formatNamed(name)
  return /\.zip$/i.test(name) || (!/\.gz$/i.test(name) && kind !== undefined && 'packed' in formats[kind])
}
