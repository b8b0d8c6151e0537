import { platformNameOf } from '#contract/stores/cart-platforms.ts'
import { shopOf, shops } from '#contract/stores/shops.ts'
import { emptyStore, type StoreDetails, type StorePassword } from '#contract/stores/settings.ts'
import { sql, type Db, type Tx } from '#server/platform/database/db.ts'
import { notFound } from '#server/platform/http/errors.ts'
import type { Ctx } from '#server/platform/services.ts'
import type { EditedRecord } from '#server/platform/database/versions.ts'

/** What the form of a store edits. */
export const editedStore = (id: number): EditedRecord => ({
  entity: 'store',
  id,
  types: ['store.insert', 'store.save'],
})

/** The column of each sealed password. */
export const secretColumns = {
  store_admin_password: 'store_admin_secret',
  store_ftp_password: 'drop_secret',
  database_password: 'database_secret',
} as const satisfies Record<StorePassword, string>

/** Where its files go, as `save-store.ts` writes it. */
interface DropTo {
  kind?: StoreDetails['protocol']
  folder?: string
  host?: string
  port?: number
  path?: string
  user?: string
}
interface Row {
  vendor_store_id: number
  vendor_id: number
  vendor_store_name: string
  market_id: number
  market_name: string
  platform_id: number | null
  platform_name: string | null
  store_url: string
  store_admin_url: string
  store_admin_login: string
  database_name: string
  database_username: string
  image_file_path: string
  custom_image_name: string
  drop_to: DropTo
  insert_tm: string
  drop_secret: string | null
  store_admin_secret: string | null
  database_secret: string | null
}
export interface KnownStore extends Omit<Row, 'drop_to' | keyof StoreDetails> {
  store: StoreDetails
  set: StorePassword[]
}

interface StoreKey {
  /** undefined: any vendor's. */
  vid?: number
  id: number
}
/** Finds a store, of that vendor if one is named; otherwise a 404. */
export const knownStore = (db: Db, key: StoreKey): Promise<KnownStore> => find(db, key, sql``)
/** The same, locked until the write ends. */
export const lockStore = (tx: Tx, key: StoreKey): Promise<KnownStore> =>
  find(tx, key, sql`for no key update of st`)

async function find(db: Db, { vid, id }: StoreKey, lockSql: ReturnType<typeof sql>): Promise<KnownStore> {
  const { rows } = await sql<Row>`
    select st.vendor_store_id, st.vendor_id, st.vendor_store_name, st.market_id, k.market_name,
      k.platform_id, p.platform_name, st.store_url, st.store_admin_url, st.store_admin_login,
      st.database_name, st.database_username, st.image_file_path, st.custom_image_name, st.drop_to,
      st.insert_tm, st.drop_secret, st.store_admin_secret, st.database_secret
    from vendor_store st
    join vendor v on v.vendor_id = st.vendor_id and not v.is_staff
    join market k on k.market_id = st.market_id
    left join platform p on p.platform_id = k.platform_id
    where st.vendor_store_id = ${id} and st.vendor_id = coalesce(${vid ?? null}::int, st.vendor_id)
    ${lockSql}`.execute(db)
  if (!rows[0]) throw notFound('store')
  return toKnownStore(rows[0])
}

function toKnownStore(row: Row): KnownStore {
  const { drop_to: drop, ...rest } = row
  const details = Object.fromEntries(
    Object.keys(emptyStore).flatMap((key) => (Object.hasOwn(row, key) ? [[key, row[key as keyof Row]]] : [])),
  )
  return {
    ...rest,
    platform_name: platformNameOf(row),
    store: {
      ...emptyStore,
      ...details,
      market_id: row.market_id,
      protocol: drop.kind ?? 'none',
      store_ftp_server: drop.host ?? '',
      store_ftp_port: drop.port ?? null,
      store_ftp_path: drop.path ?? '',
      store_ftp_login: drop.user ?? '',
      storage_folder: drop.folder ?? '',
    },
    set: Object.entries(secretColumns).flatMap(([name, column]) =>
      row[column] === null ? [] : [name as StorePassword],
    ),
  }
}

/** It is updated through its market's API, not by files. */
export const byInterface = ({ drop_to }: { drop_to: unknown }): boolean =>
  (drop_to as DropTo | null)?.kind === 'api'
/** Whether the market's API lets us read what it shows. */
export const canBeCompared = (store: {
  drop_to: unknown
  market_id: number
  market_name: string
}): boolean => {
  const shop = shopOf(store)
  return byInterface(store) && shop !== undefined && shops[shop].compares.length > 0
}

/** No update of it can be queued: it takes no file. */
export async function takesNoFile(db: Db, id: number): Promise<boolean> {
  const { rows } = await sql`
    select from vendor_store where vendor_store_id = ${id} and drop_to->>'kind' = 'none'`.execute(db)
  return rows.length > 0
}

/** Refuses a folder of our storage that another store uses. */
export async function folderFault(
  db: Db,
  self: number | undefined,
  { protocol, storage_folder }: StoreDetails,
): Promise<Record<string, string>> {
  if (protocol !== 'storage') return {}
  const { rows } = await sql`
    select
    from vendor_store
    where vendor_store_id <> ${self ?? 0}
      and drop_to->>'kind' = 'storage'
      and drop_to->>'folder' = ${storage_folder}
    limit 1`.execute(db)
  return rows.length ? { 'store.storage_folder': 'Another store already uses this folder' } : {}
}

/** Ends its updates of these states. */
export const endJobsOf = (
  ctx: Ctx,
  tx: Tx,
  { id, states, reason }: { id: number; states: readonly number[]; reason: string },
) =>
  ctx.jobs.terminateOf(ctx, tx, {
    type: 'VENDOR_STORE_UPDATER_JOB',
    paramValues: [id],
    states,
    reason,
    by: ctx.who.name,
  })
