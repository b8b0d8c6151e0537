import { sql } from '#server/platform/database/db.ts'

/** Whether the paper of a table alias is owed: neither paid nor written off. */
export const openPaper = (table: string) => {
  const paper = sql.table(table)
  return sql<boolean>`(${paper}.paid_tm is null and ${paper}.written_off_tm is null and ${paper}.kind <> 'credit_note')`
}
export const isOpen = openPaper('invoice')
