import type { Parsed } from '#contract/index.ts'
import { undoDays } from '#contract/products/asins/queue.ts'
import { markStoresOfMarketBehind } from '#server/areas/stores/public.ts'
import { sql } from '#server/platform/database/db.ts'
import { conflict } from '#server/platform/http/errors.ts'
import { write, type Ctx } from '#server/platform/services.ts'
import { lockMatch, restoreBefore } from '../decision.ts'
import { readMatch } from './read-match.ts'
import { holdMatch } from './next-match.ts'

/** Takes back the last decision about a match, and holds it for who did. */
export const undoAsinMatch = (ctx: Ctx, { body }: Parsed<'undoAsinMatch'>) =>
  write(ctx, async (tx, logActivity) => {
    const match = await lockMatch(tx, body.product_asin_match_id, { version: body.version })
    const { rows } = await sql<{ product_asin_decision_id: number; is_late: boolean }>`
      select product_asin_decision_id, tm < now() - make_interval(days => ${sql.lit(undoDays)}) as is_late
      from product_asin_decision
      where product_asin_match_id = ${match.product_asin_match_id} and undone_tm is null
      order by product_asin_decision_id desc
      limit 1`.execute(tx)
    const [last] = rows
    if (!last) throw conflict('There is no decision to undo')
    if (last.is_late) throw conflict(`Decisions can be undone for ${undoDays} days`)
    await restoreBefore(tx, [last.product_asin_decision_id])
    await markStoresOfMarketBehind(tx, match.market_id, [match.dropshipper_id])
    await logActivity({
      type: 'asin.undo',
      dropshipper_id: match.dropshipper_id,
      entity: 'product',
      entity_id: match.product_id,
      message: `${match.sku}: ASIN decision undone`,
    })
    await holdMatch(tx, ctx, match.product_asin_match_id)
    return readMatch(tx, match.product_asin_match_id, { market_id: match.market_id })
  })
