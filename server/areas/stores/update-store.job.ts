import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { many } from '#contract/words.ts'
import { Client as FtpClient } from 'basic-ftp'
import SftpClient from 'ssh2-sftp-client'
import { z } from 'zod'
import { ownFeed } from '#server/areas/suppliers/public.ts'
import { activeIntegration, suppliersClosedTo } from '#server/areas/vendors/public.ts'
import { openAddress } from '#server/platform/addresses.ts'
import { eachByItself } from '#server/platform/each.ts'
import { sql, type Db, type Tx } from '#server/platform/db.ts'
import { notFound } from '#server/platform/errors.ts'
import type { JobDefinition, RunningJob } from '#server/platform/jobs.ts'
import type { Services } from '#server/platform/services.ts'

const payload = z.object({ vendor_store_id: z.number() })
type Payload = z.output<typeof payload>
const remote = {
  host: z.string(),
  port: z.number().int().optional(),
  path: z.string(),
  user: z.string().default('anonymous'),
}
/** Where a store takes its inventory file from. */
const dropTo = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('storage'), folder: z.string() }),
  z.object({ kind: z.literal('ftp'), ...remote }),
  z.object({ kind: z.literal('sftp'), ...remote }),
])
type DropTo = z.output<typeof dropTo>
const batch = 5000

interface Changed {
  product_id: number
  sent_hash: string
  sku: string
  title: string | null
  quantity: number
  active: boolean
  line: string
}

interface Store {
  vendor_store_id: number
  vendor_id: number
  market_id: number
}
const storeColumns = ['vendor_store_id', 'vendor_id', 'market_id', 'drop_to', 'drop_secret'] as const

/** What a store is told of product `p`, as one number. */
export const sentHash = sql`
  hashtextextended(concat_ws('|', p.sku, p.title, p.quantity, p.gone_tm is null, p.product_status_id), 0)`

/**
 * Sends a store what changed in stock since it was sent it last (docs/domain.md, Stores: the file drop).
 * The file's name is made of what it holds, so a second try of the same changes replaces the first.
 */
export const updateStore: JobDefinition<Payload> = {
  type: 'VENDOR_STORE_UPDATER_JOB',
  payload,
  key: (p) => `store-${p.vendor_store_id}`,
  retries: 5,
  timeoutSeconds: 3600,
  async run(job) {
    const { db, payload: p, signal, progress, say } = job
    const store = await db
      .selectFrom('vendor_store')
      .select(storeColumns)
      .where('vendor_store_id', '=', p.vendor_store_id)
      .executeTakeFirst()
    if (!store) return { sent: 0, completed_with_errors: 'The store is there no longer' }
    const target = dropTo.parse(store.drop_to)
    const closed = await suppliersClosedTo(db, store.vendor_id)
    const totals = { sent: 0, files: 0, bytes: 0 }
    for (let after = 0; ;) {
      signal.throwIfAborted()
      const rows = await changedSince(db, store, closed, after)
      if (rows.length === 0) break
      after = rows.at(-1)!.product_id
      const text = `sku,title,quantity,active\n${rows.map((r) => r.line).join('\n')}\n`
      const name = `inventory-${createHash('sha256').update(text).digest('hex').slice(0, 16)}.csv`
      await drop(job, target, store.drop_secret, name, text)
      // only what was delivered counts as sent
      await keepSent(db, store.vendor_store_id, rows)
      totals.sent += rows.length
      totals.files++
      totals.bytes += Buffer.byteLength(text)
      await say(`${name}: ${many(rows.length, 'product')}`)
      progress(`${many(totals.sent, 'product')} sent`)
      if (rows.length < batch) break
    }
    return totals
  },
}

async function changedSince(
  db: Db,
  store: Store,
  closed: readonly number[],
  after: number,
): Promise<Changed[]> {
  const { rows } = await sql<Changed>`
    select p.product_id, h.sent_hash::text as sent_hash, p.sku, p.title, p.quantity,
      (p.gone_tm is null and p.product_status_id = 1) as active
    from vendor_market_map m
    join subscription s on s.vendor_id = m.vendor_id and s.dropshipper_id = m.dropshipper_id
    join feed f on f.dropshipper_id = m.dropshipper_id and ${ownFeed('f')}
    join product p on p.feed_id = f.feed_id
    cross join lateral (select ${sentHash} as sent_hash) h
    left join store_product sp
      on sp.vendor_store_id = ${store.vendor_store_id}
      and sp.product_id = p.product_id
    where m.vendor_id = ${store.vendor_id}
      and m.market_id = ${store.market_id}
      and ${activeIntegration}
      and m.dropshipper_id <> all(${closed}::int[])
      and p.product_id > ${after}
      and sp.sent_hash is distinct from h.sent_hash
    order by p.product_id
    limit ${batch}`.execute(db)
  return rows.map((r) => ({ ...r, line: lineOf(r) }))
}

const lineOf = ({ sku, title, active, quantity }: Omit<Changed, 'line'>) =>
  [sku, title ?? '', active ? quantity : 0, active ? 1 : 0].map(cell).join(',')

async function keepSent(db: Db, storeId: number, rows: readonly Changed[]): Promise<void> {
  const sent = JSON.stringify(rows.map(({ product_id, sent_hash }) => ({ product_id, sent_hash })))
  await sql`
    insert into store_product (vendor_store_id, product_id, sent_hash)
    select ${storeId}::int, x.product_id, x.sent_hash
    from jsonb_to_recordset(${sent}::jsonb) as x(product_id bigint, sent_hash bigint)
    on conflict (vendor_store_id, product_id) do update
    set sent_hash = excluded.sent_hash, sent_tm = now()`.execute(db)
}

/** A machine reads the file: every value is the true one, whatever a spreadsheet would make of it. */
const cell = (value: string | number) => {
  const text = String(value)
  return /[",\n\r]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

async function drop(
  { files, config, secrets, signal }: RunningJob<Payload>,
  target: DropTo,
  secret: string | null,
  name: string,
  text: string,
): Promise<void> {
  signal.throwIfAborted()
  if (target.kind === 'storage') return files.put(`stores/${target.folder}/${name}`, Readable.from([text]))
  const host = await openAddress(target.host, config.fetchAllowHosts, String(target.port ?? ''))
  const password = secret ? secrets.open(secret) : ''
  const to = `${target.path.replace(/\/$/, '')}/${name}`
  const local = join(tmpdir(), `feedstock-drop-${process.pid}-${name}`)
  await pipeline(Readable.from([text]), createWriteStream(local))
  try {
    if (target.kind === 'sftp') {
      const sftp = new SftpClient()
      try {
        await sftp.connect({
          host,
          port: target.port ?? 22,
          username: target.user,
          password,
          readyTimeout: 20_000,
        })
        await sftp.put(createReadStream(local), to)
        if ((await sftp.stat(to)).size !== (await stat(local)).size)
          throw new Error(`${to} did not arrive whole`)
      } finally {
        await sftp.end().catch(() => {})
      }
    } else {
      const ftp = new FtpClient(60_000)
      try {
        await ftp.access({ host, port: target.port ?? 21, user: target.user, password })
        await ftp.uploadFrom(createReadStream(local), to)
      } finally {
        ftp.close()
      }
    }
  } finally {
    await rm(local, { force: true })
  }
}

export async function queueStoreUpdate(
  services: Services,
  tx: Tx,
  storeId: number,
  by: string,
): Promise<number | null> {
  const store = await tx
    .selectFrom('vendor_store')
    .select(['vendor_store_id', 'vendor_store_name'])
    .where('vendor_store_id', '=', storeId)
    .executeTakeFirst()
  if (!store) throw notFound('store')
  return services.jobs.enqueueUnlessWaiting(tx, updateStore, {
    payload: { vendor_store_id: storeId },
    subject: store.vendor_store_name,
    paramValue: storeId,
    requestedBy: by,
    rank: by === 'schedule' ? 0 : 10,
  })
}

/** A supplier's catalogue changed: the stores that sell it are behind. Part of the caller's transaction. */
export const markStoresBehind = (tx: Tx, dropshipperId: number) =>
  sql`
    update vendor_store st
    set behind_since = now()
    from vendor_market_map m
    where st.behind_since is null
      and m.vendor_id = st.vendor_id
      and m.market_id = st.market_id
      and m.dropshipper_id = ${dropshipperId}
      and ${activeIntegration}`.execute(tx)

/** What a vendor gets of these suppliers changed, such as that they are frozen no more. */
export const markStoresOfVendorBehind = (tx: Tx, vendorId: number, dropshipperIds: readonly number[]) =>
  sql`
    update vendor_store st
    set behind_since = now()
    from vendor_market_map m
    where st.behind_since is null
      and st.vendor_id = ${vendorId}
      and m.vendor_id = st.vendor_id
      and m.market_id = st.market_id
      and m.dropshipper_id = any(${dropshipperIds}::int[])
      and ${activeIntegration}`.execute(tx)

/** Queues the update of stores that are behind, at most 100 a turn, the longest waiting first. */
export async function startStoreUpdates(services: Services): Promise<void> {
  const behind = await services.db
    .selectFrom('vendor_store')
    .select('vendor_store_id')
    .where('behind_since', 'is not', null)
    .orderBy('behind_since')
    .limit(100)
    .execute()
  await eachByItself(behind, ({ vendor_store_id }) =>
    services.db.transaction().execute(async (tx) => {
      await tx
        .updateTable('vendor_store')
        .set({ behind_since: null })
        .where('vendor_store_id', '=', vendor_store_id)
        .execute()
      await queueStoreUpdate(services, tx, vendor_store_id, 'schedule')
    }),
  )
}
