import { expect, people, signIn, test } from './fixtures.ts'

const rowsOf = (name: string) => `table[aria-label="${name}"] tbody tr[data-index]`

test('a list’s header stays in sight, and ↓ leads from the filter into the rows and back', async ({
  page,
}) => {
  await signIn(page, people.support, '/suppliers/')
  const header = page.getByRole('columnheader', { name: 'Supplier' })
  await expect(page.locator(rowsOf('Suppliers')).nth(20)).toBeVisible()
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

test('Enter opens the row that has the focus, and the far end of a long list is reached by keys', async ({
  page,
}) => {
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

test('columns are chosen and ordered, and stay so after a reload', async ({ page }) => {
  await signIn(page, people.support, '/suppliers/')
  const headers = page.getByRole('table', { name: 'Suppliers' }).getByRole('columnheader')
  // after the boxes
  await expect(headers.nth(2)).toHaveText('Prefix')
  await page.getByRole('button', { name: 'Columns' }).click()
  await page.getByRole('checkbox', { name: 'Votes' }).uncheck()
  await page.getByRole('button', { name: 'Prefix further right' }).click()
  await expect(headers.nth(3)).toHaveText('Prefix')
  await page.reload()
  await expect(headers.nth(3)).toHaveText('Prefix')
  await expect(headers.filter({ hasText: 'Votes' })).toHaveCount(0)
  await page.getByRole('button', { name: 'Columns' }).click()
  await page.getByRole('button', { name: 'As it was' }).click()
  await expect(headers.nth(2)).toHaveText('Prefix')
  await expect(headers.filter({ hasText: 'Votes' })).toHaveCount(1)
})

test('where there is no room columns leave, the list says which, and they come back', async ({ page }) => {
  await page.setViewportSize({ width: 800, height: 900 })
  await signIn(page, people.support, '/dashboards/monitoring')
  const headers = page.getByRole('table', { name: 'Suppliers' }).getByRole('columnheader')
  await expect(page.getByRole('button', { name: /^Columns, \d without room$/ })).toBeVisible()
  await expect(headers.filter({ hasText: 'against allowed' })).toHaveCount(0)
  await expect(headers.filter({ hasText: 'Next' })).toBeInViewport({ ratio: 1 })
  await page.setViewportSize({ width: 1700, height: 900 })
  await expect(headers.filter({ hasText: 'against allowed' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Columns', exact: true })).toBeVisible()
})

test('rows that are all here are sorted here, and the address keeps it', async ({ page }) => {
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
  const shown = (await products.allInnerTexts()).map((text) => Number(text.replace(',', '')))
  expect(shown.length).toBeGreaterThan(10)
  expect(shown).toEqual(shown.toSorted((a, b) => b - a))
})

test('what has no value comes last, whichever way rows are sorted', async ({ page, api }) => {
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

test('feeds are sorted by their last good run, the longest ago first', async ({ page, api }) => {
  const { suppliers } = await api.call('listMonitoredFeeds', {})
  const aged = suppliers.filter((m) => m.last_successful_run !== null && !m.hidden_from_report)
  const tm = (m: (typeof aged)[number]) => m.last_successful_run!
  const [oldest] = aged.toSorted((a, b) => tm(a).localeCompare(tm(b)))
  await signIn(page, people.support, '/dashboards/monitoring')
  await page.getByRole('columnheader', { name: 'Last good run' }).getByRole('button').click()
  await expect(page.locator(rowsOf('Suppliers')).first()).toContainText(oldest!.supplier)
})

test('suppliers are sorted by the server, by how their feeds stand and by their products', async ({
  page,
}) => {
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

test('a click on a bar of a feed’s 48 hours opens its run', async ({ page, api }) => {
  const { suppliers } = await api.call('listMonitoredFeeds', {})
  const { supplier, runs } = suppliers.find((m) => m.runs.length > 3)!
  await signIn(page, people.support, '/dashboards/monitoring')
  // the newest stands at the right
  const strip = page.getByRole('img', { name: `${supplier}: the newest` })
  await strip.click({ position: { x: 164, y: 10 } })
  await expect(page).toHaveURL(`/feed-runs/${runs.at(-1)![0]}`)
})

test('blanks around what is searched for ask for nothing else', async ({ page, api }) => {
  const { name } = await api.makeSupplier()
  await signIn(page, people.support, '/suppliers/')
  await page.getByLabel('Search suppliers').fill(`  ${name} `)
  await expect(page.locator(rowsOf('Suppliers'))).toHaveCount(1)
  expect(new URL(page.url()).searchParams.get('query')).toBe(name)
})

test('each letter after g is waited for anew', async ({ page }) => {
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
})

test('a group of the navigation folds and stays folded; the one that is open stays in sight', async ({
  page,
}) => {
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
})

test('a reading that brings the same rows draws none of them again', async ({ page }) => {
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

test('back to a list, the row that was opened has the focus again', async ({ page }) => {
  await signIn(page, people.support, '/suppliers/')
  const rows = page.locator(rowsOf('Suppliers'))
  await rows.nth(3).focus()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/suppliers\/view\//)
  await page.goBack()
  await expect(rows.nth(3)).toBeFocused()
})

test.describe('a list whose next rows can’t be read', () => {
  test.use({ expected: [/500/] })
  test('keeps those that it had, says so, and tries again', async ({ page }) => {
    await signIn(page, people.support, '/vendors/search')
    const rows = page.locator(rowsOf('Users'))
    await expect(rows.nth(5)).toBeVisible()
    let fails = true
    await page.route('**/api/vendor/search*', (route) =>
      fails ? route.fulfill({ status: 500, json: { error: { message: 'It broke' } } }) : route.continue(),
    )
    await page.getByRole('columnheader', { name: 'Contact' }).getByRole('button').click()
    const said = page.getByRole('alert').filter({ hasText: 'These rows are from before' })
    await expect(said).toBeVisible()
    await expect(rows.nth(5)).toBeVisible()
    fails = false
    await said.getByRole('button', { name: 'Try again' }).click()
    await expect(said).toHaveCount(0)
    await expect(rows.nth(5)).toBeVisible()
  })
})

test('where columns have no room, all of them can be scrolled to', async ({ page }) => {
  await page.setViewportSize({ width: 800, height: 900 })
  await signIn(page, people.support, '/suppliers/')
  await page.getByRole('button', { name: /without room$/ }).click()
  await page.getByLabel('All of them, scrolled sideways').check()
  await expect(page.getByRole('columnheader', { name: 'Custom feeds' })).toBeAttached()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('button', { name: 'Columns', exact: true })).toBeVisible()
})

test('an address that leads nowhere says so', async ({ page }) => {
  await signIn(page, people.support, '/no/such/screen')
  await expect(page.getByText('There is no screen at “/no/such/screen”')).toBeVisible()
})
