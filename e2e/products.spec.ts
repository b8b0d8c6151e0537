import { expect, nightly, people, plainColumns, signIn, test, unique } from './fixtures.ts'

const rows = (prefix: string, n: number) =>
  Array.from({ length: n }, (_, i) => [`${prefix}-${i + 1}`, `Anvil ${i + 1}`, `${i + 1}.50`, i + 1] as const)

test('a SKU leads to its product’s page, whose chain names the held run', async ({ page, api }) => {
  const prefix = unique()
  const supplier = await api.makeFeed(plainColumns, rows(prefix, 60))
  await api.runFeed(supplier)
  await api.upload(supplier, plainColumns, rows(prefix, 20))
  const held = await api.runFeed(supplier)
  expect(held.state).toBe('held')
  await signIn(page, people.support, '/products/search')
  const sku = page.getByRole('textbox', { name: 'SKU' })
  await sku.fill(`${prefix}-50`)
  await sku.press('Enter')
  await expect(page.getByText('Found product!')).toBeVisible()
  await expect(page.getByRole('heading', { level: 1, name: 'Anvil 50' })).toBeVisible()
  await expect(page.getByText(/The newer file, held at .*, no longer has this SKU\./)).toBeVisible()
  const station = page.getByRole('button', { name: /Feed Broken here/ })
  await expect(station).toHaveAttribute('aria-expanded', 'true')
  await page.getByRole('tab', { name: 'History' }).click()
  await expect(page.getByRole('table', { name: 'Runs that changed it' })).toContainText('Created')
  await page.getByRole('link', { name: `Review run ${held.feed_run_id}` }).click()
  // and from the run's changes back to the product
  await page.getByRole('textbox', { name: 'Filter products' }).fill(`${prefix}-50`)
  const link = page.getByRole('link', { name: `${prefix}-50`, exact: true }).first()
  await link.click()
  await expect(page).toHaveURL(/\/products\/view\/\d+/)
})

test('the SKU lookup says what is missing', async ({ page }) => {
  await signIn(page, people.support, '/products/search')
  await page.getByRole('button', { name: 'Search', exact: true }).click()
  await expect(page.getByRole('main').getByText('You must enter a SKU to search')).toBeVisible()
})

test.describe('a SKU that nobody has', () => {
  test.use({ expected: [/404/] })
  test('is said not to be found', async ({ page }) => {
    await signIn(page, people.support, '/products/search?sku=NOBODY-HAS-IT')
    await expect(page.getByRole('main').getByText('No product found for this SKU')).toBeVisible()
  })
})

test('products are filtered by supplier and barcode', nightly, async ({ page, api }) => {
  const prefix = unique()
  const supplier = await api.makeFeed(plainColumns, rows(prefix, 3))
  await api.runFeed(supplier)
  await signIn(page, people.support, `/products/?supplier=${supplier.dropshipper_id}&no_barcode=true`)
  const table = page.getByRole('table', { name: 'Products' })
  await expect(table.getByRole('link', { name: `${prefix}-1` })).toBeVisible()
  await page.getByRole('textbox', { name: 'Search products' }).fill(`${prefix}-2`)
  await expect(table.getByRole('link', { name: `${prefix}-1` })).toBeHidden()
})
