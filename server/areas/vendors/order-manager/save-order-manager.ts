import { present } from '#contract/present.ts'
import type { Parsed } from '#contract/index.ts'
import { messages } from '#contract/messages.ts'
import { checkForm } from '#contract/platforms/form.ts'
import { mostChannels, type OrderManagerView } from '#contract/vendors/order-manager.ts'
import { sql, type Tx } from '#server/platform/database/db.ts'
import { invalid, notFound } from '#server/platform/http/errors.ts'
import { namesAlone } from '#server/platform/names-alone.ts'
import { differences, write, type Ctx } from '#server/platform/services.ts'
import { refuseStale } from '#server/platform/database/versions.ts'
import { lockVendor } from '#server/areas/vendor-record/public.ts'
import { editedOrderManager, readOrderManager } from './order-manager.ts'

type Body = Parsed<'saveOrderManager'>['body']
type SupplierBody = Body['suppliers'][number]
type Supplier = {
  [Key in Exclude<keyof SupplierBody, 'delete_tm'>]-?: NonNullable<SupplierBody[Key]>
}
type Channel = Omit<Body['channels'][number], 'delete_tm' | 'deleted'> & { deleted: boolean }

/** Saves the given parts of a vendor's order manager, all or nothing (docs/domain/order-manager.md). */
export async function saveOrderManager(ctx: Ctx, { params: { vid }, body }: Parsed<'saveOrderManager'>) {
  await write(ctx, async (tx, logActivity) => {
    await lockVendor(ctx, tx, vid)
    await refuseStale(tx, ctx, editedOrderManager(vid), body.version)
    const before = await readOrderManager(tx, vid)
    const suppliers = suppliersOf(before, body)
    const channels = body.channels.map(({ deleted, delete_tm, ...channel }) => ({
      ...channel,
      deleted: deleted ?? typeof delete_tm === 'string',
    }))
    refuseSuppliers(before, suppliers)
    refuseChannels(before, channels)
    const configs = await configsOf(tx, before, suppliers, body.suppliers.length)
    const tm = new Date(ctx.clock.now()).toISOString()
    await keepSuppliers(tx, vid, suppliers, tm)
    await keepConfigs(tx, ctx, vid, configs)
    await keepChannels(tx, vid, channels, tm)
    const changes = changesOf(before, await readOrderManager(tx, vid), configs)
    if (!changes) return
    await logActivity({
      type: 'vendor.order_manager',
      vendor_id: vid,
      entity: 'vendor',
      entity_id: vid,
      message: `Order manager changed: ${Object.keys(changes).join(', ')}`.slice(0, 500),
      changes,
    })
  })
  return readOrderManager(ctx.db, vid)
}

/**
 * Each given supplier and each other one in use, with settings, which stay as they are where they aren't
 * given: no save leaves a supplier in use without what it requires.
 */
function suppliersOf(before: OrderManagerView, body: Body): Supplier[] {
  const isNamed = (id: number) => body.suppliers.some(({ supplier_id }) => supplier_id === id)
  const usedRows = before.suppliers.filter(
    ({ supplier_id, delete_tm }) => delete_tm === null && !rowOf(body.active_suppliers, supplier_id),
  )
  const others = [...body.active_suppliers, ...usedRows].flatMap(({ supplier_id }) =>
    isNamed(supplier_id)
      ? []
      : [{ supplier_id, added: false, delete_tm: rowOf(before.suppliers, supplier_id)?.delete_tm }],
  )
  return [...body.suppliers, ...others].map((given: Body['suppliers'][number]) => {
    const { supplier_id, added, deleted, delete_tm } = given
    const settings = rowOf(body.active_suppliers, supplier_id)
    const saved = rowOf(before.active_suppliers, supplier_id)
    return {
      supplier_id,
      added,
      deleted: deleted ?? typeof delete_tm === 'string',
      test_mode: given.test_mode ?? settings?.test_mode ?? saved?.test_mode ?? false,
      config_values: given.config_values ?? settings?.config_values ?? saved?.config_values ?? {},
    }
  })
}
const rowOf = <R extends { supplier_id: number }>(rows: readonly R[], id: number): R | undefined =>
  rows.find(({ supplier_id }) => supplier_id === id)

/** Each supplier once, and only suppliers that are in use or available. */
function refuseSuppliers(before: OrderManagerView, suppliers: readonly Supplier[]): void {
  const ids = suppliers.map((supplier) => supplier.supplier_id)
  const twice = ids.findIndex((id, i) => ids.indexOf(id) < i)
  const previousIds = new Set(before.suppliers.map((supplier) => supplier.supplier_id))
  const duplicate = suppliers.findIndex(
    ({ supplier_id, added: isAdded }, i) => i === twice || (isAdded && previousIds.has(supplier_id)),
  )
  if (duplicate >= 0)
    throw invalid(
      { [`suppliers.${duplicate}.supplier_id`]: messages.orderSupplierTwice },
      messages.orderSupplierTwice,
    )
  const knownIds = new Set(
    [...before.suppliers, ...before.available_suppliers].map((supplier) => supplier.supplier_id),
  )
  const strange = ids.findIndex((id) => !knownIds.has(id))
  if (strange >= 0)
    throw invalid({ [`suppliers.${strange}.supplier_id`]: 'This vendor isn’t subscribed to this supplier' })
}

/** Only this vendor's channels, of existing markets. */
function refuseChannels(before: OrderManagerView, channels: readonly Channel[]): void {
  const knownIds = before.channels.map((channel) => channel.channel_id)
  const markets = new Set(before.supported_channels.map((channel) => channel.supported_channel_id))
  const faults: Record<string, string> = {}
  const seenNames = new Set<number>()
  for (const [i, { channel_id, supported_channel_id }] of channels.entries()) {
    if (channel_id !== undefined) {
      if (!knownIds.includes(channel_id)) throw notFound('channel')
      if (seenNames.has(channel_id)) faults[`channels.${i}.channel_id`] = 'Duplicate: remove one'
      seenNames.add(channel_id)
    }
    if (!markets.has(supported_channel_id)) faults[`channels.${i}.supported_channel_id`] = 'Choose a type'
  }
  const addedCount = channels.filter((channel) => channel.channel_id === undefined).length
  if (addedCount > 0 && knownIds.length + addedCount > Math.max(mostChannels, knownIds.length))
    faults.channels = `A vendor can have at most ${mostChannels} channels, including deleted ones`
  if (Object.keys(faults).length > 0) throw invalid(faults)
}

interface Config {
  supplier_id: number
  handle: string
  name: string
  isSecret: boolean
  value: string | null
}
/**
 * The settings to save for each supplier; they must be valid for one in use, and stay for a deleted one.
 * @param namedCount so many of them have a place in the request
 */
async function configsOf(
  tx: Tx,
  before: OrderManagerView,
  suppliers: readonly Supplier[],
  namedCount: number,
): Promise<Config[]> {
  const used = new Map(before.active_suppliers.map((supplier) => [supplier.supplier_id, supplier]))
  const { rows } = await sql<
    Pick<OrderManagerView['active_suppliers'][number], 'supplier_id' | 'configs'> & { supplier_name: string }
  >`
    select supplier_id, supplier_name, configs
    from oim_supplier
    where supplier_id = any(${suppliers.map((supplier) => supplier.supplier_id)}::int[])
    for key share`.execute(tx)
  const asks = new Map(rows.map((row) => [row.supplier_id, row]))
  const allFaults: Record<string, string> = {}
  const unconfigured: string[] = []
  const allConfigs = suppliers.flatMap(({ supplier_id, deleted: isDeleted, config_values: values }, i) => {
    if (isDeleted) return []
    const { configs, supplier_name } = present(asks.get(supplier_id), `Supplier ${supplier_id}`)
    const set = used.get(supplier_id)?.set ?? []
    const { faults, kept: keptValues } = checkForm(configs, { values, set, market_id: null })
    if (Object.keys(faults).length > 0) unconfigured.push(messages.orderSupplierUnconfigured(supplier_name))
    for (const [handle, fault] of Object.entries(faults)) {
      if (i < namedCount) allFaults[`suppliers.${i}.config_values.${handle}`] = fault
      else allFaults.suppliers = 'Fill in the settings of every supplier in use'
    }
    return Object.entries(keptValues).flatMap(([handle, value]): Config[] => {
      const field = configs.find((candidate) => candidate.field_handle === handle)
      if (!field || field.field_data_type === 'default') return []
      // a secret that was never set isn't deleted
      if (field.field_data_type === 'password' && value === null && !set.includes(handle)) return []
      return [
        {
          supplier_id,
          handle,
          name: field.field_name,
          isSecret: field.field_data_type === 'password',
          value,
        },
      ]
    })
  })
  if (unconfigured.length > 0) throw invalid(allFaults, unconfigured.join('. '))
  return allConfigs
}

const keepSuppliers = (tx: Tx, vendorId: number, suppliers: readonly Supplier[], tm: string) =>
  sql`
    insert into vendor_order_supplier as u (vendor_id, supplier_id, test_mode, insert_tm, delete_tm)
    select ${vendorId}, x.supplier_id, x.test_mode, ${tm}, case when x.deleted then ${tm}::timestamptz end
    from jsonb_to_recordset(${JSON.stringify(suppliers)}::jsonb)
      as x (supplier_id int, test_mode boolean, deleted boolean)
    on conflict (vendor_id, supplier_id) do update
    set test_mode = excluded.test_mode,
      delete_tm = case when excluded.delete_tm is not null then coalesce(u.delete_tm, excluded.delete_tm) end`.execute(
    tx,
  )

async function keepConfigs(tx: Tx, { secrets }: Ctx, vendorId: number, configs: readonly Config[]) {
  const rows = configs.map(({ supplier_id, handle, isSecret, value }) => ({
    supplier_id,
    field_handle: handle,
    value: isSecret ? null : value,
    secret: isSecret && value !== null ? secrets.seal(value) : null,
  }))
  const inputRows = sql`jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
    as x (supplier_id int, field_handle text, value text, secret text)`
  await sql`
    delete from vendor_order_config c
    using ${inputRows}
    where c.vendor_id = ${vendorId} and c.supplier_id = x.supplier_id and c.field_handle = x.field_handle`.execute(
    tx,
  )
  await sql`
    insert into vendor_order_config (vendor_id, supplier_id, field_handle, value, secret)
    select ${vendorId}, x.supplier_id, x.field_handle, x.value, x.secret
    from ${inputRows}
    where num_nonnulls(x.value, x.secret) = 1`.execute(tx)
}

async function keepChannels(tx: Tx, vendorId: number, channels: readonly Channel[], tm: string) {
  const inputRows = sql`jsonb_to_recordset(${JSON.stringify(channels.map((channel, n) => ({ n, ...channel })))}::jsonb)
    as x (n int, channel_id int, channel_name text, supported_channel_id int, enable_order_automation boolean,
      test_mode boolean, use_order_number_as_po boolean, fetch_last_xdays_order smallint, active boolean,
      disable_tracking_update boolean, deleted boolean)`
  await sql`
    update order_channel c
    set channel_name = x.channel_name, supported_channel_id = x.supported_channel_id,
      enable_order_automation = x.enable_order_automation, test_mode = x.test_mode,
      use_order_number_as_po = x.use_order_number_as_po, fetch_last_xdays_order = x.fetch_last_xdays_order,
      active = x.active, disable_tracking_update = x.disable_tracking_update,
      delete_tm = case when x.deleted then coalesce(c.delete_tm, ${tm}::timestamptz) end
    from ${inputRows}
    where c.vendor_id = ${vendorId} and c.channel_id = x.channel_id`.execute(tx)
  await sql`
    insert into order_channel (vendor_id, channel_name, supported_channel_id, enable_order_automation, test_mode,
      use_order_number_as_po, fetch_last_xdays_order, active, disable_tracking_update, insert_tm, delete_tm)
    select ${vendorId}, x.channel_name, x.supported_channel_id, x.enable_order_automation, x.test_mode,
      x.use_order_number_as_po, x.fetch_last_xdays_order, x.active, x.disable_tracking_update, ${tm},
      case when x.deleted then ${tm}::timestamptz end
    from ${inputRows}
    where x.channel_id is null
    order by x.n`.execute(tx)
}

/** Changes by each part's name; a secret only shows that it changed. */
function changesOf(before: OrderManagerView, after: OrderManagerView, configs: readonly Config[]) {
  const marketOf = new Map(
    after.supported_channels.map((channel) => [channel.supported_channel_id, channel.name]),
  )
  // nothing ever leaves the view, so the view afterwards names both
  const names = namesAlone([
    ...after.channels.map(({ channel_id }) => channelKey(channel_id)),
    ...after.suppliers.map((supplier) => supplier.supplier_name),
  ])
  const nameOf = new Map(
    after.suppliers.map(({ supplier_id }, i) => [supplier_id, names[after.channels.length + i] ?? '']),
  )
  const fieldsOf = new Map(
    after.active_suppliers.map((supplier) => [supplier.supplier_id, namesOfFields(supplier.configs)]),
  )
  const byName = (view: OrderManagerView, isAfter: boolean) => {
    const settings = new Map(view.active_suppliers.map((supplier) => [supplier.supplier_id, supplier]))
    const suppliers = view.suppliers.map(({ supplier_id, delete_tm }) => {
      const { test_mode, config_values } = present(settings.get(supplier_id), `Supplier ${supplier_id}`)
      const secrets = new Map(
        configs.flatMap((field) =>
          field.isSecret && field.supplier_id === supplier_id
            ? [[field.handle, secretText(isAfter, field.value)]]
            : [],
        ),
      )
      const fields = [...(fieldsOf.get(supplier_id) ?? [])].flatMap(([handle, name]) => {
        const value = secrets.get(handle) ?? config_values[handle]
        return value === undefined ? [] : [[name, value] as const]
      })
      return [
        nameOf.get(supplier_id) ?? '',
        { used: delete_tm === null, test_mode, ...Object.fromEntries(fields) },
      ] as const
    })
    const channels = view.channels.map(
      ({ channel_id, channel_name, supported_channel_id, delete_tm, ...channel }) =>
        [
          channelKey(channel_id),
          {
            name: channel_name,
            type: marketOf.get(supported_channel_id),
            used: delete_tm === null,
            ...channel,
          },
        ] as const,
    )
    return Object.fromEntries<object>([...suppliers, ...channels])
  }
  return differences(byName(before, false), byName(after, true))
}
const channelKey = (id: number) => `Channel ${id}`
/** What is logged of each supplier besides its fields. */
const ownNames = ['used', 'test_mode'] as const
const namesOfFields = (fields: OrderManagerView['active_suppliers'][number]['configs']) => {
  const names = namesAlone([...ownNames, ...fields.map((field) => field.field_name)])
  return new Map(fields.map((field, i) => [field.field_handle, names[ownNames.length + i] ?? '']))
}
function secretText(isAfter: boolean, value: string | null): string {
  if (!isAfter) return 'unchanged'
  return value === null ? 'removed' : 'changed'
}
