import { isSecretOfStore } from '#contract/platforms/connections.ts'
import type { KeptField } from '#contract/platforms/fields.ts'
import type { Parsed } from '#contract/index.ts'
import { fieldsOfStore, type StoreDetails } from '#contract/stores/settings.ts'
import type { StoreView } from '#contract/stores/stores.ts'
import { filledOfStore, readFields } from '#server/areas/platforms/public.ts'
import type { Db } from '#server/platform/database/db.ts'
import type { Ctx } from '#server/platform/services.ts'
import { listHostKeys } from '#server/platform/host-keys.ts'
import { versionOf } from '#server/platform/database/versions.ts'
import { editedStore, knownStore } from './known-store.ts'

export const getStore = ({ db }: Ctx, { params }: Parsed<'getStore'>) => readStore(db, params)

/** A store as its form shows it; passwords only as set or not set. */
export async function readStore(db: Db, key: { vid: number; id: number }): Promise<StoreView> {
  const version = await versionOf(db, editedStore(key.id))
  const storeRecord = await knownStore(db, key)
  const fields =
    storeRecord.platform_id === null ? [] : fieldsOfStore(await readFields(db, storeRecord.platform_id))
  const [values, { sent: isSent }] = await Promise.all([
    filledValues(db, storeRecord.vendor_store_id, fields, storeRecord.store),
    db
      .selectFrom('store_product')
      .select((e) => e.fn.countAll<number>().as('sent'))
      .where('vendor_store_id', '=', storeRecord.vendor_store_id)
      .where('in_store', '=', true)
      .executeTakeFirstOrThrow(),
  ])
  const { vendor_store_id, vendor_id, market_name, platform_name, store, set, insert_tm } = storeRecord
  return {
    version,
    vendor_store_id,
    vendor_id,
    market_name,
    store,
    set,
    platform_name,
    fields,
    values,
    forgotten: [],
    host_keys: await listHostKeys(db, { vendor_store_id }),
    sent: isSent,
    insert_tm,
  }
}

/** The form's values; fields connected to the store take the store's own value. */
export async function filledValues(
  db: Db,
  id: number,
  fields: readonly KeptField[],
  store: StoreDetails,
): Promise<Record<string, string>> {
  const values = await filledOfStore(db, id)
  return Object.fromEntries(
    fields.flatMap(({ field_handle, field_data_type, connects_with_type, connects_with }) => {
      if (field_data_type === 'password') return []
      const isConnected = connects_with_type === 'store' && !isSecretOfStore(connects_with)
      const storeValue = isConnected ? String(store[connects_with as keyof StoreDetails] ?? '') : ''
      const value = storeValue || values[field_handle]
      return value === undefined ? [] : [[field_handle, value]]
    }),
  )
}
