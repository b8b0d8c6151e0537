import type { Input } from '#contract/index.ts'
import { checkForm, type FieldValues } from '#contract/platforms/form.ts'
import { messages } from '#contract/messages.ts'
import {
  channelDays,
  channelFields,
  type ChannelFields,
  type OrderManagerView,
  type OrderSupplierSettings,
} from '#contract/vendors/order-manager.ts'

export interface SupplierForm {
  deleted: boolean
  test_mode: boolean
  config_values: FieldValues
}
export interface ChannelForm extends Omit<ChannelFields, 'supported_channel_id'> {
  /** null: the save adds it. */
  channel_id: number | null
  supported_channel_id: number | null
  deleted: boolean
}
/** Keyed so that keys stay while rows come and go, and two people's changes meet in the right one. */
export interface OrderManagerForm {
  suppliers: Record<string, SupplierForm>
  channels: Record<string, ChannelForm>
}

export const supplierKey = (id: number) => `supplier_${id}`
export const supplierOf = (key: string) => Number(key.slice('supplier_'.length))

export const newChannel: ChannelForm = {
  channel_id: null,
  channel_name: '',
  supported_channel_id: null,
  enable_order_automation: false,
  test_mode: false,
  use_order_number_as_po: false,
  fetch_last_xdays_order: channelDays.first,
  active: true,
  disable_tracking_update: false,
  deleted: false,
}
export const newSupplier: SupplierForm = { deleted: false, test_mode: false, config_values: {} }

export function toForm(view: OrderManagerView): OrderManagerForm {
  const deletedIds = new Set(
    view.suppliers.flatMap((supplier) => (supplier.delete_tm === null ? [] : supplier.supplier_id)),
  )
  return {
    suppliers: Object.fromEntries(
      view.active_suppliers.map(({ supplier_id, test_mode, config_values }) => [
        supplierKey(supplier_id),
        { deleted: deletedIds.has(supplier_id), test_mode, config_values },
      ]),
    ),
    channels: Object.fromEntries(
      view.channels.map(({ delete_tm, ...channel }) => [
        `channel_${channel.channel_id}`,
        { ...channel, deleted: delete_tm !== null },
      ]),
    ),
  }
}

/** The settings a supplier requires, even if it was just added, and which secrets are set. */
export function settingsOf(
  view: OrderManagerView,
  id: number,
): Pick<OrderSupplierSettings, 'configs' | 'set'> {
  return (
    view.active_suppliers.find((supplier) => supplier.supplier_id === id) ?? {
      configs: view.available_suppliers.find((supplier) => supplier.supplier_id === id)?.configs ?? [],
      set: [],
    }
  )
}

export const supplierName = (view: OrderManagerView, id: number): string =>
  [...view.suppliers, ...view.available_suppliers].find((supplier) => supplier.supplier_id === id)
    ?.supplier_name ?? `Supplier ${id}`

/** What is wrong with the form, by the field's name. */
export function validate({ suppliers, channels }: OrderManagerForm, view: OrderManagerView) {
  const faults: Record<string, string> = {}
  for (const [key, { deleted: isDeleted, config_values: values }] of Object.entries(suppliers)) {
    if (isDeleted) continue
    const { configs, set } = settingsOf(view, supplierOf(key))
    const configFaults = checkForm(configs, { values, set, market_id: null }).faults
    for (const [handle, fault] of Object.entries(configFaults))
      faults[`suppliers.${key}.config_values.${handle}`] = fault
    if (Object.keys(configFaults).length > 0)
      faults[`suppliers.${key}`] = messages.orderSupplierUnconfigured(supplierName(view, supplierOf(key)))
  }
  for (const [key, channel] of Object.entries(channels)) {
    // its fields are hidden
    if (channel.deleted) continue
    const { error } = channelFields.safeParse(channel)
    for (const { path, message } of error?.issues ?? [])
      faults[`channels.${key}.${path.join('.')}`] =
        path[0] === 'supported_channel_id' ? 'Choose a type' : message
  }
  return faults
}

export const toBody = (
  view: OrderManagerView,
  { suppliers, channels }: OrderManagerForm,
): Input<'saveOrderManager'>['body'] => ({
  version: view.version,
  suppliers: Object.entries(suppliers).map(([key, { config_values, ...supplier }]) => ({
    ...supplier,
    supplier_id: supplierOf(key),
    config_values: Object.fromEntries(
      Object.entries(config_values).flatMap(([handle, value]) =>
        value === undefined ? [] : [[handle, value]],
      ),
    ),
  })),
  channels: Object.entries(channels).map(([key, draft]) => {
    // only the deletion of a channel is saved: its other values may be incomplete
    const channelToSave = draft.deleted ? { ...toForm(view).channels[key]!, deleted: true } : draft
    const { channel_id, supported_channel_id, ...channel } = channelToSave
    return {
      ...channel,
      supported_channel_id: supported_channel_id!,
      ...(channel_id !== null && { channel_id }),
    }
  }),
})

/** The server names rows by their place in the list. */
export function toFormErrors(
  fields: Record<string, string>,
  { suppliers, channels }: OrderManagerForm,
): Record<string, string> {
  const keys = { suppliers: Object.keys(suppliers), channels: Object.keys(channels) }
  return Object.fromEntries(
    Object.entries(fields).map(([name, message]) => [
      name.replace(
        /^(suppliers|channels)\.(\d+)/,
        (_, part: keyof typeof keys, place: string) => `${part}.${keys[part][Number(place)]}`,
      ),
      message,
    ]),
  )
}

/** The fields' names in a conflict, each with its owner. */
export function labelsOf(view: OrderManagerView): Record<string, string> {
  const suppliers = view.active_suppliers.flatMap(({ supplier_id, configs }) => {
    const name = supplierName(view, supplier_id)
    const path = `suppliers.${supplierKey(supplier_id)}`
    return [
      [`${path}.deleted`, `${name}: deleted`],
      [`${path}.test_mode`, `${name}: test mode`],
      ...configs.map((field) => [
        `${path}.config_values.${field.field_handle}`,
        `${name}: ${field.field_name}`,
      ]),
    ]
  })
  const channels = view.channels.flatMap(({ channel_id, channel_name }) =>
    Object.entries(channelLabels).map(([key, label]) => [
      `channels.channel_${channel_id}.${key}`,
      `${channel_name}: ${label}`,
    ]),
  )
  return Object.fromEntries([...suppliers, ...channels])
}
export const channelSwitches = {
  active: 'Active',
  enable_order_automation: 'Order automation',
  test_mode: 'Test mode',
  use_order_number_as_po: 'Use order number as purchase order number',
  disable_tracking_update: 'Don’t send tracking',
} as const
const channelLabels = {
  channel_name: 'Name',
  supported_channel_id: 'Type',
  fetch_last_xdays_order: 'Days of orders fetched',
  deleted: 'Deleted',
  ...channelSwitches,
}
