import type { Parsed } from '#contract/index.ts'
import type { PricingSet } from '#contract/pricing/price-rules.ts'
import { otherCurrency } from '#contract/stores/currency.ts'
import { testsAnHour, testSeconds, type Check } from '#contract/stores/connection-test.ts'
import {
  checkStore,
  fieldsOfStore,
  isRemote,
  portOf,
  withDelivery,
  type CheckedStore,
  type StoreDetails,
} from '#contract/stores/settings.ts'
import { shopOf } from '#contract/stores/shops.ts'
import { readPriceSet } from '#server/areas/listings/public.ts'
import { readFields } from '#server/areas/platforms/public.ts'
import { tooMany } from '#server/areas/session/public.ts'
import { lockVendor } from '#server/areas/vendor-record/public.ts'
import { hostKeysOf } from '#server/platform/host-keys.ts'
import { invalid } from '#server/platform/http/errors.ts'
import { ftpSecurity } from '#server/platform/transfers/ftp.ts'
import { withinLimit, write, type Ctx } from '#server/platform/services.ts'
import { folderFault, knownStore, secretColumns, type KnownStore } from '../record/known-store.ts'
import { storeIdOf } from '../record/save-store.ts'
import { reachFtp } from '../reach/ftp.ts'
import { newProbe, type Place, type ReachOptions } from '../reach/place.ts'
import { reachSftp } from '../reach/sftp.ts'
import { Fault, takeSteps, type Reach } from '../reach/steps.ts'
import { reachStorage } from '../reach/storage.ts'
import { reachShop, reachWeb } from '../reach/web.ts'
import type { Market } from '../shops/market.ts'
import { openMarket } from '../shops/open.ts'

type NamedMarket = Parameters<typeof shopOf>[0]

/** Tests a store with the values in its form. A saved password is only sent to the place it was entered for. */
export async function testStore(ctx: Ctx, { params: { vid }, body }: Parsed<'testStore'>) {
  // a deleted or locked vendor is refused before anything is reached
  await ctx.db.transaction().execute((tx) => lockVendor(ctx, tx, vid))
  const id = storeIdOf(vid, body)
  const before = id === undefined ? undefined : await knownStore(ctx.db, { vid, id })
  const { checked: form, market } = await checkedForm(ctx, before, body)
  if (!(await withinLimit(ctx.db, `store test by ${ctx.who.login_id}`, testsAnHour, 3600))) throw tooMany()
  const began = ctx.clock.now()
  const password = passwordOf(ctx, before, form)
  const reach = reachOf(ctx, form, password, {
    market,
    set: await readPriceSet(ctx.db, vid),
    hostKey: await knownKey(ctx, id, form.store),
  })
  const limits = { milliseconds: testSeconds * 1000, secrets: password === undefined ? [] : [password] }
  const checks = await takeSteps(reach, limits)
  const seconds = Math.round((ctx.clock.now() - began) / 100) / 10
  await write(ctx, (_tx, logActivity) =>
    logActivity({
      type: 'store.test',
      vendor_id: vid,
      entity: id === undefined ? 'vendor' : 'store',
      entity_id: id ?? vid,
      message: `Connection of ${form.store.vendor_store_name} tested: ${outcome(checks)}`,
    }),
  )
  return { target: reach.target, seconds, checks }
}

async function checkedForm(
  { db }: Ctx,
  before: KnownStore | undefined,
  body: Parsed<'testStore'>['body'],
): Promise<{ checked: CheckedStore; market: NamedMarket }> {
  const market = await db
    .selectFrom('market')
    .select(['market_id', 'market_name', 'platform_id'])
    .where('market_id', '=', body.store.market_id)
    .executeTakeFirst()
  if (!market) throw invalid({ 'store.market_id': 'Market not found' })
  const fields =
    market.platform_id === null || body.fields === undefined
      ? []
      : fieldsOfStore(await readFields(db, market.platform_id))
  const keptValues = { before: before?.store, set: before?.set ?? [], shop: shopOf(market) }
  const form = checkStore(
    fields,
    { store: withDelivery(body.store, before?.store), fields: body.fields ?? {} },
    keptValues,
  )
  const faults = { ...form.faults, ...(await folderFault(db, before?.vendor_store_id, form.store)) }
  // a check of its own says that a password is required
  for (const field of fields)
    if (field.field_data_type === 'password') delete faults[`fields.${field.field_handle}`]
  delete faults['store.store_admin_password']
  if (Object.keys(faults).length) throw invalid(faults)
  const { protocol, store_url } = form.store
  if (protocol === 'none' && store_url === '')
    throw invalid({ 'store.store_url': 'Enter an address or choose a connection to test' })
  return { checked: form, market }
}

/** The typed password, or the saved one if it was entered for this place. */
function passwordOf({ secrets }: Ctx, before: KnownStore | undefined, { store, stays }: CheckedStore) {
  const field = store.protocol === 'api' ? 'store_admin_password' : 'store_ftp_password'
  if (store[field]) return store[field]
  const sealedPassword = before?.[secretColumns[field]]
  return sealedPassword && stays.includes(field) ? secrets.open(sealedPassword) : undefined
}

/** The key by which a saved store knows its SFTP server. */
async function knownKey(ctx: Ctx, id: number | undefined, store: StoreDetails): Promise<string | undefined> {
  const port = portOf(store)
  if (id === undefined || store.protocol !== 'sftp' || port === null) return undefined
  return hostKeysOf(ctx.db, { vendor_store_id: id }).known({ host: store.store_ftp_server, port })
}

function reachOf(
  { config, files, clock }: Ctx,
  form: CheckedStore,
  password: string | undefined,
  {
    market: namedMarket,
    set,
    hostKey,
  }: { market: NamedMarket; set: PricingSet; hostKey: string | undefined },
): Reach {
  const { store, forgotten: forgottenPasswords } = form
  const shop = shopOf(namedMarket)
  const options: ReachOptions = {
    milliseconds: testSeconds * 1000,
    allowHosts: config.fetchAllowHosts,
    now: clock.now(),
    noPassword: Object.values(forgottenPasswords)[0]
      ? `${Object.values(forgottenPasswords)[0]}.`
      : 'The password is missing.',
    probe: newProbe(),
  }
  if (store.protocol === 'storage') return reachStorage(files, store.storage_folder, options)
  if (store.protocol === 'api') {
    const { store_admin_url: address, store_admin_login: login } = store
    const market =
      shop &&
      password !== undefined &&
      openMarket(shop, {
        market_id: store.market_id,
        address,
        login,
        app: config,
        shop: { token: password, allowHosts: options.allowHosts, milliseconds: options.milliseconds },
      })
    return reachShop(
      address,
      options,
      market ? () => checkMarket(market, { ...store, ...namedMarket }, set) : undefined,
    )
  }
  const port = portOf(store)
  if (!isRemote(store.protocol) || port === null) return reachWeb(store.store_url, options)
  const place: Place = {
    host: store.store_ftp_server,
    port,
    path: store.store_ftp_path,
    login: store.store_ftp_login,
    password,
    security: ftpSecurity(store.protocol === 'ftps' ? 'ftps' : 'ftp', port),
    hostKey,
  }
  return store.protocol === 'sftp' ? reachSftp(place, options) : reachFtp(place, options)
}

/** Checks that the login has the permissions, and that the shop's currency matches the vendor's rules. */
async function checkMarket(
  market: Market,
  store: StoreDetails & NamedMarket,
  set: PricingSet,
): Promise<string> {
  const sentence = await market.check()
  const shop_currency = market.currency ? await market.currency().catch(() => undefined) : null
  if (shop_currency === undefined) return `${sentence} The store’s currency is unknown.`
  const currencyConflict = otherCurrency({ ...store, by_interface: true, shop_currency }, set)
  if (currencyConflict) {
    const { sentence: fault, mend } = currencyConflict
    throw new Fault(`${fault}.`, `${mend.charAt(0).toUpperCase()}${mend.slice(1)}.`)
  }
  return sentence
}

const outcome = (checks: readonly Check[]): string => {
  const failedCheck = checks.find((check) => check.state === 'failed')
  return failedCheck ? failedCheck.sentence : 'all checks passed'
}
