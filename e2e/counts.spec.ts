import type { Locator, Page } from '@playwright/test'
import { expect, people, signIn, test } from './fixtures.ts'

const numberIn = (text: string) => Number(/\d[\d,]*/.exec(text)?.[0].replaceAll(',', ''))
const rowsOf = async (table: Locator) => Number(await table.getAttribute('aria-rowcount')) - 1
const titleCount = async (page: Page) =>
  numberIn(await page.getByRole('heading', { level: 1 }).locator('xpath=..').innerText())

/** The records that a list loads stay what they were, whatever tests beside this one do to theirs. */
const freeze = async (page: Page, path: string) => {
  let first: { status: number; body: string } | undefined
  await page.route(path, async (route) => {
    if (!first) {
      const answer = await route.fetch()
      first = { status: answer.status(), body: await answer.text() }
    }
    await route.fulfill({ ...first, contentType: 'application/json' })
  })
}

test('every count of the Monitoring Dashboard opens as many rows', async ({ page }) => {
  await freeze(page, '**/api/suppliers/monitoring/list')
  await signIn(page, people.support, '/dashboards/monitoring')
  const leads = page
    .getByRole('main')
    .locator('a[href*="status="], a[href*="cause="]')
    .filter({ hasText: /\d/ })
  await expect(leads.first()).toBeVisible()
  const texts = await leads.allInnerTexts()
  expect(texts.length).toBeGreaterThan(6)
  for (const [i, text] of texts.entries()) {
    await leads.nth(i).click()
    const table = page.getByRole('table', { name: /^(Suppliers|Custom feeds)$/ })
    await expect(page.getByRole('group', { name: /^Filter (Status|Cause)$/ })).toBeVisible()
    await expect(table).toHaveAttribute('aria-rowcount', String(numberIn(text) + 1))
    expect(await titleCount(page), text).toBe(numberIn(text))
    await page.goBack()
    await expect(page.getByRole('group', { name: /^Filter / })).toHaveCount(0)
  }
})

test('the jobs that need attention are those of the causes below', async ({ page }) => {
  await freeze(page, '**/api/jobs/failures?*')
  await signIn(page, people.support, '/dashboards/dashboard')
  const answer = page.getByText(/jobs? failed in the last 24 h/)
  const text = await answer.innerText()
  const attention = / need(?:s)? attention/.test(text) ? numberIn(text) : 0
  const cells = page.getByRole('table', { name: 'Failures by cause' }).locator('tbody tr td:nth-child(2)')
  const jobs = (await cells.allInnerTexts()).map((cell) => {
    const [recovered, all] = cell.includes(' of ') ? cell.split(' of ').map(numberIn) : [0, numberIn(cell)]
    return { recovered: recovered!, all: all! }
  })
  const over = await page.getByRole('table', { name: 'Failures by cause' }).getByText('All recovered').count()
  // the causes that still need somebody come first
  const open = jobs.slice(0, jobs.length - over)
  expect(open.reduce((sum, group) => sum + group.all - group.recovered, 0)).toBe(attention)
  expect(numberIn(/(\d[\d,]*) jobs? failed/.exec(text)![1]!)).toBe(jobs.reduce((sum, g) => sum + g.all, 0))
})

test('the invoices owed and the cards that fail open as many rows', async ({ page }) => {
  await signIn(page, people.finance, '/billing/')
  for (const [name, list] of [
    [/^\d[\d,]* invoices?$/, 'Invoices'],
    [/^\d[\d,]* cards? failing$/, 'Failing Cards'],
  ] as const)
    // other tests close and open invoices meanwhile
    await expect(async () => {
      await page.goto('/billing/')
      const lead = page.getByRole('main').getByRole('link', { name })
      const counted = numberIn(await lead.innerText())
      await lead.click()
      await expect(page.getByRole('heading', { level: 1, name: list })).toBeVisible()
      await expect.poll(() => titleCount(page), { timeout: 2000 }).toBe(counted)
    }).toPass()
})

test('what a vendor’s tabs count is in them', async ({ page, api }) => {
  const { vendor_id } = await api.someVendor()
  await signIn(page, people.support, `/vendors/view/${vendor_id}`)
  for (const name of ['Subscriptions', 'Integrations', 'Stores', 'Custom Feed']) {
    const tab = page.getByRole('tab', { name: new RegExp(`^${name}`) })
    const counted = /\d/.test(await tab.innerText()) ? numberIn(await tab.innerText()) : 0
    await tab.click()
    const table = page.getByRole('tabpanel').getByRole('table').first()
    if (counted > 0) await expect.poll(() => rowsOf(table)).toBe(counted)
  }
})
