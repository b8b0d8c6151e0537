import type { Page } from '@playwright/test'
import { accessible, expect, people, plainColumns, plainRows, signIn, test, unique } from './fixtures.ts'

/** Nothing makes the page scroll sideways. */
const fits = (page: Page) =>
  expect
    .poll(() => page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth))
    .toBeLessThanOrEqual(0)

test('on a phone, staff approve a held run and add a note', async ({ page, api }) => {
  const supplier = await api.makeFeed(plainColumns, plainRows(60))
  await api.runFeed(supplier)
  await api.upload(supplier, plainColumns, plainRows(30))
  const run = await api.runFeed(supplier)
  expect(run.state).toBe('held')
  await page.setViewportSize({ width: 375, height: 812 })
  await signIn(page, people.support, `/feed-runs/${run.feed_run_id}`)
  await fits(page)
  await accessible(page)
  await page.getByRole('button', { name: 'Approve…' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Reason').fill('The summer range has ended')
  await dialog.getByRole('button', { name: /^Approve/ }).click()
  await expect
    .poll(async () => (await api.call('getRun', { params: { feed_run_id: run.feed_run_id } })).state)
    .toBe('applied')

  const { vendor_id } = await api.makeVendor()
  await page.goto(`/vendors/view/${vendor_id}`)
  await fits(page)
  await page.getByRole('button', { name: /^Notes/ }).click()
  const side = page.getByRole('complementary', { name: 'Notes' })
  const note = `Called from the road ${unique()}`
  await side.getByLabel('New note').fill(note)
  await side.getByRole('button', { name: 'Save note' }).click()
  await expect(side.getByText(note)).toBeVisible()
  await fits(page)
})
