import type { Page } from '@playwright/test'
import { feedRules } from '#contract/feeds/settings.ts'
import {
  accessibleInBothThemes,
  expect,
  nightly,
  people,
  plainColumns,
  plainRows,
  signIn,
  test,
  type Api,
} from './fixtures.ts'

// each makes several runs and looks at its screen in both themes
test.describe.configure({ timeout: 120_000 })

/** A supplier of the test's own that asks for custom feeds and offers tiers, and a vendor to have one. */
async function supplied(api: Api) {
  const supplier = await api.makeSupplier({ custom_feed_support: 2 })
  const { vendor_id } = await api.someVendor()
  await api.call('addSubscription', { params: { vendor_id, did: supplier.dropshipper_id } })
  await api.call('saveSupplierConfig', {
    body: [
      {
        dropshipper_id: supplier.dropshipper_id,
        config_name: 'dynamic_pricing_tiers',
        config_value: 'Gold 10, Silver 5.5',
      },
    ],
  })
  return { ...supplier, vendor_id, list: `/vendors/view/${vendor_id}/custom_feed` }
}
/** The same with a custom feed that holds 40 products. */
async function holding(api: Api) {
  const made = await supplied(api)
  const { dropshipper_id, vendor_id } = made
  const { vendor_custom_feed_id, feed_id } = await api.call('saveCustomFeed', {
    params: { vid: vendor_id },
    body: {
      dropshipper_id,
      active: true,
      is_restricted: false,
      custom_price: true,
      add_out_of_stock_product: false,
      dynamic_pricing_tier: null,
      dynamic_restricted_access: false,
      source: { kind: 'upload' },
      feed_filetype: 'csv',
      threshold_percent: 15,
      one_time_threshold_percent: null,
    },
  })
  const feed = { ...made, feed_id }
  await api.call('saveFeed', {
    params: { feed_id },
    body: {
      source: { kind: 'upload' },
      format: { kind: 'csv', header: true, quote: '"' },
      mapping: plainColumns.map((field) => ({ field, from: field, transforms: [] })),
      rules: feedRules.parse({}),
      one_time_threshold_percent: null,
    },
  })
  await api.upload(feed, plainColumns, plainRows(40))
  expect((await api.runFeed(feed)).state).toBe('applied')
  const path = `/vendors/view/${vendor_id}/custom_feed/${vendor_custom_feed_id}`
  return { ...made, vendor_custom_feed_id, feed, path, title: `Custom feed from ${made.name}` }
}
async function more(page: Page, item: RegExp) {
  await page.getByRole('button', { name: 'More actions' }).click()
  await page.getByRole('menuitem', { name: item }).click()
  await expect(page.getByRole('menu')).toHaveCount(0)
}

test('adds a custom feed, uploads and maps its file, and runs it', async ({ page, api }) => {
  const { name, list } = await supplied(api)
  await signIn(page, people.support, list)
  await page.getByRole('button', { name: 'Add custom feed' }).click()
  const dialog = page.getByRole('dialog', { name: /^Add custom feed for/ })
  await expect(dialog.getByText('Choose a supplier', { exact: true })).toBeVisible()
  await dialog.getByRole('combobox', { name: 'Supplier' }).fill(name)
  await page.getByRole('option', { name }).click()
  await dialog.getByRole('combobox', { name: 'Dynamic pricing tier' }).click()
  await page.getByRole('option', { name: 'Gold, 10% off' }).click()
  await dialog.getByRole('radio', { name: /^Restricted/ }).click()
  await accessibleInBothThemes(page)
  // a threshold that is none is said in the dialog, and nothing typed is lost
  await dialog.getByRole('textbox', { name: 'Threshold', exact: true }).fill('')
  await dialog.getByRole('button', { name: 'Add custom feed' }).click()
  await expect(dialog.getByText('Enter a percentage from 0 to 100')).toBeVisible()
  await dialog.getByRole('textbox', { name: 'Threshold', exact: true }).fill('20')
  await dialog.getByRole('button', { name: 'Add custom feed' }).click()
  await expect(page.getByRole('heading', { level: 1, name: `Custom feed from ${name}` })).toBeVisible()
  await expect(page.getByText('Tier Gold applies.')).toBeVisible()
  // the same guide as a supplier's feed has
  const text = [plainColumns, ...plainRows(30)].map((row) => row.join(',')).join('\n')
  const chosen = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: 'Choose a file' }).click()
  await (await chosen).setFiles({ name: 'own.csv', mimeType: 'text/csv', buffer: Buffer.from(`${text}\n`) })
  const steps = page.getByRole('region', { name: 'Steps to the first run' })
  await steps.getByRole('button', { name: /^Use suggested mapping/ }).click()
  await steps.getByRole('button', { name: 'Save' }).click()
  await steps.getByRole('button', { name: 'Dry run', exact: true }).last().click()
  await steps.getByRole('button', { name: 'Run now' }).click()
  await expect(page.getByRole('heading', { level: 1, name: new RegExp(`of ${name}$`) })).toBeVisible()
  await expect(page.getByText('Applied', { exact: true }).first()).toBeVisible()
  await accessibleInBothThemes(page)
  const areas = page.getByRole('navigation', { name: 'Areas' })
  await expect(areas.locator('[aria-current=page]')).toHaveAccessibleName('Search Users')
  await page.getByRole('navigation', { name: 'Breadcrumb' }).getByRole('link', { name }).click()
  await expect(page.getByText(/30 active products, 30 found only in this feed/)).toBeVisible()
  await page.goto(list)
  const row = page.getByRole('table', { name: 'Custom feeds' }).getByRole('row', { name })
  await expect(row).toContainText('Custom prices, Restricted, Tier Gold')
  await expect(row).toContainText('30')
})

test(
  'reloads data read before a run ended, even when the run’s page loads after the end',
  nightly,
  async ({ page, api }) => {
    const { feed, path, title, name } = await holding(api)
    await signIn(page, people.support, path)
    await expect(page.getByText(/40 active products, 40 found only in this feed/)).toBeVisible()
    await api.upload(feed, plainColumns, plainRows(42))
    const { feed_run_id, state } = await api.runFeed(feed)
    expect(state).toBe('applied')
    await page.evaluate((run) => history.pushState({}, '', `/feed-runs/${run}`), feed_run_id)
    // while it loads its head names no supplier
    await expect(page.getByRole('heading', { level: 1, name: `Run ${feed_run_id} of ${name}` })).toBeVisible()
    await page.goBack()
    await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible()
    await expect(page.getByText(/42 active products, 42 found only in this feed/)).toBeVisible()
  },
)

test(
  'a held run passes with the one-time threshold, which is then used up',
  nightly,
  async ({ page, api }) => {
    const { feed, path } = await holding(api)
    await api.upload(feed, plainColumns, plainRows(20))
    expect((await api.runFeed(feed)).state).toBe('held')
    await signIn(page, people.support, path)
    await expect(page.getByText(/needs approval$/)).toBeVisible()
    await accessibleInBothThemes(page)
    await page.getByRole('button', { name: 'Edit…' }).click()
    const dialog = page.getByRole('dialog', { name: /^Edit custom feed from/ })
    await expect(dialog.getByText('No changes')).toBeVisible()
    const oneTime = dialog.getByRole('textbox', { name: 'One-time threshold' })
    const threshold = dialog.getByRole('textbox', { name: 'Threshold', exact: true })
    // what can’t be is refused as it was typed, not made something else
    for (const [typed, fault] of [
      ['101', 'Enter a percentage from 0 to 100'],
      ['33.333', 'Use at most 2 decimals'],
      ['half', 'Enter a number'],
    ] as const)
      for (const [field, before] of [
        [oneTime, ''],
        [threshold, '15'],
      ] as const) {
        await field.fill(typed)
        await dialog.getByRole('button', { name: 'Save' }).click()
        await expect(dialog.getByText(fault)).toBeVisible()
        await expect(field).toHaveValue(typed)
        await field.fill(before)
      }
    await oneTime.fill('60')
    await accessibleInBothThemes(page)
    await dialog.getByRole('button', { name: 'Save' }).click()
    await expect(page.getByText('15%, next run 60%')).toBeVisible()
    await page.getByRole('button', { name: 'Run now' }).click()
    await expect(page.getByRole('heading', { level: 1, name: /^Run / })).toBeVisible()
    await expect(page.getByText('Applied', { exact: true }).first()).toBeVisible()
    await page.goto(path)
    await expect(page.getByText(/20 active products, 20 found only in this feed/)).toBeVisible()
    await expect(page.getByText('15%', { exact: true })).toBeVisible()
  },
)

test(
  'a custom feed is turned off and on, its index is reset, and its deletion says first what will end',
  nightly,
  async ({ page, api }) => {
    const { path, list, title, name, vendor_id, dropshipper_id, vendor_custom_feed_id } = await holding(api)
    await signIn(page, people.support, path)
    await more(page, /^Turn off/)
    const off = page.getByRole('dialog', { name: /^Turn off/ })
    await expect(off.getByText('40 products found only in this feed are no longer sold.')).toBeVisible()
    await off.getByRole('button', { name: 'Turn off' }).click()
    await expect(page.getByText('Off. The vendor sells from the supplier’s own feed.')).toBeVisible()
    // what somebody saves meanwhile, an undo leaves
    await api.call('saveCustomFeed', {
      params: { vid: vendor_id },
      body: { vendor_custom_feed_id, threshold_percent: 33 },
    })
    await page.getByRole('button', { name: 'Undo' }).click()
    await expect(page.getByText(/40 active products, 40 found only in this feed/)).toBeVisible()
    const { threshold_percent } = await api.call('getCustomFeed', {
      params: { did: dropshipper_id },
      query: { vendorCustomFeedId: vendor_custom_feed_id },
    })
    expect(threshold_percent).toBe(33)
    await more(page, /^Reset search index/)
    await page.getByRole('dialog').getByRole('button', { name: 'Reset search index' }).click()
    await expect(page.getByText(/removed\. A job adds the products again/)).toBeVisible()
    await more(page, /^Delete custom feed/)
    const gone = page.getByRole('dialog', { name: /^Delete custom feed/ })
    await expect(gone.getByText(/are permanently deleted/)).toBeVisible()
    await expect(gone.getByRole('button', { name: 'Delete custom feed' })).toBeDisabled()
    await gone.getByLabel('Reason').fill('It was set up twice')
    await accessibleInBothThemes(page)
    await gone.getByRole('button', { name: 'Delete custom feed' }).click()
    await expect(page).toHaveURL(list)
    await expect(page.getByText(`Custom feed from ${name} deleted`)).toBeVisible()
    await expect(page.getByRole('table', { name: 'Custom feeds' }).getByText(name)).toHaveCount(0)
    await page.goto(path)
    await expect(page.getByText(`This vendor has no custom feed ${vendor_custom_feed_id}`)).toBeVisible()
    await expect(page.getByRole('heading', { level: 1, name: title })).toHaveCount(0)
  },
)
