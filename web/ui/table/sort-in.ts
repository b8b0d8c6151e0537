import type { Sorting } from './column.ts'

/**
 * How a list is sorted that its caller sorts, by one text of the address: a column, `-` before it for the
 * highest first.
 *
 * @param usual the order that stands in no address
 */
export const sortIn = <S extends string>(
  sort: S | undefined,
  usual: S | undefined,
  set: (sort: S | undefined) => void,
): Sorting => ({
  column: sort?.replace(/^-/, '') ?? '',
  descending: sort?.startsWith('-') ?? false,
  set: (column, descending) => {
    const next = `${descending ? '-' : ''}${column}` as S
    set(next === usual ? undefined : next)
  },
})
