import { jobTypes } from '#contract/jobs/types.ts'
import { expect, nightly, people, plainColumns, plainRows, signIn, test, unique } from './fixtures.ts'

const trace = jobTypes.DIAGNOSTIC_UPDATE_JOB.label

test('a job is scheduled, and its dialog links to its page and to the log search', async ({ page, api }) => {
  const columns = ['sku', 'title', 'wholesale_price', 'quantity'] as const
  const supplier = await api.makeFeed(columns, [[unique(), 'Hat', '1.50', 1]])
  await api.runFeed(supplier)
  const [product] = await api.products(supplier)
  // products are looked up where they are searched
  const found = async () => (await api.call('findProducts', { query: { q: product!.sku } })).products.length
  await expect.poll(found, { timeout: 30_000 }).toBe(1)
  await signIn(page, people.support, '/dashboards/dashboard')

  await page.getByRole('button', { name: 'Schedule job' }).click()
  const modal = page.getByRole('dialog', { name: 'Schedule job' })
  await modal.getByLabel('Job type').click()
  await page.getByRole('option', { name: trace }).click()
  await modal.getByLabel('Product').fill(product!.sku)
  await page.getByRole('option', { name: product!.sku }).first().click()
  await modal.getByRole('button', { name: 'Schedule job' }).click()
  const scheduled = page.getByRole('dialog', { name: /^Job \d+ scheduled$/ })
  await expect(page.getByText('Successfully scheduled the job')).toHaveCount(1)
  await expect(scheduled.getByText('Successfully scheduled the job')).toBeVisible()
  await scheduled.getByRole('link', { name: /^Open job \d+$/ }).click()
  await expect(page).toHaveURL(/\/jobs\/\d+$/)
  await expect(scheduled).toHaveCount(0)
  await expect(page.getByText('Completed Successfully').first()).toBeVisible({ timeout: 60_000 })
  await expect(page.getByRole('table', { name: 'Attempts' }).getByText('Succeeded')).toBeVisible()
  await expect(page.getByRole('list', { name: 'Job log' })).toContainText('Catalog:')
  await expect(page.getByRole('heading', { name: 'Result' })).toBeVisible()
  await page.getByRole('button', { name: 'Retry job' }).click()
  await scheduled.getByRole('link', { name: 'Search log' }).click()
  await expect(page).toHaveURL(`/jobs?job_type=DIAGNOSTIC_UPDATE_JOB&param_value=${product!.product_id}`)
  await expect(page.getByRole('table', { name: 'Jobs' }).getByText(trace)).toHaveCount(2)
})

test(
  'a job is scheduled for a supplier found by name; an unknown name finds nothing',
  nightly,
  async ({ page, api }) => {
    const supplier = await api.makeFeed(plainColumns, plainRows(3))
    await signIn(page, people.support, '/jobs')
    await page.getByRole('button', { name: 'Schedule job' }).click()
    const modal = page.getByRole('dialog')
    await expect(modal.getByLabel('Record')).toBeDisabled()
    await expect(modal.getByText('Choose a job type first')).toBeVisible()
    await modal.getByLabel('Job type').click()
    await page.getByRole('option', { name: 'Image check' }).click()
    await modal.getByLabel('Supplier').fill('nobody is called so')
    await expect(page.getByText('No matches')).toBeVisible()
    await modal.getByLabel('Supplier').fill(supplier.name)
    await page.getByRole('option', { name: supplier.name }).click()
    await modal.getByRole('button', { name: 'Schedule job' }).click()
    await page.getByRole('link', { name: /^Open job \d+$/ }).click()
    await expect(page.getByText('images fetched', { exact: false })).toBeVisible({ timeout: 60_000 })
  },
)

test('jobs are filtered by record and days, sorted, and counted', async ({ page, api }) => {
  const supplier = await api.makeFeed(plainColumns, plainRows(3))
  await api.runFeed(supplier)
  await page.setViewportSize({ width: 1800, height: 900 })
  await signIn(page, people.support, '/jobs')
  const table = page.getByRole('table', { name: 'Jobs' })
  await expect(table).toBeVisible()
  await page.keyboard.press('/')
  await expect(page.getByLabel('Search jobs')).toBeFocused()
  await page.keyboard.type(supplier.name)
  await expect(page).toHaveURL(/search=/)
  await expect(table.locator('tbody tr').first()).toContainText(supplier.name)
  await expect(table.locator('tbody tr').last()).toContainText(supplier.name)
  const newest = await table.locator('tbody tr').first().locator('td').first().innerText()
  await table.getByRole('button', { name: 'Ended' }).click()
  await expect(page).toHaveURL(/sort_on=ended/)
  await expect(table.getByRole('columnheader', { name: 'Ended' })).toHaveAttribute('aria-sort', 'ascending')
  await table.getByRole('button', { name: /^Queued/ }).click()
  await expect(page).toHaveURL(/oldest=true/)
  await expect(table.locator('tbody tr').first().locator('td').first()).not.toHaveText(newest)
  await page.getByRole('button', { name: 'Filter', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Queued' }).click()
  await page.getByLabel('To', { exact: true }).fill('2020-01-01')
  await expect(page.getByText('No jobs match these filters.')).toBeVisible()
  await expect(page.getByRole('main').getByText('0', { exact: true })).toBeVisible()
})

test(
  'a jobs dashboard starts with the overall state, beside the servers’ capacity',
  nightly,
  async ({ page }) => {
    await signIn(page, people.support, '/dashboards/dashboard')
    await expect(page.locator('.verdict')).toHaveText(/(On time\.|No jobs running or queued\.)$/)
    await expect(
      page.getByText(/\d+ (of \d+ vCPUs in use|vCPUs free) on 1 server \(service limit 16\)/),
    ).toBeVisible()
  },
)

test.describe('a job that doesn’t exist', () => {
  test.use({ expected: [/404 \(Not Found\)/] })
  test('says so and links back', async ({ page }) => {
    await signIn(page, people.support, '/jobs/987654321')
    await expect(page.getByRole('heading', { level: 1, name: 'Job not found' })).toBeVisible()
    await page.getByRole('link', { name: 'All jobs' }).click()
    await expect(page).toHaveURL('/jobs')
  })
})

test('a group of failed jobs is retried as one new job', nightly, async ({ page, api }) => {
  test.setTimeout(120_000)
  const supplier = await api.makeFeed(plainColumns, plainRows(3))
  // failures are grouped by their cause without its digits
  const key = `missing-${unique().replace(/\d/g, (digit) => 'abcdefghij'[Number(digit)]!)}.csv`
  const { feed_id } = supplier
  const settings = await api.call('getFeed', { params: { feed_id } })
  await api.call('saveFeed', { params: { feed_id }, body: { ...settings, source: { kind: 'storage', key } } })
  expect((await api.runFeed(supplier)).state).toBe('rejected')
  await signIn(page, people.support, '/dashboards/dashboard?category=monitoring')
  const again = page.getByRole('button', { name: new RegExp(`Retry: .*${key}`) })
  await again.click()
  const modal = page.getByRole('dialog')
  const run = modal.getByRole('button', { name: /^Retry \d+ records?$/ })
  await expect(run).toHaveAccessibleDescription('Enter a reason of at least 3 characters')
  await modal.getByLabel('Reason').fill('Their server is back')
  await modal.getByLabel('Reason').press('Control+Enter')
  await page
    .getByRole('dialog')
    .getByRole('link', { name: /^Open job/ })
    .click()
  await expect(page.getByRole('heading', { level: 1, name: /Failed job retry/ })).toBeVisible()
  await expect(page.getByText('Completed Successfully').first()).toBeVisible({ timeout: 60_000 })
  await expect(page.getByRole('list', { name: 'Job log' })).toContainText('queued')
  await page.getByRole('table', { name: 'Queued jobs' }).getByRole('link').click()
  await page
    .getByText(/^Retry of/)
    .getByRole('link')
    .click()
  await expect(page.getByText(/^Retried as job \d+ by job \d+\.$/)).toBeVisible()
})

test(
  'trends are recounted, shown as a table, and link to the jobs of an interval',
  nightly,
  async ({ page }) => {
    await signIn(page, people.support, '/dashboards/image')
    await page.getByRole('button', { name: 'Refresh trends' }).click()
    await page.getByRole('button', { name: 'Table', exact: true }).click()
    const row = page.getByRole('table', { name: 'Jobs started' }).locator('tbody tr').first()
    await row.click()
    await expect(page).toHaveURL(/\/jobs\?category=image&begun=true&start=\d+&end=\d+/)
    await expect(
      page.getByRole('table', { name: 'Jobs' }).getByText(jobTypes.BASIC_IMAGE.label).first(),
    ).toBeVisible()
    await page.getByRole('button', { name: 'Remove filter Started' }).click()
    await expect(page).toHaveURL(/\/jobs\?category=image$/)
    await page.getByText('With errors', { exact: true }).click()
    await expect(page).toHaveURL(/state=3/)
  },
)

test('older jobs load page by page', nightly, async ({ page }) => {
  await signIn(page, people.support, '/jobs')
  const table = page.getByRole('table', { name: 'Jobs' })
  // the header is a row, too
  await expect(table).toHaveAttribute('aria-rowcount', '51')
  await page.getByRole('button', { name: 'Older jobs' }).click()
  await expect(table).toHaveAttribute('aria-rowcount', '101')
})

test('the ordering dashboard says that nothing queues its jobs yet', nightly, async ({ page }) => {
  await signIn(page, people.support, '/dashboards/ordering')
  await expect(page.getByRole('note')).toContainText('No ordering jobs yet')
})
