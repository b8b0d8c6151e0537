import { sql, type Tx } from '#server/platform/database/db.ts'
import { conflict, notFound } from '#server/platform/http/errors.ts'

/** What a decision about `product_asin_match m` replaces, as it is restored by an undo. */
export const beforeColumn = sql`
  jsonb_build_object(
    'state', m.state, 'is_sample', m.is_sample,
    'chosen', (
      select to_jsonb(a)
      from product_asin a
      where a.product_id = m.product_id and a.market_id = m.market_id),
    'refused', (
      select coalesce(jsonb_agg(r.asin), '[]')
      from product_asin_refused r
      where r.product_id = m.product_id and r.market_id = m.market_id))`

export interface LockedMatch {
  product_asin_match_id: number
  product_id: number
  market_id: number
  dropshipper_id: number
  state: string
  is_sample: boolean
  version: number
  sku: string
}

/** Locks a match for a decision; refuses it if somebody else has decided since it was shown. */
export async function lockMatch(
  tx: Tx,
  id: number,
  { version, product_id }: { version: number | undefined; product_id?: number },
): Promise<LockedMatch> {
  const { rows } = await sql<LockedMatch>`
    select m.product_asin_match_id, m.product_id, m.market_id, m.dropshipper_id, m.state, m.is_sample, m.version,
      p.sku
    from product_asin_match m
    join product p using (product_id)
    where m.product_asin_match_id = ${id}
    for no key update of m`.execute(tx)
  const [match] = rows
  if (!match || (product_id !== undefined && match.product_id !== product_id))
    throw notFound('product to match')
  if (version !== undefined && match.version !== version) throw conflict(await meanwhile(tx, match))
  return match
}

async function meanwhile(tx: Tx, { product_asin_match_id }: LockedMatch): Promise<string> {
  const last = await tx
    .selectFrom('product_asin_decision')
    .select(['asin', 'decided_by_name'])
    .where('product_asin_match_id', '=', product_asin_match_id)
    .where('undone_tm', 'is', null)
    .orderBy('product_asin_decision_id', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (!last) return 'Someone changed this product. Check it again.'
  return last.asin === null
    ? `${last.decided_by_name} already refused all suggestions`
    : `${last.decided_by_name} already chose ${last.asin}`
}

/** Restores what a decision replaced; what it refused is suggested again. */
export const restoreBefore = (tx: Tx, decisionIds: readonly number[]) =>
  sql`
    with undone as materialized (
      update product_asin_decision
      set undone_tm = now()
      where product_asin_decision_id = any(${decisionIds as number[]}::bigint[]) and undone_tm is null
      returning *),
    allowed as (
      delete from product_asin_refused r
      using undone u
      where r.product_asin_decision_id = u.product_asin_decision_id),
    refused as (
      insert into product_asin_refused (product_id, market_id, asin, refused_by_name)
      select u.product_id, u.market_id, x.asin, u.decided_by_name
      from undone u
      cross join lateral jsonb_array_elements_text(u.before -> 'refused') x(asin)
      on conflict do nothing),
    restored as (
      insert into product_asin as a
        (product_id, market_id, asin, how, product_asin_match_id, decided_by, decided_by_name, decided_tm, asin_batch_id)
      select b.product_id, b.market_id, b.asin, b.how, b.product_asin_match_id, b.decided_by, b.decided_by_name,
        b.decided_tm, b.asin_batch_id
      from undone u
      cross join lateral jsonb_populate_record(null::product_asin, u.before -> 'chosen') b
      where u.before -> 'chosen' <> 'null'
      on conflict (product_id, market_id) do update set
        asin = excluded.asin, how = excluded.how, product_asin_match_id = excluded.product_asin_match_id,
        decided_by = excluded.decided_by, decided_by_name = excluded.decided_by_name,
        decided_tm = excluded.decided_tm, asin_batch_id = excluded.asin_batch_id),
    removed as (
      delete from product_asin a
      using undone u
      where a.product_id = u.product_id and a.market_id = u.market_id and u.before -> 'chosen' = 'null')
    update product_asin_match m
    set state = u.before ->> 'state', is_sample = (u.before ->> 'is_sample')::boolean,
      held_by = null, held_until = null, version = version + 1, updated_tm = now()
    from undone u
    where m.product_asin_match_id = u.product_asin_match_id`.execute(tx)
