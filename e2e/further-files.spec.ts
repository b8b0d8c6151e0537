import { accessible, expect, people, signIn, test } from './fixtures.ts'

const stockFile = (n: number) =>
  Buffer.from(
    ['sku;stock', ...Array.from({ length: n }, (_, i) => `P-${i};${i + 50}`), 'X-1;3', ''].join('\n'),
  )

test('a stock file is added beside the products file, mapped, dry run, run, and removed again', async ({
  page,
  api,
}) => {
  test.setTimeout(120_000)
  const columns = ['sku', 'title', 'wholesale_price'] as const
  const rows = Array.from({ length: 40 }, (_, i) => [`P-${i}`, `Product ${i}`, `${i + 1}.50`])
  const supplier = await api.makeFeed(columns, rows)
  await api.runFeed(supplier)
  await signIn(page, people.support, `/suppliers/view/${supplier.dropshipper_id}/config`)
  await page.getByRole('button', { name: 'Add file' }).click()
  const added = page.getByRole('region', { name: 'New file' })
  await added
    .getByLabel('File of the new file', { exact: true })
    .setInputFiles({ name: 'stock.csv', mimeType: 'text/csv', buffer: stockFile(40) })
  await expect(added.getByText(/stock\.csv \(.*\) uploaded, not saved yet/)).toBeVisible()
  await expect(added.getByText(/^CSV, semicolon, /)).toBeVisible()
  // without a name it isn't saved, and says so on its field
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(added.getByText('Enter a name')).toBeVisible()
  await expect(added.getByText('Map the SKU. It joins this file to the main file.')).toBeVisible()
  await added.getByRole('textbox', { name: 'Name' }).fill('Stock')
  const stock = page.getByRole('region', { name: 'Stock', exact: true })
  await stock.getByRole('button', { name: /Use suggested mapping/ }).click()
  await expect(stock.getByRole('row', { name: /^SKU/ })).toContainText('P-0')
  await expect(stock.getByRole('row', { name: /^Quantity/ })).toContainText('50')
  await accessible(page)
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByText('Feed settings saved')).toBeVisible()

  await page.getByRole('button', { name: 'Dry run' }).click()
  await expect(page.getByRole('region', { name: 'Dry run' }).or(page.locator('#feed-dry-run'))).toContainText(
    'Would be updated',
  )
  const run = await api.runFeed(supplier)
  expect(run.updated).toBe(40)
  if (run.state === 'held')
    await api.call('applyRun', {
      params: { feed_run_id: run.feed_run_id },
      body: { reason: 'Its first stock' },
    })
  await page.goto(`/feed-runs/${run.feed_run_id}`)
  await expect(page.locator('.status', { hasText: 'Applied' }).first()).toBeVisible()
  const files = page.getByRole('table', { name: 'Files' })
  await expect(files.getByRole('row', { name: /Stock/ })).toContainText('41')
  await expect(page.getByText('1 row in stock.csv has a SKU missing from feed.csv: X-1')).toBeVisible()
  await accessible(page)
  const { products } = await api.call('listRunChanges', {
    params: { feed_run_id: run.feed_run_id },
    query: { search: 'P-7' },
  })
  expect(JSON.stringify(products)).toContain('57')

  await page.goto(`/suppliers/view/${supplier.dropshipper_id}/config`)
  await page.getByRole('button', { name: 'Remove Stock' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Remove file' }).click()
  await expect(page.getByRole('region', { name: 'Stock', exact: true })).toHaveCount(0)
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByText('Feed settings saved')).toBeVisible()
  expect((await api.call('getFeed', { params: { feed_id: supplier.feed_id } })).further).toEqual([])
})
