import { once } from 'node:events'
import { from as copyFrom, type CopyStreamQuery } from 'pg-copy-streams'
import type { PoolClient } from 'pg'
import { productFields, type ProductField } from '#contract/feeds/settings.ts'
import { sql, type Database, type Db } from '#server/platform/database/db.ts'
import { hashHigh, hashText, hash64 } from '#engine/hash.ts'
import type { AcceptedRow } from '#engine/read.ts'

export const columnType = (field: ProductField) => {
  const { kind } = productFields[field]
  return kind === 'decimal' ? 'numeric(12,4)' : kind === 'quantity' ? 'integer' : 'text'
}
/**
 * One attempt at a run: its tables are its own, so that a worker that was overtaken touches none of its
 * successor's.
 */
export interface StageId {
  runId: number
  attempt: number
  /** Of a further file: which one; its rows stand apart until they are joined. */
  file?: number
}
export const everyAttempt = 2_147_483_647
export const stageTable = (
  { runId, attempt, file }: StageId,
  role: 'rows' | 'unseen' | 'change' | 'kept' | 'joined' = 'rows',
) => `feed_stage.${role}${file ?? ''}_${runId}_${attempt}`

/**
 * The accepted rows of one run in an unlogged table, written by COPY. Field names come from the contract's
 * own list.
 */
export class Stage {
  readonly #database: Database
  readonly #table: string
  readonly #of: StageId
  readonly #fields: readonly ProductField[]
  #client: PoolClient | undefined
  #copy: CopyStreamQuery | undefined
  #buffer: string[] = []
  #length = 0
  rows = 0
  bytes = 0

  constructor(database: Database, id: StageId, fields: readonly ProductField[]) {
    this.#database = database
    this.#of = id
    this.#table = stageTable(id)
    this.#fields = fields
  }

  async begin(): Promise<void> {
    this.#client = await this.#database.pool.connect()
    // a further file is staged beside the others
    if (this.#of.file === undefined) await dropStages(this.#database.db, this.#of)
    const columns = [
      'line integer not null',
      'content_hash bigint not null',
      ...this.#fields.map((f) => `${f} ${columnType(f)}`),
    ]
    await this.#client.query(`create unlogged table ${this.#table} (${columns.join(', ')})`)
    await this.#client.query(`create unlogged table ${stageTable(this.#of, 'kept')} (sku text not null)`)
    this.#copy = this.#client.query(copyFrom(`copy ${this.#table} from stdin`))
    this.#copy.on('error', () => {})
  }

  /** Notes whose rows were rejected: their products aren't gone. */
  async keep(skus: readonly string[]): Promise<void> {
    if (skus.length === 0) return
    const table = sql.raw(stageTable(this.#of, 'kept'))
    await sql`insert into ${table} select unnest(${skus as string[]}::text[])`.execute(this.#database.db)
  }

  /** Returns the content's hash: equal rows have equal ones, whatever line they stand on. */
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

  /** Passes on what was put, waiting while the server is behind. */
  async flush(all = false): Promise<void> {
    if (this.#length === 0 || (!all && this.#length < 262_144)) return
    const chunk = Buffer.from(this.#buffer.join(''))
    this.#buffer = []
    this.#length = 0
    this.bytes += chunk.length
    if (!this.#copy!.write(chunk)) await once(this.#copy!, 'drain')
  }

  async end(): Promise<void> {
    await this.flush(true)
    const copy = this.#copy!
    copy.end()
    await once(copy, 'finish')
    await this.#client!.query(`analyze ${this.#table}, ${stageTable(this.#of, 'kept')}`)
    this.#client!.release()
    this.#client = undefined
  }

  /** Gives the connection up in the middle of a COPY. */
  abort(): void {
    this.#client?.release(true)
    this.#client = undefined
  }
}

/**
 * Content hashes that the fingerprint knows and the file lacks, for the comparison to find their products.
 */
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

/**
 * Drops what this attempt and earlier ones left, and ends an overtaken worker's session that still writes
 * there.
 */
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
const escape = (v: string) =>
  special.test(v)
    ? v.replace(/[\\\t\n\r\0]/g, (c) =>
        c === '\\' ? '\\\\' : c === '\t' ? '\\t' : c === '\n' ? '\\n' : c === '\r' ? '\\r' : '',
      )
    : v
