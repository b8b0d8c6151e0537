import type { RawBuilder } from 'kysely'
import { dayOf } from '#contract/billing/days.ts'
import { dayText } from '#contract/formats.ts'
import type { Parsed } from '#contract/index.ts'
import { mostCodes } from '#contract/promo-codes/promo-codes.ts'
import type { VendorPromo } from '#contract/promo-codes/vendor-promos.ts'
import { many } from '#contract/words.ts'
import { requireVendor } from '#server/areas/vendor-record/public.ts'
import { sql, type Db, type Tx } from '#server/platform/database/db.ts'
import { invalid } from '#server/platform/http/errors.ts'
import type { Clock, Ctx } from '#server/platform/services.ts'
import { contains } from '#server/platform/database/sql.ts'
import { promoColumns, promoScope } from './promos-of.ts'
import { stateOn } from './read.ts'

interface Asked {
  vendor_id: number
  promo_code: string
  /** The usage in whose place it comes. */
  replaces?: number | undefined
}
interface Row extends Omit<VendorPromo, 'given_tm'> {
  given_tm: string | null
  state: 'open' | 'ended' | 'used_up'
  ends_on: string | null
  usage_limit: number | null
  has_it: boolean
  had_it: boolean
  is_own: boolean
  others: number
}

/** What a code would be to a vendor's bills, and why it can't be given to it. */
export async function checkPromoCode(
  { db, clock }: Ctx,
  { params: { vendor_id }, body }: Parsed<'checkPromoCode'>,
) {
  await requireVendor(db, vendor_id)
  return readGivable(db, clock, { vendor_id, ...body })
}

/** The code to be given, whose row is held, so that its limit holds whoever else gives it. */
export async function requireGivable(
  tx: Tx,
  clock: Clock,
  asked: Asked,
  failed: string,
): Promise<VendorPromo> {
  await sql`
    select from promo_code where lower(promo_code) = lower(${asked.promo_code}) for update`.execute(tx)
  const { promo, refused } = await readGivable(tx, clock, asked)
  if (refused !== null) throw invalid({ promo_code: refused }, failed)
  return promo!
}

async function readGivable(
  db: Db,
  clock: Clock,
  { promo_code, ...of }: Asked,
): Promise<{ promo: VendorPromo | null; refused: string | null }> {
  const now = new Date(clock.now()).toISOString()
  const [row] = await codesToVendor(db, clock, of, sql`where lower(c.promo_code) = lower(${promo_code})`)
  if (!row) return { promo: null, refused: `There is no promo code ${promo_code}` }
  return { promo: { ...row, given_tm: row.given_tm ?? now }, refused: whyNotGiven(row) }
}

const mostLooked = 200
export const mostNamed = 20
/** What can be given to a vendor, as one is typed: what begins so first, then the newest. */
export async function listGivableCodes(
  { db, clock }: Ctx,
  { params: { vendor_id }, query }: Parsed<'listGivableCodes'>,
) {
  await requireVendor(db, vendor_id)
  const like = contains(query.search)
  const rows = await codesToVendor(
    db,
    clock,
    { vendor_id, replaces: query.replaces },
    sql`
      left join vendor a on a.vendor_id = c.vendor_affiliate_id
      left join promo_code_partner o using (promo_code_partner_id)
      where ${stateOn(dayOf(clock.now()))} <> 'ended'
        and (c.promo_code ilike ${like} or c.description ilike ${like} or a.company ilike ${like}
          or o.partner_name ilike ${like})
      order by starts_with(lower(c.promo_code), lower(${query.search})) desc, c.promo_code_id desc
      limit ${mostLooked}`,
  )
  return {
    codes: rows
      .filter((row) => whyNotGiven(row) === null)
      .slice(0, mostNamed)
      .map(({ promo_code, description, percentage_based, discount }) => ({
        promo_code,
        description,
        percentage_based,
        discount,
      })),
  }
}

/** What codes would be to a vendor, and what stands against giving them. */
async function codesToVendor(
  db: Db,
  clock: Clock,
  { vendor_id, replaces = 0 }: Omit<Asked, 'promo_code'>,
  which: RawBuilder<unknown>,
): Promise<Row[]> {
  const { rows } = await sql<Row>`
    select ${promoColumns(sql`${vendor_id}::int`)},
      coalesce(u.promo_code_usage_id, 0) as promo_code_usage_id,
      case when u.removed_tm is null then u.given_tm end as given_tm, coalesce(u.given_by, '') as given_by,
      ${stateOn(dayOf(clock.now()))} as state, c.ends_on, c.usage_limit,
      u.promo_code_usage_id is not null and u.removed_tm is null as has_it,
      u.promo_code_usage_id is not null as had_it,
      coalesce(c.vendor_affiliate_id = ${vendor_id}, false) as is_own,
      (
        select count(*)
        from promo_code_usage other
        where other.vendor_id = ${vendor_id}
          and other.removed_tm is null
          and other.promo_code_usage_id <> ${replaces}
      ) as others
    from promo_code c
    left join promo_code_usage u on u.promo_code_id = c.promo_code_id and u.vendor_id = ${vendor_id}
    ${promoScope}
    ${which}`.execute(db)
  return rows
}

function whyNotGiven(row: Row): string | null {
  if (row.has_it) return 'It has this code already'
  if (row.bills_left !== null && row.bills_left <= 0)
    return 'It had this code before, and it went off all of its bills'
  if (row.is_own) return 'It is this user’s own code, for those whom it brings'
  if (row.state === 'ended') return `It was given until ${dayText(row.ends_on!)}, and isn’t any more`
  // who had it before counts already
  if (row.state === 'used_up' && !row.had_it)
    return `It is used up: it was given to ${many(row.usage_limit!, 'user')}, as many as it is for`
  if (row.others >= mostCodes) return `It has ${mostCodes} codes already: take one off first`
  return null
}
