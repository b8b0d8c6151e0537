import { displayedStatus, type VendorStanding } from '#contract/vendors/status.ts'
import type { Parsed, Result } from '#contract/index.ts'
import { messages } from '#contract/messages.ts'
import type { Match } from '#contract/search/matched.ts'
import { vendorSearchPageSize, type VendorRow } from '#contract/vendors/vendors.ts'
import type { RawBuilder } from 'kysely'
import { sql, type Db } from '#server/platform/database/db.ts'
import { singleRow } from '#server/platform/database/sql.ts'
import { invalid } from '#server/platform/http/errors.ts'
import type { Ctx } from '#server/platform/services.ts'
import {
  exactly,
  holdsTerm,
  mostPlaces,
  placesMatching,
  vendorsAlike,
  vendorsIn,
  whyMatched,
} from './matching.ts'
import { healthConditions, severalConditions } from './several.ts'
import { readTerm, type Sought } from './term.ts'
import { vendorCounts } from '#server/areas/vendor-record/public.ts'

/** Counting more matches than this costs more than it is worth. */
export const countLimit = 10_000

const orders = {
  // vendors without an email come last: null sorts last in one direction, an empty text in the other
  email_asc: sql`email, vendor_id`,
  email_desc: sql`email desc, vendor_id desc`,
  vendor_id_asc: sql`vendor_id asc`,
  vendor_id_desc: sql`vendor_id desc`,
  newest: sql`insert_tm desc, vendor_id desc`,
  oldest: sql`insert_tm asc, vendor_id asc`,
  // canceled vendors, and those that aren't computed yet, come last in both directions
  health_asc: sql`score asc nulls last, vendor_id asc`,
  health_desc: sql`score desc nulls last, vendor_id desc`,
} as const

/** The columns by which vendors are filtered and sorted. */
export const searchedColumns = sql`
  v.vendor_id, v.insert_tm, v.primary_contact_id, v.is_staff, v.vendor_status_id, v.vendor_plan_type_id,
  v.account_manager_vendor_id, v.erased_tm`

type SearchFilters = Omit<Parsed<'searchVendors'>['body'], 'all'>
/** Other lists have conditions of their own in place of most filters. */
export type VendorFilters = Pick<SearchFilters, 'term' | 'sort' | 'page'> & Partial<SearchFilters>

/** All vendors, if that is asked for; with a term, those that contain it, or else those with similar names. */
export async function searchVendors({ db }: Ctx, { body }: Parsed<'searchVendors'>): Promise<SearchResult> {
  if (body.term === '' && !body.all)
    throw invalid({ term: messages.searchTermNeeded }, messages.searchTermNeeded)
  if (body.term === '') return readPage(db, body, {})
  const sought = readTerm(body.term)
  // if few of very many vendors have the status or the days, it is faster to look at all of them
  const isBounded = filterOf(body) === undefined
  const { frequent, ...result } = await readMatching(db, body, thoseMatching(sought, isBounded))
  if (frequent) return { ...result, vendors: (await readPage(db, body, thoseFrequent(sought))).vendors }
  if (result.total > 0) return result
  const near = await thoseAlike(db, body)
  if (!near) return result
  const page = await readPage(db, body, near.those)
  const vendors = page.vendors.map((v) => ({
    ...v,
    best: v.best && near.nearest.length === 1,
    matched: near.why.get(v.vendor_id) ?? null,
  }))
  return { ...page, vendors, total_is_exact: !near.more, alike: true }
}

/** The ids of all matches, in order, on any page. */
export async function vendorsFound(db: Db, filters: VendorFilters) {
  if (filters.term === '') return idsFound(filters, {})
  const matching = thoseMatching(readTerm(filters.term))
  const { rows } = await sql`select from (${foundAmong(filters, matching)}) found limit 1`.execute(db)
  const near = rows.length === 0 ? await thoseAlike(db, filters) : undefined
  return idsFound(filters, near?.those ?? matching)
}

export const idsFound = (filters: VendorFilters, candidates: Candidates) =>
  sql<{ vendor_id: number }>`
    select vendor_id
    from (${foundAmong(filters, candidates)}) found
    order by ${orderOf(filters, candidates)}`

/** These vendors, in the order of their ids. */
export async function vendorsOf(db: Db, ids: readonly number[]): Promise<CountedVendor[]> {
  const { rows } = await sql<VendorColumns>`
    select ${vendorColumns}
    from unnest(${ids as number[]}::int[]) with ordinality as page(vendor_id, place)
    ${vendorJoins}
    where v.vendor_id is not null
    order by page.place`.execute(db)
  return rows.map(toVendor)
}

/** Condition for the requested status and days; undefined: all. */
function filterOf(filters: VendorFilters): RawBuilder<unknown> | undefined {
  const { status = [], since: firstDay, until: lastDay, vendor_ids = [] } = filters
  const parts = [
    status.length > 0 && sql`v.vendor_status_id = any(${status}::smallint[])`,
    vendor_ids.length > 0 && sql`v.vendor_id = any(${vendor_ids}::int[])`,
    ...severalConditions(filters),
    ...healthConditions(filters),
    firstDay && sql`v.insert_tm >= ${firstDay}::timestamp at time zone 'UTC'`,
    lastDay && sql`v.insert_tm < (${lastDay}::timestamp + interval '1 day') at time zone 'UTC'`,
  ].filter((part) => typeof part === 'object')
  return parts.length > 0 ? sql`(${sql.join(parts, sql` and `)})` : undefined
}
const asFiltered = (filters: VendorFilters) => filterOf(filters) ?? sql`true`

/** @param isBounded reads no more places than `mostPlaces` and one, which `readMatching` checks */
function thoseMatching(sought: Sought, isBounded = false): Candidates {
  const places = placesMatching(sought)
  return {
    ...(isBounded
      ? { places: sql`${places} limit ${mostPlaces + 1}` }
      : { among: matchingIds(vendorsIn(sql`(${places})`)) }),
    first: sql`v.best`,
    why: whyMatched(sought),
  }
}

/** These ids, each once, as vendors `v`. */
const matchingIds = (ids: RawBuilder<unknown>) => sql`(
      select ${searchedColumns}, found.best
      from (${ids}) found
      join vendor v using (vendor_id)) v`

/**
 * For a term that very many contain: walks all vendors in the requested order until a page is full.
 * Doesn't look at notes, whose vendors would come after all of these.
 */
const thoseFrequent = (sought: Sought): Candidates => ({
  where: holdsTerm(sought),
  exactly: exactly(sought),
  first: sql`case when v.vendor_id = ${sought.id}::int then 2 else 1 end`,
  why: whyMatched(sought),
})

/** Vendors with similar names, why each was found, and which are nearest; undefined if there are none. */
async function thoseAlike(db: Db, filters: VendorFilters) {
  const { alike, more: hasMore } = await vendorsAlike(db, filters.term, asFiltered(filters))
  const [best] = alike
  if (!best) return undefined
  const nearest = alike.filter((a) => a.slips === best.slips).map((a) => a.vendor_id)
  const matchById = new Map(alike.map((a) => [a.vendor_id, a.matched]))
  const candidates: Candidates = {
    among: sql`(
      select ${searchedColumns}
      from vendor v
      where v.vendor_id = any(${[...matchById.keys()]}::int[])) v`,
    first: sql`(v.vendor_id = any(${nearest}::int[]))::int`,
  }
  return { those: candidates, nearest, why: matchById, more: hasMore }
}

interface Candidates {
  /** Vendors `v` with the searched columns, each once; undefined: all. */
  among?: RawBuilder<unknown>
  /** In place of `among`: the places that contain the term. */
  places?: RawBuilder<unknown>
  /** A condition on `v`. */
  where?: RawBuilder<unknown>
  /** With `where`: the ids that come first. */
  exactly?: RawBuilder<unknown>
  /** How well `v` matches: more than 0 comes first in every order. */
  first?: RawBuilder<unknown>
  /** Selects why `v` was found, and the text. */
  why?: RawBuilder<unknown>
}

const byEmail = ({ sort }: VendorFilters) => sort === 'email_asc' || sort === 'email_desc'
const byHealth = ({ sort }: VendorFilters) => sort === 'health_asc' || sort === 'health_desc'

/** What vendors `v` are sorted by in addition to their own columns. */
function sortColumn(filters: VendorFilters) {
  if (byEmail(filters)) return sql`, ${emailIn(filters)} as email`
  return byHealth(filters) ? sql`, h.score` : sql``
}
function sortJoin(filters: VendorFilters) {
  if (byEmail(filters)) return sql`left join contact c on c.contact_id = v.primary_contact_id`
  return byHealth(filters) ? sql`left join vendor_health h on h.vendor_id = v.vendor_id` : sql``
}

/**
 * The matching customers with their sort columns.
 * @param upto the most that are read
 */
function foundAmong(
  filters: VendorFilters,
  { among: ids, where: condition, exactly, first }: Candidates,
  upto: number | null = null,
): RawBuilder<unknown> {
  if (exactly && condition && first) return walkQuery(filters, { where: condition, exactly, first }, upto)
  if (!ids) return everybody(filters, condition ?? sql`true`, upto)
  return sql`
      select v.vendor_id, v.insert_tm ${sortColumn(filters)}
        ${first ? sql`, ${first} as best` : sql``}
      from ${ids}
      ${sortJoin(filters)}
      where not v.is_staff and ${asFiltered(filters)}`
}

/** Up to this many in order, preceded by exact matches. */
const walkQuery = (
  filters: VendorFilters,
  { where: condition, exactly, first }: Required<Pick<Candidates, 'where' | 'exactly' | 'first'>>,
  upto: number | null,
) => sql`
      (select w.*, 0 as best
      from (${everybody(filters, sql`${condition} and v.vendor_id <> all(array(${exactly}))`, upto)}) w
      order by ${orders[filters.sort]}
      limit ${upto}::int)
      union all
      (${foundAmong(
        filters,
        {
          among: sql`(select ${searchedColumns} from vendor v where v.vendor_id = any(array(${exactly}))) v`,
          first,
        },
        upto,
      )})`

const emailIn = ({ sort }: VendorFilters) =>
  sort === 'email_asc' ? sql`c.email` : sql`coalesce(c.email, '')`

/** Vendors who joined within so few days are sorted by email faster than all are walked by it. */
const fewDays = 62
const isOfFewDays = ({ since: firstDay, until: lastDay }: VendorFilters) =>
  firstDay !== undefined &&
  lastDay !== undefined &&
  Date.parse(lastDay) - Date.parse(firstDay) < fewDays * 86_400_000

/**
 * Sorted by email, they are read in the order of an index, those without one apart: sorting them would
 * mean sorting a million. The planner uses that order only if the part itself has a limit; and written as
 * a case, it doesn't assume that a contact's vendor and its primary contact are independent, and expect
 * one row.
 */
function everybody(filters: VendorFilters, condition: RawBuilder<unknown>, upto: number | null) {
  if (byHealth(filters) && !isOfFewDays(filters)) return everybodyByHealth(filters, condition, upto)
  return byEmail(filters) && !isOfFewDays(filters)
    ? everybodyByEmail(filters, condition, upto)
    : everybodyUnordered(filters, condition)
}

/** In the order of an index of scores; every vendor has a row there. */
const everybodyByHealth = (
  filters: VendorFilters,
  condition: RawBuilder<unknown>,
  upto: number | null,
) => sql`
      (select v.vendor_id, v.insert_tm, h.score
      from vendor_health h
      join vendor v on v.vendor_id = h.vendor_id
      where not v.is_staff and ${asFiltered(filters)} and ${condition}
      order by ${
        filters.sort === 'health_asc'
          ? sql`h.score asc nulls last, h.vendor_id asc`
          : sql`h.score desc nulls last, h.vendor_id desc`
      }
      limit ${upto}::int)`

function everybodyByEmail(filters: VendorFilters, condition: RawBuilder<unknown>, upto: number | null) {
  const isAscending = filters.sort === 'email_asc'
  const order = isAscending ? sql`c.email, c.vendor_id` : sql`c.email desc, c.vendor_id desc`
  return sql`
      (select v.vendor_id, v.insert_tm, c.email
      from contact c
      join vendor v on v.vendor_id = c.vendor_id
      where case when v.primary_contact_id = c.contact_id then true else false end
        and not v.is_staff and ${asFiltered(filters)} and ${condition}
      order by ${order}
      limit ${upto}::int)
      union all
      select v.vendor_id, v.insert_tm, ${isAscending ? null : ''}::text
      from vendor v
      where v.primary_contact_id is null and not v.is_staff and ${asFiltered(filters)} and ${condition}`
}

const everybodyUnordered = (filters: VendorFilters, condition: RawBuilder<unknown>) => sql`
      select v.vendor_id, v.insert_tm ${sortColumn(filters)}
      from vendor v
      ${sortJoin(filters)}
      where not v.is_staff and ${asFiltered(filters)} and ${condition}`

const matchOf = (by: Match['by'] | null | undefined, text: string | null | undefined): Match | null =>
  by && text ? { by, text } : null

const orderOf = ({ sort }: VendorFilters, { first }: Candidates) =>
  first ? sql`best desc, ${orders[sort]}` : orders[sort]

/**
 * A page of vendors (customers only) and their number. One statement: the matches of the term are looked
 * up once, for the page and the count. Without a term the page is read from the order's index, and only
 * the count reads further.
 */
export async function readPage(
  db: Db,
  filters: VendorFilters,
  candidates: Candidates,
  countTo = countLimit,
): Promise<SearchResult> {
  const { frequent: _frequent, ...result } = await readMatching(db, filters, candidates, countTo)
  return result
}

/** The same, and whether more places contain the term than are read. */
async function readMatching(
  db: Db,
  filters: VendorFilters,
  candidates: Candidates,
  countTo = countLimit,
): Promise<SearchResult & { frequent: boolean }> {
  const { first, why: matchColumn, places } = candidates
  const order = orderOf(filters, candidates)
  const upto = filters.page * vendorSearchPageSize
  const { rows } = await sql<Counts & Nullable<SearchedRow>>`
    with ${places ? foundIn(places, filters, upto) : foundOf(filters, candidates, upto, countTo)},
    page as (
      select vendor_id, row_number() over (order by ${order}) as place ${first ? sql`, best` : sql``}
      from found
      order by ${order}
      limit ${vendorSearchPageSize}
      offset ${upto - vendorSearchPageSize}
    )
    select counted.total, counted.places, counted.named, ${vendorColumns}
      ${first ? sql`, page.best` : sql``}
      ${matchColumn ? sql`, m.by, m.text` : sql``}
    from counted
    left join page on true
    ${vendorJoins}
    ${matchColumn ? sql`left join lateral (${matchColumn}) m on true` : sql``}
    order by page.place`.execute(db)
  const total = singleRow(rows).total
  return {
    total: Math.min(total, countTo),
    total_is_exact: total <= countTo && singleRow(rows).places <= mostPlaces,
    frequent: singleRow(rows).named > mostPlaces,
    alike: false,
    // a page without rows is just the count
    vendors: rows
      .filter(hasVendor)
      .map(({ total: _total, places: _places, named: _named, best, by, text, ...row }) => ({
        ...toVendor(row),
        best: (best ?? 0) > 0,
        matched: matchOf(by, text),
      })),
  }
}

/** The matches, and how many there are. */
const foundOf = (filters: VendorFilters, candidates: Candidates, upto: number, countTo: number) => sql`
    found as ${candidates.first ? sql`` : sql`not`} materialized (${foundAmong(filters, candidates, upto)}),
    counted as (
      select count(*) as total, 0 as places, 0 as named
      from (
        select
        from ${candidates.first ? sql`found` : sql`(${foundAmong({ ...filters, sort: 'newest' }, candidates)}) found`}
        limit ${countTo + 1}) upto)`

/**
 * The same for places, of customers with any status. Vendors found only by notes come after all others:
 * they are read if the others leave room on the page, and counted without reading each.
 */
const foundIn = (places: RawBuilder<unknown>, filters: VendorFilters, upto: number) => sql`
    ids as materialized (${vendorsIn(sql`(${places})`)}),
    counted as materialized (
      select
        count(*) as total,
        coalesce(sum(places), 0)::int as places,
        coalesce(sum(named), 0)::int as named,
        count(*) filter (where best >= 0) as called
      from ids),
    found as (
      ${withPlaces(filters, sql`select vendor_id, insert_tm, primary_contact_id, best from ids where best >= 0`)}
      union all
      ${withPlaces(
        filters,
        sql`
        select v.vendor_id, v.insert_tm, v.primary_contact_id, best
        from ids
        join vendor v using (vendor_id)
        where best < 0 and (select called from counted) < ${upto}`,
      )})`

/** Vendors with their sort columns. */
const withPlaces = (filters: VendorFilters, vendors: RawBuilder<unknown>) => sql`
      select v.vendor_id, v.insert_tm, v.best ${sortColumn(filters)}
      from (${vendors}) v
      ${sortJoin(filters)}`

type SearchResult = Result<'searchVendors'>
type VendorColumns = Omit<VendorRow, 'status'> & Parameters<typeof displayedStatus>[0]
interface Counts {
  total: number
  places: number
  named: number
}
type SearchedRow = VendorColumns & { best?: number } & Partial<Nullable<Match>>
type Nullable<Row> = { [Column in keyof Row]: Row[Column] | null }

/** A page past the last vendor is one row with the counts alone. */
const hasVendor = (row: Counts & Nullable<SearchedRow>): row is Counts & SearchedRow => row.vendor_id !== null

/** A vendor as lists show it, from `page`, which has its id. */
const vendorColumns = sql`
  v.vendor_id,
  v.company,
  trim(coalesce(c.first_name, '') || ' ' || coalesce(c.last_name, '')) as name,
  coalesce(c.email, '') as email,
  coalesce(c.primary_phone, '') as phone,
  p.name as plan,
  am.company as account_manager,
  crm.company as crm_owner,
  n.subscription_count,
  v.next_charge_date,
  v.insert_tm,
  health.score as health,
  health.cause as health_cause,
  health.computed_tm as health_tm,
  coalesce(health.owed, 0)::text as amount_owed,
  v.vendor_status_id,
  v.deleted_tm,
  v.billing_failures,
  n.total_active_integrations,
  n.total_cancel_pending,
  n.total_freeze_pending,
  n.total_frozen`
const vendorJoins = sql`
  left join vendor v on v.vendor_id = page.vendor_id
  left join lateral (${vendorCounts}) n on true
  left join vendor_health health on health.vendor_id = v.vendor_id
  left join contact c on c.contact_id = v.primary_contact_id
  left join plan_type p on p.vendor_plan_type_id = v.vendor_plan_type_id
  left join vendor am on am.vendor_id = v.account_manager_vendor_id
  left join vendor crm on crm.vendor_id = v.crm_owner_vendor_id`

/** A vendor with the counts on which its displayed status depends. */
type CountedVendor = VendorRow & VendorStanding
const toVendor = (row: VendorColumns): CountedVendor => ({ ...row, status: displayedStatus(row) })
