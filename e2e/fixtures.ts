import { randomInt } from 'node:crypto'
import { AxeBuilder } from '@axe-core/playwright'
import {
  expect,
  request as playwrightRequest,
  test as base,
  type APIRequestContext,
  type BrowserContext,
  type Page,
} from '@playwright/test'
import { contract, type Input, type OperationName, type Result } from '#contract/index.ts'
import { feedRules } from '#contract/feeds/settings.ts'
import type { FeedRun } from '#contract/feeds/runs.ts'
import { operations, type Operation } from '#contract/operation.ts'
import { emptyStore } from '#contract/stores/settings.ts'
import { clean, keepSession, openShared, takeSession } from './browser.ts'

export const people = {
  admin: 'admin@feedstock.test',
  support: 'support@feedstock.test',
  finance: 'finance@feedstock.test',
  manager: 'manager@feedstock.test',
  customer: 'customer@feedstock.test',
} as const
export const password = 'feedstock-demo'

/** For a test that sets the browser's clock, measures a first visit or needs another kind of browser. */
export const ownContext = { tag: '@own-context' }
/** For a test that a quicker one stands in for by day: docs/decisions/0022-tests-by-day-and-night.md. */
export const nightly = { tag: '@nightly' }
export const nightlyOwnContext = { tag: [nightly.tag, ownContext.tag] }

interface Fixtures {
  /** Console errors and page errors that a test expects; any other one fails it. */
  expected: RegExp[]
  quiet: void
}
interface WorkerFixtures {
  sharedContext: BrowserContext
  /** Calls of a signed-in person of support, to make records with. */
  api: Api
}

/** The accessibility check knocks at each frame; that of a mail lets no script in, as it should. */
const knocked = /^Blocked script execution in 'about:srcdoc'/

/** Every test fails on a console error or warning that it did not expect. */
export const test = base.extend<Fixtures, WorkerFixtures>({
  // oxlint-disable-next-line no-empty-pattern -- Playwright wants the braces
  expected: async ({}, use) => use([]),
  context: async ({ browser, sharedContext }, use, { tags }) => {
    if (tags.includes(ownContext.tag)) {
      const context = await browser.newContext()
      await use(context)
      await context.close()
    } else {
      await use(sharedContext)
      await clean(sharedContext)
    }
  },
  sharedContext: [
    async ({ browser }, use, { project }) => {
      const { baseURL, viewport } = project.use
      const context = await openShared(browser, { baseURL, viewport })
      await use(context)
      await context.close()
    },
    { scope: 'worker' },
  ],
  quiet: [
    async ({ page, expected }, use) => {
      const said: string[] = []
      page.on('console', (m) => (m.type() === 'error' || m.type() === 'warning') && said.push(m.text()))
      page.on('pageerror', (e) => said.push(e.message))
      await use()
      // an answer still on its way through a test's route is thrown into the test that comes next otherwise
      await page.unrouteAll({ behavior: 'ignoreErrors' })
      expect(said.filter((s) => ![knocked, ...expected].some((e) => e.test(s)))).toEqual([])
    },
    { auto: true },
  ],
  api: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright wants the braces
    async ({}, use, { project }) => {
      const request = await playwrightRequest.newContext({ baseURL: project.use.baseURL! })
      await logIn(request, people.support)
      await use(new Api(request))
      await request.dispose()
    },
    { scope: 'worker' },
  ],
})
export { expect }

async function headers(request: APIRequestContext): Promise<Record<string, string>> {
  const token = (await request.storageState()).cookies.find((c) => c.name === 'XSRF-TOKEN')?.value
  return { 'app-id': 'feedstock-e2e', ...(token && { 'x-xsrf-token': decodeURIComponent(token) }) }
}

/** Signed in, and on no screen yet. */
export async function openSession(context: BrowserContext, email: string): Promise<void> {
  if (await takeSession(context, email)) return
  await logIn(context.request, email)
  await keepSession(context, email)
}

async function logIn(request: APIRequestContext, email: string): Promise<void> {
  await request.get('/api/account/get')
  const answer = await request.post('/api-public/account/login', {
    headers: await headers(request),
    data: { login: email, password },
  })
  expect(answer.status(), await answer.text()).toBe(200)
}

/** Signed in without the form, which tests of its own look at; then the screen asked for. */
export async function signIn(page: Page, email: string, next = '/login'): Promise<void> {
  await openSession(page.context(), email)
  await page.goto(next)
  await page.waitForURL((url) => url.pathname !== '/login')
}

const called = new Map<string, Operation>(operations(contract).map(({ name, op }) => [name, op]))
let made = 0
/** A text that no other record has. */
export const unique = (): string =>
  `${Date.now().toString(36)}${process.pid.toString(36)}${++made}`.toUpperCase()

export interface MadeSupplier {
  dropshipper_id: number
  feed_id: number
  name: string
  prefix: string
}
type Rows = readonly (readonly (string | number)[])[]

/** Records made by the same calls that screens use. */
export class Api {
  readonly #request: APIRequestContext
  constructor(request: APIRequestContext) {
    this.#request = request
  }

  async call<N extends OperationName>(
    name: N,
    input: Input<N>,
    from: { 'x-forwarded-for'?: string } = {},
  ): Promise<Result<N>> {
    const op = called.get(name)!
    const { params, query, body } = input as {
      params?: Record<string, string | number>
      query?: Record<string, string | number>
      body?: unknown
    }
    const path = op.path.replace(/\{(\w+)\}/g, (_, key: string) => encodeURIComponent(String(params?.[key])))
    const send = async () =>
      this.#request.fetch(path, {
        method: op.method,
        headers: { ...(await headers(this.#request)), ...from },
        ...(query && { params: query }),
        ...(body !== undefined && { data: body }),
      })
    let answer = await send()
    // a worker's tests take longer than a sign-in is fresh
    if (op.fresh && answer.status() === 403 && (await answer.text()).includes('confirm_identity')) {
      await this.call('confirmIdentity', { body: { password } })
      answer = await send()
    }
    expect(answer.ok(), `${name}: ${answer.status()} ${await answer.text()}`).toBe(true)
    return (answer.status() === 204 ? undefined : await answer.json()) as Result<N>
  }

  /** A customer that no other test signs in as: invited and registered. */
  async makeCustomer(name = unique().toLowerCase()): Promise<string> {
    const email = `${name}@example.com`
    await this.call('inviteUser', { body: { email, company: `Shop of ${email}` } })
    const letters = await this.call('listKeptMail', {})
    const letter = letters.find(({ recipient }) => recipient === email)!
    const repId = new URL(/https?:\S+\/register\S+/.exec(letter.text)![0]).searchParams.get('repId')!
    const rep = { login: email, password, currentlySellingOnline: true, repId }
    // each from a network of its own, which may register only so many an hour
    const network = { 'x-forwarded-for': `198.18.${randomInt(256)}.${randomInt(1, 255)}` }
    await this.call('registerUser', { body: { contact: { primaryPhone: '+1 555 0100' }, rep } }, network)
    return email
  }

  /** The path of a reset link that support sent, from the owner's mailbox. */
  async resetLink(vendor_id: number): Promise<string> {
    const { email } = await this.call('sendResetLink', { params: { vendor_id } })
    const letters = await this.call('listKeptMail', {})
    const letter = letters.find(
      ({ recipient, text }) => recipient === email && text.includes('/password-reset/'),
    )!
    return new URL(/https?:\S+\/password-reset\/\S+/.exec(letter.text)![0]).pathname
  }

  /** A vendor of the test's own, with one login and nothing else: no plan, subscription or store. */
  async makeVendor(name?: string): Promise<{ vendor_id: number; email: string }> {
    const email = await this.makeCustomer(name)
    const { vendors } = await this.call('searchVendors', { body: { term: email, status: [] } })
    const vendor = vendors.find((found) => found.email === email)
    if (!vendor) throw new Error(`The search didn't find ${email}`)
    return { vendor_id: vendor.vendor_id, email }
  }

  /** A supplier with a category and a location, so that it can be saved. */
  async makeSupplier(
    more: { name?: string; automated_variant_mapping?: boolean; custom_feed_support?: 0 | 1 | 2 } = {},
  ): Promise<MadeSupplier> {
    const prefix = unique()
    const name = more.name ?? `Supplier ${prefix}`
    const body = { supplier_name: name, supplier_prefix: prefix, supplier_type: 'standard' } as const
    const id = (await this.call('insertSupplier', { body })).dropshipper_id!
    const { dropshipper, all_locations } = await this.call('getSupplier', { params: { id } })
    await this.call('saveSupplier', {
      params: { id },
      body: {
        dropshipper: {
          ...dropshipper,
          automated_variant_mapping: more.automated_variant_mapping ?? false,
          custom_feed_support: more.custom_feed_support ?? 0,
        },
        max_file_age_allowed_in_days: 2,
        added_shipping_locations: [all_locations[0]!.dropshipper_location_id],
        new_categories: [`Goods ${prefix}`],
      },
    })
    return { dropshipper_id: id, feed_id: dropshipper.feed_id, name, prefix }
  }

  /**
   * A supplier whose feed's columns are named as the product's fields; its first file is there, not run
   * yet.
   */
  async makeFeed(
    columns: readonly Column[],
    rows: Rows,
    more: Parameters<Api['makeSupplier']>[0] = {},
  ): Promise<MadeSupplier> {
    const supplier = await this.makeSupplier(more)
    await this.call('saveFeed', {
      params: { feed_id: supplier.feed_id },
      body: {
        source: { kind: 'upload' },
        format: { kind: 'csv', header: true, quote: '"' },
        mapping: columns.map((field) => ({ field, from: field, transforms: [] })),
        rules: feedRules.parse({}),
        one_time_threshold_percent: null,
      },
    })
    await this.upload(supplier, columns, rows)
    return supplier
  }

  async upload(supplier: MadeSupplier, columns: readonly Column[], rows: Rows): Promise<void> {
    const text = [columns, ...rows].map((row) => row.map((cell) => `"${cell}"`).join(',')).join('\n')
    const answer = await this.#request.post(
      `/api/suppliers/${supplier.dropshipper_id}/feed-file-upload/${supplier.feed_id}?draft=true`,
      {
        headers: await headers(this.#request),
        multipart: { feedFile: { name: 'feed.csv', mimeType: 'text/csv', buffer: Buffer.from(`${text}\n`) } },
      },
    )
    expect(answer.ok(), await answer.text()).toBe(true)
    const { id, name } = (await answer.json()) as Result<'uploadFeedFile'>
    const params = { feed_id: supplier.feed_id }
    const feed = await this.call('getFeed', { params })
    await this.call('saveFeed', {
      params,
      body: { ...feed, source: { kind: 'upload' }, new_file: { id, name } },
    })
  }

  /** A run, once it has ended or waits for a person. */
  async runFeed({ feed_id }: MadeSupplier): Promise<FeedRun> {
    const { feed_run_id } = await this.call('startRun', { params: { feed_id }, body: { dry: false } })
    let run: FeedRun | undefined
    await expect
      .poll(async () => (run = await this.call('getRun', { params: { feed_run_id } })).state, {
        timeout: 60_000,
      })
      .not.toMatch(/queued|running/)
    return run!
  }

  async products({ dropshipper_id }: MadeSupplier) {
    return (await this.call('listMappableProducts', { body: { dropshipper_id, filter: 'all' } })).products
  }

  /** A store that takes no file, in a market without a platform's form, where there is one. */
  async makeStore(vendor_id: number): Promise<{ vendor_store_id: number; name: string }> {
    const params = { vid: vendor_id }
    const markets = await this.call('listStoreMarkets', { params })
    const { market_id } = markets.find((m) => m.market_name === 'eBay') ?? markets[0]!
    const name = `Store ${unique()}`
    const store = { ...emptyStore, market_id, vendor_store_name: name }
    const { vendor_store_id } = await this.call('saveStore', { params, body: { store } })
    return { vendor_store_id, name }
  }

  /** A vendor that sells these products of a supplier of the test's own in Magento, and has no price rule. */
  async makeSelling(columns: readonly Column[], rows: Rows) {
    const supplier = await this.makeFeed(columns, rows)
    expect((await this.runFeed(supplier)).state).toBe('applied')
    const { vendor_id } = await this.someVendor()
    const { dropshipper_id } = supplier
    await this.call('addSubscription', { params: { vendor_id, did: dropshipper_id } })
    const { vendor_market_map_id: vmmid } = await this.call('addIntegration', {
      params: { vid: vendor_id },
      body: { market_id: 34, dropshipper_id },
    })
    await this.call('saveIntegration', {
      params: { vid: vendor_id, vmmid },
      body: { integration: { is_activated: 1 } },
    })
    const params = { vendor_id }
    await this.call('savePriceRules', { params, body: { currency_id: 1, rates: [], rules: [] } })
    return { ...supplier, vendor_id, params }
  }

  /** The staff notification that contains this text; it appears within seconds. */
  async notification(search: string) {
    const { notifications } = await this.call('listSystemMessages', { body: { search } })
    return notifications[0]
  }

  /** An active vendor of the demonstration that the tests of the other worker leave alone. */
  async someVendor(): Promise<{ vendor_id: number; email: string }> {
    const { vendors } = await this.call('searchVendors', { body: { all: true, sort: 'oldest', status: [1] } })
    const vendor = vendors[test.info().parallelIndex]
    expect(vendor).toBeDefined()
    return vendor!
  }
}

export const plainColumns = ['sku', 'title', 'wholesale_price', 'quantity'] as const
type Column =
  | (typeof plainColumns)[number]
  | 'manufacturer'
  | 'currency'
  | 'parent_sku'
  | 'options'
  | 'images'
/** Rows of the plain columns. */
export const plainRows = (n: number): Rows =>
  Array.from({ length: n }, (_, i) => [`P-${i}`, `Product ${i}`, `${i + 1}.50`, i + 1])

/** Heads and totals stay where they belong: what one scrolls from under them isn't too close to them. */
const unstick = (page: Page, loose: boolean) =>
  page.evaluate((loose) => {
    for (const of of document.querySelectorAll<HTMLElement>('body *')) {
      if (loose && getComputedStyle(of).position === 'sticky') of.dataset.loose = of.style.cssText
      if (of.dataset.loose === undefined) continue
      of.style.cssText = loose ? `${of.dataset.loose}; position: relative; inset: auto` : of.dataset.loose
      if (!loose) delete of.dataset.loose
    }
  }, loose)

const everyRule = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']
export const isNight = process.env.NIGHTLY === '1'
/** The same elements in other colors: by day only contrast is checked there. */
export const dark = { onlyContrast: !isNight }
/** In the light theme every rule, in the dark one contrast; by night every rule in both. */
export async function accessibleInBothThemes(page: Page): Promise<void> {
  for (const [colorScheme, rules] of [
    ['light', {}],
    ['dark', dark],
  ] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    await accessible(page, rules)
  }
  await page.emulateMedia({ colorScheme: 'light' })
}

/** No accessibility violation of WCAG 2.2 AA on what is shown, or none of its contrast. */
export async function accessible(page: Page, { onlyContrast = false } = {}): Promise<void> {
  // figures that are being worked out anew are dimmed
  await expect(page.locator('.dimmed-rows')).toHaveCount(0)
  // what was just put there begins to move with the frame after the next
  await page.evaluate(
    () => new Promise((next) => requestAnimationFrame(() => requestAnimationFrame(() => next(null)))),
  )
  // a colour on its way is nobody's choice
  await page.waitForFunction(() =>
    document
      .getAnimations()
      .every(
        ({ playState, effect }) =>
          playState !== 'running' || effect?.getComputedTiming().iterations === Infinity,
      ),
  )
  await unstick(page, true)
  const axe = new AxeBuilder({ page })
    // the rows of a long list are alike: the first ones speak for the others
    .exclude('tbody tr:nth-child(n+9)')
    // no screen has a frame: without it each look opens a page of its own to sum up
    .setLegacyMode()
    // what passes is not described: that takes a third of the time
    .options({ resultTypes: ['violations'] })
  if (onlyContrast) axe.withRules('color-contrast')
  else axe.withTags(everyRule)
  const { violations } = await axe.analyze()
  await unstick(page, false)
  expect(
    violations.map(
      (v) =>
        `${v.id}: ${v.nodes
          .slice(0, 3)
          .map((n) => `${n.target.join(' ')} ${n.failureSummary?.slice(0, 200)}`)
          .join(' | ')}`,
    ),
  ).toEqual([])
}
