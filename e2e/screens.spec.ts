import { accessible, expect, people, signIn, test } from './fixtures.ts'

const screens = [
  ['/vendors/search', 'Search Users'],
  ['/vendors/view/77', ''],
  ['/vendors/view/987654', 'No such user'],
  ['/suppliers/', 'Suppliers'],
  ['/suppliers/view/9', 'Ironwood Sporting Goods'],
  ['/suppliers/view/9/config', 'Ironwood Sporting Goods'],
  ['/suppliers/view/9/image', 'Ironwood Sporting Goods'],
  ['/suppliers/view/9/solr?q=lantren', 'Ironwood Sporting Goods'],
  ['/suppliers/view/9/monitoring', 'Ironwood Sporting Goods'],
  ['/suppliers/view/9/subscriptions', 'Ironwood Sporting Goods'],
  ['/suppliers/view/9/variant-mapping', 'Ironwood Sporting Goods'],
  ['/suppliers/view/9/order_automation', 'Ironwood Sporting Goods'],
  ['/suppliers/?view=restricted', 'Suppliers'],
  ['/suppliers/?view=sync', 'Suppliers'],
  ['/suppliers/featured', 'Featured Suppliers'],
  ['/suppliers/mapping-report', 'Variant Mapping'],
  ['/reports/update-failures', 'Update Failures'],
  ['/reports/update-failures?of=vendors', 'Update Failures'],
  ['/dashboards/updating', 'Updating Dashboard'],
  ['/dashboards/ordering', 'Ordering Jobs'],
  ['/dashboards/image', 'Image Jobs'],
  ['/dashboards/servers', 'Server Dashboard'],
  ['/jobs', 'Jobs'],
  ['/jobs/1', 'Job 1: Supplier feed run'],
  ['/suppliers/view/9/stats', 'Ironwood Sporting Goods'],
  ['/suppliers/view/9/log', 'Ironwood Sporting Goods'],
  ['/dashboards/monitoring', 'Monitoring Dashboard'],
  ['/dashboards/monitoring?mode=summary', 'Monitoring Dashboard'],
  ['/dashboards/monitoring?mode=custom', 'Monitoring Dashboard'],
  ['/dashboards/dashboard', 'Job Dashboard'],
  ['/feed-runs/1', 'Run 1 of'],
  ['/dev/mail', 'Kept Mail'],
] as const

for (const [scheme, width] of [
  ['light', 1440],
  ['dark', 800],
] as const)
  test(`every screen is accessible and whole, ${scheme} at ${width} px`, async ({ page }) => {
    test.setTimeout(300_000)
    await page.setViewportSize({ width, height: 900 })
    await page.emulateMedia({ colorScheme: scheme, reducedMotion: 'reduce' })
    await page.goto('/login')
    await accessible(page)
    await signIn(page, people.admin)
    for (const [path, title] of screens) {
      await page.goto(path)
      await expect(page.getByRole('heading', { level: 1, name: title }).first()).toBeVisible()
      await expect(page.locator('[aria-busy=true], .mantine-Skeleton-root')).toHaveCount(0)
      await accessible(page)
      // wide tables scroll in their own frame, never the page
      expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth), path).toBeLessThanOrEqual(0)
    }
  })

test('the search finds while typing, keeps its filters in the address, and Enter opens the first', async ({ page }) => {
  await signIn(page, people.support)
  await expect(page.getByRole('textbox', { name: 'Search users' })).toBeFocused()
  await page.getByRole('textbox', { name: 'Search users' }).press('Enter')
  await expect(page.getByText('You need to enter a search term first')).toBeVisible()
  await page.getByRole('textbox', { name: 'Search users' }).fill('customer@feedstock')
  await expect(page).toHaveURL(/term=customer%40feedstock/)
  await expect(page.getByRole('table', { name: 'Users' }).getByText('customer@feedstock.test')).toBeVisible()
  await expect(page.locator('.dimmed-rows')).toHaveCount(0)
  await page.getByRole('textbox', { name: 'Search users' }).press('Enter')
  await expect(page.getByRole('link', { name: 'customer@feedstock.test' })).toBeVisible()
  await page.goBack()
  await expect(page.getByRole('textbox', { name: 'Search users' })).toHaveValue('customer@feedstock')
})

test('the palette finds a screen, a supplier and a SKU; the box jumps to a vendor; g and a letter to an area', async ({ page }) => {
  await signIn(page, people.support, '/suppliers/')
  await expect(page.getByRole('heading', { level: 1, name: 'Suppliers' })).toBeVisible()
  await page.keyboard.press('Control+k')
  await page.getByPlaceholder('Screens, vendors, suppliers, SKUs, jobs…').fill('lumen')
  await expect(page.getByRole('button', { name: 'Run feed of Lumen Solar' })).toBeVisible()
  await page.getByRole('button', { name: /^Lumen Solar/ }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Lumen Solar' })).toBeVisible()
  await page.getByLabel('Jump to vendor').fill('77')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/vendors\/view\/77/)
  await page.getByRole('heading', { level: 1 }).click()
  await page.keyboard.press('g')
  await page.keyboard.press('j')
  await expect(page).toHaveURL(/\/dashboards\/dashboard/)
})

test('the summary’s cards add up to its feeds, and “Trouble only” lists flaky feeds and no fresh one', async ({ page }) => {
  await signIn(page, people.support, '/dashboards/monitoring?mode=summary')
  const cards = page.locator('.panel', { hasText: /^(Failing|Held|Late|Flaky|Never ran|Paused|Fresh)\d+$/ })
  await expect(cards).toHaveCount(7)
  const [total, suppliers, custom] = (await page.getByText(/^\d+ feeds: /).innerText()).match(/\d+/g)!.map(Number)
  const counts = (await cards.allInnerTexts()).map((text) => Number(/\d+/.exec(text)))
  expect([counts.reduce((sum, n) => sum + n, 0), suppliers! + custom!]).toEqual([total, total])

  await page.getByText('Suppliers', { exact: true }).last().click()
  const rows = page.getByRole('table', { name: 'Suppliers' }).getByRole('row')
  await expect(rows.filter({ hasText: 'Fresh' }).first()).toBeVisible()
  await page.getByRole('switch', { name: 'Trouble only' }).setChecked(true)
  await expect(rows.filter({ hasText: 'Fresh' })).toHaveCount(0)
  await expect(rows.filter({ hasText: /Flaky.*Failed \d+ of its \d+ runs in the last 48 hours; the last one went well/s }).first()).toBeVisible()
})

test('a report note is written, hides its supplier, and is found again', async ({ page }) => {
  await signIn(page, people.support, '/dashboards/monitoring')
  await page.getByRole('button', { name: 'History of Zephyr Fans' }).click()
  await expect(page.getByRole('dialog').getByRole('table', { name: 'Runs' })).toBeVisible()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Report note of Zephyr Fans' }).click()
  await page.getByRole('dialog').getByLabel('Note').fill('Closed for the season')
  await page.getByRole('dialog').getByRole('switch', { name: 'Hide from this report' }).check()
  await page.getByRole('dialog').getByRole('button', { name: 'Save note' }).click()
  await expect(page.getByRole('link', { name: 'Zephyr Fans' })).toHaveCount(0)
  await page.getByRole('switch', { name: 'Hidden too' }).check()
  await expect(page.getByText('Closed for the season')).toBeVisible()
})

test('basic info counts its changes, asks before it is left, and saves', async ({ page }) => {
  await signIn(page, people.support, '/suppliers/view/12')
  await page.getByRole('button', { name: 'Edit Ordering' }).click()
  await page.getByRole('textbox', { name: 'Ordering' }).fill('By e-mail before noon.')
  await page.getByLabel('Name', { exact: false }).first().fill('')
  await expect(page.getByText('2 changes')).toBeVisible()
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByText('Supplier name is required.')).toBeVisible()
  await page.getByLabel('Name', { exact: false }).first().fill('Lakeshore Toys & Games')
  page.once('dialog', (d) => void d.dismiss())
  await page.getByRole('tab', { name: 'Activity Log' }).click()
  await expect(page.getByText('2 changes')).toBeVisible()
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByText('Lakeshore Toys & Games is saved')).toBeVisible()
  await page.getByRole('tab', { name: 'Activity Log' }).click()
  await expect(page.getByText(/supplier_name: Lakeshore Toys → Lakeshore Toys & Games/)).toBeVisible()
})
