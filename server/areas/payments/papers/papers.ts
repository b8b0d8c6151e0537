import { chargeStatus, transType } from '#contract/billing/billing.ts'
import type { RawBuilder } from 'kysely'
import { fromCents, toCents } from '#contract/billing/cents.ts'
import { addDays, dayOf } from '#contract/billing/days.ts'
import { numberOf } from '#contract/billing/papers.ts'
import type { Parsed } from '#contract/index.ts'
import {
  ageNames,
  mostPapers,
  paperAges,
  papersAPage,
  type Aging,
  type Paper,
  type PaperAge,
  type PaperState,
} from '#contract/payments/papers.ts'
import { paperCalled, vendorsCalled } from '#server/areas/billing/public.ts'
import { sql, type Db } from '#server/platform/database/db.ts'
import type { Clock, Ctx } from '#server/platform/services.ts'
import { all, sortOrder, type Condition, singleRow } from '#server/platform/database/sql.ts'
import { isOpen } from './open-papers.ts'
import { askedAgainOn } from '../renewals/retry-invoices.ts'

/** A paper's state; the rare ones have their own index. */
const stateConditions: Record<PaperState, Condition> = {
  open: isOpen,
  paid: sql`(paid_tm is not null and kind <> 'credit_note')`,
  written_off: sql`(paid_tm is null and written_off_tm is not null and kind <> 'credit_note')`,
  given_back: sql`kind = 'credit_note'`,
}
const state = sql<PaperState>`
  case
    when ${stateConditions.given_back} then 'given_back'
    when ${stateConditions.paid} then 'paid'
    when ${stateConditions.written_off} then 'written_off'
    else 'open' end`

/** Sort keys of papers, then by id; a credit note sorts by its absolute total. */
const paperKeys = { issued: sql`issued_on`, total: sql`abs(total)` } as const

/** Papers issued this many days ago; one dated tomorrow by another machine's clock counts as today's. */
function isOfAge(age: PaperAge, today: string): Condition {
  const { from, to } = paperAges[age]
  return all([
    from > 0 && sql`issued_on <= ${addDays(today, -from)}::date`,
    to !== null && sql`issued_on >= ${addDays(today, -to)}::date`,
  ])
}

type PaperFilters = Omit<Parsed<'listPapers'>['query'], 'page'>
/** The papers that match the filters; the search text is resolved first. */
async function paperCondition(db: Db, filters: PaperFilters, today: string): Promise<Condition> {
  const { kind, state: paperState, age, search, from, to, least: minTotal, most: maxTotal } = filters
  return all([
    kind !== undefined && sql`kind = ${kind}`,
    paperState !== undefined && stateConditions[paperState],
    age !== undefined && all([isOpen, isOfAge(age, today)]),
    from !== undefined && sql`issued_on >= ${from}::date`,
    to !== undefined && sql`issued_on <= ${to}::date`,
    minTotal !== undefined && sql`abs(total) >= ${minTotal}::numeric`,
    maxTotal !== undefined && sql`abs(total) <= ${maxTotal}::numeric`,
    search !== '' && (await matchesSearch(db, search)),
  ])
}

/** Resolves a text to a paper number or vendors; the ids tell the planner how many rows to expect. */
async function matchesSearch(db: Db, text: string): Promise<Condition> {
  const { rows } = await sql<{ vendors: number[]; papers: number[] }>`
    select array(${vendorsCalled(text)}) as vendors,
      array(select invoice_id from invoice i where ${paperCalled(text, 'i')}) as papers`.execute(db)
  const { vendors, papers } = singleRow(rows)
  const isOfVendors = sql<boolean>`vendor_id = any(${vendors}::int[])`
  return papers.length === 0 ? isOfVendors : sql`(${isOfVendors} or invoice_id = any(${papers}::bigint[]))`
}

type PaperNumber = Parameters<typeof numberOf>[0]
type PaperRow = Omit<Paper, 'number' | 'of'> &
  PaperNumber & { of: (PaperNumber & { invoice_id: number }) | null }

/**
 * The papers that match a condition, in order; details are read only for one page of them.
 * @param few sort them instead of walking an index in its order (`selectCharges`)
 */
function selectPapers(
  condition: Condition,
  today: string,
  sort: PaperFilters['sort'],
  { page = sql``, few = false }: { page?: RawBuilder<unknown>; few?: boolean } = {},
) {
  const { key, way } = sortOrder(sort, paperKeys)
  const order = sql`order by ${key} ${way}, invoice_id ${way}`
  return sql<PaperRow>`
    select i.invoice_id, i.series, i.number, i.vendor_id, v.company, i.kind, i.issued_on, i.total, i.state, i.tries,
      case when i.period_starts is not null then
        jsonb_build_object('starts', i.period_starts, 'ends', i.period_ends) end as period,
      case when i.state = 'open' then ${today}::date - i.issued_on end as days_open,
      case when i.state = 'open' then ${askedAgainOn} end as next_try,
      (
        select jsonb_build_object('invoice_id', x.invoice_id, 'series', x.series, 'number', x.number)
        from invoice x
        where x.invoice_id = i.credit_note_of
      ) as of,
      exists (
        select
        from vendor_charge c
        where c.invoice_id = i.invoice_id and c.vendor_charge_trans_type_id = ${sql.lit(transType.owedThirdParty)}
      ) as third_party,
      case when i.state = 'open' then (
        select c.card_exception
        from vendor_charge c
        where c.invoice_id = i.invoice_id and c.vendor_charge_status_id in (${sql.lit(chargeStatus.declined)}, ${sql.lit(chargeStatus.failed)})
        order by c.vendor_charge_id desc
        limit 1) end as refused,
      i.state in ('open', 'written_off') and exists (
        select
        from money_approval a
        where a.vendor_id = i.vendor_id
          and a.state = 'waiting'
          and a.act = 'close_invoice'
          and (a.request ->> 'invoice_id')::bigint = i.invoice_id
      ) as closing
    from (
      select *, ${state} as state
      from (select * from invoice where ${condition} ${few ? sql`offset 0` : sql``}) invoice
      ${order}
      ${page}) i
    join vendor v using (vendor_id)
    ${order}`
}
const pageOf = (page: number) => sql`limit ${papersAPage} offset ${(page - 1) * papersAPage}`

interface Sums {
  total: number
  invoiced: string
  credited: string
  open: string
}
/** Invoices and credit notes of all vendors; up to 10,000 are counted and summed, as charges are. */
export async function listPapers({ db, clock }: Ctx, { query }: Parsed<'listPapers'>) {
  const today = dayOf(clock.now())
  const condition = await paperCondition(db, query, today)
  const { rows } = await sql<Sums>`
    select count(*) as total,
      coalesce(sum(total) filter (where kind <> 'credit_note'), 0)::numeric(14,2)::text as invoiced,
      coalesce(-sum(total) filter (where kind = 'credit_note'), 0)::numeric(14,2)::text as credited,
      coalesce(sum(total) filter (where ${isOpen}), 0)::numeric(14,2)::text as open
    from (select * from invoice where ${condition} limit ${mostPapers + 1}) invoice`.execute(db)
  const { total, ...sums } = singleRow(rows)
  const hasMore = total > mostPapers
  const papers = await selectPapers(condition, today, query.sort, {
    page: pageOf(query.page),
    few: !hasMore,
  }).execute(db)
  return {
    total: Math.min(total, mostPapers),
    more: hasMore,
    ...(hasMore ? { invoiced: null, credited: null, open: null } : sums),
    papers: papers.rows.map(toPaper),
  }
}

/** All papers that match the filters, for a file. */
export async function papersOf(db: Db, filters: PaperFilters, clock: Clock) {
  const today = dayOf(clock.now())
  return selectPapers(await paperCondition(db, filters, today), today, filters.sort)
}

export const toPaper = ({ series, number, of: correctedPaper, ...row }: PaperRow): Paper => ({
  ...row,
  number: numberOf({ series, number }),
  of: correctedPaper && { invoice_id: correctedPaper.invoice_id, number: numberOf(correctedPaper) },
})

/** What is owed on open invoices by age; the sum equals the ledger's receivable. */
export async function getAging({ db, clock }: Ctx): Promise<Aging> {
  const today = dayOf(clock.now())
  const { rows } = await sql<{ age: PaperAge; invoices: number; open: string }>`
    select case ${sql.join(
      ageNames.map((age) => sql`when ${isOfAge(age, today)} then ${age}`),
      sql` `,
    )} end as age, count(*) as invoices, sum(total)::text as open
    from invoice
    where ${isOpen}
    group by 1`.execute(db)
  const failing = await sql<{ vendors: number }>`
    select count(distinct vendor_id)::int as vendors
    from invoice
    where next_try is not null and ${isOpen}`.execute(db)
  const ages = ageNames.map(
    (age) => rows.find((row) => row.age === age) ?? { age, invoices: 0, open: '0.00' },
  )
  return {
    invoices: ages.reduce((sum, { invoices }) => sum + invoices, 0),
    open: fromCents(ages.reduce((sum, { open }) => sum + toCents(open), 0)),
    ages,
    failing_cards: singleRow(failing.rows).vendors,
  }
}
