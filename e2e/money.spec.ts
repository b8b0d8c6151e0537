import { accessible, expect, people, signIn, test } from './fixtures.ts'

test('finance sees whether the books are sound, checks them now, and what the ledger sums to', async ({
  page,
}) => {
  await signIn(page, people.admin, '/billing/')
  await page.getByRole('button', { name: 'Check now' }).click()
  await page.getByRole('button', { name: /^All \d+$/ }).click()
  const books = page.getByRole('table', { name: 'What must hold of money' })
  await expect(books.getByRole('row')).not.toHaveCount(1)
  await expect(page.getByText(/^The books (are sound|aren’t sound)/)).toBeVisible()
  await expect(books.getByText('A series of papers has a gap')).toBeVisible()
  const accounts = page.getByRole('table', { name: 'Money by account' })
  await expect(accounts.getByRole('row', { name: /^Customers’ credit/ })).toBeVisible()
  await expect(accounts.getByRole('row', { name: /^All accounts \$0$/ })).toBeVisible()
  await accessible(page)
})

test('a charge above the limit waits for a second person on Money, and is refused there with a reason', async ({
  page,
  api,
}) => {
  const { vendor_id } = await api.someVendor()
  await signIn(page, people.admin, `/vendors/view/${vendor_id}/billing_history`)
  const name = `Custom work ${Date.now()}`
  const asked = await page.evaluate(
    async ({ id, text }) => {
      const cookie = document.cookie.split('; ').find((one) => one.startsWith('XSRF-TOKEN='))
      const answer = await fetch(`/api/vendor/${id}/manual-charge`, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          'x-xsrf-token': decodeURIComponent(cookie!.slice('XSRF-TOKEN='.length)),
        },
        body: JSON.stringify({
          vendor_charge_type_id: 3,
          vendor_charge_trans_type_id: 4,
          charge_description: text,
          amount: '123456.00',
        }),
      })
      return answer.json()
    },
    { id: vendor_id, text: name },
  )
  expect(asked).toMatchObject({ state: 'waiting' })
  await page.goto('/billing/')
  const item = page
    .locator('section.panel div')
    .filter({ hasText: name })
    .filter({ has: page.getByRole('button', { name: 'Take back…' }) })
    .last()
  await expect(item).toContainText('Another person has to agree to what you asked for.')
  await item.getByRole('button', { name: 'Take back…' }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByRole('button', { name: 'Take it back' })).toBeDisabled()
  await dialog.getByRole('textbox', { name: 'Reason' }).fill('Agreed otherwise')
  await dialog.getByRole('button', { name: 'Take it back' }).click()
  await expect(page.getByText('It is taken back')).toBeVisible()
  await expect(page.getByText(name)).toHaveCount(0)
})

test('a user that is set aside says why in a sentence, and is tried again by a button', async ({ page }) => {
  await signIn(page, people.finance, '/billing/')
  const aside = page.getByRole('table', { name: 'Set aside from the renewals' })
  const row = aside.getByRole('row').filter({ hasText: 'Taking its products out of its stores' })
  await expect(row).toContainText('The database took too long over it.')
  await row.getByRole('button', { name: 'Try again now' }).click()
  await expect(page.getByText('It is done')).toBeVisible()
  await expect(row).toHaveCount(0)
})

test('a charge of any user is found from Money, filtered by the address, and opened in its user’s history', async ({
  page,
}) => {
  await signIn(page, people.finance, '/billing/')
  await page.getByRole('link', { name: 'Charges of all users' }).click()
  const list = page.getByRole('table', { name: 'Charges of all users' })
  await expect(page.getByText(/the first 10,000 are paged through/i)).toBeVisible()
  await accessible(page)
  await page.getByRole('button', { name: 'Filter', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Amount' }).click()
  await page.getByRole('textbox', { name: 'At least' }).fill('100.50')
  await page.keyboard.press('Escape')
  await expect(page).toHaveURL(/least=100\.50?/)
  await list.getByRole('columnheader', { name: 'Amount' }).getByRole('button').click()
  await expect(page).toHaveURL(/sort=-?amount/)
  const first = list.getByRole('row').nth(1)
  const paper = (await first.getByRole('link', { name: /^(INV|CN)-\d{6}$/ }).innerText()).trim()
  await page.goto(`/billing/charges?search=${paper}`)
  await expect(list.getByRole('row')).toHaveCount(2)
  await expect(page.getByText(/^Charges that went through \$[\d,.]+, refunds \$[\d,.]+$/)).toBeVisible()
  const company = await first.getByRole('link').first().innerText()
  await first.getByText(/^(Charge|Refund)$/).click()
  await expect(page).toHaveURL(/billing_history\?charge=\d+$/)
  await expect(page.getByRole('heading', { level: 1 })).toContainText(company)
  const charges = page.getByRole('table', { name: 'Charges' })
  await expect(charges.getByRole('row')).toHaveCount(2)
  await expect(charges).toContainText(paper)
})

test('support reads it, and changes nothing', async ({ page }) => {
  await signIn(page, people.support, '/billing/')
  await expect(page.getByRole('button', { name: 'Check now' })).toBeDisabled()
  await expect(page.getByRole('button', { name: 'Change…' })).toHaveCount(0)
})
