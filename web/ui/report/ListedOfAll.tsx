import { count, many } from '../values.tsx'

/** Says that a list has only some of the rows that a report counts. */
export const ListedOfAll = ({
  listed,
  total,
  noun,
  which,
}: {
  listed: number
  total: number
  noun: string
  /** Which of them are listed, such as the newest. */
  which: string
}) =>
  total > listed && (
    <p className="quiet">
      The list has the {which} {count(listed)} of {many(total, noun)}. The export has all of them.
    </p>
  )
