import { SaxesParser } from 'saxes'
import type { Entry, ZipFile } from 'yauzl'
import { FeedFailure, limits, type UnpackLimits } from '../failure.ts'
import { smallPieces } from '../record.ts'
import { zipEntry } from './unpack.ts'

export interface OpenWorkbook {
  file: ZipFile
  bounds: UnpackLimits
}
/** What to do with an element's beginning, its text and its end; names come without their prefix. */
interface Doing {
  open(name: string, attributes: Record<string, string>): void
  text?(piece: string): unknown
  close?(name: string): void
}

/** One XML file of the workbook, whole. */
export async function parse(zip: OpenWorkbook, entry: Entry, doing: Doing): Promise<void> {
  for await (const _ of parsePieces(zip, entry, doing));
}

/** One XML file of the workbook, a small piece a turn. */
export async function* parsePieces(zip: OpenWorkbook, entry: Entry, doing: Doing): AsyncGenerator<void> {
  const parser = new SaxesParser()
  let lastTag = 0
  parser.on('error', (error) => {
    throw new FeedFailure('not_xlsx', `${entry.fileName} isn't well-formed: ${error.message}`)
  })
  parser.on('opentag', (tag) => {
    lastTag = parser.position
    doing.open(localName(tag), tag.attributes as Record<string, string>)
  })
  parser.on('closetag', (tag) => {
    lastTag = parser.position
    doing.close?.(localName(tag))
  })
  const text = (piece: string) => void doing.text?.(piece)
  parser.on('text', text)
  parser.on('cdata', text)
  let writtenChars = 0
  for await (const piece of texts(zip, entry)) {
    parser.write(piece)
    writtenChars += piece.length
    // saxes tells of a text when it ends: one that doesn't would grow in there
    if (writtenChars - lastTag > limits.recordChars)
      throw new FeedFailure(
        'endless_text',
        `A text of ${entry.fileName} holds more than ${limits.recordChars} characters`,
        parser.line,
      )
    yield
  }
  parser.close()
}

const localName = (tag: { name: string }) => tag.name.replace(/^.*:/, '')

async function* texts(zip: OpenWorkbook, entry: Entry): AsyncGenerator<string> {
  const decoder = new TextDecoder('utf-8', { fatal: true })
  const decodeChunk = (chunk?: Buffer) => {
    try {
      return decoder.decode(chunk, { stream: chunk !== undefined })
    } catch {
      throw new FeedFailure('not_xlsx', `${entry.fileName} isn't UTF-8`)
    }
  }
  let bytes = 0
  for await (const chunk of (await zipEntry(zip.file, entry)) as AsyncIterable<Buffer>) {
    bytes += chunk.length
    refuseGrowth(entry.fileName, bytes, entry.compressedSize, zip.bounds)
    yield* smallPieces(decodeChunk(chunk))
  }
  decodeChunk()
}

/** Refuses what unpacks to more than it may. */
export function refuseGrowth(
  name: string,
  size: number,
  packedBytes: number,
  { bytes, ratio, ratioFrom }: UnpackLimits,
): void {
  if (size > bytes) throw new FeedFailure('too_large', `${name} unpacks to more than ${bytes} bytes`)
  if (size > ratioFrom && size > packedBytes * ratio)
    throw new FeedFailure('bomb', `${name} unpacks to more than ${ratio} times its size`)
}
