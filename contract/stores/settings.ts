import { z } from 'zod'
import { splitKeys } from '../feeds/address-keys.ts'
import { hostFault } from '../feeds/settings.ts'
import { requiredId, count, id, line, webAddress, lines } from '../inputs.ts'
import { isPrivateKey, keysNeedSftp, noMarks, password, passwordOrKey } from '../private-keys.ts'
import { storeFields } from '../platforms/connections.ts'
import { isQuiet } from '../platforms/field-rules.ts'
import type { FieldDescription } from '../platforms/fields.ts'
import { isClientSecret, shops, type ShopKind } from './shops.ts'
import { checkForm, shownFields, type FieldValues } from '../platforms/form.ts'

/** How a store is sent its file. */
export const protocols = {
  none: 'Not connected',
  storage: 'Folder in our storage',
  ftp: 'FTP',
  ftps: 'FTP with TLS (FTPS)',
  sftp: 'SFTP',
  api: 'API',
} as const
export type Protocol = keyof typeof protocols
export const protocolNames = Object.keys(protocols) as [Protocol]
const remotePorts = { ftp: 21, ftps: 21, sftp: 22 } as const
type Remote = keyof typeof remotePorts
export const isRemote = (protocol: Protocol): protocol is Remote => Object.hasOwn(remotePorts, protocol)

/** The secrets of a store; an answer says of each only that it is set. */
export const storePasswords = ['store_admin_password', 'store_ftp_password', 'database_password'] as const
export type StorePassword = (typeof storePasswords)[number]

const noAddress = 'Enter a URL that starts with https:// or http://'
const address = z.union(
  [
    z.literal(''),
    webAddress(300, noAddress).refine(
      (value) => splitKeys(value).keys.length === 0,
      'Remove the token or password from the URL. It has its own field.',
    ),
  ],
  { error: noAddress },
)
/** What goes into a server's commands, a line each. */
const plain = (max: number) => lines(max).regex(/^[^\p{Cc}]*$/u, noMarks)
const folderShape = /^[a-z0-9][a-z0-9_-]*$/

export const storeDetails = z.object({
  vendor_store_name: line(100, 'Enter a name'),
  market_id: requiredId('Choose a market'),
  store_url: address,
  store_admin_url: address,
  store_admin_login: line(200),
  database_name: line(200),
  database_username: line(200),
  image_file_path: line(1000),
  custom_image_name: line(200),
  protocol: z.enum(protocolNames),
  store_ftp_server: plain(253),
  store_ftp_port: count(1, 65_535, 'Enter a port from 1 to 65535').nullable(),
  store_ftp_path: plain(1000),
  store_ftp_login: plain(200),
  storage_folder: line(100),
})
export type StoreDetails = z.output<typeof storeDetails>

/** A text is a new one, nothing leaves it as it is, null forgets it. */
const typedPassword = password.nullable().default('')
export const typedStore = storeDetails.extend({
  store_admin_password: typedPassword,
  store_ftp_password: passwordOrKey.nullable().default(''),
  database_password: typedPassword,
})
export type TypedStore = z.output<typeof typedStore>

/** A store as it may be saved: how its file is sent may be left out. */
export const givenStore = typedStore
  .partial({ protocol: true, store_ftp_port: true, store_ftp_path: true, storage_folder: true })
  .extend({
    vendor_store_id: id.nullable().optional().describe('the same as in the store'),
    vendor_id: id.optional().describe('whose page it is; another’s is refused'),
  })
type GivenStore = z.output<typeof givenStore>

/** A store before anything of it is filled in. */
export const emptyStore: Omit<StoreDetails, 'market_id'> = {
  vendor_store_name: '',
  store_url: '',
  store_admin_url: '',
  store_admin_login: '',
  database_name: '',
  database_username: '',
  image_file_path: '',
  custom_image_name: '',
  protocol: 'none',
  store_ftp_server: '',
  store_ftp_port: null,
  store_ftp_path: '',
  store_ftp_login: '',
  storage_folder: '',
}

/**
 * The store with how its file is sent where that isn't given: as it was, or by FTP into the first folder once there
 * is a server.
 */
export function withDelivery(
  { vendor_store_id: _id, vendor_id: _vendor, ...given }: GivenStore,
  before: StoreDetails | undefined,
): TypedStore {
  const was = before ?? { ...emptyStore, market_id: given.market_id }
  const isNew = was.protocol === 'none' && given.store_ftp_server !== ''
  const protocol = given.protocol ?? (isNew ? 'ftp' : was.protocol)
  const firstPath = isRemote(protocol) ? '/' : ''
  return {
    ...given,
    protocol,
    store_ftp_port: given.store_ftp_port === undefined ? was.store_ftp_port : given.store_ftp_port,
    store_ftp_path: given.store_ftp_path ?? (was.store_ftp_path || firstPath),
    storage_folder: given.storage_folder ?? was.storage_folder,
  }
}

/** A store as it is typed, with what its platform asks by handle. */
export interface StoreForm {
  store: TypedStore
  fields: FieldValues
}

/**
 * The part of a platform's form that a store fills in: what connects with a store, and what that depends on.
 */
export function fieldsOfStore<F extends FieldDescription>(fields: readonly F[]): F[] {
  const handles = new Set<string>()
  const ask = (field: F) => {
    if (handles.has(field.field_handle)) return
    handles.add(field.field_handle)
    for (const { field_handle } of field.conditions) {
      const parent = fields.find((candidate) => candidate.field_handle === field_handle)
      if (parent) ask(parent)
    }
  }
  for (const field of fields) if (field.connects_with_type === 'store') ask(field)
  return fields.filter((field) => handles.has(field.field_handle))
}

/** Which of the store's own fields the platform's form fills in now: they aren't asked twice. */
export const connectedStoreFields = <F extends FieldDescription>(
  fields: readonly F[],
  { store, fields: values }: StoreForm,
): Map<string, F> =>
  new Map(
    shownFields(fields, { values, market_id: store.market_id })
      .filter((field) => field.connects_with_type === 'store')
      .map((field) => [field.connects_with, field]),
  )

/** A value that is given in a store's own field alone counts as given in its platform's form. */
function withStoreValues(fields: readonly FieldDescription[], form: StoreForm): StoreForm {
  const storeEntries = [...connectedStoreFields(fields, form)].flatMap(
    ([name, { field_handle, field_data_type }]) => {
      const value = (form.store as Record<string, unknown>)[name]
      const isTyped = Object.hasOwn(form.fields, field_handle)
      return isTyped || isQuiet(field_data_type) || typeof value !== 'string' || value === ''
        ? []
        : [[field_handle, value] as const]
    },
  )
  return { ...form, fields: { ...form.fields, ...Object.fromEntries(storeEntries) } }
}

/** The store as it will be: what its platform's form fills in stands in its own fields. */
function withConnected(fields: readonly FieldDescription[], form: StoreForm): TypedStore {
  const store: Record<string, unknown> = { ...form.store }
  for (const [name, field] of connectedStoreFields(fields, form)) {
    const value = Object.hasOwn(form.fields, field.field_handle) ? form.fields[field.field_handle] : undefined
    if (isQuiet(field.field_data_type)) store[name] = field.field_data_options.text.trim()
    else if (field.field_data_type === 'password') store[name] = value === undefined ? '' : value
    else store[name] = (value ?? '').trim()
  }
  return store as TypedStore
}

/** The address reader of browsers and servers alike; the contract's types know neither. */
declare const URL: {
  new (url: string): Record<'protocol' | 'host' | 'hostname' | 'port' | 'pathname', string>
  canParse(url: string): boolean
}

/** Where a password goes, and for whom: what it says of each part is what a person calls it. */
function placeOf(password: StorePassword, store: StoreDetails): Record<string, string> {
  if (password === 'database_password')
    return { database: store.database_name, 'database user': store.database_username }
  if (password === 'store_admin_password') {
    const adminUrl = URL.canParse(store.store_admin_url) ? new URL(store.store_admin_url) : undefined
    const { protocol = '', hostname = '', port = '', pathname = '' } = adminUrl ?? {}
    // several shops may share a host
    const path = pathname.replace(/\/+$/, '')
    return { protocol, host: hostname, port, path, login: store.store_admin_login }
  }
  const { protocol, store_ftp_server, store_ftp_port, store_ftp_login } = store
  if (!isRemote(protocol)) return { protocol }
  return {
    protocol,
    host: store_ftp_server.toLowerCase(),
    port: String(store_ftp_port ?? remotePorts[protocol]),
    login: store_ftp_login,
  }
}

/** The port that a store's file goes to. */
export const portOf = ({ protocol, store_ftp_port }: StoreDetails): number | null =>
  isRemote(protocol) ? (store_ftp_port ?? remotePorts[protocol]) : null

/** Whether the file goes to another place, which has nothing of what was sent before. */
export const goesElsewhere = (before: StoreDetails, after: StoreDetails): boolean => {
  const place = (store: StoreDetails) => {
    const { protocol, store_ftp_path, storage_folder } = store
    if (protocol === 'none') return ''
    if (protocol === 'storage') return `storage ${storage_folder}`
    if (protocol === 'api') return Object.values(placeOf('store_admin_password', store)).join(' ')
    // whose login it is may say whose folder
    const { host, port, login } = placeOf('store_ftp_password', store)
    return `${protocol === 'sftp' ? 'sftp' : 'ftp'} ${login}@${host}:${port} ${store_ftp_path}`
  }
  return place(before) !== place(after)
}

/**
 * Why a password that is set isn't kept: it goes nowhere but where it was given for. Undefined: it is kept.
 */
function whyForgotten(
  password: StorePassword,
  before: StoreDetails,
  after: StoreDetails,
): string | undefined {
  const previous = placeOf(password, before)
  const changedPart = Object.entries(placeOf(password, after)).find(
    ([part, value]) => previous[part] !== value,
  )?.[0]
  if (changedPart === undefined) return undefined
  const advice = password === 'store_ftp_password' && !isRemote(after.protocol) ? '' : '. Enter it again'
  return `${storeFields[password]} is deleted because the ${changedPart} changes${advice}`
}

interface KeptStore {
  /** The store as it was; none: a new one. */
  before: StoreDetails | undefined
  /** Its passwords that are set. */
  set: readonly StorePassword[]
  /** By which interface its market can be told; none: by files alone. */
  shop?: ShopKind | undefined
  /** Why a private key can't be used; only the server can tell. */
  keyFault?: (key: string) => string | undefined
}
export interface CheckedStore {
  /** What is wrong, by `store.…` or `fields.<handle>`. */
  faults: Record<string, string>
  store: TypedStore
  /** What the platform's form keeps, by handle. */
  kept: Record<string, string | null>
  /** Passwords that are set and aren't kept, though nobody asked for it, with why. */
  forgotten: Partial<Record<StorePassword, string>>
  /** Passwords that stay as they are. */
  stays: StorePassword[]
}

/**
 * The one check of a store's form, in the browser and on the server.
 * @param fields the part of its platform's form that a store fills in
 */
export function checkStore(
  fields: readonly FieldDescription[],
  typedForm: StoreForm,
  { before, set, shop, keyFault }: KeptStore,
): CheckedStore {
  const form = withStoreValues(fields, typedForm)
  const store = withConnected(fields, form)
  const untypedPasswords = set.filter((name) => store[name] === '')
  const forgottenPasswords: CheckedStore['forgotten'] = {}
  for (const name of untypedPasswords) {
    const reason = before && whyForgotten(name, before, store)
    if (reason) forgottenPasswords[name] = reason
  }
  const stays = untypedPasswords.filter((name) => !forgottenPasswords[name])
  const connectedFields = connectedStoreFields(fields, form)
  const handleOf = (name: string) => connectedFields.get(name)?.field_handle
  const { faults, kept: keptValues } = checkForm(fields, {
    values: form.fields,
    market_id: store.market_id,
    set: stays.flatMap((name) => handleOf(name) ?? []),
  })
  const storeFaults = {
    ...shapeFaults(store),
    ...placeFaults(store),
    ...keyFaults(store, keyFault),
    ...(store.protocol === 'api' && signInFaults(store, shop, stays)),
  }
  const namedFaults = Object.entries(storeFaults).map(([name, text]) => {
    const handle = handleOf(name)
    return [handle === undefined ? `store.${name}` : `fields.${handle}`, text] as const
  })
  return {
    faults: {
      ...Object.fromEntries(namedFaults),
      ...Object.fromEntries(Object.entries(faults).map(([handle, text]) => [`fields.${handle}`, text])),
    },
    store,
    kept: keptValues,
    forgotten: forgottenPasswords,
    stays,
  }
}

const shapeFaults = (store: TypedStore): Record<string, string> =>
  Object.fromEntries(
    (typedStore.safeParse(store).error?.issues ?? []).map((issue) => [issue.path.join('.'), issue.message]),
  )

/** What a market's interface is signed in to with; the token goes nowhere in the clear. */
function signInFaults(
  { store_admin_url: address, store_admin_login, store_admin_password }: TypedStore,
  shop: ShopKind | undefined,
  stays: readonly StorePassword[],
): Record<string, string> {
  if (!shop) return { protocol: 'This market has no supported API. Choose another connection' }
  const { login, password, address: example } = shops[shop]
  const { protocol, hostname = '' } = URL.canParse(address) ? new URL(address) : {}
  const safe = protocol === 'https:' || ['127.0.0.1', 'localhost'].includes(hostname)
  const token = store_admin_password || stays.includes('store_admin_password')
  return {
    ...(!safe && { store_admin_url: `Enter an address such as ${example}` }),
    ...(login && store_admin_login === '' && { store_admin_login: `Enter the ${login}` }),
    ...(shop === 'shopify' &&
      store_admin_login === '' &&
      isClientSecret(store_admin_password ?? '') && { store_admin_login: 'Enter the app’s client ID' }),
    ...(!token && { store_admin_password: `Enter the ${password}` }),
  }
}

function keyFaults(
  { protocol, store_ftp_password: secret }: TypedStore,
  keyFault: KeptStore['keyFault'],
): Record<string, string> {
  if (!isRemote(protocol) || !secret || !isPrivateKey(secret)) return {}
  const fault = protocol === 'sftp' ? keyFault?.(secret) : keysNeedSftp
  return fault === undefined ? {} : { store_ftp_password: fault }
}

function placeFaults(store: StoreDetails): Record<string, string> {
  const { protocol, store_ftp_server: host, store_ftp_path: path, storage_folder: folder } = store
  if (protocol === 'storage')
    return folderShape.test(folder)
      ? {}
      : { storage_folder: 'Use lowercase letters, digits, - and _, such as vendor-12-store' }
  if (!isRemote(protocol)) return {}
  const wrong = host === '' ? 'Enter a host' : hostFault(host)
  return {
    ...(wrong && { store_ftp_server: wrong }),
    ...(path === '' && { store_ftp_path: 'Enter a folder path such as /incoming' }),
    ...(store.store_ftp_login === '' && { store_ftp_login: 'Enter a login' }),
  }
}
