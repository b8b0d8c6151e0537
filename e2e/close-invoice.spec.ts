import { accessible, expect, nightly, people, signIn, test } from './fixtures.ts'

test('an unpaid invoice is written off, then recorded as paid, with each effect shown before', async ({
  page,
  api,
}) => {
  const { vendors } = await api.call('searchVendors', { body: { all: true, sort: 'newest', status: [2] } })
  // both acts together are below the limit of a second person
  let vendor_id = 0
  for (const vendor of vendors.filter((_, i) => i % 2 === test.info().parallelIndex % 2)) {
    const { balance } = await api.call('getVendorPayments', { params: vendor })
    if (Number(balance) > 0 && Number(balance) < 500) ({ vendor_id } = vendor)
  }
  const history = `/vendors/view/${vendor_id}/billing_history`
  await signIn(page, people.finance, history)
  const open = page.getByRole('table', { name: 'Open invoices' })
  const number = await open.getByRole('link').first().innerText()
  await open.getByRole('button', { name: 'Close…' }).first().click()
  const modal = page.getByRole('dialog')
  const act = modal.getByRole('button', { name: /^(Close invoice|Mark as paid|Write off)$/ })
  await expect(modal.getByText('Choose how to close it')).toBeVisible()
  await modal.getByRole('radio', { name: 'Write off' }).check()
  await modal.getByRole('textbox', { name: 'Reason' }).fill('The company is closed')
  await expect(modal.getByText('Billing Suspended, no change')).toBeVisible()
  // the day of a next charge is no charge while the account is suspended
  await expect(modal.getByText(/on [\d/]+ \(not billed\), no change/)).toBeVisible()
  await accessible(page)
  await act.click()
  await expect(page.getByText(`${number} written off`, { exact: true })).toBeVisible()
  await expect(open).toHaveCount(0)

  // as who works through a bank statement finds it
  await page.goto(`/billing/invoices?search=${number}`)
  const found = page.getByRole('table', { name: 'Invoices of all vendors' }).getByRole('row').nth(1)
  await expect(found).toContainText('Written off')
  await found.getByRole('button', { name: 'Mark as paid…' }).click()
  await expect(modal.getByRole('heading')).toContainText(await found.getByRole('link').nth(1).innerText())
  await expect(modal.getByText('Billing Suspended → Active')).toBeVisible()
  await expect(modal.getByText(/on [\d/]+ \(not billed\) → \S+ on [\d/]+$/)).toBeVisible()
  await modal.getByRole('textbox', { name: 'Reason' }).fill('Transfer 4471')
  await act.click()
  await expect(page.getByText(`${number} marked as paid`, { exact: true })).toBeVisible()
  await expect(found).toContainText('Paid')
  await expect(found.getByRole('button')).toHaveCount(0)
  await expect(found.getByRole('link').first()).toBeFocused()

  await page.goto(history)
  const charge = page.getByRole('table', { name: 'Charges' }).getByRole('row').filter({ hasText: number })
  await expect(charge.filter({ hasText: `Renewal, ${number} · recorded manually` })).toContainText('Success')
  await expect(page.getByText('No open invoices, pending payments or approvals.')).toBeVisible()
})

test(
  'after closing an invoice by keyboard, focus moves to the row that takes its place',
  nightly,
  async ({ page }) => {
    await signIn(page, people.finance, '/billing/invoices?state=open&sort=-total')
    const rows = page.getByRole('table', { name: 'Invoices of all vendors' }).getByRole('row')
    const number = await rows.nth(3).getByRole('link').first().innerText()
    await rows.nth(3).getByRole('button', { name: 'Close…' }).focus()
    await page.keyboard.press('Enter')
    const modal = page.getByRole('dialog')
    await modal.getByRole('radio', { name: 'Paid another way' }).check()
    await modal.getByRole('textbox', { name: 'Reason' }).fill('Transfer 4472')
    await modal.getByRole('button', { name: 'Mark as paid' }).click()
    await expect(page.getByText(`${number} marked as paid`, { exact: true })).toBeVisible()
    await expect(rows.filter({ hasText: number })).toHaveCount(0)
    await expect(rows.nth(3)).toBeFocused()
  },
)
