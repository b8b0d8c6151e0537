import { sql, type Tx } from '#server/platform/database/db.ts'
import { fileKeys } from '#server/platform/files/file-keys.ts'
import type { NamedFiles } from '#server/platform/files/old-files.ts'

/** How many days a run's files are kept after it started. */
const keptDays = 90

type Column = 'file_key' | 'rejected_key' | 'changes_key' | 'fingerprint_key'
/**
 * Of these keys, the ones that are still needed: by runs that are recent or may still be decided, and by what the
 * catalogue holds or would hold after a rollback.
 */
async function keysOfRuns(
  tx: Tx,
  { column, owner }: { column: Column; owner: 'feed_id' | 'feed_run_id' },
  ids: number[],
  keys: string[],
) {
  const name = sql.ref(`r.${column}`)
  const { rows } = await sql<{ key: string }>`
    select ${name} as key
    from feed_run r
    join feed f using (feed_id)
    left join feed_run c on c.feed_run_id = f.current_run_id
    where ${sql.ref(`r.${owner}`)} = any(${ids}::bigint[])
      and ${name} = any(${keys})
      and ${stillNeeded}`.execute(tx)
  return rows.map((row) => row.key)
}
const stillNeeded = sql`(
        r.state in ('queued', 'running', 'held')
        or r.insert_tm > now() - make_interval(days => ${keptDays}::int)
        or r.feed_run_id in (c.feed_run_id, c.previous_run_id))`

/** The same for further files. */
async function furtherOfRuns(tx: Tx, ids: number[], keys: string[]): Promise<string[]> {
  const { rows } = await sql<{ key: string }>`
    select file.file_key as key
    from feed_run_file file
    join feed_run r using (feed_run_id)
    join feed f using (feed_id)
    left join feed_run c on c.feed_run_id = f.current_run_id
    where f.feed_id = any(${ids}::bigint[])
      and file.file_key = any(${keys})
      and ${stillNeeded}`.execute(tx)
  return rows.map((row) => row.key)
}

const forget = (column: Column) => (tx: Tx, keys: string[], ids: number[]) =>
  tx
    .updateTable('feed_run')
    .set({ [column]: null })
    .where('feed_run_id', 'in', ids)
    .where(column, 'in', keys)
    .execute()

/** Files that runs read, by content, so that runs of the same file share it. */
export const readKeys = fileKeys('feeds/{owner}/{sha256}')
const readFiles: NamedFiles = {
  keys: readKeys,
  async needed(tx, keys, ids) {
    // a run starts, or continues after approval, under this lock; files of a running feed are left alone
    const { rows } = await sql<{ feed_id: number }>`
      select feed_id
      from feed f
      where feed_id = any(${ids}::bigint[])
        and not exists (
          select from feed_run r where r.feed_id = f.feed_id and r.state in ('queued', 'running'))
      for update skip locked`.execute(tx)
    const idle = new Set(rows.map((row) => `feeds/${row.feed_id}/`))
    const busy = keys.filter((key) => !idle.has(key.slice(0, key.lastIndexOf('/') + 1)))
    const main = await keysOfRuns(tx, { column: 'file_key', owner: 'feed_id' }, ids, keys)
    return [...busy, ...main, ...(await furtherOfRuns(tx, ids, keys))]
  },
}

export const rejectedKeys = fileKeys('rejected/{owner}-{attempt}.csv')
const rejectedRows: NamedFiles = {
  keys: rejectedKeys,
  needed: (tx, keys, ids) => keysOfRuns(tx, { column: 'rejected_key', owner: 'feed_run_id' }, ids, keys),
  forget: forget('rejected_key'),
}

export const changesKeys = fileKeys('changes/{owner}-{attempt}.jsonl.gz')
const changes: NamedFiles = {
  keys: changesKeys,
  needed: (tx, keys, ids) => keysOfRuns(tx, { column: 'changes_key', owner: 'feed_run_id' }, ids, keys),
  forget: forget('changes_key'),
}

export const fingerprintKeys = fileKeys('fingerprints/{owner}-{attempt}')
const fingerprints: NamedFiles = {
  keys: fingerprintKeys,
  needed: (tx, keys, ids) => keysOfRuns(tx, { column: 'fingerprint_key', owner: 'feed_run_id' }, ids, keys),
  forget: forget('fingerprint_key'),
}

/** The file that a feed uses, and files that forms haven't saved yet. */
export const uploadKeys = fileKeys('uploads/{owner}/{uuid}')
const uploads: NamedFiles = {
  keys: uploadKeys,
  async needed(tx, keys, ids) {
    // a form saves a file under this lock, after checking that it exists
    const feeds = await tx
      .selectFrom('feed')
      .select(['feed_id', 'upload_key'])
      .where('feed_id', 'in', ids)
      .forUpdate()
      .execute()
    const { rows } = await sql<{ feed_id: number }>`
      select feed_id
      from feed_run
      where feed_id = any(${ids}::bigint[])
        and state in ('queued', 'running')`.execute(tx)
    const busy = rows.map((row) => `uploads/${row.feed_id}/`)
    const further = await tx
      .selectFrom('feed_file')
      .select('upload_key')
      .where('feed_id', 'in', ids)
      .execute()
    const takenKeys = new Set([...feeds, ...further].map((file) => file.upload_key))
    return keys.filter((key) => takenKeys.has(key) || busy.some((folder) => key.startsWith(folder)))
  },
}

export const feedFiles = [readFiles, rejectedRows, changes, fingerprints, uploads] as const
