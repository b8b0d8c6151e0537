import type { Parsed, Result } from '#contract/index.ts'
import { amazonMarkets } from '#contract/products/asins/markets.ts'
import { undoDays } from '#contract/products/asins/queue.ts'
import { sql, type Db } from '#server/platform/database/db.ts'
import { all, singleRow } from '#server/platform/database/sql.ts'
import type { Ctx } from '#server/platform/services.ts'
import { listHeldSuppliers } from '../batch/held-suppliers.ts'

type Asked = Parsed<'getAsinQueue'>['query']
type Queue = Result<'getAsinQueue'>

/** What is left to match, what the caller decided, and how many checked samples were wrong. */
export async function getAsinQueue({ db, who }: Ctx, { query }: Parsed<'getAsinQueue'>): Promise<Queue> {
  const [{ skipped, ...classes }, own, samples, markets, suppliers, held] = await Promise.all([
    countClasses(db, query),
    countOwn(db, who.login_id, query.market_id),
    countSamples(db, query),
    readMarkets(db),
    readSuppliers(db, query.market_id),
    listHeldSuppliers(db, query.market_id),
  ])
  return { classes, skipped, ...own, samples, markets, suppliers, held }
}

const matches = ({ market_id, dropshipper_id }: Asked) =>
  all([
    sql`m.market_id = ${market_id}`,
    dropshipper_id !== undefined && sql`m.dropshipper_id = ${dropshipper_id}`,
  ])

async function countClasses(db: Db, asked: Asked) {
  const { rows } = await sql<Queue['classes'] & { skipped: number }>`
    select count(*) filter (where state = 'open' and class = 'green') as green,
      count(*) filter (where state = 'open' and class = 'amber') as amber,
      count(*) filter (where state = 'open' and class = 'grey') as grey,
      count(*) filter (where state = 'open' and class = 'none') as none,
      count(*) filter (where state = 'skipped') as skipped
    from product_asin_match m
    where ${matches(asked)} and state in ('open', 'skipped')`.execute(db)
  return singleRow(rows)
}

async function countOwn(db: Db, loginId: number, marketId: number) {
  const { rows } = await sql<Pick<Queue, 'decided_today' | 'decided' | 'changed_later'>>`
    select count(*) filter (where d.tm >= date_trunc('day', now())) as decided_today, count(*) as decided,
      count(*) filter (where exists (
        select
        from product_asin_decision o
        where o.product_asin_match_id = d.product_asin_match_id
          and o.product_asin_decision_id > d.product_asin_decision_id
          and o.undone_tm is null
          and o.login_id is distinct from d.login_id
          and o.asin is distinct from d.asin)) as changed_later
    from product_asin_decision d
    where d.login_id = ${loginId}
      and d.market_id = ${marketId}
      and d.how = 'person'
      and d.undone_tm is null
      and d.tm > now() - make_interval(days => ${sql.lit(undoDays)})`.execute(db)
  return singleRow(rows)
}

async function countSamples(db: Db, asked: Asked): Promise<Queue['samples']> {
  const { rows } = await sql<Queue['samples']>`
    select x.checked, x.wrong, (
        select count(*)
        from product_asin_match m
        where ${matches(asked)} and m.is_sample and m.state = 'open') as waiting
    from (
      select count(*) as checked, count(*) filter (where d.asin is distinct from d.before -> 'chosen' ->> 'asin') as wrong
      from product_asin_decision d
      join product_asin_match m using (product_asin_match_id)
      where ${matches(asked)} and d.is_sample and d.how = 'person' and d.undone_tm is null) x`.execute(db)
  return singleRow(rows)
}

async function readMarkets(db: Db): Promise<Queue['markets']> {
  return db
    .selectFrom('market')
    .select(['market_id', 'market_name'])
    .where('market_id', 'in', [...amazonMarkets])
    .orderBy('market_id')
    .limit(amazonMarkets.length)
    .execute()
}

async function readSuppliers(db: Db, marketId: number): Promise<Queue['suppliers']> {
  const { rows } = await sql<Queue['suppliers'][number]>`
    select d.dropshipper_id, d.supplier_name, coalesce(x.open, 0) as open
    from dropshipper d
    left join (
      select dropshipper_id, count(*) as open
      from product_asin_match
      where market_id = ${marketId} and state in ('open', 'skipped')
      group by dropshipper_id) x using (dropshipper_id)
    order by lower(d.supplier_name), d.dropshipper_id
    limit 1000`.execute(db)
  return rows
}
