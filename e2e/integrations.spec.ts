import type { Page } from '@playwright/test'
import { emptyStore } from '#contract/stores/settings.ts'
import {
  accessible,
  accessibleInBothThemes,
  expect,
  nightly,
  people,
  plainColumns,
  plainRows,
  signIn,
  test,
  unique,
  type Api,
} from './fixtures.ts'

/** A supplier of the test's own that a vendor of the demonstration is subscribed to. */
async function subscribed(api: Api) {
  const supplier = await api.makeSupplier()
  const { vendor_id } = await api.someVendor()
  await api.call('addSubscription', { params: { vendor_id, did: supplier.dropshipper_id } })
  return { ...supplier, vendor_id, list: `/vendors/view/${vendor_id}/integrations` }
}
/** Opens folded groups of settings. */
async function unfold(page: Page, ...titles: string[]) {
  for (const name of titles) await page.getByRole('heading', { name, exact: true }).click()
}
const [prices, weights] = ['Prices and quantities', 'Attributes, categories and weight']
const market_id = 39
/** The same with an integration in Shopify. */
async function integrated(api: Api, integration: { is_activated?: 0 | 1 | 2 } = { is_activated: 1 }) {
  const made = await subscribed(api)
  const { vendor_id: vid, dropshipper_id } = made
  const { vendor_market_map_id: vmmid } = await api.call('addIntegration', {
    params: { vid },
    body: { market_id, dropshipper_id },
  })
  const params = { vid, vmmid }
  await api.call('saveIntegration', { params, body: { integration } })
  return {
    ...made,
    params,
    path: `/vendors/view/${vid}/integration/${vmmid}`,
    title: `${made.name} in Shopify`,
  }
}
const save = (page: Page) => page.getByRole('button', { name: 'Save', exact: true }).click()
async function more(page: Page, item: string) {
  await page.getByRole('button', { name: 'More actions' }).click()
  await page.getByRole('menuitem', { name: item }).click()
  await expect(page.getByRole('menu')).toHaveCount(0)
}

test('an integration is added, set up step by step and activated', async ({ page, api }) => {
  const { name, list } = await subscribed(api)
  await signIn(page, people.support, list)
  await page.getByRole('button', { name: 'Add integration' }).click()
  const dialog = page.getByRole('dialog', { name: /^Add integration for/ })
  await expect(dialog.getByText('Choose a market')).toBeVisible()
  await dialog.getByRole('combobox', { name: 'Market' }).fill('Shopify')
  await page.getByRole('option', { name: 'Shopify', exact: true }).click()
  await dialog.getByRole('combobox', { name: 'Supplier' }).fill(name)
  await page.getByRole('option', { name }).click()
  await accessible(page)
  await dialog.getByRole('button', { name: 'Add integration' }).click()
  await expect(page.getByRole('heading', { level: 1, name: `${name} in Shopify` })).toBeVisible()
  await expect(page.getByText('In Onboarding, step 2 of 5')).toBeVisible()
  await expect(page.getByText('Next: confirm the vendor’s account with the supplier.')).toBeVisible()
  const steps = page.getByRole('list', { name: 'Onboarding' })
  for (const step of ['Supplier’s account', 'Access details', 'Tools'])
    await steps.getByRole('button', { name: step }).click()
  await expect(page.getByText('3 changes')).toBeVisible()
  await accessible(page)
  await save(page)
  await expect(page.getByText('In Onboarding, step 5 of 5')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Activate', exact: true })).toBeVisible()
  await page.getByRole('combobox', { name: 'Activation' }).click()
  await page.getByRole('option', { name: 'Connection Confirmed Release To User' }).click()
  await save(page)
  await expect(page.getByText('Connection Released', { exact: true })).toBeVisible()
  await page.getByRole('button', { name: 'Activate', exact: true }).click()
  await expect(page.getByText('Not sending: no store in Shopify yet.')).toBeVisible()
  await expect(page.getByText('Active, no store')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Update now' })).toHaveCount(0)
  await expect(page.getByRole('link', { name: 'Add store' }).last()).toBeVisible()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByText('Connection Released', { exact: true })).toBeVisible()
  // from the list each row leads back here
  await page.goto(list)
  await page.getByRole('table', { name: 'Integrations' }).getByRole('link', { name }).click()
  await expect(page.getByRole('heading', { level: 1, name: `${name} in Shopify` })).toBeVisible()
})

test(
  'pausing shows its effect and can be undone; deleting removes the integration from the list',
  nightly,
  async ({ page, api }) => {
    const { name, path, list } = await integrated(api)
    await signIn(page, people.support, path)
    await page.getByRole('button', { name: 'Pause…' }).click()
    const dialog = page.getByRole('dialog')
    await expect(dialog).toContainText('Settings and subscription stay')
    await accessible(page)
    await dialog.getByRole('button', { name: 'Pause integration' }).click()
    await expect(page.getByText('Paused. Nothing is sent')).toBeVisible()
    await page.getByRole('button', { name: 'Undo' }).click()
    await expect(page.getByRole('button', { name: 'Pause…' })).toBeVisible()
    await more(page, 'Clear categories…')
    await expect(dialog.getByText('Nothing to delete, please try again')).toBeVisible()
    await expect(dialog.getByRole('button', { name: 'Clear categories' })).toBeDisabled()
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await more(page, 'Reset index…')
    await expect(dialog.getByText('This vendor has no store in this market')).toBeVisible()
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await more(page, 'Delete integration…')
    await expect(dialog).toContainText('Listings stay in the store')
    await expect(dialog.getByRole('button', { name: 'Delete integration' })).toBeDisabled()
    await dialog.getByLabel('Reason').fill('They moved away')
    await accessible(page)
    await dialog.getByRole('button', { name: 'Delete integration' }).click()
    await expect(page.getByText('Integration deleted')).toBeVisible()
    // a list without any says so, and is no table
    await expect(page).toHaveURL(list)
    await expect(page.getByRole('button', { name: 'Add integration' })).toBeVisible()
    await expect(page.getByRole('main').getByRole('link', { name })).toHaveCount(0)
  },
)

test('settings show what a change does and what has no effect; invalid amounts are reported at their fields', async ({
  page,
  api,
}) => {
  const { path } = await integrated(api)
  await signIn(page, people.support, path)
  // folded, with how many are on
  const images = page.getByRole('switch', { name: 'Send images', exact: true })
  await expect(images).toBeHidden()
  const group = page
    .getByRole('group')
    .filter({ has: page.getByRole('heading', { name: 'Images', exact: true }) })
  await expect(group).toContainText('2 of 5 on')
  await unfold(page, 'Images')
  await images.uncheck()
  await expect(group).toContainText('1 of 5 on, 1 changed')
  await expect(page.getByText('No effect while “Send images” is off')).toHaveCount(4)
  await unfold(page, prices, weights)
  // what a switch does is said while it has the focus
  await page.getByRole('switch', { name: 'Send MSRP as list price', exact: true }).focus()
  await page.keyboard.press('Tab')
  await expect(page.getByRole('switch', { name: 'Sell below MAP', exact: true })).toBeFocused()
  await expect(page.getByRole('tooltip')).toContainText('Allows prices below the minimum advertised price')
  await accessible(page)
  // its exceptions only matter while it is off
  const exception = page.getByRole('switch', { name: 'Let price rules ignore MAP', exact: true })
  await expect(exception).toBeEnabled()
  await page.getByRole('switch', { name: 'Sell below MAP', exact: true }).check()
  await expect(exception).toBeDisabled()
  await page.getByRole('switch', { name: 'Sell below MAP', exact: true }).uncheck()
  await page.getByLabel('Quantity minimum').fill('10')
  await page.getByLabel('Quantity maximum').fill('9')
  await expect(page.getByLabel('Weight scale')).toBeDisabled()
  await page.getByRole('switch', { name: 'Scale weights', exact: true }).check()
  await page.getByLabel('Weight scale').fill('none')
  await save(page)
  await expect(page.getByText('The maximum must not be below the minimum')).toBeVisible()
  await expect(page.getByText('Enter a number above 0, such as 1.1')).toBeVisible()
  await expect(page.getByText('Please fix the errors listed in red and try again')).toBeVisible()
  await accessible(page)
  await page.getByLabel('Quantity maximum').fill('90')
  await page.getByLabel('Weight scale').fill('1.25')
  await save(page)
  await expect(page.getByText('Integration saved')).toBeVisible()
  await page.reload()
  await unfold(page, 'Images')
  await expect(page.getByLabel('Weight scale')).toHaveValue('1.25')
  await expect(page.getByRole('switch', { name: 'Send images', exact: true })).not.toBeChecked()
})

/** An integration whose supplier has twelve products, with a store in Magento that takes files. */
async function selling(api: Api) {
  // SKUs that no other supplier of the vendor has in this market
  const rows = plainRows(12).map(([sku, ...more]) => [`${unique()}-${String(sku)}`, ...more])
  const { vendor_id: vid, dropshipper_id } = await api.makeSelling(plainColumns, rows)
  const store = `Magento ${unique()}`
  await api.call('saveStore', {
    params: { vid },
    body: {
      store: {
        ...emptyStore,
        market_id: 34,
        vendor_store_name: store,
        protocol: 'storage',
        storage_folder: unique().toLowerCase(),
      },
    },
  })
  const all = await api.call('listVendorIntegrations', { params: { vendor_id: vid } })
  const { vendor_market_map_id } = all.find((i) => i.dropshipper_id === dropshipper_id)!
  return { path: `/vendors/view/${vid}/integration/${vendor_market_map_id}`, store, sku: String(rows[0]![0]) }
}

test.describe('settings', () => {
  test.use({ expected: [/500/] })
  test('show before saving how they affect the products in the stores', nightly, async ({ page, api }) => {
    const { path, store, sku } = await selling(api)
    await signIn(page, people.support, path)
    await expect(page.getByRole('link', { name: store, exact: true })).toBeVisible()
    const said = page.getByRole('region', { name: 'Effects of saving' })
    await page.getByLabel('Quantity buffer').fill('100')
    // none of the twelve is in the store before its first update
    await expect(said).toContainText(
      /12 new products would no longer be added|12 of 12 products would be set to 0/,
      { timeout: 15_000 },
    )
    await accessibleInBothThemes(page)
    // nothing that is typed becomes another amount
    for (const typed of ['2.5', '-5', '1e3', 'many', '9999999']) {
      const buffer = page.getByLabel('Quantity buffer')
      await buffer.clear()
      await buffer.pressSequentially(typed)
      await expect(buffer).toHaveValue(typed)
      await expect(buffer).toHaveAccessibleDescription(/Enter a whole number from 0 to 1,000,000/)
    }
    await page.getByLabel('Quantity buffer').fill('100')
    await page.getByLabel('Quantity minimum').fill('10')
    await page.getByLabel('Quantity maximum').fill('9')
    await expect(said).toContainText('Correct the amounts to see the effects.')
    await page.route('**/preview', (route) => route.fulfill({ status: 500, body: '{}' }))
    await page.getByLabel('Quantity maximum').fill('99')
    await expect(said).toContainText('Couldn’t calculate the effects', { timeout: 15_000 })
    await page.unroute('**/preview')
    await said.getByRole('button', { name: 'Try again' }).click()
    await expect(said).toContainText(/12/)
    await page.getByRole('button', { name: 'Discard' }).click()
    await expect(said).toHaveCount(0)
    // one that is found alone is chosen
    await more(page, 'Diagnose SKU…')
    const dialog = page.getByRole('dialog', { name: /^Diagnose SKU from / })
    await dialog.getByLabel('SKU').fill(sku)
    await expect(dialog.getByRole('radio', { name: sku })).toBeChecked()
    await expect(dialog.getByRole('button', { name: 'Diagnose SKU' })).toBeEnabled()
  })
})

test.describe('two people', () => {
  test.use({ expected: [/409/] })
  test('who change one integration get their changes merged', nightly, async ({ page, api, browser }) => {
    const { path } = await integrated(api)
    await signIn(page, people.support, path)
    await unfold(page, prices, weights)
    await page.getByRole('switch', { name: 'Sell below MAP', exact: true }).check()
    const other = await browser.newPage()
    await signIn(other, people.admin, path)
    await unfold(other, weights)
    await other.getByRole('switch', { name: 'Scale weights', exact: true }).check()
    await save(other)
    await expect(other.getByText('Integration saved')).toBeVisible()
    await other.close()
    await save(page)
    const conflict = page.getByRole('dialog', { name: /changed this while you were editing/ })
    await expect(conflict).toContainText('Scale weights')
    await accessible(page)
    await conflict.getByRole('button', { name: /^Save/ }).click()
    await expect(page.getByRole('switch', { name: 'Scale weights', exact: true })).toBeChecked()
    await expect(page.getByRole('switch', { name: 'Sell below MAP', exact: true })).toBeChecked()
  })
})

test('the configuration is filled in, including a menu with several values', async ({ page, api }) => {
  const { path, params } = await integrated(api)
  await signIn(page, people.support, path)
  await page.getByRole('tab', { name: 'Configuration' }).click()
  await page.getByLabel('Stock location').fill('')
  await save(page)
  await expect(page.getByText('Required', { exact: true })).toBeVisible()
  await page.getByLabel('Stock location').fill('Warehouse West')
  await page.getByRole('combobox', { name: 'Sales channels' }).click()
  await page.getByRole('option', { name: 'Point of sale' }).click()
  await page.keyboard.press('Escape')
  await accessible(page)
  await save(page)
  await expect(page.getByText('Configuration saved')).toBeVisible()
  const { configs } = await api.call('getIntegration', { params })
  expect(configs.values).toMatchObject({
    'market:location_name': 'Warehouse West',
    'market:sales_channels': 'online_store~point_of_sale',
  })
  await page.getByRole('tab', { name: 'Updates' }).click()
  await expect(page.getByText('No store in Shopify, so nothing to update.')).toBeVisible()
})

test(
  'leaving a tab with unsaved changes asks first, and an act in the header updates the form',
  nightly,
  async ({ page, api }) => {
    const { path } = await integrated(api, { is_activated: 2 })
    await signIn(page, people.support, path)
    await unfold(page, prices, weights)
    await page.getByRole('switch', { name: 'Sell below MAP', exact: true }).check()
    await page.getByRole('tab', { name: 'Updates' }).click()
    const asks = page.getByRole('dialog', { name: 'Leave without saving?' })
    await asks.getByRole('button', { name: 'Keep editing' }).click()
    await page.getByRole('button', { name: 'Discard' }).click()
    await page.getByRole('button', { name: 'Activate', exact: true }).click()
    await expect(page.getByRole('combobox', { name: 'Activation' })).toHaveValue('Active Integration')
    await expect(page.getByText('1 change')).toHaveCount(0)
  },
)

test.describe('an integration that doesn’t exist', () => {
  test.use({ expected: [/404 \(Not Found\)/] })
  test('links to its vendor and says that it doesn’t exist', async ({ page, api }) => {
    const { vendor_id } = await api.someVendor()
    await signIn(page, people.support, '/vendors/search')
    for (const id of ['987654', 'nine', '0']) {
      await page.goto(`/vendors/view/${vendor_id}/integration/${id}`)
      await expect(page).toHaveURL(`/vendors/view/${vendor_id}`)
      await expect(page.getByText(`This vendor has no integration ${id}`)).toBeVisible()
    }
  })
})
