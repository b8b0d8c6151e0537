import type { ProductField } from '#contract/feeds/settings.ts'
import type { Observed } from '#engine/gate/judge.ts'
import { sql, type Db } from '#server/platform/db.ts'

/** How many products moved in a run, of what moves by itself. */
export type Moved = Record<'wholesale_price' | 'quantity', number>

const looked = 60
/** Fewer runs than this say nothing of how often something moves. */
const leastRuns = 14
const leastStill = 3
/** A stillness as long as this one happens in one of a thousand runs. */
const unlikely = 0.001

/** Prices or quantities that stand still for longer than they ever would by themselves. */
export async function observeStuck(
  db: Db,
  feedId: number,
  fields: readonly ProductField[],
  now: Moved,
): Promise<Observed[]> {
  const still = (['quantity', 'wholesale_price'] as const).filter((f) => fields.includes(f) && now[f] === 0)
  if (still.length === 0) return []
  const { rows } = await sql<{ moved: Moved }>`
    select stats->'moved' as moved
    from feed_run
    where feed_id = ${feedId}
      and state in ('applied', 'unchanged')
      and stats ? 'moved'
    order by feed_run_id desc
    limit ${looked}`.execute(db)
  return still.flatMap((field): Observed[] => {
    const since = rows.findIndex((r) => r.moved[field] > 0)
    const earlier = since < 0 ? [] : rows.slice(since)
    const count = since + 1
    if (earlier.length < leastRuns || count < leastStill) return []
    const often = earlier.filter((r) => r.moved[field] > 0).length / earlier.length
    if ((1 - often) ** count >= unlikely) return []
    const what = field === 'quantity' ? 'quantity' : 'price'
    return [{ name: 'stuck', window: 'last', field, count, of: earlier.length, words: { what } }]
  })
}
