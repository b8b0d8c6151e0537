import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { exportColumns } from '#contract/lists/columns.ts'
import { expect, nightly, nightlyOwnContext, people, signIn, test, unique } from './fixtures.ts'
import { chooseByKeyboard } from './keyboard.ts'

test.describe('saved views', () => {
  test('keep filters, sort and columns under a name, and open the same for others from the address', async ({
    page,
    browser,
  }) => {
    const name = `With errors ${unique()}`
    // room for every column, however long what stands in them
    await page.setViewportSize({ width: 1800, height: 900 })
    await signIn(page, people.support, '/jobs')
    const headers = page.getByRole('table', { name: 'Jobs' }).getByRole('columnheader')
    await page.getByText('With errors', { exact: true }).click()
    await page.getByRole('button', { name: 'Columns' }).click()
    await page.getByRole('checkbox', { name: 'Ended' }).uncheck()
    await page.keyboard.press('Escape')
    await chooseByKeyboard(page, page.getByRole('button', { name: 'Views' }), 'Save view…')
    await page.getByRole('textbox', { name: 'Name' }).fill(name)
    await page.getByLabel('Share with all staff').check()
    await page.keyboard.press('Enter')
    await expect(page.getByRole('button', { name: `View ${name}`, exact: true })).toBeVisible()
    await expect(page).toHaveURL(/state=3.*view=\d+|view=\d+.*state=3/)
    const link = page.url()

    const theirs = await browser.newPage()
    await signIn(theirs, people.admin, link)
    await expect(theirs.getByRole('button', { name: `View ${name}`, exact: true })).toBeVisible()
    await expect(theirs.getByRole('radio', { name: 'With errors' })).toBeChecked()
    const theirHeaders = theirs.getByRole('table', { name: 'Jobs' }).getByRole('columnheader')
    await expect(theirHeaders.filter({ hasText: 'Ended' })).toHaveCount(0)
    await theirs.close()

    // without the view one's own columns are back as they were chosen
    await page.getByRole('button', { name: `View ${name}` }).click()
    await page.getByRole('menuitem', { name: 'All', exact: true }).click()
    await expect(page).toHaveURL(/\/jobs$/)
    await page.getByRole('button', { name: 'Columns' }).click()
    await page.getByRole('checkbox', { name: 'Ended' }).check()
    await page.keyboard.press('Escape')
    await expect(headers.filter({ hasText: 'Ended' })).toHaveCount(1)
    await page.getByRole('button', { name: 'Views' }).click()
    await page.getByRole('menuitem', { name }).click()
    await expect(headers.filter({ hasText: 'Ended' })).toHaveCount(0)
    await expect(page.getByRole('radio', { name: 'With errors' })).toBeChecked()
  })

  test('keep their columns until changes to them are saved', nightly, async ({ page }) => {
    const name = `Tried ${unique()}`
    await page.setViewportSize({ width: 1800, height: 900 })
    await signIn(page, people.support, '/jobs')
    const ended = page.getByRole('columnheader', { name: 'Ended' })
    const menu = page.getByRole('button', { name: /^Views?\b/ })
    const choose = async (item: string) => {
      await menu.click()
      await page.getByRole('menuitem', { name: item, exact: true }).click()
    }
    const tick = async (on: boolean) => {
      await page.getByRole('button', { name: 'Columns' }).click()
      await page.getByRole('checkbox', { name: 'Ended' }).setChecked(on)
      await page.keyboard.press('Escape')
    }
    await choose('Save view…')
    await page.getByRole('textbox', { name: 'Name' }).fill(name)
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await expect(menu).toHaveAccessibleName(`View ${name}`)
    await tick(false)
    await expect(menu).toHaveAccessibleName(`View ${name}, edited`)
    await choose('Discard changes')
    await expect(ended).toBeVisible()
    await tick(false)
    await choose('Save changes')
    await expect(menu).toHaveAccessibleName(`View ${name}`)
    await expect(ended).toHaveCount(0)
    await page.reload()
    await expect(menu).toHaveAccessibleName(`View ${name}`)
    await expect(ended).toHaveCount(0)
  })

  test(
    'are marked in the menu only while shown, and “last 7 days” stays relative to today',
    nightlyOwnContext,
    async ({ page }) => {
      const name = `Lately ${unique()}`
      await signIn(page, people.support, '/jobs')
      const menu = page.getByRole('button', { name: /^Views?\b/ })
      const all = page.getByRole('menuitem', { name: 'All', exact: true })
      await menu.click()
      await expect(all).toHaveAttribute('aria-current', 'true')
      await page.keyboard.press('Escape')
      await page.getByRole('button', { name: 'Filter', exact: true }).click()
      await page.getByRole('menuitem', { name: 'Queued' }).click()
      await page.getByRole('button', { name: 'Last 7 days' }).click()
      await expect(page.getByRole('group', { name: 'Filter Queued' })).toContainText('last 7 days')
      await menu.click()
      await expect(all).not.toHaveAttribute('aria-current')
      await page.getByRole('menuitem', { name: 'Save view…' }).click()
      await page.getByRole('textbox', { name: 'Name' }).fill(name)
      await page.getByRole('button', { name: 'Save', exact: true }).click()
      await expect(menu).toHaveAccessibleName(`View ${name}`)
      await expect(page).toHaveURL(/last=7d/)
      // a week later it is another week
      await page.clock.setFixedTime(Date.now() + 8 * 86_400_000)
      const asked = page.waitForRequest((r) => r.url().endsWith('/api/jobs/get-job-history'))
      await page.reload()
      const { start } = (await asked).postDataJSON() as { start: number }
      expect(start).toBeGreaterThan(Date.now() / 1000)
      await expect(page.getByRole('group', { name: 'Filter Queued' })).toContainText('last 7 days')
    },
  )

  test(
    'changed by someone else meanwhile show their current state',
    nightly,
    async ({ page, api, expected }) => {
      expected.push(/409/)
      const name = `Two hands ${unique()}`
      const details = { name, search: 'query=a', columns: { hidden: [], order: [] }, shared: true }
      const { saved_view_id, version } = await api.call('saveView', {
        body: { ...details, list: 'suppliers' },
      })
      const params = { id: saved_view_id }
      await signIn(page, people.admin, `/suppliers/?query=a&view=${saved_view_id}`)
      const menu = page.getByRole('button', { name: /^Views?\b/ })
      await expect(menu).toHaveAccessibleName(`View ${name}`)
      await api.call('changeSavedView', { params, body: { ...details, name: `${name} again`, version } })
      await menu.click()
      await page.getByRole('menuitem', { name: 'Stop sharing' }).click()
      await expect(menu).toHaveAccessibleName(`View ${name} again`)
      await menu.click()
      await page.getByRole('menuitem', { name: 'Rename…' }).click()
      await page.getByRole('textbox', { name: 'Name' }).fill(`${name} at last`)
      await page.getByRole('button', { name: 'Save', exact: true }).click()
      await expect(menu).toHaveAccessibleName(`View ${name} at last`)
    },
  )

  test('show when they are edited, and can be saved again, renamed and deleted; a deleted view’s link keeps its filters', async ({
    page,
  }) => {
    const name = `Mine ${unique()}`
    await signIn(page, people.support, '/suppliers/?query=a')
    const menu = page.getByRole('button', { name: /^Views?\b/ })
    await menu.click()
    await page.getByRole('menuitem', { name: 'Save view…' }).click()
    await page.getByRole('textbox', { name: 'Name' }).fill(name)
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await expect(menu).toHaveAccessibleName(`View ${name}`)
    await page.getByLabel('Search suppliers').fill('b')
    await expect(menu).toHaveAccessibleName(`View ${name}, edited`)
    await menu.click()
    await page.getByRole('menuitem', { name: 'Save changes' }).click()
    await expect(menu).toHaveAccessibleName(`View ${name}`)
    await menu.click()
    await page.getByRole('menuitem', { name: 'Rename…' }).click()
    await page.getByRole('textbox', { name: 'Name' }).fill(`${name} again`)
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await expect(menu).toHaveAccessibleName(`View ${name} again`)
    const link = page.url()
    await menu.click()
    await page.getByRole('menuitem', { name: 'Delete…' }).click()
    await page.getByRole('button', { name: 'Delete view' }).click()
    await expect(menu).toHaveAccessibleName('Views')
    await expect(page).toHaveURL(/\/suppliers\/$/)
    await page.goto(link)
    await expect(page.getByText('This view was deleted. Its filters still apply.')).toBeVisible()
    await expect(page.getByLabel('Search suppliers')).toHaveValue('b')
  })
})

/** What the browser downloads when this is done. */
async function downloaded(page: Page, act: () => Promise<void>): Promise<{ name: string; text: string }> {
  const waiting = page.waitForEvent('download')
  await act()
  const file = await waiting
  return { name: file.suggestedFilename(), text: await readFile(await file.path(), 'utf8') }
}

test.describe('an export', () => {
  test('contains the filtered rows with the chosen columns', async ({ page, api }) => {
    const name = `Export ${unique()}`
    await api.makeSupplier({ name: `${name} one` })
    await api.makeSupplier({ name: `${name} two` })
    await signIn(page, people.support, `/suppliers/?query=${encodeURIComponent(name)}&descending=true`)
    await expect(page.locator('table[aria-label="Suppliers"] tbody tr[data-index]')).toHaveCount(2)
    await page.getByRole('button', { name: 'Columns' }).click()
    await page.getByRole('checkbox', { name: 'Votes' }).uncheck()
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Export' }).click()
    const file = await downloaded(page, () =>
      page.getByRole('menuitem', { name: 'CSV', exact: true }).click(),
    )
    expect(file.name).toMatch(/^suppliers-\d{4}-\d\d-\d\d\.csv$/)
    const lines = file.text.trimEnd().split('\r\n')
    expect(lines[0]).toBe(
      '\ufeffSupplier,Prefix,Feed,Last good run,Active products,Subs,Browsing,Custom feeds',
    )
    expect(lines.slice(1).map((line) => line.split(',')[0])).toEqual([`${name} two`, `${name} one`])
    const shown = ['name', 'prefix', 'standing', 'good', 'products', 'subs', 'browse', 'custom']
    await page.getByRole('button', { name: 'Export' }).click()
    const asked = page.waitForRequest('**/api/exports')
    const book = await downloaded(page, () =>
      page.getByRole('menuitem', { name: 'XLSX', exact: true }).click(),
    )
    expect((await asked).postDataJSON()).toMatchObject({ format: 'xlsx', columns: shown })
    expect(book.name).toMatch(/\.xlsx$/)
    expect(book.text.startsWith('PK')).toBe(true)
  })

  test(
    'of a vendor’s subscriptions keeps the list’s filter and sort order',
    nightly,
    async ({ page, api }) => {
      const name = `Taken ${unique()}`
      const { vendor_id } = await api.someVendor()
      for (const which of ['one', 'two']) {
        const { dropshipper_id: did } = await api.makeSupplier({ name: `${name} ${which}` })
        await api.call('addSubscription', { params: { vendor_id, did } })
      }
      await signIn(page, people.support, `/vendors/view/${vendor_id}/subscriptions`)
      await page.getByLabel('Filter suppliers').fill(name)
      const table = page.getByRole('table', { name: 'Subscriptions' })
      await expect(table.locator('tbody tr[data-index]')).toHaveCount(2)
      const supplier = table.getByRole('columnheader', { name: 'Supplier' }).getByRole('button')
      await supplier.click()
      await expect(table.locator('tbody tr[data-index]').first()).toContainText(`${name} one`)
      await supplier.click()
      await expect(table.locator('tbody tr[data-index]').first()).toContainText(`${name} two`)
      await page.getByRole('button', { name: 'Export' }).click()
      const file = await downloaded(page, () =>
        page.getByRole('menuitem', { name: 'CSV', exact: true }).click(),
      )
      expect(file.name).toMatch(/^subscriptions-of-a-vendor-\d{4}-\d\d-\d\d\.csv$/)
      const lines = file.text.trimEnd().split('\r\n')
      expect(lines.slice(1).map((line) => line.split(',').slice(0, 2))).toEqual([
        [`${name} two`, 'Active'],
        [`${name} one`, 'Active'],
      ])
    },
  )

  test('of many rows is created by a job, whose page offers the file', nightly, async ({ page, api }) => {
    const rows = Array.from({ length: 20_500 }, (_, i) => [`S-${i}`, `Product ${i}`, i + 1])
    const feed = await api.makeFeed(['sku', 'title', 'wholesale_price'], rows)
    const { feed_run_id } = await api.runFeed(feed)
    await signIn(page, people.support, `/feed-runs/${feed_run_id}`)
    await page.getByRole('button', { name: 'Export' }).click()
    await page.getByRole('menuitem', { name: 'CSV', exact: true }).click()
    const dialog = page.getByRole('dialog', { name: 'Preparing export' })
    await expect(dialog.getByRole('link', { name: 'Download 20,500 rows' })).toBeVisible({ timeout: 60_000 })
    await dialog.getByRole('link', { name: /^Job/ }).click()
    await expect(page.getByRole('heading', { level: 1, name: /List export/ })).toBeVisible()
    const file = await downloaded(page, () => page.getByRole('link', { name: /^Download/ }).click())
    const lines = file.text.trimEnd().split('\r\n')
    expect(lines[0]).toBe('\ufeffChange,SKU,Title,Changed fields')
    expect(lines).toHaveLength(20_501)
    expect(lines).toContain('Created,S-20499,Product 20499,"Wholesale price — → 20500.00\nQuantity — → 0"')
  })

  test('has the same column headers as the list', nightly, async ({ page, api }) => {
    // it opens twenty-two lists
    test.slow()
    await signIn(page, people.support)
    const { suppliers } = await api.call('listSuppliers', { body: { sort_on: 'subs', descending: true } })
    const subscribed = suppliers[0]!.dropshipper_id
    const platforms = await api.call('listPlatforms', {})
    const used = platforms.find((platform) => platform.vendor_count > 0)!.platform_id
    const mapping = await api.makeSupplier({ automated_variant_mapping: true })
    await api.call('saveSupplierConfig', {
      body: [
        {
          dropshipper_id: mapping.dropshipper_id,
          config_name: 'image_fetches_at_once',
          config_value: '4',
          version: 0,
        },
      ],
    })
    const { vendor_id } = await api.someVendor()
    const did = mapping.dropshipper_id
    await api.call('addSubscription', { params: { vendor_id, did } })
    const hidden = { supplier_name: `Hidden ${unique()}`, supplier_prefix: unique() }
    const { dropshipper_id } = await api.call('insertSupplier', {
      body: { ...hidden, supplier_type: 'restricted' },
    })
    await api.call('grantRestrictedAccess', {
      params: { vid: vendor_id },
      body: { dropshipper_id: dropshipper_id!, note: 'Agreed by mail' },
    })
    // where the list shows two things in a column, the file has two
    const split = new Set(['', 'Supplier and reason', 'vs. limit', 'Last 48 hours', 'Next', 'Actions'])
    const { promo_codes } = await api.call('listPromoCodes', { body: {} })
    const code = promo_codes.find(({ total_usage }) => total_usage > 0)
    const wrong: string[] = []
    for (const [path, list, table] of [
      ['/suppliers/', 'suppliers', 'Suppliers'],
      ['/suppliers/?of=sync', 'index_sync', 'Index sync'],
      [`/suppliers/view/${subscribed}/subscriptions`, 'subscribers', 'Subscribers'],
      [`/suppliers/view/${mapping.dropshipper_id}/config`, 'config_rows', 'Configuration rows'],
      ['/suppliers/mapping-report', 'mapping_report', 'Variant mapping by supplier'],
      ['/jobs', 'jobs', 'Jobs'],
      ['/vendors/search', 'vendors', 'Vendors'],
      ['/vendors/active', 'active_vendors', 'Active vendors'],
      [`/vendors/view/${vendor_id}/subscriptions`, 'vendor_subscriptions', 'Subscriptions'],
      [`/vendors/view/${vendor_id}/restricted_supplier_access`, 'restricted_access', 'Restricted suppliers'],
      ['/platforms/', 'platforms', 'Platforms'],
      [`/platforms/${used}/subscriptions`, 'platform_subscriptions', 'Vendors'],
      ['/promo-codes/?of=affiliates', 'promo_codes', 'Promo codes'],
      ['/promo-codes/?of=partner', 'promo_codes', 'Promo codes'],
      [`/promo-codes/${code!.promo_code_id}`, 'promo_code_users', 'Vendors with this code'],
      [`/vendors/view/${vendor_id}/billing_history`, 'vendor_charges', 'Charges'],
      ['/billing/charges', 'charges', 'Charges of all vendors'],
      ['/billing/invoices', 'invoices', 'Invoices of all vendors'],
      ['/dashboards/monitoring', 'monitored_suppliers', 'Suppliers'],
      ['/dashboards/monitoring?mode=custom', 'monitored_custom_feeds', 'Custom feeds'],
      ['/reports/update-failures', 'supplier_failures', 'Supplier update failures'],
      ['/reports/update-failures?of=vendors', 'vendor_failures', 'Vendor update failures'],
    ] as const) {
      await page.goto(path)
      const shown = page.getByRole('table', { name: table }).getByRole('columnheader')
      await expect(shown.first()).toBeVisible()
      const known = Object.values(exportColumns[list]).map(([header]) => header)
      for (const header of await shown.allInnerTexts())
        // the list says its zone, the file's moments are of UTC anyway
        if (!split.has(header) && !(known as string[]).includes(header.replace(/ \([A-Z]+\)$/, '')))
          wrong.push(`${list}: ${header}`)
    }
    expect(wrong).toEqual([])
  })
})
