import { productFieldNames } from '#contract/feeds/settings.ts'
import { ownFeed } from '#server/areas/supplier-record/public.ts'
import { sql, type Db, type Tx } from '#server/platform/database/db.ts'
import { singleRow } from '#server/platform/database/sql.ts'
import { effective, hasNone, isUnseen, type Scope } from './compare.ts'
import { stageTable } from './stage.ts'

const raw = (text: string) => sql.raw(text)

const allColumns = [
  'product_id',
  'feed_id',
  'dropshipper_id',
  'content_hash',
  'product_status_id',
  'created_run_id',
  'updated_run_id',
  'gone_tm',
  ...productFieldNames,
]

/**
 * Applies the compared differences, keeping each changed product as it was. Part of the caller's
 * transaction.
 */
export async function applyChanges(tx: Tx, scope: Scope, creates: boolean): Promise<void> {
  const { runId, feedId, dropshipperId, fields, rules } = scope
  const stage = raw(stageTable(scope))
  const change = raw(stageTable(scope, 'change'))
  const hadNone = await hasNone(tx, feedId)
  if (!hadNone) {
    await sql`
      insert into product_before (${raw(allColumns.join(', '))}, feed_run_id, kind)
      select ${raw(allColumns.map((c) => `p.${c}`).join(', '))}, ${runId}, c.kind
      from ${change} c
      join product p on p.product_id = c.product_id
      where c.kind in ('updated', 'restored', 'deleted')`.execute(tx)
    await sql`
      update product p
      set content_hash = s.content_hash,
        updated_run_id = case when c.kind = 'rehashed' then p.updated_run_id else ${runId} end,
        product_status_id = 1,
        gone_tm = null,
        ${raw(fields.map((f) => `${f} = ${effective(f, rules)}`).join(', '))}
      from ${change} c
      join ${stage} s on s.line = c.line
      where p.product_id = c.product_id
        and c.kind in ('updated', 'restored', 'rehashed')`.execute(tx)
    await sql`
      update product p
      set quantity = 0,
        product_status_id = ${rules.gone_product === 'inactive' ? 0 : 1},
        gone_tm = now(),
        updated_run_id = ${runId}
      from ${change} c
      where p.product_id = c.product_id
        and c.kind = 'deleted'`.execute(tx)
    await sql`
      insert into index_pending (feed_id, product_id)
      select ${feedId}::int, product_id
      from ${change}
      where kind in ('updated', 'restored')`.execute(tx)
  }
  let createdRows = 0
  if (creates) {
    const insertion = await sql`
      insert into product (
        feed_id, dropshipper_id, content_hash, created_run_id, updated_run_id, ${raw(fields.join(', '))}
      )
      select ${feedId}::int, ${dropshipperId}::int, s.content_hash, ${runId}::bigint, ${runId}::bigint,
        ${raw(fields.map((f) => effective(f, rules, '')).join(', '))}
      from ${stage} s
      ${hadNone ? sql`` : sql`join ${change} c on c.line = s.line and c.kind = 'created'`}
      order by s.sku collate "C"`.execute(tx)
    createdRows = Number(insertion.numAffectedRows ?? 0)
  }
  await markUnread(tx, scope)
  await (hadNone ? addActive(tx, feedId, createdRows) : countActive(tx, dropshipperId))
}

/** Marks the products whose rows this run couldn't read, and removes the mark from those that it could. */
export async function markUnread(tx: Tx, scope: Scope): Promise<void> {
  const stage = raw(stageTable(scope))
  await sql`
    update product p
    set unread_run_id = null
    where p.feed_id = ${scope.feedId}
      and p.unread_run_id is not null
      and (
        p.gone_tm is not null
        or exists (select from ${stage} s where s.sku = p.sku)
        ${scope.partial ? sql`or not ${isUnseen(scope)}` : sql``}
      )`.execute(tx)
  // the kept SKUs are collected first: the catalogue's statistics don't include yet what this transaction added
  await sql`
    with unread as materialized (
      select distinct k.sku
      from ${raw(stageTable(scope, 'kept'))} k
      where not exists (select from ${stage} s where s.sku = k.sku)
    )
    update product p
    set unread_run_id = ${scope.runId}
    from unread k
    where p.feed_id = ${scope.feedId}
      and p.sku = k.sku
      and p.gone_tm is null
      and p.unread_run_id is null
      ${scope.partial ? sql`and ${isUnseen(scope)}` : sql``}`.execute(tx)
}

/** The highest product_id of a feed: the products that a run created lie above that of the previous run. */
export async function productUpto(tx: Tx, feedId: number): Promise<number | null> {
  const { rows } = await sql<{ upto: number | null }>`
    select max(product_id) as upto
    from product
    where feed_id = ${feedId}`.execute(tx)
  return singleRow(rows).upto
}

/** Undoes a run's changes. Part of the caller's transaction; the run must be the feed's current one. */
export async function undoChanges(
  tx: Tx,
  feedId: number,
  dropshipperId: number,
  runId: number,
): Promise<{ restored: number; removed: number }> {
  const removal = await sql`
    with gone as (
      delete from product
      where feed_id = ${feedId} and created_run_id = ${runId}
      returning product_id
    )
    insert into index_pending (feed_id, product_id)
    select ${feedId}::int, product_id
    from gone`.execute(tx)
  const columns = allColumns.filter((c) => c !== 'product_id')
  const restoration = await sql`
    update product p
    set ${raw(columns.map((c) => `${c} = b.${c}`).join(', '))}
    from product_before b
    where b.feed_run_id = ${runId}
      and b.product_id = p.product_id`.execute(tx)
  await sql`
    insert into index_pending (feed_id, product_id)
    select ${feedId}::int, product_id
    from product_before
    where feed_run_id = ${runId}
      and kind <> 'deleted'`.execute(tx)
  await sql`delete from product_before where feed_run_id = ${runId}`.execute(tx)
  await countActive(tx, dropshipperId)
  return { restored: Number(restoration.numAffectedRows ?? 0), removed: Number(removal.numAffectedRows ?? 0) }
}

/** The first products of a feed, without counting them again. */
const addActive = (tx: Tx, feedId: number, createdRows: number) =>
  sql`
    update dropshipper d
    set active_products = active_products + ${createdRows}
    from feed f
    where f.feed_id = ${feedId}
      and f.dropshipper_id = d.dropshipper_id
      and ${ownFeed('f')}`.execute(tx)

const countActive = (tx: Tx, dropshipperId: number) =>
  sql`
    update dropshipper d
    set active_products = (
      select count(*)
      from product p
      join feed f using (feed_id)
      where f.dropshipper_id = ${dropshipperId}
        and ${ownFeed('f')}
        and p.gone_tm is null
        and p.product_status_id = 1
    )
    where d.dropshipper_id = ${dropshipperId}`.execute(tx)

/**
 * Updates the planner's statistics after a large change. Autovacuum would take a minute, and the next run would
 * be planned for an empty catalogue.
 */
export async function afterLargeChange(db: Db, changedRows: number): Promise<void> {
  if (changedRows > 5000) await sql`analyze product`.execute(db)
}

interface Distinct {
  categories: number
  with_images: number
  active: number
}
export async function countDistinct(db: Db, feedId: number): Promise<Distinct> {
  const { rows } = await sql<Distinct>`
    select
      count(*) filter (where categories is not null) as categories,
      coalesce(sum(images)::bigint, 0) as with_images,
      coalesce(sum(n)::bigint, 0) as active
    from (
      select categories, count(*) as n, count(images) as images
      from product
      where feed_id = ${feedId} and gone_tm is null
      group by categories
    ) x`.execute(db)
  return singleRow(rows)
}
