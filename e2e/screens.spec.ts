import type { Page } from '@playwright/test'
import { documentTitle, navigation, screens } from '#web/screens.ts'
import type { Screen } from '#web/ui/screen.ts'
import {
  accessible,
  expect,
  isNight,
  nightly,
  openSession,
  people,
  plainColumns,
  plainRows,
  signIn,
  test as plain,
  type Api,
} from './fixtures.ts'

/** What a path's parameters stand for, made once for all the screens of a worker. */
async function makeRecords(api: Api) {
  const supplier = await api.makeFeed(plainColumns, plainRows(20), {
    automated_variant_mapping: true,
    custom_feed_support: 2,
  })
  const first = await api.runFeed(supplier)
  await api.upload(supplier, plainColumns, [...plainRows(20), ['NEW', 'A new one', '3.00', 1]])
  const second = await api.runFeed(supplier)
  await fillTabs(api, supplier.dropshipper_id)
  const { vendor_id } = await api.someVendor()
  const vmmid = await withIntegration(api, vendor_id, supplier.dropshipper_id)
  const vcfi = await withCustomFeed(api, vendor_id, supplier.dropshipper_id)
  const { vendor_store_id } = await api.makeStore(vendor_id)
  const platforms = await api.call('listPlatforms', {})
  const { platform_id } = platforms.find((one) => one.vendor_count > 0 && one.field_count > 0)!
  const { promo_codes } = await api.call('listPromoCodes', { body: { sort: '-usage' } })
  const { promo_code_id } = promo_codes[0]!
  const { product_id } = (await api.products(supplier))[0]!
  const { users } = await api.call('searchDirectUsers', { body: {} })
  const direct_user_id = users[0]!.id
  const { charges } = await api.call('listCharges', { query: { state: 'refunded_in_part' } })
  const own_supplier_id = await findOwnSupplier(api)
  return {
    supplier,
    first,
    second,
    vendor_id,
    vendor_store_id,
    vmmid,
    vcfi,
    platform_id,
    promo_code_id,
    product_id,
    direct_user_id,
    charge: charges[0]!,
    own_supplier_id,
  }
}
/** A supplier of the customer that screens are looked at as. */
async function findOwnSupplier(api: Api): Promise<number> {
  const { vendors } = await api.call('searchVendors', { body: { term: people.customer } })
  const { vendor_id } = vendors[0]!
  const { subscriptions } = await api.call('listVendorSubscriptions', { params: { vendor_id } })
  return subscriptions.find((subscription) => !subscription.no_access)!.dropshipper_id
}
/** Of the same supplier, switched off: nothing of it runs. */
async function withCustomFeed(api: Api, vid: number, dropshipper_id: number) {
  const body = {
    dropshipper_id,
    active: false,
    is_restricted: false,
    custom_price: true,
    add_out_of_stock_product: false,
    dynamic_pricing_tier: null,
    dynamic_restricted_access: false,
    source: { kind: 'upload' },
    feed_filetype: 'csv',
    threshold_percent: 15,
    one_time_threshold_percent: null,
  } as const
  return (await api.call('saveCustomFeed', { params: { vid }, body })).vendor_custom_feed_id
}
/** One in Amazon, whose platform and market ask for something. */
async function withIntegration(api: Api, vendor_id: number, dropshipper_id: number) {
  await api.call('addSubscription', { params: { vendor_id, did: dropshipper_id } })
  const body = { market_id: 9, dropshipper_id }
  return (await api.call('addIntegration', { params: { vid: vendor_id }, body })).vendor_market_map_id
}
/** A row of each tab that neither a run nor an activity fills. */
async function fillTabs(api: Api, dropshipper_id: number) {
  const config = { dropshipper_id, config_name: 'image_recheck_days', config_value: '20' }
  await api.call('saveSupplierConfig', { body: [config] })
  const [oim] = await api.call('listOrderManagerSuppliers', { params: { dropshipper_id } })
  const [carrier] = await api.call('listCarriers', {})
  const { carrier_id, carrier_name, methods } = carrier!
  await api.call('addShippingMethod', {
    params: { supplier_id: oim!.supplier_id },
    body: { ...methods[0]!, carrier_id, carrier_name, shipping_code: 'A', supplier_carrier_name: 'Theirs' },
  })
}
type Records = Awaited<ReturnType<typeof makeRecords>>
const test = plain.extend<object, { records: Records }>({
  records: [async ({ api }, use) => use(await makeRecords(api)), { scope: 'worker' }],
})

/** The parameters of each path, by the screen's state; a new screen with a parameter is named here. */
const parameters: Record<string, (records: Records) => Record<string, string | number | null>> = {
  // a link that is none of ours: a good one is looked at in e2e/public-links.spec.ts
  unsubscribe: () => ({ vid: 1, key: 'none-of-ours' }),
  'staff.join': () => ({ token: 'none-of-ours' }),
  confirm_email: () => ({ token: 'a-link-that-is-none-of-ours' }),
  'reports.stop_email': () => ({ key: 'none-of-ours' }),
  'jobs.view': ({ first }) => ({ job_id: first.job_id }),
  'feeds.run': ({ second }) => ({ feed_run_id: second.feed_run_id }),
  'vendors.view': ({ vendor_id }) => ({ vendor_id }),
  'vendors.go_live': ({ vendor_id }) => ({ vendor_id }),
  'vendors.charge': ({ charge }) => ({ vendor_id: charge.vendor_id, charge_id: charge.vendor_charge_id }),
  'vendors.integration': ({ vendor_id, vmmid }) => ({ vendor_id, vmmid }),
  'vendors.integration_pages': ({ vendor_id, vmmid }) => ({ vendor_id, vmmid }),
  'vendors.custom_feed': ({ vendor_id, vcfi }) => ({ vendor_id, vcfi }),
  'vendors.custom_feed_pages': ({ vendor_id, vcfi }) => ({ vendor_id, vcfi }),
  'direct_app.view': ({ direct_user_id }) => ({ id: direct_user_id }),
  'direct_app.pages': ({ direct_user_id }) => ({ id: direct_user_id }),
  'promo_codes.view': ({ promo_code_id }) => ({ promo_code_id }),
  'promo_codes.pages': ({ promo_code_id }) => ({ promo_code_id }),
  'platforms.view': ({ platform_id }) => ({ platform_id }),
  'platforms.pages': ({ platform_id }) => ({ platform_id }),
  'vendors.pages': ({ vendor_id }) => ({ vendor_id }),
  'vendors.store': ({ vendor_id, vendor_store_id }) => ({ vendor_id, vendor_store_id }),
  'suppliers.view': ({ supplier }) => ({ id: supplier.dropshipper_id }),
  'suppliers.stats': ({ supplier }) => ({ id: supplier.dropshipper_id }),
  'suppliers.pages': ({ supplier }) => ({ id: supplier.dropshipper_id }),
  'suppliers.stats_compare': ({ supplier }) => ({ id: supplier.dropshipper_id }),
  'account.supplier_products': ({ own_supplier_id }) => ({ dropshipper_id: own_supplier_id }),
  'products.view': ({ product_id }) => ({ product_id }),
  'products.pages': ({ product_id }) => ({ product_id }),
}
/** Beside a screen as it opens: its other views. */
const views: Record<string, (records: Records) => readonly string[]> = {
  'suppliers.index': () => ['', '?of=restricted', '?of=sync'],
  'promo_codes.index': () => ['', '?of=affiliates', '?of=partner'],
  marketing_campaigns: () => ['', '?of=links', '?of=affiliates'],
  'marketing_campaigns.registrations': () => [
    '?start=2026-01-01&end=2026-03-31&until=2026-12-31',
    '?start=1999-01-01&end=1999-01-02',
  ],
  'reports.update_failures': () => ['', '?of=vendors', '?of=stores'],
  'dashboards.monitoring': () => ['', '?mode=summary', '?mode=custom', '?mode=gate'],
  'suppliers.stats_compare': ({ first, second }) => [
    '',
    `?stat1=${first.feed_run_id}&stat2=${second.feed_run_id}`,
  ],
}

/**
 * Tabs of a record of which a part is still looked at without a row; any other gets its row by `makeRecords`.
 * A vendor's price rules explain a price only once a product is chosen.
 */
const emptyTabs: Readonly<Record<string, readonly string[]>> = {
  'suppliers.pages': ['image', 'subscriptions', 'variant-mapping'],
  'products.pages': ['listings', 'variants'],
  'vendors.pages': ['dashboard', 'price_rules', 'billing_plan', 'restricted_supplier_access', 'apps'],
}

/** The addresses of a screen, with its records put in. */
function addresses(screen: Screen, page: string, records: Records): readonly string[] {
  const given: Record<string, string | number | null> = { ...parameters[screen.state]?.(records), page }
  const path = screen.path.replace(/\$(\w+)/g, (_, name: string) => String(given[name]))
  return (views[screen.state]?.(records) ?? ['']).map((view) => path + view)
}

const built = screens.filter((s) => s.load && s.state !== 'password_reset')
test('every screen with a parameter has a value for it', () => {
  expect(built.filter((s) => s.path.includes('$') && !parameters[s.state]).map((s) => s.state)).toEqual([])
})

const wideAndLight = { width: 1440, colorScheme: 'light' } as const
const narrowAndDark = { width: 800, colorScheme: 'dark' } as const
// one test a screen; where the path names a tab, one a tab
const opened = built.flatMap((screen) =>
  (screen.path.includes('$page') ? screen.tabs! : [{ page: '' }]).map(({ page }) => ({ screen, tab: page })),
)
for (const [index, { screen, tab }] of opened.entries())
  test(`${screen.state} ${tab} is accessible and fits the window`, async ({ page, records }) => {
    // by day every other screen is looked at in each way
    const ways = isNight ? [wideAndLight, narrowAndDark] : [index % 2 === 0 ? wideAndLight : narrowAndDark]
    test.setTimeout(180_000)
    if (screen.access !== 'public')
      await openSession(page.context(), screen.access === 'account' ? people.customer : people.admin)
    for (const address of addresses(screen, tab, records))
      for (const { width, colorScheme } of ways)
        await test.step(`${address} ${colorScheme} at ${width} px`, async () => {
          await page.setViewportSize({ width, height: 900 })
          await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
          await page.goto(address)
          await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', colorScheme)
          await examine(page, screen, tab, address)
        })
  })

async function examine(page: Page, screen: Screen, tab: string, address: string) {
  await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1)
  await expect(page.locator('[aria-busy=true], .mantine-Skeleton-root')).toHaveCount(0, { timeout: 30_000 })
  if (emptyTabs[screen.state]?.includes(tab) === false)
    await expect(page.locator('.empty'), 'makeRecords gives it a row').toHaveCount(0)
  // in the frame a screen is titled by its heading, which may be a record's name
  const heading = await page.getByRole('heading', { level: 1 }).innerText()
  const name = screen.access === 'public' ? undefined : heading
  await expect(page).toHaveTitle(documentTitle(address.split('?')[0]!, name))
  // wide tables scroll in their own frame, never the page
  const wider = () => page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
  await expect.poll(wider).toBeLessThanOrEqual(0)
  await accessible(page)
}

test('the navigation highlights only the current screen’s entry', async ({ page, records }) => {
  await openSession(page.context(), people.support)
  const lit = page.getByRole('navigation', { name: 'Areas' }).locator('a[aria-current=page], a[data-active]')
  const { dropshipper_id } = records.supplier
  for (const [address, title] of [
    ['/suppliers/', 'Suppliers'],
    ['/suppliers/featured', 'Featured Suppliers'],
    ['/suppliers/mapping-report', 'Variant Mapping'],
    [`/suppliers/view/${dropshipper_id}/config`, 'Suppliers'],
    ['/dashboards/monitoring?mode=summary', 'Monitoring Dashboard'],
    [`/vendors/view/${records.vendor_id}`, 'Search Users'],
  ] as const) {
    await page.goto(address)
    await expect(lit).toHaveText([title])
  }
})

test.describe('a record that doesn’t exist', () => {
  test.use({ expected: [/404 \(Not Found\)/] })
  for (const [path, noun, back] of [
    ['/vendors/view/', 'vendor', '/vendors/search'],
    ['/suppliers/view/', 'supplier', '/suppliers/'],
    ['/platforms/', 'platform', '/platforms/'],
    ['/promo-codes/', 'promo code', '/promo-codes/'],
    ['/jobs/', 'job', '/jobs'],
    ['/feed-runs/', 'feed run', '/dashboards/monitoring'],
  ] as const)
    test(`${path} says that there is no such ${noun}, and links back`, async ({ page }) => {
      await openSession(page.context(), people.support)
      for (const id of ['987654', '99999999999', '0', 'nine', '1e3', '%25']) {
        await page.goto(path + id)
        await expect(
          page.getByRole('heading', {
            level: 1,
            name: `${noun.charAt(0).toUpperCase()}${noun.slice(1)} not found`,
          }),
        ).toBeVisible()
        await expect(page.getByText(`We couldn’t find ${noun} ${decodeURIComponent(id)}.`)).toBeVisible()
        await expect(page.getByText(/errors/)).toHaveCount(0)
      }
      await page.getByRole('main').getByRole('link').click()
      await expect(page).toHaveURL(back)
    })
})

test('each supplier tab has its own document title', nightly, async ({ page, records }) => {
  await signIn(page, people.support, `/suppliers/view/${records.supplier.dropshipper_id}`)
  await expect(page).toHaveTitle(`View Supplier · ${records.supplier.name} · Basic Info · Feedstock`)
  await page.getByRole('tab', { name: 'Configuration' }).hover()
  await page.getByRole('link', { name: 'Image Jobs' }).hover()
  await page.getByRole('tab', { name: 'Activity Log' }).click()
  await expect(page).toHaveTitle(`View Supplier · ${records.supplier.name} · Activity Log · Feedstock`)
  await page.goBack()
  await expect(page).toHaveTitle(`View Supplier · ${records.supplier.name} · Basic Info · Feedstock`)
})

test(
  'the palette searches titles and keywords, and treats a percent sign literally',
  nightly,
  async ({ page, api }) => {
    const supplier = await api.makeSupplier()
    const outlet = await api.makeSupplier({ name: `50% Off ${supplier.prefix}` })
    await signIn(page, people.support, '/suppliers/')
    await expect(page.getByRole('heading', { level: 1, name: 'Suppliers' })).toBeVisible()
    await page.keyboard.press('Control+k')
    const box = page.getByRole('textbox', { name: 'Search everything' })
    await box.fill('workers')
    await expect(page.getByRole('button', { name: 'Server Dashboard' })).toBeVisible()
    await box.fill('50%')
    await expect(page.getByRole('button', { name: new RegExp(`^${outlet.name}`) })).toBeVisible()
    await box.fill(`${supplier.prefix}%`)
    await expect(page.getByText('No results')).toBeVisible()
    await box.fill(supplier.name)
    await expect(page.getByRole('button', { name: `Run feed: ${supplier.name}` })).toBeVisible()
    await box.fill(`run feed ${supplier.name}`)
    await expect(page.getByRole('button', { name: `Run feed: ${supplier.name}` })).toBeVisible()
    await box.fill((await api.someVendor()).email)
    await expect(page.getByRole('button', { name: 'Run feed:' })).toHaveCount(0)
    await box.fill('dark')
    await expect(page.getByRole('button', { name: 'Dark theme' })).toBeVisible()
    await box.fill(supplier.name)
    await page.getByRole('button', { name: new RegExp(`^${supplier.name}`) }).click()
    await expect(page.getByRole('heading', { level: 1, name: supplier.name })).toBeVisible()
  },
)

test('the palette jumps to a vendor; g and two letters open a screen; the help lists them all', async ({
  page,
  records,
}) => {
  await signIn(page, people.support, '/suppliers/')
  await page.getByLabel('Jump to vendor').fill(String(records.vendor_id))
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(`/vendors/view/${records.vendor_id}`)
  await page.getByRole('heading', { level: 1 }).click()
  await page.keyboard.press('g')
  await expect(page.getByRole('status', { name: 'Go to' })).toContainText('jd Job Dashboard')
  await page.keyboard.type('jd')
  await expect(page).toHaveURL('/dashboards/dashboard')
  await page.keyboard.press('Shift+?')
  const help = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
  for (const { title, nav } of navigation('support'))
    await expect(help.getByRole('row', { name: `g ${nav.key} Go to ${title}`, exact: true })).toBeVisible()
})

test(
  'the summary’s numbers add up to its feeds, and a status shows its feeds and no others',
  nightly,
  async ({ page, api }) => {
    const fresh = await api.makeFeed(
      ['sku', 'title', 'wholesale_price', 'quantity'],
      [['A', 'Hat', '1.50', 1]],
    )
    await api.runFeed(fresh)
    const flaky = await makeFlakyFeed(api)
    await signIn(page, people.support, '/dashboards/monitoring?mode=summary')
    // suppliers and custom feeds each have a tally of their own
    const sums = []
    for (const noun of ['supplier', 'custom feed']) {
      const heading = page.getByRole('heading', { name: new RegExp(`^\\d+ ${noun}s?$`) })
      const total = Number(/\d+/.exec(await heading.innerText()))
      const tally = page.locator('.tally').nth(sums.length).locator('> div')
      await expect(tally.first()).toBeVisible()
      const counts = (await tally.allInnerTexts()).map((text) => Number(/\d+/.exec(text)))
      // what there is none of isn't told
      expect(counts).not.toContain(0)
      sums.push([total, counts.reduce((sum, n) => sum + n, 0)])
    }
    for (const [total, sum] of sums) expect(sum).toBe(total)

    await page.getByText('Suppliers', { exact: true }).last().click()
    const rows = page.getByRole('table', { name: 'Suppliers' }).getByRole('row')
    // a long list holds only the rows in sight: the fresh one is looked for
    const filter = page.getByPlaceholder('Filter by name')
    await filter.fill(fresh.name)
    await expect(rows.filter({ hasText: 'Healthy' })).toHaveCount(1)
    await page.getByRole('link', { name: /^\d+ flaky$/ }).click()
    await expect(rows.filter({ hasText: fresh.name })).toHaveCount(0)
    await filter.fill(flaky.name)
    await expect(
      rows.filter({ hasText: /Flaky.*2 of 4 runs in the last 48 hours failed; the last run succeeded/s }),
    ).toHaveCount(1)
  },
)

/** Its first run and its last one went well, the two between had a file without any rows. */
async function makeFlakyFeed(api: Api) {
  const columns = ['sku', 'title', 'wholesale_price', 'quantity'] as const
  const good = [['A', 'Hat', '1.50', 1]]
  const feed = await api.makeFeed(columns, good)
  const states: string[] = [(await api.runFeed(feed)).state]
  for (const rows of [[], [], good]) {
    await api.upload(feed, columns, rows)
    states.push((await api.runFeed(feed)).state)
  }
  expect(states).toEqual(['applied', 'rejected', 'rejected', 'unchanged'])
  return feed
}
