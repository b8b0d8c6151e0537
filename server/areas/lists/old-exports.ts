import { exportKeptDays } from '#contract/lists/columns.ts'
import { sql } from '#server/platform/database/db.ts'
import { fileKeys } from '#server/platform/files/file-keys.ts'
import type { NamedFiles } from '#server/platform/files/old-files.ts'

export const exportKeys = fileKeys('exports/{owner}-{attempt}')
/** Export files that jobs made. */
export const exportFiles: NamedFiles = {
  keys: exportKeys,
  async needed(tx, keys, ids) {
    const { rows } = await sql<{ file_key: string }>`
      select file_key
      from list_export
      where list_export_id = any(${ids}::int[])
        and file_key = any(${keys})
        and insert_tm > now() - make_interval(days => ${exportKeptDays}::int)`.execute(tx)
    return rows.map((row) => row.file_key)
  },
  forget: (tx, keys) =>
    tx.updateTable('list_export').set({ file_key: null }).where('file_key', 'in', keys).execute(),
}
