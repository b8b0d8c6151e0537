import type { Page } from '@playwright/test'
import { accessible, Api, expect, people, signIn, test, unique } from './fixtures.ts'

const historyOf = (vendor_id: number) => `/vendors/view/${vendor_id}/billing_history`
/** A vendor whose card works and that owes nothing, which the other worker’s tests leave alone. */
async function payer(api: Api, page: number) {
  const { vendors } = await api.call('searchVendors', {
    body: { all: true, sort: 'oldest', status: [1], page },
  })
  for (const vendor of vendors.filter((_, i) => i % 2 === test.info().parallelIndex % 2)) {
    const params = { vendor_id: vendor.vendor_id }
    const { card, balance, under_way, waiting } = await api.call('getVendorPayments', { params })
    const { charges } = await api.call('listVendorCharges', { params, query: { sort: '-tm' } })
    const isWell = / (4242|4444)$/.test(card?.text ?? '') && balance === '0.00'
    if (isWell && under_way.length + waiting.length === 0 && charges[0]?.state === 'success') return vendor
  }
  throw new Error('no vendor of the demonstration pays by card')
}

/** Counts the keys that a person presses. */
function counting(page: Page) {
  let keys = 0
  return {
    press: async (key: string) => {
      keys++
      await page.keyboard.press(key)
    },
    type: async (text: string) => {
      keys += text.length
      await page.keyboard.type(text)
    },
    count: () => keys,
  }
}

test('a part of a charge is refunded by keyboard alone, with at most 15 keys from the billing history', async ({
  page,
  api,
}) => {
  const { vendor_id } = await payer(api, 12)
  await signIn(page, people.finance, historyOf(vendor_id))
  const first = page.getByRole('table', { name: 'Charges' }).getByRole('row').nth(1)
  await expect(first).toContainText('$')
  const keys = counting(page)
  await keys.press('j')
  await expect(page.locator('tr:focus')).toBeVisible()
  // the charges are the last of the page’s tables
  while (!(await first.evaluate((row) => row === document.activeElement))) await keys.press('j')
  await keys.press('Enter')
  await expect(page.getByRole('table', { name: 'Timeline of the charge' })).toBeVisible()
  await keys.press('r')
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByRole('textbox', { name: 'Amount' })).toBeFocused()
  await keys.type('20')
  await keys.press('Tab')
  await keys.press('Tab')
  await expect(dialog.getByRole('textbox', { name: 'Note' })).toBeFocused()
  await keys.type('late')
  await expect(dialog.getByRole('row', { name: /^Back on the card \$0\.00 \$20\.00$/ })).toBeVisible()
  await keys.press('Control+Enter')
  await expect(page.getByTitle('$20 refunded')).toBeVisible()
  await expect(page.getByRole('table', { name: 'Timeline of the charge' })).toContainText('Refunded $20')
  expect(keys.count()).toBeLessThanOrEqual(15)
})

test('a charge has a page with its timeline, its acts and their keys', async ({ page, api }) => {
  const { vendor_id } = await payer(api, 13)
  await signIn(page, people.finance, historyOf(vendor_id))
  await page
    .getByRole('table', { name: 'Charges' })
    .getByRole('row')
    .nth(1)
    .getByText(/^Charge$/)
    .click()
  await expect(page).toHaveURL(/\/charge\/\d+$/)
  const timeline = page.getByRole('table', { name: 'Timeline of the charge' })
  await expect(timeline.getByRole('columnheader', { name: /^Time \(.+\)$/ })).toBeVisible()
  await expect(timeline).toContainText(/Charged \$[\d,.]+ to /)
  await page.getByRole('button', { name: 'More actions' }).click()
  await expect(page.getByRole('menuitem', { name: /^Refund…\s*R$/ })).toBeVisible()
  await expect(page.getByRole('menuitem', { name: /^Billing history\s*B$/ })).toBeVisible()
  await page.keyboard.press('Escape')
  await accessible(page)
  const id = /\d+$/.exec(page.url())![0]
  await page.keyboard.press('Control+k')
  await page.getByRole('textbox', { name: 'Search everything' }).fill(`charge ${id}`)
  await expect(
    page.getByRole('dialog').getByRole('button', { name: new RegExp(`^Charge ${id}`) }),
  ).toBeVisible()
})

test('support asks finance for a refund as credit, and finance approves it once', async ({ page, api }) => {
  const { vendor_id, company } = await payer(api, 14)
  const why = `Late feed ${unique()}`
  await signIn(page, people.support, historyOf(vendor_id))
  await page.getByRole('button', { name: 'Request…', exact: true }).first().click()
  const dialog = page.getByRole('dialog', { name: `Ask finance to refund ${company}` })
  await dialog.getByRole('textbox', { name: 'Amount' }).fill('15')
  await dialog.getByText('To credit').click()
  await dialog.getByRole('textbox', { name: 'Reason' }).fill(why)
  await expect(dialog.getByRole('row', { name: 'Back on the card $0.00 $0.00' })).toBeVisible()
  await accessible(page)
  await dialog.getByRole('button', { name: 'Ask finance to refund $15' }).click()
  await expect(page.getByText('Sent for approval')).toBeVisible()
  await expect(page.getByText(why)).toBeVisible()
  await expect(page.getByRole('button', { name: 'Withdraw…' })).toBeEnabled()

  await signIn(page, people.finance, '/billing/')
  const item = page
    .locator('section.panel div')
    .filter({ hasText: why })
    .filter({ has: page.getByRole('button', { name: 'Approve…' }) })
    .last()
  await item.getByRole('button', { name: 'Approve…' }).click()
  const approve = page.getByRole('dialog')
  await expect(approve).toContainText('Returned as credit')
  await approve.getByRole('button', { name: 'Approve', exact: true }).click()
  await expect(page.getByText('Refund of $15 approved')).toBeVisible()
  await page.goto(historyOf(vendor_id))
  await expect(page.getByRole('table', { name: 'Charges' })).toContainText('$15 credited')
  await page.goto('/notifications')
  await expect(page.getByText(/Requested by .*: refund of \$15 approved by /).first()).toBeVisible()
})

test('a card link is sent to a vendor whose card fails, once an hour', async ({ page }) => {
  await signIn(page, people.finance, '/billing/')
  await page.getByRole('link', { name: /^\d+ cards? failing$/ }).click()
  await expect(page).toHaveURL('/billing/failing-cards')
  const table = page.getByRole('table', { name: 'Failing cards' })
  const row = table.getByRole('row').nth(1 + test.info().parallelIndex)
  await expect(row).toContainText('The bank declined without a reason')
  await expect(page.getByRole('slider', { name: /^Failed payments/ })).toBeVisible()
  await accessible(page)
  await row.getByRole('button', { name: 'Send link…' }).click()
  const dialog = page.getByRole('dialog')
  await accessible(page)
  await dialog.getByRole('button', { name: 'Send card link' }).click()
  await expect(page.getByText('1 card link sent')).toBeVisible()
  await expect(row).toContainText('Sent')
  await row.getByRole('button', { name: 'Send link…' }).click()
  await dialog.getByRole('button', { name: 'Send card link' }).click()
  await expect(page.getByText('1 got one within the last hour')).toBeVisible()
})
