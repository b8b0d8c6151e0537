import { jobStatus } from '#contract/jobs/types.ts'
import type { KeptField } from '#contract/platforms/fields.ts'
import type { Parsed } from '#contract/index.ts'
import {
  checkStore,
  fieldsOfStore,
  goesElsewhere,
  isRemote,
  storePasswords,
  withDelivery,
  type CheckedStore,
  type StoreDetails,
} from '#contract/stores/settings.ts'
import { shopOf } from '#contract/stores/shops.ts'
import { holdFields, keepChecked } from '#server/areas/platforms/public.ts'
import { lockVendor } from '#server/areas/vendor-record/public.ts'
import { sql, type Tx } from '#server/platform/database/db.ts'
import { invalid, requireFresh } from '#server/platform/http/errors.ts'
import { namesAlone } from '#server/platform/names-alone.ts'
import { differences, write, type Activity, type Ctx } from '#server/platform/services.ts'
import { refuseStale } from '#server/platform/database/versions.ts'
import { keyFault } from '#server/platform/transfers/sftp.ts'
import { endAuthorization } from '../connection/authorizations.ts'
import { queueStoreUpdate } from '../update/outdated-stores.ts'
import {
  editedStore,
  endJobsOf,
  folderFault,
  lockStore,
  secretColumns,
  type KnownStore,
} from './known-store.ts'
import { filledValues, readStore } from './read-store.ts'
import { endMoves } from '../update/recent-moves.ts'

type Body = Parsed<'saveStore'>['body']

/** Adds a store, or changes one; passwords are sealed, and forgotten where their place changes. */
export async function saveStore(ctx: Ctx, { params: { vid }, body }: Parsed<'saveStore'>) {
  const { id, forgotten: forgottenPasswords } = await write(ctx, async (tx, logActivity) => {
    await lockVendor(ctx, tx, vid)
    const savedId = storeIdOf(vid, body)
    const before = savedId === undefined ? undefined : await lockStore(tx, { vid, id: savedId })
    if (before) await refuseStale(tx, ctx, editedStore(before.vendor_store_id), body.version)
    const market = await marketOf(tx, before, body.store.market_id)
    const fields = await platformFields(tx, market.platform_id, body)
    const form = checkStore(
      fields,
      { store: withDelivery(body.store, before?.store), fields: body.fields ?? {} },
      { before: before?.store, set: before?.set ?? [], shop: shopOf(market), keyFault },
    )
    if (hasNewSecret(fields, form)) requireFresh(ctx.who)
    refuseFaults({ ...form.faults, ...(await findOtherFaults(tx, vid, before, form.store)) })
    const filledFields = before ? await filledValues(tx, before.vendor_store_id, fields, before.store) : {}
    const changes = changesOf(before, form, { fields, filledFields })
    const nothingForgotten = { forgotten: [] as string[] }
    if (before && !changes) return { id: before.vendor_store_id, ...nothingForgotten }
    const vendor_store_id = await keepStore(tx, ctx, { vendor_id: vid, before, form })
    const target = { vendor_id: vid, market_id: market.market_id, vendor_store_id }
    if (before && form.store.protocol !== 'none')
      await queueStoreUpdate(ctx, tx, vendor_store_id, { requester: ctx.who.name })
    await keepChecked(tx, ctx.secrets, { fields, target, kept: withForgotten(fields, form) })
    const { vendor_store_name } = form.store
    await logActivity({
      type: before ? 'store.save' : 'store.insert',
      vendor_id: vid,
      entity: 'store',
      entity_id: vendor_store_id,
      message: before
        ? `Store ${vendor_store_name} changed`
        : `Store ${vendor_store_name} added in ${market.market_name}`,
      changes,
    })
    return { id: vendor_store_id, forgotten: Object.values(form.forgotten) }
  })
  return { ...(await readStore(ctx.db, { vid, id })), forgotten: forgottenPasswords }
}

/** A password that isn't the one stored. */
const hasNewSecret = (fields: readonly KeptField[], { store, stays, kept: keptValues }: CheckedStore) =>
  storePasswords.some((name) => !stays.includes(name) && store[name]) ||
  fields.some((field) => field.field_data_type === 'password' && keptValues[field.field_handle])

/** Which store is meant, beside the record or within it; undefined: a new one. */
export function storeIdOf(
  vid: number,
  { vendor_store_id: id, store }: Pick<Body, 'vendor_store_id' | 'store'>,
) {
  if (store.vendor_id !== undefined && store.vendor_id !== vid)
    throw invalid({ 'store.vendor_id': 'This is another vendor' })
  const within = store.vendor_store_id ?? undefined
  if (id !== undefined && within !== undefined && within !== id)
    throw invalid({ 'store.vendor_store_id': 'This is another store' })
  return id ?? within
}

/** A store stays in its market, because its integrations and what it was sent belong to that market. */
async function marketOf(tx: Tx, before: KnownStore | undefined, market_id: number) {
  if (before && before.store.market_id !== market_id)
    throw invalid({ 'store.market_id': 'A store’s market can’t be changed. Add another store instead' })
  const market = await tx
    .selectFrom('market')
    .select(['market_id', 'market_name', 'platform_id'])
    .where('market_id', '=', market_id)
    .forKeyShare()
    .executeTakeFirst()
  if (!market) throw invalid({ 'store.market_id': 'Market not found' })
  return market
}

/** The part of its platform's form that a store fills in; none if the body has none of it. */
async function platformFields(tx: Tx, platform_id: number | null, { fields }: Pick<Body, 'fields'>) {
  return platform_id === null || fields === undefined ? [] : fieldsOfStore(await holdFields(tx, platform_id))
}

function refuseFaults(faults: Record<string, string>): void {
  if (Object.keys(faults).length) throw invalid(faults)
}

/** A vendor's stores have different names, and no two stores share a folder of our storage. */
async function findOtherFaults(
  tx: Tx,
  vendorId: number,
  before: KnownStore | undefined,
  store: StoreDetails,
): Promise<Record<string, string>> {
  const { vendor_store_name: name, storage_folder: folder } = store
  // two vendors may request one folder at the same time
  if (store.protocol === 'storage')
    await sql`select pg_advisory_xact_lock(hashtextextended(${`folder ${folder}`}, 0))`.execute(tx)
  const { rows } = await sql`
    select
    from vendor_store
    where vendor_id = ${vendorId}
      and vendor_store_id <> ${before?.vendor_store_id ?? 0}
      and lower(vendor_store_name) = lower(${name})
    limit 1`.execute(tx)
  return {
    ...(rows.length > 0 && { 'store.vendor_store_name': 'Another store of this vendor has this name' }),
    ...(await folderFault(tx, before?.vendor_store_id, store)),
  }
}

/** `drop_to` is the one truth of where the file goes: the form's fields are its parts, and no columns. */
function deliveryOf(store: StoreDetails): object {
  const { protocol: kind, store_ftp_server, store_ftp_port: port, store_ftp_path, store_ftp_login } = store
  if (kind === 'storage') return { kind, folder: store.storage_folder }
  if (!isRemote(kind)) return { kind }
  const place = { kind, host: store_ftp_server, path: store_ftp_path, user: store_ftp_login }
  return port === null ? place : { ...place, port }
}

async function keepStore(
  tx: Tx,
  ctx: Ctx,
  { vendor_id, before, form }: { vendor_id: number; before: KnownStore | undefined; form: CheckedStore },
): Promise<number> {
  const { store, stays } = form
  const sealedPasswords = storePasswords.flatMap((name) => {
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
    drop_to: JSON.stringify(deliveryOf(store)),
    ...Object.fromEntries(sealedPasswords),
  }
  const isMoved = before === undefined || goesElsewhere(before.store, store)
  const behind = isMoved && store.protocol !== 'none' ? { behind_since: sql<string>`now()` } : {}
  if (!before) {
    const { vendor_store_id } = await tx
      .insertInto('vendor_store')
      .values({ vendor_id, ...row, ...behind })
      .returning('vendor_store_id')
      .executeTakeFirstOrThrow()
    return vendor_store_id
  }
  const id = before.vendor_store_id
  await tx
    .updateTable('vendor_store')
    // this may fix what stopped its updates
    .set({
      ...row,
      ...behind,
      ...(isMoved && { shop_currency: null, shop_currency_tm: null }),
      stopped_reason: null,
      stopped_tm: null,
      waits_until: null,
    })
    .where('vendor_store_id', '=', id)
    .execute()
  // the new place has none of what the old one was sent, and gets no part of an update meant for the old one
  if (isMoved) {
    await endJobsOf(ctx, tx, {
      id,
      states: [jobStatus.executing],
      reason: 'The store’s connection changed',
    })
    await endAuthorization(tx, { ...before, ...before.store })
    await tx.deleteFrom('store_product').where('vendor_store_id', '=', id).execute()
    await endMoves(tx, id)
    await supersedeUpdates(tx, id)
  }
  return id
}

/** Updates waiting to be sent were planned for the old place. */
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

/** A password that the store forgets is also removed from its platform's form. */
const withForgotten = (
  fields: readonly KeptField[],
  { kept: keptValues, forgotten: forgottenPasswords }: CheckedStore,
): Record<string, string | null> => ({
  ...keptValues,
  ...Object.fromEntries(
    fields
      .filter(
        (field) => Object.hasOwn(forgottenPasswords, field.connects_with) && !keptValues[field.field_handle],
      )
      .map((field) => [field.field_handle, null]),
  ),
})

/** Field by field; for a password, only whether it was set or removed. */
function changesOf(
  previous: KnownStore | undefined,
  { store, stays, kept: keptValues }: CheckedStore,
  { fields, filledFields }: { fields: readonly KeptField[]; filledFields: Readonly<Record<string, string>> },
): Activity['changes'] {
  const { market_id: _market, ...details } = store
  const changedDetails = Object.entries(details).filter(
    ([name]) => !(storePasswords as readonly string[]).includes(name),
  )
  const blank = (value: unknown) => (value === '' ? null : value)
  const changedFields = fields.filter(
    (field) => field.connects_with_type !== 'store' && keptValues[field.field_handle] !== undefined,
  )
  const detailNames = [...changedDetails.map(([name]) => name), ...storePasswords]
  const names = namesAlone([...detailNames, ...changedFields.map((field) => field.field_name)]).slice(
    detailNames.length,
  )
  const byField = (values: Readonly<Record<string, string | null>>) =>
    Object.fromEntries(changedFields.map(({ field_handle }, i) => [names[i]!, values[field_handle] ?? null]))
  const before = {
    ...Object.fromEntries(
      changedDetails.map(([name]) => [name, blank(previous?.store[name as keyof StoreDetails] ?? null)]),
    ),
    ...byField(filledFields),
  }
  const after = {
    ...Object.fromEntries(changedDetails.map(([name, value]) => [name, blank(value)])),
    ...byField(keptValues),
  }
  const changes = { ...differences(before, after) }
  for (const name of storePasswords) {
    const hadPassword = previous?.set.includes(name) ?? false
    const password = name === 'store_ftp_password' && !isRemote(store.protocol) ? '' : store[name]
    if (stays.includes(name) || (!hadPassword && !password)) continue
    changes[name] = { from: hadPassword ? '(hidden)' : null, to: password ? '(set)' : '(forgotten)' }
  }
  return Object.keys(changes).length ? changes : undefined
}
