import type { Parsed } from '#contract/index.ts'
import { holdMinutes, type AsinMatch } from '#contract/products/asins/queue.ts'
import { comparedHash } from '../compare/products.ts'
import { makeCandidates } from '../compare/make-candidates.ts'
import { sql, type Tx } from '#server/platform/database/db.ts'
import { all } from '#server/platform/database/sql.ts'
import { notFound } from '#server/platform/http/errors.ts'
import type { Ctx } from '#server/platform/services.ts'
import { emptyMatch, readMatch, type Queue } from './read-match.ts'

interface NextAsked extends Queue {
  order: 'best' | 'worst'
  after?: number | undefined
}

/** The next product of a queue, or the one that is asked for, held for the caller. */
export const getNextAsinMatch = (ctx: Ctx, { query }: Parsed<'getNextAsinMatch'>): Promise<AsinMatch> =>
  ctx.db.transaction().execute(async (tx) => {
    const { product_asin_match_id: id, ...asked } = query
    if (id === undefined) return takeNext(tx, ctx, asked)
    const match = await tx
      .selectFrom('product_asin_match')
      .select(['product_asin_match_id', 'state', 'market_id'])
      .where('product_asin_match_id', '=', id)
      .executeTakeFirst()
    if (!match) throw notFound('product to match')
    if (match.state === 'open' || match.state === 'skipped') {
      await refreshCandidates(tx, id)
      await holdMatch(tx, ctx, id)
    }
    return readMatch(tx, id, { ...asked, market_id: match.market_id })
  })

/** Holds a match for the caller and lets go of others; whoever holds it already keeps it. */
export async function holdMatch(tx: Tx, { who }: Pick<Ctx, 'who'>, id: number): Promise<void> {
  await sql`
    update product_asin_match
    set held_by = case when product_asin_match_id = ${id} then ${who.login_id}::int end,
      held_until = case when product_asin_match_id = ${id}
        then now() + make_interval(mins => ${sql.lit(holdMinutes)}) end
    where (held_by = ${who.login_id} and product_asin_match_id <> ${id})
      or (product_asin_match_id = ${id}
        and (held_until is null or held_until <= now() or held_by is null or held_by = ${who.login_id}))`.execute(
    tx,
  )
}

/**
 * The best or worst match that nobody else holds; skipped ones come last. Matches that somebody takes at this
 * moment are passed over.
 */
export async function takeNext(tx: Tx, ctx: Pick<Ctx, 'who'>, asked: NextAsked): Promise<AsinMatch> {
  const id = (await findNext(tx, ctx, asked, 'open')) ?? (await findNext(tx, ctx, asked, 'skipped'))
  if (id === undefined) return emptyMatch(asked)
  await refreshCandidates(tx, id)
  await holdMatch(tx, ctx, id)
  return readMatch(tx, id, asked)
}

async function findNext(
  tx: Tx,
  { who }: Pick<Ctx, 'who'>,
  asked: NextAsked,
  state: 'open' | 'skipped',
): Promise<number | undefined> {
  const way = sql.raw(asked.order === 'best' ? 'desc' : 'asc')
  const order =
    state === 'open'
      ? sql`m.best_score ${way}, m.product_asin_match_id ${way}`
      : sql`m.skipped_tm, m.product_asin_match_id`
  const { rows } = await sql<{ product_asin_match_id: number }>`
    select m.product_asin_match_id
    from product_asin_match m
    where ${all([
      sql`m.market_id = ${asked.market_id}`,
      sql`m.state = ${sql.lit(state)}`,
      asked.dropshipper_id !== undefined && sql`m.dropshipper_id = ${asked.dropshipper_id}`,
      asked.class !== undefined && sql`m.class = ${asked.class}`,
      asked.after !== undefined && sql`m.product_asin_match_id <> ${asked.after}`,
      sql`(m.held_until is null or m.held_until <= now() or m.held_by = ${who.login_id})`,
      sql`exists (select from product p where p.product_id = m.product_id and p.gone_tm is null)`,
    ])}
    order by ${order}
    limit 1
    for no key update of m skip locked`.execute(tx)
  return rows[0]?.product_asin_match_id
}

/** Candidates are made again once the product's title, brand or a code changed. */
async function refreshCandidates(tx: Tx, id: number): Promise<void> {
  const { rows } = await sql`
    select
    from product_asin_match m
    join product p using (product_id)
    where m.product_asin_match_id = ${id} and m.made_for is distinct from ${comparedHash('p')}`.execute(tx)
  if (rows.length > 0) await makeCandidates(tx, [id])
}
