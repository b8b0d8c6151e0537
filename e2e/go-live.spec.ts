import type { Page } from '@playwright/test'
import {
  accessible,
  accessibleInBothThemes,
  expect,
  people,
  plainColumns,
  plainRows,
  signIn,
  test,
  unique,
  type Api,
} from './fixtures.ts'

/** The stand-in's secret, as the demonstration's stores have it. */
const token = 'demo-token'
const products = 12

/** A vendor without a subscription, and a supplier with products. */
async function made(api: Api) {
  const [supplier, { vendor_id }] = [
    await api.makeFeed(plainColumns, plainRows(products)),
    await api.makeVendor(),
  ]
  expect((await api.runFeed(supplier)).state).toBe('applied')
  const origin = test.info().project.use.baseURL!
  const shop = `${origin}/dev/markets/woocommerce/path-${unique()}`
  return { supplier, vendor_id, shop }
}

/** Counts clicks until they are taken. */
async function countClicks(page: Page) {
  await page.addInitScript(() => {
    // kept over the pages of one visit
    addEventListener(
      'click',
      (e) => {
        // a key's click has no place
        if (e.isTrusted && e.detail > 0)
          sessionStorage.setItem('clicks', String(Number(sessionStorage.getItem('clicks') ?? 0) + 1))
      },
      true,
    )
  })
  return () => page.evaluate(() => Number(sessionStorage.getItem('clicks') ?? 0))
}
/** What moved on its own since the page was loaded. */
const shiftOf = (page: Page) =>
  page.evaluate(
    () =>
      new Promise<number>((done) => {
        let shift = 0
        new PerformanceObserver((list) => {
          for (const entry of list.getEntries() as (PerformanceEntry & {
            value: number
            hadRecentInput: boolean
          })[])
            if (!entry.hadRecentInput) shift += entry.value
        }).observe({ type: 'layout-shift', buffered: true })
        requestAnimationFrame(() => requestAnimationFrame(() => done(shift)))
      }),
  )
const step = (page: Page, name: string) => page.getByRole('region', { name, exact: true })
const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name })

test('a new vendor sells a supplier’s products in a store after at most 12 clicks', async ({ page, api }) => {
  const { supplier, vendor_id, shop } = await made(api)
  const clicks = await countClicks(page)
  await signIn(page, people.support, `/vendors/view/${vendor_id}`)
  await page.getByRole('button', { name: 'More actions' }).click()
  await page.getByRole('menuitem', { name: 'Go live' }).click()
  // 1: the supplier
  await expect(step(page, 'Supplier')).toBeVisible()
  await page.getByRole('textbox', { name: 'Supplier' }).fill(supplier.name)
  await page.getByRole('radio', { name: supplier.name }).click()
  await expect(page.getByText(/won’t change|Nothing is charged/)).toBeVisible()
  await button(page, `Subscribe to ${supplier.name}`).click()
  // 2: the store, by an address as it is copied
  await expect(step(page, 'Store')).toBeVisible()
  const market = page.getByRole('combobox', { name: 'Market' })
  await expect(market).toBeFocused()
  await market.click()
  await page.getByRole('option', { name: 'WooCommerce', exact: true }).click()
  await page.getByLabel('Store address').fill(`${shop}/wp-admin/admin.php?page=wc-settings`)
  await page.getByLabel('Consumer key').fill('ck_path')
  await expect(page.getByLabel('Store address')).toHaveValue(shop)
  await page.getByRole('textbox', { name: 'Consumer secret' }).fill('wrong')
  await page.getByRole('textbox', { name: 'Consumer secret' }).press('Enter')
  await expect(page.getByRole('list', { name: 'Checks' })).toContainText('Failed')
  await accessible(page)
  await page.getByRole('textbox', { name: 'Consumer secret' }).fill(token)
  await button(page, 'Connect store').click()
  // 3: prices, previewed before anything is live
  await expect(step(page, 'Price rule')).toBeVisible()
  await button(page, 'Add rule').click()
  await page.getByRole('textbox', { name: 'Percentage' }).fill('25')
  await expect(page.getByText(new RegExp(`${products} (prices|products)`)).first()).toBeVisible()
  await button(page, 'Save and continue').click()
  // 4: what would be added
  await expect(step(page, 'Preview')).toContainText('Added')
  await expect(step(page, 'Preview').getByRole('slider', { name: 'Products by price' })).toBeVisible()
  await expect(step(page, 'Preview').locator('.facts')).toContainText(
    /Added\s*12.*Margin\s*20\.0%.*Below cost\s*0/s,
  )
  await accessibleInBothThemes(page)
  await button(page, 'Continue').click()
  // 5: one act
  await button(page, new RegExp(`^Put ${products} products into 127\\.0\\.0\\.1`)).click()
  await expect(step(page, 'Live').getByRole('status')).toContainText(
    `${products} products sent: ${products} new`,
  )
  expect(await clicks()).toBeLessThanOrEqual(12)
  test.info().annotations.push({ type: 'clicks', description: String(await clicks()) })
  await accessible(page)
  // what is there is read again: the page opens at its end
  await page.reload()
  await expect(step(page, 'Live')).toContainText('Live')
  await page.getByRole('link', { name: 'View integration' }).click()
  await expect(page.getByText(`${products} of ${products}`).first()).toBeVisible()
})

test('the whole path goes by keyboard, and the focus moves to the next step', async ({ page, api }) => {
  const { supplier, vendor_id, shop } = await made(api)
  await api.call('addSubscription', { params: { vendor_id, did: supplier.dropshipper_id } })
  const body = {
    currency_id: 1,
    rates: [],
    rules: [
      {
        dropshipper_id: null,
        market_id: null,
        brand: '',
        cat1: '',
        cat2: '',
        cat3: '',
        cat4: '',
        cat5: '',
        markup_type_id: 2,
        markup_value: '0.25',
        tiers: [],
        minimum_margin: null,
        round_to: null,
        add_shipping: false,
        add_dropship_fee: false,
        ignore_map: false,
        cap_at_msrp: false,
      },
    ],
  }
  await api.call('savePriceRules', { params: { vendor_id }, body })
  await signIn(page, people.support, `/vendors/view/${vendor_id}/go-live`)
  // the one subscription is chosen already
  await expect(button(page, `Continue with ${supplier.name}`)).toBeEnabled()
  await page.getByRole('textbox', { name: 'Supplier' }).press('Control+Enter')
  const market = page.getByRole('combobox', { name: 'Market' })
  await expect(market).toBeFocused()
  await page.keyboard.type('WooComm')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await page.getByLabel('Store address').fill(shop)
  await page.getByLabel('Consumer key').fill('ck_path')
  await page.getByRole('textbox', { name: 'Consumer secret' }).fill(token)
  await page.keyboard.press('Control+Enter')
  // prices are there: what is next is the preview
  await expect(step(page, 'Preview')).toBeVisible()
  await expect(button(page, 'Continue')).toBeFocused()
  await page.keyboard.press('Enter')
  const put = button(page, /^Put 12 products into/)
  await expect(put).toBeVisible()
  await page.keyboard.press('Control+Enter')
  await expect(step(page, 'Live').getByRole('status')).toContainText('12 products sent: 12 new')
  // each step can be looked at again
  await button(page, /^Store/).click()
  await expect(step(page, 'Store')).toBeVisible()
  await page.goBack()
  await expect(step(page, 'Live')).toBeVisible()
})

test('a shop that gives out its keys by a link connects the store', async ({ page, api }) => {
  const { supplier, vendor_id, shop } = await made(api)
  await api.call('addSubscription', { params: { vendor_id, did: supplier.dropshipper_id } })
  await signIn(page, people.support, `/vendors/view/${vendor_id}/go-live?supplier=${supplier.dropshipper_id}`)
  await page.getByRole('combobox', { name: 'Market' }).click()
  await page.getByRole('option', { name: 'WooCommerce', exact: true }).click()
  await page.getByLabel('Store address').fill(shop)
  await button(page, 'Get keys from WooCommerce').click()
  await page.waitForURL(/\/wc-auth\/v1\/authorize/)
  await page.getByRole('button', { name: 'Approve' }).click()
  await page.waitForURL(/\/go-live\?/)
  await button(page, /^Continue with 127/).click()
  await expect(step(page, 'Price rule')).toBeVisible()
})

test('nothing moves while the path is loaded', async ({ page, api }) => {
  const { supplier, vendor_id } = await made(api)
  await api.call('addSubscription', { params: { vendor_id, did: supplier.dropshipper_id } })
  await signIn(page, people.support, `/vendors/view/${vendor_id}/go-live`)
  for (const query of ['', `?supplier=${supplier.dropshipper_id}`]) {
    await page.goto(`/vendors/view/${vendor_id}/go-live${query}`)
    await expect(page.locator('.live-step [data-main], .live-step [data-first]').first()).toBeVisible()
    await expect(page.locator('.mantine-Skeleton-root')).toHaveCount(0)
    expect(await shiftOf(page)).toBeLessThan(0.02)
  }
})
