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
} from './fixtures.ts'

async function ask(page: Page, words: string) {
  await expect(page.getByRole('button', { name: /Ctrl K$/ })).toBeVisible()
  const box = page.getByRole('textbox', { name: 'Search everything' })
  // gone from the last time
  await expect(box).toHaveCount(0)
  await page.keyboard.press('Control+k')
  await expect(box).toBeFocused()
  await box.pressSequentially(words)
  return box
}
/** Typed and entered at once, as one does who knows what comes. */
const say = async (page: Page, words: string) => (await ask(page, words)).press('Enter')
const hits = (page: Page) => page.getByRole('dialog').getByRole('button')

test('“dark” and “light” switch the theme, and “sign out” signs out', nightly, async ({ page }) => {
  await page.emulateMedia({ colorScheme: 'light' })
  await signIn(page, people.support, '/suppliers/')
  const html = page.locator('html')
  await expect(page.getByRole('heading', { level: 1, name: 'Suppliers' })).toBeVisible()
  await say(page, 'dark')
  await expect(html).toHaveAttribute('data-mantine-color-scheme', 'dark')
  await say(page, 'light mode')
  await expect(html).toHaveAttribute('data-mantine-color-scheme', 'light')
  await say(page, 'sign out')
  await expect(page).toHaveURL('/login')
  await page.goto('/suppliers/')
  await expect(page).toHaveURL(/\/login/)
})

test('“new supplier” opens the form from any screen and adds a supplier', async ({ page }) => {
  await signIn(page, people.support, '/dashboards/servers')
  await say(page, 'new supplier')
  const form = page.getByRole('dialog', { name: 'Add supplier' })
  const prefix = unique()
  await form.getByLabel('Name').fill(`Palette ${prefix}`)
  await form.getByLabel('Prefix').fill(prefix)
  await form.getByRole('combobox', { name: 'Type' }).click()
  await page.getByRole('option', { name: 'Standard' }).click()
  await form.getByRole('button', { name: 'Add supplier' }).click()
  await expect(page.getByRole('heading', { level: 1, name: `Palette ${prefix}` })).toBeVisible()
  await expect(form).toBeHidden()
})

test('“run feed …” starts a run, and the jobs list shows its job on going back', async ({ page, api }) => {
  const supplier = await api.makeFeed(['sku', 'title', 'wholesale_price', 'quantity'], plainRows(3))
  await signIn(page, people.support, '/jobs')
  const jobs = page.getByRole('table', { name: 'Jobs' }).getByRole('row')
  await expect(jobs.nth(1)).toBeVisible()
  await say(page, `run feed ${supplier.prefix}`)
  await expect(page).toHaveURL(/\/feed-runs\/\d+$/)
  await expect(page.getByRole('heading', { level: 1, name: supplier.name })).toBeVisible()
  await page.goBack()
  await expect(jobs.filter({ hasText: supplier.name }).first()).toBeVisible()
})

test('“run …” finds only suppliers, since nothing else has a feed', nightly, async ({ page, api }) => {
  const supplier = await api.makeSupplier()
  const { vendors } = await api.call('searchVendors', { body: { all: true, sort: 'oldest' } })
  await signIn(page, people.support, '/jobs')
  const box = await ask(page, `run ${vendors[0]!.company}`)
  await expect(page.getByRole('dialog').getByText('No results')).toBeVisible()
  await box.fill(`run ${supplier.name}`)
  await expect(hits(page).filter({ hasText: `Run feed: ${supplier.name}` })).toBeVisible()
})

test('a vendor number opens that vendor at once, with or without #', nightly, async ({ page, api }) => {
  const { vendor_id } = await api.someVendor()
  await signIn(page, people.support, '/suppliers/')
  for (const words of [String(vendor_id), `#${vendor_id}`]) {
    await page.goto('/suppliers/')
    await expect(page.getByRole('heading', { level: 1, name: 'Suppliers' })).toBeVisible()
    await say(page, words)
    await expect(page).toHaveURL(`/vendors/view/${vendor_id}`)
  }
})

test(
  'an exact match is listed first and marked, and Enter opens the supplier',
  nightly,
  async ({ page, api }) => {
    const supplier = await api.makeSupplier()
    await api.makeSupplier({ name: `A ${supplier.name} of old` })
    await signIn(page, people.support, '/jobs')
    const box = await ask(page, supplier.name)
    await expect(hits(page).first()).toContainText(`${supplier.name}${supplier.prefix}`)
    await expect(hits(page).first()).toContainText('Best match')
    await expect(page.getByText('Best match')).toHaveCount(1)
    await box.press('Enter')
    await expect(page.getByRole('heading', { level: 1, name: supplier.name, exact: true })).toBeVisible()
  },
)

test(
  'a result shows why it matched: a phone number, a similar name, a SKU or a title',
  nightly,
  async ({ page, api }) => {
    const { vendors } = await api.call('searchVendors', { body: { all: true, sort: 'oldest' } })
    const vendor = vendors.find((v) => v.phone.replace(/\D/g, '').length > 7)!
    const sku = unique()
    const word = `Lantern${sku.toLowerCase()}`
    const supplier = await api.makeFeed(
      ['sku', 'title', 'wholesale_price', 'quantity'],
      [[`${sku}-1`, word, '1.50', 1]],
    )
    await api.runFeed(supplier)
    const found = async () => (await api.call('findProducts', { query: { q: `${sku}-1` } })).products.length
    await expect.poll(found, { timeout: 30_000 }).toBe(1)

    await signIn(page, people.support, '/jobs')
    const box = await ask(page, vendor.phone.replace(/\D/g, ''))
    await expect(hits(page).filter({ hasText: `Best match, Phone ${vendor.phone}` })).toContainText(
      vendor.company,
    )
    await box.fill(`${sku}-`)
    await expect(hits(page).filter({ hasText: `${sku}-1` })).toContainText('SKU')
    await box.fill(word)
    await expect(hits(page).filter({ hasText: `${sku}-1` })).toContainText('Title')
    await box.press('Enter')
    await expect(page).toHaveURL(/\/products\/view\/\d+$/)
  },
)

test(
  'offers to decide a held run, highlights the typed text, and runs the feed with Ctrl Enter',
  nightly,
  async ({ page, api }) => {
    const supplier = await api.makeFeed(plainColumns, plainRows(60))
    await api.runFeed(supplier)
    await api.upload(supplier, plainColumns, plainRows(20))
    const held = await api.runFeed(supplier)
    expect(held.state).toBe('held')
    await signIn(page, people.support, '/jobs')
    const part = supplier.prefix.slice(0, -1)
    const box = await ask(page, part)
    await expect(hits(page).first()).toContainText(`Review held run: ${supplier.name}`)
    await expect(hits(page).first()).toContainText(`run ${held.feed_run_id}, held`)
    await expect(hits(page).first().locator('mark')).toHaveText(part)
    await expect(hits(page).filter({ hasText: `Run feed: ${supplier.name}` })).toContainText('Ctrl')
    await expect(hits(page).filter({ hasText: '60 products, 0 subscribers' })).toBeVisible()
    await accessible(page)
    await box.press('Enter')
    await expect(page).toHaveURL(`/feed-runs/${held.feed_run_id}`)
    await ask(page, supplier.prefix)
    await expect(hits(page).filter({ hasText: `Run feed: ${supplier.name}` })).toBeVisible()
    await page.keyboard.press('Control+Enter')
    await expect(page).not.toHaveURL(`/feed-runs/${held.feed_run_id}`)
    await expect(page).toHaveURL(/\/feed-runs\/\d+$/)
    await expect(page.getByRole('dialog')).toHaveCount(0)
  },
)

test(
  'Ctrl Enter acts on the typed text, not on results that are out of date',
  nightly,
  async ({ page, api }) => {
    const supplier = await api.makeFeed(plainColumns, plainRows(60))
    await api.runFeed(supplier)
    await api.upload(supplier, plainColumns, plainRows(20))
    const held = await api.runFeed(supplier)
    await signIn(page, people.support, `/feed-runs/${held.feed_run_id}`)
    const box = await ask(page, supplier.prefix.slice(0, -1))
    await expect(hits(page).filter({ hasText: `Run feed: ${supplier.name}` })).toBeVisible()
    let answer = () => {}
    const waits = new Promise<void>((go) => (answer = go))
    await page.route('**/api/search?*', async (route) => {
      await waits
      await route.continue()
    })
    await box.fill(supplier.prefix)
    await box.press('Control+Enter')
    answer()
    await expect(page).not.toHaveURL(`/feed-runs/${held.feed_run_id}`)
    await expect(page).toHaveURL(/\/feed-runs\/\d+$/)
  },
)

test('on a record, its acts and tabs come first and are done from the keyboard', async ({ page, api }) => {
  const supplier = await api.makeFeed(['sku', 'title', 'wholesale_price', 'quantity'], plainRows(3))
  await signIn(page, people.support, `/suppliers/view/${supplier.dropshipper_id}`)
  await expect(page.getByRole('tab', { name: 'Shipping Info' })).toBeVisible()
  const box = await ask(page, '')
  await expect(hits(page).filter({ hasText: 'Set up feed' }).first()).toBeVisible()
  await box.pressSequentially('shipp')
  await expect(hits(page).first()).toContainText('Shipping Info')
  await box.press('Enter')
  await expect(page).toHaveURL(new RegExp(`/suppliers/view/${supplier.dropshipper_id}/order_automation`))
  await expect(page.getByRole('tab', { name: 'Shipping Info', selected: true })).toBeVisible()
  // the open tab itself isn't offered
  await ask(page, 'shipping info')
  await expect(page.getByRole('dialog').getByText('Searching…')).toHaveCount(0)
  await expect(hits(page).filter({ hasText: /^Shipping Info$/ })).toHaveCount(0)
})
