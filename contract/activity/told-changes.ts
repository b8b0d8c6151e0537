import { type LogRow } from './activity-log.ts'
import { decodeValue, fieldName } from './names.ts'
import { partsChanged } from './parts.ts'
import { atLength, inWords, isLong, valueText } from './words.ts'

export interface ShownChange {
  name: string
  from: string
  to: string
  /** Too long for one line: both texts are behind a button. */
  long: boolean
}

/** The changes of an entry, part by part, in words. */
export const shownChanges = (changes: LogRow['changes']): readonly ShownChange[] =>
  Object.entries(changes ?? {}).flatMap(([field, { from, to }]) =>
    partsChanged(from, to, from).map(({ path, opened: openedValue, typed: typedValue }) => {
      const key = path.at(-1) ?? field
      const [textBefore, textAfter] = [decodeValue(key, openedValue), decodeValue(key, typedValue)]
      const long = isLong(textBefore) || isLong(textAfter)
      const writeChange = long ? atLength : inWords
      return {
        name: [field, ...path].map(fieldName).join(': '),
        from: valueText(textBefore, writeChange),
        to: valueText(textAfter, writeChange),
        long,
      }
    }),
  )
