import { isHidden, splitKeys } from '#contract/feeds/address-keys.ts'
import { feedSource } from '#contract/feeds/settings.ts'
import { sql } from '#server/platform/database/db.ts'
import { record, type Services } from '#server/platform/services.ts'
import { storeSource } from './source-keys.ts'

/** The most sources that are sealed in one turn. */
const mostSources = 500

/** Seals the secrets of addresses that were saved before secrets were sealed. */
export async function sealSourceKeys(services: Services): Promise<void> {
  for (const [table, id] of [
    ['feed', 'feed_id'],
    ['feed_file', 'feed_file_id'],
  ] as const)
    await services.db.transaction().execute(async (tx) => {
      const { rows } = await sql<{ id: number; feed_id: number; dropshipper_id: number; source: unknown }>`
        select t.${sql.ref(id)} as id, f.feed_id, f.dropshipper_id, t.source
        from ${sql.table(table)} t
        join feed f using (feed_id)
        where t.source->>'kind' = 'http' and t.source->>'url' like '%?%=%' and t.source->>'sealed_keys' is null
        order by 1
        limit ${mostSources}
        for update of t`.execute(tx)
      const openRows = rows.filter(({ source }) => {
        const parsed = feedSource.parse(source)
        return parsed.kind === 'http' && splitKeys(parsed.url).keys.some((key) => !isHidden(key))
      })
      if (openRows.length === 0) return
      const stored = openRows.map((row) => ({
        id: row.id,
        source: JSON.parse(
          storeSource(services.secrets, feedSource.parse(row.source), row.source).json,
        ) as unknown,
      }))
      await sql`
        update ${sql.table(table)} t
        set source = x.source
        from jsonb_to_recordset(${JSON.stringify(stored)}::jsonb) as x(id int, source jsonb)
        where t.${sql.ref(id)} = x.id`.execute(tx)
      await record(
        tx,
        {},
        ...openRows.map(({ feed_id, dropshipper_id }) => ({
          type: 'feed.settings' as const,
          message: 'Secrets in the address moved into the encrypted settings',
          dropshipper_id,
          entity: 'feed',
          entity_id: feed_id,
        })),
      )
    })
}
