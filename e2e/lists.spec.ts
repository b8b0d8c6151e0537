import type { Locator } from '@playwright/test'
import {
  accessible,
  expect,
  nightly,
  nightlyOwnContext,
  people,
  plainColumns,
  plainRows,
  signIn,
  test,
} from './fixtures.ts'

const rowsOf = (name: string) => `table[aria-label="${name}"] tbody tr[data-index]`

test('a list’s header stays visible, and ↓ moves from the filter into the rows and back', async ({
  page,
}) => {
  await signIn(page, people.support, '/suppliers/')
  const header = page.getByRole('columnheader', { name: 'Supplier' })
  await expect(page.locator(rowsOf('Suppliers')).nth(20)).toBeVisible()
  await page.mouse.move(700, 500)
  await page.mouse.wheel(0, 700)
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBeGreaterThan(200)
  await expect(header).toBeInViewport()
  await page.keyboard.press('/')
  await expect(page.getByLabel('Search suppliers')).toBeFocused()
  await page.keyboard.press('ArrowDown')
  await expect(page.locator(rowsOf('Suppliers')).first()).toBeFocused()
  await page.keyboard.press('ArrowDown')
  await expect(page.locator(rowsOf('Suppliers')).nth(1)).toBeFocused()
  await page.keyboard.press('k')
  await page.keyboard.press('ArrowUp')
  await expect(page.getByLabel('Search suppliers')).toBeFocused()
})

test('Enter opens the focused row, and keys reach the end of a long list', nightly, async ({ page }) => {
  await signIn(page, people.support, '/suppliers/')
  const rows = page.locator(rowsOf('Suppliers'))
  const second = await rows.nth(1).getByRole('link').innerText()
  await rows.nth(1).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: second })).toBeVisible()
  await page.goto('/jobs')
  const jobs = page.getByRole('table', { name: 'Jobs' })
  await expect(jobs).toHaveAttribute('aria-rowcount', '51')
  await page.getByRole('button', { name: 'Older jobs' }).click()
  await expect(jobs).toHaveAttribute('aria-rowcount', '101')
  await page.locator(rowsOf('Jobs')).first().focus()
  await page.keyboard.press('End')
  await expect(page.locator('tr[data-index="99"]')).toBeFocused()
  // who scrolls away from the row is let go
  await page.mouse.move(600, 500)
  await page.mouse.wheel(0, -6000)
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(0)
  await expect(page.locator('tr[data-index="0"]')).toBeVisible()
})

test('chosen columns and their order survive a reload', nightly, async ({ page }) => {
  await signIn(page, people.support, '/suppliers/')
  const headers = page.getByRole('table', { name: 'Suppliers' }).getByRole('columnheader')
  // after the boxes
  await expect(headers.nth(2)).toHaveText('Prefix')
  await page.getByRole('button', { name: 'Columns' }).click()
  await page.getByRole('checkbox', { name: 'Votes' }).uncheck()
  await page.getByRole('button', { name: 'Move Prefix right' }).click()
  await expect(headers.nth(3)).toHaveText('Prefix')
  await page.reload()
  await expect(headers.nth(3)).toHaveText('Prefix')
  await expect(headers.filter({ hasText: 'Votes' })).toHaveCount(0)
  await page.getByRole('button', { name: 'Columns' }).click()
  await page.getByRole('button', { name: 'Reset' }).click()
  await expect(headers.nth(2)).toHaveText('Prefix')
  await expect(headers.filter({ hasText: 'Votes' })).toHaveCount(1)
})

test(
  'on a narrow screen columns are hidden, the list says which, and they return when there is room',
  nightly,
  async ({ page }) => {
    await page.setViewportSize({ width: 800, height: 900 })
    await signIn(page, people.support, '/dashboards/monitoring')
    const headers = page.getByRole('table', { name: 'Suppliers' }).getByRole('columnheader')
    await expect(page.getByRole('button', { name: /^Columns, \d hidden$/ })).toBeVisible()
    await expect(headers.filter({ hasText: 'vs. limit' })).toHaveCount(0)
    await expect(headers.filter({ hasText: 'Next' })).toBeInViewport({ ratio: 1 })
    await page.setViewportSize({ width: 1700, height: 900 })
    await expect(headers.filter({ hasText: 'vs. limit' })).toBeVisible()
    await expect(page.getByRole('button', { name: 'Columns', exact: true })).toBeVisible()
  },
)

test('a column hidden because of one long name returns when that name is gone', nightly, async ({ page }) => {
  await page.route('**/api/vendor/search', async (route) => {
    const found = (await (await route.fetch()).json()) as { vendors: { plan: string }[] }
    const { term } = route.request().postDataJSON() as { term: string }
    if (term === 'shop') found.vendors[0]!.plan = 'A plan with a name as long as two columns are wide'
    await route.fulfill({ json: found })
  })
  await signIn(page, people.support, '/vendors/search')
  const headers = page.getByRole('table', { name: 'Vendors' }).getByRole('columnheader')
  const box = page.getByRole('textbox', { name: 'Search vendors' })
  await expect(page.getByRole('row').nth(1)).toBeVisible()
  const all = await headers.allInnerTexts()
  for (let i = 0; i < 2; i++) {
    await box.fill('shop')
    await expect(headers).not.toHaveCount(all.length)
    await box.fill('')
    await expect(headers).toHaveText(all)
  }
})

test('a list that is fully loaded is sorted in the browser, and the address keeps the sort order', async ({
  page,
}) => {
  await signIn(page, people.support, '/suppliers/?of=sync')
  const products = page.locator(`${rowsOf('Index sync')} td:nth-child(4)`)
  await page.getByRole('button', { name: 'Active products' }).click()
  await expect(page.getByRole('columnheader', { name: 'Active products' })).toHaveAttribute(
    'aria-sort',
    'descending',
  )
  await page.reload()
  await expect(page.getByRole('columnheader', { name: 'Active products' })).toHaveAttribute(
    'aria-sort',
    'descending',
  )
  await expect(products.first()).toBeVisible()
  await expect(products.nth(10)).toBeVisible()
  const shown = (await products.allInnerTexts()).map((text) => Number(text.replace(',', '')))
  expect(shown).toEqual(shown.toSorted((a, b) => b - a))
})

test('rows without a value come last in either sort order', nightly, async ({ page, api }) => {
  // one that was never brought up to date is among them, in sight or not
  await api.makeSupplier()
  await signIn(page, people.support, '/suppliers/?of=sync')
  const last = page.locator(`${rowsOf('Index sync')} td:last-child`)
  const header = page.getByRole('columnheader', { name: 'Last sync' })
  await expect(last.first()).toBeVisible()
  for (const direction of ['ascending', 'descending']) {
    await header.getByRole('button').click()
    await expect(header).toHaveAttribute('aria-sort', direction)
    expect(await last.first().innerText()).not.toContain('—')
  }
})

test('feeds can be sorted by their last successful run, oldest first', nightly, async ({ page, api }) => {
  const { suppliers } = await api.call('listMonitoredFeeds', {})
  const aged = suppliers.filter((m) => m.last_successful_run !== null && !m.hidden_from_report)
  const tm = (m: (typeof aged)[number]) => m.last_successful_run!
  const [oldest] = aged.toSorted((a, b) => tm(a).localeCompare(tm(b)))
  await signIn(page, people.support, '/dashboards/monitoring')
  await page.getByRole('columnheader', { name: 'Last good run' }).getByRole('button').click()
  await expect(page.locator(rowsOf('Suppliers')).first()).toContainText(oldest!.supplier)
})

test('suppliers are sorted on the server by feed status and by products', nightly, async ({ page }) => {
  await signIn(page, people.support, '/suppliers/')
  const table = page.getByRole('table', { name: 'Suppliers' })
  await table.getByRole('button', { name: 'Feed' }).click()
  await expect(page).toHaveURL(/sort_on=standing/)
  await expect(table.locator('tbody tr').first()).toContainText('Failing')
  await table.getByRole('button', { name: 'Active products' }).click()
  await expect(page).toHaveURL(/sort_on=products&descending=true|descending=true&sort_on=products/)
  const headers = await table.getByRole('columnheader').allInnerTexts()
  const at = headers.findIndex((header) => header.startsWith('Active products'))
  const [first, second] = await table
    .locator(`tbody tr td:nth-child(${at + 1})`)
    .evaluateAll((cells) => cells.map((cell) => Number(cell.textContent.replaceAll(',', ''))))
  expect(first).toBeGreaterThanOrEqual(second!)
})

test(
  'a supplier’s and a vendor’s lists are sorted by their headers, and the address keeps the sort order',
  nightly,
  async ({ page, api }) => {
    test.slow()
    const supplier = await api.makeFeed(plainColumns, plainRows(3))
    await api.runFeed(supplier)
    await api.upload(supplier, plainColumns, plainRows(4))
    await api.runFeed(supplier)
    const { vendor_id } = await api.someVendor()
    const [of, user] = [`/suppliers/view/${supplier.dropshipper_id}`, `/vendors/view/${vendor_id}`]
    await signIn(page, people.support, '/suppliers/')
    for (const [path, list, column, sort] of [
      [`${of}/monitoring`, 'Runs', 'Rows', 'sort=-read'],
      [`${of}/log`, 'Activity', 'Type', 'sort=type'],
      [`${user}/billing_history`, 'Charges', 'Amount', 'sort=-amount'],
      [`${user}/billing_plan`, 'Plans', 'Per month', 'sort-plans=-fee'],
      [`${user}/dashboard`, 'Supplier feeds', 'Supplier', 'sort-supplier-feeds=supplier'],
      [
        '/suppliers/mapping-report',
        'Variant mapping by supplier',
        'Parents',
        'sort-variant-mapping-by-supplier=-parents',
      ],
    ] as const) {
      await page.goto(path)
      const header = page
        .getByRole('table', { name: list, exact: true })
        .getByRole('columnheader', { name: column })
      await header.getByRole('button').click()
      await expect(page, path).toHaveURL(new RegExp(`[?&]${sort}(&|$)`))
      await page.reload()
      await expect(header, path).toHaveAttribute(
        'aria-sort',
        sort.includes('=-') ? 'descending' : 'ascending',
      )
    }
    await page.goto(`${of}/monitoring?sort=read`)
    await expect(page.locator(rowsOf('Runs')).first().getByRole('cell').nth(4)).toHaveText('3')
  },
)

test('clicking a bar in a feed’s 48 hours opens its run', nightly, async ({ page, api }) => {
  const { suppliers } = await api.call('listMonitoredFeeds', {})
  const { supplier, runs } = suppliers.find((m) => m.runs.length > 3)!
  await signIn(page, people.support, '/dashboards/monitoring')
  // the newest stands at the right
  const strip = page.getByRole('img', { name: `${supplier}: last ` })
  await strip.click({ position: { x: 164, y: 10 } })
  await expect(page).toHaveURL(`/feed-runs/${runs.at(-1)![0]}`)
})

test('spaces around a search term are ignored', nightly, async ({ page, api }) => {
  const { name } = await api.makeSupplier()
  await signIn(page, people.support, '/suppliers/')
  await page.getByLabel('Search suppliers').fill(`  ${name} `)
  await expect(page.locator(rowsOf('Suppliers'))).toHaveCount(1)
  expect(new URL(page.url()).searchParams.get('query')).toBe(name)
})

test(
  'each letter after g restarts the time allowed for the next one',
  nightlyOwnContext,
  async ({ page }) => {
    await page.clock.install()
    await signIn(page, people.support, '/suppliers/')
    await expect(page.getByRole('heading', { level: 1, name: 'Suppliers' })).toBeVisible()
    // only the test lets time pass
    await page.clock.pauseAt(new Date(Date.now() + 60_000))
    const asked = page.getByRole('status', { name: 'Go to' })
    await page.keyboard.press('g')
    await expect(asked).toBeVisible()
    await page.clock.fastForward(2000)
    await page.keyboard.press('m')
    await page.clock.fastForward(2000)
    await page.keyboard.press('d')
    await expect(page).toHaveURL('/dashboards/monitoring')
  },
)

test(
  'a navigation group stays collapsed once collapsed, and the current one stays visible',
  nightly,
  async ({ page }) => {
    await signIn(page, people.support, '/suppliers/')
    const areas = page.getByRole('navigation', { name: 'Areas' })
    await areas.getByRole('button', { name: 'Suppliers' }).click()
    await expect(areas.getByRole('link', { name: 'Featured Suppliers' })).toHaveCount(0)
    await expect(areas.getByRole('link', { name: 'Suppliers' })).toBeVisible()
    await areas.getByRole('button', { name: 'Vendors' }).click()
    await page.reload()
    await expect(areas.getByRole('link', { name: 'Suppliers' })).toBeVisible()
    await expect(areas.getByRole('link', { name: 'Featured Suppliers' })).toHaveCount(0)
    // the others stay folded
    await areas.getByRole('button', { name: 'Vendors' }).click()
    await expect(areas.getByRole('link', { name: 'Search Users' })).toBeVisible()
    await expect(areas.getByRole('link', { name: 'Featured Suppliers' })).toHaveCount(0)
  },
)

test('reloading the same rows redraws none of them', nightlyOwnContext, async ({ page }) => {
  // numbers are written by one formatter: what it writes is what is drawn
  await page.addInitScript(() => {
    const seen = window as unknown as { written: number }
    seen.written = 0
    const own = Object.getOwnPropertyDescriptor(Intl.NumberFormat.prototype, 'format')!
    Object.defineProperty(Intl.NumberFormat.prototype, 'format', {
      get(this: Intl.NumberFormat) {
        seen.written++
        return own.get!.call(this) as Intl.NumberFormat['format']
      },
    })
  })
  await page.clock.install()
  // a live stream never ends: the network would never be idle
  await page.route('**/api/system-messages/events', (route) => route.fulfill({ status: 204 }))
  const written = () => page.evaluate(() => (window as unknown as { written: number }).written)
  const list = '**/api/suppliers/monitoring/list'
  let body = ''
  await page.route(list, async (route) => {
    const response = await route.fetch()
    body ||= await response.text()
    await route.fulfill({ response, body })
  })
  await signIn(page, people.support, '/dashboards/monitoring')
  const rows = page.locator(rowsOf('Suppliers'))
  await expect(rows.nth(10)).toBeVisible()
  await page.waitForLoadState('networkidle')
  const before = await written()
  expect(before).toBeGreaterThan(await rows.count())
  const again = page.waitForResponse(list)
  await page.clock.fastForward(31_000)
  await again
  await page.waitForLoadState('networkidle')
  // ages are written by themselves; rows would write all of it again
  expect((await written()) - before).toBeLessThan(before / 4)
})

test('going back to a list focuses the row that was opened', nightly, async ({ page }) => {
  await signIn(page, people.support, '/suppliers/')
  const rows = page.locator(rowsOf('Suppliers'))
  await rows.nth(3).focus()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/suppliers\/view\//)
  await page.goBack()
  await expect(rows.nth(3)).toBeFocused()
})

test.describe('a list that can’t be reloaded', () => {
  test.use({ expected: [/500/] })
  test('keeps its rows, says that they are old, and offers a retry', async ({ page }) => {
    await signIn(page, people.support, '/vendors/search')
    const rows = page.locator(rowsOf('Vendors'))
    await expect(rows.nth(5)).toBeVisible()
    let fails = true
    await page.route('**/api/vendor/search*', (route) =>
      fails ? route.fulfill({ status: 500, json: { error: { message: 'It broke' } } }) : route.continue(),
    )
    await page.getByRole('columnheader', { name: 'Health' }).getByRole('button').click()
    const said = page.getByRole('alert').filter({ hasText: 'These rows may be out of date' })
    await expect(said).toBeVisible()
    await expect(rows.nth(5)).toBeVisible()
    fails = false
    await said.getByRole('button', { name: 'Try again' }).click()
    await expect(said).toHaveCount(0)
    await expect(rows.nth(5)).toBeVisible()
  })
})

test('a narrow screen can show all columns by scrolling sideways', nightly, async ({ page }) => {
  await page.setViewportSize({ width: 800, height: 900 })
  await signIn(page, people.support, '/suppliers/')
  await page.getByRole('button', { name: /hidden$/ }).click()
  await page.getByLabel('Show all columns and scroll sideways').check()
  await expect(page.getByRole('columnheader', { name: 'Custom feeds' })).toBeAttached()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('button', { name: 'Columns', exact: true })).toBeVisible()
  // the header covers no row, and stays in sight wherever the list is scrolled to
  const header = page.getByRole('columnheader', { name: 'Supplier' })
  const boxOf = async (of: Locator) => (await of.boundingBox())!
  const first = page.locator(rowsOf('Suppliers')).first()
  const under = async () => (await boxOf(first)).y - (await boxOf(header)).y - (await boxOf(header)).height
  await expect.poll(under).toBeCloseTo(0, 0)
  await page.mouse.move(400, 600)
  await page.mouse.move(700, 500)
  await page.mouse.wheel(0, 700)
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBeGreaterThan(200)
  await expect(header).toBeInViewport({ ratio: 1 })
  await expect.poll(async () => Math.round((await boxOf(header)).y)).toBe(44)
  await page.mouse.wheel(400, 0)
  const last = page.getByRole('columnheader').last()
  await expect(last).toBeInViewport({ ratio: 0.9 })
  const cell = page.locator(`${rowsOf('Suppliers')} td:last-child`).first()
  expect((await boxOf(cell)).x).toBeCloseTo((await boxOf(last)).x, 0)
})

test('the selected rows and the last row stay visible beside the action bar', nightly, async ({ page }) => {
  await page.setViewportSize({ width: 800, height: 700 })
  await signIn(page, people.support, '/suppliers/')
  const rows = page.locator(rowsOf('Suppliers'))
  await expect(rows.nth(20)).toBeVisible()
  const bar = page.getByRole('region', { name: 'Selected rows' })
  const bottomOf = async (of: Locator) => {
    const { y, height } = (await of.boundingBox())!
    return y + height
  }
  const at = await rows.evaluateAll((all) =>
    all.findLastIndex((row) => row.getBoundingClientRect().bottom <= window.innerHeight),
  )
  await rows.nth(at).focus()
  await page.keyboard.press('x')
  await expect(bar).toBeVisible()
  await expect.poll(async () => (await bottomOf(rows.nth(at))) <= (await bar.boundingBox())!.y).toBe(true)
  await page.evaluate(() => window.scrollTo({ top: document.body.scrollHeight }))
  await expect.poll(async () => (await bottomOf(rows.last())) <= (await bar.boundingBox())!.y).toBe(true)
})

test(
  'days are chosen from a preset, typed, or picked in a month by keyboard',
  nightlyOwnContext,
  async ({ page, api }) => {
    const { dropshipper_id } = await api.makeSupplier()
    await page.clock.setFixedTime('2026-11-21T12:00:00Z')
    await signIn(page, people.support, `/suppliers/view/${dropshipper_id}/log`)
    await page.getByRole('button', { name: 'Filter', exact: true }).click()
    await page.getByRole('menuitem', { name: 'Day' }).click()
    const days = page.getByRole('dialog', { name: 'Day' })
    await expect(days.getByRole('button', { name: 'Saturday, November 21, 2026' })).toBeFocused()
    await accessible(page)
    await page.keyboard.press('PageUp')
    await page.keyboard.press('ArrowUp')
    await page.keyboard.press('Home')
    await expect(days.getByText('October 2026')).toBeVisible()
    await expect(days.getByRole('button', { name: 'Sunday, October 11, 2026' })).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(/from=2026-10-11$/)
    await page.keyboard.press('End')
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(/from=2026-10-11&to=2026-10-17/)
    await expect(days.getByRole('gridcell', { selected: true })).toHaveCount(2)
    await days.getByLabel('To', { exact: true }).fill('2026-12-0')
    await days.getByLabel('From').focus()
    await expect(days.getByText('Enter a date such as')).toBeVisible()
    await days.getByLabel('To', { exact: true }).fill('2026-12-01')
    await expect(page).toHaveURL(/to=2026-12-01/)
    await expect(days.getByText('December 2026')).toBeVisible()
    await page.keyboard.press('Escape')
    const chip = page.getByRole('group', { name: 'Filter Day' })
    await expect(chip.getByRole('button').first()).toBeFocused()
    await expect(chip).toContainText('10/11/26 to 12/1/26')
    await page.keyboard.press('Enter')
    await days.getByRole('button', { name: 'Last 90 days' }).click()
    await expect(page).toHaveURL(/from=90d$/)
  },
)

test('a page number beyond the last leads to the last page', nightly, async ({ page, api }) => {
  // of days to which nobody adds any more
  const to = new Date(Date.now() - 30 * 86_400_000).toISOString().slice(0, 10)
  const { total } = await api.call('listCharges', { query: { state: 'declined', to } })
  const last = Math.ceil(total / 50)
  expect(last).toBeGreaterThan(1)
  await signIn(page, people.finance, `/billing/charges?state=declined&to=${to}&page=${last + 5}`)
  const rows = page.locator(rowsOf('Charges of all vendors'))
  await expect(rows.first()).toBeVisible()
  await expect(page).toHaveURL(`/billing/charges?state=declined&to=${to}&page=${last}`)
  await expect(page.getByRole('button', { name: 'next page' })).toBeDisabled()
  // where one page holds all that is left, it is that one
  await page.goto('/suppliers/?query=zzqxjv&page=7')
  await expect(page).toHaveURL(/\?query=zzqxjv$/)
  // the way back leads to where one came from, not to the page that isn't there
  await page.goBack()
  await expect(rows.first()).toBeVisible()
})

test('an unknown address shows that the page doesn’t exist', async ({ page }) => {
  await signIn(page, people.support, '/no/such/screen')
  await expect(page.getByText('Page not found: /no/such/screen')).toBeVisible()
  await page.goto('/')
  await expect(page.getByRole('heading', { level: 1, name: 'Search Users' })).toBeVisible()
  await expect(page.getByText(/Page not found/)).toHaveCount(0)
})

test('an unknown tab leads to its record and says so', nightly, async ({ page, api }) => {
  const { dropshipper_id: id } = await api.makeSupplier()
  await signIn(page, people.support, `/suppliers/view/${id}/nothing`)
  await expect(page.getByText('Tab “nothing” not found')).toBeVisible()
  await expect(page).toHaveURL(`/suppliers/view/${id}`)
  await expect(page.getByRole('tab', { name: 'Basic Info', selected: true })).toBeVisible()
})
