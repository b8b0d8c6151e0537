import { splitKeys } from '#contract/feeds/address-keys.ts'
import { storeFields } from '#contract/platforms/connections.ts'
import type { FieldDescription } from '#contract/platforms/fields.ts'
import {
  checkStore,
  connectedStoreFields,
  goesElsewhere,
  storePasswords,
  type CheckedStore,
  type StoreForm,
  type StorePassword,
} from '#contract/stores/settings.ts'
import { shopOf, shops } from '#contract/stores/shops.ts'
import type { StoreView } from '#contract/stores/stores.ts'
import { splitLogin } from '../../ui/form/address-login.ts'
import { many } from '../../ui/values.tsx'

/** A store as its form; passwords are typed again or kept. */
export const toForm = ({ store, values }: StoreView): StoreForm => ({
  store: { ...store, store_admin_password: '', store_ftp_password: '', database_password: '' },
  fields: values,
})

export const checkStoreForm = (form: StoreForm, openedStore: StoreView): CheckedStore =>
  checkStore(openedStore.fields, form, {
    before: openedStore.store,
    set: openedStore.set,
    shop: kindOf(openedStore),
  })

const kindOf = (view: StoreView) => shopOf({ market_id: view.store.market_id, market_name: view.market_name })
/** The API of the store's market; undefined if it only takes files. */
export function shopOfStore(view: StoreView) {
  const kind = kindOf(view)
  return kind && shops[kind]
}

/** An address without its login or its one token; undefined if it has none, or several tokens. */
export function splitSecret(typed: string): { address: string; login: string; password: string } | undefined {
  const { address = typed, user = '', password = '' } = splitLogin(typed) ?? {}
  const { keys } = splitKeys(address)
  const [token] = keys
  if (keys.length > 1 || (token && password)) return undefined
  if (!token) return address === typed ? undefined : { address, login: user, password }
  const url = new URL(address)
  const name = new URLSearchParams(`${token.name}=`).keys().next().value ?? token.name
  const secret = url.searchParams.get(name) ?? ''
  url.searchParams.delete(name)
  return { address: url.href, login: user, password: secret }
}

/**
 * The form with the login and token that were typed into an address moved to the admin login and password, where
 * they are saved encrypted. Undefined if nothing moves: an address is taken as it is typed.
 */
export function moveSecrets(form: StoreForm, { fields }: StoreView): StoreForm | undefined {
  const connected = connectedStoreFields(fields, form)
  const handleOf = (name: string) => connected.get(name)?.field_handle
  const valueOf = (name: 'store_url' | 'store_admin_url') => {
    const handle = handleOf(name)
    return (handle === undefined ? form.store[name] : form.fields[handle]) ?? ''
  }
  const movedFields: Record<string, string | null | undefined> = { ...form.fields }
  const moved: StoreForm = { store: { ...form.store }, fields: movedFields }
  const put = (part: Partial<StoreForm['store']>) => {
    for (const [name, value] of Object.entries(part)) {
      const handle = handleOf(name)
      if (handle === undefined) Object.assign(moved.store, { [name]: value })
      else movedFields[handle] = String(value)
    }
  }
  for (const name of ['store_url', 'store_admin_url'] as const) {
    const split = splitSecret(valueOf(name))
    if (!split) continue
    put({
      [name]: split.address,
      ...(split.login && { store_admin_login: split.login }),
      ...(split.password && { store_admin_password: split.password }),
    })
    return moved
  }
  return undefined
}

/** The body of a save or a test. */
export const toBody = (form: StoreForm, openedStore: StoreView) => ({
  vendor_store_id: openedStore.vendor_store_id,
  store: form.store,
  fields: Object.fromEntries(
    Object.entries(form.fields).flatMap(([handle, value]) => (value === undefined ? [] : [[handle, value]])),
  ),
})

/** What saving the form would lose, in sentences. */
export function losses(form: StoreForm, openedStore: StoreView): string[] {
  const { forgotten: forgottenReasons, store } = checkStoreForm(form, openedStore)
  const purposely = openedStore.set.filter((name) => store[name] === null)
  const anew = openedStore.sent > 0 && goesElsewhere(openedStore.store, store)
  const anewText =
    store.protocol === 'none'
      ? `The update history of ${many(openedStore.sent, 'product')} is deleted because the store is no longer connected.`
      : `The connection changes. A running update stops, and ${many(openedStore.sent, 'product')} ${openedStore.sent === 1 ? 'is' : 'are'} sent again.`
  return [
    ...Object.values(forgottenReasons).map((reason) => `${reason}.`),
    ...purposely.map((name) => `${storeFields[name]} is deleted.`),
    ...(anew ? [anewText] : []),
  ]
}

/** Adds to a password field why its value will be removed, if so. */
export function withReason<F extends FieldDescription>(
  field: F,
  forgottenReasons: CheckedStore['forgotten'],
): F {
  const name = storePasswords.find((password) => password === field.connects_with)
  const reason = field.field_data_type === 'password' && name && forgottenReasons[name]
  return reason ? { ...field, field_data_options: { ...field.field_data_options, text: reason } } : field
}

/** A password as a form field. */
export const passwordField = (name: StorePassword): FieldDescription => ({
  field_name: storeFields[name],
  field_handle: name,
  field_data_type: 'password',
  field_data_options: { choices: [], text: '' },
  required: false,
  show_hide_for_market: null,
  seeded_from_auth_field: '',
  connects_with_type: null,
  connects_with: '',
  conditions: [],
})

/** The labels of the form's parts, for merging with another person's save. */
export const labelsOf = ({ fields }: StoreView): Record<string, string> => ({
  ...Object.fromEntries(Object.entries(storeFields).map(([name, label]) => [`store.${name}`, label])),
  ...Object.fromEntries(storePasswords.map((name) => [`store.${name}`, storeFields[name]])),
  'store.protocol': 'Connection type',
  'store.store_ftp_port': 'Port',
  'store.store_ftp_path': 'Path',
  'store.storage_folder': 'Folder',
  ...Object.fromEntries(fields.map((field) => [`fields.${field.field_handle}`, field.field_name])),
})
