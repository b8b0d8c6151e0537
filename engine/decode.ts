import chardet from 'chardet'
import iconv from 'iconv-lite'
import { FeedFailure } from './failure.ts'

export interface Decoded {
  /** The label the bytes were read as. */
  encoding: string
  /** What decided it. */
  by: 'bom' | 'declaration' | 'setting' | 'guess'
  text: AsyncIterable<string>
}

const boms: readonly (readonly [string, readonly number[]])[] = [
  ['utf-8', [0xef, 0xbb, 0xbf]],
  ['utf-16le', [0xff, 0xfe]],
  ['utf-16be', [0xfe, 0xff]],
]

/**
 * Bytes to text. A byte-order mark wins, then an XML declaration, then the feed's setting, then a guess
 * (docs/domain.md, Feeds: formats). A guess looks at the first bytes; what isn't so further on is refused.
 */
export async function decode(bytes: AsyncIterable<Buffer>, setting?: string): Promise<Decoded> {
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
  const { encoding, by, skip } = choose(first, whole, setting)
  const known: boolean = iconv.encodingExists(encoding)
  if (!known) throw new FeedFailure('encoding', `The encoding “${encoding}” isn't known`)

  async function* text() {
    const checked = encoding === 'utf-8' || encoding === 'utf-16le'
    const decoder = checked ? fatal(encoding, skip) : legacy(encoding)
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
      // whoever has read enough leaves no file open
      await source.return?.()
    }
  }
  return { encoding, by, text: text() }
}

interface Choice {
  encoding: string
  by: Decoded['by']
  /** How many bytes the mark takes. */
  skip: number
}

/** @param whole the bytes are all that there are */
function choose(first: Buffer, whole: boolean, setting?: string): Choice {
  for (const [encoding, mark] of boms)
    if (mark.every((b, i) => first[i] === b)) return { encoding, by: 'bom', skip: mark.length }
  const declared = /^\s*<\?xml[^>]*encoding=["']([\w.-]+)["']/.exec(
    first.subarray(0, 400).toString('latin1'),
  )?.[1]
  // whose letters take one byte isn't UTF-16, whatever it says of itself
  if (declared && !/^utf-?16/i.test(declared))
    return { encoding: label(declared), by: 'declaration', skip: 0 }
  if (setting) return { encoding: label(setting), by: 'setting', skip: 0 }
  return { encoding: guess(first, whole), by: 'guess', skip: 0 }
}

function guess(first: Buffer, whole: boolean): string {
  const zeros = [...first.subarray(0, 4)].map((b) => (b === 0 ? '0' : 'x')).join('')
  if (zeros === 'x0x0') return 'utf-16le'
  if (zeros === '0x0x') return 'utf-16be'
  if (isUtf8(first, whole)) return 'utf-8'
  const hint = chardet.detect(first) ?? ''
  return /^(windows|koi8|shift|euc|big5|gb)/i.test(hint) ? label(hint) : 'windows-1252'
}

/** What is written but means another, as browsers take it. */
const meant = new Map([
  ['utf8', 'utf-8'],
  ['utf-16', 'utf-16le'],
  ['iso-8859-1', 'windows-1252'],
  ['latin1', 'windows-1252'],
  ['us-ascii', 'windows-1252'],
])
const label = (name: string) => meant.get(name.toLowerCase()) ?? name.toLowerCase()

/** A sample's torn last character says nothing. */
function isUtf8(bytes: Buffer, whole: boolean): boolean {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: !whole })
    return true
  } catch {
    return false
  }
}

interface StreamDecoder {
  write(bytes: Buffer): string
  end(): string
}

/** @param skipped how many bytes of the file came before */
function fatal(encoding: string, skipped: number): StreamDecoder {
  const make = () => new TextDecoder(encoding, { fatal: true, ignoreBOM: true })
  const decoder = make()
  let at = skipped
  /** The last bytes that were read: the next piece may go on with a character of theirs. */
  let last: Buffer = Buffer.alloc(0)
  const refuse = (bytes: Buffer): never => {
    const unit = encoding === 'utf-16le' ? 2 : 1
    const torn =
      [3, 2, 1].find((n) => n <= last.length && (at - n) % unit === 0 && isTorn(make, last.subarray(-n))) ?? 0
    const text = goodText(make, Buffer.concat([last.subarray(last.length - torn), bytes]))
    const good = at - torn + (unit === 2 ? text.length * 2 : Buffer.byteLength(text))
    const behind = text && `, behind “${text.slice(-30).replace(/\s+/g, ' ')}”`
    throw new FeedFailure(
      'encoding',
      `The file isn't ${encoding.toUpperCase()} from its byte ${good + 1} on${behind}. Set the feed's encoding`,
    )
  }
  return {
    write(bytes) {
      try {
        const text = decoder.decode(bytes, { stream: true })
        at += bytes.length
        last = Buffer.concat([last, bytes.subarray(-3)]).subarray(-3)
        return text
      } catch {
        return refuse(bytes)
      }
    },
    end() {
      try {
        return decoder.decode()
      } catch {
        return refuse(Buffer.alloc(0))
      }
    },
  }
}

/** Whether the bytes begin a character and don't end it. */
function isTorn(make: () => TextDecoder, bytes: Buffer): boolean {
  try {
    return make().decode(bytes, { stream: true }) === ''
  } catch {
    return false
  }
}

/** What the bytes say before the first character that can't be. */
function goodText(make: () => TextDecoder, bytes: Buffer): string {
  const read = (n: number) => {
    try {
      return make().decode(bytes.subarray(0, n), { stream: true })
    } catch {
      return undefined
    }
  }
  let good = 0
  let bad = bytes.length + 1
  while (bad - good > 1) {
    const middle = Math.floor((good + bad) / 2)
    if (read(middle) === undefined) bad = middle
    else good = middle
  }
  return read(good) ?? ''
}

function legacy(encoding: string): StreamDecoder {
  const decoder = iconv.getDecoder(encoding)
  return { write: (b) => decoder.write(b), end: () => decoder.end() ?? '' }
}
