import type { Page } from '@playwright/test'
import {
  accessible,
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

// one customer's subscriptions, of one version: one test after another
test.describe.configure({ mode: 'default' })

/** The customer of the demonstration, with a supplier of the test's own that it is subscribed to. */
async function made(api: Api) {
  const supplier = await api.makeFeed(plainColumns, plainRows(3))
  expect((await api.runFeed(supplier)).state).toBe('applied')
  const { vendors } = await api.call('searchVendors', { body: { term: people.customer } })
  const { vendor_id } = vendors[0]!
  await api.call('addSubscription', { params: { vendor_id, did: supplier.dropshipper_id } })
  return { ...supplier, vendor_id }
}
const item = (page: Page, name: string, list = 'My subscriptions') =>
  page.getByRole('list', { name: list }).getByRole('listitem').filter({ hasText: name })
/** All of it in sight, under no bar. */
async function whole(page: Page, width: number) {
  await page.setViewportSize({ width, height: 4000 })
  await accessible(page)
  await page.setViewportSize({ width, height: 800 })
}
/** Nothing is wider than the page. */
const fits = (page: Page) =>
  expect
    .poll(() => page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth))
    .toBeLessThanOrEqual(0)

test('a customer cancels the selected subscriptions after seeing the effect, and reactivates them', async ({
  page,
  api,
}) => {
  const { name, vendor_id } = await made(api)
  await page.setViewportSize({ width: 375, height: 800 })
  await signIn(page, people.customer, '/account/subscriptions')
  await item(page, name).getByRole('checkbox', { name }).check()
  await page.getByRole('button', { name: 'Cancel 1 subscription…' }).click()
  const dialog = page.getByRole('dialog', { name: `Cancel ${name}` })
  await expect(dialog.getByText('Nothing changes until')).toBeVisible()
  await expect(dialog.getByText('Your next charge on')).toBeVisible()
  const act = dialog.getByRole('button', { name: 'Cancel subscription' })
  await expect(act).toBeDisabled()
  await expect(dialog.getByText('Choose a reason')).toBeVisible()
  await dialog.getByRole('radio', { name: 'I’m not happy with the supplier' }).check()
  await expect(dialog.getByText('Tell us why you’re canceling')).toBeVisible()
  const why = `Late every week ${unique()}`
  await dialog.getByRole('textbox', { name: 'Tell us more' }).fill(why)
  await fits(page)
  await whole(page, 375)
  await act.click()
  await expect(item(page, name)).toContainText('Ending')
  await expect(item(page, name).getByRole('checkbox')).toBeDisabled()
  const { logs } = await api.call('searchVendorLog', { body: { vendor_id, type: 'subscription.cancel' } })
  expect(logs[0]!.reason).toBe(`I’m not happy with the supplier: ${why}`)

  await page.getByRole('button', { name: `Reactivate ${name}` }).click()
  await expect(page.getByRole('dialog').getByText('It stays active.')).toBeVisible()
  await page.getByRole('dialog').getByRole('button', { name: 'Reactivate subscription' }).click()
  await expect(item(page, name)).toContainText('Active')
})

test(
  'several cancellations list the suppliers’ names, and no dialog button for backing out is called Cancel',
  nightly,
  async ({ page, api }) => {
    const [one, other] = [await made(api), await made(api)]
    await page.setViewportSize({ width: 375, height: 800 })
    await signIn(page, people.customer, '/account/subscriptions')
    for (const { name } of [one, other]) await item(page, name).getByRole('checkbox', { name }).check()
    // the second click of two falls beside the dialog that the first one opens
    await page.getByRole('button', { name: 'Cancel 2 subscriptions…' }).dblclick()
    const cancel = page.getByRole('dialog', { name: 'Cancel 2 subscriptions' })
    const names = cancel.getByText(one.name)
    await expect(names).toContainText(other.name)
    const what = cancel.getByText('Nothing changes until')
    await expect(what).toBeVisible()
    expect((await names.boundingBox())!.y).toBeLessThan((await what.boundingBox())!.y)
    expect(
      (await cancel.getByRole('button', { name: 'Close' }).boundingBox())!.height,
    ).toBeGreaterThanOrEqual(44)
    await cancel.getByRole('button', { name: 'Go back' }).click()
    await page.getByRole('button', { name: 'Pause 2 subscriptions…' }).click()
    const pause = page.getByRole('dialog', { name: 'Request a pause for 2 subscriptions' })
    await expect(pause.getByRole('button', { name: 'Cancel' })).toHaveCount(0)
    await pause.getByRole('button', { name: 'Go back' }).click()
    await expect(pause).toHaveCount(0)
    await expect(item(page, one.name)).toContainText('Active')
  },
)

test(
  'a pause can be requested only once, and the request shows beside the subscription',
  nightly,
  async ({ page, api }) => {
    const { name, vendor_id } = await made(api)
    await signIn(page, people.customer, '/account/subscriptions')
    await item(page, name).getByRole('checkbox', { name }).check()
    await page.getByRole('button', { name: 'Pause 1 subscription…' }).click()
    const dialog = page.getByRole('dialog', { name: `Request a pause for ${name}` })
    await expect(
      dialog.getByText('Support will confirm your request within 24-48 business hours.'),
    ).toBeVisible()
    await expect(dialog.getByText('A pause costs $9 a month per supplier.')).toBeVisible()
    await whole(page, 1440)
    await dialog.getByRole('button', { name: 'Request pause' }).click()
    await expect(item(page, name)).toContainText('Pause requested on')
    await item(page, name).getByRole('checkbox', { name }).check()
    await expect(page.getByRole('button', { name: /^Pause/ })).toHaveCount(0)
    await expect
      .poll(() => api.notification(name))
      .toMatchObject({ link: `/vendors/view/${vendor_id}/subscriptions` })
    await page.getByRole('button', { name: `Withdraw request to pause ${name}` }).click()
    await expect(page.getByText(`Pause request for ${name} withdrawn`)).toBeVisible()
    await expect(item(page, name)).not.toContainText('Pause requested on')
  },
)

test('a dialog’s error shows in the dialog, not in a toast', nightly, async ({ page, api, expected }) => {
  expected.push(/503/)
  const { name } = await made(api)
  await signIn(page, people.customer, '/account/subscriptions')
  await page.route('**/api/account/pause-subscriptions', (route) => route.fulfill({ status: 503, body: '' }))
  await item(page, name).getByRole('checkbox', { name }).check()
  await page.getByRole('button', { name: 'Pause 1 subscription…' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Anything we should know? (optional)').fill('Only until spring')
  await dialog.getByRole('button', { name: 'Request pause' }).click()
  await expect(dialog.getByRole('alert')).toBeVisible()
  // at once: it would go by itself
  expect(await page.locator('.mantine-Notification-root').count()).toBe(0)
  await expect(dialog.getByLabel('Anything we should know? (optional)')).toHaveValue('Only until spring')
})

test(
  'a supplier without products says that there is no catalog to create',
  nightly,
  async ({ page, api }) => {
    const { name, dropshipper_id } = await api.makeSupplier()
    const { vendors } = await api.call('searchVendors', { body: { term: people.customer } })
    await api.call('addSubscription', { params: { vendor_id: vendors[0]!.vendor_id, did: dropshipper_id } })
    await signIn(page, people.customer, '/account/subscriptions')
    const of = item(page, name, 'Catalogs with your prices')
    await expect(of).toContainText('No products right now')
    await expect(of.getByRole('button')).toHaveCount(0)
  },
)

test(
  'a supplier that sells only to approved shops says so and how to contact us',
  nightly,
  async ({ page, api }) => {
    const { name, dropshipper_id } = await made(api)
    const { dropshipper } = await api.call('getSupplier', { params: { id: dropshipper_id } })
    await api.call('saveSupplier', {
      params: { id: dropshipper_id },
      body: {
        dropshipper: { ...dropshipper, allow_browse: -1 },
        max_file_age_allowed_in_days: 2,
      },
    })
    await signIn(page, people.customer, '/account/subscriptions')
    const of = item(page, name)
    await expect(of).toContainText('Only approved stores can sell these products')
    await expect(of).not.toContainText('0 products')
    await expect(of.getByRole('link', { name: 'Contact us' })).toBeVisible()
  },
)

test('a catalog with custom prices is created and downloaded', async ({ page, api }) => {
  const { name } = await made(api)
  await page.setViewportSize({ width: 800, height: 900 })
  await signIn(page, people.customer, '/account/subscriptions')
  const of = item(page, name, 'Catalogs with your prices')
  await of.getByRole('button', { name: `Create CSV for ${name}` }).click()
  const link = of.getByRole('link', { name: `Download CSV for ${name}` })
  await expect(link).toBeVisible({ timeout: 30_000 })
  await expect(of).toContainText('3 products')
  await whole(page, 800)
  const downloading = page.waitForEvent('download')
  await link.click()
  const download = await downloading
  expect(download.suggestedFilename()).toMatch(/\.csv$/)
  const text = await (await page.request.get((await link.getAttribute('href'))!)).text()
  expect(text.split('\r\n')[0]).toContain('SKU,Title')
  expect(text).toContain('P-2')
})

test('product alerts are added, changed and removed, and each error shows at its field', async ({
  page,
  api,
}) => {
  const { name } = await made(api)
  await page.setViewportSize({ width: 375, height: 800 })
  await signIn(page, people.customer, '/account/product-alerts')
  const unchanged = page.getByRole('button', { name: 'Save product alerts' })
  await unchanged.click()
  await expect(page.getByText("You haven't made any changes to your product alerts!")).toBeVisible()
  await page.getByRole('button', { name: 'Add email address' }).click()
  // one button saves what is changed
  await expect(page.getByRole('button', { name: /^Save/ })).toHaveCount(1)
  const save = page.getByRole('region', { name: 'Unsaved changes' }).getByRole('button', { name: 'Save' })
  const email = page.getByRole('textbox', { name: 'Email', exact: true }).last()
  await save.click()
  await expect(page.getByText('You need to enter an email address')).toBeVisible()
  await expect(page.getByText('Please fix the errors in red and try again')).toBeVisible()
  await email.fill('not an email')
  await save.click()
  await expect(page.getByText('This is not a valid email address')).toBeVisible()
  const address = `w${unique().toLowerCase()}@example.com`
  await email.fill(address)
  await save.click()
  await expect(page.getByText('Choose a supplier', { exact: true })).toBeVisible()
  const mine = page.getByRole('list', { name: `Alerts for ${address}` })
  await mine.getByRole('combobox', { name: 'Supplier' }).fill(name)
  await page.getByRole('option', { name }).click()
  await expect(mine.getByRole('combobox', { name: 'Frequency' })).toHaveValue('Weekly')
  await fits(page)
  await whole(page, 375)
  // what is pressed begins where the fields do
  const field = (await mine.getByRole('combobox', { name: 'Supplier' }).boundingBox())!
  const removing = mine.getByRole('button', { name: 'Remove alert for the new supplier' })
  expect((await removing.getByText('Remove').boundingBox())!.x).toBeCloseTo(field.x, 0)
  await save.click()
  await expect(page.getByText('Product alerts saved')).toBeVisible()
  await expect(mine).toContainText('No emails yet. Next:')
  // a toast stays while the pointer is on it, and a phone has none
  await page.mouse.move(0, 0)
  await expect(page.locator('.mantine-Notification-root')).toHaveCount(0)

  await mine.getByRole('button', { name: `View changes at ${name}` }).click()
  await expect(page.getByRole('dialog')).toContainText('No changes.')
  await expect(page.getByRole('dialog')).toContainText('when you added this alert.')
  await whole(page, 375)
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click()
  await page.getByRole('button', { name: `Remove ${address} and its alerts` }).click()
  const saved = page.waitForResponse((r) => r.request().method() === 'POST')
  await save.click()
  expect((await saved).ok()).toBe(true)
  await expect(mine).toHaveCount(0)
  await page.reload()
  await expect(unchanged).toBeVisible()
  await expect(mine).toHaveCount(0)
})
