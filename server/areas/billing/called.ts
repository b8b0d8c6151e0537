import { sql } from '#server/platform/database/db.ts'
import { contains, type Condition } from '#server/platform/database/sql.ts'

/** The paper `of` that a text is the whole number of: `INV-000123`, or `cn-123`. */
export function paperCalled(text: string, of: string): Condition {
  const [, series, number] = /^([a-z]+)-0*(\d{1,15})$/i.exec(text) ?? []
  const paper = sql.table(of)
  return sql`(${paper}.series = ${series?.toUpperCase() ?? null} and ${paper}.number = ${number ?? null}::bigint)`
}

/** The ids of the vendors that a text is the id, or a part of the company of. */
export function vendorsCalled(text: string) {
  const id = /^\d{1,9}$/.test(text) ? Number(text) : null
  return sql<{ vendor_id: number }>`
    select vendor_id from vendor where company_key like ${contains(text.toLowerCase())} or vendor_id = ${id}`
}
