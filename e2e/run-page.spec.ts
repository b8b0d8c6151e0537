import { nightly, accessible, expect, people, plainColumns, plainRows, signIn, test } from './fixtures.ts'

test('a failed run says what it was doing and how to fix it, and can be run again', async ({ page, api }) => {
  const supplier = await api.makeFeed(plainColumns, plainRows(6))
  await api.runFeed(supplier)
  await api.upload(supplier, ['sku', 'title', 'quantity'], [['P-1', 'Product 1', 4]])
  const run = await api.runFeed(supplier)
  expect(run.state).toBe('rejected')
  await signIn(page, people.support, `/feed-runs/${run.feed_run_id}`)
  await expect(page.getByRole('heading', { name: 'Attempt details' })).toBeVisible()
  await expect(page.getByText('Choose its new column.')).toBeVisible()
  const way = page.getByRole('navigation', { name: 'Breadcrumb' })
  await expect(way.getByRole('link', { name: 'Monitoring' })).toHaveAttribute(
    'href',
    `/suppliers/view/${supplier.dropshipper_id}/monitoring`,
  )
  const mend = page.getByRole('link', { name: 'Fix mapping' })
  await expect(mend).not.toHaveAttribute('data-variant', 'default')
  await expect(page.getByRole('button', { name: 'Run again' })).toHaveAttribute('data-variant', 'default')
  await accessible(page)
  await page.getByRole('button', { name: 'Run again' }).click()
  await expect(page).not.toHaveURL(new RegExp(`/${run.feed_run_id}$`))
  await expect(page.locator('.verdict')).toContainText('Rejected')
  // the supplier's page says the same
  await way.getByRole('link', { name: 'Monitoring' }).click()
  await expect(page.getByRole('link', { name: 'Fix mapping' })).toBeVisible()
  // of runs that are past nothing stands out
  await page.goto(`/feed-runs/${run.feed_run_id}`)
  await expect(mend).toHaveAttribute('data-variant', 'default')
})

test('a rejected run shows the line that broke and what is around it', async ({ page, api }) => {
  const supplier = await api.makeFeed(plainColumns, plainRows(3))
  await api.runFeed(supplier)
  // the last cell’s quote is doubled, so that it never closes
  await api.upload(supplier, plainColumns, [...plainRows(3), ['P-9', 'Product 9', '3.00', '1"']])
  const run = await api.runFeed(supplier)
  expect(run).toMatchObject({ state: 'rejected', reason_code: 'open_quote' })
  await signIn(page, people.support, `/feed-runs/${run.feed_run_id}`)
  await expect(page.getByRole('heading', { name: 'Line 5, column 26 of feed.csv' })).toBeVisible()
  const lines = page.getByRole('region', { name: 'Lines of the file' })
  await expect(lines.getByRole('listitem')).toHaveCount(4)
  const broken = lines.getByRole('listitem').last()
  await expect(broken).toHaveAttribute('aria-current', 'location')
  await expect(broken.locator('mark')).toHaveText('"')
  await accessible(page)
})

test(
  'a held run’s Apply button isn’t the prominent one, and its expected changes are one click away',
  nightly,
  async ({ page, api }) => {
    const supplier = await api.makeFeed(plainColumns, plainRows(60))
    await api.runFeed(supplier)
    await api.upload(supplier, plainColumns, plainRows(30))
    const run = await api.runFeed(supplier)
    expect(run.state).toBe('held')
    await signIn(page, people.support, `/feed-runs/${run.feed_run_id}`)
    const decide = page.getByRole('region', { name: 'Review' })
    await expect(decide.getByRole('button', { name: 'Approve…' })).toHaveAttribute('data-variant', 'default')
    await expect(decide.getByRole('link', { name: 'Choose another file' })).not.toHaveAttribute(
      'data-variant',
      'default',
    )
    await expect(page.getByRole('heading', { name: 'Impact' })).toBeVisible()
    const params = { feed_run_id: run.feed_run_id }
    const expected = { measures: ['lost' as const], days: 30 }
    await api.call('applyRun', { params, body: { reason: 'The summer range has ended', expected } })
    await expect.poll(async () => (await api.call('getRun', { params })).state).toBe('applied')
    await page.reload()
    await page.getByRole('link', { name: 'All expected changes' }).click()
    await expect(page.getByRole('table', { name: 'Expected changes', exact: true })).toBeInViewport()
  },
)
