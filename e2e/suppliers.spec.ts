import { writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
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
} from './fixtures.ts'

test('a new supplier’s form reports missing and duplicate values, then adds it', async ({ page, api }) => {
  const other = await api.makeSupplier()
  const prefix = unique()
  const name = `Knives ${prefix}`
  await signIn(page, people.support, '/suppliers/')
  await page.getByRole('button', { name: 'Add supplier' }).click()
  const modal = page.getByRole('dialog')
  await modal.getByRole('button', { name: 'Add supplier' }).click()
  for (const text of [
    'Supplier name is required.',
    'Supplier prefix is required.',
    'Please select supplier type.',
  ])
    await expect(modal.getByText(text)).toBeVisible()
  await accessible(page)
  await modal.getByLabel('Name').fill(name)
  await modal.getByLabel('Prefix').fill(other.prefix.toLowerCase())
  await modal.getByLabel('Type').click()
  await page.getByRole('option', { name: 'Standard' }).click()
  await modal.getByRole('button', { name: 'Add supplier' }).click()
  await expect(
    modal.getByText(`Prefix ${other.prefix.toLowerCase()} is already used by ${other.name}`),
  ).toBeVisible()
  await modal.getByLabel('Prefix').fill(prefix)
  await modal.getByRole('button', { name: 'Add supplier' }).click()
  await expect(page.getByText('Supplier added.')).toBeVisible()
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()

  // what it needs next stands where it leads to
  await expect(page.getByRole('region', { name: 'Steps to the first run' })).toBeVisible()
  await page.getByRole('tab', { name: 'Basic Info' }).click()
  // its first save needs a category and a location
  await page.getByLabel('Allows eBay').click({ force: true })
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByText('Please fix the errors listed in red and try again')).toBeVisible()
  await expect(page.getByText('Add at least one category')).toBeVisible()
  await page.getByRole('button', { name: 'Add to categories' }).click()
  await expect(page.getByText('You need to select a category first')).toBeVisible()
  await page.getByRole('button', { name: 'Create', exact: true }).click()
  await expect(page.getByText('You need to enter a category name to create')).toBeVisible()
  await page.getByLabel('New category').fill(`Cutlery ${prefix}`)
  await page.getByRole('button', { name: 'Create', exact: true }).click()
  await page.getByRole('combobox', { name: 'Shipping locations: choose' }).click()
  await page.getByRole('option', { name: 'Canada' }).click()
  await page.getByRole('button', { name: 'Add to shipping locations' }).click()
  await page.getByRole('button', { name: 'Add field' }).click()
  await page.getByLabel('Field 1 name').fill('Account number')
  await page.getByLabel('Account number is required').check()
  await page.getByRole('button', { name: 'Edit Policies' }).click()
  await page.getByRole('textbox', { name: 'Policies' }).fill('No returns of used knives.')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByText('Changes saved')).toBeVisible()
  await expect(page.getByRole('region', { name: 'Unsaved changes' })).toHaveCount(0)
  await page.getByRole('button', { name: `Remove Cutlery ${prefix}` }).click()
  await expect(page.getByRole('button', { name: `Restore Cutlery ${prefix}` })).toBeVisible()
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByText('Add at least one category')).toBeVisible()
  await page.getByRole('button', { name: `Restore Cutlery ${prefix}` }).click()
  await page.reload()
  await expect(page.getByLabel('Field 1 name')).toHaveValue('Account number')
  await expect(page.getByRole('group', { name: 'Policies' })).toContainText('No returns of used knives.')
  await expect(page.getByRole('tab', { name: 'Variant Mapping' })).toBeDisabled()
})

test(
  'a tab that a supplier doesn’t have says why at its address, and links to where it is enabled',
  nightly,
  async ({ page, api }) => {
    const { dropshipper_id, name } = await api.makeSupplier()
    await signIn(page, people.support, `/suppliers/view/${dropshipper_id}/variant-mapping`)
    const tab = page.getByRole('tabpanel', { name: 'Variant Mapping' })
    await expect(tab).toContainText('Automated variant mapping is off.')
    await expect(page).toHaveTitle(`View Supplier · ${name} · Variant Mapping · Feedstock`)
    await accessible(page)
    await tab.getByRole('link', { name: 'Turn on in Basic Info' }).click()
    await expect(page.getByRole('tab', { name: 'Basic Info' })).toHaveAttribute('aria-selected', 'true')
    await expect(page.getByLabel('Automated variant mapping')).not.toBeChecked()
  },
)

test.describe('a logo', () => {
  test.use({ expected: [/400 \(Bad Request\)/] })
  test('must be a single real image', nightly, async ({ page, api }) => {
    await signIn(page, people.support, `/suppliers/view/${(await api.makeSupplier()).dropshipper_id}`)
    const lie = join(tmpdir(), 'logo-lie.png')
    writeFileSync(lie, '<svg onload="alert(1)"/>')
    await page.getByLabel('Logo file').setInputFiles(lie)
    await expect(page.getByText('Error uploading logo : Not a PNG, JPEG, WebP or GIF')).toBeVisible()
    const large = join(tmpdir(), 'logo-large.png')
    writeFileSync(large, Buffer.alloc(200_000))
    await page.getByLabel('Logo file').setInputFiles(large)
    await expect(page.getByText('Error uploading logo : the image is larger than 0.1 MB')).toBeVisible()
    const good = join(tmpdir(), 'logo-good.png')
    await sharp({ create: { width: 300, height: 200, channels: 3, background: '#264' } }).toFile(good)
    await page.getByLabel('Logo file').setInputFiles(good)
    await expect(page.getByText('Logo changed!')).toBeVisible()
    await expect(page.getByRole('img', { name: /^Logo of/ })).toBeVisible()
  })
})

test('failed images say why, and a host’s images can be fetched again', nightly, async ({ page, api }) => {
  test.setTimeout(120_000)
  const columns = ['sku', 'title', 'images'] as const
  // nothing answers there: every fetch fails at once
  const supplier = await api.makeFeed(columns, [
    ['I-1', 'One', 'http://127.0.0.1:9/one.jpg'],
    ['I-2', 'Two', 'http://127.0.0.1:9/two.jpg'],
  ])
  await api.runFeed(supplier)
  await signIn(page, people.support, `/suppliers/view/${supplier.dropshipper_id}/image`)
  await expect(page.getByRole('table', { name: 'Image checks' }).getByText('Completed').first()).toBeVisible({
    timeout: 60_000,
  })
  const failed = page.getByRole('table', { name: 'Failed images' })
  await expect(failed.getByRole('row')).toHaveCount(3)
  await expect(failed).toContainText('one.jpg')
  await page.getByRole('button', { name: /^Retry 127/ }).click()
  await expect(page.getByRole('dialog', { name: /^Job \d+ scheduled$/ })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
})

test('selected suppliers’ schedules are paused and resumed and their feeds run, and each act shows a count', async ({
  page,
  api,
}) => {
  const [first, second] = [
    await api.makeFeed(plainColumns, plainRows(3)),
    await api.makeFeed(plainColumns, plainRows(4)),
  ]
  const schedule = { cron: '0 4 * * *', tz: 'UTC', active: true }
  await api.call('saveSchedule', { body: { dropshipper_id: first.dropshipper_id, ...schedule } })
  await signIn(page, people.support, '/suppliers/')
  await page.getByLabel('Search suppliers').fill(first.name)
  await page.getByRole('checkbox', { name: `Select ${first.name}` }).click()
  await page.getByLabel('Search suppliers').fill(second.name)
  await page.getByRole('checkbox', { name: `Select ${second.name}` }).click()
  const bar = page.getByRole('region', { name: 'Selected rows' })
  // what isn't in sight isn't touched
  await expect(bar).toContainText('1 selected')
  await expect(bar.getByRole('button', { name: /schedule/ })).toHaveCount(0)
  await page.getByLabel('Search suppliers').fill(first.name)
  await bar.getByRole('button', { name: 'Pause 1 schedule' }).click()
  await expect(page.getByText('1 schedule paused')).toBeVisible()
  await expect(bar.getByRole('button', { name: 'Resume 1 schedule' })).toBeVisible()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(bar.getByRole('button', { name: 'Pause 1 schedule' })).toBeVisible()
  await accessible(page)
  await bar.getByRole('button', { name: 'Run 1 feed now…' }).click()
  const asks = page.getByRole('dialog', { name: 'Run 1 feed now' })
  await expect(asks).toContainText(`${first.name}: 0 products, 0 subscriptions.`)
  await asks.getByRole('button', { name: 'Run 1 feed' }).click()
  await expect(page.getByText('1 run queued')).toBeVisible()
  await expect(bar).toHaveCount(0)
  await expect(page.getByRole('table', { name: 'Suppliers' })).toContainText('1 supplier')
})

test('the search index is tested with a typo, and synced', nightly, async ({ page, api }) => {
  const supplier = await api.makeFeed(plainColumns, [
    ['L-1', 'Foldable lantern', '10', 1],
    ['L-2', 'Camp stove', '20', 1],
  ])
  await api.runFeed(supplier)
  await signIn(page, people.support, `/suppliers/view/${supplier.dropshipper_id}/solr`)
  await expect(page.getByText('Up to date')).toBeVisible({ timeout: 60_000 })
  await page.getByRole('textbox', { name: 'Search index' }).fill('foldable lantren')
  await expect(page).toHaveURL(/q=foldable\+lantren/)
  await expect(page.getByText('No exact match. Showing results for “foldable lantern”')).toBeVisible()
  const found = page.getByRole('table', { name: 'Matching products' })
  await expect(found.getByText('Foldable lantern')).toBeVisible()
  await expect(found.getByText('Camp stove')).toHaveCount(0)
  await page.getByRole('button', { name: 'Sync changes' }).click()
  await expect(page.getByText('Successfully scheduled the job')).toBeVisible()
})

// subscriptions can't be made by a call yet: the most subscribed supplier has some
test('subscriptions can be searched, and link to the vendor', nightly, async ({ page, api }) => {
  const { suppliers } = await api.call('listSuppliers', { body: { sort_on: 'subs', descending: true } })
  await signIn(page, people.support, `/suppliers/view/${suppliers[0]!.dropshipper_id}/subscriptions`)
  const table = page.getByRole('table', { name: 'Subscribers' })
  await expect(table.getByRole('row').nth(2)).toBeVisible()
  await page.getByLabel('Search subscribers').fill('no such company at all')
  await expect(page.getByText('No subscribers match “no such company at all”.')).toBeVisible()
  await page.getByLabel('Search subscribers').fill('')
  await table.getByRole('link').first().click()
  await expect(page).toHaveURL(/\/vendors\/view\//)
})

test.describe('shipping methods', () => {
  test.use({ expected: [/409 \(Conflict\)/] })
  test('can be mapped once each, and removed', async ({ page, api }) => {
    await signIn(
      page,
      people.support,
      `/suppliers/view/${(await api.makeSupplier()).dropshipper_id}/order_automation`,
    )
    await page.getByRole('button', { name: 'Add method' }).click()
    await expect(page.getByText('Please select a shipping method').first()).toBeVisible()
    const map = async (method: string) => {
      await page.getByLabel('Supplier’s code').fill('DHL-X')
      await page.getByRole('textbox', { name: 'Supplier’s carrier' }).fill('Deutsche Post')
      await page.getByRole('combobox', { name: 'Carrier', exact: true }).click()
      await page.getByRole('option', { name: 'DHL' }).click()
      await page.getByRole('combobox', { name: 'Method' }).click()
      await page.getByRole('option', { name: method }).click()
      await page.getByRole('button', { name: 'Add method' }).click()
    }
    await map('Express Worldwide')
    await expect(page.getByText('Shipping method added')).toBeVisible()
    await map('Express Worldwide')
    await expect(page.getByText('DHL Express Worldwide has already been mapped').first()).toBeVisible()
    await page.getByRole('button', { name: 'Remove DHL Express Worldwide' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Remove method' }).click()
    await expect(page.getByText('Shipping method removed')).toBeVisible()
    await expect(page.getByRole('cell', { name: 'DHL-X' })).toHaveCount(0)
  })
})

test('featured suppliers are reordered by keyboard, and one is added', nightly, async ({ page, api }) => {
  const [first, second, third] = [
    await api.makeSupplier(),
    await api.makeSupplier(),
    await api.makeSupplier(),
  ]
  await api.call('saveFeaturedSuppliers', {
    body: { dropshipper_ids: [first.dropshipper_id, second.dropshipper_id] },
  })
  await signIn(page, people.support, '/suppliers/featured')
  const names = page.getByRole('main').getByRole('listitem').getByRole('link')
  await expect(names).toHaveText([first.name, second.name])
  await page.getByRole('button', { name: `Move ${first.name}`, exact: true }).focus()
  await page.keyboard.press('Space')
  await expect(
    page.getByText(new RegExp(`(Draggable|Picked up draggable) item ${first.dropshipper_id}`)),
  ).toBeAttached()
  // the places are measured a moment after the lift, and say nothing when they are; one step down is the end
  await expect(async () => {
    await page.keyboard.press('ArrowDown')
    const over = page.getByText(`was moved over droppable area ${second.dropshipper_id}`)
    await expect(over).toBeAttached({ timeout: 1000 })
  }).toPass()
  await page.keyboard.press('Space')
  await expect(names).toHaveText([second.name, first.name])
  await page.getByRole('combobox', { name: 'Add supplier' }).fill(third.name)
  await page.getByRole('option', { name: third.name }).click()
  await page.getByRole('button', { name: 'Add', exact: true }).click()
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByText('Featured suppliers have been updated')).toBeVisible()
  await page.reload()
  await expect(names).toHaveText([second.name, first.name, third.name])
})

test(
  'the activity log can be filtered by day and keeps its filters in the address',
  nightly,
  async ({ page, api }) => {
    await signIn(page, people.support, `/suppliers/view/${(await api.makeSupplier()).dropshipper_id}/log`)
    await expect(page.getByRole('table', { name: 'Activity' })).toBeVisible()
    await page.getByRole('button', { name: 'Filter', exact: true }).click()
    await page.getByRole('menuitem', { name: 'Day' }).click()
    await page.getByLabel('To', { exact: true }).fill('2020-01-01')
    await expect(page.getByText('No entries match these filters.')).toBeVisible()
    await expect(page).toHaveURL(/to=2020-01-01/)
    await page.reload()
    await expect(page.getByRole('group', { name: 'Filter Day' })).toContainText('through 1/1/20')
  },
)

test('a report note is written, hides its supplier, and can be found again', async ({ page, api }) => {
  const supplier = await api.makeFeed(plainColumns, plainRows(3))
  await api.runFeed(supplier)
  const note = `Closed for the season ${supplier.prefix}`
  await signIn(page, people.support, '/dashboards/monitoring')
  await page.getByPlaceholder('Filter by name').fill(supplier.name)
  await page.getByRole('button', { name: `History of ${supplier.name}` }).click()
  await expect(page.getByRole('dialog').getByRole('table', { name: 'Runs' })).toBeVisible()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: `Report note of ${supplier.name}` }).click()
  await page.getByRole('dialog').getByLabel('Note').fill(note)
  await page.getByRole('dialog').getByRole('switch', { name: 'Hide from this report' }).check()
  await page.getByRole('dialog').getByRole('button', { name: 'Save note' }).click()
  await expect(page.getByRole('link', { name: supplier.name })).toHaveCount(0)
  await page.getByRole('checkbox', { name: 'Include hidden' }).check()
  await expect(page.getByText(note)).toBeVisible()
})

test('basic info counts its changes, asks before leaving, and saves', async ({ page, api }) => {
  const supplier = await api.makeSupplier()
  const name = `${supplier.name} & Games`
  await signIn(page, people.support, `/suppliers/view/${supplier.dropshipper_id}`)
  await page.getByRole('button', { name: 'Edit Ordering' }).click()
  await page.getByRole('textbox', { name: 'Ordering' }).fill('By e-mail before noon.')
  await page.getByLabel('Name', { exact: false }).first().fill('')
  await expect(page.getByText('2 changes')).toBeVisible()
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByText('Supplier name is required.')).toBeVisible()
  await page.getByLabel('Name', { exact: false }).first().fill(name)
  await page.getByRole('tab', { name: 'Activity Log' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Keep editing' }).click()
  await expect(page.getByText('2 changes', { exact: true })).toBeVisible()
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByText('Changes saved')).toBeVisible()
  await page.getByRole('tab', { name: 'Activity Log' }).click()
  const change = page
    .getByRole('row')
    .filter({ hasText: `${supplier.name} & Games` })
    .first()
  await expect(change).toContainText('Basic info changed: Name')
})

test(
  'restricting a supplier first says which vendors would lose its products',
  nightly,
  async ({ page, api }) => {
    const { dropshipper_id } = await api.makeSupplier()
    const { vendor_id } = await api.someVendor()
    await api.call('addSubscription', { params: { vendor_id, did: dropshipper_id } })
    await signIn(page, people.support, `/suppliers/view/${dropshipper_id}`)
    const told = page.getByText(/Subscribers without access stop getting updates \(1 in total\)/)
    await expect(page.getByRole('combobox', { name: 'Browsing' })).toBeVisible()
    await expect(told).toHaveCount(0)
    await page.getByRole('combobox', { name: 'Browsing' }).click()
    await page.getByRole('option', { name: /Hidden/ }).click()
    await expect(told).toBeVisible()
    await accessible(page)
    await page.getByRole('button', { name: 'Discard' }).click()
    await expect(told).toHaveCount(0)
  },
)

test('the unit of an age reads “day” for 1', nightly, async ({ page, api }) => {
  await signIn(page, people.support, `/suppliers/view/${(await api.makeSupplier()).dropshipper_id}`)
  const days = page.getByLabel('Maximum feed age')
  await expect(days).toHaveValue('2')
  await expect(page.getByText('days', { exact: true })).toBeVisible()
  await days.fill('1')
  await expect(page.getByText('day', { exact: true })).toBeVisible()
})
