import { fieldName } from './names.ts'
import { isRecord } from './parts.ts'
import { capitalize } from '../words.ts'

const longest = 160
const withoutTags = (text: string) => text.replace(/<[^>]*>/g, ' ')

/** A stored value in words: never its code, and cut if it is long. */
export function inWords(value: unknown): string {
  if (value === null || value === undefined || value === '') return 'nothing'
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  if (typeof value === 'number') return value.toLocaleString('en-US')
  if (typeof value === 'string') return (withoutTags(value).trim() || 'nothing').slice(0, longest)
  if (Array.isArray(value)) {
    const names = value.filter((part) => !(isRecord(part) && part.deleted)).map(nameOf)
    return names.join(', ').slice(0, longest) || 'nothing'
  }
  return wordsOf(value).slice(0, longest) || 'nothing'
}

/** A value in a cell or after a label, where it begins with a capital: `Nothing`, `Yes`. */
export function valueText(value: unknown, write: (value: unknown) => string = inWords): string {
  const text = write(value)
  return text === value ? text : text.replace(/^(?:nothing|yes|no)$/, capitalize)
}

const nameOf = (part: unknown) =>
  isRecord(part)
    ? inWords(part.name ?? part.field ?? part.supplier_name ?? Object.values(part)[0])
    : String(part)

const wordsOf = (value: object) =>
  Object.entries(value)
    .flatMap(([key, part]) =>
      // a switch that is off, and a blank value, are left out
      part === null || part === '' || part === undefined || part === false
        ? []
        : [`${fieldName(key).toLowerCase()} ${inWords(part)}`],
    )
    .join(', ')

/** The whole value, for those who ask to see it. */
export const atLength = (value: unknown): string => whole(value) || 'nothing'
function whole(value: unknown): string {
  if (typeof value === 'string') return value
  if (Array.isArray(value))
    return value.map((part) => (isRecord(part) ? wordsOf(part) : inWords(part))).join('\n')
  if (isRecord(value))
    return Object.entries(value)
      .map(([key, part]) => `${fieldName(key)}: ${inWords(part)}`)
      .join('\n')
  return inWords(value)
}
export const isLong = (value: unknown) =>
  (typeof value === 'string' && value.length > 80) ||
  (typeof value === 'object' && value !== null && atLength(value).length > 80)
