import type { RawBuilder } from 'kysely'
import type { FeedRules, ProductField } from '#contract/feeds/settings.ts'
import { productFieldNames } from '#contract/feeds/settings.ts'
import type { CatalogueCounts } from '#engine/decide.ts'
import { ownFeed } from '#server/areas/suppliers/public.ts'
import { sql, type Db, type Tx } from '#server/platform/db.ts'
import { stageTable } from './stage.ts'

/** What one run's SQL needs to know. The field names are the contract's own, never a supplier's. */
export interface Scope {
  feedId: number
  dropshipperId: number
  runId: number
  attempt: number
  fields: readonly ProductField[]
  rules: FeedRules
  /** The file was read against a fingerprint: only rows without a known text are staged. */
  partial: boolean
}
export interface Comparison {
  created: number
  updated: number
  deleted: number
  pricesChanged: number
}

const raw = (text: string) => sql.raw(text)

/** Lines whose SKU stands on another line too and which don't count, by the feed's rule; empty as a rule. */
export async function repeatedLines(
  db: Db,
  scope: Scope,
): Promise<{ line: number; kept: number; sku: string }[]> {
  const stage = raw(stageTable(scope))
  const pick = raw(scope.rules.repeated_sku === 'first' ? 'min' : 'max')
  const { rows } = await sql<{ line: number; kept: number; sku: string }>`
    with repeated as (
      select sku, ${pick}(line) as kept
      from ${stage}
      group by sku
      having count(*) > 1
    )
    select s.line, r.kept, r.sku
    from ${stage} s
    join repeated r using (sku)
    where s.line <> r.kept`.execute(db)
  if (rows.length) await sql`delete from ${stage} where line = any(${rows.map((r) => r.line)})`.execute(db)
  return rows
}

/**
 * With a fingerprint: whether a staged row names a product that a known row has named already. Then the
 * file must be read whole.
 */
export async function contradictsFingerprint(db: Db, scope: Scope): Promise<boolean> {
  // `not in` and `not exists` with a limit became one loop within another: hours at 3,000,000 rows, where
  // this takes 7 s
  const { rows } = await sql`
    select p.content_hash
    from ${raw(stageTable(scope))} s
    join product p on p.feed_id = ${scope.feedId} and p.sku = s.sku
    where p.gone_tm is null
    except
    select content_hash from ${raw(stageTable(scope, 'unseen'))}
    limit 1`.execute(db)
  return rows.length > 0
}

/** What a staged row would make of a product's field. */
export function effective(field: ProductField, rules: FeedRules, had = 'p'): string {
  if (field === 'quantity')
    return rules.blank_quantity === 'keep' && had
      ? `coalesce(s.quantity, ${had}.quantity)`
      : 'coalesce(s.quantity, 0)'
  return rules.blank_cell === 'keep' && had ? `coalesce(s.${field}, ${had}.${field})` : `s.${field}`
}

/**
 * Compares the stage with the catalogue and keeps the differences as a table: one row a product to create,
 * update, restore or retire.
 */
export async function compare(db: Db, scope: Scope): Promise<Comparison> {
  const { feedId, fields, rules, partial } = scope
  const stage = raw(stageTable(scope))
  const change = raw(stageTable(scope, 'change'))
  const priced = fields.includes('wholesale_price')
  const had = fields.map((f) => `p.${f}`).join(', ')
  const has = fields.map((f) => effective(f, rules)).join(', ')
  const same = raw(`(${had}) is not distinct from (${has})`)
  await sql`drop table if exists ${change}`.execute(db)
  await sql`
    create unlogged table ${change} (
      line integer,
      product_id bigint,
      kind text not null,
      price_changed boolean not null
    )`.execute(db)
  if (await hasNone(db, feedId)) {
    const { rows } = await sql<{ created: number }>`select count(*) as created from ${stage}`.execute(db)
    return { created: rows[0]!.created, updated: 0, deleted: 0, pricesChanged: 0 }
  }
  const priceDiffers = raw(priced ? 'p.wholesale_price is distinct from s.wholesale_price' : 'false')
  await sql`
    insert into ${change} (line, product_id, kind, price_changed)
    select s.line, p.product_id,
      case
        when p.product_id is null then 'created'
        when p.gone_tm is not null then 'restored'
        when ${same} then 'rehashed'
        else 'updated'
      end,
      p.product_id is not null and ${priceDiffers}
    from ${stage} s
    left join product p on p.feed_id = ${feedId} and p.sku = s.sku
    where p.product_id is null
      or p.content_hash <> s.content_hash
      or p.gone_tm is not null`.execute(db)
  await sql`
    insert into ${change} (product_id, kind, price_changed)
    select p.product_id, 'deleted', false
    from product p
    where p.feed_id = ${feedId}
      and p.gone_tm is null
      and not exists (select from ${stage} s where s.sku = p.sku)
      ${partial ? sql`and ${isUnseen(scope)}` : sql``}`.execute(db)
  await sql`analyze ${change}`.execute(db)
  const { rows } = await sql<Comparison>`
    select
      count(*) filter (where kind = 'created') as created,
      count(*) filter (where kind in ('updated', 'restored')) as updated,
      count(*) filter (where kind = 'deleted') as deleted,
      count(*) filter (where price_changed) as "pricesChanged"
    from ${change}`.execute(db)
  return rows[0]!
}

const hasNone = async (db: Db, feedId: number): Promise<boolean> =>
  (await sql`select from product where feed_id = ${feedId} limit 1`.execute(db)).rows.length === 0

/** The fingerprint knows product `p`, and no row of the file is as it was. */
const isUnseen = (scope: Scope) => sql`exists (
        select from ${raw(stageTable(scope, 'unseen'))} u where u.content_hash = p.content_hash
      )`

/** Counts over rows of the stage or of the catalogue. */
const counting = (fields: readonly ProductField[], quantity: string) =>
  raw(
    [
      'count(*) as products',
      `count(*) filter (where ${quantity} > 0) as in_stock`,
      ...fields.map((f) => `count(${f}) as f_${f}`),
    ].join(', '),
  )

type CountRow = Record<string, number>
function toCounts(row: CountRow, fields: readonly ProductField[]): CatalogueCounts {
  return {
    products: row.products!,
    in_stock: row.in_stock!,
    filled: Object.fromEntries(fields.map((f) => [f, row[`f_${f}`]!])),
  }
}

/**
 * What the file holds, as counts: of the stage, or, with a fingerprint, of the last run's counts less what
 * is no longer so plus the stage.
 */
export async function countFile(
  db: Db,
  scope: Scope,
  last: CatalogueCounts | undefined,
): Promise<CatalogueCounts> {
  const { fields, feedId, partial } = scope
  const columns = counting(fields, fields.includes('quantity') ? 'quantity' : '0')
  const counted = async (from: RawBuilder<unknown>) => {
    const { rows } = await sql<CountRow>`select ${columns} from ${from}`.execute(db)
    return toCounts(rows[0]!, fields)
  }
  const staged = await counted(raw(stageTable(scope)))
  if (!partial || !last) return staged
  const gone = await counted(
    sql`product p where feed_id = ${feedId} and gone_tm is null and ${isUnseen(scope)}`,
  )
  const filled = (f: ProductField) => (last.filled[f] ?? 0) - gone.filled[f]! + staged.filled[f]!
  return {
    products: last.products - gone.products + staged.products,
    in_stock: last.in_stock - gone.in_stock + staged.in_stock,
    filled: Object.fromEntries(fields.map((f) => [f, filled(f)])),
  }
}

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
  if (creates)
    await sql`
      insert into product (
        feed_id, dropshipper_id, content_hash, created_run_id, updated_run_id, ${raw(fields.join(', '))}
      )
      select ${feedId}::int, ${dropshipperId}::int, s.content_hash, ${runId}::bigint, ${runId}::bigint,
        ${raw(fields.map((f) => effective(f, rules, '')).join(', '))}
      from ${stage} s
      ${hadNone ? sql`` : sql`join ${change} c on c.line = s.line and c.kind = 'created'`}
      order by s.sku`.execute(tx)
  await countActive(tx, dropshipperId)
}

/** The highest product_id of a feed: what a run created lies above that of the run before. */
export async function productUpto(tx: Tx, feedId: number): Promise<number | null> {
  const { rows } = await sql<{ upto: number | null }>`
    select max(product_id) as upto
    from product
    where feed_id = ${feedId}`.execute(tx)
  return rows[0]!.upto
}

/** Takes a run's changes back. Part of the caller's transaction; the run must be the feed's current one. */
export async function undoChanges(
  tx: Tx,
  feedId: number,
  dropshipperId: number,
  runId: number,
): Promise<{ restored: number; removed: number }> {
  const removed = await sql`
    with gone as (
      delete from product
      where feed_id = ${feedId} and created_run_id = ${runId}
      returning product_id
    )
    insert into index_pending (feed_id, product_id)
    select ${feedId}::int, product_id
    from gone`.execute(tx)
  const columns = allColumns.filter((c) => c !== 'product_id')
  const restored = await sql`
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
  return { restored: Number(restored.numAffectedRows ?? 0), removed: Number(removed.numAffectedRows ?? 0) }
}

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
 * The planner learns of a large change at once; autovacuum would tell it a minute later,
 * and the next run would be planned for an empty catalogue.
 */
export async function afterLargeChange(db: Db, changed: number): Promise<void> {
  if (changed > 5000) await sql`analyze product`.execute(db)
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
  return rows[0]!
}
