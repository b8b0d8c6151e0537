import { addDays } from '#contract/billing/days.ts'
import { plainNumber } from '../number.ts'

/** How a number cell is shown: its text; undefined: as the plain number. */
export type ShowNumber = ((value: string) => string) | undefined

/** The formats that workbooks don't spell out, as far as they show more than a number. */
const builtIn: Readonly<Record<number, string>> = {
  9: '0%',
  10: '0.00%',
  ...Object.fromEntries(
    [14, 15, 16, 17, 27, 28, 29, 30, 31, 34, 35, 36, 50, 51, 52, 53, 54, 55, 56, 57, 58].map((id) => [
      id,
      'yyyy-mm-dd',
    ]),
  ),
  ...Object.fromEntries([18, 19, 20, 21, 32, 33, 45, 46, 47].map((id) => [id, 'h:mm:ss'])),
  22: 'yyyy-mm-dd h:mm',
}

/** How numbers with a format are shown. @param from1904 whether the workbook counts days from 1904 */
export function shownAs(id: number, code: string | undefined, from1904: boolean): ShowNumber {
  const format = (code ?? builtIn[id] ?? '').split(';')[0] ?? ''
  // a color, a condition or a currency in brackets shows no text of its own
  const bare = format.replaceAll(/\[(?!h+\]|m+\]|s+\])[^\]]*\]/gi, '')
  const marks = bare.replaceAll(/"[^"]*"|\\.|_.|\*./g, '')
  if (/[ymdhs]/i.test(marks) && !/general/i.test(marks)) return (value) => dateText(value, marks, from1904)
  if (marks.includes('%')) return (value) => percentText(value)
  const pieces = piecesOf(bare)
  return isCode(pieces) ? (value) => codeText(value, pieces) : undefined
}

interface Piece {
  /** A literal text, or the zeros that take digits. */
  text: string
  isDigits: boolean
}

/** A format's digits and literal texts, in order. */
function piecesOf(format: string): Piece[] {
  const pieces: Piece[] = []
  for (const [token, quotedText, escapedChar, digits] of format.matchAll(
    /"([^"]*)"|\\(.)|([0#?]+)|_.|\*.|[^]/g,
  )) {
    const text = digits ?? quotedText ?? escapedChar ?? (/^[_*]./.test(token) ? '' : token)
    if (text !== '') pieces.push({ text, isDigits: digits !== undefined })
  }
  return pieces
}

/** Whether a format writes codes such as 00042 or AB-0007 rather than amounts. */
function isCode(pieces: readonly Piece[]): boolean {
  const digits = pieces.filter((piece) => piece.isDigits)
  const texts = pieces.filter((piece) => !piece.isDigits).map((piece) => piece.text)
  if (digits.length === 0 || texts.some((text) => /^[.,@/E]/i.test(text) && text.length === 1)) return false
  const zeros = digits.reduce((sum, { text }) => sum + text.length, 0)
  if (digits.every(({ text }) => /^0+$/.test(text)) && zeros > 1) return true
  const prefix = pieces[0]?.isDigits === false ? pieces[0].text : ''
  return digits.length === 1 && /\p{L}.*[-_/.#]$/u.test(prefix)
}

/** The digits of a whole number, from the right, in the places of a format. */
function codeText(value: string, pieces: readonly Piece[]): string {
  const plain = plainNumber(value)
  if (!/^\d+$/.test(plain)) return plain
  let rest = plain
  const parts: string[] = []
  const first = pieces.findIndex((piece) => piece.isDigits)
  for (const [i, { text, isDigits }] of [...pieces.entries()].toReversed()) {
    if (!isDigits) {
      parts.unshift(text)
      continue
    }
    const places = text.length
    const digits = i === first ? rest : rest.slice(Math.max(0, rest.length - places))
    rest = i === first ? '' : rest.slice(0, Math.max(0, rest.length - places))
    parts.unshift(text.startsWith('0') ? digits.padStart(places, '0') : digits)
  }
  return parts.join('')
}

function percentText(value: string): string {
  const percent = Number(value) * 100
  return Number.isFinite(percent) ? `${plainNumber(String(Number(percent.toPrecision(12))))}%` : value
}

const lastDay = 2_958_465
/** Day 0 of a workbook; before March 1900 it is a day later. */
const epochs = { from1900: '1899-12-30', from1904: '1904-01-01' }
const two = (n: number) => String(n).padStart(2, '0')

/** A date as year, month and day, a time as hours and minutes. */
function dateText(value: string, marks: string, from1904: boolean): string {
  const number = Number(value)
  if (value.trim() === '' || !Number.isFinite(number) || number < 0 || number > lastDay)
    return plainNumber(value)
  const seconds = Math.round(number * 86_400)
  const days = Math.floor(seconds / 86_400)
  const rest = seconds % 86_400
  const [h, m, s] = [Math.floor(rest / 3600), Math.floor(rest / 60) % 60, rest % 60]
  const time = `${two(h)}:${two(m)}${s > 0 ? `:${two(s)}` : ''}`
  const hasTime = /[hs]/i.test(marks)
  if (!/[yd]/i.test(marks) && hasTime) return number < 1 ? time : plainNumber(value)
  // day 60 of 1900 never was, so earlier days count from one later
  const day = from1904
    ? addDays(epochs.from1904, days)
    : addDays(epochs.from1900, days < 60 ? days + 1 : days)
  return hasTime && rest > 0 ? `${day} ${time}` : day
}
