import type { Page } from '@playwright/test'
import { expect, nightly, people, signIn, test } from './fixtures.ts'

const reports = [
  'monthly-revenue',
  'monthly-revenue?view=recurring',
  'monthly-revenue?view=earned',
  'monthly-revenue?view=cohorts',
  'monthly-revenue?view=cohorts&by=mrr',
  'monthly-revenue?view=unpaid-cards',
  'supplier_subscriptions',
  'customers?of=status',
  'the-truth?view=monthly',
  'the-truth',
]

// a number that leads somewhere says what is found there
for (const report of reports)
  test(`each number of ${report} leads to rows that add up to it`, nightly, async ({ page }) => {
    test.slow()
    await signIn(page, people.finance, '/reports/monthly-revenue?view=recurring')
    await figuresAreKept(page)
    await page.goto(`/reports/${report}`)
    await expect(page.getByRole('main').getByRole('table').first()).toBeVisible()
    const numbers = await numbersOf(page)
    expect(numbers.length).toBeGreaterThan(3)
    for (const { text, column, address } of numbers)
      await test.step(`${column}: ${text}`, async () => {
        await page.goto(address)
        // other screens show whole dollars without cents
        const amount = text.replace(/[+−-]/, '').replace(/\.00$/, '')
        await expect.poll(() => saidBesideRows(page)).toContain(amount)
      })
  })

/** The timer of numbers by day has had its turn, whether it had anything to do or not. */
const turnMs = 75_000

/** Numbers by day follow what happened within a minute; what they lead to is read at that moment. */
async function figuresAreKept(page: Page): Promise<void> {
  const since = Date.now()
  const keptTm = () =>
    page.evaluate(async () => {
      const headers = { 'app-id': 'feedstock-web' }
      const answer = await fetch('/api/reports/monthly-revenue/recurring', { headers })
      return Date.parse(((await answer.json()) as { kept_tm: string }).kept_tm)
    })
  await expect
    .poll(async () => (await keptTm()) > since || Date.now() - since > turnMs, {
      timeout: 100_000,
      intervals: [2000],
    })
    .toBe(true)
}

/** One linked number of each column or row, the largest first. */
async function numbersOf(page: Page): Promise<{ text: string; column: string; address: string }[]> {
  return page.getByRole('main').evaluate((main) => {
    const isNumber = /^[+−-]?\$?[\d,]+(\.\d\d)?$/
    const found = new Map<string, { text: string; column: string; address: string }>()
    for (const cell of main.querySelectorAll('tbody td, tbody th')) {
      const link = cell.querySelector('a')
      const text = link?.textContent.trim() ?? ''
      if (!link || !isNumber.test(text) || /^\$?0(\.00)?$/.test(text)) continue
      const row = cell.closest('tr')?.querySelector('th, td')?.textContent ?? ''
      const head = cell.closest('table')?.querySelectorAll('thead th')
      const place = [...(cell.parentElement?.children ?? [])].indexOf(cell)
      // of a table with the same number in each row the row tells them apart
      const name = `${head?.item(place)?.textContent ?? ''} of ${row}`
      // an average isn’t the sum of its rows
      if (name.startsWith('ARPA')) continue
      if (found.size < 40) found.set(name, { text, column: name, address: link.href })
    }
    return [...found.values()]
  })
}

/** All that a page says, without the rows of its tables. */
const saidBesideRows = (page: Page) =>
  page.getByRole('main').evaluate((main) => {
    const copy = main.cloneNode(true) as HTMLElement
    for (const rows of copy.querySelectorAll('tbody')) rows.remove()
    return copy.textContent
  })
