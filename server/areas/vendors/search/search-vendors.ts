import { displayedStatus, type VendorStanding } from '#contract/vendors/status.ts'
import type { Parsed, Result } from '#contract/index.ts'
import type { Matched } from '#contract/search/matched.ts'
import { vendorSearchPageSize, type VendorRow } from '#contract/vendors/vendors.ts'
import type { RawBuilder } from 'kysely'
import { sql, type Db } from '#server/platform/database/db.ts'
import { singleRow } from '#server/platform/database/sql.ts'
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
import { readTerm, type Sought } from './term.ts'
import { vendorCounts } from '#server/areas/vendor-record/public.ts'

/** Counting beyond this many matches costs more than it tells. */
export const countLimit = 10_000

const orders = {
  // without an email one is last: null in one direction, an empty one in the other
  email_asc: sql`email, vendor_id`,
  email_desc: sql`email desc, vendor_id desc`,
  vendor_id_asc: sql`vendor_id asc`,
  vendor_id_desc: sql`vendor_id desc`,
  newest: sql`insert_tm desc, vendor_id desc`,
  oldest: sql`insert_tm asc, vendor_id asc`,
} as const

/** What a vendor is filtered and sorted by. */
export const searchedColumns = sql`
  v.vendor_id, v.insert_tm, v.primary_contact_id, v.is_staff, v.vendor_status_id`

type Asked = Parsed<'searchVendors'>['body']

/** Vendors without a term come all; with one, those that hold it, else those of names alike. */
export async function searchVendors({ db }: Ctx, { body }: Parsed<'searchVendors'>): Promise<Found> {
  if (body.term === '') return readPage(db, body, {})
  const sought = readTerm(body.term)
  // a few of a status or of some days among very many are sooner found by looking at all
  const bounded = filterOf(body) === undefined
  const { frequent, ...found } = await readMatching(db, body, thoseMatching(sought, bounded))
  if (frequent) return { ...found, vendors: (await readPage(db, body, thoseFrequent(sought))).vendors }
  if (found.total > 0) return found
  const near = await thoseAlike(db, body)
  if (!near) return found
  const page = await readPage(db, body, near.those)
  const vendors = page.vendors.map((v) => ({
    ...v,
    best: v.best && near.nearest.length === 1,
    matched: near.why.get(v.vendor_id) ?? null,
  }))
  return { ...page, vendors, total_is_exact: !near.more, alike: true }
}

/** The ids of all who are found, in their order, on whatever page. */
export async function vendorsFound(db: Db, asked: Asked) {
  if (asked.term === '') return idsFound(asked, {})
  const matching = thoseMatching(readTerm(asked.term))
  const { rows } = await sql`select from (${foundAmong(asked, matching)}) found limit 1`.execute(db)
  const near = rows.length === 0 ? await thoseAlike(db, asked) : undefined
  return idsFound(asked, near?.those ?? matching)
}

export const idsFound = (asked: Asked, those: Among) =>
  sql<{ vendor_id: number }>`
    select vendor_id
    from (${foundAmong(asked, those)}) found
    order by ${orderOf(asked, those)}`

/** These vendors, in the order of their ids here. */
export async function vendorsOf(db: Db, ids: readonly number[]): Promise<CountedVendor[]> {
  const { rows } = await sql<VendorColumns>`
    select ${vendorColumns}
    from unnest(${ids as number[]}::int[]) with ordinality as page(vendor_id, place)
    ${vendorJoins}
    where v.vendor_id is not null
    order by page.place`.execute(db)
  return rows.map(toVendor)
}

/** Of the status, and come on the days, that are asked for; undefined: all. */
function filterOf({ status, since, until }: Asked): RawBuilder<unknown> | undefined {
  const parts = [
    status.length > 0 && sql`v.vendor_status_id = any(${status}::smallint[])`,
    since && sql`v.insert_tm >= ${since}::timestamp at time zone 'UTC'`,
    until && sql`v.insert_tm < (${until}::timestamp + interval '1 day') at time zone 'UTC'`,
  ].filter((part) => typeof part === 'object')
  return parts.length > 0 ? sql`(${sql.join(parts, sql` and `)})` : undefined
}
const asFiltered = (asked: Asked) => filterOf(asked) ?? sql`true`

/** @param bounded no more places are read than `mostPlaces` and one, which `readMatching` looks at */
function thoseMatching(sought: Sought, bounded = false): Among {
  const places = placesMatching(sought)
  return {
    ...(bounded
      ? { places: sql`${places} limit ${mostPlaces + 1}` }
      : { among: searched(vendorsIn(sql`(${places})`)) }),
    first: sql`v.best`,
    why: whyMatched(sought),
  }
}

/** These ids, each once, as vendors `v`. */
const searched = (ids: RawBuilder<unknown>) => sql`(
      select ${searchedColumns}, found.best
      from (${ids}) found
      join vendor v using (vendor_id)) v`

/**
 * Those that hold a term which very many hold: all are walked in the asked order until a page is full. Where
 * only notes hold it isn't looked, since those would come behind all of these.
 */
const thoseFrequent = (sought: Sought): Among => ({
  where: holdsTerm(sought),
  exactly: exactly(sought),
  first: sql`case when v.vendor_id = ${sought.id}::int then 2 else 1 end`,
  why: whyMatched(sought),
})

/** Those of names alike, why each, and which are nearest; undefined where there are none. */
async function thoseAlike(db: Db, asked: Asked) {
  const { alike, more } = await vendorsAlike(db, asked.term, asFiltered(asked))
  if (alike.length === 0) return undefined
  const nearest = alike.filter((a) => a.slips === alike[0]!.slips).map((a) => a.vendor_id)
  const why = new Map(alike.map((a) => [a.vendor_id, a.matched]))
  const those: Among = {
    among: sql`(
      select ${searchedColumns}
      from vendor v
      where v.vendor_id = any(${[...why.keys()]}::int[])) v`,
    first: sql`(v.vendor_id = any(${nearest}::int[]))::int`,
  }
  return { those, nearest, why, more }
}

interface Among {
  /** Vendors `v` with the searched columns, each once; not given: all. */
  among?: RawBuilder<unknown>
  /** In place of `among`: the places that hold a term. */
  places?: RawBuilder<unknown>
  /** Of all those of which this is true of `v`. */
  where?: RawBuilder<unknown>
  /** With `where`: the ids of those that come first. */
  exactly?: RawBuilder<unknown>
  /** How good a match `v` is: more than 0 comes first in every order. */
  first?: RawBuilder<unknown>
  /** Selects by what `v` was found, and the text. */
  why?: RawBuilder<unknown>
}

const byEmail = ({ sort }: Asked) => sort === 'email_asc' || sort === 'email_desc'

/** Of those the customers asked for, with what they are sorted by. @param upto so many are read of all */
function foundAmong(
  asked: Asked,
  { among, where, exactly, first }: Among,
  upto: number | null = null,
): RawBuilder<unknown> {
  if (exactly && where && first) return walked(asked, { where, exactly, first }, upto)
  if (!among) return everybody(asked, where ?? sql`true`, upto)
  return sql`
      select v.vendor_id, v.insert_tm ${byEmail(asked) ? sql`, ${emailIn(asked)} as email` : sql``}
        ${first ? sql`, ${first} as best` : sql``}
      from ${among}
      ${byEmail(asked) ? sql`left join contact c on c.contact_id = v.primary_contact_id` : sql``}
      where not v.is_staff and ${asFiltered(asked)}`
}

/** In their order so many, and before them those that are meant exactly. */
const walked = (
  asked: Asked,
  { where, exactly, first }: Required<Pick<Among, 'where' | 'exactly' | 'first'>>,
  upto: number | null,
) => sql`
      (select w.*, 0 as best
      from (${everybody(asked, sql`${where} and v.vendor_id <> all(array(${exactly}))`, upto)}) w
      order by ${orders[asked.sort]}
      limit ${upto}::int)
      union all
      (${foundAmong(
        asked,
        {
          among: sql`(select ${searchedColumns} from vendor v where v.vendor_id = any(array(${exactly}))) v`,
          first,
        },
        upto,
      )})`

const emailIn = ({ sort }: Asked) => (sort === 'email_asc' ? sql`c.email` : sql`coalesce(c.email, '')`)

/** Those who came in so few days are sorted by email sooner than all are walked by it. */
const fewDays = 62
const isOfFewDays = ({ since, until }: Asked) =>
  since !== undefined && until !== undefined && Date.parse(until) - Date.parse(since) < fewDays * 86_400_000

/**
 * By email they are read in the order of an index, those without one apart: sorted they would be a million.
 * The planner takes that order only where the part itself asks for so many; and as a case, it doesn't take a
 * contact's vendor and its primary for independent, and expect one row.
 */
const everybody = (asked: Asked, where: RawBuilder<unknown>, upto: number | null) =>
  byEmail(asked) && !isOfFewDays(asked)
    ? sql`
      (select v.vendor_id, v.insert_tm, c.email
      from contact c
      join vendor v on v.vendor_id = c.vendor_id
      where case when v.primary_contact_id = c.contact_id then true else false end
        and not v.is_staff and ${asFiltered(asked)} and ${where}
      order by ${asked.sort === 'email_asc' ? sql`c.email, c.vendor_id` : sql`c.email desc, c.vendor_id desc`}
      limit ${upto}::int)
      union all
      select v.vendor_id, v.insert_tm, ${asked.sort === 'email_asc' ? null : ''}::text
      from vendor v
      where v.primary_contact_id is null and not v.is_staff and ${asFiltered(asked)} and ${where}`
    : sql`
      select v.vendor_id, v.insert_tm ${byEmail(asked) ? sql`, ${emailIn(asked)} as email` : sql``}
      from vendor v
      ${byEmail(asked) ? sql`left join contact c on c.contact_id = v.primary_contact_id` : sql``}
      where not v.is_staff and ${asFiltered(asked)} and ${where}`

const orderOf = ({ sort }: Asked, { first }: Among) =>
  first ? sql`best desc, ${orders[sort]}` : orders[sort]

/**
 * A page of vendors, customers only, and how many there are.
 * One statement: what the term finds is looked up once, for the page and for the count. Without a term the
 * page is read from the order's index, and only the count looks further.
 */
export async function readPage(db: Db, asked: Asked, those: Among, countTo = countLimit): Promise<Found> {
  const { frequent: _frequent, ...found } = await readMatching(db, asked, those, countTo)
  return found
}

/** The same, and whether more places hold the term than are read. */
async function readMatching(
  db: Db,
  asked: Asked,
  those: Among,
  countTo = countLimit,
): Promise<Found & { frequent: boolean }> {
  const { first, why, places } = those
  const order = orderOf(asked, those)
  const upto = asked.page * vendorSearchPageSize
  const { rows } = await sql<SearchedRow>`
    with ${places ? foundIn(places, asked, upto) : foundOf(asked, those, upto, countTo)},
    page as (
      select vendor_id, row_number() over (order by ${order}) as place ${first ? sql`, best` : sql``}
      from found
      order by ${order}
      limit ${vendorSearchPageSize}
      offset ${upto - vendorSearchPageSize}
    )
    select counted.total, counted.places, counted.named, ${vendorColumns}
      ${first ? sql`, page.best` : sql``}
      ${why ? sql`, m.by, m.text` : sql``}
    from counted
    left join page on true
    ${vendorJoins}
    ${why ? sql`left join lateral (${why}) m on true` : sql``}
    order by page.place`.execute(db)
  const total = singleRow(rows).total
  return {
    total: Math.min(total, countTo),
    total_is_exact: total <= countTo && singleRow(rows).places <= mostPlaces,
    frequent: singleRow(rows).named > mostPlaces,
    alike: false,
    // a page without rows is the count alone
    vendors: rows.flatMap(({ total: _total, places: _places, named: _named, best, by, text, ...row }) =>
      row.vendor_id === null
        ? []
        : [{ ...toVendor(row), best: (best ?? 0) > 0, matched: by && text ? { by, text } : null }],
    ),
  }
}

/** `found`, and how many they are. */
const foundOf = (asked: Asked, those: Among, upto: number, countTo: number) => sql`
    found as ${those.first ? sql`` : sql`not`} materialized (${foundAmong(asked, those, upto)}),
    counted as (
      select count(*) as total, 0 as places, 0 as named
      from (
        select
        from ${those.first ? sql`found` : sql`(${foundAmong({ ...asked, sort: 'newest' }, those)}) found`}
        limit ${countTo + 1}) upto)`

/**
 * The same of places, of customers of any status. Those that only notes hold come behind all others: they are
 * looked at where the others leave room on the page, and counted without a look at each.
 */
const foundIn = (places: RawBuilder<unknown>, asked: Asked, upto: number) => sql`
    ids as materialized (${vendorsIn(sql`(${places})`)}),
    counted as materialized (
      select
        count(*) as total,
        coalesce(sum(places), 0)::int as places,
        coalesce(sum(named), 0)::int as named,
        count(*) filter (where best >= 0) as called
      from ids),
    found as (
      ${placed(asked, sql`select vendor_id, insert_tm, primary_contact_id, best from ids where best >= 0`)}
      union all
      ${placed(
        asked,
        sql`
        select v.vendor_id, v.insert_tm, v.primary_contact_id, best
        from ids
        join vendor v using (vendor_id)
        where best < 0 and (select called from counted) < ${upto}`,
      )})`

/** Vendors with what they are sorted by. */
const placed = (asked: Asked, vendors: RawBuilder<unknown>) => sql`
      select v.vendor_id, v.insert_tm, v.best ${byEmail(asked) ? sql`, ${emailIn(asked)} as email` : sql``}
      from (${vendors}) v
      ${byEmail(asked) ? sql`left join contact c on c.contact_id = v.primary_contact_id` : sql``}`

type Found = Result<'searchVendors'>
type VendorColumns = Omit<VendorRow, 'status'> & Parameters<typeof displayedStatus>[0]
type SearchedRow = VendorColumns & {
  total: number
  places: number
  named: number
  best?: number
} & Partial<Matched>

/** A vendor as lists show it, of `page`, which names its id. */
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
  left join contact c on c.contact_id = v.primary_contact_id
  left join plan_type p on p.vendor_plan_type_id = v.vendor_plan_type_id
  left join vendor am on am.vendor_id = v.account_manager_vendor_id
  left join vendor crm on crm.vendor_id = v.crm_owner_vendor_id`

/** A vendor with the counts that its status is told by. */
type CountedVendor = VendorRow & VendorStanding
const toVendor = (row: VendorColumns): CountedVendor => ({ ...row, status: displayedStatus(row) })
