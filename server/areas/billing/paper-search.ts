import { sql } from '#server/platform/database/db.ts'
import { contains, type Condition } from '#server/platform/database/sql.ts'

/** Whether a text is the whole number of a paper, such as `INV-000123` or `cn-123`, by its table alias. */
export function matchesPaperNumber(text: string, table: string): Condition {
  const [, series, number] = /^([a-z]+)-0*(\d{1,15})$/i.exec(text) ?? []
  const paper = sql.table(table)
  return sql`(${paper}.series = ${series?.toUpperCase() ?? null} and ${paper}.number = ${number ?? null}::bigint)`
}

/** The ids of vendors whose id is this text, or whose company contains it. */
export function vendorsMatching(text: string) {
  const id = /^\d{1,9}$/.test(text) ? Number(text) : null
  return sql<{ vendor_id: number }>`
    select vendor_id from vendor where company_key like ${contains(text.toLowerCase())} or vendor_id = ${id}`
}
