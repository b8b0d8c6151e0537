import type { Page, Request } from '@playwright/test'
import { expect, people, signIn, test } from './fixtures.ts'

/** How much the page's content has moved by itself since it was opened. */
const watchShifts = (page: Page) =>
  page.addInitScript(() => {
    const seen = window as unknown as { shifts: number }
    seen.shifts = 0
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as unknown as { value: number }[]) seen.shifts += entry.value
    }).observe({ type: 'layout-shift', buffered: true })
  })
/** Counts what makes a formatter each time it is called. */
const watchFormatters = (page: Page) =>
  page.addInitScript(() => {
    const seen = window as unknown as { formatters: number }
    seen.formatters = 0
    for (const [of, name] of [
      [Date.prototype, 'toLocaleTimeString'],
      [Date.prototype, 'toLocaleDateString'],
      [Number.prototype, 'toLocaleString'],
      [Intl, 'DateTimeFormat'],
      [Intl, 'NumberFormat'],
    ] as const) {
      const all = of as unknown as Record<string, (...args: unknown[]) => unknown>
      const own = all[name]!
      all[name] = function counted(this: unknown, ...args) {
        seen.formatters++
        return new.target ? Reflect.construct(own, args) : own.apply(this, args)
      }
    }
  })
const shifts = (page: Page) => page.evaluate(() => (window as unknown as { shifts: number }).shifts)
const loaded = async (page: Page) => {
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(page.locator('[aria-busy=true], .mantine-Skeleton-root')).toHaveCount(0)
}

test('the sign-in comes with at most 180 kB of script and 20 kB of style, and nothing on it moves', async ({
  page,
}) => {
  const asked: Request[] = []
  page.on('requestfinished', (request) => asked.push(request))
  await watchShifts(page)
  await page.goto('/login')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await page.waitForLoadState('networkidle')
  const bytes = async (kind: string) => {
    const sizes = await Promise.all(
      asked.filter((request) => request.resourceType() === kind).map((request) => request.sizes()),
    )
    return sizes.reduce((sum, { responseBodySize }) => sum + responseBodySize, 0)
  }
  expect(await bytes('script')).toBeLessThanOrEqual(180_000)
  expect(await bytes('stylesheet')).toBeLessThanOrEqual(20_000)
  expect(await shifts(page)).toBeLessThanOrEqual(0.02)
})

test('the first visit to Search Users asks for few files, and nothing on it moves', async ({ page }) => {
  const asked: Request[] = []
  page.on('requestfinished', (request) => asked.push(request))
  await watchShifts(page)
  await signIn(page, people.support, '/vendors/search')
  await loaded(page)
  await page.waitForLoadState('networkidle')
  const scripts = asked.filter((request) => request.resourceType() === 'script')
  const sizes = await Promise.all(scripts.map((request) => request.sizes()))
  // beside the screen's own come those of the next, which are fetched when they are pointed at
  expect(scripts.length).toBeLessThanOrEqual(16)
  expect(sizes.reduce((sum, { responseBodySize }) => sum + responseBodySize, 0)).toBeLessThanOrEqual(340_000)
  expect(asked.filter((request) => request.url().includes('/api')).length).toBeLessThanOrEqual(8)
  expect(await shifts(page)).toBeLessThanOrEqual(0.02)
})

/** The suppliers that there are, again and again until they are a thousand. */
const thousandSuppliers = (page: Page) =>
  page.route('**/api/suppliers/monitoring/list', async (route) => {
    const response = await route.fetch()
    const { suppliers, ...rest } = (await response.json()) as { suppliers: { dropshipper_id: number }[] }
    const thousand = Array.from({ length: 1000 }, (_, i) => ({
      ...suppliers[i % suppliers.length]!,
      dropshipper_id: 1_000_000 + i,
    }))
    await route.fulfill({ response, json: { ...rest, suppliers: thousand } })
  })

test('the summary of a thousand suppliers holds few nodes, and more of a cause’s feeds are a click away', async ({
  page,
}) => {
  await thousandSuppliers(page)
  await signIn(page, people.support, '/dashboards/monitoring?mode=summary')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  const more = page.getByRole('button', { name: /^Show \d+ more of \d+$/ })
  await expect(more.first()).toBeVisible()
  expect(await page.evaluate(() => document.querySelectorAll('*').length)).toBeLessThanOrEqual(3500)
  const lines = page.getByRole('listitem').filter({ has: page.getByText(/^failed|^last run/) })
  const before = await lines.count()
  await more.first().click()
  await expect.poll(() => lines.count()).toBeGreaterThan(before + 10)
})

test('a monitoring dashboard of a thousand suppliers holds few nodes, and nothing on it moves', async ({
  page,
}) => {
  await thousandSuppliers(page)
  await watchShifts(page)
  await watchFormatters(page)
  await signIn(page, people.support, '/dashboards/monitoring')
  await loaded(page)
  await expect(page.getByRole('table').first()).toHaveAttribute('aria-rowcount', '1001')
  expect(await page.evaluate(() => document.querySelectorAll('*').length)).toBeLessThanOrEqual(6000)
  expect(
    await page.evaluate(() => (window as unknown as { formatters: number }).formatters),
  ).toBeLessThanOrEqual(20)
  expect(await shifts(page)).toBeLessThanOrEqual(0.02)
})

// what a slow machine has to read, ask and draw before a screen can be used: the same under any load
for (const [address, kilobytes] of [
  ['/suppliers/', 1100],
  // with the ledger of causes and the fleet's 48 hours above its rows
  ['/dashboards/monitoring', 1115],
  ['/reports/update-failures', 1100],
  ['/jobs', 1250],
  ['/vendors/search', 1250],
  // with the charts
  ['/dashboards/dashboard', 1550],
] as const)
  test(`${address} reads at most ${kilobytes} kB of script, asks little and draws few nodes`, async ({
    page,
  }) => {
    const scripts: Promise<Buffer>[] = []
    let requests = 0
    page.on('response', (response) => {
      if (response.request().resourceType() === 'script') scripts.push(response.body())
      requests++
    })
    await signIn(page, people.support, address)
    await loaded(page)
    await page.waitForLoadState('networkidle')
    const read = (await Promise.all(scripts)).reduce((sum, body) => sum + body.length, 0)
    expect(read / 1000).toBeLessThanOrEqual(kilobytes)
    expect(requests).toBeLessThanOrEqual(45)
    expect(await page.evaluate(() => document.querySelectorAll('*').length)).toBeLessThanOrEqual(3500)
  })
