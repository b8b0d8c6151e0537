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

/** A vendor of the demonstration, with a store of the test's own. */
async function made(api: Api) {
  const { vendor_id } = await api.someVendor()
  const store = await api.makeStore(vendor_id)
  const path = `/vendors/view/${vendor_id}/stores`
  return { ...store, vendor_id, list: path, path: `${path}/${store.vendor_store_id}` }
}
const row = (page: Page, name: string) =>
  page.getByRole('table', { name: 'Stores' }).getByRole('row', { name })
const save = (page: Page) => page.getByRole('button', { name: 'Save', exact: true }).click()
async function choose(page: Page, label: string, option: string) {
  await page.getByRole('combobox', { name: label }).click()
  await page.getByRole('option', { name: option, exact: true }).click()
}

test('a store is added, connected, tested, and deleted after a warning of what that ends', async ({
  page,
  api,
}) => {
  const { vendor_id } = await api.someVendor()
  const name = `Garden shop ${unique()}`
  await signIn(page, people.support, `/vendors/view/${vendor_id}/stores`)
  await page.getByRole('button', { name: 'Add store' }).click()
  const dialog = page.getByRole('dialog', { name: /^Add store for/ })
  await dialog.getByRole('button', { name: 'Add store' }).click()
  await expect(dialog.getByText('Enter a name')).toBeVisible()
  await expect(dialog.getByText('Choose a market')).toBeVisible()
  await dialog.getByLabel('Name').fill(name)
  await dialog.getByRole('combobox', { name: 'Market' }).click()
  await page.getByRole('option', { name: 'eBay', exact: true }).click()
  // a login in an address is saved where it is encrypted
  await dialog.getByLabel('Store address').fill('https://ann:secret@shop.example.com/')
  await dialog.getByLabel('Name').focus()
  await expect(dialog.getByLabel('Store address')).toHaveValue('https://shop.example.com/')
  await expect(dialog).toContainText('The login in the address is saved as the admin login.')
  await accessible(page)
  await dialog.getByRole('button', { name: 'Add store' }).click()
  await expect(page.getByRole('heading', { level: 2, name })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Update now' })).toBeDisabled()
  const login = page.getByLabel('Admin login')
  const password = page.getByRole('textbox', { name: 'Admin password' })
  await expect(login).toHaveValue('ann')
  await expect(password).toHaveAttribute('placeholder', /Saved/)
  await page.getByLabel('Admin address').fill('https://shop.example.com/admin?shop=5&token=t0ken')
  await login.focus()
  await expect(page.getByLabel('Admin address')).toHaveValue('https://shop.example.com/admin?shop=5')
  await expect(
    page.getByText('Moved from the address to Admin password. Saving replaces the saved password'),
  ).toBeVisible()
  await expect(password).toHaveValue('t0ken')
  await page
    .getByRole('status')
    .filter({ hasText: 'Moved from' })
    .getByRole('button', { name: 'Close' })
    .click()
  await choose(page, 'Connection type', 'Folder in our storage')
  await expect(page.getByLabel('Folder')).toHaveValue(/^vendor-\d+-store-\d+$/)
  await page.getByRole('textbox', { name: 'Database password' }).fill('secret')
  await page.getByRole('button', { name: 'Test connection' }).click()
  const checks = page.getByRole('list', { name: 'Checks' })
  await expect(checks.getByRole('listitem')).toHaveText([/OK.*Write access/s])
  await accessible(page)
  await save(page)
  await expect(page.getByText('Store saved')).toBeVisible()
  // what was tried is what was saved, though a password's field is empty again
  await expect(page.getByRole('textbox', { name: 'Database password' })).toHaveValue('')
  const outcome = page.getByRole('region', { name: 'Connection test' }).getByRole('status')
  await expect(outcome).toHaveText(/all checks passed$/)
  await page.getByLabel('Image path').fill('/images')
  await expect(outcome).toHaveText(/The form has changed since$/)
  await page.getByRole('button', { name: 'Discard' }).click()
  await expect(outcome).toHaveText(/all checks passed$/)
  await page.getByRole('link', { name: 'All stores' }).click()
  await expect(row(page, name)).toContainText('eBay')
  // a row opens by its key, too
  await row(page, name).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 2, name })).toBeVisible()
  await page.getByRole('button', { name: 'Delete…' }).click()
  const asks = page.getByRole('dialog', { name: `Delete ${name}` })
  await expect(asks).toContainText('permanently deleted.')
  await expect(asks).toContainText('Listings in the market and files in the store’s folder stay.')
  await accessible(page)
  await expect(asks.getByRole('button', { name: 'Delete store' })).toBeDisabled()
  await asks.getByLabel('Reason').fill('moved to another shop')
  await asks.getByRole('button', { name: 'Delete store' }).click()
  await expect(page.getByRole('button', { name: 'Add store' })).toBeVisible()
  await expect(row(page, name)).toHaveCount(0)
})

test(
  'a new store lists what is missing, and shows its market’s API settings side by side',
  nightly,
  async ({ page, api }) => {
    const { vendor_id } = await api.someVendor()
    const params = { vid: vendor_id }
    const markets = await api.call('listStoreMarkets', { params })
    const { market_id } = markets.find((m) => m.market_name === 'WooCommerce')!
    const store = { ...emptyStore, market_id, vendor_store_name: `Woo ${unique()}` }
    const { vendor_store_id } = await api.call('saveStore', { params, body: { store } })
    await signIn(page, people.support, `/vendors/view/${vendor_id}/stores/${vendor_store_id}`)
    await expect(page.getByText('Not connected to WooCommerce yet.')).toBeVisible()
    // what it is set to comes before what it was sent
    const parts = await page.getByRole('heading', { level: 2 }).allTextContents()
    expect(parts.indexOf('Connection')).toBeLessThan(parts.indexOf('Updates'))
    await page.getByRole('button', { name: 'Connect', exact: true }).click()
    await expect(page.getByRole('combobox', { name: 'Connection type' })).toBeFocused()
    await choose(page, 'Connection type', 'API')
    const connection = page.locator('section', { has: page.getByRole('heading', { name: 'Connection' }) })
    for (const name of ['Admin address', 'Admin login (Consumer key)', 'Admin password (Consumer secret)'])
      await expect(connection.getByLabel(name)).toHaveAttribute('required')
    await page.getByRole('button', { name: 'Test connection' }).click()
    await expect(connection.getByLabel('Admin address')).toBeFocused()
    await accessible(page)
  },
)

test(
  'a saved password is kept, and changing the host clears it, with a warning before and after',
  nightly,
  async ({ page, api }) => {
    const { path } = await made(api)
    await signIn(page, people.support, path)
    await choose(page, 'Connection type', 'SFTP')
    await page.getByLabel('Host').fill('sftp.shop.example.com')
    await page.getByRole('textbox', { name: 'Path', exact: true }).fill('/in')
    await page.getByRole('textbox', { name: 'Login', exact: true }).fill('ann')
    await page.getByLabel('FTP password', { exact: true }).fill('very secret')
    await save(page)
    await expect(page.getByLabel('FTP password', { exact: true })).toHaveAttribute('placeholder', /Saved/)
    await expect(page.getByLabel('FTP password', { exact: true })).toHaveValue('')
    await page.getByLabel('Host').fill('sftp.other.example.com')
    const lost = page.getByRole('alert').filter({ hasText: 'Saving deletes the following' })
    await expect(lost).toContainText('FTP password is deleted because the host changes. Enter it again.')
    await accessible(page)
    await page.getByRole('link', { name: 'All stores' }).click()
    const leave = page.getByRole('dialog', { name: 'Leave without saving?' })
    await leave.getByRole('button', { name: 'Keep editing' }).click()
    await save(page)
    await expect(page.getByRole('status').getByText('FTP password is deleted because')).toBeVisible()
    await expect(page.getByLabel('FTP password', { exact: true })).not.toHaveAttribute('placeholder', /Saved/)
  },
)

test(
  'a connection test names the failed step and the fix, and skips the remaining steps',
  nightly,
  async ({ page, api }) => {
    const { path } = await made(api)
    await signIn(page, people.support, path)
    await choose(page, 'Connection type', 'FTP')
    await page.getByRole('button', { name: 'Test connection' }).click()
    await expect(page.getByText('Enter a host')).toBeVisible()
    await expect(page.getByText('Enter a login')).toBeVisible()
    await page.getByLabel('Host').fill('nowhere.invalid')
    await page.getByRole('textbox', { name: 'Path', exact: true }).fill('/in')
    await page.getByRole('textbox', { name: 'Login', exact: true }).fill('ann')
    await page.getByRole('button', { name: 'Test connection' }).click()
    const checks = page.getByRole('list', { name: 'Checks' }).getByRole('listitem')
    await expect(checks).toHaveCount(5)
    await expect(checks.first()).toContainText('Failed')
    await expect(checks.first()).toContainText('Check the spelling of the host')
    await expect(checks.last()).toContainText('Skipped')
    await accessible(page)
  },
)

test.describe('an invalid value', () => {
  test.use({ expected: [/40[04]/] })
  test('is reported at its field, and a store that doesn’t exist is reported', async ({ page, api }) => {
    const { path, list, vendor_id } = await made(api)
    const other = await api.makeStore(vendor_id)
    await signIn(page, people.support, path)
    const typed = page.getByRole('textbox', { name: 'Name', exact: true })
    await typed.fill('A shop '.repeat(15))
    await save(page)
    await expect(page.getByText('Enter at most 100 characters')).toBeVisible()
    await expect(typed).toBeFocused()
    await typed.fill(other.name)
    await save(page)
    await expect(page.getByText('Another store of this vendor has this name')).toBeVisible()
    await page.getByRole('button', { name: 'Discard' }).click()
    await page.goto(`${list}/99999999`)
    await expect(page.getByText('Store not found')).toBeVisible()
    await page.getByRole('link', { name: 'All stores' }).click()
    await expect(row(page, other.name)).toBeVisible()
  })
})

test('a store’s changes can be dry run and sent, and an update rolled back', async ({ page, api }) => {
  // SKUs that no other supplier of the vendor has in this market
  const rows = plainRows(12).map(([sku, ...more]) => [`${unique()}-${String(sku)}`, ...more])
  const { vendor_id, dropshipper_id } = await api.makeSelling(plainColumns, rows)
  const name = `Magento ${unique()}`
  const { vendor_store_id } = await api.call('saveStore', {
    params: { vid: vendor_id },
    body: {
      store: {
        ...emptyStore,
        market_id: 34,
        vendor_store_name: name,
        protocol: 'storage',
        storage_folder: unique().toLowerCase(),
      },
    },
  })
  await signIn(page, people.support, `/vendors/view/${vendor_id}/stores/${vendor_store_id}`)
  const updates = page.getByRole('table', { name: 'Updates', exact: true })
  const details = page.getByRole('region', { name: /^Update \d+$/ })
  const begin = async (item: RegExp) => {
    await page.getByRole('button', { name: 'Update now' }).click()
    await page.getByRole('menuitem', { name: item }).click()
    await expect(page.getByRole('menu')).toHaveCount(0)
  }
  // a store that is new is sent everything by itself
  await expect(updates.getByRole('row', { name: /^\d+ Sent/ })).toBeVisible({ timeout: 40_000 })
  await begin(/^Dry run/)
  await expect(updates.getByRole('row', { name: /Dry run/ })).toBeVisible({ timeout: 40_000 })
  await expect(details).toContainText('Nothing to send. The store is up to date.')
  await expect(page.getByText('Up to date. All changes sent.')).toBeVisible()
  await page.getByRole('button', { name: /^Close update/ }).click()
  await expect(details).toHaveCount(0)
  await updates.getByRole('row', { name: /^\d+ Sent/ }).click()
  // so many at once that what the store is set to stays in reach
  const products = page.getByRole('table', { name: 'Products in update' }).locator('tbody tr')
  await expect(products).toHaveCount(10)
  await page.getByRole('button', { name: /^Show (all|the first) \d+ products$/ }).click()
  await expect(products.nth(11)).toBeVisible()
  const [sku] = rows[7]!
  await page.getByLabel('Find SKU in update').fill(String(sku).toLowerCase())
  await expect(products).toHaveText([new RegExp(String(sku))])
  await page.reload()
  await expect(products).toHaveText([new RegExp(String(sku))])
  await page.getByLabel('Find SKU in update').fill('none of it')
  await expect(details).toContainText('No SKUs in this update start with none of it')
  await page.getByLabel('Find SKU in update').fill('')
  await expect(products).toHaveCount(10)
  await page.getByRole('button', { name: 'Roll back…' }).click()
  const asks = page.getByRole('dialog', { name: /^Roll back update/ })
  await expect(asks).toContainText('descriptions and images stay unchanged.')
  await accessible(page)
  await asks.getByLabel('Reason').fill('A wrong feed')
  await asks.getByRole('button', { name: 'Roll back update' }).click()
  // what was told to take it back opens in its place
  await expect(updates.getByRole('row', { name: /Rollback/ })).toHaveAttribute('aria-current', 'true')
  await expect(updates.getByRole('row', { name: /Rollback/ })).toContainText('Sent', { timeout: 40_000 })
  await begin(/^Resend everything/)
  await expect(details).toContainText(/\d+ products sent/, { timeout: 40_000 })
  await accessible(page)
  await page.getByRole('button', { name: 'Approval limits…' }).click()
  const bounds = page.getByRole('dialog', { name: 'Approval limits' })
  await bounds.getByLabel(/^Products selling out/).fill('60')
  await accessible(page)
  await bounds.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Approval limits saved')).toBeVisible()

  // its supplier's page says how old what it shows is, above the runs
  await page.goto(`/suppliers/view/${dropshipper_id}`)
  await page.getByRole('link', { name: /limit 48 h\)$/ }).click()
  const fresh = page.getByRole('heading', { name: 'Store data age' })
  await expect(page.getByRole('table', { name: 'Store data age' })).toContainText(name)
  const [shelves, runs] = await Promise.all(
    [fresh, page.getByRole('heading', { name: 'History' })].map((one) => one.boundingBox()),
  )
  expect(shelves!.y).toBeLessThan(runs!.y)
})

test('a store’s orders are fetched from its market, and a tracking number is sent once', async ({
  page,
  api,
  baseURL,
}) => {
  const { vendor_id } = await api.someVendor()
  const params = { vid: vendor_id }
  const markets = await api.call('listStoreMarkets', { params })
  const { market_id } = markets.find((m) => m.market_name === 'WooCommerce')!
  const { vendor_store_id } = await api.call('saveStore', {
    params,
    body: {
      store: {
        ...emptyStore,
        market_id,
        vendor_store_name: `Woo ${unique()}`,
        protocol: 'api',
        // a shop of the test's own
        store_admin_url: `${baseURL}/dev/markets/woocommerce/${Date.now()}`,
        store_admin_login: 'ck_key',
        store_admin_password: 'demo-token',
      },
    },
  })
  await signIn(page, people.support, `/vendors/view/${vendor_id}/stores/${vendor_store_id}`)
  const orders = page.getByRole('table', { name: 'Orders', exact: true })
  await expect(orders).toHaveCount(0)
  await page.getByRole('button', { name: 'Load orders from WooCommerce' }).click()
  await expect(orders.getByRole('row', { name: /^#1003.*Shipped/ })).toContainText(
    'USPS 9400111899223197428490',
  )
  await expect(orders.getByRole('row')).toHaveCount(6)
  await page.getByRole('button', { name: 'Placed in the last 7 days' }).click()
  await page.getByRole('radio', { name: 'in the last 30 days' }).click()
  await expect(orders.getByRole('row')).toHaveCount(7)
  await page.keyboard.press('Escape')
  const row = orders.getByRole('row', { name: /^#1005/ })
  await expect(row).toContainText('Open')
  await row.click()
  const details = page.getByRole('region', { name: 'Order #1005' })
  await expect(details.getByRole('row', { name: /^LAMP-2 Desk lamp/ })).toBeVisible()
  await accessibleInBothThemes(page)
  const confirm = async (tracking: string, units?: string) => {
    await details.getByRole('button', { name: 'Confirm tracking…' }).click()
    const dialog = page.getByRole('dialog', { name: 'Confirm tracking for order #1005' })
    await expect(dialog.getByRole('button', { name: 'Send to WooCommerce' })).toBeDisabled()
    await dialog.getByLabel('Carrier').fill('UPS')
    await dialog.getByLabel('Tracking number').fill(tracking)
    if (units) {
      await dialog.getByLabel('Units of MUG-BLUE').fill(units)
      await accessibleInBothThemes(page)
    }
    await dialog.getByRole('button', { name: 'Send to WooCommerce' }).click()
    await expect(dialog).toHaveCount(0)
  }
  await confirm('1Z999AA10000000001', '1')
  await expect(row).toContainText('Partly shipped')
  await expect(page.getByText('1 × LAMP-2, 1 × MUG-BLUE; 2 units of #1005 left to ship')).toBeVisible()
  // the rest goes under the same number
  await confirm('1Z 999 AA1 0000000001')
  await expect(page.getByText('2 × MUG-BLUE; #1005 is fully shipped')).toBeVisible()
  await expect(row).toContainText('4 of 4')
  await expect(details.getByRole('button', { name: 'Confirm tracking…' })).toBeDisabled()
  await expect(details).toContainText('1Z')
})
