import chardet from 'chardet'
import iconv from 'iconv-lite'
import { legacy, strict } from './decoders.ts'
import { FeedFailure } from '../failure.ts'

export interface DecodedText {
  /** The label the bytes were read as. */
  encoding: string
  /** What decided it. */
  decidedBy: 'bom' | 'declaration' | 'setting' | 'guess'
  text: AsyncIterable<string>
}

const boms: readonly (readonly [string, readonly number[]])[] = [
  ['utf-8', [0xef, 0xbb, 0xbf]],
  ['utf-32le', [0xff, 0xfe, 0, 0]],
  ['utf-32be', [0, 0, 0xfe, 0xff]],
  ['utf-16le', [0xff, 0xfe]],
  ['utf-16be', [0xfe, 0xff]],
]

/**
 * Bytes to text. A byte-order mark wins, then an XML declaration, then the feed's setting, then a guess
 * (docs/domain/feed-formats.md, Encoding). The guess uses the first bytes; contradicting bytes further on are refused.
 */
export async function decode(bytes: AsyncIterable<Buffer>, setting?: string): Promise<DecodedText> {
  const source = bytes[Symbol.asyncIterator]()
  const head: Buffer[] = []
  let length = 0
  let whole = false
  while (length < 65_536) {
    const next = await source.next()
    whole = next.done === true
    if (next.done) break
    head.push(next.value)
    length += next.value.length
  }
  const first = Buffer.concat(head)
  const { encoding, decidedBy, skip } = choose(first, whole, setting)
  const isKnown: boolean = iconv.encodingExists(encoding)
  if (!isKnown) throw new FeedFailure('encoding', `Unknown encoding “${encoding}”`)

  async function* text() {
    const decoder = /^utf-(8|16[lb]e)$/.test(encoding) ? strict(encoding, skip) : legacy(encoding, skip)
    try {
      const start = decoder.write(first.subarray(skip))
      if (start) yield start
      while (true) {
        const next = await source.next()
        if (next.done) break
        const piece = decoder.write(next.value)
        if (piece) yield piece
      }
      const rest = decoder.end()
      if (rest) yield rest
    } finally {
      // a reader that stops early leaves no file open
      await source.return?.()
    }
  }
  return { encoding, decidedBy, text: text() }
}

interface Choice {
  encoding: string
  decidedBy: DecodedText['decidedBy']
  /** How many bytes the mark takes. */
  skip: number
}

/** @param whole the bytes are the whole file */
function choose(first: Buffer, whole: boolean, setting?: string): Choice {
  const mark = boms.find(([, bytes]) => bytes.every((b, i) => first[i] === b))
  const skip = mark?.[1].length ?? 0
  // an XML file begins with a known character: a mark that contradicts it is wrong
  const wide = wideXml.find(([, begins]) => first.indexOf(begins, 0, 'latin1') === skip)
  if (wide && wide[0] !== mark?.[0]) return { encoding: wide[0], decidedBy: 'declaration', skip }
  if (mark) return { encoding: mark[0], decidedBy: 'bom', skip }
  const declaredName = /^\s*<\?xml[^>]*encoding=["']([\w.-]+)["']/.exec(
    first.subarray(0, 400).toString('latin1'),
  )?.[1]
  // a file with one byte per letter isn't UTF-16 or similar, whatever it declares
  if (declaredName && isLikeAscii(label(declaredName)))
    return { encoding: label(declaredName), decidedBy: 'declaration', skip: 0 }
  if (setting) return { encoding: label(setting), decidedBy: 'setting', skip: 0 }
  return { encoding: guess(first, whole), decidedBy: 'guess', skip: 0 }
}

function guess(first: Buffer, whole: boolean): string {
  const zeros = [...first.subarray(0, 4)].map((b) => (b === 0 ? '0' : 'x')).join('')
  if (zeros === 'x000') return 'utf-32le'
  if (zeros === '000x') return 'utf-32be'
  if (zeros === 'x0x0') return 'utf-16le'
  if (zeros === '0x0x') return 'utf-16be'
  if (isUtf8(first, whole)) return 'utf-8'
  const hint = chardet.detect(first) ?? ''
  return /^(windows|koi8|shift|euc|big5|gb)/i.test(hint) ? label(hint) : 'windows-1252'
}

/** `<?` in letters of two or four bytes. */
const wideXml: readonly (readonly [encoding: string, begins: string])[] = [
  ['utf-16le', '<\0?\0'],
  ['utf-16be', '\0<\0?'],
  ['utf-32le', '<\0\0\0?\0\0\0'],
  ['utf-32be', '\0\0\0<\0\0\0?'],
]

/** Whether the encoding, if known, writes the letters of a declaration as single bytes. */
const isLikeAscii = (encoding: string) =>
  !iconv.encodingExists(encoding) || iconv.encode('<?xml', encoding).toString('latin1') === '<?xml'

/** Labels that mean another encoding, as in browsers. */
const encodingAliases = new Map([
  ['utf8', 'utf-8'],
  ['utf16', 'utf-16le'],
  ['utf16le', 'utf-16le'],
  ['ucs2', 'utf-16le'],
  ['iso10646ucs2', 'utf-16le'],
  ['utf16be', 'utf-16be'],
  ['utf32', 'utf-32le'],
  ['utf32le', 'utf-32le'],
  ['ucs4', 'utf-32le'],
  ['utf32be', 'utf-32be'],
  ['iso88591', 'windows-1252'],
  ['latin1', 'windows-1252'],
  ['usascii', 'windows-1252'],
])
const label = (name: string) => {
  const small = name.toLowerCase()
  return encodingAliases.get(small.replace(/[^a-z0-9]/g, '')) ?? small
}

/** Ignores an incomplete last character of a sample. */
function isUtf8(bytes: Buffer, whole: boolean): boolean {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: !whole })
    return true
  } catch {
    return false
  }
}
