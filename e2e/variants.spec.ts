import { accessible, expect, nightly, people, signIn, test, unique, type Api } from './fixtures.ts'

const columns = ['sku', 'title', 'manufacturer', 'wholesale_price'] as const
/** A supplier with queued products: each of the titles in two colours. */
async function makeQueue(api: Api, titles: readonly string[]) {
  const rows = titles.flatMap((title, i) =>
    ['Black', 'White'].map((color) => [`${color}-${i}`, `${title}, ${color}`, 'Trailmark', '10'] as const),
  )
  const supplier = await api.makeFeed(columns, rows, { automated_variant_mapping: true })
  await api.runFeed(supplier)
  await expect
    .poll(async () => (await api.products(supplier)).filter((p) => p.mapping_status === 'Queued').length, {
      timeout: 60_000,
    })
    .toBe(rows.length)
  return { ...supplier, address: `/suppliers/view/${supplier.dropshipper_id}/variant-mapping` }
}

test('suggestions are accepted by keyboard and edited as a parent, which is deleted with its last variant', async ({
  page,
  api,
}) => {
  const { address } = await makeQueue(api, ['Lantern', 'Tent'])
  await signIn(page, people.support, address)
  const table = page.getByRole('table', { name: 'Products' })
  await expect(table.getByText(/% confidence/).first()).toBeVisible({ timeout: 60_000 })
  const [first, second] = (await table.locator('tbody tr td:nth-child(2)').allInnerTexts()) as [
    string,
    string,
  ]
  const selectAll = table.getByRole('checkbox', { name: 'Select all rows' })
  await selectAll.focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('region', { name: 'Selected rows' })).toContainText('4 selected')
  await page.keyboard.press('Enter')
  await page.keyboard.press('ArrowDown')
  await expect(table.locator('tbody tr').first()).toBeFocused()
  await page.keyboard.press('x')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('x')
  await expect(page.getByRole('region', { name: 'Selected rows' })).toContainText('2 selected')
  await page.keyboard.press('a')
  await expect(page.getByText('2 products mapped, 1 parent created')).toBeVisible()
  await expect(table.getByText(first)).toHaveCount(0)

  await page.getByRole('button', { name: `Edit ${[first, second].toSorted()[0]}-PARENT` }).click()
  const editor = page.getByRole('dialog')
  await expect(editor.getByRole('table', { name: 'Variants' }).getByText(second)).toBeVisible()
  // a color is shown beside its name
  await expect(editor.getByRole('img', { name: /, #[0-9a-f]{6}$/ })).toHaveCount(2)
  await accessible(page)
  await editor.getByRole('button', { name: 'Option', exact: true }).click()
  await editor.getByRole('button', { name: 'Save parent' }).click()
  await expect(editor.getByText('Option Name is missing.')).toBeVisible()
  await editor.getByLabel('Option name 2').fill('color')
  await editor.getByRole('button', { name: 'Save parent' }).click()
  await expect(editor.getByText('Option Name already exists.')).toBeVisible()
  await expect(editor.getByText('Failed to update the parent. Please check the errors in red.')).toBeVisible()
  await editor.getByRole('button', { name: 'Remove option color', exact: true }).click()
  await editor.getByLabel('Title').fill('A mended title')
  await editor.getByRole('button', { name: 'Save parent' }).click()
  await expect(page.getByText('Successfully updated parent product.')).toBeVisible()
  await page.getByRole('button', { name: `Edit ${[first, second].toSorted()[0]}-PARENT` }).click()
  await expect(editor.getByLabel('Title')).toHaveValue('A mended title')
  await editor.getByRole('button', { name: `Remove ${first}`, exact: true }).click()
  await editor.getByRole('button', { name: `Remove ${second}`, exact: true }).click()
  await expect(editor.getByText('A parent without variants is deleted')).toBeVisible()
  await editor.getByRole('button', { name: 'Delete parent' }).click()
  await expect(page.getByText('Successfully deleted parent product.')).toBeVisible()
})

test(
  'a new parent reports a taken SKU while typing, and products can be added and removed',
  nightly,
  async ({ page, api }) => {
    const supplier = await makeQueue(api, ['Lantern', 'Tent'])
    const sku = `PARENT-${unique()}`
    await signIn(page, people.support, '/suppliers/mapping-report')
    const report = page.getByRole('table', { name: 'Variant mapping by supplier' })
    await report.getByRole('link', { name: supplier.name }).click()
    const table = page.getByRole('table', { name: 'Products' })
    await expect(table.getByText(/% confidence/).first()).toBeVisible({ timeout: 60_000 })
    await table.getByRole('checkbox').nth(1).click()
    await page.getByRole('button', { name: 'New parent' }).click()
    const editor = page.getByRole('dialog')
    await editor.getByLabel('Parent SKU').fill(sku)
    await editor.getByRole('button', { name: 'Save parent' }).click()
    await expect(page.getByText('Successfully updated parent product.')).toBeVisible()
    await table.getByRole('checkbox').nth(1).click()
    await page.keyboard.press('n')
    await editor.getByLabel('Parent SKU').fill(sku.toLowerCase())
    await expect(editor.getByText('Another parent has this SKU')).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(editor.getByLabel('Parent SKU')).toHaveValue(sku.toLowerCase())
    await editor.getByRole('button', { name: 'Cancel' }).click()
    await expect(editor).toHaveCount(0)

    await page.keyboard.press('m')
    await editor.getByRole('combobox', { name: 'Parent' }).fill(sku)
    await page.getByRole('option', { name: new RegExp(sku) }).click()
    await editor.getByRole('table').getByRole('textbox').first().fill('Special')
    await editor.getByRole('button', { name: 'Map 1 product', exact: true }).click()
    await expect(page.getByText(`1 product mapped to ${sku}`)).toBeVisible()

    await page.getByText(/^Mapped \d/).click()
    // those of the filter before stand there until then
    await expect(table.getByRole('cell', { name: 'Mapped', exact: true })).toHaveCount(2)
    await page.getByLabel('Select all rows').click()
    await page.getByRole('button', { name: /^Unmap 2 products/ }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Unmap' }).click()
    await expect(page.getByText(/products? unmapped/)).toBeVisible()
    await expect(page.getByText('No products.')).toBeVisible()
  },
)

test(
  'Undo returns accepted products to the queue, and Shift selects a range',
  nightly,
  async ({ page, api }) => {
    const supplier = await makeQueue(api, ['Lantern', 'Tent'])
    await signIn(page, people.support, supplier.address)
    const table = page.getByRole('table', { name: 'Products' })
    await expect(table.getByText(/% confidence/)).toHaveCount(4, { timeout: 60_000 })
    const boxes = table.getByRole('checkbox', { name: /^Select / })
    const selected = page.getByRole('region', { name: 'Selected rows' })
    await boxes.nth(2).click()
    await boxes.nth(4).click({ modifiers: ['Shift'] })
    await expect(selected).toContainText('3 selected')
    await boxes.nth(1).click()
    await page.keyboard.press('a')
    await expect(page.getByText('4 products mapped, 2 parents created')).toBeVisible()
    await page.getByRole('button', { name: 'Undo' }).click()
    await expect(page.getByText('Change undone')).toBeVisible()
    await expect(boxes).toHaveCount(5)
    const now = await api.products(supplier)
    expect(now.map((p) => p.mapping_status)).toEqual(['Queued', 'Queued', 'Queued', 'Queued'])
  },
)

test('two Tabs and Enter, or j from a tab, focus the first product', nightly, async ({ page, api }) => {
  await signIn(page, people.support, (await makeQueue(api, ['Lantern'])).address)
  const first = page.getByRole('table', { name: 'Products' }).locator('tbody tr[tabindex]').first()
  await expect(first).toBeVisible({ timeout: 60_000 })
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  await expect(page.getByRole('button', { name: 'Skip to list' })).toBeInViewport()
  await page.keyboard.press('Enter')
  await expect(first).toBeFocused()
  await page.getByRole('tab', { name: 'Variant Mapping' }).focus()
  await page.keyboard.press('j')
  await expect(first).toBeFocused()
})

test('a product is removed from the queue and put back', nightly, async ({ page, api }) => {
  await signIn(page, people.support, (await makeQueue(api, ['Lantern'])).address)
  const table = page.getByRole('table', { name: 'Products' })
  await expect(table.getByText('Queued').first()).toBeVisible({ timeout: 60_000 })
  const sku = await table.locator('tbody tr td:nth-child(2)').first().innerText()
  await table.getByRole('checkbox', { name: `Select ${sku}` }).click()
  await page.getByRole('button', { name: 'Remove 1 product from queue' }).click()
  await expect(page.getByText('1 product removed from the queue')).toBeVisible()
  // the button is gone with its row: the keyboard goes on beside it
  await expect(page.locator('main :focus')).toBeInViewport()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByText('Change undone')).toBeVisible()
  await expect(table.getByRole('checkbox', { name: `Select ${sku}` })).toBeVisible()
  await table.getByRole('checkbox', { name: `Select ${sku}` }).click()
  await page.keyboard.press('u')
  await expect(page.getByText('1 product removed from the queue')).toBeVisible()
  await page.getByText(/^Unmapped \d/).click()
  await page.getByLabel('Search products').fill(sku)
  await table.getByRole('checkbox', { name: `Select ${sku}` }).click()
  await page.getByRole('button', { name: 'Queue 1 product' }).click()
  await expect(page.getByText('1 product queued')).toBeVisible()
})

test(
  'g and a letter open a screen without triggering the letter’s own act on the queue',
  nightly,
  async ({ page, api }) => {
    const { address } = await makeQueue(api, ['Lantern'])
    await signIn(page, people.support, address)
    const acts: string[] = []
    page.on('request', (request) => request.url().endsWith('/unqueue') && acts.push(request.url()))
    const table = page.getByRole('table', { name: 'Products' })
    await table.locator('tbody tr[tabindex]').first().focus()
    await page.keyboard.press('x')
    await expect(page.getByRole('region', { name: 'Selected rows' })).toContainText('1 selected')
    await page.keyboard.press('g')
    await page.keyboard.press('u')
    await page.keyboard.press('d')
    await expect(page).toHaveURL('/dashboards/updating')
    await expect(page.getByRole('heading', { level: 1, name: 'Updating Dashboard' })).toBeVisible()
    expect(acts).toEqual([])
  },
)
