import { expect, people, signIn, test } from './fixtures.ts'

test('an admin sees what is kept how long, and changes it within its bounds', async ({ page }) => {
  await signIn(page, people.admin, '/data-retention')
  const row = page.getByRole('row', { name: /^Browser errors/ })
  await expect(row).toContainText('30 days')
  await expect(page.getByRole('row', { name: /^Invoices, payments and ledger/ })).toContainText('Forever')
  await row.getByRole('button', { name: 'Change how long browser errors are kept' }).click()
  const dialog = page.getByRole('dialog', { name: 'Browser errors' })
  const days = dialog.getByLabel('Days kept')
  await days.fill('3')
  await expect(dialog.getByRole('button', { name: 'Save' })).toBeDisabled()
  await expect(dialog.getByText('Enter 7 to 365 days').first()).toBeVisible()
  await days.fill('20')
  await expect(dialog).toContainText('Records older than 20 days are permanently deleted')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Browser errors: kept for 20 days')).toBeVisible()
  await expect(row).toContainText('20 days')
})

test('support sees the days and can’t change them', async ({ page }) => {
  await signIn(page, people.support, '/data-retention')
  await expect(page.getByRole('row', { name: /^Feed runs/ })).toContainText('400 days')
  await expect(page.getByRole('button', { name: /^Change how long/ })).toHaveCount(0)
})
