import type { Page, Request, Response } from '@playwright/test'
import type { Result } from '#contract/index.ts'
import { expect, nightly, nightlyOwnContext, ownContext, people, signIn, test } from './fixtures.ts'

interface Shift {
  value: number
  /** What moved, from where to where, px from the top. */
  moved: string[]
}
/** What of the page's content has moved by itself since it was opened, and how much. */
const watchShifts = (page: Page) =>
  page.addInitScript(() => {
    interface Source {
      node: Node | null
      previousRect: DOMRectReadOnly
      currentRect: DOMRectReadOnly
    }
    const seen = window as unknown as { shifts: Shift[] }
    seen.shifts = []
    const named = (node: Node | null) =>
      node instanceof Element
        ? `${node.localName}.${node.getAttribute('class') ?? ''}`
        : `“${node?.textContent ?? ''}”`
    const placed = ({ y, height }: DOMRectReadOnly) => `${Math.round(y)} (${Math.round(height)} high)`
    new PerformanceObserver((list) => {
      for (const { value, sources } of list.getEntries() as unknown as {
        value: number
        sources: Source[]
      }[])
        seen.shifts.push({
          value,
          moved: sources.map(
            (s) => `${named(s.node)} from ${placed(s.previousRect)} to ${placed(s.currentRect)}`,
          ),
        })
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
const nothingMoves = async (page: Page) => {
  const shifts = await page.evaluate(() => (window as unknown as { shifts: Shift[] }).shifts)
  const moved = shifts.map(({ value, moved }) => `${value.toFixed(4)}: ${moved.join('; ')}`).join('\n')
  expect(
    shifts.reduce((sum, { value }) => sum + value, 0),
    moved,
  ).toBeLessThanOrEqual(0.02)
}
const loaded = async (page: Page) => {
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(page.locator('[aria-busy=true], .mantine-Skeleton-root')).toHaveCount(0)
}

test(
  'the sign-in loads at most 155 kB of scripts and 20 kB of styles, and nothing shifts',
  ownContext,
  async ({ page }) => {
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
    expect(await bytes('script')).toBeGreaterThan(50_000)
    expect(await bytes('script')).toBeLessThanOrEqual(155_000)
    expect(await bytes('stylesheet')).toBeLessThanOrEqual(20_000)
    await nothingMoves(page)
  },
)

for (const { screen, path, files, kilobytes } of [
  { screen: 'Search Users', path: '/vendors/search', files: 22, kilobytes: 320 },
  { screen: 'a vendor', path: '/vendors/view/322', files: 38, kilobytes: 335 },
])
  test(
    `the first visit to ${screen} loads few files and bytes, and nothing shifts`,
    ownContext,
    async ({ page }) => {
      const asked: Request[] = []
      page.on('requestfinished', (request) => asked.push(request))
      await watchShifts(page)
      await signIn(page, people.support, path)
      await loaded(page)
      await page.waitForLoadState('networkidle')
      const scripts = asked.filter((request) => request.resourceType() === 'script')
      const sizes = await Promise.all(scripts.map((request) => request.sizes()))
      // beside the screen's own come those of the next, which are fetched when they are pointed at
      expect(scripts.length).toBeLessThanOrEqual(files)
      expect(sizes.reduce((sum, { responseBodySize }) => sum + responseBodySize, 0)).toBeLessThanOrEqual(
        kilobytes * 1000,
      )
      expect(asked.filter((request) => request.url().includes('/api')).length).toBeLessThanOrEqual(12)
      await nothingMoves(page)
    },
  )

const listed = '**/api/suppliers/monitoring/list'
/**
 * The suppliers that there are, again and again until they are a thousand; those that the first reading had,
 * whatever other tests do to theirs meanwhile.
 */
const thousandSuppliers = async (page: Page) => {
  let first: object | undefined
  await page.route(listed, async (route) => {
    if (first) return route.fulfill({ json: first })
    const response = await route.fetch()
    const { suppliers, ...rest } = (await response.json()) as Result<'listMonitoredFeeds'>
    const thousand = Array.from({ length: 1000 }, (_, i) => ({
      ...suppliers[i % suppliers.length]!,
      dropshipper_id: 1_000_000 + i,
    }))
    first = { ...rest, suppliers: thousand }
    await route.fulfill({ response, json: first })
  })
}

test(
  'the summary of a thousand suppliers has few DOM nodes, and shows more of a cause’s feeds on click',
  nightly,
  async ({ page }) => {
    await thousandSuppliers(page)
    await signIn(page, people.support, '/dashboards/monitoring?mode=summary')
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    const more = page.getByRole('button', { name: /^Show 50 more of \d+$/ })
    await expect(more.first()).toBeVisible()
    expect(await page.evaluate(() => document.querySelectorAll('*').length)).toBeLessThanOrEqual(3500)
    const lines = page.getByRole('main').getByRole('listitem')
    const before = await lines.count()
    await more.first().click()
    await expect(lines).toHaveCount(before + 50)
  },
)

test(
  'a monitoring dashboard of a thousand suppliers has few DOM nodes, and nothing shifts',
  nightly,
  async ({ page }) => {
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
    await nothingMoves(page)
  },
)

/** Readings that come when they are let go. */
async function gated(page: Page, address: string, answer: () => unknown) {
  let open = () => {}
  let gate = Promise.resolve()
  await page.route(address, async (route) => {
    await gate
    await route.fulfill({ json: answer() })
  })
  return {
    shut: () => {
      gate = new Promise((go) => (open = go))
    },
    open: () => open(),
  }
}

for (const width of [1440, 800])
  test(
    `at ${width} px a monitoring dashboard’s rows don’t move, whatever loads above them and when`,
    nightlyOwnContext,
    async ({ page, api }) => {
      // where other tests keep the machine busy the rows come late
      test.slow()
      await page.setViewportSize({ width, height: 900 })
      const [some] = (await api.call('listMonitoredFeeds', {})).suppliers
      let causes = 1
      const list = await gated(page, listed, () => ({
        custom_feeds: [],
        suppliers: Array.from({ length: 40 }, (_, i) => ({
          ...some!,
          dropshipper_id: 2_000_000 + i,
          supplier: `Supplier ${i}`,
          standing: i < causes ? 'failing' : (['fresh', 'held', 'late', 'flaky', 'paused'] as const)[i % 5],
          hidden_from_report: false,
          held_run_id: null,
          last_reason_code: `cause ${i}`,
          last_reason: `Cause ${i} of ${'many words '.repeat(4 + i * 3)}`,
        })),
      }))
      // how long good data stood, in its highest form
      const fleet = { feeds: 40, good: Array.from({ length: 49 }, (_, i) => i % 30) }
      const tm = new Date().toISOString()
      const hours = await gated(page, '**/api/suppliers/monitoring/fleet', () => ({
        tm,
        suppliers: fleet,
        custom_feeds: fleet,
      }))
      const tops = new Set<number>()
      const look = async () => tops.add((await page.locator('table').first().boundingBox())!.y)
      const first = page.getByRole('link', { name: 'Supplier 0', exact: true }).first()
      await page.clock.install()
      await watchShifts(page)
      list.shut()
      hours.shut()
      await signIn(page, people.support, '/dashboards/monitoring')
      await expect(page.getByRole('table', { name: 'Suppliers' })).toBeVisible()
      await look()
      list.open()
      await expect(first).toBeVisible({ timeout: 30_000 })
      await look()
      hours.open()
      await expect(page.getByRole('img', { name: /^Good data/ })).toBeVisible()
      await look()
      await nothingMoves(page)
      // the next reading has more causes than there are lines for
      causes = 12
      await page.clock.fastForward(31_000)
      await expect(page.getByRole('link', { name: /more causes/ })).toBeVisible()
      await look()
      expect([...tops]).toHaveLength(1)
    },
  )

// what a slow machine has to read, ask and draw before a screen can be used: the same under any load
for (const [address, kilobytes] of [
  ['/suppliers/', 1180],
  // with the ledger of causes and the fleet's 48 hours above its rows
  ['/dashboards/monitoring', 1180],
  ['/reports/update-failures', 1160],
  ['/jobs', 1250],
  ['/vendors/search', 1250],
  // with the charts
  ['/dashboards/dashboard', 1650],
] as const)
  test(
    `${address} loads at most ${kilobytes} kB of scripts, makes few requests and has few DOM nodes`,
    nightlyOwnContext,
    async ({ page }) => {
      const scripts: Response[] = []
      let requests = 0
      page.on('response', (response) => {
        if (response.request().resourceType() === 'script') scripts.push(response)
        requests++
      })
      await signIn(page, people.support, address)
      await loaded(page)
      await page.waitForLoadState('networkidle')
      const read = (await Promise.all(scripts.map((script) => script.body()))).reduce(
        (sum, body) => sum + body.length,
        0,
      )
      expect(read / 1000).toBeLessThanOrEqual(kilobytes)
      expect(requests).toBeLessThanOrEqual(45)
      expect(await page.evaluate(() => document.querySelectorAll('*').length)).toBeLessThanOrEqual(3500)
    },
  )
