import { sql, type Db } from '#server/platform/database/db.ts'
import { fieldBit, type Scope } from '../../run/compare.ts'
import { stageTable } from '../../run/stage.ts'

/** The file's changes are compared with at most this many runs of the last month, on a sample of products. */
const days = 30
const mostRuns = 60
const sampleProducts = 1000
/** If a smaller share of a first few products leads back, the others aren't examined. */
const glanceProducts = 60
const leastGlanced = 0.4
/** At least this share of the file's changes must lead back to one earlier state. */
const leastBack = 0.7
/** Undoing a single run is a correction: an old file undoes several. */
const mostOfOne = 0.8

export interface EarlierState {
  feed_run_id: number
  tm: string
  /** The share of the file's changes that undo later ones. */
  share: number
}

/**
 * The run whose state most of the changed products would return to: an old file, in which little is new and
 * the work of several runs is undone. If only prices return, a sale has ended; products that swing between two
 * states have been in their present state before.
 */
export async function findEarlierState(db: Db, scope: Scope, now: number): Promise<EarlierState | undefined> {
  const [glance] = await findLedBack(db, scope, now, glanceProducts)
  if (!glance || glance.share < leastGlanced) return undefined
  return (await findLedBack(db, scope, now, sampleProducts)).find(
    (r) => r.share >= leastBack && r.most < mostOfOne && r.telling >= 0.1 && r.swings < 0.5,
  )
}

interface LedBack extends EarlierState {
  /**
   * Shares of the products that return: those moved by the run that moved most of them, those with more than a
   * price changed, and those that swing.
   */
  most: number
  telling: number
  swings: number
}

/** The runs to whose state some of the changed products would return, those with the most products first. */
async function findLedBack(db: Db, scope: Scope, now: number, sampleSize: number): Promise<LedBack[]> {
  const prices = (['wholesale_price', 'msrp', 'map_price'] as const).reduce((n, f) => n | fieldBit(f), 0)
  const { rows } = await sql<LedBack>`
    with run as (
      select feed_run_id, applied_tm
      from feed_run
      where feed_id = ${scope.feedId}
        and state = 'applied'
        and applied_tm > ${new Date(now - days * 86_400_000).toISOString()}::timestamptz
      order by feed_run_id desc
      limit ${mostRuns}
    ),
    sample as materialized (
      select c.product_id, s.content_hash, p.content_hash as present,
        c.changed & ~${prices}::int <> 0 as telling
      from (
        select line, product_id, changed
        from ${sql.raw(stageTable(scope, 'change'))}
        where kind = 'updated'
        order by hashint8(product_id)
        limit ${sampleSize}
      ) c
      join ${sql.raw(stageTable(scope))} s using (line)
      join product p using (product_id)
    ),
    -- the image before a run shows the product as it was since the previous one
    image as (
      select b.product_id, b.feed_run_id as upto, b.content_hash,
        lag(b.feed_run_id) over (partition by b.product_id order by b.feed_run_id) as since
      from run r
      cross join sample s
      cross join lateral (
        select o.product_id, o.feed_run_id, o.content_hash
        from product_before o
        where o.feed_run_id = r.feed_run_id
          and o.kind in ('updated', 'deleted', 'restored')
          and o.product_id = s.product_id
        offset 0
      ) b
    ),
    back as (
      select since, upto, telling,
        exists (
          select
          from image o
          where o.product_id = s.product_id and o.content_hash = s.present
        ) as swings
      from image
      join sample s using (product_id, content_hash)
    )
    select feed_run_id::float8 as feed_run_id, applied_tm as tm,
      sum(n)::float8 / (select count(*) from sample) as share,
      max(n)::float8 / sum(n) as most, sum(telling)::float8 / sum(n) as telling,
      sum(swings)::float8 / sum(n) as swings
    from (
      select r.feed_run_id, r.applied_tm, b.upto, count(*) as n, count(*) filter (where telling) as telling,
        count(*) filter (where swings) as swings
      from run r
      join back b on r.feed_run_id < b.upto and r.feed_run_id >= coalesce(b.since, 0)
      group by r.feed_run_id, r.applied_tm, b.upto
    ) of_run
    group by feed_run_id, applied_tm
    order by share desc, feed_run_id desc`.execute(db)
  return rows
}
