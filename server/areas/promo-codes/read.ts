import { dayOf } from '#contract/billing/days.ts'
import type { EventType } from '#contract/activity/names.ts'
import type { Parsed } from '#contract/index.ts'
import type { PromoCodeType } from '#contract/promo-codes/kinds.ts'
import {
  promoCodePageSize,
  type PromoCode,
  type PromoCodeList,
  type PromoCodeUsage,
  type PromoCodeView,
} from '#contract/promo-codes/promo-codes.ts'
import { sql, type Db } from '#server/platform/database/db.ts'
import { notFound } from '#server/platform/http/errors.ts'
import type { Ctx } from '#server/platform/services.ts'
import { contains, sortOrder, singleRow } from '#server/platform/database/sql.ts'
import { versionOf, type EditedRecord } from '#server/platform/database/versions.ts'
import { mostBills } from '#server/areas/billing/public.ts'

const editTypes: readonly EventType[] = ['promo_code.insert', 'promo_code.save']
export const editedPromoCode = (id: number): EditedRecord => ({ entity: 'promo_code', id, types: editTypes })

const totalUsage = sql`(select count(*) from promo_code_usage u where u.promo_code_id = c.promo_code_id)`
const moneyGiven = sql`(
  select coalesce(sum(r.amount), 0.00)
  from promo_code_usage u
  join promo_redemption r using (promo_code_usage_id)
  where u.promo_code_id = c.promo_code_id)`
/** Whether a code can still be given on a day. */
export const stateOn = (today: string) => sql`
  case
    when c.ends_on < ${today}::date then 'ended'
    when c.usage_limit <= ${totalUsage} then 'used_up'
    else 'open'
  end`

const columns = (today: string) => sql`
  c.promo_code_id, c.promo_code, c.description, c.percentage_based, c.discount, c.enable_optimized_sync,
  c.billing_plan_id, c.plan_only, c.is_recurring, c.recurring_billing_cycles, c.dropshipper_id, c.market_id,
  c.vendor_affiliate_id, c.promo_code_partner_id, c.ends_on, c.usage_limit, c.added_tm,
  p.name as billing_plan_name, d.supplier_name as dropshipper_name, k.market_name,
  a.company as affiliate_company, o.partner_name, ${stateOn(today)} as state, ${totalUsage} as total_usage,
  (
    select count(*)
    from promo_code_usage u
    where u.promo_code_id = c.promo_code_id and u.removed_tm is null
  ) as using,
  ${moneyGiven} as money_given`
const codes = sql`
  from promo_code c
  left join plan_type p on p.vendor_plan_type_id = c.billing_plan_id
  left join dropshipper d on d.dropshipper_id = c.dropshipper_id
  left join market k on k.market_id = c.market_id
  left join vendor a on a.vendor_id = c.vendor_affiliate_id
  left join promo_code_partner o on o.promo_code_partner_id = c.promo_code_partner_id`

const typeIs: Record<PromoCodeType, ReturnType<typeof sql>> = {
  standard: sql`c.vendor_affiliate_id is null and c.promo_code_partner_id is null`,
  affiliates: sql`c.vendor_affiliate_id is not null`,
  partner: sql`c.promo_code_partner_id is not null`,
}
const keys = {
  code: sql`lower(c.promo_code)`,
  discount: sql`c.percentage_based desc, c.discount`,
  usage: totalUsage,
  money: moneyGiven,
  ends: sql`c.ends_on`,
  added: sql`c.added_tm`,
} as const

type CodeFilters = Omit<PromoCodeList, 'page_limit' | 'current_page'>
function codesWhere(filters: CodeFilters, today: string) {
  const like = contains(filters.search)
  const equals = (column: string, value: unknown) =>
    value === undefined ? sql`true` : sql`${sql.ref(column)} = ${value}`
  return sql`
    ${codes}
    where ${typeIs[filters.promo_code_type]}
      and ${equals('c.promo_code_partner_id', filters.partner_id)}
      and ${equals('c.billing_plan_id', filters.billing_plan_id)}
      and ${equals('c.plan_only', filters.plan_only)}
      and ${equals('c.dropshipper_id', filters.dropshipper_id)}
      and ${equals('c.market_id', filters.market_id)}
      and ${filters.state === undefined ? sql`true` : sql`${stateOn(today)} = ${filters.state}`}
      and ${
        filters.search === ''
          ? sql`true`
          : sql`(
            c.promo_code ilike ${like}
            or c.description ilike ${like}
            or a.company ilike ${like}
            or o.partner_name ilike ${like})`
      }`
}

/** The codes of one type that match the filters, in order. */
export const selectCodes = (filters: CodeFilters, today: string) => sql<PromoCode>`
  select ${columns(today)}
  ${codesWhere(filters, today)}
  order by ${sortOrder(filters.sort, keys).blanksLast}, c.promo_code_id desc`

export async function listPromoCodes({ db, clock }: Ctx, { body }: Parsed<'listPromoCodes'>) {
  const today = dayOf(clock.now())
  const [page, matches, all] = await Promise.all([
    sql<PromoCode>`
      ${selectCodes(body, today)}
      limit ${body.page_limit}
      offset ${(body.current_page - 1) * body.page_limit}`.execute(db),
    sql<{ total: number }>`select count(*) as total ${codesWhere(body, today)}`.execute(db),
    sql<Record<PromoCodeType, number>>`
      select
        count(*) filter (where ${typeIs.standard}) as standard,
        count(*) filter (where ${typeIs.affiliates}) as affiliates,
        count(*) filter (where ${typeIs.partner}) as partner
      from promo_code c`.execute(db),
  ])
  return { promo_codes: page.rows, total: singleRow(matches.rows).total, counts: singleRow(all.rows) }
}

export async function listPromoCodePartners({ db }: Ctx) {
  const { rows } = await sql<{ promo_code_partner_id: number; partner_name: string; codes: number }>`
    select promo_code_partner_id, partner_name,
      (select count(*) from promo_code c where c.promo_code_partner_id = o.promo_code_partner_id) as codes
    from promo_code_partner o
    order by lower(partner_name)
    limit 1000`.execute(db)
  return rows
}

/** A code with the version that its form opens. */
export async function readPromoCode(
  { db, clock }: Pick<Ctx, 'db' | 'clock'>,
  id: number,
): Promise<PromoCodeView> {
  const version = await versionOf(db, editedPromoCode(id))
  const { rows } = await sql<PromoCode>`
    select ${columns(dayOf(clock.now()))} ${codes} where c.promo_code_id = ${id}`.execute(db)
  if (!rows[0]) throw notFound('promo code')
  return { version, promo_code: rows[0] }
}

const usageKeys = {
  given: sql`u.given_tm`,
  company: sql`lower(v.company)`,
  bills: sql`r.bills_used`,
  money: sql`r.money_given`,
  last: sql`r.last_bill`,
} as const

const usersNamed = (search: string) =>
  search ? sql`(v.company ilike ${contains(search)} or v.vendor_id::text = ${search})` : sql`true`

/** The users who have or had a code and match the search, in order. */
export const selectUsers = (
  id: number,
  { search, sort }: { search: string; sort: string },
) => sql<PromoCodeUsage>`
  select u.promo_code_usage_id, u.vendor_id, v.company, u.given_tm, u.given_by, u.removed_tm, u.removed_by,
    r.bills_used, ${mostBills} - r.bills_used as bills_left, r.money_given, r.last_bill
  from promo_code_usage u
  join promo_code c using (promo_code_id)
  join vendor v using (vendor_id)
  cross join lateral (
    select count(*)::int as bills_used, coalesce(sum(amount), 0.00) as money_given,
      max(period_starts) as last_bill
    from promo_redemption
    where promo_code_usage_id = u.promo_code_usage_id) r
  where promo_code_id = ${id} and ${usersNamed(search)}
  order by ${sortOrder(sort, usageKeys).blanksLast}, u.promo_code_usage_id desc`

export async function getPromoCode(ctx: Ctx, { params: { id }, query }: Parsed<'getPromoCode'>) {
  const { db } = ctx
  const view = await readPromoCode(ctx, id)
  const [usage, userCount, bills] = await Promise.all([
    sql<PromoCodeUsage>`
      ${selectUsers(id, query)}
      limit ${promoCodePageSize}
      offset ${(query.page - 1) * promoCodePageSize}`.execute(db),
    count(
      db,
      sql`
        promo_code_usage u
        join vendor v using (vendor_id)
        where u.promo_code_id = ${id} and ${usersNamed(query.search)}`,
    ),
    count(
      db,
      sql`promo_redemption r join promo_code_usage u using (promo_code_usage_id) where u.promo_code_id = ${id}`,
    ),
  ])
  return { ...view, usage: usage.rows, total: userCount, bills }
}

const count = async (db: Db, source: ReturnType<typeof sql>): Promise<number> =>
  singleRow((await sql<{ n: number }>`select count(*) as n from ${source}`.execute(db)).rows).n
