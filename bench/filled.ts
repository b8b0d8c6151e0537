import type pg from 'pg'

/**
 * Fills tables while they have only their key indexes, and builds the others afterwards: a million rows
 * enter several trigram indexes many times slower row by row than all at once.
 */
export async function fillUnindexed(
  client: pg.Client,
  tables: readonly string[],
  fill: () => Promise<void>,
): Promise<void> {
  const { rows } = await client.query<{ name: string; made_by: string }>(
    `select i.indexrelid::regclass::text as name, pg_get_indexdef(i.indexrelid) as made_by
      from pg_index i
      where i.indrelid = any ($1::regclass[])
        and not exists (select from pg_constraint c where c.conindid = i.indexrelid)`,
    [tables],
  )
  for (const { name } of rows) await client.query(`drop index ${name}`)
  await fill()
  await client.query(`set maintenance_work_mem = '1GB'`)
  for (const { made_by } of rows) await client.query(made_by)
}
