import iconv from 'iconv-lite'
import { FeedFailure } from '../failure.ts'
import { doubtfulLine } from '../record.ts'

/** Decodes bytes as they come; throws FeedFailure if a byte isn’t valid in the encoding. */
interface StreamDecoder {
  write(bytes: Buffer): string
  end(): string
}

/** @param skippedBytes how many bytes of the file came before */
export function strict(encoding: string, skippedBytes: number): StreamDecoder {
  const make = () => new TextDecoder(encoding, { fatal: true, ignoreBOM: true })
  const decoder = make()
  let position = skippedBytes
  /** The last bytes that were read: the next piece may continue a character of them. */
  let last: Buffer = Buffer.alloc(0)
  const refuse = (bytes: Buffer): never => {
    const unit = encoding === 'utf-8' ? 1 : 2
    const tornBytes =
      [3, 2, 1].find(
        (n) => n <= last.length && (position - n) % unit === 0 && isTorn(make, last.subarray(-n)),
      ) ?? 0
    const text = goodText(make, Buffer.concat([last.subarray(last.length - tornBytes), bytes]))
    const good = position - tornBytes + (unit === 2 ? text.length * 2 : Buffer.byteLength(text))
    throw wrongByte(encoding, good + 1, text)
  }
  return {
    write(bytes) {
      try {
        const text = decoder.decode(bytes, { stream: true })
        position += bytes.length
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

const longestLine = 1024 * 1024

/**
 * UTF-8 whose broken lines are read in another encoding and marked. Good pieces are decoded whole: 100 MB in
 * 0.1 s.
 */
export function lineByLine(encodingOf: (line: Buffer) => string): StreamDecoder {
  const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })
  let rest: Buffer = Buffer.alloc(0)
  let otherEncoding: string | undefined
  const readLine = (line: Buffer): string => {
    try {
      return decoder.decode(line)
    } catch {
      otherEncoding ??= encodingOf(line)
      return doubtfulLine + iconv.decode(line, otherEncoding)
    }
  }
  const read = (bytes: Buffer): string => {
    try {
      return decoder.decode(bytes)
    } catch {
      let text = ''
      for (let from = 0; from < bytes.length;) {
        const end = bytes.indexOf(10, from)
        const next = end < 0 ? bytes.length : end + 1
        text += readLine(bytes.subarray(from, next))
        from = next
      }
      return text
    }
  }
  return {
    write(bytes) {
      const all = rest.length ? Buffer.concat([rest, bytes]) : bytes
      const end = all.lastIndexOf(10) + 1
      // a line without end is cut between two characters
      const whole = end === 0 && all.length > longestLine ? all.length - tornBytesAt(all) : end
      rest = all.subarray(whole)
      return read(all.subarray(0, whole))
    },
    end: () => read(rest),
  }
}

/** How many bytes at the end are the beginning of a character. */
function tornBytesAt(bytes: Buffer): number {
  for (let n = 1; n <= 3; n++) {
    const byte = bytes[bytes.length - n] ?? 0
    if (byte >= 0xc0) return n
    if (byte < 0x80) return 0
  }
  return 0
}

function wrongByte(encoding: string, byte: number, good: string): FeedFailure {
  const behind = good && `, after “${good.slice(-30).replace(/\s+/g, ' ')}”`
  const message = `The file isn’t valid ${encoding.toUpperCase()} from byte ${byte}${behind}`
  return new FeedFailure('encoding', `${message}. Choose the feed's encoding`)
}

/** Whether the bytes are an incomplete character. */
function isTorn(make: () => TextDecoder, bytes: Buffer): boolean {
  try {
    return make().decode(bytes, { stream: true }) === ''
  } catch {
    return false
  }
}

/** The text before the first invalid character. */
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

const replacement = '\uFFFD'

/**
 * Decodes an encoding that only iconv knows, which replaces invalid bytes by a character of its own. Bytes are
 * read up to the certain end of a character, so that the position of an invalid one is known.
 */
export function legacy(encoding: string, skippedBytes: number): StreamDecoder {
  let position = skippedBytes
  let rest: Buffer = Buffer.alloc(0)
  const read = (bytes: Buffer): string => {
    const text = iconv.decode(bytes, encoding, { stripBOM: false })
    const wrong = text.indexOf(replacement)
    if (wrong >= 0)
      throw wrongByte(encoding, position + bytesOf(encoding, bytes, wrong) + 1, text.slice(0, wrong))
    position += bytes.length
    return text
  }
  return {
    write(bytes) {
      const all = rest.length ? Buffer.concat([rest, bytes]) : bytes
      const end = sureEnd(encoding, all)
      rest = all.subarray(end)
      return read(all.subarray(0, end))
    },
    end: () => read(rest),
  }
}

/** Bytes that are complete characters in every encoding: blanks, quotes, tags. */
const standsAlone = (byte: number) => byte <= 32 || byte === 0x22 || byte === 0x3c || byte === 0x3e
const mostHeld = 1024 * 1024

/** How many of the bytes certainly end with a complete character. */
function sureEnd(encoding: string, bytes: Buffer): number {
  if (encoding.startsWith('utf-32')) return bytes.length - (bytes.length % 4)
  let end = bytes.length
  while (end > 0 && !standsAlone(bytes[end - 1] ?? 0)) end--
  return end === 0 && bytes.length > mostHeld ? bytes.length : end
}

/** How many bytes the first characters take. */
function bytesOf(encoding: string, bytes: Buffer, chars: number): number {
  let few = 0
  let enough = bytes.length
  while (few < enough) {
    const middle = Math.floor((few + enough) / 2)
    if (
      (iconv.getDecoder(encoding, { stripBOM: false }).write(bytes.subarray(0, middle)) ?? '').length < chars
    )
      few = middle + 1
    else enough = middle
  }
  return few
}
