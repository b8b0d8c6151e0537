import { sql, type Db } from '#server/platform/database/db.ts'
import { effective, type Scope } from '../run/compare.ts'
import { stageTable } from '../run/stage.ts'

/** The feed id of the products in a stand-in catalogue; no real feed has it. */
export const standInFeed = 0

/** Makes `product` an empty table on this session only; comparison and gate read it instead of the catalogue. */
export async function openStandIn(session: Db): Promise<void> {
  await sql`create temp table product (like public.product including defaults)`.execute(session)
  await sql`create index on pg_temp.product (sku)`.execute(session)
  await sql`create index on pg_temp.product (product_id)`.execute(session)
}

/** Applies the file to the stand-in catalogue. */
export async function takeInto(session: Db, scope: Scope): Promise<void> {
  const stage = sql.raw(stageTable(scope))
  const { dropshipperId, fields, rules } = scope
  if (scope.whole)
    await sql`
      delete from pg_temp.product p
      where not exists (select from ${stage} s where s.sku = p.sku)
        and not exists (select from ${sql.raw(stageTable(scope, 'kept'))} k where k.sku = p.sku)`.execute(
      session,
    )
  await sql`
    update pg_temp.product p
    set content_hash = s.content_hash,
      ${sql.raw(fields.map((f) => `${f} = ${effective(f, rules)}`).join(', '))}
    from ${stage} s
    where s.sku = p.sku`.execute(session)
  if (rules.covers !== 'known')
    await sql`
      insert into pg_temp.product (
        product_id, feed_id, dropshipper_id, content_hash, created_run_id, updated_run_id,
        ${sql.raw(fields.join(', '))}
      )
      select (select coalesce(max(product_id), 0) from pg_temp.product) + row_number() over (order by s.line),
        ${standInFeed}::int, ${dropshipperId}::int, s.content_hash, 0, 0,
        ${sql.raw(fields.map((f) => effective(f, rules, '')).join(', '))}
      from ${stage} s
      where not exists (select from pg_temp.product p where p.sku = s.sku)`.execute(session)
  await sql`analyze pg_temp.product`.execute(session)
}
