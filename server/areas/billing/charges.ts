import type { RawBuilder } from 'kysely'
import {
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
import { paperCalled, vendorsCalled } from './called.ts'

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

type ChargeRow = Omit<ChargeOfVendor, 'paper' | 'corrected_by'> & {
  correction: Parameters<typeof paperOf>[0] | null
  invoice_id: number | null
  series: string | null
  number: number | null
}

interface Asked {
  type?: number | undefined
  state?: ChargeState | undefined
  charge?: number | undefined
}
const isAsked = ({ type, state: of, charge }: Asked) =>
  all([
    type !== undefined && sql`c.vendor_charge_trans_type_id = ${type}`,
    of !== undefined && sql`${state} = ${of}`,
    charge !== undefined && sql`c.vendor_charge_id = ${charge}`,
  ])
export const chargesOf = (vendorId: number, asked: Asked) =>
  all([sql`c.vendor_id = ${vendorId}`, isAsked(asked)])

/** Which charges of all vendors are asked for; what a text means is looked up first. */
export async function chargesAsked(db: Db, asked: Omit<Parsed<'listCharges'>['query'], 'page'>) {
  const { search, from, to, least, most } = asked
  return all([
    isAsked(asked),
    asked.for !== undefined && sql`c.vendor_charge_type_id = ${asked.for}`,
    from !== undefined && sql`c.tm >= ${`${from}T00:00:00Z`}::timestamptz`,
    to !== undefined && sql`c.tm < ${`${addDays(to, 1)}T00:00:00Z`}::timestamptz`,
    least !== undefined && sql`c.amount >= ${least}::numeric`,
    most !== undefined && sql`c.amount <= ${most}::numeric`,
    search !== '' && (await isMeant(db, search)),
  ])
}

/** Of what a text is the transaction, the paper, or the vendor; the ids tell the planner how many there are. */
async function isMeant(db: Db, text: string): Promise<Condition> {
  const { rows } = await sql<{ vendors: number[]; charges: number[] }>`
    select
      array(${vendorsCalled(text)}) as vendors,
      array(
        select vendor_charge_id from vendor_charge where lower(transaction_num) = ${text.toLowerCase()}
        union
        select c.vendor_charge_id
        from invoice i
        join vendor_charge c using (invoice_id)
        where ${paperCalled(text, 'i')}
      ) as charges`.execute(db)
  const { vendors, charges } = singleRow(rows)
  const ofThem = sql<boolean>`c.vendor_id = any(${vendors}::int[])`
  return charges.length === 0 ? ofThem : sql`(${ofThem} or c.vendor_charge_id = any(${charges}::bigint[]))`
}

interface Shown {
  page?: RawBuilder<unknown>
  /**
   * They are so few that they are sorted: walked in an index's order, one of a type and a state that seldom
   * come together was looked for in all 3,000,000 (8 s).
   */
  few?: boolean
}
/** The charges that a condition lets through, in their order; only those of a page are looked up further. */
export function chargesFound(where: Condition, sort: string, { page = sql``, few = false }: Shown = {}) {
  const { key, way } = sortOrder(sort, chargeKeys)
  const order = sql`order by ${key} ${way}, c.vendor_charge_id ${way}`
  return sql<ChargeRow>`
    select c.vendor_charge_id, c.vendor_id, v.company, c.tm, c.amount, c.credit_used, c.credit_back,
      c.vendor_charge_trans_type_id, c.vendor_charge_status_id, c.transaction_num, c.charge_description,
      c.refund_tm, ${state} as state, c.vendor_charge_type_id, c.ghost, c.card, c.card_exception, c.refunded,
      c.refund_reserved, m.gateway_ref is not null as at_gateway, i.invoice_id, i.series, i.number,
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
    from (select * from (select * from vendor_charge c where ${where} ${few ? sql`offset 0` : sql``}) c ${order} ${page}) c
    join vendor v using (vendor_id)
    left join money_intent m using (money_intent_id)
    left join invoice i on i.invoice_id = c.invoice_id
    ${order}`
}
const pageOf = (page: number) => sql`limit ${chargePageSize} offset ${(page - 1) * chargePageSize}`

/** What was paid and given back of the charges `c`. */
const paid = sql`
  coalesce(sum(c.amount) filter (
    where c.vendor_charge_trans_type_id = 1 and coalesce(c.vendor_charge_status_id, 1) = 1), 0)::text as charged,
  coalesce(sum(c.amount) filter (
    where c.vendor_charge_trans_type_id = 3 and coalesce(c.vendor_charge_status_id, 1) = 1), 0)::text as refunded`
interface Paid {
  total: number
  charged: string
  refunded: string
}

/** A vendor's charges: those that the filters let through, and what was paid and given back of all. */
export async function listVendorCharges({ db }: Ctx, { params, query }: Parsed<'listVendorCharges'>) {
  const { vendor_id } = params
  const [sums, charges] = await Promise.all([
    sql<Paid & { all: number }>`
      select count(*) as all, count(*) filter (where ${isAsked(query)}) as total, ${paid}
      from vendor_charge c
      where c.vendor_id = ${vendor_id}`.execute(db),
    chargesFound(chargesOf(vendor_id, query), query.sort, { page: pageOf(query.page), few: true }).execute(
      db,
    ),
  ])
  const { all: any, ...of } = singleRow(sums.rows)
  if (any === 0) await requireVendor(db, vendor_id)
  return { ...of, charges: charges.rows.map(toCharge) }
}

/** Charges of all vendors; up to 10,000 are counted and summed, which takes no longer the more there are. */
export async function listCharges({ db }: Ctx, { query }: Parsed<'listCharges'>) {
  const where = await chargesAsked(db, query)
  const sums = await sql<Paid>`
    select count(*) as total, ${paid}
    from (select * from vendor_charge c where ${where} limit ${mostCharges + 1}) c`.execute(db)
  const { total, charged, refunded } = singleRow(sums.rows)
  const more = total > mostCharges
  const page = pageOf(query.page)
  const charges = await chargesFound(where, query.sort, { page, few: !more }).execute(db)
  return {
    total: Math.min(total, mostCharges),
    more,
    charged: more ? null : charged,
    refunded: more ? null : refunded,
    charges: charges.rows.map(toCharge),
  }
}

const paperOf = (of: { invoice_id: number; series: string; number: number }) => ({
  invoice_id: of.invoice_id,
  number: numberOf(of),
})
export const toCharge = ({
  invoice_id,
  series,
  number,
  correction,
  ...charge
}: ChargeRow): ChargeOfVendor => ({
  ...charge,
  paper: invoice_id === null ? null : paperOf({ invoice_id, series: series!, number: number! }),
  corrected_by: correction && paperOf(correction),
})
