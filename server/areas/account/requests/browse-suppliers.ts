import { browsePageSize, type BrowsedSupplier } from '#contract/account/supplier-requests.ts'
import type { Parsed } from '#contract/index.ts'
import { isOpenRequest } from '#server/areas/subscriptions/public.ts'
import { sql } from '#server/platform/database/db.ts'
import { contains } from '#server/platform/database/sql.ts'
import type { Ctx } from '#server/platform/services.ts'
import { ownVendor } from '../own-vendor.ts'

/** Whether the customer may see supplier `d` and doesn't have it. */
export const isOffered = (vendorId: number) => sql<boolean>`
  (d.allow_browse = 1 and not exists (
    select
    from subscription s
    where s.vendor_id = ${vendorId} and s.dropshipper_id = d.dropshipper_id))`

const longestDescription = 160
/** How long a declined request is shown. */
const declinedShownDays = 90

/** Public suppliers that the customer doesn't have, by name. */
export async function browseSuppliers(ctx: Ctx, { query }: Parsed<'browseSuppliers'>) {
  const vendorId = ownVendor(ctx, 'suppliers')
  const condition = sql`${isOffered(vendorId)} and d.supplier_name ilike ${contains(query.search)}`
  const { rows } = await sql<BrowsedSupplier & { total: number }>`
    select d.dropshipper_id, d.supplier_name as dropshipper_name, d.active_products, d.description,
      (
        select max(r.insert_tm)
        from customer_request r
        where r.vendor_id = ${vendorId} and r.dropshipper_id = d.dropshipper_id and ${isOpenRequest}
      ) as requested_tm,
      (
        select case when not r.accepted and r.answered_tm > now() - make_interval(days => ${declinedShownDays}::int)
          then jsonb_build_object('tm', r.answered_tm, 'answer', r.answer) end
        from customer_request r
        where r.vendor_id = ${vendorId} and r.dropshipper_id = d.dropshipper_id and r.withdrawn_tm is null
        order by r.insert_tm desc
        limit 1
      ) as declined,
      count(*) over ()::int as total
    from dropshipper d
    where ${condition}
    order by lower(d.supplier_name), d.dropshipper_id
    limit ${browsePageSize}
    offset ${(query.page - 1) * browsePageSize}`.execute(ctx.db)
  return {
    total: rows[0]?.total ?? 0,
    suppliers: rows.map(({ total: _total, ...row }) => ({
      ...row,
      description: plainText(row.description),
      // times from JSON have another format
      declined: row.declined && { ...row.declined, tm: new Date(row.declined.tm).toISOString() },
    })),
  }
}

/** The beginning of a formatted text, without its formatting. */
function plainText(html: string): string {
  const words = html
    .replace(/<[^>]*>/g, ' ')
    .replaceAll('&nbsp;', ' ')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&')
    .replace(/\s+/g, ' ')
    .trim()
  return words.length > longestDescription
    ? `${words.slice(0, longestDescription - 1).toWellFormed()}…`
    : words
}
