import { useState } from 'react'

/**
 * A list's rows, and those that were there before where the next ones couldn't be read.
 * @param of the list and whose it is: another record's rows are never shown for its own
 */
export function useKept<Row>(
  rows: readonly Row[] | undefined,
  error: Error | null | undefined,
  of: string,
): readonly Row[] | undefined {
  const [kept, keep] = useState({ rows, of })
  if (rows && (kept.rows !== rows || kept.of !== of)) keep({ rows, of })
  return rows ?? (error && kept.of === of ? kept.rows : undefined)
}
