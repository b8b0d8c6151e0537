import iconv from 'iconv-lite'

const utf7Run = /\+([A-Za-z0-9+/]{3,})-/g

/** Whether a text of plain letters is UTF-7: several of its signs are written as `+AOk-`. */
export function isUtf7(bytes: Buffer): boolean {
  if (bytes.some((b) => b > 127)) return false
  const text = bytes.toString('latin1')
  const runs = [...text.matchAll(utf7Run)].map((match) => match[1] ?? '')
  if (runs.length < 2) return false
  const decodedRuns = runs.map(utf7Text)
  if (decodedRuns.some((run) => run === undefined)) return false
  return decodedRuns.some((run) => /[^\p{ASCII}]/u.test(run ?? '')) || runs.length > 2
}

/** The text of a run; undefined: it is none. */
function utf7Text(run: string): string | undefined {
  const bytes = Buffer.from(run, 'base64')
  const bits = run.length * 6
  if (bits % 16 >= 6 || bytes.length < 2) return undefined
  const text = bytes
    .subarray(0, Math.floor(bits / 16) * 2)
    .swap16()
    .toString('utf16le')
  return /^[\p{L}\p{N}\p{P}\p{S}\p{Zs}\r\n]+$/u.test(text) && iconv.encode(text, 'utf-7').includes(run)
    ? text
    : undefined
}

/** UTF-8 that was read as Windows text and written as UTF-8 again: `Ã¼` for `ü`. */
const twice =
  /[\u00C2-\u00DF][\u0080-\u00BF\u0152\u0153\u0160\u0161\u0178\u017D\u017E\u0192\u02C6\u02DC\u2013-\u203A\u20AC\u2122]|[\u00E0-\u00EF](?:[\u0080-\u00BF\u0152\u0153\u0160\u0161\u0178\u017D\u017E\u0192\u02C6\u02DC\u2013-\u203A\u20AC\u2122]){2}/g

interface TwiceEncoded {
  /** How many letters were encoded twice. */
  count: number
  example: string
  meantText: string
  /** Whether every sign beyond ASCII was, so that the text can be read as it was meant. */
  isCertain: boolean
}

export function findTwiceEncoded(sample: string): TwiceEncoded | undefined {
  const foundRuns = [...sample.matchAll(twice)].map(([run]) => run)
  const meantText = foundRuns.map(readOneRun)
  const good = foundRuns.filter((_, i) => meantText[i] !== undefined)
  const [example] = good
  if (example === undefined || good.length < 2) return undefined
  const signs = sample.match(/[^\p{ASCII}\uFEFF]/gu)?.length ?? 0
  // letters of other scripts may have been replaced on their way, so only Latin ones and punctuation are certain
  const isCertain =
    good.every((run) => /^[\u00C2-\u00C5\u00E2]/.test(run)) &&
    good.reduce((sum, run) => sum + run.length, 0) === signs
  return { count: good.length, example, meantText: readOneRun(example) ?? '', isCertain }
}

export const readOnce = (text: string): string => text.replace(twice, (run) => readOneRun(run) ?? run)

/** Bytes that Windows text leaves undefined stay what they are. */
function readOneRun(run: string): string | undefined {
  const bytes = Buffer.from(
    Array.from(run, (c) => (c < '\u00A0' ? c.charCodeAt(0) : (iconv.encode(c, 'windows-1252')[0] ?? 0))),
  )
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return undefined
  }
}

/** UTF-16 without a mark: all zero bytes are the high halves of letters, and so are the other high bytes small. */
export function wideText(bytes: Buffer): 'utf-16le' | 'utf-16be' | undefined {
  const pairs = bytes.subarray(0, 4096)
  const zeros = [0, 0]
  for (let i = 0; i < pairs.length; i++) if (pairs[i] === 0) zeros[i % 2] = (zeros[i % 2] ?? 0) + 1
  const [even = 0, odd = 0] = zeros
  const total = even + odd
  if (total < 2 || total < 0.02 * pairs.length || (even > 0 && odd > 0)) return undefined
  const encoding = odd > 0 ? 'utf-16le' : 'utf-16be'
  let text: string
  try {
    text = new TextDecoder(encoding, { fatal: true }).decode(
      pairs.subarray(0, pairs.length - (pairs.length % 2)),
      {
        stream: true,
      },
    )
  } catch {
    return undefined
  }
  // two plain letters that are read as one are an ideograph
  const letters = Array.from(text)
  const plainPairs = letters.filter((c) =>
    /^[\x20-\x7e]{2}$/.test(String.fromCharCode(c.charCodeAt(0) >> 8, c.charCodeAt(0) & 255)),
  )
  const isText = letters.every((c) => /[\p{L}\p{M}\p{N}\p{P}\p{S}\p{Z}\s]/u.test(c))
  return isText && plainPairs.length < 0.5 * text.length ? encoding : undefined
}

/** Whether zero bytes are part of a text's letters: it has a mark of two or four bytes, or reads as such text. */
export function isWideText(head: Buffer): boolean {
  const isMarked = [0xfeff, 0xfffe].includes(head.length > 1 ? head.readUInt16BE(0) : 0)
  const zeros = [...head.subarray(0, 4)].map((b) => (b === 0 ? '0' : 'x')).join('')
  return isMarked || zeros === 'x000' || zeros === '000x' || wideText(head) !== undefined
}
