import { once } from 'node:events'
import { from as copyFrom, type CopyStreamQuery } from 'pg-copy-streams'
import type { PoolClient } from 'pg'
import { productFields, type ProductField } from '#contract/feeds/settings.ts'
import { storable } from '#contract/storable.ts'
import { sql, type Database, type Db } from '#server/platform/database/db.ts'
import { hashHigh, hashText, hash64 } from '#engine/hash.ts'
import type { AcceptedRow } from '#engine/read.ts'

export const columnType = (field: ProductField) => {
  const { kind } = productFields[field]
  if (field === 'weight') return 'numeric'
  if (kind === 'decimal') return 'numeric(12,4)'
  return kind === 'quantity' ? 'integer' : 'text'
}
/** One attempt at a run. It has tables of its own, so that an overtaken worker can't touch its successor's. */
export interface StageId {
  runId: number
  attempt: number
  /** The further file whose rows these are, apart from the others until they are joined. */
  file?: number
}
/** Trials of a job's files are numbered beyond all real runs. */
export const trialNumbers = { beyondRuns: 1e12, perJob: 100 } as const
export const everyAttempt = 2_147_483_647
export const stageTable = (
  { runId, attempt, file }: StageId,
  role: 'rows' | 'unseen' | 'change' | 'kept' | 'joined' = 'rows',
) => `feed_stage.${role}${file ?? ''}_${runId}_${attempt}`

/** How much is sent ahead of the server, so that reading and COPY don't wait for each other. */
const aheadBytes = 1 << 20

/** The accepted rows of one run in an unlogged table, written by COPY. Field names come from the contract. */
export class Stage {
  readonly #database: Database
  readonly #table: string
  readonly #id: StageId
  readonly #fields: readonly ProductField[]
  #client: PoolClient | undefined
  #copy: CopyStreamQuery | undefined
  #buffer: string[] = []
  #length = 0
  rows = 0
  bytes = 0

  constructor(database: Database, id: StageId, fields: readonly ProductField[]) {
    this.#database = database
    this.#id = id
    this.#table = stageTable(id)
    this.#fields = fields
  }

  async begin(): Promise<void> {
    this.#client = await this.#database.pool.connect()
    // a further file is staged beside the others
    if (this.#id.file === undefined) await dropStages(this.#database.db, this.#id)
    const columns = [
      'line integer not null',
      'content_hash bigint not null',
      ...this.#fields.map((f) => `${f} ${columnType(f)}`),
    ]
    await this.#client.query(`create unlogged table ${this.#table} (${columns.join(', ')})`)
    await this.#client.query(`create unlogged table ${stageTable(this.#id, 'kept')} (sku text not null)`)
    this.#copy = this.#client.query(copyFrom(`copy ${this.#table} from stdin`, { highWaterMark: aheadBytes }))
    this.#copy.on('error', () => {})
  }

  /** Notes the SKUs of rejected rows: their products aren't removed. */
  async keep(skus: readonly string[]): Promise<void> {
    if (skus.length === 0) return
    const table = sql.raw(stageTable(this.#id, 'kept'))
    await sql`insert into ${table} select unnest(${skus.map(storable)}::text[])`.execute(this.#database.db)
  }

  /** Returns the content's hash: equal rows have equal hashes, on whatever line. */
  put(row: AcceptedRow): [contentA: number, contentB: number] {
    let text = ''
    for (const v of row.values) text += v === null ? '\t\\N' : `\t${escape(v)}`
    const a = hashText(text)
    const b = hashHigh
    const line = `${row.line}\t${hash64(a, b)}${text}\n`
    this.#buffer.push(line)
    this.#length += line.length
    this.rows++
    return [a, b]
  }

  /** Sends the rows to the server, and waits if it can't keep up. */
  async flush(all = false): Promise<void> {
    if (this.#length === 0 || (!all && this.#length < 262_144)) return
    const chunk = Buffer.from(this.#buffer.join(''))
    this.#buffer = []
    this.#length = 0
    this.bytes += chunk.length
    const { copy } = this.#open
    if (!copy.write(chunk)) await once(copy, 'drain')
  }

  get #open(): { client: PoolClient; copy: CopyStreamQuery } {
    const [client, copy] = [this.#client, this.#copy]
    if (!client || !copy) throw new Error('The staging table is not open')
    return { client, copy }
  }

  async end(): Promise<void> {
    await this.flush(true)
    const { client, copy } = this.#open
    copy.end()
    await once(copy, 'finish')
    await client.query(`analyze ${this.#table}, ${stageTable(this.#id, 'kept')}`)
    client.release()
    this.#client = undefined
  }

  /** Releases the connection in the middle of a COPY. */
  abort(): void {
    this.#client?.release(true)
    this.#client = undefined
  }
}

/** Stages content hashes that the fingerprint knows and the file lacks, so that the comparison finds their products. */
export async function stageUnseen(
  database: Database,
  id: StageId,
  hashes: Iterable<[number, number]>,
): Promise<void> {
  const client = await database.pool.connect()
  try {
    const table = stageTable(id, 'unseen')
    await client.query(`create unlogged table ${table} (content_hash bigint not null)`)
    const copy = client.query(copyFrom(`copy ${table} from stdin`))
    let text: string[] = []
    for (const [a, b] of hashes) {
      if (text.push(hash64(a, b)) === 8192) {
        if (!copy.write(`${text.join('\n')}\n`)) await once(copy, 'drain')
        text = []
      }
    }
    if (text.length) copy.write(`${text.join('\n')}\n`)
    copy.end()
    await once(copy, 'finish')
    await client.query(`analyze ${table}`)
  } finally {
    client.release()
  }
}

/** Drops the stages of this attempt and earlier ones, and ends the session of an overtaken worker still writing there. */
export async function dropStages(db: Db, { runId, attempt }: StageId): Promise<void> {
  const { rows } = await sql<{ name: string; oid: number }>`
    select format('%I.%I', nspname, relname) as name, c.oid::int8 as oid
    from pg_class c join pg_namespace n on n.oid = relnamespace
    where nspname = 'feed_stage'
      and relkind = 'r'
      and split_part(relname, '_', 2) = ${String(runId)}
      and split_part(relname, '_', 3)::int <= ${attempt}`.execute(db)
  if (rows.length === 0) return
  await sql`
    select pg_terminate_backend(pid) from pg_locks
    where locktype = 'relation'
      and database = (select oid from pg_database where datname = current_database())
      and relation::int8 = any(${rows.map((r) => r.oid)})
      and pid <> pg_backend_pid()`.execute(db)
  await sql.raw(`drop table if exists ${rows.map((r) => r.name).join(', ')}`).execute(db)
}

const special = /[\\\t\n\r\0]/
const escapes: Readonly<Record<string, string>> = { '\\': '\\\\', '\t': '\\t', '\n': '\\n', '\r': '\\r' }
const escape = (v: string) => (special.test(v) ? v.replace(/[\\\t\n\r\0]/g, (c) => escapes[c] ?? '') : v)
