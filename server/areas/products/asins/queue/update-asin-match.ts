import { asinOf } from '#contract/products/asins/codes.ts'
import { undoDays } from '#contract/products/asins/queue.ts'
import type { Parsed } from '#contract/index.ts'
import { markStoresOfMarketBehind } from '#server/areas/stores/public.ts'
import { sql, type Tx } from '#server/platform/database/db.ts'
import { invalid } from '#server/platform/http/errors.ts'
import { write, type Ctx } from '#server/platform/services.ts'
import { singleRow } from '#server/platform/database/sql.ts'
import { beforeColumn, lockMatch, type LockedMatch } from '../decision.ts'
import { takeNext } from './next-match.ts'

/** Chooses an ASIN for a product, refuses all of its candidates, or skips it, and takes the next one. */
export const updateAsinMatch = (ctx: Ctx, { body }: Parsed<'updateAsinMatch'>) =>
  write(ctx, async (tx, logActivity) => {
    const selected = body.selected_asin ?? ''
    const asin = selected === '' ? null : asinOf(selected)
    if (asin === undefined)
      throw invalid({ selected_asin: 'Enter a 10-character ASIN or a link to its Amazon page' })
    const match = await lockMatch(tx, body.product_asin_match_id, {
      version: body.version,
      product_id: body.product_id,
    })
    if (body.skip) await skipMatch(tx, match)
    else {
      await decide(tx, ctx, match, asin)
      await markStoresOfMarketBehind(tx, match.market_id, [match.dropshipper_id])
    }
    await logActivity({
      type: asin === null ? 'asin.none' : 'asin.choose',
      dropshipper_id: match.dropshipper_id,
      entity: 'product',
      entity_id: match.product_id,
      message: activityText(match.sku, asin, body.skip),
    })
    const next = body.queue
      ? await takeNext(tx, ctx, { ...body.queue, after: match.product_asin_match_id })
      : null
    return { next, undo_until: body.skip ? null : await undoUntil(tx) }
  })

const activityText = (sku: string, asin: string | null, isSkipped: boolean): string => {
  if (isSkipped) return `${sku}: skipped`
  return asin === null ? `${sku}: none of the suggested ASINs` : `${sku}: ASIN ${asin}`
}

const undoUntil = async (tx: Tx): Promise<string> => {
  const { rows } = await sql<{ tm: string }>`
    select now() + make_interval(days => ${sql.lit(undoDays)}) as tm`.execute(tx)
  return singleRow(rows).tm
}

const skipMatch = (tx: Tx, { product_asin_match_id }: LockedMatch) =>
  sql`
    update product_asin_match
    set state = 'skipped', skipped_tm = now(), held_by = null, held_until = null, version = version + 1,
      updated_tm = now()
    where product_asin_match_id = ${product_asin_match_id}`.execute(tx)

/** @param asin null: none of the candidates */
async function decide(tx: Tx, { who }: Ctx, match: LockedMatch, asin: string | null): Promise<void> {
  const { product_asin_match_id: id, product_id, market_id } = match
  const { rows } = await sql<{ product_asin_decision_id: number }>`
    insert into product_asin_decision
      (product_asin_match_id, product_id, market_id, asin, how, before, is_sample, class, suggested, login_id,
        decided_by_name)
    select m.product_asin_match_id, m.product_id, m.market_id, ${asin}::text, 'person', ${beforeColumn}, m.is_sample,
      m.class, (
        select c.asin
        from product_asin_candidate c
        where c.product_asin_match_id = m.product_asin_match_id
        order by c.rank
        limit 1),
      ${who.login_id}::int, ${who.name}
    from product_asin_match m
    where m.product_asin_match_id = ${id}
    returning product_asin_decision_id`.execute(tx)
  const { product_asin_decision_id } = singleRow(rows)
  if (asin === null) await refuseAll(tx, match, { product_asin_decision_id, refused_by_name: who.name })
  else {
    await keepTyped(tx, match, asin)
    await sql`
      delete from product_asin_refused
      where product_id = ${product_id} and market_id = ${market_id} and asin = ${asin}`.execute(tx)
    await sql`
      insert into product_asin as a
        (product_id, market_id, asin, how, product_asin_match_id, decided_by, decided_by_name)
      values (${product_id}, ${market_id}, ${asin}, 'person', ${id}, ${who.login_id}, ${who.name})
      on conflict (product_id, market_id) do update set
        asin = excluded.asin, how = excluded.how, product_asin_match_id = excluded.product_asin_match_id,
        decided_by = excluded.decided_by, decided_by_name = excluded.decided_by_name, decided_tm = now(),
        asin_batch_id = null`.execute(tx)
  }
  await sql`
    update product_asin_match
    set state = ${asin === null ? 'none' : 'decided'}, is_sample = false, skipped_tm = null, held_by = null,
      held_until = null, version = version + 1, updated_tm = now()
    where product_asin_match_id = ${id}`.execute(tx)
}

async function refuseAll(
  tx: Tx,
  { product_asin_match_id, product_id, market_id }: LockedMatch,
  {
    product_asin_decision_id,
    refused_by_name,
  }: { product_asin_decision_id: number; refused_by_name: string },
): Promise<void> {
  await tx
    .deleteFrom('product_asin')
    .where('product_id', '=', product_id)
    .where('market_id', '=', market_id)
    .execute()
  await sql`
    insert into product_asin_refused
      (product_id, market_id, asin, product_asin_decision_id, refused_by_name)
    select ${product_id}::bigint, ${market_id}::int, asin, ${product_asin_decision_id}::bigint, ${refused_by_name}
    from product_asin_candidate
    where product_asin_match_id = ${product_asin_match_id}
    on conflict do nothing`.execute(tx)
}

/** An ASIN that a person typed becomes a candidate, so that it is shown with the others afterwards. */
async function keepTyped(
  tx: Tx,
  { product_asin_match_id, market_id }: LockedMatch,
  asin: string,
): Promise<void> {
  await sql`
    insert into asin_item (market_id, asin, source)
    values (${market_id}, ${asin}, 'person')
    on conflict do nothing`.execute(tx)
  await sql`
    insert into product_asin_candidate (product_asin_match_id, asin, score, class, reasons, rank)
    select ${product_asin_match_id}::bigint, ${asin}, 0, 'none', '[]', coalesce(max(rank), 0) + 1
    from product_asin_candidate
    where product_asin_match_id = ${product_asin_match_id}
    on conflict do nothing`.execute(tx)
}
