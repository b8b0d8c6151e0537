import { readFileSync } from 'node:fs'
import { accessible, expect, people, signIn, test } from './fixtures.ts'

test('cancellations are counted, compared, and narrowed to one kind of event', async ({ page }) => {
  await signIn(page, people.finance, '/reports/cancels')
  await expect(page.getByText(/^\d+ cancellations requested, \d+ taken back, \d+ ended\. \$/)).toBeVisible()
  const compared = page.getByRole('table', { name: 'Compared' })
  await expect(compared.getByRole('row', { name: /^MRR lost with them \$/ })).toBeVisible()
  const ended = await page
    .getByRole('table', { name: 'Cancellations by period' })
    .getByRole('row', { name: /^Total/ })
    .getByRole('cell')
    .nth(3)
    .textContent()
  await accessible(page)
  await page.getByRole('button', { name: 'Filter' }).click()
  await page.getByRole('menuitem', { name: 'Event' }).click()
  await page.getByRole('radio', { name: 'Reactivated' }).click()
  await expect(page).toHaveURL(/what=reactivated/)
  const events = page.getByRole('table', { name: 'Cancellation events' })
  await expect(events.getByRole('cell', { name: 'Reactivated' }).first()).toBeVisible()
  await expect(events.getByRole('cell', { name: 'Ended', exact: true })).toHaveCount(0)
  await page.goto('/reports/cancels?interval=month')
  const months = page.getByRole('table', { name: 'Cancellations by period' })
  await expect(
    months
      .getByRole('row', { name: /^Total/ })
      .getByRole('cell')
      .nth(3),
  ).toHaveText(ended!)
})

test('cancellations of a range that ends before it starts are refused', async ({ page }) => {
  await signIn(page, people.support, '/reports/cancels?start=2026-01-01&end=2026-02-01')
  await page.getByLabel('From', { exact: true }).fill('2026-03-01')
  await expect(page.getByRole('alert')).toHaveText('Enter a day on or after the first day')
  await page.getByRole('button', { name: 'Last month' }).click()
  await expect(
    page.getByText(/MRR lost with them is shown to finance, account managers and admins\.$/),
  ).toBeVisible()
})

test('new subscriptions of 30 days lead to the vendor', async ({ page }) => {
  await signIn(page, people.support, '/reports/new-subscriptions')
  await page.getByText('30 days', { exact: true }).click()
  await expect(page).toHaveURL(/interval=43200/)
  await expect(page.getByText(/^\d+ new subscriptions in the last 30 days: /)).toBeVisible()
  await accessible(page)
  const rows = page.getByRole('table', { name: 'New subscriptions' })
  await rows.getByRole('row').nth(1).getByRole('link').first().click()
  await expect(page).toHaveURL(/\/vendors\/view\/\d+\/subscriptions/)
})

test.describe('a report that can’t be read', () => {
  test.use({ expected: [/500/] })
  test('says so and is read again', async ({ page }) => {
    const address = '**/api/vendor/new_subscriptions'
    await page.route(address, (route) =>
      route.fulfill({ status: 500, json: { error: { code: 'internal', message: 'It broke' } } }),
    )
    await signIn(page, people.support, '/reports/new-subscriptions')
    await expect(page.getByRole('alert').getByText('It broke')).toBeVisible()
    await page.unroute(address)
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect(page.getByText(/new subscriptions? in the last day/).first()).toBeVisible()
  })
})

test('churned users add up to what the month lost', async ({ page }) => {
  await signIn(page, people.finance, '/reports/customers')
  await expect(page.getByText(/^\d+ vendors churned in .* with \$[\d,.]+ MRR/)).toBeVisible()
  const movements = page.getByRole('table', { name: 'MRR movements' })
  const amountOf = async (name: string) => {
    const text = await movements
      .getByRole('row', { name: new RegExp(`^${name}`) })
      .getByRole('cell')
      .last()
      .textContent()
    return Number(text!.replaceAll(/[$,]/g, '').replace('−', '-'))
  }
  const lost = -(await amountOf('Churn, canceled')) - (await amountOf('Churn, unpaid'))
  const total = page.getByRole('table', { name: 'Churned users' }).getByRole('row', { name: /vendors \$/ })
  const shown = lost.toLocaleString('en-US', { minimumFractionDigits: 2, maximumFractionDigits: 2 })
  await expect(total).toContainText(`$${shown}`)
  await accessible(page)
})

test('a cell of the status matrix opens its changes; money stays hidden from support', async ({ page }) => {
  await signIn(page, people.support, '/reports/customers')
  await expect(page.getByRole('tab', { name: 'Status change', selected: true })).toBeVisible()
  await page.getByRole('tab', { name: 'Churned users' }).click()
  await expect(page.getByText(/^This part shows money\. It is open to finance/)).toBeVisible()
  await page.getByRole('tab', { name: 'Status change' }).click()
  const matrix = page.getByRole('table', { name: 'Status changes, from and to' })
  const cell = matrix
    .getByRole('row', { name: /^Active/ })
    .getByRole('link')
    .last()
  const changes = Number(await cell.textContent())
  await cell.click()
  await expect(page).toHaveURL(/from=1&to=4/)
  const rows = page.getByRole('table', { name: 'Status changes', exact: true })
  await expect(rows).toHaveAttribute('aria-rowcount', String(changes + 1))
  await expect(rows.getByRole('columnheader', { name: 'MRR before' })).toHaveCount(0)
  await accessible(page)
})

test('the data provider’s month is the chosen supplier’s, which no other supplier can be', async ({
  page,
}) => {
  await signIn(page, people.support, '/reports/etilize-report')
  await expect(page.getByText(/^\d+ vendors sold products of .* of them new\.$/)).toBeVisible()
  await accessible(page)
  await page.goto('/reports/jmwholesale-report')
  await expect(page.getByText(/^\d+ vendors subscribed to .* new, \d+ ended\.$/)).toBeVisible()
  await page.getByRole('link', { name: 'Choose a supplier' }).waitFor({ state: 'detached' })
})

test.describe('a second data provider', () => {
  test.use({ expected: [/400/] })
  test('is refused at its field', async ({ page, api }) => {
    const { dropshipper_id } = await api.makeSupplier()
    await signIn(page, people.support, `/suppliers/view/${dropshipper_id}`)
    await page.getByRole('combobox', { name: 'Monthly report' }).click()
    await page.getByRole('option', { name: 'Data provider' }).click()
    await page.getByRole('button', { name: 'Save' }).click()
    await expect(page.getByText(/^Data provider is already .* Remove it there first\.$/)).toBeVisible()
  })
})

test('without a chosen supplier the report says where to choose one', async ({ page }) => {
  await page.route('**/api/reports/jmwholesale-monthly-report?*', async (route) => {
    const json = await (await route.fetch()).json()
    await route.fulfill({ json: { ...json, supplier: null, subscribers: [], total: 0 } })
  })
  await signIn(page, people.support, '/reports/jmwholesale-report')
  await expect(page.getByText('No wholesaler is chosen.')).toBeVisible()
  await page.getByRole('link', { name: 'Choose a supplier' }).click()
  await expect(page).toHaveURL(/\/suppliers\/$/)
})

test('a year is exported and stays among the recent exports, by role', async ({ page }) => {
  await signIn(page, people.finance, '/reports/exports?year=2025')
  await accessible(page)
  const files = page.getByRole('table', { name: 'Files of 2025' })
  await files.getByRole('button', { name: 'Export Refunds' }).click()
  const downloading = page.waitForEvent('download')
  await page.getByRole('menuitem', { name: 'CSV, all columns' }).click()
  const download = await downloading
  expect(download.suggestedFilename()).toBe('refunds-2025-01-01_2025-12-31.csv')
  expect(readFileSync(await download.path(), 'utf8')).toContain('Refunded,Vendor,Status,')
  const recent = page.getByRole('table', { name: 'Recent exports' })
  await expect(recent.getByRole('row', { name: /Refunds refunds-/ }).first()).toContainText('Ready')
  await signIn(page, people.support, '/reports/exports?year=2025')
  await expect(files.getByRole('button', { name: 'Export Cancellations' })).toBeVisible()
  await expect(files.getByRole('button', { name: 'Export Refunds' })).toHaveCount(0)
})
