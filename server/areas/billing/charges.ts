import type { RawBuilder } from 'kysely'
import {
  chargeStatus,
  transType,
  chargePageSize,
  mostCharges,
  type ChargeOfVendor,
  type ChargeState,
} from '#contract/billing/billing.ts'
import { addDays } from '#contract/billing/days.ts'
import { numberOf } from '#contract/billing/papers.ts'
import type { Parsed } from '#contract/index.ts'
import { requireVendor } from '#server/areas/vendor-record/public.ts'
import { sql, type Db } from '#server/platform/database/db.ts'
import type { Ctx } from '#server/platform/services.ts'
import { all, sortOrder, type Condition, singleRow } from '#server/platform/database/sql.ts'
import { matchesPaperNumber, vendorsMatching } from './paper-search.ts'

// no status counts as success; a charge from before invoices were kept has only the date of its refund
export const chargeState = sql<ChargeState>`
  case
    when c.vendor_charge_status_id = ${sql.lit(chargeStatus.declined)} then 'declined'
    when c.vendor_charge_status_id = ${sql.lit(chargeStatus.failed)} then 'failed'
    when c.refund_tm is not null then 'refunded'
    when c.refunded > 0 then 'refunded_in_part'
    else 'success' end`

/** Sort keys of charges, then by id. */
const chargeKeys = {
  tm: sql`c.tm`,
  type: sql`c.vendor_charge_trans_type_id`,
  status: sql`array_position('{refunded,refunded_in_part,success,declined,failed}'::text[], ${chargeState})`,
  what: sql`lower(c.charge_description)`,
  transaction: sql`coalesce(c.transaction_num, '')`,
  credit: sql`c.credit_used`,
  amount: sql`c.amount`,
} as const

type ChargeRow = Omit<ChargeOfVendor, 'paper' | 'corrected_by'> & {
  correction: Parameters<typeof paperOf>[0] | null
  invoice_id: number | null
  series: string | null
  number: number | null
}

interface ChargeFilters {
  type?: number | undefined
  state?: ChargeState | undefined
  charge?: number | undefined
}
const matchesFilters = ({ type, state: wanted, charge }: ChargeFilters) =>
  all([
    type !== undefined && sql`c.vendor_charge_trans_type_id = ${type}`,
    wanted !== undefined && sql`${chargeState} = ${wanted}`,
    charge !== undefined && sql`c.vendor_charge_id = ${charge}`,
  ])
export const chargesOf = (vendorId: number, filters: ChargeFilters) =>
  all([sql`c.vendor_id = ${vendorId}`, matchesFilters(filters)])

/** The charges of all vendors that match the filters; the search text is resolved first. */
export async function chargeCondition(db: Db, filters: Omit<Parsed<'listCharges'>['query'], 'page'>) {
  const { search, from, to, least: minAmount, most: maxAmount } = filters
  return all([
    matchesFilters(filters),
    filters.for !== undefined && sql`c.vendor_charge_type_id = ${filters.for}`,
    from !== undefined && sql`c.tm >= ${`${from}T00:00:00Z`}::timestamptz`,
    to !== undefined && sql`c.tm < ${`${addDays(to, 1)}T00:00:00Z`}::timestamptz`,
    minAmount !== undefined && sql`c.amount >= ${minAmount}::numeric`,
    maxAmount !== undefined && sql`c.amount <= ${maxAmount}::numeric`,
    search !== '' && (await matchesSearch(db, search)),
  ])
}

/** Resolves a text to a transaction, a paper or vendors; the ids tell the planner how many rows to expect. */
async function matchesSearch(db: Db, text: string): Promise<Condition> {
  const { rows } = await sql<{ vendors: number[]; charges: number[] }>`
    select
      array(${vendorsMatching(text)}) as vendors,
      array(
        select vendor_charge_id from vendor_charge where lower(transaction_num) = ${text.toLowerCase()}
        union
        select c.vendor_charge_id
        from invoice i
        join vendor_charge c using (invoice_id)
        where ${matchesPaperNumber(text, 'i')}
      ) as charges`.execute(db)
  const { vendors, charges } = singleRow(rows)
  const isOfVendors = sql<boolean>`c.vendor_id = any(${vendors}::int[])`
  return charges.length === 0
    ? isOfVendors
    : sql`(${isOfVendors} or c.vendor_charge_id = any(${charges}::bigint[]))`
}

interface PageOptions {
  page?: RawBuilder<unknown>
  /**
   * Sort them instead of walking an index in its order: a rare pair of type and state was searched for in all
   * 3,000,000 charges (8 s).
   */
  few?: boolean
}
/** The charges that match a condition, in order; details are read only for one page of them. */
export function selectCharges(
  condition: Condition,
  sort: string,
  { page = sql``, few = false }: PageOptions = {},
) {
  const { key, way } = sortOrder(sort, chargeKeys)
  const order = sql`order by ${key} ${way}, c.vendor_charge_id ${way}`
  return sql<ChargeRow>`
    select c.vendor_charge_id, c.vendor_id, v.company, c.tm, c.amount, c.credit_used, c.credit_back,
      c.vendor_charge_trans_type_id, c.vendor_charge_status_id, c.transaction_num, c.charge_description,
      c.refund_tm, ${chargeState} as state, c.vendor_charge_type_id, c.ghost, c.card, c.card_exception,
      c.decline_code, c.refunded, c.credited, c.refund_reserved, m.gateway_ref is not null as at_gateway, i.invoice_id, i.series, i.number,
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
    from (select * from (select * from vendor_charge c where ${condition} ${few ? sql`offset 0` : sql``}) c ${order} ${page}) c
    join vendor v using (vendor_id)
    left join money_intent m using (money_intent_id)
    left join invoice i on i.invoice_id = c.invoice_id
    ${order}`
}
const pageOf = (page: number) => sql`limit ${chargePageSize} offset ${(page - 1) * chargePageSize}`

/** What was charged and refunded of the charges `c`. */
const paidSums = sql`
  coalesce(sum(c.amount) filter (
    where c.vendor_charge_trans_type_id = ${sql.lit(transType.charge)} and coalesce(c.vendor_charge_status_id, ${sql.lit(chargeStatus.succeeded)}) = ${sql.lit(chargeStatus.succeeded)}), 0)::text as charged,
  coalesce(sum(c.amount) filter (
    where c.vendor_charge_trans_type_id = ${sql.lit(transType.refund)} and coalesce(c.vendor_charge_status_id, ${sql.lit(chargeStatus.succeeded)}) = ${sql.lit(chargeStatus.succeeded)}), 0)::text as refunded`
interface PaidSums {
  total: number
  charged: string
  refunded: string
}

/** A vendor's charges that match the filters, and what was charged and refunded overall. */
export async function listVendorCharges({ db }: Ctx, { params, query }: Parsed<'listVendorCharges'>) {
  const { vendor_id } = params
  const [sums, charges] = await Promise.all([
    sql<PaidSums & { all: number }>`
      select count(*) as all, count(*) filter (where ${matchesFilters(query)}) as total, ${paidSums}
      from vendor_charge c
      where c.vendor_id = ${vendor_id}`.execute(db),
    selectCharges(chargesOf(vendor_id, query), query.sort, { page: pageOf(query.page), few: true }).execute(
      db,
    ),
  ])
  const { all: allCount, ...counts } = singleRow(sums.rows)
  if (allCount === 0) await requireVendor(db, vendor_id)
  return { ...counts, charges: charges.rows.map(toCharge) }
}

/** Charges of all vendors; at most 10,000 are counted and summed, so the time doesn't grow with the table. */
export async function listCharges({ db }: Ctx, { query }: Parsed<'listCharges'>) {
  const condition = await chargeCondition(db, query)
  const sums = await sql<PaidSums>`
    select count(*) as total, ${paidSums}
    from (select * from vendor_charge c where ${condition} limit ${mostCharges + 1}) c`.execute(db)
  const { total, charged: chargedSum, refunded: refundedSum } = singleRow(sums.rows)
  const hasMore = total > mostCharges
  const page = pageOf(query.page)
  const charges = await selectCharges(condition, query.sort, { page, few: !hasMore }).execute(db)
  return {
    total: Math.min(total, mostCharges),
    more: hasMore,
    charged: hasMore ? null : chargedSum,
    refunded: hasMore ? null : refundedSum,
    charges: charges.rows.map(toCharge),
  }
}

const paperOf = (paper: { invoice_id: number; series: string; number: number }) => ({
  invoice_id: paper.invoice_id,
  number: numberOf(paper),
})
export const toCharge = ({
  invoice_id,
  series,
  number,
  correction,
  ...charge
}: ChargeRow): ChargeOfVendor => ({
  ...charge,
  paper:
    invoice_id === null || series === null || number === null
      ? null
      : paperOf({ invoice_id, series, number }),
  corrected_by: correction && paperOf(correction),
})
