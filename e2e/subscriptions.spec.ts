import type { Page } from '@playwright/test'
import {
  accessible,
  expect,
  nightly,
  people,
  signIn,
  test,
  unique,
  type Api,
  type MadeSupplier,
} from './fixtures.ts'

/**
 * A vendor of the demonstration that is charged in the days to come, which the other worker leaves alone. On the
 * day of a charge an act says and does otherwise, and after midnight that is today.
 */
async function charged(api: Api): Promise<number> {
  const { vendors } = await api.call('searchVendors', { body: { all: true, sort: 'oldest', status: [1] } })
  for (const { vendor_id } of vendors.filter((_, i) => i % 2 === test.info().parallelIndex % 2)) {
    const { next_charge_date } = await api.call('listVendorSubscriptions', { params: { vendor_id } })
    if (next_charge_date !== null && Date.parse(next_charge_date) > Date.now() + 2 * 86_400_000)
      return vendor_id
  }
  throw new Error('no user of the demonstration is charged in the days to come')
}
/** That vendor, with a supplier of the test's own. */
async function made(api: Api, subscribe = true): Promise<MadeSupplier & { vendor_id: number; path: string }> {
  const supplier = await api.makeSupplier()
  const vendor_id = await charged(api)
  if (subscribe) await api.call('addSubscription', { params: { vendor_id, did: supplier.dropshipper_id } })
  return { ...supplier, vendor_id, path: `/vendors/view/${vendor_id}/subscriptions` }
}
const row = (page: Page, name: string) =>
  page.getByRole('table', { name: 'Subscriptions' }).getByRole('row', { name })
async function act(page: Page, name: string, item: RegExp | string) {
  await page.getByRole('button', { name: `Actions for ${name}` }).click()
  await page.getByRole('menuitem', { name: item }).click()
  await expect(page.getByRole('menu')).toHaveCount(0)
}

test('a supplier is found and added once, and Undo removes it again', async ({ page, api }) => {
  const { name, path } = await made(api, false)
  await signIn(page, people.support, path)
  await page.getByRole('button', { name: 'Add subscription' }).click()
  const dialog = page.getByRole('dialog', { name: /^Add subscription for/ })
  await expect(dialog.getByRole('button', { name: 'Add subscription' })).toBeDisabled()
  await dialog.getByLabel('Supplier', { exact: true }).fill(name)
  await dialog.getByRole('radio', { name }).check()
  await expect(dialog.getByText('The next charge won’t change.')).toBeVisible()
  await accessible(page)
  await dialog.getByRole('button', { name: `Add ${name}` }).click()
  await expect(row(page, name)).toContainText('Active')
  await page.getByRole('button', { name: 'Add subscription' }).click()
  await dialog.getByLabel('Supplier', { exact: true }).fill(name)
  await expect(dialog.getByRole('radio', { name })).toBeDisabled()
  await expect(dialog.getByText('This supplier is already active on this account')).toBeVisible()
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(row(page, name)).toHaveCount(0)
})

test('each act says its effect and its date, and the list then shows the new status', async ({
  page,
  api,
}) => {
  const { name, path, vendor_id } = await made(api)
  const params = { vendor_id }
  const { next_charge_date } = await api.call('listVendorSubscriptions', { params })
  expect(next_charge_date).not.toBeNull()
  await signIn(page, people.support, path)
  await act(page, name, 'Freeze…')
  const dialog = page.getByRole('dialog')
  await expect(dialog).toContainText('$9 a month for it, starting with that charge.')
  await expect(dialog).toContainText('then is frozen. Settings are saved')
  await accessible(page)
  await dialog.getByRole('button', { name: 'Freeze subscription' }).click()
  await expect(row(page, name)).toContainText('Freeze pending')
  await act(page, name, 'Cancel…')
  await expect(dialog).toContainText('then it ends')
  // of “Cancel” and “Cancel the subscription” nobody knows which one leaves it
  await expect(dialog.getByRole('button', { name: /^(Cancel|Go back)/ })).toHaveText([
    'Go back',
    'Cancel subscription',
  ])
  await dialog.getByRole('button', { name: 'Cancel subscription' }).click()
  await expect(row(page, name)).toContainText('Cancel pending')
  // an Undo brings back exactly what was
  const told = page.getByRole('status').filter({ hasText: `${name} will be canceled` })
  await told.getByRole('button', { name: 'Undo' }).click()
  await expect(row(page, name)).toContainText('Freeze pending')
  await act(page, name, 'Reactivate…')
  await dialog.getByRole('button', { name: 'Reactivate subscription' }).click()
  await expect(row(page, name)).toContainText('Active')
  await act(page, name, 'Remove…')
  await expect(dialog).toContainText('It ends now. This can’t be undone.')
  await dialog.getByRole('button', { name: 'Remove subscription' }).click()
  await expect(row(page, name)).toHaveCount(0)
})

test('selected subscriptions are frozen and reactivated together', nightly, async ({ page, api }) => {
  const [one, two] = [await made(api), await made(api)]
  await signIn(page, people.support, one.path)
  for (const { name } of [one, two]) await page.getByRole('checkbox', { name: `Select ${name}` }).check()
  await accessible(page)
  await page.getByRole('button', { name: 'Freeze 2…' }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog).toContainText('$18 a month for them')
  await dialog.getByRole('button', { name: 'Freeze 2 subscriptions' }).click()
  for (const { name } of [one, two]) await expect(row(page, name)).toContainText('Freeze pending')
  await page.getByRole('button', { name: 'Undo' }).click()
  for (const { name } of [one, two]) await expect(row(page, name)).toContainText('Active')
})

test('the dialog names the selected subscriptions that it leaves out', nightly, async ({ page, api }) => {
  const [one, two] = [await made(api), await made(api)]
  await signIn(page, people.support, one.path)
  for (const { name } of [one, two]) await page.getByRole('checkbox', { name: `Select ${name}` }).check()
  await page.getByRole('button', { name: 'Freeze 2…' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Freeze 2 subscriptions' }).click()
  await expect(row(page, two.name)).toContainText('Freeze pending')
  const three = await made(api)
  await page.reload()
  for (const { name } of [one, three]) await page.getByRole('checkbox', { name: `Select ${name}` }).check()
  await page.getByRole('button', { name: 'Freeze 1…' }).click()
  await expect(page.getByRole('dialog')).toContainText(
    `Skipping 1 of 2 selected: ${one.name} is already set to freeze.`,
  )
})

test.describe('extra access', () => {
  test.use({ expected: [/409/] })
  test('is saved as a set, and two people’s changes merge', nightly, async ({ page, api, browser }) => {
    const [mine, theirs] = [await made(api), await made(api)]
    await signIn(page, people.support, mine.path)
    await page.getByRole('checkbox', { name: `Legacy access to ${mine.name}` }).check()
    const other = await browser.newPage()
    await signIn(other, people.admin, mine.path)
    await other.getByRole('checkbox', { name: `eBay access to ${theirs.name}` }).check()
    await other.getByRole('button', { name: 'Save' }).click()
    await expect(other.getByText('Extra access saved')).toBeVisible()
    await other.close()
    await page.getByRole('button', { name: 'Save' }).click()
    const conflict = page.getByRole('dialog', { name: /changed this while you were editing/ })
    await expect(conflict).toContainText(`${theirs.name}: eBay access`)
    await accessible(page)
    await conflict.getByRole('button', { name: /^Save/ }).click()
    await expect(page.getByRole('checkbox', { name: `eBay access to ${theirs.name}` })).toBeChecked()
    await expect(page.getByRole('checkbox', { name: `Legacy access to ${mine.name}` })).toBeChecked()
  })
})

test('a supplier’s own fields are filled in, and its warehouses chosen', nightly, async ({ page, api }) => {
  const { name, path, dropshipper_id } = await made(api)
  const { dropshipper } = await api.call('getSupplier', { params: { id: dropshipper_id } })
  await api.call('saveSupplier', {
    params: { id: dropshipper_id },
    body: {
      dropshipper,
      max_file_age_allowed_in_days: 2,
      dropshipper_custom_feed_fields: [
        { name: 'Account number', required: true, field_order: 1 },
        { name: 'FTP password', required: false, field_order: 2 },
      ],
    },
  })
  await signIn(page, people.support, path)
  await row(page, name).getByRole('button', { name: 'Fill in 1 field' }).click()
  const dialog = page.getByRole('dialog', { name: `Configuration for ${name}` })
  await dialog.getByLabel('FTP password', { exact: true }).fill('very secret')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog.getByText('Required', { exact: true })).toBeVisible()
  await accessible(page)
  await dialog.getByLabel('Account number').fill('A-100')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(row(page, name).getByRole('button', { name: 'Fill in 1 field' })).toHaveCount(0)
  await act(page, name, 'Configuration…')
  await expect(dialog.getByLabel('Account number')).toHaveValue('A-100')
  await expect(dialog.getByLabel('FTP password', { exact: true })).toHaveValue('')
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await act(page, name, /^Warehouses/)
  const warehouses = page.getByRole('dialog', { name: `Warehouses for ${name}` })
  await warehouses.getByRole('checkbox').first().check()
  await accessible(page)
  await warehouses.getByRole('button', { name: 'Save' }).click()
  await page.getByRole('button', { name: `Actions for ${name}` }).click()
  await expect(page.getByRole('menuitem', { name: 'Warehouses… 1 selected' })).toBeVisible()
})

test('access to a restricted supplier is granted with a note and revoked', nightly, async ({ page, api }) => {
  const name = `Restricted ${unique()}`
  const body = { supplier_name: name, supplier_prefix: unique(), supplier_type: 'restricted' } as const
  await api.call('insertSupplier', { body })
  const { vendor_id } = await api.someVendor()
  await signIn(page, people.support, `/vendors/view/${vendor_id}/restricted_supplier_access`)
  await page.getByRole('button', { name: 'Grant access' }).click()
  const dialog = page.getByRole('dialog', { name: /access to a restricted supplier/ })
  await dialog.getByRole('combobox', { name: 'Restricted supplier' }).fill(name)
  await page.getByRole('option', { name }).click()
  await expect(dialog.getByText('You must enter a note')).toBeVisible()
  await dialog.getByRole('textbox', { name: 'Note' }).fill('The supplier agreed by mail')
  await accessible(page)
  await dialog.getByRole('button', { name: 'Grant access' }).click()
  const given = page.getByRole('table', { name: 'Restricted suppliers' }).getByRole('row', { name })
  await expect(given).toContainText('The supplier agreed by mail')
  await expect(given).toContainText('Sasha Support')
  await page.getByRole('button', { name: `Remove access to ${name}` }).click()
  const asks = page.getByRole('dialog', { name: /^Remove .* access/ })
  await expect(asks).toContainText('No active integrations are affected.')
  await accessible(page)
  await asks.getByRole('button', { name: 'Remove access' }).click()
  await expect(given).toHaveCount(0)
})
