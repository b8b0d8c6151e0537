import { useState } from 'react'

/**
 * A list's rows, or the previous ones when the next ones couldn't be read.
 * @param owner the list and its record: another record's rows are never shown in place of its own
 */
export function useLastRows<Row>(
  rows: readonly Row[] | undefined,
  error: Error | null | undefined,
  owner: string,
): readonly Row[] | undefined {
  const [last, setLast] = useState({ rows, owner })
  if (rows && (last.rows !== rows || last.owner !== owner)) setLast({ rows, owner })
  return rows ?? (error && last.owner === owner ? last.rows : undefined)
}
