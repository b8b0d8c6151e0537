import { chargePageSize, type ChargeState, type VendorCharge } from '#contract/billing/billing.ts'
import { numberOf } from '#contract/billing/papers.ts'
import type { Parsed } from '#contract/index.ts'
import { requireVendor } from '#server/areas/vendors/public.ts'
import { sql } from '#server/platform/db.ts'
import type { Ctx } from '#server/platform/services.ts'
import { sorted } from '#server/platform/sql.ts'

// no status counts as success; one from before papers were kept says when it was given back, not how much
const state = sql<ChargeState>`
  case
    when c.vendor_charge_status_id = 2 then 'declined'
    when c.vendor_charge_status_id = 3 then 'failed'
    when c.refund_tm is not null then 'refunded'
    when c.refunded > 0 then 'refunded_in_part'
    else 'success' end`

/** What charges are sorted by, then by id. */
const chargeKeys = {
  tm: sql`c.tm`,
  type: sql`c.vendor_charge_trans_type_id`,
  status: sql`array_position('{refunded,refunded_in_part,success,declined,failed}'::text[], ${state})`,
  what: sql`lower(c.charge_description)`,
  transaction: sql`coalesce(c.transaction_num, '')`,
  credit: sql`c.credit_used`,
  amount: sql`c.amount`,
} as const

type ChargeRow = Omit<VendorCharge, 'paper' | 'corrected_by'> & {
  correction: Parameters<typeof paperOf>[0] | null
  invoice_id: number | null
  series: string | null
  number: number | null
}

interface Asked {
  sort: string
  type?: number | undefined
  state?: ChargeState | undefined
}
const isAsked = ({ type, state: of }: Asked) => sql<boolean>`(
  (${type ?? null}::int is null or c.vendor_charge_trans_type_id = ${type ?? null}::int)
  and (${of ?? null}::text is null or ${state} = ${of ?? null}::text))`

/** A vendor's charges that filters let through, in their order. */
export function chargesFound(vendorId: number, asked: Asked) {
  const { key, way } = sorted(asked.sort, chargeKeys)
  return sql<ChargeRow>`
    select c.vendor_charge_id, c.tm, c.amount, c.credit_used, c.credit_back, c.vendor_charge_trans_type_id,
      c.vendor_charge_status_id, c.transaction_num, c.charge_description, c.refund_tm, ${state} as state,
      c.vendor_charge_type_id, c.ghost, c.card, c.card_exception, c.refunded, c.refund_reserved,
      m.gateway_ref is not null as at_gateway, i.invoice_id, i.series, i.number,
      (
        select jsonb_build_object('invoice_id', x.invoice_id, 'series', x.series, 'number', x.number)
        from invoice x
        where x.credit_note_of = c.invoice_id and x.kind = 'manual'
      ) as correction,
      (
        select d.state
        from dispute d
        where d.vendor_charge_id = c.vendor_charge_id
        order by d.state in ('open', 'lost') desc, d.insert_tm desc
        limit 1
      ) as dispute
    from vendor_charge c
    left join money_intent m using (money_intent_id)
    left join invoice i on i.invoice_id = c.invoice_id
    where c.vendor_id = ${vendorId} and ${isAsked(asked)}
    order by ${key} ${way}, c.vendor_charge_id ${way}`
}

/** A vendor's charges: those that the filters let through, and what was paid and given back of all. */
export async function listVendorCharges({ db }: Ctx, { params, query }: Parsed<'listVendorCharges'>) {
  const { vendor_id } = params
  const [sums, charges] = await Promise.all([
    sql<{ all: number; total: number; charged: string; refunded: string }>`
      select count(*) as all, count(*) filter (where ${isAsked(query)}) as total,
        coalesce(sum(c.amount) filter (
          where c.vendor_charge_trans_type_id = 1 and coalesce(c.vendor_charge_status_id, 1) = 1), 0)::text
          as charged,
        coalesce(sum(c.amount) filter (
          where c.vendor_charge_trans_type_id = 3 and coalesce(c.vendor_charge_status_id, 1) = 1), 0)::text
          as refunded
      from vendor_charge c
      where c.vendor_id = ${vendor_id}`.execute(db),
    sql<ChargeRow>`
      ${chargesFound(vendor_id, query)}
      limit ${chargePageSize}
      offset ${(query.page - 1) * chargePageSize}`.execute(db),
  ])
  const { all, ...of } = sums.rows[0]!
  if (all === 0) await requireVendor(db, vendor_id)
  return { ...of, charges: charges.rows.map(toCharge) }
}

const paperOf = (of: { invoice_id: number; series: string; number: number }) => ({
  invoice_id: of.invoice_id,
  number: numberOf(of),
})
export const toCharge = ({ invoice_id, series, number, correction, ...charge }: ChargeRow): VendorCharge => ({
  ...charge,
  paper: invoice_id === null ? null : paperOf({ invoice_id, series: series!, number: number! }),
  corrected_by: correction && paperOf(correction),
})
