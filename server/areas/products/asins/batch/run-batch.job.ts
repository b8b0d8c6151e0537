import { z } from 'zod'
import { sampleOf } from '#contract/products/asins/queue.ts'
import { count, many } from '#contract/words.ts'
import { markStoresOfMarketBehind } from '#server/areas/stores/public.ts'
import { sql, type Db, type Tx } from '#server/platform/database/db.ts'
import type { JobDefinition, RunningJob } from '#server/platform/jobs/jobs.ts'
import { restoreBefore } from '../decision.ts'
import { acceptChosen } from './accept-lines.ts'
import { greenMatches } from './green-matches.ts'

const payload = z.object({ asin_batch_id: z.number(), undo: z.boolean() })
const atOnce = 1000

/** Accepts the green matches of a batch, or undoes a batch; each thousand is one transaction. */
export const runBatch: JobDefinition<z.output<typeof payload>> = {
  type: 'ASIN_BATCH_JOB',
  payload,
  key: (p) => `asin-batch-${p.asin_batch_id}`,
  retries: 5,
  timeoutSeconds: 3600,
  async run(job) {
    const { asin_batch_id, undo } = job.payload
    if (undo) return undoAll(job, asin_batch_id)
    return acceptAll(job, asin_batch_id)
  },
}

const readBatch = (db: Db, id: number) =>
  db.selectFrom('asin_batch').selectAll().where('asin_batch_id', '=', id).executeTakeFirstOrThrow()
type Batch = Awaited<ReturnType<typeof readBatch>>

async function acceptAll(job: RunningJob<unknown>, id: number) {
  const batch = await readBatch(job.db, id)
  while (batch.done_tm === null) {
    job.signal.throwIfAborted()
    const taken = await job.db.transaction().execute((tx) => acceptNext(tx, batch))
    if (taken < atOnce) break
    const { accepted } = await readBatch(job.db, id)
    job.progress(`${count(accepted)} ASINs accepted`)
  }
  await sql`
    update asin_batch set done_tm = coalesce(done_tm, now()) where asin_batch_id = ${id}`.execute(job.db)
  const { accepted, sampled } = await readBatch(job.db, id)
  await job.say(`${many(accepted, 'ASIN')} accepted, ${count(sampled)} of them in the queue to be checked`)
  return { accepted, sampled }
}

/** Accepted matches are no longer open, so each batch is the next thousand, also after a lost worker. */
async function acceptNext(tx: Tx, batch: Batch): Promise<number> {
  const { rows } = await sql<{
    product_asin_match_id: number
    asin: string
    dropshipper_id: number
    is_sample: boolean
  }>`
    select m.product_asin_match_id, c.asin, m.dropshipper_id,
      abs(hashint8(m.product_asin_match_id)) % ${sql.lit(sampleOf)} = 0 as is_sample
    from ${greenMatches(batch)} and m.product_asin_match_id <= ${batch.upto_id}::bigint
    order by m.product_asin_match_id
    limit ${sql.lit(atOnce)}
    for no key update of m`.execute(tx)
  if (rows.length === 0) return 0
  await acceptChosen(tx, { ...batch, how: 'bulk' }, rows)
  const sampled = rows.filter((row) => row.is_sample).length
  await sql`
    update asin_batch
    set accepted = accepted + ${rows.length}, sampled = sampled + ${sampled}
    where asin_batch_id = ${batch.asin_batch_id}`.execute(tx)
  return rows.length
}

async function undoAll(job: RunningJob<unknown>, id: number) {
  const batch = await readBatch(job.db, id)
  for (;;) {
    job.signal.throwIfAborted()
    const taken = await job.db.transaction().execute((tx) => undoNext(tx, batch))
    if (taken < atOnce) break
    const { restored } = await readBatch(job.db, id)
    job.progress(`${count(restored)} products restored`)
  }
  await sql`
    update asin_batch
    set undo_done_tm = coalesce(undo_done_tm, now()), kept = accepted - restored
    where asin_batch_id = ${id}`.execute(job.db)
  const { restored, kept } = await readBatch(job.db, id)
  await job.say(`${many(restored, 'product')} restored, ${count(kept)} kept with a later choice`)
  return { restored, kept }
}

/** Where somebody has decided since, that stays: only what still has the batch's answer is restored. */
async function undoNext(tx: Tx, { asin_batch_id, market_id }: Batch): Promise<number> {
  const { rows } = await sql<{ product_asin_decision_id: number; dropshipper_id: number }>`
    select d.product_asin_decision_id, m.dropshipper_id
    from product_asin_decision d
    join product_asin_match m using (product_asin_match_id)
    join product_asin a on a.product_id = d.product_id and a.market_id = d.market_id
      and a.asin_batch_id = d.asin_batch_id
    where d.asin_batch_id = ${asin_batch_id} and d.undone_tm is null
    order by d.product_asin_decision_id
    limit ${sql.lit(atOnce)}
    for no key update of m`.execute(tx)
  if (rows.length === 0) return 0
  await restoreBefore(
    tx,
    rows.map((row) => row.product_asin_decision_id),
  )
  await markStoresOfMarketBehind(tx, market_id, [...new Set(rows.map((row) => row.dropshipper_id))])
  await sql`
    update asin_batch set restored = restored + ${rows.length} where asin_batch_id = ${asin_batch_id}`.execute(
    tx,
  )
  return rows.length
}
