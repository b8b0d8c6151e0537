import type { Sorting } from './column.ts'

/**
 * The sorting of a list whose caller sorts, by one text in the address: a column, with `-` before it for
 * descending.
 *
 * @param usual the default order, which isn't in the address
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
