import type { FeedRules, ProductField } from '#contract/feeds/settings.ts'
import { productFieldNames } from '#contract/feeds/settings.ts'
import { sql, type Db } from '#server/platform/database/db.ts'
import { singleRow } from '#server/platform/database/sql.ts'
import { stageTable } from './stage.ts'

/** What one run's SQL needs to know. The field names come from the contract, never from a supplier. */
export interface Scope {
  feedId: number
  dropshipperId: number
  runId: number
  attempt: number
  fields: readonly ProductField[]
  rules: FeedRules
  /** The file was read against a fingerprint: only rows without a known text are staged. */
  partial: boolean
  /** A product without a row in the file is removed. */
  whole: boolean
  /** The file holds another file's rejected rows, mended. */
  mended: boolean
}
export interface Comparison {
  /** New products, and removed ones that are back. */
  created: number
  updated: number
  deleted: number
  pricesChanged: number
  /** Products that the file names only in rejected rows: they stay unchanged. */
  kept: number
  /** Rows of unknown products, in a feed that covers only known ones. */
  skipped: number
}

const raw = (text: string) => sql.raw(text)

/**
 * Bits of a changed product's `changed`, `had` and `has`: one for each field in the contract's order, set if it
 * isn't blank, and the facts that the gate needs about the product before and after.
 */
export const fieldBit = (field: ProductField): number => 1 << productFieldNames.indexOf(field)
export const bits = { inStock: 1 << 25, priced: 1 << 26, belowCost: 1 << 27 } as const
/** The bits of the fields must stay below those. */
if (productFieldNames.length > 25) throw new Error('More fields than bits in a change')

/** Moves of an amount are kept in ten-thousandths of a decade: 3010 is twice, 10000 is ten times. */
export const decade = 10_000
/** Amounts whose moves are kept. */
export const movingFields = [
  'wholesale_price',
  'msrp',
  'quantity',
  'map_price',
  'dropship_fee',
  'shipping_cost',
  'weight',
  'length',
] as const satisfies readonly ProductField[]
export type MovingField = (typeof movingFields)[number]
const moveColumns = movingFields.map((f) => `${f}_move`)

/** Lines whose SKU is also on another line, which counts instead by the feed's rule; usually none. */
export async function repeatedLines(
  db: Db,
  scope: Scope,
): Promise<{ line: number; kept: number; sku: string }[]> {
  const stage = raw(stageTable(scope))
  // hashes fit into memory where a million SKUs don't
  const repeatedHashes = await sql`
    select
    from ${stage}
    group by hashtextextended(sku, 0)
    having count(*) > 1
    limit 1`.execute(db)
  if (repeatedHashes.rows.length === 0) return []
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
 * With a fingerprint: whether a staged row names a product that a known row has already named. Then the whole
 * file must be read.
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

/** The value that a staged row gives a field; a feed of known products clears nothing that it leaves blank. */
export function effective(field: ProductField, rules: FeedRules, alias = 'p'): string {
  const news = rules.covers === 'known'
  if (field === 'quantity') return effectiveQuantity(rules.blank_quantity === 'keep' || news, alias)
  return (rules.blank_cell === 'keep' || news) && alias
    ? `coalesce(s.${field}, ${alias}.${field})`
    : `s.${field}`
}

/** A quantity that couldn't be read is staged as less than 0, and the product keeps the one it has. */
function effectiveQuantity(keepsBlank: boolean, alias: string): string {
  if (!alias) return 'greatest(coalesce(s.quantity, 0), 0)'
  const kept = `coalesce(${alias}.quantity, 0)`
  const blank = keepsBlank ? kept : '0'
  return `case when s.quantity < 0 then ${kept} else coalesce(s.quantity, ${blank}) end`
}

export const hasNone = async (db: Db, feedId: number): Promise<boolean> =>
  (await sql`select from product where feed_id = ${feedId} limit 1`.execute(db)).rows.length === 0

/** The fingerprint knows product `p`, but no row of the file is unchanged from it. */
export const isUnseen = (scope: Scope) => sql`exists (
        select from ${raw(stageTable(scope, 'unseen'))} u where u.content_hash = p.content_hash
      )`
/** A rejected row of the file names product `p`. */
const isKept = (scope: Scope) => sql`exists (
        select from ${raw(stageTable(scope, 'kept'))} k where k.sku = p.sku
      )`

/**
 * Compares the stage with the catalogue and keeps the differences as a table: one row for each product to
 * create, update, restore or retire, with what the gate measures, which is cheapest in this one pass.
 */
export async function compare(db: Db, scope: Scope): Promise<Comparison> {
  const { feedId, partial, whole } = scope
  const stage = raw(stageTable(scope))
  const change = raw(stageTable(scope, 'change'))
  const noChanges = { created: 0, updated: 0, deleted: 0, pricesChanged: 0, kept: 0, skipped: 0 }
  await sql`drop table if exists ${change}`.execute(db)
  await sql`
    create unlogged table ${change} (
      line integer,
      product_id bigint,
      kind text not null,
      changed integer not null,
      had integer not null,
      has integer not null,
      ${raw(moveColumns.map((column) => `${column} integer`).join(', '))}
    )`.execute(db)
  if (await hasNone(db, feedId)) {
    const { rows } = await sql<{ rows: number }>`select count(*) as rows from ${stage}`.execute(db)
    const stagedRows = singleRow(rows).rows
    return scope.rules.covers === 'known'
      ? { ...noChanges, skipped: stagedRows }
      : { ...noChanges, created: stagedRows }
  }
  const columns = columnsOf(scope)
  const coversKnown = scope.rules.covers === 'known'
  await sql`
    insert into ${change}
    select line, product_id,
      case
        when product_id is null then 'created'
        when gone then 'restored'
        when changed = 0 then 'rehashed'
        else 'updated'
      end,
      changed, had, has, ${raw(moveColumns.join(', '))}
    from (
      select s.line, p.product_id, p.gone_tm is not null as gone,
        ${columns.changed} as changed,
        case when p.product_id is null or p.gone_tm is not null then 0 else ${columns.had} end as had,
        ${columns.has} as has,
        ${columns.moves}
      from ${stage} s
      left join product p on p.feed_id = ${feedId} and p.sku = s.sku
      where ${coversKnown ? sql`p.product_id is not null and` : sql`p.product_id is null or`} (
        p.content_hash <> s.content_hash
        or p.gone_tm is not null)
      offset 0 -- computes each once
    ) x`.execute(db)
  if (whole)
    await sql`
      insert into ${change}
      select null, p.product_id, 'deleted', 0, ${columns.had}, 0
      from product p
      where p.feed_id = ${feedId}
        and p.gone_tm is null
        and not exists (select from ${stage} s where s.sku = p.sku)
        and not ${isKept(scope)}
        ${partial ? sql`and ${isUnseen(scope)}` : sql``}`.execute(db)
  await sql`analyze ${change}`.execute(db)
  const { rows } = await sql<Comparison>`
    select
      count(*) filter (where kind in ('created', 'restored')) as created,
      count(*) filter (where kind = 'updated') as updated,
      count(*) filter (where kind = 'deleted') as deleted,
      count(*) filter (
        where kind in ('updated', 'restored') and changed & ${fieldBit('wholesale_price')}::int <> 0
      ) as "pricesChanged",
      (
        select count(distinct p.product_id)
        from ${raw(stageTable(scope, 'kept'))} k
        join product p on p.feed_id = ${feedId} and p.sku = k.sku
        where p.gone_tm is null
          and not exists (select from ${stage} s where s.sku = k.sku)
          ${partial ? sql`and ${isUnseen(scope)}` : sql``}
      ) as kept,
      ${scope.rules.covers === 'known' ? unknownRows(scope) : sql`0`} as skipped
    from ${change}`.execute(db)
  return singleRow(rows)
}

const unknownRows = (scope: Scope) => sql`(
        select count(*)
        from ${raw(stageTable(scope))} s
        where not exists (select from product p where p.feed_id = ${scope.feedId} and p.sku = s.sku)
      )`

/** The columns of a change as SQL over product `p` and staged row `s`. */
function columnsOf({ fields, rules }: Scope) {
  const before = (f: ProductField) => `p.${f}`
  const after = (f: ProductField) => effective(f, rules)
  const changedBits = fields.map(
    (f) => `case when ${before(f)} is distinct from ${after(f)} then ${fieldBit(f)} else 0 end`,
  )
  const move = (f: ProductField) =>
    fields.includes(f)
      ? `case when ${before(f)} > 0 and ${after(f)} > 0 and ${before(f)} <> ${after(f)}
          then round(${decade} * log((${after(f)})::float8 / ${before(f)}::float8))::integer end as ${f}_move`
      : `null::integer as ${f}_move`
  return {
    changed: raw(changedBits.join(' + ')),
    had: raw(presenceBits(fields, before)),
    has: raw(presenceBits(fields, after)),
    moves: raw(movingFields.map(move).join(', ')),
  }
}

function presenceBits(fields: readonly ProductField[], columns: (f: ProductField) => string): string {
  const bitWhen = (condition: string, bit: number) => `case when ${condition} then ${bit} else 0 end`
  return [
    ...fields.map((f) => bitWhen(`${columns(f)} is not null`, fieldBit(f))),
    ...(fields.includes('quantity') ? [bitWhen(`${columns('quantity')} > 0`, bits.inStock)] : []),
    ...(fields.includes('wholesale_price')
      ? [bitWhen(`${columns('wholesale_price')} > 0`, bits.priced)]
      : []),
    ...(fields.includes('wholesale_price') && fields.includes('msrp')
      ? [
          bitWhen(
            `${columns('wholesale_price')} > ${columns('msrp')} and ${columns('msrp')} > 0`,
            bits.belowCost,
          ),
        ]
      : []),
  ].join(' + ')
}

/** The same for a feed's first file, from the stage alone. */
export const firstLoadColumns = ({ fields, rules }: Scope) =>
  raw(presenceBits(fields, (f) => effective(f, rules, '')))
