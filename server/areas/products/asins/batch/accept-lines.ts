import { markStoresOfMarketBehind } from '#server/areas/stores/public.ts'
import { sql, type Tx } from '#server/platform/database/db.ts'
import type { KnownUpload } from '../upload/queue-lines.ts'
import { beforeColumn } from '../decision.ts'

interface Requester {
  login_id: number | null
  requested_by: string
}

/** Lines that say `accept`: a batch of their own, which can be undone like any other. */
export async function acceptLines(
  tx: Tx,
  { jobId }: { jobId: number },
  upload: KnownUpload & Requester,
): Promise<void> {
  const { asin_upload_id, market_id } = upload
  const { rows } = await sql<{ product_asin_match_id: number; asin: string; dropshipper_id: number }>`
    select distinct on (m.product_asin_match_id) m.product_asin_match_id, s.asin, m.dropshipper_id
    from asin_stage s
    join product_asin_match m on m.product_id = s.found_id and m.market_id = ${market_id}
    where s.asin_upload_id = ${asin_upload_id} and s.outcome = 'added' and s.decision = 'accept'
    order by m.product_asin_match_id, s.line`.execute(tx)
  if (rows.length === 0) return
  const { asin_batch_id } = await tx
    .insertInto('asin_batch')
    .values({
      kind: 'file',
      market_id,
      dropshipper_id: upload.dropshipper_id,
      login_id: upload.login_id,
      requested_by: upload.requested_by,
      job_id: jobId,
      accepted: rows.length,
      done_tm: sql`now()`,
    })
    .returning('asin_batch_id')
    .executeTakeFirstOrThrow()
  await acceptChosen(tx, { ...upload, asin_batch_id, how: 'file' }, rows)
}

interface Acceptance extends Requester {
  asin_batch_id: number
  market_id: number
  how: 'bulk' | 'file'
}

/** Gives products their ASINs, each with a decision that says what it replaced. */
export async function acceptChosen(
  tx: Tx,
  { asin_batch_id, market_id, how, login_id, requested_by }: Acceptance,
  chosen: readonly {
    product_asin_match_id: number
    asin: string
    dropshipper_id: number
    is_sample?: boolean
  }[],
): Promise<void> {
  await sql`
    with chosen as materialized (
      select m.product_asin_match_id, m.product_id, m.market_id, x.asin, coalesce(x.is_sample, false) as is_sample,
        ${beforeColumn} as before
      from jsonb_to_recordset(${JSON.stringify(chosen)}::jsonb)
        as x(product_asin_match_id bigint, asin text, is_sample boolean)
      join product_asin_match m using (product_asin_match_id)),
    decided as (
      insert into product_asin_decision
        (product_asin_match_id, product_id, market_id, asin, how, before, login_id, decided_by_name, asin_batch_id)
      select product_asin_match_id, product_id, market_id, asin, ${how}, before, ${login_id}::int,
        ${requested_by}, ${asin_batch_id}::int
      from chosen),
    unrefused as (
      delete from product_asin_refused r
      using chosen c
      where r.product_id = c.product_id and r.market_id = c.market_id and r.asin = c.asin),
    answered as (
      insert into product_asin as a
        (product_id, market_id, asin, how, product_asin_match_id, decided_by, decided_by_name, asin_batch_id)
      select product_id, market_id, asin, ${how}, product_asin_match_id, ${login_id}::int, ${requested_by},
        ${asin_batch_id}::int
      from chosen
      on conflict (product_id, market_id) do update set
        asin = excluded.asin, how = excluded.how, product_asin_match_id = excluded.product_asin_match_id,
        decided_by = excluded.decided_by, decided_by_name = excluded.decided_by_name, decided_tm = now(),
        asin_batch_id = excluded.asin_batch_id)
    update product_asin_match m
    set state = case when c.is_sample then 'open' else 'decided' end, is_sample = c.is_sample,
      held_by = null, held_until = null, version = version + 1, updated_tm = now()
    from chosen c
    where m.product_asin_match_id = c.product_asin_match_id`.execute(tx)
  await markStoresOfMarketBehind(tx, market_id, [...new Set(chosen.map((row) => row.dropshipper_id))])
}

/** Lines that say `reject`: these ASINs aren't suggested for these products again. */
export async function refuseLines(
  tx: Tx,
  { asin_upload_id, market_id, requested_by }: KnownUpload & Requester,
) {
  await sql`
    insert into product_asin_refused (product_id, market_id, asin, refused_by_name)
    select distinct s.found_id, ${market_id}::int, s.asin, ${requested_by}
    from asin_stage s
    where s.asin_upload_id = ${asin_upload_id}
      and s.outcome = 'refused'
      and s.decision = 'reject'
      and not exists (
        select
        from product_asin a
        where a.product_id = s.found_id and a.market_id = ${market_id}::int and a.asin = s.asin)
    on conflict do nothing`.execute(tx)
}
