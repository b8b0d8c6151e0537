import { sql } from '#server/platform/database/db.ts'

/** Whether the paper `of` is owed: it is neither paid nor written off. */
export const openPaper = (of: string) => {
  const paper = sql.table(of)
  return sql<boolean>`(${paper}.paid_tm is null and ${paper}.written_off_tm is null and ${paper}.kind <> 'credit_note')`
}
export const isOpen = openPaper('invoice')
