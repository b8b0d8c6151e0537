import { SaxesParser } from 'saxes'
import type { Entry, ZipFile } from 'yauzl'
import { FeedFailure, limits, type UnpackLimits } from '../failure.ts'
import { smallPieces } from '../record.ts'
import { zipEntry } from './unpack.ts'

export interface OpenWorkbook {
  file: ZipFile
  bounds: UnpackLimits
}
/** Handlers for an element's start, text and end; names come without their prefix. */
interface Handlers {
  open(name: string, attributes: Record<string, string>): void
  text?(piece: string): unknown
  close?(name: string): void
}

/** Parses one XML file of the workbook. */
export async function parse(zip: OpenWorkbook, entry: Entry, handlers: Handlers): Promise<void> {
  for await (const _ of parsePieces(zip, entry, handlers));
}

/** Parses one XML file of the workbook, and yields after each small piece. */
export async function* parsePieces(
  zip: OpenWorkbook,
  entry: Entry,
  handlers: Handlers,
): AsyncGenerator<void> {
  const parser = new SaxesParser()
  let lastTag = 0
  parser.on('error', (error) => {
    throw new FeedFailure('not_xlsx', `${entry.fileName} isn’t valid XML: ${error.message}`)
  })
  parser.on('opentag', (tag) => {
    lastTag = parser.position
    handlers.open(localName(tag), tag.attributes as Record<string, string>)
  })
  parser.on('closetag', (tag) => {
    lastTag = parser.position
    handlers.close?.(localName(tag))
  })
  const text = (piece: string) => void handlers.text?.(piece)
  parser.on('text', text)
  parser.on('cdata', text)
  let writtenChars = 0
  for await (const piece of texts(zip, entry)) {
    parser.write(piece)
    writtenChars += piece.length
    // saxes reports a text when it ends: one that never ends would grow in there
    if (writtenChars - lastTag > limits.recordChars)
      throw new FeedFailure(
        'endless_text',
        `A text value in ${entry.fileName} has more than ${limits.recordChars} characters`,
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

/** Refuses a part that unpacks to more than allowed. */
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
