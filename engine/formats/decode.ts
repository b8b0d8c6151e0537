import chardet from 'chardet'
import iconv from 'iconv-lite'
import { likeliestCodePage } from './code-pages.ts'
import { legacy, lineByLine, strict } from './decoders.ts'
import { findTwiceEncoded, isUtf7, readOnce, wideText } from './doubtful-text.ts'
import { FeedFailure } from '../failure.ts'

export interface DecodedText {
  /** The label the bytes were read as. */
  encoding: string
  /** What decided it. */
  decidedBy: 'bom' | 'declaration' | 'setting' | 'guess'
  text: AsyncIterable<string>
  /** What was assumed to read it. */
  notes: string[]
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
 * (docs/domain/feed-formats.md, Encoding). The guess uses the first bytes; contradicting bytes further on are refused,
 * or read as Windows text line by line if the reader can mark lines.
 */
export async function decode(
  bytes: AsyncIterable<Buffer>,
  setting?: string,
  { marksLines = false } = {},
): Promise<DecodedText> {
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
  const { encoding, decidedBy, skip, note } = choose(first, whole, setting)
  const mayMark = marksLines && encoding === 'utf-8' && (decidedBy === 'guess' || decidedBy === 'bom')
  const isKnown: boolean = iconv.encodingExists(encoding)
  if (!isKnown) throw new FeedFailure('encoding', `Unknown encoding “${encoding}”`)

  const makeDecoder = () => {
    if (mayMark) return lineByLine((line) => likeliestCodePage(line).encoding)
    return /^utf-(8|16[lb]e)$/.test(encoding) ? strict(encoding, skip) : legacy(encoding, skip)
  }
  const twiceEncoded = encoding === 'utf-8' ? findTwiceEncoded(sampleText(first)) : undefined
  async function* decodedText() {
    const decoder = makeDecoder()
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
  const notes = [...(note === undefined ? [] : [note]), ...notesOf(encoding, twiceEncoded)]
  return {
    encoding,
    decidedBy,
    notes,
    text: twiceEncoded?.isCertain ? readAgain(decodedText()) : decodedText(),
  }
}

const sampleText = (first: Buffer) => first.subarray(0, 65_536).toString('utf8').replaceAll('\uFFFD', '')

function notesOf(encoding: string, twiceEncoded: ReturnType<typeof findTwiceEncoded>): string[] {
  const notes: string[] = []
  if (encoding === 'utf-7')
    notes.push('The file is written in UTF-7, an outdated encoding: check its special letters')
  if (twiceEncoded) {
    const example = `“${twiceEncoded.example}” instead of “${twiceEncoded.meantText}”`
    notes.push(
      twiceEncoded.isCertain
        ? `The text was encoded twice, with ${example}, and was read as meant`
        : `Some letters look garbled, such as ${example}: part of the text was encoded twice`,
    )
  }
  return notes
}

/** Text that was encoded twice, as it was meant; a letter may be in two pieces. */
async function* readAgain(text: AsyncIterable<string>): AsyncGenerator<string> {
  let rest = ''
  for await (const piece of text) {
    const all = rest + piece
    const end = all.search(/[^\p{ASCII}]{0,2}$/u)
    rest = all.slice(end)
    const now = readOnce(all.slice(0, end))
    if (now) yield now
  }
  if (rest) yield readOnce(rest)
}

interface Choice {
  encoding: string
  decidedBy: DecodedText['decidedBy']
  /** How many bytes the mark takes. */
  skip: number
  /** What a person should know of the guess. */
  note?: string
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
  return { ...guess(first, whole), decidedBy: 'guess', skip: 0 }
}

function guess(first: Buffer, whole: boolean): Pick<Choice, 'encoding' | 'note'> {
  const unicode = guessUnicode(first, whole)
  if (unicode !== undefined) return { encoding: unicode }
  const hint = chardet.detect(first) ?? ''
  const beyondAscii = Math.max(
    0,
    first.findIndex((b) => b > 127),
  )
  const sample = first.subarray(Math.max(0, beyondAscii - 100), beyondAscii + 16_384)
  const { encoding, score, isUncertain } = likeliestCodePage(sample)
  if (/^(shift|euc|big5|gb)/i.test(hint) && score < sureOfPage) return { encoding: label(hint) }
  const [word] = /[\p{L}\p{M}]*[^\p{ASCII}][\p{L}\p{M}]*/u.exec(iconv.decode(sample, encoding)) ?? []
  const name = pageNames.get(encoding) ?? encoding
  return isUncertain && word !== undefined
    ? { encoding, note: `The text encoding is uncertain: “${word.slice(0, 30)}” was read as ${name}` }
    : { encoding }
}

const pageNames = new Map([
  ['cp850', 'DOS text (cp850)'],
  ['cp852', 'DOS text (cp852)'],
  ['macintosh', 'Mac Roman'],
  ['maccenteuro', 'Mac Central European'],
])

function guessUnicode(first: Buffer, whole: boolean): string | undefined {
  const zeros = [...first.subarray(0, 4)].map((b) => (b === 0 ? '0' : 'x')).join('')
  if (zeros === 'x000') return 'utf-32le'
  if (zeros === '000x') return 'utf-32be'
  const wide = wideText(first)
  if (wide) return wide
  if (zeros === 'x0x0') return 'utf-16le'
  if (zeros === '0x0x') return 'utf-16be'
  if (isUtf7(first)) return 'utf-7'
  if (isUtf8(first, whole) || isMostlyUtf8(first)) return 'utf-8'
  return undefined
}

/** A page that explains so much of a text leaves no room for Chinese, Japanese or Korean. */
const sureOfPage = 0.8

/** Whether half of the lines with more than plain letters are UTF-8, which by accident none would be: a few broken ones are marked later. */
function isMostlyUtf8(first: Buffer): boolean {
  let good = 0
  let bad = 0
  for (let from = 0; from < first.length;) {
    const end = first.indexOf(10, from)
    const line = first.subarray(from, end < 0 ? first.length : end)
    from = end < 0 ? first.length : end + 1
    if (!line.some((b) => b > 127)) continue
    if (isUtf8(line, true)) good++
    else if (end >= 0) bad++
  }
  return good > 0 && good >= bad
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
