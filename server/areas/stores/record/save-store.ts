import { jobStatus } from '#contract/jobs/types.ts'
import type { KeptField } from '#contract/platforms/fields.ts'
import type { Parsed } from '#contract/index.ts'
import {
  checkStore,
  fieldsOfStore,
  goesElsewhere,
  isRemote,
  storePasswords,
  type CheckedStore,
  type StoreDetails,
} from '#contract/stores/settings.ts'
import { shopOf } from '#contract/stores/shops.ts'
import { holdFields, keepChecked } from '#server/areas/platforms/public.ts'
import { lockVendor } from '#server/areas/vendor-record/public.ts'
import { sql, type Tx } from '#server/platform/database/db.ts'
import { invalid } from '#server/platform/http/errors.ts'
import { namesAlone } from '#server/platform/names-alone.ts'
import { differences, write, type Activity, type Ctx } from '#server/platform/services.ts'
import { refuseStale } from '#server/platform/database/versions.ts'
import { endLetIn } from '../connection/authorizations.ts'
import { queueStoreUpdate } from '../update/behind.ts'
import {
  editedStore,
  endJobsOf,
  folderFault,
  lockStore,
  secretColumns,
  type KnownStore,
} from './known-store.ts'
import { filledValues, readStore } from './read-store.ts'
import { endMoves } from '../update/sent-since.ts'

type Body = Parsed<'saveStore'>['body']

/** Adds a store, or changes one; passwords are sealed, and forgotten where their place changes. */
export async function saveStore(ctx: Ctx, { params: { vid }, body }: Parsed<'saveStore'>) {
  const { id, forgotten } = await write(ctx, async (tx, logActivity) => {
    await lockVendor(ctx, tx, vid)
    const had =
      body.vendor_store_id === undefined ? undefined : await lockStore(tx, { vid, id: body.vendor_store_id })
    if (had) await refuseStale(tx, ctx, editedStore(had.vendor_store_id), body.version)
    const market = await marketOf(tx, had, body.store.market_id)
    const fields = await platformFields(tx, market.platform_id, body)
    const checked = checkStore(
      fields,
      { store: body.store, fields: body.fields ?? {} },
      { before: had?.store, set: had?.set ?? [], shop: shopOf(market) },
    )
    refuseFaults({ ...checked.faults, ...(await faultsBeside(tx, vid, had, checked.store)) })
    const filled = had ? await filledValues(tx, had.vendor_store_id, fields, had.store) : {}
    const changes = changesOf(had, checked, { fields, filled })
    const none = { forgotten: [] as string[] }
    if (had && !changes) return { id: had.vendor_store_id, ...none }
    const vendor_store_id = await keepStore(tx, ctx, vid, had, checked)
    const target = { vendor_id: vid, market_id: market.market_id, vendor_store_id }
    if (had && checked.store.protocol !== 'none')
      await queueStoreUpdate(ctx, tx, vendor_store_id, ctx.who.name)
    await keepChecked(tx, ctx.secrets, { fields, target, kept: withForgotten(fields, checked) })
    const { vendor_store_name } = checked.store
    await logActivity({
      type: had ? 'store.save' : 'store.insert',
      vendor_id: vid,
      entity: 'store',
      entity_id: vendor_store_id,
      message: had
        ? `Store ${vendor_store_name} changed`
        : `Store ${vendor_store_name} added in ${market.market_name}`,
      changes,
    })
    return { id: vendor_store_id, forgotten: Object.values(checked.forgotten) }
  })
  return { ...(await readStore(ctx.db, { vid, id })), forgotten }
}

/** A store stays in its market: what it was sent, and its integrations, are of that one. */
async function marketOf(tx: Tx, had: KnownStore | undefined, market_id: number) {
  if (had && had.store.market_id !== market_id)
    throw invalid({ 'store.market_id': 'A store stays in its market; add another store in that one' })
  const market = await tx
    .selectFrom('market')
    .select(['market_id', 'market_name', 'platform_id'])
    .where('market_id', '=', market_id)
    .forKeyShare()
    .executeTakeFirst()
  if (!market) throw invalid({ 'store.market_id': 'There is no such market' })
  return market
}

/** The part of its platform's form that a store fills in; where the body gives none of it, none is asked. */
async function platformFields(tx: Tx, platform_id: number | null, { fields }: Pick<Body, 'fields'>) {
  return platform_id === null || fields === undefined ? [] : fieldsOfStore(await holdFields(tx, platform_id))
}

function refuseFaults(faults: Record<string, string>): void {
  if (Object.keys(faults).length) throw invalid(faults)
}

/** A vendor's stores have names of their own, and no two stores share a folder of ours. */
async function faultsBeside(
  tx: Tx,
  vendorId: number,
  had: KnownStore | undefined,
  store: StoreDetails,
): Promise<Record<string, string>> {
  const { vendor_store_name: name, storage_folder: folder } = store
  // two vendors may ask for one folder at once
  if (store.protocol === 'storage')
    await sql`select pg_advisory_xact_lock(hashtextextended(${`folder ${folder}`}, 0))`.execute(tx)
  const { rows } = await sql`
    select
    from vendor_store
    where vendor_id = ${vendorId}
      and vendor_store_id <> ${had?.vendor_store_id ?? 0}
      and lower(vendor_store_name) = lower(${name})
    limit 1`.execute(tx)
  return {
    ...(rows.length > 0 && { 'store.vendor_store_name': 'Another store of this user has this name' }),
    ...(await folderFault(tx, had?.vendor_store_id, store)),
  }
}

/** `drop_to` is the one truth of where the file goes: the form's fields are its parts, and no columns. */
function dropOf(store: StoreDetails): object {
  const { protocol: kind, store_ftp_server, store_ftp_port: port, store_ftp_path, store_ftp_login } = store
  if (kind === 'storage') return { kind, folder: store.storage_folder }
  if (!isRemote(kind)) return { kind }
  const at = { kind, host: store_ftp_server, path: store_ftp_path, user: store_ftp_login }
  return port === null ? at : { ...at, port }
}

async function keepStore(
  tx: Tx,
  ctx: Ctx,
  vendor_id: number,
  had: KnownStore | undefined,
  { store, stays }: CheckedStore,
): Promise<number> {
  const sealed = storePasswords.flatMap((name) => {
    if (stays.includes(name)) return []
    const value = name === 'store_ftp_password' && !isRemote(store.protocol) ? '' : store[name]
    return [[secretColumns[name], value ? ctx.secrets.seal(value) : null] as const]
  })
  const { vendor_store_name, market_id, store_url, store_admin_url, store_admin_login } = store
  const { database_name, database_username, image_file_path, custom_image_name } = store
  const row = {
    vendor_store_name,
    market_id,
    store_url,
    store_admin_url,
    store_admin_login,
    database_name,
    database_username,
    image_file_path,
    custom_image_name,
    drop_to: JSON.stringify(dropOf(store)),
    ...Object.fromEntries(sealed),
  }
  const moved = had === undefined || goesElsewhere(had.store, store)
  const behind = moved && store.protocol !== 'none' ? { behind_since: sql<string>`now()` } : {}
  if (!had) {
    const { vendor_store_id } = await tx
      .insertInto('vendor_store')
      .values({ vendor_id, ...row, ...behind })
      .returning('vendor_store_id')
      .executeTakeFirstOrThrow()
    return vendor_store_id
  }
  const id = had.vendor_store_id
  await tx
    .updateTable('vendor_store')
    // what stopped its updates may be mended by this
    .set({
      ...row,
      ...behind,
      ...(moved && { shop_currency: null, shop_currency_tm: null }),
      stopped_reason: null,
      stopped_tm: null,
      waits_until: null,
    })
    .where('vendor_store_id', '=', id)
    .execute()
  // the new place has nothing of what went to the old one, and gets nothing of an update that goes there
  if (moved) {
    await endJobsOf(ctx, tx, id, [jobStatus.executing], 'The file goes to another place now')
    await endLetIn(tx, { ...had, ...had.store })
    await tx.deleteFrom('store_product').where('vendor_store_id', '=', id).execute()
    await endMoves(tx, id)
    await supersedeUpdates(tx, id)
  }
  return id
}

/** What waits to be sent was counted for the old place. */
const supersedeUpdates = (tx: Tx, id: number) =>
  sql`
    with ended as (
      update store_update
      set state = 'superseded', end_tm = now()
      where vendor_store_id = ${id} and state in ('asked', 'planning', 'held', 'sending', 'accepted')
      returning store_update_id),
    calls as (
      update store_call
      set state = 'failed', end_tm = now(), said = 'The store went to another place meanwhile'
      where vendor_store_id = ${id} and state in ('sending', 'accepted')),
    shown as (
      delete from store_shown where store_update_id in (select store_update_id from ended))
    delete from store_outbox
    where store_update_id in (select store_update_id from ended)`.execute(tx)

/** A password that the store forgets is forgotten where its platform's form keeps it, too. */
const withForgotten = (
  fields: readonly KeptField[],
  { kept, forgotten }: CheckedStore,
): Record<string, string | null> => ({
  ...kept,
  ...Object.fromEntries(
    fields
      .filter((field) => Object.hasOwn(forgotten, field.connects_with) && !kept[field.field_handle])
      .map((field) => [field.field_handle, null]),
  ),
})

/** Field by field; of a password only what became of it. */
function changesOf(
  had: KnownStore | undefined,
  { store, stays, kept }: CheckedStore,
  { fields, filled }: { fields: readonly KeptField[]; filled: Readonly<Record<string, string>> },
): Activity['changes'] {
  const { market_id: _market, ...details } = store
  const shown = Object.entries(details).filter(
    ([name]) => !(storePasswords as readonly string[]).includes(name),
  )
  const blank = (value: unknown) => (value === '' ? null : value)
  const asked = fields.filter(
    (field) => field.connects_with_type !== 'store' && kept[field.field_handle] !== undefined,
  )
  const taken = [...shown.map(([name]) => name), ...storePasswords]
  const names = namesAlone([...taken, ...asked.map((field) => field.field_name)]).slice(taken.length)
  const byField = (values: Readonly<Record<string, string | null>>) =>
    Object.fromEntries(asked.map(({ field_handle }, i) => [names[i]!, values[field_handle] ?? null]))
  const before = {
    ...Object.fromEntries(
      shown.map(([name]) => [name, blank(had?.store[name as keyof StoreDetails] ?? null)]),
    ),
    ...byField(filled),
  }
  const after = {
    ...Object.fromEntries(shown.map(([name, value]) => [name, blank(value)])),
    ...byField(kept),
  }
  const changes = { ...differences(before, after) }
  for (const name of storePasswords) {
    const was = had?.set.includes(name) ?? false
    const given = name === 'store_ftp_password' && !isRemote(store.protocol) ? '' : store[name]
    if (stays.includes(name) || (!was && !given)) continue
    changes[name] = { from: was ? '(hidden)' : null, to: given ? '(set)' : '(forgotten)' }
  }
  return Object.keys(changes).length ? changes : undefined
}
