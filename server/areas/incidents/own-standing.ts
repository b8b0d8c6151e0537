import type { OwnStanding } from '#contract/incidents/incidents.ts'
import { unpaidOf } from '#contract/stores/unpaid.ts'
import { vendorStatus } from '#contract/vendors/status.ts'
import { openPaper } from '#server/areas/payments/public.ts'
import { sql } from '#server/platform/database/db.ts'
import { singleRow } from '#server/platform/database/sql.ts'
import type { Ctx } from '#server/platform/services.ts'

/** Why an account isn't served; null: it is active or free. */
export const inactiveOf = (statusId: number): OwnStanding['inactive'] =>
  statusId === vendorStatus.canceled ? 'canceled' : unpaidOf(statusId)

interface Row {
  vendor_status_id: number
  owed: string | null
  has_card: boolean
}

/** Whether the signed-in customer's account is served, what it owes, and where to write to. */
export async function getOwnStanding({ db, config, who }: Ctx): Promise<OwnStanding> {
  const { rows } = await sql<Row>`
    select v.vendor_status_id,
      (
        select sum(i.total)::numeric(12,2)::text
        from invoice i
        where i.vendor_id = v.vendor_id and ${openPaper('i')}
      ) as owed,
      exists (
        select
        from payment_method m
        where m.vendor_id = v.vendor_id and m.removed_tm is null
      ) as has_card
    from vendor v
    where v.vendor_id = ${who.vendor_id}`.execute(db)
  const { vendor_status_id, owed, has_card } = singleRow(rows)
  const inactive = inactiveOf(vendor_status_id)
  return {
    inactive,
    owed: owed === null || Number(owed) === 0 ? null : owed,
    has_card,
    billed: vendor_status_id !== vendorStatus.free && inactive !== 'canceled',
    support_email: config.supportEmail,
  }
}
