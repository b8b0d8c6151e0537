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
  while (length < 65_536) {
    const next = await source.next()
    if (next.done) break
    head.push(next.value)
    length += next.value.length
  }
  const first = Buffer.concat(head)
  const { encoding, by, skip } = choose(first, setting)
  const known: boolean = iconv.encodingExists(encoding)
  if (!known) throw new FeedFailure('encoding', `The encoding “${encoding}” isn't known`)
  const strict = encoding === 'utf-8' && by !== 'guess'

  async function* text() {
    const decoder =
      strict || encoding === 'utf-8' || encoding === 'utf-16le' ? fatal(encoding, skip) : legacy(encoding)
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

function choose(first: Buffer, setting?: string): { encoding: string; by: Decoded['by']; skip: number } {
  for (const [encoding, mark] of boms)
    if (mark.every((b, i) => first[i] === b)) return { encoding, by: 'bom', skip: mark.length }
  const declared = /^\s*<\?xml[^>]*encoding=["']([\w.-]+)["']/.exec(
    first.subarray(0, 400).toString('latin1'),
  )?.[1]
  if (declared) return { encoding: label(declared), by: 'declaration', skip: 0 }
  if (setting) return { encoding: label(setting), by: 'setting', skip: 0 }
  if (first.length > 3 && first[0] !== 0 && first[1] === 0 && first[3] === 0)
    return { encoding: 'utf-16le', by: 'guess', skip: 0 }
  if (first.length > 3 && first[0] === 0 && first[1] !== 0 && first[2] === 0)
    return { encoding: 'utf-16be', by: 'guess', skip: 0 }
  if (isUtf8(first)) return { encoding: 'utf-8', by: 'guess', skip: 0 }
  const hint = chardet.detect(first) ?? ''
  return {
    encoding: /^(windows|koi8|shift|euc|big5|gb)/i.test(hint) ? label(hint) : 'windows-1252',
    by: 'guess',
    skip: 0,
  }
}

const label = (name: string) => {
  const l = name.toLowerCase()
  return l === 'utf8'
    ? 'utf-8'
    : l === 'utf-16'
      ? 'utf-16le'
      : l === 'iso-8859-1' || l === 'latin1' || l === 'us-ascii'
        ? 'windows-1252'
        : l
}

/** Cut at a character boundary, so that a sample's torn last character says nothing. */
function isUtf8(bytes: Buffer): boolean {
  let end = bytes.length
  for (let back = 1; back <= 4 && back <= end; back++) {
    const b = bytes[end - back]!
    if (b < 0x80) break
    if (b >= 0xc0) {
      end -= back
      break
    }
  }
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes.subarray(0, end))
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
