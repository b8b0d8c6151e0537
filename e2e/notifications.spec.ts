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

/** A supplier whose second run is held. */
async function heldSupplier(api: Api, name?: string) {
  const supplier = await api.makeFeed(plainColumns, plainRows(60), name ? { name } : {})
  await api.runFeed(supplier)
  await api.upload(supplier, plainColumns, plainRows(30))
  const run = await api.runFeed(supplier)
  expect(run.state).toBe('held')
  await expect.poll(() => api.notification(supplier.name)).toBeDefined()
  return { supplier, run }
}

test('a held run is a notification that is assigned, ticketed and resolved once the run is discarded', async ({
  page,
  api,
}) => {
  const { supplier, run } = await heldSupplier(api)
  await signIn(page, people.support, `/notifications?search=${supplier.name}`)
  const row = page
    .getByRole('table', { name: 'Notifications' })
    .getByRole('row')
    .filter({ hasText: supplier.name })
  await expect(row).toContainText(`${supplier.name}: run ${run.feed_run_id} held.`)
  await expect(row).toContainText('Open')
  await row.getByRole('button', { name: 'Assign to me' }).click()
  await expect(row).toContainText('Assigned to')

  await row.getByRole('button', { name: 'More' }).click()
  await page.getByRole('menuitem', { name: 'Link ticket…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Link ticket' })
  await dialog.getByRole('textbox', { name: 'Ticket' }).fill('later')
  await expect(dialog.getByRole('button', { name: 'Link ticket' })).toBeDisabled()
  await dialog.getByRole('textbox', { name: 'Ticket' }).fill('https://jira.example.com/browse/FS-77')
  await dialog.getByRole('button', { name: 'Link ticket' }).click()
  await expect(row.getByRole('link', { name: 'FS-77' })).toHaveAttribute(
    'href',
    'https://jira.example.com/browse/FS-77',
  )

  await api.call('discardRun', {
    params: { feed_run_id: run.feed_run_id },
    body: { reason: 'Half is missing' },
  })
  await expect.poll(async () => (await api.notification(supplier.name))?.ended_tm).toEqual(expect.any(String))
  await page.reload()
  await expect(row).toContainText('Resolved')
  await row.getByRole('button', { name: 'Dismiss' }).click()
  await expect(page.getByText('No notifications match these filters.')).toBeVisible()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(row).toContainText('Resolved')
})

test('a list that can’t be loaded says so and loads on request', async ({ page, expected }) => {
  expected.push(/503/)
  let isBroken = true
  await page.route('**/api/system-messages/', (route) =>
    isBroken ? route.fulfill({ status: 503, body: '' }) : route.continue(),
  )
  await signIn(page, people.support, '/notifications?status=all')
  const again = page.getByRole('main').getByRole('button', { name: 'Try again' })
  await expect(again).toBeVisible()
  isBroken = false
  await again.click()
  await expect(page.getByRole('table', { name: 'Notifications' })).toBeVisible()
})

test('a rule shows what it would have sent before it is saved', async ({ page, api }) => {
  await heldSupplier(api)
  await signIn(page, people.support, '/notifications')
  await page.getByRole('link', { name: 'Settings', exact: true }).click()
  await expect(page.getByRole('table', { name: 'Rules' })).toContainText('Urgent problems')
  await page.getByRole('button', { name: 'Add rule for me…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add rule for me' })
  await dialog.getByRole('button', { name: 'Add rule' }).click()
  await expect(dialog.getByText('Enter a name')).toBeVisible()
  const name = `Feeds ${unique()}`
  await dialog.getByLabel('Name').fill(name)
  await dialog.getByRole('combobox', { name: 'Suppliers and vendors' }).click()
  await page.getByRole('option', { name: 'Everything' }).click()
  const preview = dialog.getByRole('region', { name: 'Last 7 days' })
  await expect(preview).toContainText(/notifications? match/)
  await accessible(page)
  await dialog.getByRole('button', { name: 'Add rule' }).click()
  const row = page.getByRole('row').filter({ hasText: name })
  await expect(row).toContainText('By email, immediately')
  await row.getByRole('button', { name: `Delete ${name}` }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete rule' }).click()
  await expect(row).toHaveCount(0)
})

test('a new notification waits behind a button, so that the list doesn’t move, and an empty list shows it', async ({
  page,
  api,
}) => {
  await heldSupplier(api)
  await signIn(page, people.support, '/notifications')
  const table = page.getByRole('table', { name: 'Notifications' })
  await expect(table).toBeVisible()
  const { supplier } = await heldSupplier(api)
  const showNew = page.getByRole('button', { name: /^\d+ new$/ })
  await expect(showNew).toBeVisible()
  await expect(table).not.toContainText(supplier.name)
  await accessible(page)
  await showNew.click()
  await expect(table).toContainText(supplier.name)

  const next = unique()
  await page.getByRole('textbox', { name: 'Search notifications' }).fill(next)
  await expect(page.getByText('No notifications match these filters.')).toBeVisible()
  await heldSupplier(api, next)
  await expect(table).toContainText(next)
})

test('notifications of one vendor are silenced by the vendor’s name', async ({ page, api }) => {
  const { email } = await api.makeVendor()
  const company = `Shop of ${email}`
  await signIn(page, people.support, '/notifications/settings?of=silences')
  await page.getByRole('button', { name: 'Silence…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Silence notifications' })
  await dialog.getByRole('textbox', { name: 'Reason' }).fill('Moves its shop')
  await dialog.getByRole('button', { name: 'Silence', exact: true }).click()
  await expect(dialog.getByText('Choose what to silence')).toBeVisible()
  await dialog.getByRole('combobox', { name: 'Vendor' }).fill(company)
  await page.getByRole('option', { name: company }).click()
  await dialog.getByRole('button', { name: 'Silence', exact: true }).click()
  const row = page.getByRole('table', { name: 'Silences' }).getByRole('row').filter({ hasText: company })
  await expect(row).toContainText('Moves its shop')
  await row.getByRole('button', { name: `End silence of ${company}` }).click()
  await expect(row).toHaveCount(0)
})

test('a silence for everyone is shown above the notifications while it lasts', async ({ page, api }) => {
  const { supplier } = await heldSupplier(api)
  await api.call('addNoticeSilence', {
    body: { own: false, dropshipper_id: supplier.dropshipper_id, hours: 4, reason: 'Known outage' },
  })
  await signIn(page, people.admin, '/notifications')
  await page.getByRole('link', { name: /silenced for everyone|silences in effect/ }).click()
  await page.getByRole('button', { name: `End silence of ${supplier.name}` }).click()
  await expect(page.getByText('Silence ended')).toBeVisible()
})

test('a webhook’s secret is shown once, and its messages are listed', nightly, async ({ page }) => {
  await signIn(page, people.admin, '/notifications/settings?of=webhooks')
  await page.getByRole('button', { name: 'Add webhook…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add webhook' })
  const name = `Ops ${unique()}`
  await dialog.getByLabel('Name').fill(name)
  await dialog.getByLabel('URL').fill('feeds.example')
  await dialog.getByRole('button', { name: 'Add webhook' }).click()
  await expect(dialog.getByText('Enter a URL that starts with https://')).toBeVisible()
  await dialog.getByLabel('URL').fill('https://hooks.feedstock.invalid/x')
  await dialog.getByRole('button', { name: 'Add webhook' }).click()
  const secret = page.getByRole('dialog', { name: 'Signing secret' })
  await expect(secret).toContainText('whsec_')
  await accessible(page)
  await secret.getByRole('button', { name: 'Done' }).click()
  const row = page.getByRole('row').filter({ hasText: name })
  await row.getByRole('button', { name: `Send test to ${name}` }).click()
  await expect(row).toContainText('has no address')
  await page.getByRole('tab', { name: 'Messages' }).click()
  const messages = page.getByRole('table', { name: 'Messages' })
  await expect(messages.getByRole('row').filter({ hasText: name })).toContainText('has no address')
  await page.getByRole('tab', { name: 'Webhooks' }).click()
  await row.getByRole('button', { name: `More: ${name}` }).click()
  await page.getByRole('menuitem', { name: 'Delete…' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete webhook' }).click()
  await expect(row).toHaveCount(0)
})
